"""The cascade: the light detector checks every sentence, the network those that may have errors.

The probabilities of the two are combined where both have one: the light detector knows better what
native speakers write, the network what learners do. For a text that is being written there is a
cascade with a memory, which reads only sentences that are new; its flags are the errors that the
cascade flags, and sites without an error have none.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress, count, groupby

import numpy as np

from solecism.detect.certain_errors import certain_flags, is_suspicious
from solecism.detect.detector import Detector
from solecism.detect.network.error_drafts import ErrorDraft
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.reading import SentenceReading, tables_of
from solecism.detect.network.repairs import NETWORK_KINDS
from solecism.detect.network.sentence_memory import (
    Context,
    InContext,
    RememberedSentence,
    SentenceMemory,
)
from solecism.detect.network.strong_detector import (
    LocatedError,
    StrongDetector,
    document_of,
    flags_without_errors,
    highest_probability,
    in_order,
    site_probabilities,
)
from solecism.detect.network.tuning import LEARNERS, Gate, any_error
from solecism.locate.noun_phrases import N_CONTEXT
from solecism.numeric import Floats
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag
from solecism.system.processes import batches_of_runs, release_memory


class CascadeDetector:
    """The network reads a sentence if the light detector finds an error in it probable enough.

    How much is enough depends on the tuning; with a precision or a threshold everything is read.
    The light detector does not cover verbs: sentences with simple signs of wrong verbs are read,
    too, and so are those with an error that is certain by a rule. Sentences that are not read have
    no errors. Where it `reads_all`, there are none of these.
    """

    kinds = NETWORK_KINDS

    def __init__(
        self,
        light: Detector,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
        on_request: bool = False,
        reads_all: bool = False,
        name: str = "cascade",
    ) -> None:
        model = bundled() if model is None else model
        self.light, self.name = light, name
        is_gated = precision is None and threshold is None and not reads_all
        gate = model.cascade.gate if is_gated else Gate()
        self._gate = gate.least
        self.strong = StrongDetector(
            model,
            precision=precision,
            threshold=threshold,
            register=register,
            name=self.name,
            tuning=model.cascade,
            rate=gate.rate,
            on_request=on_request,
        )

    @property
    def note(self) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        return self.strong.note

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never flagged, because no threshold is good enough."""
        return self.strong.unreachable

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of all sentences, sentence by sentence."""
        for batch in batches_of_runs(sentences, document_of):
            yield from self._flags(batch)

    def _flags(self, sentences: Sequence[Sentence]) -> Iterator[Flag]:
        light = site_probabilities(self.light, sentences)
        is_read = [
            self.is_read(highest_probability(sites)) or is_doubtful(sentence)
            for sentence, sites in zip(sentences, light, strict=True)
        ]
        # The light detector's tables are free now, and the network's are large.
        release_memory()
        flags = self.strong.by_sentence(
            list(compress(sentences, is_read)), list(compress(light, is_read))
        )
        for sentence, sites, is_one in zip(sentences, light, is_read, strict=True):
            if is_one:
                yield from next(flags)
            else:
                yield from flags_without_errors(sentence, self.name, sites)

    def is_read(self, highest: float) -> bool:
        """Whether the light detector finds an error probable enough, where it is the most."""
        return highest >= self._gate


def is_doubtful(sentence: Sentence) -> bool:
    """Whether a tagged sentence has simple signs of errors that the light detector leaves out."""
    return is_suspicious(sentence) or any(certain_flags(sentence, ""))


# Cascades are numbered, because those of one memory may have other thresholds.
_NUMBERS = count()
# A writer waits for the answer, so new text is read by two processors if there are so many.
_MOST_THREADS = 2


class LiveCascade:
    """A cascade that remembers sentences; cascades of one model share a memory."""

    def __init__(self, cascade: CascadeDetector, memory: SentenceMemory) -> None:
        self.name, self.kinds, self.note = cascade.name, cascade.kinds, cascade.note
        self.unreachable = cascade.unreachable
        self._cascade, self._strong = cascade, cascade.strong
        self._memory, self._number = memory, next(_NUMBERS)
        self._strong.n_threads = min(_MOST_THREADS, os.cpu_count() or 1)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of errors in annotated sentences, sentence by sentence."""
        for batch in batches_of_runs(sentences, document_of):
            yield from self._flags(batch)

    def _flags(self, sentences: Sequence[Sentence]) -> Iterator[Flag]:
        known = self._memory.of(sentences)
        in_context = self._in_context(sentences, known)
        read = [
            number
            for number, each in enumerate(in_context)
            if self._cascade.is_read(each.highest) or _is_doubtful(sentences[number], known[number])
        ]
        if not read:
            return
        sentences, known = [sentences[n] for n in read], [known[n] for n in read]
        in_context = [in_context[n] for n in read]
        self._grade(sentences, known, in_context)
        shifts = self._strong.shifts(
            sentences,
            np.array([each.n_errors for each in in_context]),
            np.array([each.n_places for each in in_context]),
        )
        for flags in self._kept_flags(sentences, known, in_context, shifts):
            yield from flags

    def _kept_flags(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
        shifts: Floats,
    ) -> Iterator[tuple[Flag, ...]]:
        """The flags of each sentence, made where they are not known for this shift of log odds."""
        keys = [(self._number, shift) for shift in shifts.tolist()]
        found = [
            each.flags(sentence.id, key)
            for sentence, each, key in zip(sentences, in_context, keys, strict=True)
        ]
        new = [number for number, flags in enumerate(found) if flags is None]
        made = self._new_flags(
            [sentences[n] for n in new],
            [known[n] for n in new],
            [in_context[n] for n in new],
            shifts[new],
        )
        for number, flags in zip(new, made, strict=True):
            in_context[number].put_flags(sentences[number].id, keys[number], flags)
            found[number] = flags
        for each in found:
            yield each or ()

    def _new_flags(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
        shifts: Floats,
    ) -> list[tuple[Flag, ...]]:
        """The flags of each sentence, whose log odds are shifted so far."""
        if not sentences:
            return []
        graded = [
            (each.groups, each.p_any)
            for each in in_context
            if each.groups is not None and each.p_any is not None
        ]
        starts = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
        groups, p_any = (np.concatenate(each, axis=1).ravel() for each in zip(*graded, strict=True))
        errors = self._strong.located_errors(starts, groups, p_any, shifts)
        flagged = self._strong.flagged(sentences, errors, self._drafts(sentences, known, errors))
        return [
            tuple(
                self._strong.with_certain(sentence, flags)
                if _has_certain(sentence, each)
                else in_order(flags)
            )
            for sentence, each, flags in zip(sentences, known, flagged, strict=True)
        ]

    def _in_context(
        self, sentences: Sequence[Sentence], known: Sequence[RememberedSentence]
    ) -> list[InContext]:
        """What the light detector says about each sentence, after those before it."""
        contexts = _contexts(sentences, known)
        found = [each.contexts.get(context) for each, context in zip(known, contexts, strict=True)]
        new = [number for number, each in enumerate(found) if each is None]
        if new:
            numbers, stretches = _stretches(sentences, new, contexts)
            sites = site_probabilities(self._cascade.light, stretches)
            by_number = dict(zip(numbers, sites, strict=True))
            for number in new:
                found[number] = known[number].put(contexts[number], by_number[number])
        return [each for each in found if each is not None]

    def _grade(
        self,
        sentences: Sequence[Sentence],
        known: Sequence[RememberedSentence],
        in_context: Sequence[InContext],
    ) -> None:
        """Find the most probable group, and the probability of any error, at all places."""
        self._read(
            {
                each.number: (sentence, each)
                for sentence, each in zip(sentences, known, strict=True)
                if each.reading is None
            }.values()
        )
        new = [number for number, each in enumerate(in_context) if each.p_any is None]
        if new:
            readings = [known[number].reading or _NOTHING for number in new]
            words, gaps, starts = tables_of(readings)
            second = [in_context[number].sites for number in new]
            graded = [any_error(p) for p in self._strong.calibrated(words, gaps, starts, second)]
            groups, p_any = (np.stack(each) for each in zip(*graded, strict=True))
            for number, first, last in zip(new, starts[:-1], starts[1:], strict=True):
                in_context[number].grade(groups[:, first:last].copy(), p_any[:, first:last].copy())

    def _read(self, new: Collection[tuple[Sentence, RememberedSentence]]) -> None:
        """Let the network read new sentences, and keep what is needed."""
        readings = self._strong.readings([sentence for sentence, _ in new])
        for (_, known), reading in zip(new, readings, strict=True):
            known.reading = reading

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
        readings = [each.reading or _NOTHING for each in known]
        made = self._strong.drafts(sentences, readings, [errors[number] for number in new])
        for number, draft in zip(new, made, strict=True):
            owner, place = errors[number].owner, errors[number].place
            drafts[number] = known[owner].drafts[keys[number]] = draft
            # They take much memory, and the draft is all that is asked for again.
            readings[owner].repairs.pop(place, None)
        return [draft for draft in drafts if draft is not None]


_NOTHING = SentenceReading(np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32), {})


def _has_certain(sentence: Sentence, known: RememberedSentence) -> bool:
    if known.has_certain is None:
        known.has_certain = any(certain_flags(sentence, ""))
    return known.has_certain


def _is_doubtful(sentence: Sentence, known: RememberedSentence) -> bool:
    if known.is_doubtful is None:
        known.is_doubtful = is_doubtful(sentence)
    return known.is_doubtful


def _contexts(sentences: Sequence[Sentence], known: Sequence[RememberedSentence]) -> list[Context]:
    """For each sentence, those before it in its document that the light detector looks at."""
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
