"""HTML and Markdown markup in a text, replaced by blanks character for character.

Lengths never change, so that every offset stays true. What stands for a word in its sentence
(inline code, an address in angle brackets) becomes a word of x's; all else becomes white space:
fenced code blocks, too, and comments that speak to the checker, such as `<!-- solecism: off -->`.
Such comments stand between the signs of a comment (HTML, Markdown, C), after the sign of a comment
(LaTeX, Python, SQL), or on a line of their own.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from solecism.sentence import Sentence

_NAME = "solecism:"
_PAIRS = (("<!--", "-->"), ("/*", "*/"), ("{#", "#}"), ("{-", "-}"), ("(*", "*)"))
_BETWEEN = "|".join(
    rf"{re.escape(start)}[ \t]*{_NAME}(?P<between{n}>.{{0,500}}?){re.escape(end)}"
    for n, (start, end) in enumerate(_PAIRS)
)
# What follows a sign or begins a line may be ordinary text: it is taken for a comment only if it
# is a command, perhaps a misspelt one, with a list of names at most.
_COMMAND = r"(?:of{1,3}|on|(?:ignore|disable|enable)[\w-]*)"
_NAMES = r"[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*"
_SIGNS = r"(?:%+|\#+|//+|--+|;+|\.\.|\*)"
_ALONE = (
    rf"(?:^[ \t]*|(?:^|(?<=\s)){_SIGNS}[ \t]*)"
    rf"{_NAME}[ \t]+(?P<alone>{_COMMAND}(?:[ \t]+{_NAMES})?)[ \t]*(?=[\r\n]*\Z)"
)
# In Markdown, a comment between backticks is an example.
_DIRECTIVE = re.compile(rf"(?<!`)(?:{_BETWEEN})(?!`)|{_ALONE}")


class Directive(NamedTuple):
    """A comment at the characters `start` to `end` of a line, and its words after the name."""

    start: int
    end: int
    words: str


def directives(line: str) -> Iterator[Directive]:
    """The comments of a line that speak to the checker.

    >>> list(directives("She depend of it. <!-- solecism: ignore-line -->"))
    [Directive(start=18, end=48, words='ignore-line')]
    >>> list(directives("solecism: on the whole, a mistake"))
    []
    """
    if _NAME in line:
        for match in _DIRECTIVE.finditer(line):
            words = next(filter(None, match.groups()), "")
            yield Directive(match.start(), match.end(), words.strip())


def without_directives(line: str) -> str:
    """The line with blanks for these comments, a line of nothing else also for its end.

    So the lines before and after it stay one paragraph.
    """
    if _NAME not in line:
        return line
    plain = _DIRECTIVE.sub(lambda match: " " * len(match[0]), line)
    return " " * len(line) if plain.isspace() and not line.isspace() else plain


_FENCE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)*(?P<sign>`{3,}|~{3,})(?P<rest>[^`]*)\Z")


class Fences:
    """Whether lines are code, to be asked in the order of the text.

    >>> fences = Fences()
    >>> [fences.is_code(line) for line in ("See:", "```python", "x = 1", "```", "Done.")]
    [False, True, True, True, False]
    """

    def __init__(self) -> None:
        self._sign = ""

    @property
    def is_open(self) -> bool:
        """Whether the next line is in a code block, or ends it."""
        return bool(self._sign)

    def is_code(self, line: str) -> bool:
        """Whether the next line begins a code block, is inside one, or ends it."""
        fence = _FENCE.match(line)
        if not self._sign:
            self._sign = fence["sign"] if fence else ""
            return self.is_open
        if fence and fence["sign"].startswith(self._sign) and not fence["rest"].strip():
            self._sign = ""
        return True


_MAY_BE_MARKUP = re.compile(r"[<`|&\[*_#>]|~~~")
_REFERENCE = re.compile(r"[ \t]{0,3}\[[^\]\n]+\]:[ \t]+\S")
_TABLE_ROW = re.compile(r"[ \t]*\|.*\|\s*\Z|[^|\n]+\|[^|\n]+\||(?=.*\|)[ \t:|-]*-{3}[ \t:|-]*\s*\Z")
_LINE_HEAD = re.compile(r"[ \t]{0,3}(?:#{1,6}|>[> \t]*)(?=[ \t])")

_FRONT_MATTER = frozenset(("---", "+++"))
_FRONT_FIELD = re.compile(r"[\w-]+\s*[:=]")
_MOST_FRONT_LINES = 200

_WORD_ELEMENTS = frozenset(("code", "kbd", "samp"))
_HIDDEN = "script|style|pre|code|kbd|samp|textarea|svg|math|template"
_BLOCK = (
    "p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|tr|td|th|thead|tbody|br|hr|blockquote|section|article"
    "|header|footer|main|nav|aside|figure|figcaption|title|head|body|html|form|option|button"
)
# Greatest lengths, so that no text, however odd, takes more than linear time.
_ATTRIBUTES = r"(?:\s[^<>]{0,2000})?"
_LINK_END = r"\](?:\([^()\n]{0,1000}\)|\[[^\]\n]{0,200}\])"
_PIECE = (
    r"<!--.*?(?:-->|(?P<open_comment>\Z))"
    rf"|<(?P<hidden>{_HIDDEN})\b{_ATTRIBUTES}(?<!/)>.*?(?:</(?P=hidden)\s*>|(?P<open_hidden>\Z))"
    rf"|(?P<block></?(?:{_BLOCK})\b{_ATTRIBUTES}/?>)"
    rf"|</?[a-z][\w:-]{{0,60}}{_ATTRIBUTES}/?>|<![a-z][^<>]{{0,2000}}>"
    rf"|(?P<open_tag><(?:[a-z][\w-]{{0,60}}\s+[\w:-]{{1,60}}=[^<>]*|(?:a|img|{_BLOCK})\s*)\Z)"
    r"|(?P<address><[a-z][a-z+.-]{1,30}:[^<>\s]{1,2000}>|<[^<>\s@]{1,64}@[^<>\s@]{1,255}>)"
    r"|(?P<ticks>`++).{1,2000}?(?<!`)(?P=ticks)(?!`)"
    r"|!\[[^\]\n]{0,1000}\]\([^()\n]{0,1000}\)"
    rf"|(?<=\S){_LINK_END}|\[(?=[^\]\[\n]{{1,1000}}{_LINK_END})"
    r"|&(?:[a-z]{2,10}|\#\d{1,6}|\#x[\da-f]{1,6});"
    r"|(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])"
    r"|(?<![\w_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\w_])"
)
_SIGN = re.compile(r"\S")
_COMMENT_END = re.compile("-->")
_TAG_END = re.compile(r">|\A\s*\Z")


class UnmarkedText:
    """The lines of a text with blanks for markup, which can be restored.

    With `markup=False` only comments that speak to the checker become blanks. A line of nothing but
    such a comment is joined to the next one.

    >>> list(UnmarkedText(["Wait <b>for</b> `me`.\\n"]))
    ['Wait    for     xxxx.\\n']
    """

    def __init__(self, lines: Iterable[str], *, markup: bool = True) -> None:
        self._lines = lines
        self._markup = markup
        self._changes: deque[tuple[int, str]] = deque()
        self._fences = Fences()
        self._end: re.Pattern[str] | None = None

    def __iter__(self) -> Iterator[str]:
        offset, held = 0, ""
        for line, blanked in self._pairs():
            if blanked != line:
                self._changes.append((offset, line))
            offset += len(line)
            if line.endswith("\n") and not blanked.endswith("\n"):
                held += blanked
                continue
            yield held + blanked
            held = ""
        if held:
            yield held

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """The lines as they are, and with blanks."""
        if not self._markup:
            for line in self._lines:
                yield line, without_directives(line)
            return
        for line, is_front in _front_matter_marked(iter(self._lines)):
            yield line, _blank(line) if is_front else self._blanked(without_directives(line))

    def restored(self, sentence: Sentence, offset: int) -> Sentence:
        """The sentence as it was written, with markup, given the offset of its text.

        To be asked in the order of the text: what lies before is forgotten.
        """
        changes = self._changes
        while changes and changes[0][0] + len(changes[0][1]) <= offset:
            changes.popleft()
        whole = sentence.text + sentence.after
        end = offset + len(whole)
        if not changes or changes[0][0] >= end:
            return sentence
        for start, line in changes:
            if start >= end:
                break
            first, last = max(start, offset), min(start + len(line), end)
            written = line[first - start : last - start]
            whole = whole[: first - offset] + written + whole[last - offset :]
        return as_written(sentence, whole)

    def _blanked(self, line: str) -> str:
        if self._fences.is_open:
            self._fences.is_code(line)
            return _blank(line)
        if self._end is not None:
            closing = self._end.search(line)
            if closing is None:
                return _blank(line)
            self._end = None
            return _blank(line[: closing.end()]) + self._inline(line[closing.end() :])
        return self._blanked_outside(line) if _MAY_BE_MARKUP.search(line) else line

    def _blanked_outside(self, line: str) -> str:
        if self._fences.is_code(line):
            return _blank(line)
        if _REFERENCE.match(line) or _TABLE_ROW.match(line):
            return _blank(line)
        if head := _LINE_HEAD.match(line):
            return " " * head.end() + self._inline(line[head.end() :])
        return self._inline(line)

    def _inline(self, line: str) -> str:
        return _piece().sub(self._replacement, line)

    def _replacement(self, match: re.Match[str]) -> str:
        piece = match[0]
        if match["block"]:
            return "\n\n" + " " * (len(piece) - 2)
        if match["ticks"] or match["address"]:
            return _SIGN.sub("x", piece)
        if match["open_tag"]:
            self._end = _TAG_END
        elif match["open_comment"] is not None:
            self._end = _COMMENT_END
        elif match["open_hidden"] is not None:
            self._end = re.compile(rf"</{match['hidden']}\s*>", re.IGNORECASE)
        elif match["hidden"] and match["hidden"].lower() in _WORD_ELEMENTS:
            return _SIGN.sub("x", piece)
        return _blank(piece)


def as_written(sentence: Sentence, whole: str) -> Sentence:
    """A sentence with other characters, so many as before, in its text and the space after it."""
    text = whole[: len(sentence.text)]
    ends = zip(sentence.starts, sentence.ends, strict=True)
    words = tuple(text[start:end] for start, end in ends)
    return replace(sentence, text=text, words=words, after=whole[len(text) :])


@cache
def _piece() -> re.Pattern[str]:
    """The pattern of markup, compiled at first use, because most texts have no markup."""
    return re.compile(_PIECE, re.DOTALL | re.IGNORECASE)


def _blank(text: str) -> str:
    return _SIGN.sub(" ", text)


def _front_matter_marked(lines: Iterator[str]) -> Iterator[tuple[str, bool]]:
    """The lines, and whether each belongs to the settings at the head of a Markdown file."""
    held = list(islice(lines, 1))
    fence = held[0].strip() if held else ""
    if fence in _FRONT_MATTER:
        for line in islice(lines, _MOST_FRONT_LINES):
            held.append(line)
            if line.strip() == fence:
                break
    is_front = (
        len(held) > 2 and held[-1].strip() == fence and _FRONT_FIELD.match(held[1]) is not None
    )
    for line in held:
        yield line, is_front
    for line in lines:
        yield line, False
