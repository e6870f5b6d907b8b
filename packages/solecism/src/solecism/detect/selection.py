"""The selection test by the name of a detector: guess which preposition a native writer chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.detect.light import preposition_detector, selection_test
from solecism.errors import InputError
from solecism.language.annotate import MODELS, MODELS_OF_TEXT, annotate_sentences
from solecism.sentence import Sentence
from solecism.system.processes import batches, ordered_map

if TYPE_CHECKING:
    from solecism.detect.light.selection_test import Guess, Scorer, Selection

NETWORKS = ("cascade", "strong", "large")
CONTEXT_MODELS = ("light", "maxent")
SELECTORS = (*NETWORKS, *CONTEXT_MODELS)


def select(detector: str, sentences: Iterable[Sentence], *, model: Path | None = None) -> Selection:
    """The test on annotated native sentences, with the bundled model or another one."""
    return selection_test.selection(map(scorer(detector, model=model), batches(sentences)))


def guesses(
    detector: str, sentences: Iterable[Sentence], *, model: Path | None = None, n_jobs: int = 1
) -> Iterator[Guess]:
    """The guess at each preposition of sentences, by `n_jobs` processes.

    Sentences that are not annotated are annotated there. A model that cannot be read is an error
    even where there is no sentence.
    """
    if model is not None:
        scorer(detector, model=model)
    guesser = BatchGuesser(detector, model)
    return chain.from_iterable(ordered_map(guesser, batches(sentences), n_jobs=n_jobs))


class BatchGuesser:
    """Guesses in batches of sentences, in a process that loads the model."""

    def __init__(self, detector: str, path: Path | None) -> None:
        self._detector = detector
        self._path = path

    def __call__(self, batch: Sequence[Sentence]) -> list[Guess]:
        if not all(sentence.link or sentence.tags or not sentence.words for sentence in batch):
            batch = list(annotate_sentences(batch))
        return list(selection_test.guesses_of_batch(self._scorer, batch))

    @cached_property
    def _scorer(self) -> Scorer:
        return scorer(self._detector, model=self._path)


def scorer(detector: str, *, model: Path | None = None) -> Scorer:
    """The function that scores the choices at prepositions, of a detector by name."""
    if detector in NETWORKS:
        return _network_scorer(detector, model)
    if detector not in CONTEXT_MODELS:
        known = ", ".join(SELECTORS)
        raise InputError(f"{detector!r} guesses no prepositions. There are {known}.")
    models = preposition_detector.read(model) if model else preposition_detector.bundled()
    return selection_test.context_scorer(models.context(detector))


def models_of(
    detector: str, *, model: Path | None = None, is_text: bool = True
) -> tuple[Path, ...]:
    """The files of the bundled models that a detector guesses with, in text or in sentences."""
    from solecism.detect.network.model import BUNDLED_MODEL
    from solecism.detect.registry import LARGE, installed_file

    own: list[Path] = []
    if model is None and detector in NETWORKS:
        own.append(installed_file(LARGE) if detector == "large" else BUNDLED_MODEL)
    if detector in ("cascade", "large") or (model is None and detector in CONTEXT_MODELS):
        own.append(preposition_detector.BUNDLED_MODEL)
    return (*(MODELS_OF_TEXT if is_text else MODELS), *own)


def _network_scorer(detector: str, path: Path | None) -> Scorer:
    # The network is loaded only where it is asked.
    from solecism.detect.network import hidden_prepositions, model
    from solecism.detect.network.hidden_prepositions import network_scorer
    from solecism.detect.registry import LARGE, installed_file

    if path is None and detector == "large":
        path = installed_file(LARGE)
    network = model.read(path) if path else model.bundled()
    if detector == "strong":
        return network_scorer(network)
    return hidden_prepositions.ensemble_scorer(hidden_prepositions.with_light_models(network))
