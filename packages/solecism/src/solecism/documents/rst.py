"""reStructuredText markup in a text, replaced by blanks character for character.

Lengths never change, so that every offset stays true. Literals, roles and references become words
of x's; directives with their blocks, literal blocks, comments, tables and lines under titles become
white space. The text of notes and warnings is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solecism.documents.document import Document, masked_document

_NOTES = frozenset(
    """note warning tip hint important caution attention danger error seealso versionadded
    versionchanged deprecated admonition topic sidebar epigraph""".split()
)
_EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*))?$")
_DIRECTIVE = re.compile(r"(?P<name>[\w:-]+)::[ \t]*(?P<text>.*)$")
_OPTION = re.compile(r"[ \t]+:[\w-]+:")
_RULE = re.compile(r"\s*(?:([=\-`:'\"~^_*+#<>.])\1{2,}|[=+|-][=+| -]{2,})\s*$")
_TABLE_ROW = re.compile(r"[ \t]*\|.*\|\s*$")
_FIELD = re.compile(r"[ \t]*:[^:\n]{1,60}:(?=\s|$)")
_INLINE = re.compile(
    r"(?P<word>``[^`\n]{1,500}``|:[\w:.-]{1,60}:`[^`\n]{1,300}`|(?<!\w)\|[\w -]{1,60}\|_?"
    r"|`[^`<\n]{1,300}`_{0,2}|\[[#*\w]{1,40}\]_|\b[a-z]{3,6}://[^\s<>]+)"
    r"|(?P<head>`)(?=[^`<\n]{1,300}<[^>\n]{1,500}>`_)|(?P<tail>\s?<[^>\n]{1,500}>`_{1,2})"
    r"|(?P<sign>(?<![\w*])\*{1,2}(?=[^\s*])|(?<=[^\s*])\*{1,2}(?![\w*])|::(?=\s*$))"
)
_SIGN = re.compile(r"\S")


def parse_text(source: str) -> Document:
    """The document of a text in reStructuredText."""
    return masked_document(source, unmarked_rst(source))


def unmarked_rst(text: str) -> str:
    """The text with blanks for reStructuredText markup.

    >>> unmarked_rst("See ``a`` and *that* one::\\n\\n    of code\\n\\nEnd.\\n").split()
    ['See', 'xxxxx', 'and', 'that', 'one', 'End.']
    """
    return "".join(_lines(text.splitlines(keepends=True)))


def _lines(lines: list[str]) -> Iterator[str]:
    hidden: int | None = None  # lines that are indented further than this are hidden
    for line in lines:
        is_blank = not line.strip()
        if hidden is not None and (is_blank or _indent(line) > hidden):
            yield _blank(line)
            continue
        hidden = None
        if is_blank or _RULE.match(line) or _TABLE_ROW.match(line) or _OPTION.match(line):
            yield _blank(line)
        elif explicit := _EXPLICIT.match(line.rstrip("\r\n")):
            prose, is_hidden = _explicit(explicit)
            hidden = _indent(line) if is_hidden else None
            yield prose + line[len(prose) :]
        else:
            if line.rstrip().endswith("::"):
                hidden = _indent(line)
            yield _inline(_FIELD.sub(lambda field: _blank(field[0]), line))


def _explicit(explicit: re.Match[str]) -> tuple[str, bool]:
    """What is left of a line that begins with two points, and whether its block is hidden."""
    directive = _DIRECTIVE.match(explicit["rest"] or "")
    if directive is None or directive["name"] not in _NOTES:
        return _blank(explicit[0]), True
    start = explicit.start("rest") + directive.start("text")
    return " " * start + _inline(explicit[0][start:]), False


def _inline(line: str) -> str:
    return _INLINE.sub(lambda match: ("x" if match["word"] else " ") * len(match[0]), line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _blank(text: str) -> str:
    return _SIGN.sub(" ", text)
