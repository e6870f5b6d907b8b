"""Suggestions are tried: one that the detector itself would flag again is not made."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from operator import attrgetter

from solecism import site as sites
from solecism.check.advice.changes import Change
from solecism.check.advice.steps import FixedSentence, SentenceSteps
from solecism.detect.detector import Detector
from solecism.finding import span
from solecism.flag import Flag
from solecism.sentence import Sentence
from solecism.site import sentence_of

Flags = tuple[Flag, ...]
_Span = tuple[int, int]
_LAST = sys.maxsize
_NO_ADVICE = FixedSentence((), None)


def verified(
    sentences: Sequence[Sentence],
    flags: Sequence[Flags],
    detector: Detector,
    steps: SentenceSteps,
) -> list[Flags]:
    """The flags of each sentence; an error whose first suggestion is flagged again has none.

    All first suggestions of a sentence are tried together, as `fixed` applies them.
    """
    tried = {
        sentence.id: steps.fix(sentence, its_flags)
        for sentence, its_flags in zip(sentences, flags, strict=True)
        if any(flag.error and flag.suggestions for flag in its_flags)
    }
    fixed = [each.sentence for each in tried.values() if each.sentence is not None]
    again = _errors(fixed, detector, steps)
    return [
        _without_failures(sentence, its_flags, tried.get(sentence.id, _NO_ADVICE), again)
        for sentence, its_flags in zip(sentences, flags, strict=True)
    ]


def _errors(
    fixed: Sequence[Sentence], detector: Detector, steps: SentenceSteps
) -> dict[str, list[_Span]]:
    """The spans of characters of all errors in the fixed sentences, by sentence."""
    by_id = {sentence.id: sentence for sentence in fixed}
    errors: dict[str, list[_Span]] = {}
    for flag in detector.flags(list(steps.annotate(fixed))):
        if flag.error:
            site = sites.parse(flag.site)
            place = span(by_id[site.sentence], site.start, site.end)
            errors.setdefault(sentence_of(flag.site), []).append(place)
    return errors


def _without_failures(
    sentence: Sentence,
    flags: Flags,
    tried: FixedSentence,
    again: Mapping[str, Sequence[_Span]],
) -> Flags:
    errors = again.get(sentence.id)
    failed = list(_failed(tried.changes, errors)) if errors else []
    if not failed:
        return flags
    return tuple(_without_suggestions(sentence, flag, failed) for flag in flags)


def _without_suggestions(sentence: Sentence, flag: Flag, failed: Sequence[Change]) -> Flag:
    """The flag; one whose suggestion is among the changes that failed has none."""
    if not flag.error or not flag.suggestions:
        return flag
    site = sites.parse(flag.site)
    start, end = span(sentence, site.start, site.end)
    # Changes are in order, and do not overlap.
    first = bisect_left(failed, start, key=attrgetter("end"))
    is_failed = first < len(failed) and failed[first].start <= end
    return replace(flag, suggestions=()) if is_failed else flag


def _failed(done: Sequence[Change], errors: Sequence[_Span]) -> Iterator[Change]:
    """The changes whose new characters, or whose gap, are in an error again."""
    shift = 0
    errors = sorted(errors)
    # Where the errors up to each one end: there may be thousands, most of them before a change.
    ends = list(accumulate((last for _, last in errors), max))
    for change in done:
        start = change.start + shift + len(change.text) - len(change.text.lstrip())
        end = start + len(change.text.strip())
        shift += len(change.text) - (change.end - change.start)
        near = islice(errors, bisect_left(ends, start), bisect_right(errors, (end, _LAST)))
        if any(_meet(first, last, start, end) for first, last in near):
            yield change


def _meet(first: int, last: int, start: int, end: int) -> bool:
    if first == last or start == end:
        return first <= end and last >= start
    return first < end and last > start
