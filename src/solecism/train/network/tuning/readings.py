"""Readings of text by a network and by the light models, in several processes, stored for later.

Tuning needs them again whenever a bound or a formula changes, and they take nearly all its time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.detect.network import model as models
from solecism.detect.network.hidden_words.ensemble import (
    Guesses,
    SelectionEnsemble,
    with_light_models,
)
from solecism.detect.network.model import StrongModel
from solecism.detect.network.repairs import GROUPS
from solecism.language.spelling.candidates import bundled_speller
from solecism.language.spelling.plain import plain_speller
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.archive import Arrays
from solecism.system.batches import batches
from solecism.system.parallel import ordered_map
from solecism.train.network.tuning.tuning_data import (
    PROBABILITIES,
    Probabilities,
    error_probabilities,
)
from solecism.version import __version__

ERRORS, PREPOSITIONS = "errors", "prepositions"
_GUESSES = ("written", "log_p")
_VERSION = 1
_REMEDY = "Empty the work folder and start again."
# What is to be read for, and annotated sentences.
Task = tuple[str, Sequence[Sentence]]


def tasks(purpose: str, sentences: Sequence[Sentence]) -> Iterator[Task]:
    """The batches of sentences that are read together for a purpose."""
    return ((purpose, batch) for batch in batches(sentences))


class Readings:
    """The readings of batches of sentences; those that `parts` has are not made again.

    `graph` is the file of the network, and `digest` identifies its weights. `progress` is told how
    many batches are done, and of how many. A network that `is_alone` is read with neither the light
    detector nor a speller that has learnt from learners.
    """

    def __init__(
        self,
        graph: bytes,
        *,
        digest: str,
        n_jobs: int = 1,
        parts: MutableMapping[str, bytes] | None = None,
        progress: Callable[[int, int | None], None] | None = None,
        is_alone: bool = False,
    ) -> None:
        self._read = _Reader(graph, is_alone)
        self._digest = digest
        self._n_jobs = n_jobs
        self._parts = {} if parts is None else parts
        self._progress = progress

    def make(self, tasks: Iterable[Task]) -> None:
        """Read all batches that have not been read before."""
        missing = {name: task for task in tasks if (name := self._name(task)) not in self._parts}
        results = ordered_map(self._read, missing.values(), n_jobs=self._n_jobs)
        for number, (name, data) in enumerate(zip(missing, results, strict=True), 1):
            self._parts[name] = data
            if self._progress is not None:
                self._progress(number, len(missing))

    def probabilities(self, sentences: Sequence[Sentence]) -> list[Probabilities]:
        """The probabilities of errors in each batch, which must have been read."""
        return [
            Probabilities(*(arrays[name] for name in PROBABILITIES))
            for arrays in self._stored(ERRORS, PROBABILITIES, sentences)
        ]

    def guesses(self, sentences: Sequence[Sentence]) -> list[Guesses]:
        """The guesses of hidden prepositions in each batch, which must have been read."""
        return [
            Guesses(*(arrays[name] for name in _GUESSES))
            for arrays in self._stored(PREPOSITIONS, _GUESSES, sentences)
        ]

    def _stored(
        self, purpose: str, names: Sequence[str], sentences: Sequence[Sentence]
    ) -> Iterator[Arrays]:
        for file in map(self._name, tasks(purpose, sentences)):
            data = self._parts[file]
            yield archive.parse(data, names=names, version=_VERSION, file=file, remedy=_REMEDY)

    def _name(self, task: Task) -> str:
        """The name of a reading, which is another for other weights, groups, words or tags.

        It is another, too, if the speller knows other words.
        """
        purpose, sentences = task
        settings = (__version__, self._digest, GROUPS, self._read.is_alone, self._known_words)
        known = (*settings, [(each.words, each.tags) for each in sentences])
        return f"{purpose}-{_short_hash(repr(known))}.npz"

    @cached_property
    def _known_words(self) -> str:
        speller = plain_speller() if self._read.is_alone else bundled_speller()
        return _short_hash(" ".join(sorted(speller.dictionary.counts)))


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class _Reader:
    """Reads batches in a process of its own, which loads the models at its first call."""

    graph: bytes
    is_alone: bool

    def __call__(self, task: Task) -> bytes:
        purpose, sentences = task
        arrays = self._errors(sentences) if purpose == ERRORS else self._prepositions(sentences)
        return archive.format(arrays, version=_VERSION)

    def _errors(self, sentences: Sequence[Sentence]) -> Arrays:
        if self.is_alone:
            read = error_probabilities(self._network, sentences, speller=plain_speller())
        else:
            read = error_probabilities(self._network, sentences, self._light)
        return {name: getattr(read, name) for name in PROBABILITIES}

    def _prepositions(self, sentences: Sequence[Sentence]) -> Arrays:
        guesses = self._ensemble.guesses(sentences)
        return {name: getattr(guesses, name) for name in _GUESSES}

    @cached_property
    def _network(self) -> StrongModel:
        return models.parse_untuned(self.graph, file="the network")

    @cached_property
    def _light(self) -> Detector:
        return registry.light()

    @cached_property
    def _ensemble(self) -> SelectionEnsemble:
        return with_light_models(self._network)
