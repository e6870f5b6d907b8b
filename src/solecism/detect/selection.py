"""The selection test by the name of a detector: guess which preposition a native writer chose."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.detect.prepositions import model as preposition_model
from solecism.detect.prepositions import selection
from solecism.errors import InputError
from solecism.sentence import Sentence

if TYPE_CHECKING:
    from solecism.detect.prepositions.selection import Selection

NETWORKS = ("cascade", "strong")
CONTEXT_MODELS = ("light", "maxent")


def select(detector: str, sentences: Iterable[Sentence], *, model: Path | None = None) -> Selection:
    """The test on annotated native sentences, with the bundled model or another one."""
    if detector in NETWORKS:
        return _select_by_network(detector, sentences, model)
    if detector not in CONTEXT_MODELS:
        known = ", ".join((*NETWORKS, *CONTEXT_MODELS))
        raise InputError(f"{detector!r} guesses no prepositions. There are {known}.")
    models = preposition_model.read(model) if model else preposition_model.bundled()
    return selection.select(models.context(detector), sentences)


def _select_by_network(
    detector: str, sentences: Iterable[Sentence], path: Path | None
) -> Selection:
    # The network is loaded only where it is asked.
    from solecism.detect.network import model, selection_ensemble
    from solecism.detect.network import selection as network_selection

    network = model.read(path) if path else model.bundled()
    if detector == "strong":
        return network_selection.select(network, sentences)
    return selection_ensemble.select(selection_ensemble.with_light_models(network), sentences)
