"""Programs to the prose in them: comments, docstrings and commit messages, without code.

Lengths never change, so that every offset stays true: what is not prose becomes blanks, and words
of code inside prose (names, paths, calls, flags, tags) become words of x's. A comment behind code
is a paragraph of its own, and so are comments with code between them.

The comment syntax of programming languages is one pattern per family of languages. A pattern
matches comments, and strings, because they may hold signs of comments. The group `comment` is a
comment with its signs, `doc` the text of a string that documents its place, and `docstring` and
`docstring2` the text of one that does so at the head of a file, class or function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from solecism.documents.document import Document, masked_document
from solecism.language.dictionary import listed_counts
from solecism.language.markup import UnmarkedText

_DOUBLE = r'"(?:[^"\\\n]|\\.)*+"?'
_SINGLE = r"'(?:[^'\\\n]|\\.)*+'?"
_LONG_DOUBLE = r'"(?:[^"\\]|\\[\s\S])*+"?'
_LONG_SINGLE = r"'[^']*+'?"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,10}?)'"
_BACKTICK = r"`(?:[^`\\]|\\[\s\S])*+`?"
_IN_BLOCK = r'(?:[^"\\]|\\[\s\S]|"(?!""))*+'
_TEXT_BLOCK = rf'"""{_IN_BLOCK}(?:""")?'
_BLOCK = r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
_SLASHES = rf"(?P<comment>//[^\n]*|{_BLOCK})"
_HASH = r"(?P<comment>#[^\n]*)"
_SHELL_HASH = r"(?P<comment>(?<![^\s;])#[^\n]*)"
# A literal of a regular expression, which cannot follow a name, a number or a closing bracket.
_JS_REGEX = (
    r"(?<=[=(,:\[!&|?{};])[ \t]*/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,99}\]){1,200}+/"
)
_DOCSTRING = (
    rf'[rRuUbBfF]{{0,2}}(?:"""(?P<docstring>{_IN_BLOCK})(?:""")?'
    r"|'''(?P<docstring2>(?:[^'\\]|\\[\s\S]|'(?!''))*+)(?:''')?)"
)
_BRACKETS = r"\[\[(?s:.*?)(?:\]\]|\Z)"
_HEREDOC = (
    r"<<[-~]?[ \t]{0,9}(?P<quote>['\"]?)(?P<word>[A-Za-z_]\w{0,30})(?P=quote)[^\n]*\n"
    r"(?s:.{0,1500}?)^[ \t]*(?P=word)$"
)

_C = rf"{_SLASHES}|{_DOUBLE}|{_SINGLE}"
_SYNTAX = {
    "c": _C,
    "csharp": rf'{_SLASHES}|@"(?:[^"]|"")*+"?|{_TEXT_BLOCK}|{_DOUBLE}|{_CHARACTER}',
    "java": rf"{_SLASHES}|{_TEXT_BLOCK}|{_DOUBLE}|{_CHARACTER}",
    "rust": rf'{_SLASHES}|r(?P<marks>#*)"(?s:.*?)(?:"(?P=marks)|\Z)|{_LONG_DOUBLE}|{_CHARACTER}',
    "go": rf"{_SLASHES}|`[^`]*+`?|{_DOUBLE}|{_CHARACTER}",
    "javascript": rf"{_SLASHES}|{_DOUBLE}|{_SINGLE}|{_BACKTICK}|{_JS_REGEX}",
    "css": rf"(?P<comment>{_BLOCK})|{_DOUBLE}|{_SINGLE}",
    "php": rf"(?P<comment>//[^\n]*|#(?!\[)[^\n]*|{_BLOCK})|{_DOUBLE}|{_SINGLE}",
    "python": rf"{_HASH}|{_DOCSTRING}|{_DOUBLE}|{_SINGLE}",
    "hash": rf"{_SHELL_HASH}|{_DOUBLE}|{_SINGLE}",
    "shell": rf"{_SHELL_HASH}|{_HEREDOC}|\\.|{_LONG_DOUBLE}|{_LONG_SINGLE}",
    "ruby": r"(?P<comment>(?<![^\s;])#[^\n]*|^=begin\b(?s:.*?)(?:^=end\b|\Z))"
    rf"|{_HEREDOC}|{_DOUBLE}|{_SINGLE}",
    "lua": rf"(?P<comment>--{_BRACKETS}|--[^\n]*)|{_BRACKETS}|{_DOUBLE}|{_SINGLE}",
    "sql": rf"(?P<comment>--[^\n]*|{_BLOCK})|{_LONG_SINGLE}|{_DOUBLE}",
    "haskell": r"(?P<comment>--+(?![!#$%&*+./<=>?@\\^|~:])[^\n]*|\{-(?!#)(?s:.*?)(?:-\}|\Z))|"
    + _DOUBLE,
    "lisp": rf"(?P<comment>;[^\n]*)|\\.|{_LONG_DOUBLE}",
    "percent": rf"(?P<comment>%[^\n]*)|{_DOUBLE}",
    "ml": rf"(?P<comment>\(\*(?s:.*?)(?:\*\)|\Z))|{_LONG_DOUBLE}",
    "elixir": rf'{_SHELL_HASH}|@\w*doc\s+"""(?P<doc>{_IN_BLOCK})(?:""")?|{_TEXT_BLOCK}|{_DOUBLE}',
    "vim": r'(?P<comment>^[ \t]*"[^\n]*)',
}
COMMIT = "git-commit"
# Language identifiers of the Language Server Protocol, as editors send them.
FAMILIES = {
    **dict.fromkeys("c cpp objective-c objective-cpp cuda-cpp glsl hlsl proto zig".split(), "c"),
    "csharp": "csharp",
    **dict.fromkeys("java kotlin scala swift groovy dart fsharp".split(), "java"),
    "rust": "rust",
    "go": "go",
    **dict.fromkeys(
        """javascript typescript javascriptreact typescriptreact javascript.jsx typescript.tsx
        jsonc""".split(),
        "javascript",
    ),
    **dict.fromkeys("css scss less sass".split(), "css"),
    "php": "php",
    **dict.fromkeys("python starlark".split(), "python"),
    **dict.fromkeys(
        "yaml toml perl r julia makefile make dockerfile cmake nix terraform hcl ini".split(),
        "hash",
    ),
    **dict.fromkeys("shellscript sh bash zsh fish powershell".split(), "shell"),
    **dict.fromkeys("ruby crystal".split(), "ruby"),
    "lua": "lua",
    **dict.fromkeys("sql ada vhdl".split(), "sql"),
    **dict.fromkeys("haskell elm purescript".split(), "haskell"),
    **dict.fromkeys("lisp clojure scheme racket commonlisp emacs-lisp elisp".split(), "lisp"),
    **dict.fromkeys("erlang prolog matlab octave".split(), "percent"),
    "ocaml": "ml",
    "elixir": "elixir",
    **dict.fromkeys(["vim", "viml"], "vim"),
}


@cache
def pattern(language: str) -> re.Pattern[str] | None:
    """The pattern of strings and comments of a language, None if it is not known."""
    family = FAMILIES.get(language)
    return re.compile(_SYNTAX[family], re.MULTILINE) if family else None


# Greatest lengths, so that no text, however odd, takes more than linear time.
_CODE = re.compile(
    r"`[^`\n]{1,500}`"  # quoted code
    r"|\b[a-z][a-z+.-]{1,15}://\S++|\bwww\.\S++"  # addresses
    r"|\{@\w[^}\n]{0,200}\}"  # {@link Name}
    r"|[@\\](?:param|arg|throws|raises|exception|tparam|property|type|typedef|var|field)\b"
    r"(?:[ \t]{0,9}(?:\{[^}\n]{0,99}\}|\[[^\]\n]{0,99}\]))?[ \t]{1,9}[\w.$]{1,99}"  # @param name
    r"|(?<![\w@])@\w[\w.]*+"  # @deprecated, @decorator
    r"|:\w{1,40}(?:[ \t]{1,9}[\w.*]{1,60}){0,2}:(?:`[^`\n]{0,200}`)?"  # :param name: :class:`Name`
    r"|(?<![\w-])--?[A-Za-z][\w-]*+(?:=\S++)?"  # -f, --flag=value
    r"|(?<![\w/])(?:~|\.{1,2})?(?:/[\w.@*-]{1,99}){2,20}+/?"  # /usr/bin/env, ./a/b
    r"|(?<![\w/])\w{1,99}(?:/\w{1,99}){1,20}\.\w{1,9}\b|\b[A-Za-z]:\\\S++"  # a/b.py, C:\dir
    r"|(?<![\w.])\w{1,99}(?:(?:\.|::|->)\w{1,99}){0,8}\([^()\n]{0,60}\)"  # call(x), a.b()
    r"|(?<![\w:])\w{1,99}(?:(?:::|->)\w{1,99}){1,8}"  # std::vector
    r"|(?<![\w.])(?!e\.g|i\.e)[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{1,99}){1,8}\b"  # os.path
    r"|(?<!\w)[A-Za-z\d]{0,99}_\w*+|\$\{?\w{1,99}\}?|%\w\b"  # snake_case, $HOME
    r"|\b[a-z]++[A-Z]\w*+|\b[A-Z][a-z\d]++[A-Z]\w*+|\b[A-Z]{2,99}+\d\w*+"  # camelCase
    r"|\b[A-Za-z]{1,99}\d\w*+|\b0x[\da-fA-F]++|</?[A-Za-z][^<>\n]{0,80}>|\w{0,99}\[[\w:,. ]{0,60}\]"
    r"|(?<!\w)[A-Za-z_]\w{0,99}(?=[ \t]{0,9}(?:[=!<>]=|[-+*/|&]=|:=|=>))"  # x == 1
)
# A line of a comment that is code, or an instruction to a program, and not prose.
_CODE_LINE = re.compile(
    r"[^\n]*(?:[;{}]|\)\s{0,9}:|\\)[ \t]*$"
    r"|[ \t]*(?:if|for|while|return|import|from|def|class|let|const|var|elif|else)\b[^\n]*[=(:;]"
    r"|[ \t]*[\w.\[\]]{1,99}[ \t]*(?:[-+*/|]?=|:=)[^=]|[ \t]*(?:>>>|\.\.\.|\$)[ \t]|[ \t]*@\w+\s*$"
    r"|[ \t]*(?:noqa|nolint|type:|mypy:|ruff:|pylint|flake8|fmt:|isort:|pragma|eslint|prettier"
    r"|tslint|ts-|istanbul|c8 ignore|NOLINT|clang-|shellcheck|rubocop|vim?:|-\*-|- -|coding[:=]"
    r"|SPDX-|Copyright|\(c\)|(?:end)?region\b|/usr/bin/|go:|sourceMappingURL|doctest:)"
    r"|[^A-Za-z\n]*$"
)
_SIGN = re.compile(r"\S")


def without_code(prose: str) -> str:
    """The text of a comment, of the same length, without code.

    >>> without_code("Calls os.path.join(a, b) if max_size is given.")
    'Calls xxxxxxxxxxxxxxxxxx if xxxxxxxx is given.'
    """
    lines = prose.splitlines(keepends=True)
    kept = (
        _SIGN.sub(" ", line) if _CODE_LINE.match(line.rstrip("\r\n")) else line for line in lines
    )
    return _CODE.sub(lambda code: "x" * len(code[0]), "".join(kept))


# The signs at the head of the lines of a comment, and those at the end of a block.
_HEAD = re.compile(
    r"^[ \t]*(?:/\*+!?|\*+/?(?=\s|$)|//[/!]*|#+!?|--+(?:\[\[|\|)?|;+|%+|\(\*+|\{-+\|?|=begin|\")",
    re.MULTILINE,
)
_TAIL = re.compile(r"(?:\*+/|\*\)|-\}|\]\]|^=end)\Z", re.MULTILINE)
_LETTERS = re.compile(r"[A-Za-z]{3,}")


def parse_text(source: str, language: str) -> Document:
    """The document of the comments of a program, or of a commit message."""
    is_commit = language == COMMIT
    return masked_document(
        source, commit_prose(source) if is_commit else comments_only(source, language)
    )


def comments_only(text: str, language: str) -> str:
    """The text of a program with blanks for code; nothing is left if the language is not known.

    Names of the program are words of x's in its comments, unless they are English words.

    >>> comments_only("n = 1  # The first of two.", "python")
    '\\x0c        The first of two.'
    """
    syntax = pattern(language)
    tokens = list(syntax.finditer(text)) if syntax else []
    return "".join(_pieces(text, filter(None, map(_prose_span, tokens)), _names(text, tokens)))


def _names(text: str, tokens: Sequence[re.Match[str]]) -> frozenset[str]:
    """The words in names of a program, outside of strings and comments, that are not English."""
    ends = [0, *(token.end() for token in tokens)]
    starts = [*(token.start() for token in tokens), len(text)]
    names = {
        name
        for start, end in zip(ends, starts, strict=True)
        for name in _LETTERS.findall(text, start, end)
    }
    return frozenset(name for name in names if name.lower() not in listed_counts())


def _pieces(text: str, spans: Iterable[tuple[int, int]], names: frozenset[str]) -> Iterator[str]:
    done = 0
    for start, end in spans:
        yield _separated(text[done:start])
        yield _prose(text[start:end], names)
        done = end
    yield _separated(text[done:])


def _prose_span(token: re.Match[str]) -> tuple[int, int] | None:
    """The characters of a comment, or of a string that documents its place; None for the rest."""
    group = token.lastgroup
    if group in ("comment", "doc"):
        return token.span(group)
    if group in ("docstring", "docstring2") and _is_at_head(token.string, token.start()):
        return token.span(group)
    return None


def _is_at_head(text: str, end: int) -> bool:
    """Whether nothing stands before on the line, and a file or block begins above."""
    is_first = True
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            return not is_first and line.endswith(":")
        is_first = False
        end = start - 1
    return True


def _separated(code: str) -> str:
    """Blanks for code, which end a paragraph if there is any."""
    sign = _SIGN.search(code)
    if sign is None:
        return code
    blank = _SIGN.sub(" ", code)
    return f"{blank[: sign.start()]}\f{blank[sign.end() :]}"


def _prose(comment: str, names: frozenset[str]) -> str:
    blanked = _TAIL.sub(_blank, _HEAD.sub(_blank, comment))
    lines = blanked.splitlines(keepends=True)
    prose = without_code("".join(UnmarkedText(lines)))
    return _LETTERS.sub(lambda word: _x(word[0]) if word[0] in names else word[0], prose)


def _x(name: str) -> str:
    """A word of x's for a name; one that looks like a plural stays one."""
    return "x" * (len(name) - 1) + ("s" if name.endswith("s") else "x")


def _blank(match: re.Match[str]) -> str:
    return _SIGN.sub(" ", match[0])


_SCISSORS = re.compile(r"^# -+ >8 -+$", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^(?:#.*|[A-Z][\w-]{1,30}-[Bb]y: .*|(?:Fixes|Closes|Refs|See|Change-Id|Bug|Issue|Link): .*"
    r"|(?:fixup|squash)! |[a-z]{2,12}(?:\([^)\n]{1,60}\))?!?: )",
    re.MULTILINE,
)


def commit_prose(text: str) -> str:
    """The text of a commit message, of the same length, without what git adds to it.

    >>> commit_prose("fix: Depend of it\\n\\nSigned-off-by: Kim\\n# On branch main\\n").split()
    ['Depend', 'of', 'it']
    """
    scissors = _SCISSORS.search(text)
    end = scissors.start() if scissors else len(text)
    message = _NOT_PROSE.sub(lambda match: _SIGN.sub(" ", match[0]), text[:end])
    return without_code(message) + _SIGN.sub(" ", text[end:])
