"""The formats that checked sentences are written in, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism import site as sites
from solecism.check.explain import looked_for
from solecism.check.explain import summary as summary_line
from solecism.check.files import CheckSummary
from solecism.check.people import format_finding
from solecism.finding import CheckedSentence
from solecism.site import Site
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
        from solecism.check.edits import annotated
        from solecism.formats import m2

        return m2.format(map(annotated, checked))
    if format == "html":
        from solecism.check.page import format_page

        return format_page(checked, summary=summary)
    if format == "sarif":
        from solecism.check.sarif import format_sarif

        return format_sarif(checked, version=__version__, detector=detector)
    if format == "github":
        from solecism.check.annotations import format_annotations

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
    for sentence in checked:
        for finding in sentence.findings:
            yield format_finding(finding, colour=colour)
    if summary.n_files:
        yield looked_for(summary.kinds) + "\n"
        yield summary_line(summary.n_findings, summary.n_sentences, summary.n_files) + "\n"
