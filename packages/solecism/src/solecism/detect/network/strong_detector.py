"""The strong detector: the probabilities of the network at every word and gap, as flags.

A second detector may add the probabilities that it has at its sites: the light detector knows
better what native speakers write, the network what learners do. Rules find errors that every
textbook lists; where one matches, its measured precision is combined with what the network says.

With a memory, what depends on the words of a sentence alone is kept, and sentences that were read
before are not read again. In a long batch sentences without signs of errors can be skimmed: the
second detector alone looks at them.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, groupby
from typing import NamedTuple

import numpy as np

from solecism.detect.certain_errors import certain_flags, is_suspicious
from solecism.detect.detector import AUTO, Detector, EditEvidence, Proposal
from solecism.detect.network.edit_judge import EditJudge, told_by_curve
from solecism.detect.network.error_drafts import ErrorDraft, ErrorDrafter, ErrorPlace, Misspellings
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.other_evidence import (
    FlagsBySite,
    SiteProbability,
    flags_without_errors,
    outside,
    probability_tables,
    settled,
    site_probabilities,
    with_rules,
)
from solecism.detect.network.reading import (
    PlaceInSentence,
    Reading,
    SentenceReading,
    parts_by_length,
    sentence_readings,
    tables_of,
)
from solecism.detect.network.repairs import GROUPS, NETWORK_KINDS, SPELLING
from solecism.detect.network.sentence_memory import (
    Context,
    InContext,
    RememberedSentence,
    SentenceMemory,
)
from solecism.detect.network.tuning import DocumentContext, OperatingPoint, Tuning, any_error
from solecism.detect.network.writer import document_numbers, document_of, sampled
from solecism.language.speller import Speller, bundled_speller
from solecism.locate.noun_phrases import N_CONTEXT
from solecism.locate.sites import located
from solecism.numeric import Bools, Floats, Floats32, Ints, expit, logit
from solecism.rulebook.book import book_for
from solecism.rulebook.rule import Rule
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag, split_id
from solecism.system.processes import batches_of_runs, release_memory

# Errors from this probability on are proposed, whoever the findings are for, so that the repairs of
# a sentence are the same for everybody.
_LEAST_PROPOSED = 0.35
# Detectors are numbered, because those of one memory may have other tunings.
_NUMBERS = count()
# A writer waits for the answer, so new text is read by two processors if there are so many.
_MOST_THREADS = 2
_UNREAD = SentenceReading(np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32), {})


class StrongDetector:
    """Flags places where the probability of a correction reaches the threshold of their group.

    The probability depends on how many errors the document seems to have, and by default so does
    the threshold, unless the `writer` is known (learner or native); a document of more than a
    thousand sentences is taken as several. With a `second` detector the network is tuned together
    with it. The bundled speller is used if no other is given. The `judge` says how probable
    suggestions are; without one a curve does. `own_rules` are used beside the bundled ones, except
    those `without_rules`, by their ids. A detector that `skims` lets the network read only
    sentences with signs of errors; with a precision or a threshold everything is read.

    With a `memory` it flags errors only, and no correct sites.
    """

    kinds = NETWORK_KINDS

    def __init__(
        self,
        model: StrongModel | None = None,
        *,
        second: Detector | None = None,
        precision: float | None = None,
        threshold: float | None = None,
        writer: str = AUTO,
        name: str = "strong",
        speller: Speller | None = None,
        judge: EditJudge | None = None,
        own_rules: Iterable[Rule] = (),
        without_rules: Collection[str] = (),
        skims: bool = False,
        memory: SentenceMemory | None = None,
    ) -> None:
        own_rules = tuple(own_rules)
        self.name = name
        self._model = bundled() if model is None else model
        self._second = second
        self._tuning = self._model.tuning if second is None else self._model.cascade
        self.point = OperatingPoint(
            self._tuning,
            precision=precision,
            threshold=threshold,
            writer=writer,
            always=(rule.id for rule in own_rules),
        )
        self._least = min(_LEAST_PROPOSED, self.point.least)
        is_gated = skims and precision is None and threshold is None and second is not None
        self._gate = self._tuning.gate.least if is_gated else None
        self._rules = book_for(own=own_rules, without=without_rules)
        self._misspellings = Misspellings(self._model.repairs, speller or bundled_speller())
        self._drafter = ErrorDrafter(self._model.repairs, self._misspellings)
        self._judge = judge
        self._memory, self._number = memory, next(_NUMBERS)
        self.n_threads = 1 if memory is None else min(_MOST_THREADS, os.cpu_count() or 1)

    @property
    def note(self) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        return self.point.note

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never flagged, because no threshold is good enough."""
        return self.point.unreachable

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition, determiner and noun, and per error elsewhere."""
        for batch in batches_of_runs(sentences, document_of):
            for proposal in self.proposals(batch):
                yield from self.shown(map(told_by_curve, proposal.flags), proposal.context)

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags of a sentence; errors below their threshold are called correct."""
        return self.point.shown(flags, context)

    def told(self, evidence: EditEvidence) -> Flag:
        """The flag with the probabilities of suggestions that people are told."""
        if self._judge is None:
            return told_by_curve(evidence.flag)
        return self._judge.told(evidence)

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        """The flags of each sentence, with errors that are less sure than those that are shown.

        Sentences of one document stand together. The contexts are those of other proposals if the
        sentences are to be read as parts of the same documents, after changes.
        """
        memory = SentenceMemory() if self._memory is None else self._memory
        known = memory.of(sentences)
        in_context = self._in_context(sentences, known)
        is_read = self._are_read(sentences, known, in_context)
        # The second detector's tables are free now, and the network's are large.
        if self._memory is None:
            release_memory()
        numbers = np.flatnonzero(is_read).tolist()
        self._grade([sentences[n] for n in numbers], known, in_context, numbers)
        if contexts is None:
            contexts = self._contexts(sentences, in_context)
        found: list[tuple[Flag, ...]] = [()] * len(sentences)
        for n, flags in zip(
            numbers, self._flags(sentences, known, in_context, contexts, numbers), strict=True
        ):
            found[n] = flags
        if self._memory is None:
            for n in np.flatnonzero(~is_read).tolist():
                found[n] = tuple(flags_without_errors(sentences[n], self.name, in_context[n].sites))
        return [
            Proposal(flags, context, partial(self._p_places, each, context))
            for flags, context, each in zip(found, contexts, in_context, strict=True)
        ]

    def _p_places(self, in_context: InContext, context: object) -> Floats | None:
        """The probability of a correction at each word and gap of one sentence, if it was read."""
        groups, p_any = in_context.groups, in_context.p_any
        if groups is None or p_any is None:
            return None
        starts, shifts = np.array([0, groups.shape[1]]), np.array([_shift_of(context)])
        return self._p_corrected(starts, groups.ravel(), p_any.ravel(), shifts).reshape(2, -1)

    def _are_read(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
    ) -> Bools:
        """Whether the network reads each sentence.

        In any case it reads those by which the number of a document's errors is estimated.
        """
        if self._gate is None:
            return np.ones(len(sentences), np.bool_)
        is_read = sampled(document_numbers(sentences))
        for n in np.flatnonzero(~is_read).tolist():
            is_read[n] = in_context[n].highest >= self._gate or self._is_doubtful(
                sentences[n], known[n]
            )
        return is_read

    def _is_doubtful(self, sentence: Sentence, known: RememberedSentence) -> bool:
        """Whether there are simple signs of errors that the second detector leaves out."""
        if known.is_doubtful is None:
            known.is_doubtful = (
                is_suspicious(sentence)
                or any(certain_flags(sentence, ""))
                or bool(self._rules.hits(sentence))
            )
        return known.is_doubtful

    def _in_context(
        self, sentences: Sequence[Sentence], known: Sequence[RememberedSentence]
    ) -> list[InContext]:
        """What the second detector says about each sentence, after those before it."""
        if self._second is None:
            return [each.contexts.get(()) or each.put((), ()) for each in known]
        if self._memory is None:
            return [InContext(each) for each in site_probabilities(self._second, sentences)]
        contexts = _contexts_of(sentences, known)
        found = [each.contexts.get(context) for each, context in zip(known, contexts, strict=True)]
        new = [number for number, each in enumerate(found) if each is None]
        if new:
            numbers, stretches = _stretches(sentences, new, contexts)
            sites = site_probabilities(self._second, stretches)
            by_number = dict(zip(numbers, sites, strict=True))
            for number in new:
                found[number] = known[number].put(contexts[number], by_number[number])
        return [each for each in found if each is not None]

    def _grade(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
        numbers: Sequence[int],
    ) -> None:
        """Find the most probable group, and the probability of any error, at all places."""
        self._read(
            {
                known[n].number: (sentence, known[n])
                for n, sentence in zip(numbers, sentences, strict=True)
                if known[n].reading is None
            }.values()
        )
        new = [n for n in numbers if in_context[n].p_any is None]
        if not new:
            return
        words, gaps, starts = tables_of([known[n].reading or _UNREAD for n in new])
        tables = self.calibrated(words, gaps, starts, [in_context[n].sites for n in new])
        groups, p_any = (np.stack(each) for each in zip(*map(any_error, tables), strict=True))
        for n, first, last in zip(new, starts[:-1], starts[1:], strict=True):
            in_context[n].grade(groups[:, first:last].copy(), p_any[:, first:last].copy())
            if self._memory is None:
                in_context[n].p_words = tables[0][first:last]

    def _read(self, new: Collection[tuple[Sentence, RememberedSentence]]) -> None:
        """Let the network read new sentences, and keep what is needed."""
        readings = self.readings([sentence for sentence, _ in new])
        for (_, known), reading in zip(new, readings, strict=True):
            known.reading = reading

    def _contexts(
        self, sentences: Sequence[Sentence], in_context: Sequence[InContext]
    ) -> list[DocumentContext]:
        """What the whole document of each sentence says about its writer."""
        documents = document_numbers(sentences)
        weights = sampled(documents).astype(np.float64)
        n_errors, n_places = (
            np.bincount(documents, weights * [getattr(each, name) for each in in_context]).astype(
                np.float64
            )
            for name in ("n_errors", "n_places")
        )
        by_document = self.point.contexts(n_errors, n_places)
        return [by_document[number] for number in documents.tolist()]

    def _flags(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
        contexts: Sequence[object],
        numbers: Sequence[int],
    ) -> Iterator[tuple[Flag, ...]]:
        """The flags of sentences that were read, made where they are not known for their shift."""
        keys = [(self._number, _shift_of(contexts[n])) for n in numbers]
        found = [
            in_context[n].flags(sentences[n].id, key) for n, key in zip(numbers, keys, strict=True)
        ]
        new = [place for place, flags in enumerate(found) if flags is None]
        made = self._new_flags(
            [sentences[numbers[place]] for place in new],
            [known[numbers[place]] for place in new],
            [in_context[numbers[place]] for place in new],
            np.array([keys[place][1] for place in new]),
        )
        for place, flags in zip(new, made, strict=True):
            n = numbers[place]
            if self._memory is not None:
                in_context[n].put_flags(sentences[n].id, keys[place], flags)
            found[place] = flags
        return (flags or () for flags in found)

    def _new_flags(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
        shifts: Floats,
    ) -> Iterator[tuple[Flag, ...]]:
        """The flags of each sentence, whose log odds are shifted so far."""
        if not sentences:
            return
        graded = [
            (each.groups, each.p_any)
            for each in in_context
            if each.groups is not None and each.p_any is not None
        ]
        starts = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
        groups, p_any = (np.concatenate(each, axis=1).ravel() for each in zip(*graded, strict=True))
        p = self._p_corrected(starts, groups, p_any, shifts)
        errors = self._located_errors(starts, groups, p)
        by_site = self._flagged(sentences, errors, self._drafts(sentences, known, errors))
        p_places = p.reshape(2, -1)
        for n, (sentence, flags) in enumerate(zip(sentences, by_site, strict=True)):
            p_words = in_context[n].p_words
            if p_words is not None:
                flags = _correct_sites(sentence, self.name, p_words) | flags
            own = p_places[:, starts[n] : starts[n + 1]]
            flags = _with_settled_kinds(sentence, flags)
            flags = with_rules(sentence, flags, self._rules, self.name, own, shifts[n])
            yield tuple(_in_order(_with_certain(sentence, flags, self.name)))

    def readings(self, sentences: Sequence[Sentence]) -> list[SentenceReading]:
        """What the network says about each sentence; sentences of similar length are read at once.

        Not all sentences are, because all repairs at all places take much memory.
        """
        found: dict[int, SentenceReading] = {}
        for numbers in parts_by_length([len(each.words) for each in sentences]):
            reading = self.reading([sentences[number] for number in numbers])
            by_sentence = sentence_readings(reading, *self.group_probabilities(reading))
            found.update(zip(numbers, by_sentence, strict=True))
        return [found[number] for number in range(len(sentences))]

    def reading(self, sentences: Sequence[Sentence]) -> Reading:
        """The probabilities of all repairs by the network, and of misspellings by a dictionary."""
        words = [each.words for each in sentences]
        return self._misspellings.corrected(self._read_words(words), words)

    def _read_words(self, sentences: Sequence[Sequence[str]]) -> Reading:
        return self._model.read(sentences, n_threads=self.n_threads)

    def group_probabilities(self, reading: Reading) -> tuple[Floats, Floats]:
        """The uncalibrated probability of an error of each group, per word and per gap."""
        words = _sums_by_group(reading.words, self._drafter.members[0])
        words[reading.places[1:] - 1] = 0
        gaps = _sums_by_group(reading.gaps, self._drafter.members[1])
        # Nothing that is missing is misspelt.
        gaps[:, GROUPS.index(SPELLING)] = 0
        return words, gaps

    def calibrated(
        self,
        words: Floats,
        gaps: Floats,
        starts: Ints,
        second: Sequence[Sequence[SiteProbability]],
    ) -> tuple[Floats, Floats]:
        """The probability of an error of each group, per word and per gap, given all that is known.

        The rows of each sentence begin at `starts`; `second` are the probabilities by the second
        detector, sentence by sentence.
        """
        none = self._second is None
        second_p = (None, None) if none else probability_tables(second, starts)
        words, gaps = (
            probabilities(self._tuning, *pair) for pair in zip((words, gaps), second_p, strict=True)
        )
        # There is no word at a sentence's end.
        words[starts[1:] - 1] = 0
        return words, gaps

    def _p_corrected(self, starts: Ints, groups: Ints, p_any: Floats, shifts: Floats) -> Floats:
        """The probability of a correction at all words and then at all gaps.

        `groups` and `p_any` have the most probable group and the probability of any error there,
        `starts` where the rows of each sentence begin, and `shifts` how far the log odds of each
        sentence are shifted.
        """
        of_rows = np.tile(np.repeat(shifts, np.diff(starts)), 2)
        p_shifted = expit(logit(p_any) + of_rows)
        p = self._tuning.p_corrected_given(groups, p_shifted)
        # There is no word at a sentence's end.
        p[starts[1:] - 1] = 0
        return p

    def _located_errors(self, starts: Ints, groups: Ints, p: Floats) -> list[LocatedError]:
        """The places at which a correction is probable enough to be proposed."""
        n_rows = int(starts[-1])
        is_place = np.ones(len(p), np.bool_)
        is_place[starts[1:] - 1] = False
        rows = np.flatnonzero((p >= self._least) & is_place)
        places = rows % n_rows
        owners = np.searchsorted(starts, places, side="right") - 1
        columns = (rows, owners, places - starts[owners], groups[rows], p[rows])
        return [
            LocatedError(owner, start, row >= n_rows, GROUPS[group], p_error)
            for row, owner, start, group, p_error in zip(
                *(each.tolist() for each in columns), strict=True
            )
        ]

    def _drafts(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        errors: Sequence[LocatedError],
    ) -> list[ErrorDraft]:
        """What is said about each error."""
        keys = [(*error.place, error.group) for error in errors]
        drafts = [
            known[error.owner].drafts.get(key) for error, key in zip(errors, keys, strict=True)
        ]
        new = [number for number, draft in enumerate(drafts) if draft is None]
        readings = [each.reading or _UNREAD for each in known]
        made = self._new_drafts(sentences, readings, [errors[number] for number in new])
        for number, draft in zip(new, made, strict=True):
            owner, place = errors[number].owner, errors[number].place
            drafts[number] = known[owner].drafts[keys[number]] = draft
            # They take much memory, and the draft is all that is asked for again.
            readings[owner].repairs.pop(place, None)
        return [draft for draft in drafts if draft is not None]

    def _new_drafts(
        self,
        sentences: Sequence[Sentence],
        readings: Sequence[SentenceReading],
        errors: Sequence[LocatedError],
    ) -> list[ErrorDraft]:
        """The drafts of errors, by the readings of their sentences."""
        repairs = [readings[error.owner].repairs.get(error.place) for error in errors]
        # Seldom: the rest of the text makes an error of what did not look like one.
        missing = [number for number, each in enumerate(repairs) if each is None]
        if missing:
            owners = list(dict.fromkeys(errors[number].owner for number in missing))
            reading = self.reading([sentences[owner] for owner in owners])
            first_row = dict(zip(owners, reading.places.tolist(), strict=False))
            for number in missing:
                error = errors[number]
                side = reading.gaps if error.is_gap else reading.words
                repairs[number] = side[first_row[error.owner] + error.start]
        places = [
            ErrorPlace(sentences[error.owner].words, error.start, error.is_gap, error.group, each)
            for error, each in zip(errors, repairs, strict=True)
            if each is not None
        ]
        return self._drafter.drafts(places, self._read_words)

    def _flagged(
        self,
        sentences: Sequence[Sentence],
        errors: Sequence[LocatedError],
        drafts: Sequence[ErrorDraft],
    ) -> list[FlagsBySite]:
        """The flags of the errors of each sentence, by their sites."""
        flags: list[FlagsBySite] = [{} for _ in sentences]
        shares = self._tuning.reader_shares([(error.group, error.p) for error in errors])
        for error, draft, share in zip(errors, drafts, shares, strict=True):
            end = error.start if error.is_gap else error.start + 1
            flag = draft.flag(sentences[error.owner].id, self.name, error.p, share)
            flags[error.owner][error.start, end, error.group] = flag
        return flags


class LocatedError(NamedTuple):
    """A place where an error is flagged: its sentence, and its group and probability."""

    owner: int
    start: int
    is_gap: bool
    group: str
    p: float

    @property
    def place(self) -> PlaceInSentence:
        """Whether it is a gap, and the number of its word."""
        return self.is_gap, self.start


def _shift_of(context: object) -> float:
    return context.shift if isinstance(context, DocumentContext) else 0.0


def _in_order(flags: FlagsBySite) -> list[Flag]:
    """The flags of a sentence from left to right."""
    return [flags[key] for key in sorted(flags, key=lambda key: key[:2])]


def _with_settled_kinds(sentence: Sentence, flags: FlagsBySite) -> FlagsBySite:
    """The flags, in which one error has the kind that rules give it, too."""
    return {
        key: replace(flag, kind=kind)
        if flag.error and (kind := settled(flag, sentence)) != flag.kind
        else flag
        for key, flag in flags.items()
    }


def _with_certain(sentence: Sentence, flags: FlagsBySite, system: str) -> FlagsBySite:
    """The flags of a sentence with those of errors that are certain by their form."""
    certain = {split_id(flag.site)[1:]: flag for flag in certain_flags(sentence, system)}
    return outside(flags, certain) | certain if certain else flags


def probabilities(tuning: Tuning, network_p: Floats, second_p: Floats | None = None) -> Floats:
    """The calibrated probability of an error of each group (column) at each place (row).

    `network_p` is that of the network before calibration, `second_p` that of a second detector, NaN
    where it has none.
    """
    columns = [
        tuning.groups[group].probabilities(
            network_p[:, number], None if second_p is None else second_p[:, number]
        )
        for number, group in enumerate(GROUPS)
    ]
    return np.stack(columns, axis=1)


def _correct_sites(sentence: Sentence, system: str, p_words: Floats) -> FlagsBySite:
    """One flag per preposition, determiner and noun that says that there is no error.

    `p_words` is the probability of an error of each group (column) at each word (row).
    """
    return {
        (site.start, site.end, site.kind): Flag(
            site.id, system, False, None, float(p_words[site.start, GROUPS.index(site.kind)])
        )
        for site in located(sentence)
    }


def _sums_by_group(p: Floats32, members: Floats32) -> Floats:
    """The sums of probabilities of each row over the classes of each group.

    Not a product of matrices, which may round a row differently beside other rows.
    """
    sums = [p.take(np.flatnonzero(of_group), axis=1).sum(axis=1) for of_group in members.T]
    return np.stack(sums, axis=1).astype(np.float64)


def _contexts_of(
    sentences: Sequence[Sentence], known: Sequence[RememberedSentence]
) -> list[Context]:
    """For each sentence, those before it in its document that the second detector looks at."""
    contexts: list[Context] = []
    for _, run in groupby(zip(sentences, known, strict=True), lambda pair: document_of(pair[0])):
        numbers = [each.number for _, each in run]
        contexts += [
            tuple(numbers[max(0, place - N_CONTEXT) : place]) for place in range(len(numbers))
        ]
    return contexts


def _stretches(
    sentences: Sequence[Sentence], new: Sequence[int], contexts: Sequence[Context]
) -> tuple[list[int], list[Sentence]]:
    """The new sentences with those before them: their numbers, and each stretch as a document."""
    needed = sorted(
        {near for number in new for near in range(number - len(contexts[number]), number + 1)}
    )
    stretches: list[Sentence] = []
    document, last = -1, -2
    for number in needed:
        if number != last + 1 or not contexts[number]:
            document += 1
        last = number
        stretches.append(_renamed(sentences[number], f"{document}.{number}"))
    return needed, stretches


def _renamed(sentence: Sentence, id: str) -> Sentence:
    same = tokenised(id, sentence.text, sentence.words, sentence.starts, after=sentence.after)
    return same.with_columns(tags=sentence.tags, lemmas=sentence.lemmas, chunks=sentence.chunks)
