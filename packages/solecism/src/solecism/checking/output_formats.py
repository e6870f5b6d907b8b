"""The formats that checked sentences are written in, and the text for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism import site as sites
from solecism.checking import explanations
from solecism.checking.checked_files import CheckSummary
from solecism.checking.explanations import looked_for, page_names, summary_line
from solecism.checking.reasons import reason
from solecism.finding import CheckedSentence, Finding
from solecism.site import Site
from solecism.system.display_text import display_width, safe, shortened, visible
from solecism.version import __version__

# The ending of a file with the findings of one text, by format.
ENDINGS = {
    "text": ".txt",
    "jsonl": ".jsonl",
    "sites": ".sites.jsonl",
    "m2": ".m2",
    "html": ".html",
    "sarif": ".sarif",
    "github": ".github.txt",
}
FORMATS = tuple(ENDINGS)
# How many words on either side a rater needs at most: whole sentences, unless they are very long.
_REACH = 200


def format_checked(
    checked: Iterable[CheckedSentence],
    format: str,
    *,
    summary: CheckSummary,
    detector: str,
    colour: bool = False,
) -> Iterator[str]:
    """The sentences in one of `FORMATS`; `summary` is complete when they have all been taken."""
    # Each format imports what it needs: text, which is used most often, starts fastest.
    if format in ("jsonl", "sites"):
        from solecism.formats import jsonl

        if format == "jsonl":
            return jsonl.format(flag for sentence in checked for flag in sentence.flags)
        return jsonl.format(site for sentence in checked for site in sites_of(sentence))
    if format == "m2":
        from solecism.checking.suggested_edits import annotated
        from solecism.formats import m2

        return m2.format(map(annotated, checked))
    if format == "html":
        from solecism.checking.html_page import format_page

        return format_page(checked, summary=summary)
    if format == "sarif":
        from solecism.checking.code_review import format_sarif

        return format_sarif(checked, version=__version__, detector=detector)
    if format == "github":
        from solecism.checking.code_review import format_annotations

        return format_annotations(checked)
    return _format_text(checked, summary, colour=colour)


def sites_of(checked: CheckedSentence) -> Iterator[Site]:
    """Every site that the detector decided about, with its words and its sentence."""
    sentence = checked.sentence
    for flag in checked.flags:
        site = sites.parse(flag.site)
        words = " ".join(sentence.words[site.start : site.end])
        context = " ".join(sentence.words[max(0, site.start - _REACH) : site.end + _REACH])
        yield Site(site.sentence, site.start, site.end, site.kind, words, context)


def _format_text(
    checked: Iterable[CheckedSentence], summary: CheckSummary, *, colour: bool
) -> Iterator[str]:
    kinds: set[str | None] = set()
    for sentence in checked:
        for finding in sentence.findings:
            kinds.add(finding.kind)
            yield format_finding(finding, colour=colour)
    if names := page_names(kinds):
        yield f"Rules and examples: solecism explain KIND ({', '.join(names)}).\n"
    if summary.n_files:
        yield looked_for(summary.kinds) + "\n"
        yield summary_line(summary.n_findings, summary.n_sentences, summary.n_files) + "\n"


_WIDTH = 88
_INDENT = "    "
_BOLD, _RED, _GREEN, _DIM, _PLAIN = "\033[1m", "\033[1;31m", "\033[32m", "\033[2m", "\033[0m"


def format_finding(finding: Finding, *, colour: bool = False) -> str:
    """Four lines: `FILE:LINE:COLUMN: kind: reason`, the sentence, a mark with advice, a blank.

    A document without lines has its own places: `FILE: paragraph 3: kind: reason`.
    """
    where = f"{visible(finding.file)}:{' ' if finding.where else ''}{safe(finding.shown_place)}"
    what = explanations.kind_name(finding.flag.kind)
    why = ", ".join(filter(None, (reason(finding), explanations.certainty(finding))))
    before, marked, behind = excerpt(finding)
    sign = "^" * max(1, display_width(marked))
    advice = explanations.advice(finding)
    if colour:
        where, what = f"{_BOLD}{where}{_PLAIN}", f"{_RED}{what}{_PLAIN}"
        why = f"{_DIM}{safe(why)}{_PLAIN}"
        marked = f"{_RED}{marked}{_PLAIN}" if marked else ""
        pointer = f"{_RED}{sign}{_PLAIN} {_GREEN}{safe(advice)}{_PLAIN}"
    else:
        why = safe(why)
        pointer = f"{sign} {safe(advice)}".rstrip()
    return (
        f"{where}: {what}: {why}\n{_INDENT}{before}{marked}{behind}\n"
        f"{_INDENT}{' ' * display_width(before)}{pointer}\n\n"
    )


def excerpt(finding: Finding, most: int = _WIDTH) -> tuple[str, str, str]:
    """The sentence before, in and after the finding, cut to about this number of characters."""
    text, start, end = finding.sentence.text, finding.start, finding.end
    marked = shortened(text[start:end], most)
    starts = finding.sentence.starts
    first, last = (starts[0] if starts else 0), len(text)
    if last - first > most:
        half = max(10, (most - len(marked)) // 2)
        begin = max(first, min(start - half, last - most))
        last = min(last, max(begin + most, end))
        first = begin
    lead = "…" if first > (starts[0] if starts else 0) else ""
    tail = "…" if last < len(text) else ""
    return lead + safe(text[first:start]), safe(marked), safe(text[end:last]) + tail
