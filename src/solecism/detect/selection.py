"""The selection test by the name of a detector: guess which preposition a native writer chose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path

from solecism.detect.prepositions import model as preposition_model
from solecism.detect.prepositions import selection
from solecism.detect.prepositions.selection import Choices, Selection
from solecism.errors import InputError
from solecism.language.annotate import annotate_sentences
from solecism.numeric.arrays import Floats32, Ints
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.parallel import ordered_map

NETWORKS = ("cascade", "strong")
CONTEXT_MODELS = ("light", "maxent")
_Guesser = Callable[[Sequence[Sentence]], tuple[Choices, Floats32]]


def select(
    detector: str, sentences: Iterable[Sentence], *, model: Path | None = None, n_jobs: int = 1
) -> Selection:
    """The test on native sentences, with the bundled model or another one.

    Sentences that are not annotated are annotated here. The work is done by `n_jobs` processes.
    """
    if detector not in (*NETWORKS, *CONTEXT_MODELS):
        known = ", ".join((*NETWORKS, *CONTEXT_MODELS))
        raise InputError(f"{detector!r} guesses no prepositions. There are {known}.")
    count = _BatchCounter(detector, model)
    return selection.total(ordered_map(count, batches(sentences), n_jobs=n_jobs))


class _BatchCounter:
    """Counts guesses in batches of sentences, in a process that loads the model."""

    def __init__(self, detector: str, path: Path | None) -> None:
        self._detector = detector
        self._path = path

    def __call__(self, batch: Sequence[Sentence]) -> Ints:
        if not all(sentence.link or sentence.tags or not sentence.words for sentence in batch):
            batch = list(annotate_sentences(batch))
        return selection.count_guesses(*self._guess(batch))

    @cached_property
    def _guess(self) -> _Guesser:
        if self._detector in CONTEXT_MODELS:
            models = preposition_model.read(self._path) if self._path else None
            context = (models or preposition_model.bundled()).context(self._detector)
            return partial(selection.guessed, context)
        # The network is loaded only where it is asked.
        from solecism.detect.network import model, selection_ensemble
        from solecism.detect.network import selection as network_selection

        network = model.read(self._path) if self._path else model.bundled()
        if self._detector == "strong":
            return partial(network_selection.guessed, network)
        ensemble = selection_ensemble.with_light_models(network)
        return partial(selection_ensemble.guessed, ensemble)
