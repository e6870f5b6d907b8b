"""Data to tune a network on: probabilities before calibration, and annotators' corrections.

Texts are read by a network and by the light models, in several processes, and the readings are
stored: tuning needs them again whenever a bound or a formula changes, and they take nearly all its
time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.detect.network import model as models
from solecism.detect.network.hidden_prepositions import (
    Guesses,
    SelectionEnsemble,
    with_light_models,
)
from solecism.detect.network.model import StrongModel
from solecism.detect.network.other_evidence import probability_tables, site_probabilities
from solecism.detect.network.repairs import GROUPS, INSERT, repairs_of
from solecism.detect.network.strong_detector import StrongDetector
from solecism.edit import Edit, touched_places
from solecism.language.speller import Speller, bundled_speller, plain_speller
from solecism.numeric import Bools, Floats, Ints
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.archive import Arrays
from solecism.system.processes import batches, ordered_map
from solecism.version import __version__
from solecism_lab.train.spelling import error_groups


@dataclass(frozen=True, slots=True, eq=False)
class TuningData:
    """One row per word, then one per gap; one column per group of errors.

    `network_p` is the probability of an error by the network, before calibration, and `second_p`
    that by a second detector, NaN where it has none. `counts` is how many annotators corrected an
    error of the group there, and `touched` how many changed anything there. `owners` has the number
    of the sentence that each row belongs to, `documents` that of its text.
    """

    network_p: Floats
    second_p: Floats
    counts: Ints
    touched: Ints
    owners: Ints
    documents: Ints

    @property
    def is_error(self) -> Bools:
        """Whether any annotator corrected an error there."""
        return self.counts > 0

    @property
    def n_words(self) -> float:
        """The number of words and sentence ends: words and gaps have a row each."""
        return len(self.network_p) / 2

    def pooled(self, groups: Sequence[int]) -> TuningData:
        """The data of some groups as one column, the places of one group after another's."""
        return TuningData(
            self.network_p[:, groups].T.reshape(-1, 1),
            self.second_p[:, groups].T.reshape(-1, 1),
            self.counts[:, groups].T.reshape(-1, 1),
            *(np.tile(each, len(groups)) for each in (self.touched, self.owners, self.documents)),
        )

    def without_second(self) -> TuningData:
        """The same data without the second detector."""
        return replace(self, second_p=np.full_like(self.second_p, np.nan))


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """The probabilities of a batch by the network and by a second detector: of words, of gaps."""

    network_words: Floats
    network_gaps: Floats
    second_words: Floats
    second_gaps: Floats


PROBABILITIES = tuple(each.name for each in fields(Probabilities))


def tuning_data(
    model: StrongModel,
    sentences: Sequence[Sentence],
    second: Detector | None = None,
    *,
    n_annotators: int = 1,
) -> TuningData:
    """The data of sentences and their first annotators; a second detector needs them annotated."""
    read = [error_probabilities(model, batch, second) for batch in batches(sentences)]
    return with_corrections(read, sentences, n_annotators=n_annotators)


def error_probabilities(
    model: StrongModel,
    sentences: Sequence[Sentence],
    second: Detector | None = None,
    speller: Speller | None = None,
) -> Probabilities:
    """The probabilities of one batch of sentences."""
    detector = StrongDetector(model, threshold=1.0, speller=speller)
    reading = detector.reading(sentences)
    sites = [()] * len(sentences) if second is None else site_probabilities(second, sentences)
    network_p = detector.group_probabilities(reading)
    return Probabilities(*network_p, *probability_tables(sites, reading.places))


def with_corrections(
    read: Sequence[Probabilities], sentences: Sequence[Sentence], *, n_annotators: int = 1
) -> TuningData:
    """The data of sentences whose batches have been read, with what their annotators corrected.

    An annotator counts once per place, and once per place and group.
    """
    places = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
    counts = np.zeros((2, places[-1], len(GROUPS)), np.int64)
    touched = np.zeros((2, places[-1]), np.int64)
    for first, sentence in zip(places.tolist(), sentences, strict=False):
        for annotation in sentence.annotations[:n_annotators]:
            for is_gap, place, group in _corrected(annotation.edits, sentence.words):
                counts[is_gap, first + place, group] += 1
            for is_gap, place in _touched(annotation.edits):
                touched[is_gap, first + place] += 1
    columns = [[getattr(each, name) for each in read] for name in PROBABILITIES]
    words, gaps, second_words, second_gaps = (np.concatenate([_NOTHING, *each]) for each in columns)
    return TuningData(
        np.concatenate([words, gaps]),
        np.concatenate([second_words, second_gaps]),
        np.concatenate(list(counts)),
        np.concatenate(list(touched)),
        *(
            np.tile(np.repeat(numbers, np.diff(places)), 2)
            for numbers in (np.arange(len(sentences)), _documents(sentences))
        ),
    )


_NOTHING = np.zeros((0, len(GROUPS)))


def _corrected(edits: Sequence[Edit], words: Sequence[str]) -> set[tuple[int, int, int]]:
    """Whether each place that an annotator corrects is a gap, its number, and that of the group."""
    speller = bundled_speller()
    return {
        (int(repair.operation == INSERT), place, GROUPS.index(group))
        for place, repair in repairs_of(edits)
        for group in error_groups(repair, words[place] if place < len(words) else "", speller)
    }


def _touched(edits: Iterable[Edit]) -> set[tuple[int, int]]:
    """Whether each place that an annotator changes is a gap, and its number."""
    return {each for edit in edits for each in touched_places(edit)}


def _documents(sentences: Sequence[Sentence]) -> Ints:
    """The number of the text of each sentence: only sentences that follow one another share one.

    Of most learners' files, single sentences are reserved for tuning.
    """
    begins = [after.id != _next_id(before.id) for before, after in pairwise(sentences)]
    return np.cumsum([0, *begins][: len(sentences)], dtype=np.int64)


def _next_id(id: str) -> str:
    """The id of the sentence that follows the one with this id in its document."""
    document, _, number = id.rpartition(".")
    return f"{document}.{int(number) + 1}" if number.isdecimal() else ""


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

    `graphs` are the files of the network and, if the mean of two is tuned, of its partner, and
    `digest` identifies their weights. `progress` is told how many batches are done, and of how
    many. A network that `is_alone` is read with neither the light detector nor a speller that has
    learnt from learners.
    """

    def __init__(
        self,
        graphs: Sequence[bytes],
        *,
        digest: str,
        n_jobs: int = 1,
        parts: MutableMapping[str, bytes] | None = None,
        progress: Callable[[int, int | None], None] | None = None,
        is_alone: bool = False,
    ) -> None:
        self._read = _Reader(tuple(graphs), is_alone)
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

    graphs: tuple[bytes, ...]
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
        network, *partners = [
            models.parse_untuned(each, file="the network") for each in self.graphs
        ]
        for partner in partners:
            network = models.with_partner(network, partner)
        return network

    @cached_property
    def _light(self) -> Detector:
        return registry.light()

    @cached_property
    def _ensemble(self) -> SelectionEnsemble:
        return with_light_models(self._network)
