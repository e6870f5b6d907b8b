"""Suggestions are tried: one that the detector itself would flag again is not made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from solecism import site as sites
from solecism.check.advice.changes import Change, apply, changes
from solecism.check.edits import edit_of
from solecism.detect.detector import Detector
from solecism.finding import span
from solecism.flag import Flag
from solecism.language.annotate import annotate_sentences
from solecism.language.text.tokenise import tokenise
from solecism.sentence import Sentence, tokenised
from solecism.site import sentence_of

Flags = tuple[Flag, ...]
Annotate = Callable[[Sequence[Sentence]], Iterable[Sentence]]
_Span = tuple[int, int]


def verified(
    sentences: Sequence[Sentence],
    flags: Sequence[Flags],
    detector: Detector,
    annotate: Annotate = annotate_sentences,
) -> list[Flags]:
    """The flags of each sentence; an error whose first suggestion is flagged again has none.

    All first suggestions of a sentence are tried together, as `fixed` applies them.
    """
    tried = {
        sentence.id: _changes(sentence, its_flags)
        for sentence, its_flags in zip(sentences, flags, strict=True)
        if any(flag.error and flag.suggestions for flag in its_flags)
    }
    fixed = [_fixed(each, tried[each.id]) for each in sentences if each.id in tried]
    again = _errors(fixed, detector, annotate)
    return [
        tuple(_without_failures(sentence, its_flags, tried, again))
        for sentence, its_flags in zip(sentences, flags, strict=True)
    ]


def _changes(sentence: Sentence, flags: Flags) -> list[Change]:
    edits = [
        edit_of(flag, sentence.words, flag.suggestions[0])
        for flag in flags
        if flag.error and flag.suggestions
    ]
    return changes(sentence, edits)


def _fixed(sentence: Sentence, done: Sequence[Change]) -> Sentence:
    text = apply(sentence.text, done)
    return tokenised(sentence.id, text, *tokenise(text), after=sentence.after)


def _errors(
    fixed: Sequence[Sentence], detector: Detector, annotate: Annotate
) -> dict[str, list[_Span]]:
    """The spans of characters of all errors in the fixed sentences, by sentence."""
    by_id = {sentence.id: sentence for sentence in fixed}
    errors: dict[str, list[_Span]] = {}
    for flag in detector.flags(list(annotate(fixed))):
        if flag.error:
            site = sites.parse(flag.site)
            place = span(by_id[site.sentence], site.start, site.end)
            errors.setdefault(sentence_of(flag.site), []).append(place)
    return errors


def _without_failures(
    sentence: Sentence,
    flags: Flags,
    tried: Mapping[str, Sequence[Change]],
    again: Mapping[str, Sequence[_Span]],
) -> Iterator[Flag]:
    failed = list(_failed(tried.get(sentence.id, ()), again.get(sentence.id, ())))
    for flag in flags:
        if failed and flag.error and flag.suggestions:
            site = sites.parse(flag.site)
            start, end = span(sentence, site.start, site.end)
            if any(change.start <= end and start <= change.end for change in failed):
                flag = replace(flag, suggestions=())
        yield flag


def _failed(done: Sequence[Change], errors: Sequence[_Span]) -> Iterator[Change]:
    """The changes whose new characters, or whose gap, are in an error again."""
    shift = 0
    for change in done:
        start = change.start + shift + len(change.text) - len(change.text.lstrip())
        end = start + len(change.text.strip())
        shift += len(change.text) - (change.end - change.start)
        if any(_meet(first, last, start, end) for first, last in errors):
            yield change


def _meet(first: int, last: int, start: int, end: int) -> bool:
    if first == last or start == end:
        return first <= end and last >= start
    return first < end and last > start
