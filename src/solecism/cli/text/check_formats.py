"""What `solecism check` writes: checked sentences in each of its formats, piece by piece."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from solecism import __version__
from solecism import site as sites
from solecism.check.explain import summary
from solecism.check.people import format_finding
from solecism.cli.text.check_files import Checked
from solecism.finding import CheckedSentence
from solecism.site import Site

# How many words on either side a rater needs at most; whole sentences, but for endless ones.
_REACH = 200


def pieces(
    format: str, checked: Iterable[CheckedSentence], told: Checked, detector: str, output: str
) -> Iterator[str]:
    """The text of the output; `told` counts while it is made."""
    # Each format brings what it needs: text for people, which is asked for most, comes soonest.
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

        return format_page(checked)
    if format == "sarif":
        from solecism.check.sarif import format_sarif

        return format_sarif(checked, version=__version__, detector=detector)
    return _for_people(checked, told, colour=_is_coloured(output))


def sites_of(checked: CheckedSentence) -> Iterator[Site]:
    """Every site that was decided, with its words and its sentence."""
    sentence = checked.sentence
    for flag in checked.flags:
        site = sites.parse(flag.site)
        words = " ".join(sentence.words[site.start : site.end])
        context = " ".join(sentence.words[max(0, site.start - _REACH) : site.end + _REACH])
        yield Site(site.sentence, site.start, site.end, site.kind, words, context)


def _for_people(
    checked: Iterable[CheckedSentence], told: Checked, *, colour: bool
) -> Iterator[str]:
    for sentence in checked:
        for finding in sentence.findings:
            yield format_finding(finding, colour=colour)
    if told.n_files:
        yield summary(told.n_findings, told.n_sentences, told.n_files) + "\n"


def _is_coloured(output: str) -> bool:
    return output == "-" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
