"""The text that a network is tuned on, and its two tunings: alone and with the light detector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from solecism.formats.corpora import learner_sentences, split_documents

if TYPE_CHECKING:
    from solecism.detect.network.tuning import Tuning
    from solecism.sentence import Sentence
    from solecism_lab.train.network.tuning.tuning_data import Readings, TuningData

_NATIVE_WORDS = 20_000


@dataclass(frozen=True, slots=True)
class TuningText:
    """Tagged sentences of learners and of native writers.

    `corrected` are sentences that many readers have corrected; empty if there are none. Text that
    `is_made` has common errors for those of learners: a network is tuned alone on it.
    """

    learners: Sequence[Sentence]
    native: Sequence[Sentence]
    corrected: Sequence[Sentence]
    is_made: bool = False


def tuning_text(
    learner: Sequence[str], native: Iterable[str], readers: str | None = None
) -> TuningText:
    """The tuning text in files, with tags.

    Of learners' files, from which the network has learnt, only what is reserved for tuning is read.
    Without learners' files, common errors are made in the native text.
    """
    from solecism.language.annotate import annotate_sentences

    if not learner:
        return _made_text(list(annotate_sentences(native_tuning(native))))

    def tagged(sentences: Iterable[Sentence]) -> list[Sentence]:
        return list(annotate_sentences(sentences))

    return TuningText(
        tagged(learner_sentences(learner, is_tuning=True)),
        tagged(native_tuning(native)),
        [] if readers is None else tagged(_whole_file(readers)),
    )


def _made_text(native: Sequence[Sentence]) -> TuningText:
    """Native text, and the same with errors."""
    from solecism.errors import InputError
    from solecism.language.annotate import annotate_sentences
    from solecism_lab.train.network.typical_errors import tuning_sentences

    if not native:
        raise InputError(
            "the native text has no documents to tune on: one of fifty is reserved for it. Give "
            "more text, with blank lines between documents, or learners' text."
        )
    made = list(annotate_sentences(tuning_sentences(native)))
    return TuningText(made, native, [], is_made=True)


def _whole_file(path: str) -> Iterable[Sentence]:
    from solecism.formats.registry import FORMATS, format_of, read

    return read([path], format_of(path) or FORMATS["m2"])


def native_tuning(paths: Iterable[str]) -> Iterator[Sentence]:
    """The first sentences of the tuning documents of each native file, up to a number of words."""
    from solecism.formats.corpora import tuning_documents

    for path in paths:
        n_words = 0
        for sentence in split_documents(path, tuning_documents):
            yield sentence
            n_words += len(sentence.words)
            if n_words >= _NATIVE_WORDS:
                break


def tunings(readings: Readings, text: TuningText) -> tuple[Tuning, Tuning]:
    """The tunings of the network alone and with the light detector, by one reading of the text.

    On text with made errors the light detector has no part, and both are the same.
    """
    from solecism_lab.train.network.tuning.light_models import with_gate, with_selection

    seen = _seen(readings, text)
    if text.is_made:
        alone = _tuning(seen)
        return alone, alone
    together = with_gate(_tuning(seen), seen.learners)
    guesses = readings.guesses(text.native)
    return _tuning(seen.without_second()), with_selection(together, guesses)


def _seen(readings: Readings, text: TuningText) -> _Seen:
    from solecism_lab.train.network.tuning.tuning_data import (
        ERRORS,
        PREPOSITIONS,
        tasks,
        with_corrections,
    )

    texts = (text.learners, text.native, text.corrected)
    for_errors = chain.from_iterable(tasks(ERRORS, each) for each in texts)
    for_guesses = () if text.is_made else tasks(PREPOSITIONS, text.native)
    readings.make(chain(for_errors, for_guesses))

    def data_of(sentences: Sequence[Sentence], n_annotators: int = 1) -> TuningData:
        read = readings.probabilities(sentences)
        return with_corrections(read, sentences, n_annotators=n_annotators)

    n_readers = _n_readers(text.corrected)
    return _Seen(
        data_of(text.learners),
        data_of(text.native),
        data_of(text.corrected, n_readers),
        n_readers,
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """The data of all texts, with the light detector as the second one."""

    learners: TuningData
    native: TuningData
    corrected: TuningData
    n_readers: int

    def without_second(self) -> _Seen:
        """The data without the light detector."""
        return _Seen(
            self.learners.without_second(),
            self.native.without_second(),
            self.corrected.without_second(),
            self.n_readers,
        )


def _n_readers(corrected: Iterable[Sentence]) -> int:
    return max((len(sentence.annotations) for sentence in corrected), default=0)


def _tuning(seen: _Seen) -> Tuning:
    from solecism_lab.train.network.tuning import reader_objections, tune

    tuning = tune.tune(seen.learners, seen.native)
    objections = reader_objections.objections(seen.corrected, tuning, n_readers=seen.n_readers)
    return reader_objections.with_readers(tuning, objections)
