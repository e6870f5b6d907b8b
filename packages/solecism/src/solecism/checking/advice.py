"""Suggestions are tried in their sentence before they are made, and repairs are made whole.

1. Of the errors of a sentence the sure ones are put right, and the detector reads the sentence
   again. What belongs to one repair shows now: *suggest to go* without *to* needs *going*. Such a
   change is made larger, so that one finding has all of it. What was doubted before only because
   of another error is no error any more. If a suggestion fails, the next one takes its
   place, if it is probable enough.
2. The less sure errors are put right as well, with what had to be changed in the first step, and
   the sentence is read once more. What is flagged again, or has a new error beside it, is not
   suggested.

3. Where a whole repair fails, the surest of its parts is tried alone.

4. Where more errors are expected around a change after it than before, it is not suggested.

So a suggestion leaves the sentence better, or it is not made. How probable it is that an annotator
would make it, as people are told, follows from the same readings. Everything is worked out with all
errors that the detector proposes: what is shown of it, to whom, is decided afterwards.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate

from solecism import site as sites
from solecism.checking.reading import FixedSentence, SentenceSteps
from solecism.checking.suggested_edits import TextChange, edit_of, text_changes
from solecism.checking.whole_repairs import (
    composed,
    may_be_one_repair,
    repairs_and_parts,
    surest_alone,
)
from solecism.detect.detector import (
    MISSPELLING,
    Detector,
    EditEvidence,
    Proposal,
    near,
    proposals,
    told,
)
from solecism.finding import span
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.site import Flag

Flags = tuple[Flag, ...]
_Span = tuple[int, int]
# What is at least this sure is put right first.
_SURE = 0.6
# An error that was doubted before is taken for a new one if it is surer by so much.
_MUCH = 0.15
# An error in the changed sentence counts from this probability on.
_LEAST_AGAIN = 0.5
# What is farther apart does not stand side by side.
_MOST_SPACES = 8
# Words and gaps so far from a change are around it.
_REACH = 3
# A next suggestion must be at least this probable to be tried where the first one has failed.
_LEAST_P = 0.2
_SURE_OF_RULE = 0.6
# Of errors of these groups one may be none once the other is put right.
_AGREEING = frozenset(
    (sites.NUMBER, sites.DETERMINER, "agreement", "pronoun", "tense", "verb", "verb-form")
)
# What a rule wrote is taken back if this sure.
_SURE_AGAINST_RULE = 0.85
# So many more errors after what a rule suggests may be chance.
_CHANCE = 0.1
# A misspelt word is put right, whatever else is wrong there, if the right one is this probable.
_SURE_WORD = 0.5


def advised(
    sentences: Sequence[Sentence],
    flags: Sequence[Flags],
    proposed: Sequence[Proposal],
    detector: Detector,
    steps: SentenceSteps,
) -> list[Flags]:
    """The flags of each sentence, with suggestions that leave it better.

    An error for which no suggestion does has none. It is no error if what is suggested beside it
    mends it as well. The flags come from what was `proposed`. Suggestions have the probabilities
    that people are told.
    """
    trials = [
        _trial(sentence, its_flags, proposal)
        for sentence, its_flags, proposal in zip(sentences, flags, proposed, strict=True)
    ]
    _try(trials, [each.first_flags for each in trials], detector, steps)
    for trial in trials:
        trial.revise()
    again = [each for each in trials if each.needs_second]
    _try(again, [each.flags for each in again], detector, steps)
    for trial in again:
        trial.decide()
    halved = [each for each in again if each.needs_third]
    _try(halved, [each.flags for each in halved], detector, steps)
    for trial in halved:
        trial.decide()
    return [
        steps.same_advice(trial.sentence, its_flags, partial(trial.told, detector))
        for trial, its_flags in zip(trials, flags, strict=True)
    ]


def _try(
    trials: Sequence[_Trial],
    flags: Sequence[Flags],
    detector: Detector,
    steps: SentenceSteps,
) -> None:
    """Follow the first suggestions of some flags in each sentence, and read it again."""
    tried: list[tuple[_Trial, FixedSentence, Sentence]] = []
    for trial, its_flags in zip(trials, flags, strict=True):
        fixed = steps.fix(trial.sentence, its_flags)
        trial.reading = None
        if fixed.sentence is not None and fixed.changes:
            tried.append((trial, fixed, fixed.sentence))
    # Each is a document of its own, of which the context is known.
    alone = [replace(sentence, id=f"{sentence.id}.1") for _, _, sentence in tried]
    annotated = list(steps.annotate(alone))
    again = proposals(detector, annotated, [trial.proposal.context for trial, _, _ in tried])
    for (trial, fixed, _), sentence, proposal in zip(tried, annotated, again, strict=True):
        found = steps.resolve(sentence, proposal.flags)
        trial.reading = _Reading(sentence, fixed.changes, found, proposal.p_places)


@dataclass(frozen=True, slots=True)
class _Error:
    """An error of a changed sentence, at characters `start` to `end` of it.

    `first` to `last` are the characters of the original that stand there.
    """

    start: int
    end: int
    flag: Flag
    first: int
    last: int

    @property
    def p(self) -> float:
        """The probability of the error."""
        return 1.0 if self.flag.confidence is None else self.flag.confidence


class _Reading:
    """A sentence after changes of the original, and the errors that it has now."""

    def __init__(
        self,
        sentence: Sentence,
        changes: Sequence[TextChange],
        flags: Iterable[Flag],
        p_places: Callable[[], Floats | None] = lambda: None,
    ) -> None:
        self.sentence, self.changes, self.p_places = sentence, changes, p_places
        growths = (len(each.text) - (each.end - each.start) for each in changes)
        self._shifts = [*accumulate(growths, initial=0)]
        self._starts = [each.start + n for each, n in zip(changes, self._shifts, strict=False)]
        spans = [(*span(sentence, *_place(flag)), flag) for flag in flags if flag.error]
        self.errors = [_Error(*each, *self.original(*each[:2])) for each in spans]

    def still_wrong(self, flag: Flag, changes: Iterable[TextChange]) -> Iterator[_Error]:
        """The errors that have to do with some changes, which follow from the flag's suggestion."""
        spans = self._new_spans(changes)
        first = min((start for start, _ in spans), default=0) - _MOST_SPACES
        last = max((end for _, end in spans), default=-1) + _MOST_SPACES
        for error in self.errors:
            if error.end < first or error.start > last or error.p < _LEAST_AGAIN:
                continue
            if any(self._concerns(flag, error, each) for each in spans):
                yield error

    def inside(self, changes: Iterable[TextChange]) -> set[_Error]:
        """The errors of words that some changes have written."""
        spans = self._new_spans(changes)
        return {
            error
            for error in self.errors
            if any(start <= error.start < error.end <= end for start, end in spans)
        }

    def _new_spans(self, changes: Iterable[TextChange]) -> list[_Span]:
        """The new characters of some changes, without spaces."""
        own = set(changes)
        spans = []
        for change, start in zip(self.changes, self._starts, strict=True):
            if change in own:
                first = start + len(change.text) - len(change.text.lstrip())
                spans.append((first, first + len(change.text.strip())))
        return spans

    def evidence(self, given: EditEvidence, changes: Sequence[TextChange]) -> EditEvidence:
        """The evidence about a suggestion, with what this reading says of its changes."""
        spans = self._new_spans(changes)
        if not spans:
            return given
        start, end = spans[0][0], spans[-1][1]
        words = self.sentence.words
        ends = [first + len(word) for first, word in zip(self.sentence.starts, words, strict=True)]
        first, last = bisect_right(ends, start), bisect_left(self.sentence.starts, end)
        is_undone = any(
            error.start <= end
            and start <= error.end
            and _is_undone(given.sentence, given.flag, error.flag)
            for error in self.errors
        )
        return replace(
            given, after=self.p_places(), first=first, last=max(first, last), is_undone=is_undone
        )

    def _concerns(self, flag: Flag, error: _Error, place: _Span) -> bool:
        """Whether an error is in new characters, or next to them and a part of the same repair."""
        if max(error.start, place[0]) < min(error.end, place[1]):
            return True
        if error.start == error.end and place[0] < error.start < place[1]:
            return True
        text = self.sentence.text
        after, before = (error.start, place[1]), (place[0], error.end)
        is_next = any(
            start >= end and not text[end:start].strip() for start, end in (after, before)
        )
        return is_next and may_be_one_repair(flag, error.flag)

    def original(self, start: int, end: int) -> _Span:
        """The characters of the original that stand for some of the changed sentence.

        Changes are taken as a whole.
        """
        first, last = None, None
        # Changes may begin at one place, and none before these has to do with it.
        begin = max(0, bisect_left(self._starts, start) - 1)
        shift = self._shifts[begin]
        for number in range(begin, len(self.changes)):
            change, now, shift = self.changes[number], self._starts[number], self._shifts[number]
            after = now + len(change.text)
            if first is None and start <= (now if change.text else after):
                first = min(start - shift, change.start)
            elif first is None and start < after:
                first = change.start
            if last is None and end < now:
                last = end - shift
            elif last is None and end <= after:
                last = change.end if end > now or not change.text else change.start
            if first is not None and last is not None:
                return first, max(first, last)
        shift = self._shifts[-1]
        first = start - shift if first is None else first
        return first, max(first, end - shift if last is None else last)


@dataclass(slots=True)
class _Trial:
    """A sentence, its flags as far as they are worked out, and its last reading.

    `good` are the sites of flags whose suggestions have passed, `larger` those of flags with a
    larger change than at first, and `parts` the flags that whole repairs were joined from.
    """

    sentence: Sentence
    flags: Flags
    proposal: Proposal
    reading: _Reading | None = None
    needs_second: bool = False
    needs_third: bool = False
    parts: dict[str, Flags] = field(default_factory=dict)
    good: set[str] = field(default_factory=set)
    larger: set[str] = field(default_factory=set)
    _places: list[tuple[int, int, float, str]] = field(default_factory=list)

    def _take_places(self) -> None:
        """Note the characters of all errors, as they are before a reading is looked at."""
        self._places = [
            (*span(self.sentence, *_place(flag)), _p(flag), flag.site)
            for flag in self.flags
            if flag.error
        ]

    @property
    def first_flags(self) -> Flags:
        """The flags that are put right first: the sure ones, or all if none is."""
        sure = tuple(each for each in self.flags if _is_mended(each) and _p(each) >= _SURE)
        return sure or self.flags

    def told(self, detector: Detector) -> Flags:
        """The flags with the probabilities of suggestions that people are told."""
        before = self.proposal.p_places() if any(map(_is_mended, self.flags)) else None
        return tuple(
            self._told(flag, before, detector) if _is_mended(flag) else flag for flag in self.flags
        )

    def _told(self, flag: Flag, before: Floats | None, detector: Detector) -> Flag:
        evidence = EditEvidence(self.sentence, flag, before)
        if self.reading is not None:
            changes = _changes_of(self.sentence, flag, self.reading.changes)
            evidence = self.reading.evidence(evidence, changes)
            if _is_worse(evidence) and not _stays(flag):
                return replace(flag, suggestions=())
        return told(detector, evidence)

    def revise(self) -> None:
        """Make changes larger, or take the next suggestions, as the first reading says."""
        first = {flag.site for flag in self.first_flags if _is_mended(flag)}
        reading = self.reading
        if reading is None:
            return
        self._take_places()
        undone = self._undone(reading, first)
        revised: list[Flag] = []
        for flag in self.flags:
            if flag.site not in first:
                if flag.error and self._is_mended_by_others(flag, reading):
                    flag = flag.as_correct
                revised.append(flag)
                continue
            changes = _changes_of(self.sentence, flag, reading.changes)
            wrong = [
                error for error in reading.still_wrong(flag, changes) if self._is_new(flag, error)
            ]
            if flag.site in undone:
                revised.append(flag.as_correct)
            elif wrong:
                revised += self._revised(flag, changes, wrong, reading)
            else:
                self.good.add(flag.site)
                revised.append(flag)
        self.needs_second = tuple(revised) != self.flags or any(
            _is_mended(flag) and flag.site not in first for flag in revised
        )
        self.flags = self._without_inner(revised)

    def _undone(self, reading: _Reading, first: Collection[str]) -> set[str]:
        """The site of an error that is none once another is put right, the surest such one.

        *There is a lot of works* has a plural verb or a singular noun, and not both: with both
        changed, the detector wants the one or the other back.
        """
        agreeing = [
            flag
            for flag in self.flags
            if flag.site in first and sites.parse(flag.site).kind in _AGREEING
        ]
        if len(agreeing) == 1:
            return set()
        undone = [
            (error.p, flag.site)
            for flag in agreeing
            for changes in [_changes_of(self.sentence, flag, reading.changes)]
            for error in reading.still_wrong(flag, changes)
            if error.p >= (_SURE_AGAINST_RULE if flag.rule else _SURE)
            and _is_undone(self.sentence, flag, error.flag)
        ]
        return {max(undone)[1]} if undone else set()

    def _revised(
        self,
        flag: Flag,
        changes: Sequence[TextChange],
        wrong: Sequence[_Error],
        reading: _Reading,
    ) -> Flags:
        """The flag after a first reading, with a larger change or another suggestion, or its parts.

        The parts are those of a whole repair for which no other suggestion is left.
        """
        # What a rule wrote stays as it is, but may need more beside it.
        own = reading.inside(changes) if _is_measured(flag) else set()
        for error in wrong:
            if error in own:
                continue
            larger = composed(self.sentence, flag, changes, error.flag, reading)
            if larger is not None:
                self.larger.add(larger.site)
                if flag.site in self.parts:
                    self.parts[larger.site] = self.parts.pop(flag.site)
                return (larger,)
        if _stays(flag):
            self.good.add(flag.site)
            return (flag,)
        following = _next_suggestion(flag)
        return (following,) if following.suggestions else self._without_whole(following)

    def _without_whole(self, flag: Flag) -> Flags:
        """The flag without suggestions; of a whole repair its parts, of which the surest has some.

        They are tried in the next reading.
        """
        parts = self.parts.pop(flag.site, ())
        return surest_alone(parts) if parts else (replace(flag, suggestions=()),)

    def _without_inner(self, flags: Sequence[Flag]) -> Flags:
        """The flags without errors inside the words of another one that has grown."""
        grown = [_place(flag) for flag in flags if flag.site in self.larger]
        return tuple(
            flag.as_correct
            if flag.error
            and flag.site not in self.larger
            and any(_is_inside(_place(flag), each) for each in grown)
            else flag
            for flag in flags
        )

    def _is_mended_by_others(self, flag: Flag, reading: _Reading) -> bool:
        """Whether an error is not one any more after sure changes in its sentence.

        In learners' tuning text annotators left 53% of the doubted errors alone that were gone
        then, though nothing beside them was changed, and 34% of those that were still there.
        """
        start, end = span(self.sentence, *_place(flag))
        return bool(reading.changes) and not any(
            error.first <= end and start <= error.last for error in reading.errors
        )

    def decide(self) -> None:
        """Leave out the suggestions that the last reading does not like."""
        reading = self.reading
        if reading is None:
            return
        self._take_places()
        decided: list[Flag] = []
        self.needs_third = False
        for flag in self.flags:
            if _is_mended(flag) and flag.site not in self.good:
                changes = _changes_of(self.sentence, flag, reading.changes)
                wrong = (self._is_new(flag, each) for each in reading.still_wrong(flag, changes))
                if not _stays(flag) and any(wrong):
                    parts = self._without_whole(flag)
                    self.needs_third = self.needs_third or len(parts) > 1
                    decided += parts
                    continue
                self.good.add(flag.site)
            elif not _is_mended(flag) and flag.error and self._is_mended_by_others(flag, reading):
                flag = flag.as_correct
            decided.append(flag)
        self.flags = tuple(decided)

    def _is_new(self, flag: Flag, error: _Error) -> bool:
        """Whether an error was not there beside this one before, or was much less sure."""
        before = [
            p
            for start, end, p, site in self._places
            if site != flag.site and _meet(error.first, error.last, start, end)
        ]
        return not before or (max(before) < _SURE and error.p >= max(before) + _MUCH)


def _trial(sentence: Sentence, flags: Iterable[Flag], proposal: Proposal) -> _Trial:
    whole, parts = repairs_and_parts(sentence, flags)
    return _Trial(sentence, whole, proposal, parts=parts)


def _p(flag: Flag) -> float:
    return 1.0 if flag.confidence is None else flag.confidence


def _stays(flag: Flag) -> bool:
    """Whether a suggestion is made whatever the last reading says."""
    return _is_measured(flag) or _is_sure_word(flag)


def _is_worse(evidence: EditEvidence) -> bool:
    """Whether there are more errors around a change after it than before, by their probabilities.

    Of 202 such suggestions in learners' tuning text annotators made 48; of all others, 58%. What a
    rule suggests is often right where the network sees nothing before or after, and the difference
    is chance: there must be clearly more.
    """
    before, after = evidence.before, evidence.after
    if before is None or after is None:
        return False
    site = sites.parse(evidence.flag.site)
    n_before = sum(near(before, site.start, site.end, _REACH))
    most = n_before + (_CHANCE if evidence.flag.rule else 0)
    return sum(near(after, evidence.first, evidence.last, _REACH)) > most


def _is_measured(flag: Flag) -> bool:
    """Whether the suggestion is a rule's that is known to be right so often that it stays.

    So do somebody's own rules, and what the variety that was asked for wants. Of suggestions of
    rules that the last reading of learners' tuning text did not like, annotators changed five of
    eight places above this probability, and three of nine below.
    """
    return bool(flag.rule) and (flag.suggestions[0].p or 0.0) >= _SURE_OF_RULE


def _is_sure_word(flag: Flag) -> bool:
    """Whether it is rather sure what a misspelt word stands for.

    What is wrong with a word shows once it can be read: *I recommend to visit it*.
    """
    return flag.kind == MISSPELLING and (flag.suggestions[0].p or 0.0) >= _SURE_WORD


def _is_undone(sentence: Sentence, flag: Flag, again: Flag) -> bool:
    """Whether an error of the changed sentence asks for the words that were there before."""
    start, end = _place(flag)
    old = " ".join(sentence.words[start:end]).lower()
    return [each.text.lower() for each in again.suggestions[:1]] == [old]


def _is_mended(flag: Flag) -> bool:
    return flag.error and bool(flag.suggestions)


def _place(flag: Flag) -> _Span:
    site = sites.parse(flag.site)
    return site.start, site.end


def _next_suggestion(flag: Flag) -> Flag:
    """The flag with its further suggestions, if they are probable enough."""
    rest = tuple(each for each in flag.suggestions[1:] if (each.p or 0.0) >= _LEAST_P)
    return replace(flag, suggestions=rest)


def _changes_of(sentence: Sentence, flag: Flag, changes: Sequence[TextChange]) -> list[TextChange]:
    """Those of some changes of a sentence that follow from the suggestion of a flag."""
    own = text_changes(sentence, [edit_of(flag, sentence.words, flag.suggestions[0])])
    return [
        change
        for change in changes
        if any(change.start <= each.end and each.start <= change.end for each in own)
    ]


def _is_inside(inner: _Span, outer: _Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _meet(first: int, last: int, start: int, end: int) -> bool:
    if first == last or start == end:
        return first <= end and last >= start
    return first < end and last > start
