"""Batches of sentences flagged by the detectors in this process, or by several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Protocol, TypeVar

from solecism.check.reading.flagging import flag_batch
from solecism.check.reading.many import Batch, FlagBatches
from solecism.check.reading.readings import FlaggedSentence
from solecism.detect.abilities import Abilities, abilities_of
from solecism.detect.detector import Detector
from solecism.detect.registry import Loader
from solecism.flag import Flag
from solecism.sentence import Sentence
from solecism.system.memory import give_back_memory
from solecism.system.parallel import keyed_map


class DetectorChoice(Protocol):
    """Which detector to load; two choices are equal if their detectors are."""

    @property
    def loader(self) -> Loader:
        """The function that loads the detector."""

    def load(self, loader: Loader | None = None) -> Detector:
        """The detector, with its model read by its own loader or by another one."""


_Choice = TypeVar("_Choice", bound=DetectorChoice)
# A sentence only where it has been tagged: the others need not be sent back.
_Result = tuple[Sentence | None, tuple[Flag, ...]]


def flag_batches_by(
    choices: Iterable[_Choice], *, n_jobs: int, learn: Callable[[_Choice, Abilities], None]
) -> FlagBatches[_Choice]:
    """The function that flags batches, each by the detector of its choice.

    Before the first batch `learn` is told the abilities of each detector. With several jobs each
    process loads the detectors itself, and this one loads none.
    """
    different = tuple(dict.fromkeys(choices))

    def here(batches: Iterable[Batch[_Choice]]) -> Iterator[list[FlaggedSentence]]:
        detectors = {choice: choice.load() for choice in different}
        for choice, detector in detectors.items():
            learn(choice, abilities_of(detector))
        for choice, batch in batches:
            yield flag_batch(batch, detectors[choice])
            give_back_memory()

    def elsewhere(batches: Iterable[Batch[_Choice]]) -> Iterator[list[FlaggedSentence]]:
        # The loaders go along: a detector that a program has registered is not known elsewhere.
        flagger = _BatchFlagger({choice: choice.loader for choice in different})
        # Empty batches go first, because any batch comes back with the abilities of its detector.
        all_batches = chain(((choice, []) for choice in different), batches)
        flagged = keyed_map(flagger, ((batch, batch) for batch in all_batches), n_jobs=n_jobs)
        for (choice, _), (abilities, _) in islice(flagged, len(different)):
            learn(choice, abilities)
        for (_, sentences), (_, results) in flagged:
            yield [
                (sentence if tagged is None else tagged, flags, is_english)
                for (sentence, is_english), (tagged, flags) in zip(sentences, results, strict=True)
            ]

    return here if n_jobs == 1 else elsewhere


class _BatchFlagger:
    """Flags batches in a process of its own, which loads the detectors when it needs them."""

    def __init__(self, loaders: Mapping[DetectorChoice, Loader]) -> None:
        self._loaders = loaders
        self._loaded: dict[DetectorChoice, Detector] = {}

    def __call__(self, batch: Batch[DetectorChoice]) -> tuple[Abilities, list[_Result]]:
        choice, sentences = batch
        if choice not in self._loaded:
            self._loaded[choice] = choice.load(self._loaders[choice])
        detector = self._loaded[choice]
        flagged = flag_batch(sentences, detector)
        give_back_memory()
        return abilities_of(detector), [
            (None if tagged is sentence else tagged, flags)
            for (sentence, _), (tagged, flags, _) in zip(sentences, flagged, strict=True)
        ]
