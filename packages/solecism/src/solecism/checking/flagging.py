"""A detector flags batches of sentences, and its suggestions are tried before they are made.

A suggestion that the detector itself would flag again is not made. What failed is tried once more
in another way: *for to play* is bad without both words, but not without *for*. At last suggestions
are spelt in the variety of English that the text is written in, British or American.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from operator import attrgetter

from solecism import site as sites
from solecism.checking.reading import DEFAULT_STEPS, FlaggedSentence, MarkedSentence, SentenceSteps
from solecism.checking.suggested_edits import TextChange
from solecism.detect.detector import Detector
from solecism.finding import span
from solecism.language.dictionary import Variety, prevailing_variety, spelt_as, variety_of
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, sentence_of
from solecism.system.processes import batches


def flag_sentences(
    marked: Iterable[MarkedSentence], detector: Detector, steps: SentenceSteps = DEFAULT_STEPS
) -> Iterator[FlaggedSentence]:
    """The flags of sentences, given which of them are English; the others have none."""
    for batch in batches(marked):
        yield from in_variety_of_text(flag_batch(batch, detector, steps))


def flag_batch(
    batch: Sequence[MarkedSentence], detector: Detector, steps: SentenceSteps = DEFAULT_STEPS
) -> list[FlaggedSentence]:
    """The flags of sentences that are read together; what is found depends on no others."""
    english = [sentence for sentence, is_english in batch if is_english and sentence.words]
    by_sentence: dict[str, list[Flag]] = {}
    annotated = list(steps.annotate(english))
    for flag in detector.flags(annotated):
        by_sentence.setdefault(sentence_of(flag.site), []).append(flag)
    tagged = {sentence.id: sentence for sentence in annotated if sentence.id in by_sentence}
    wrong = {
        id: steps.resolve(tagged[id], flags)
        for id, flags in by_sentence.items()
        if any(flag.error for flag in flags)
    }
    told = verify_suggestions([tagged[id] for id in wrong], list(wrong.values()), detector, steps)
    flags_of = dict(zip(wrong, told, strict=True))
    return [
        # What is said about an error depends on the tags of the words around it.
        (tagged[sentence.id], flags_of[sentence.id], is_english)
        if sentence.id in flags_of
        else (sentence, tuple(by_sentence.get(sentence.id, ())), is_english)
        for sentence, is_english in batch
    ]


Flags = tuple[Flag, ...]
_Span = tuple[int, int]
_LAST = sys.maxsize
# A next suggestion must be at least this probable to be tried where the first one has failed.
_LEAST_P = 0.2


def verify_suggestions(
    sentences: Sequence[Sentence],
    flags: Sequence[Flags],
    detector: Detector,
    steps: SentenceSteps,
) -> list[Flags]:
    """The flags of each sentence, with suggestions that are not flagged again.

    All first suggestions of a sentence are tried together, as `fixed` applies them. Where some
    fail, others are tried once; an error for which these fail, too, has no suggestion. It is no
    error if what is suggested beside it mends it as well.
    """
    tried = _tried(sentences, flags, detector, steps)
    result = [trial.kept() for trial in tried]
    failed = [number for number, trial in enumerate(tried) if trial.failed]
    others = [_with_others(tried[number]) for number in failed]
    second = _tried([sentences[number] for number in failed], others, detector, steps)
    for number, trial in zip(failed, second, strict=True):
        # What was good before must be good with the others as well.
        if trial.changes and not any(trial.has_failed(flag) for flag in tried[number].good_flags):
            result[number] = trial.kept()
    return result


def _is_mended(flag: Flag) -> bool:
    return flag.error and bool(flag.suggestions)


def _errors(
    fixed: Sequence[Sentence], detector: Detector, steps: SentenceSteps
) -> dict[str, list[_Span]]:
    """The spans of characters of all errors in the fixed sentences, by sentence."""
    if not fixed:
        return {}
    # Each is a text of its own: without their errors, all of them would be a better writer's.
    by_id = {f"{sentence.id}.1": sentence for sentence in fixed}
    alone = [replace(sentence, id=id) for id, sentence in by_id.items()]
    errors: dict[str, list[_Span]] = {}
    for flag in detector.flags(list(steps.annotate(alone))):
        if flag.error:
            site = sites.parse(flag.site)
            sentence = by_id[site.sentence]
            errors.setdefault(sentence.id, []).append(span(sentence, site.start, site.end))
    return errors


def _tried(
    sentences: Sequence[Sentence],
    flags: Sequence[Flags],
    detector: Detector,
    steps: SentenceSteps,
) -> list[_Trial]:
    """What becomes of the sentences if the first suggestion of every error is followed."""
    fixed = {
        sentence.id: steps.fix(sentence, its_flags)
        for sentence, its_flags in zip(sentences, flags, strict=True)
        if any(map(_is_mended, its_flags))
    }
    again = _errors([each.sentence for each in fixed.values() if each.sentence], detector, steps)
    trials = []
    for sentence, its_flags in zip(sentences, flags, strict=True):
        changes = fixed[sentence.id].changes if sentence.id in fixed else ()
        errors = _Spans(again.get(sentence.id, ()))
        failed = list(_failed(changes, errors))
        trials.append(_Trial(sentence, its_flags, changes, failed, errors))
    return trials


@dataclass(frozen=True, slots=True)
class _Trial:
    """A sentence after changes, some of which have failed, and the errors that it still has."""

    sentence: Sentence
    flags: Flags
    changes: Sequence[TextChange]
    failed: Sequence[TextChange]
    errors: _Spans

    @property
    def good_flags(self) -> Iterator[Flag]:
        """The flags whose suggestions can be followed."""
        return (each for each in self.flags if _is_mended(each) and not self.has_failed(each))

    def has_failed(self, flag: Flag) -> bool:
        """Whether the suggestion of a flag is among the changes that failed."""
        return _is_mended(flag) and _is_beside(self.failed, *span(self.sentence, *_place(flag)))

    def kept(self) -> Flags:
        """The flags, without suggestions that failed and without errors that others mend."""
        failed = set(self.failed)
        good = [change for change in self.changes if change not in failed]
        shifts = list(accumulate(map(_growth, self.changes), initial=0))
        return tuple(self._kept(flag, good, shifts) for flag in self.flags)

    def _kept(self, flag: Flag, good: Sequence[TextChange], shifts: Sequence[int]) -> Flag:
        """The flag; `shifts` are the numbers of characters that the changes up to each one add."""
        if self.has_failed(flag):
            return replace(flag, suggestions=())
        if not flag.error or flag.suggestions:
            return flag
        start, end = span(self.sentence, *_place(flag))
        shift = shifts[bisect_right(self.changes, start, key=attrgetter("end"))]
        is_mended = _is_beside(good, start - 1, end + 1) and not self.errors.touch(
            start + shift, end + shift
        )
        return replace(flag, error=False) if is_mended else flag


def _is_beside(changes: Sequence[TextChange], start: int, end: int) -> bool:
    """Whether one of some changes, which are in order, touches the characters `start` to `end`."""
    first = bisect_left(changes, start, key=attrgetter("end"))
    return first < len(changes) and changes[first].start <= end


def _with_others(trial: _Trial) -> Flags:
    """The flags of a sentence with the next suggestions of those that failed.

    Of errors side by side that failed together the surest one is to be mended alone.
    """
    flags = list(trial.flags)
    numbers = [number for number, flag in enumerate(flags) if trial.has_failed(flag)]
    for group in _side_by_side(flags, numbers):
        surest = max(group, key=lambda number: flags[number].confidence or 0.0)
        if len(group) == 1:
            rest = flags[surest].suggestions[1:]
            others = tuple(each for each in rest if (each.p or 0.0) >= _LEAST_P)
            flags[surest] = replace(flags[surest], suggestions=others)
        for number in group:
            if number != surest:
                flags[number] = replace(flags[number], suggestions=())
    return tuple(flags)


def _side_by_side(flags: Sequence[Flag], numbers: Iterable[int]) -> Iterator[list[int]]:
    """The numbers of flags, in groups of those with no word between them."""
    group: list[int] = []
    for number in sorted(numbers, key=lambda number: _place(flags[number])):
        if group and _place(flags[number])[0] > _place(flags[group[-1]])[1]:
            yield group
            group = []
        group.append(number)
    if group:
        yield group


def _place(flag: Flag) -> _Span:
    site = sites.parse(flag.site)
    return site.start, site.end


def _failed(done: Sequence[TextChange], errors: _Spans) -> Iterator[TextChange]:
    """The changes whose new characters, or whose gap, are in an error again."""
    shift = 0
    for change in done:
        start = change.start + shift + len(change.text) - len(change.text.lstrip())
        end = start + len(change.text.strip())
        shift += _growth(change)
        if errors.touch(start, end):
            yield change


def _growth(change: TextChange) -> int:
    """The number of characters that a change adds."""
    return len(change.text) - (change.end - change.start)


class _Spans:
    """Spans of characters of a sentence; there may be thousands."""

    def __init__(self, spans: Iterable[_Span]) -> None:
        self._spans = sorted(spans)
        # Where the spans up to each one end.
        self._ends = list(accumulate((last for _, last in self._spans), max))

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them shares a character with `start` to `end`; a gap touches its sides."""
        first, last = bisect_left(self._ends, start), bisect_right(self._spans, (end, _LAST))
        return any(_meet(*each, start, end) for each in islice(self._spans, first, last))


def _meet(first: int, last: int, start: int, end: int) -> bool:
    if first == last or start == end:
        return first <= end and last >= start
    return first < end and last > start


def in_variety_of_text(flagged: Sequence[FlaggedSentence]) -> Sequence[FlaggedSentence]:
    """The sentences of a text; no suggestion is American where the text is British, or reversed.

    A text in which neither prevails is left as it is.
    """
    if not any(_has_variety(flag) for _, flags, _ in flagged for flag in flags):
        return flagged
    variety = prevailing_variety(word for sentence, _, _ in flagged for word in sentence.words)
    if variety is None:
        return flagged
    return [
        (sentence, tuple(_spelt(flag, variety) for flag in flags), is_english)
        for sentence, flags, is_english in flagged
    ]


def _has_variety(flag: Flag) -> bool:
    return flag.error and any(
        variety_of(word) for each in flag.suggestions for word in each.text.split()
    )


def _spelt(flag: Flag, variety: Variety) -> Flag:
    if not _has_variety(flag):
        return flag
    suggestions: dict[str, Suggestion] = {}
    for each in flag.suggestions:
        text = " ".join(spelt_as(word, variety) for word in each.text.split())
        suggestions.setdefault(text, replace(each, text=text))
    return replace(flag, suggestions=tuple(suggestions.values()))
