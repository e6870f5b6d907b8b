"""The text that a network is tuned on, and its two tunings: alone and in the cascade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solecism.train.texts import split_documents

if TYPE_CHECKING:
    from solecism.detect.network.model import StrongModel
    from solecism.detect.network.tuning import Tuning
    from solecism.sentence import Sentence
    from solecism.train.network.tuning.tuning_data import TuningData

_NATIVE_WORDS = 20_000


@dataclass(frozen=True, slots=True)
class TuningText:
    """Tagged sentences of learners, of native writers, and of other registers.

    `corrected` are sentences that many readers have corrected; empty if there are none.
    """

    learners: Sequence[Sentence]
    native: Sequence[Sentence]
    registers: Mapping[str, Sequence[Sentence]]
    corrected: Sequence[Sentence]


def tuning_text(
    learners: Iterable[Sentence],
    native: Iterable[str],
    registers: Mapping[str, str],
    readers: str | None,
) -> TuningText:
    """The tuning text of learners' sentences and of files, with tags."""
    from solecism.formats.registry import FORMATS, read
    from solecism.language.annotate import annotate_sentences

    def of_file(path: str) -> list[Sentence]:
        return list(annotate_sentences(read([path], FORMATS["m2"])))

    return TuningText(
        list(annotate_sentences(learners)),
        list(annotate_sentences(native_tuning(native))),
        {name: of_file(path) for name, path in registers.items()},
        [] if readers is None else of_file(readers),
    )


def native_tuning(paths: Iterable[str]) -> Iterator[Sentence]:
    """The first sentences of the tuning documents of each native file, up to a number of words."""
    from solecism.train.corpora import tuning_documents

    for path in paths:
        n_words = 0
        for sentence in split_documents(path, tuning_documents):
            yield sentence
            n_words += len(sentence.words)
            if n_words >= _NATIVE_WORDS:
                break


def tunings(untuned: StrongModel, text: TuningText) -> tuple[Tuning, Tuning]:
    """The tuning of the network alone, and of the cascade, by one reading of the text."""
    from solecism.detect import registry
    from solecism.detect.network.selection_ensemble import with_light_models
    from solecism.train.network.tuning.gates import with_gates
    from solecism.train.network.tuning.selection_weights import with_selection
    from solecism.train.network.tuning.tuning_data import tuning_data

    light, n_readers = registry.light(), _n_readers(text.corrected)
    seen = _Seen(
        tuning_data(untuned, text.learners, light),
        tuning_data(untuned, text.native, light),
        {name: tuning_data(untuned, each, light) for name, each in text.registers.items()},
        tuning_data(untuned, text.corrected, light, n_annotators=n_readers),
        n_readers,
    )
    cascade = with_gates(_tuning(seen), seen.learners)
    ensemble = with_light_models(untuned)
    return _tuning(seen.without_second()), with_selection(cascade, ensemble, text.native)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The data of all texts, with the light detector as the second one."""

    learners: TuningData
    native: TuningData
    registers: Mapping[str, TuningData]
    corrected: TuningData
    n_readers: int

    def without_second(self) -> _Seen:
        """The data without the light detector."""
        return _Seen(
            self.learners.without_second(),
            self.native.without_second(),
            {name: each.without_second() for name, each in self.registers.items()},
            self.corrected.without_second(),
            self.n_readers,
        )


def _n_readers(corrected: Iterable[Sentence]) -> int:
    return max((len(sentence.annotations) for sentence in corrected), default=0)


def _tuning(seen: _Seen) -> Tuning:
    from solecism.train.network.tuning import readers, tune

    tuning = tune.tune(seen.learners, seen.native)
    for name, each in seen.registers.items():
        tuning = tune.with_register(tuning, name, each)
    objections = readers.objections(seen.corrected, tuning, n_readers=seen.n_readers)
    return readers.with_readers(tuning, objections)
