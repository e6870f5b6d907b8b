"""The checked text of one writer as HTML: counts by kind, and paragraphs with their findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

from solecism.check import explain
from solecism.check.people import safe
from solecism.check.reasons.reason import reason
from solecism.counted import count
from solecism.finding import CheckedSentence, Finding

# What is marked where a word is missing.
_GAP = "\N{LOGICAL AND}"


@dataclass(frozen=True, slots=True)
class Article:
    """The HTML of one file, and how many findings and sentences it has.

    `number` tells it from other articles of the same page: its id is `text1`, `text2` and so on.
    """

    file: str
    number: int
    html: str
    n_findings: int
    n_sentences: int


def article(file: str, sentences: Iterable[CheckedSentence], number: int) -> Article:
    """The article of a file, given its checked sentences in order."""
    kinds: Counter[str] = Counter()
    parts: list[str] = []
    n_sentences = 0
    for lines in _by_lines(sentences):
        findings = list(chain.from_iterable(sentence.findings for sentence in lines))
        parts.append(_part(lines, findings, number, n_before=kinds.total()))
        kinds.update(explain.name(finding.kind) for finding in findings)
        n_sentences += len(lines)
    head = f'<article id="text{number}">\n<h2>{shown(file)}</h2>\n{_counts(kinds)}'
    html = "".join((head, *parts, "</article>\n"))
    return Article(file, number, html, kinds.total(), n_sentences)


def shown(text: str) -> str:
    """Text in one line, with nothing in it that could be markup or move other text."""
    return escape(safe(text))


def _by_lines(sentences: Iterable[CheckedSentence]) -> Iterator[list[CheckedSentence]]:
    """The sentences in groups, each up to a sentence that ends its line."""
    group: list[CheckedSentence] = []
    for sentence in sentences:
        group.append(sentence)
        if "\n" in sentence.sentence.after:
            yield group
            group = []
    if group:
        yield group


def _counts(kinds: Counter[str]) -> str:
    if not kinds:
        return '<p class="none">No errors found.</p>\n'
    items = "".join(f"<li>{shown(kind)}: {n:,}</li>" for kind, n in kinds.most_common())
    return f'<p>{count(kinds.total(), "finding")}:</p>\n<ul class="kinds">{items}</ul>\n'


def _part(
    lines: Sequence[CheckedSentence], findings: Sequence[Finding], number: int, *, n_before: int
) -> str:
    """Some lines of the text, and their findings beside or below them."""
    pieces: list[str] = []
    n = n_before
    for sentence in lines:
        pieces.append(_marked(sentence, f"{number}-", n))
        n += len(sentence.findings)
    # One line end is the end of this part.
    text = "".join(pieces).removesuffix("\n")
    part = f'<div class="part">\n<div class="text">{text}</div>\n'
    if findings:
        ids = (f"{number}-{n}" for n in range(n_before + 1, n + 1))
        items = "".join(map(_item, findings, ids))
        part += f'<ol class="findings" start="{n_before + 1}">\n{items}</ol>\n'
    return f"{part}</div>\n"


def _marked(checked: CheckedSentence, prefix: str, n_before: int) -> str:
    text = checked.sentence.text
    pieces: list[str] = []
    done = 0
    for n, finding in enumerate(checked.findings, n_before + 1):
        pieces.append(_lines(text[done : max(done, finding.start)]))
        marked = _lines(text[max(done, finding.start) : finding.end])
        id, css_class = f"{prefix}{n}", "" if marked else ' class="gap"'
        link = f'<a href="#f{id}">{marked or _GAP}<sup>{n}</sup></a>'
        pieces.append(f'<mark id="m{id}"{css_class}>{link}</mark>')
        done = max(done, finding.end)
    pieces.append(_lines(text[done:]) + _lines(checked.sentence.after))
    whole = "".join(pieces)
    return whole if checked.is_checked else f'<span class="other">{whole}</span>'


def _item(finding: Finding, id: str) -> str:
    """What is said about a finding; the name of its kind leads back to its mark."""
    name = shown(explain.sentence_case(explain.name(finding.kind)))
    lines = {
        "fix": explain.advice(finding),
        "sure": explain.certainty(finding),
        "place": finding.where,
    }
    spans = (
        f' <span class="{css_class}">{shown(explain.sentence_case(line))}.</span>'
        for css_class, line in lines.items()
        if line
    )
    link = f'<a href="#m{id}">{name}</a>'
    return f'<li id="f{id}">{link}: {shown(reason(finding))}.{"".join(spans)}</li>\n'


def _lines(text: str) -> str:
    """Text of the document with its line breaks."""
    return "\n".join(map(shown, text.split("\n")))
