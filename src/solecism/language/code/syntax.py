"""The comment syntax of programming languages: one pattern per family of languages.

A pattern matches comments, and strings, because they may hold signs of comments. The group
`comment` is a comment with its signs, `doc` the text of a string that documents its place, and
`docstring` and `docstring2` the text of one that does so at the head of a file, class or function.
"""

from __future__ import annotations

import re
from functools import cache

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
# Language identifiers of the Language Server Protocol, as editors send them.
FAMILIES = {
    **dict.fromkeys("c cpp objective-c objective-cpp cuda-cpp glsl hlsl proto zig".split(), "c"),
    "csharp": "csharp",
    **dict.fromkeys("java kotlin scala swift groovy dart fsharp".split(), "java"),
    "rust": "rust",
    "go": "go",
    **dict.fromkeys(
        """javascript typescript javascriptreact typescriptreact javascript.jsx typescript.tsx jsonc
        vue svelte""".split(),
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
