"""A checked text as one self-contained HTML page: the marked text, and a list of findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from solecism.check import explain
from solecism.check.files import CheckSummary
from solecism.check.people import safe
from solecism.check.reasons.reason import reason
from solecism.finding import CheckedSentence, Finding

_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1rem; max-width: 48rem;
  font: 1.05rem/1.6 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
.text { white-space: pre-wrap; }
mark { background: #ffe08a; color: #111; border-bottom: 2px solid #b3261e; padding: 0 .1em; }
mark a { color: inherit; text-decoration: none; } mark sup { font-size: .7em; }
a:focus-visible { outline: 3px solid #1565c0; outline-offset: 2px; }
.other { color: GrayText; }
li { margin: .5rem 0; } li:target, mark:target { outline: 2px solid #1565c0; }
.fix { font-weight: 600; } .place { font-variant-numeric: tabular-nums; }
"""


def format_page(
    checked: Iterable[CheckedSentence],
    *,
    title: str = "Checked text",
    summary: CheckSummary | None = None,
) -> Iterator[str]:
    """The page in pieces: the text of each file with its findings marked, then their list.

    `summary` says which kinds of error were looked for when the sentences have been taken.
    """
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_shown(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{_shown(title)}</h1>\n"
    )
    yield from format_articles(checked)
    if summary is not None and summary.kinds:
        yield f"<p>{explain.looked_for(summary.kinds)}</p>\n"
    yield "</body>\n</html>\n"


def format_articles(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The content of the page without its head: one article per file, then the summary."""
    n_findings = n_sentences = n_files = 0
    for file, sentences in groupby(checked, key=lambda sentence: sentence.file):
        n_files += 1
        yield f'<article>\n<h2>{_shown(file)}</h2>\n<div class="text">'
        findings: list[tuple[int, Finding]] = []
        for sentence in sentences:
            n_sentences += 1
            numbered = list(enumerate(sentence.findings, n_findings + 1))
            n_findings += len(numbered)
            findings += numbered
            yield _marked(sentence, numbered)
        yield "</div>\n"
        if findings:
            yield f'<ol start="{findings[0][0]}">\n{"".join(map(_item, findings))}</ol>\n'
        yield "</article>\n"
    yield f"<footer>{explain.summary(n_findings, n_sentences, n_files)}</footer>\n"


def _marked(checked: CheckedSentence, numbered: list[tuple[int, Finding]]) -> str:
    text = checked.sentence.text
    pieces: list[str] = []
    done = 0
    for number, finding in numbered:
        pieces.append(_text(text[done : max(done, finding.start)]))
        marked = _text(text[max(done, finding.start) : finding.end]) or "&#8202;"
        pieces.append(
            f'<mark id="m{number}"><a href="#f{number}">{marked}<sup>{number}</sup></a></mark>'
        )
        done = max(done, finding.end)
    pieces.append(_text(text[done:]) + _text(checked.sentence.after))
    whole = "".join(pieces)
    return whole if checked.is_checked else f'<span class="other">{whole}</span>'


def _item(numbered: tuple[int, Finding]) -> str:
    number, finding = numbered
    why = ", ".join(filter(None, (reason(finding), explain.certainty(finding))))
    advice = explain.advice(finding)
    return (
        f'<li id="f{number}"><a class="place" href="#m{number}">{_shown(finding.shown_place)}</a> '
        f"{_shown(explain.name(finding.flag.kind))}: {_shown(why)}. "
        f'<span class="fix">{_shown(advice[:1].upper() + advice[1:])}</span></li>\n'
    )


def _shown(text: str) -> str:
    return escape(safe(text))


def _text(text: str) -> str:
    """Text of the document with its line breaks."""
    return "\n".join(map(_shown, text.split("\n")))
