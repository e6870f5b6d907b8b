"""The learning curve: how well prepositions are guessed after so many native examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solecism.detect.choice.context_ensemble import ContextEnsemble
from solecism.detect.choice.maxent import Maxent
from solecism.detect.prepositions.features import PREPOSITIONS
from solecism.detect.prepositions.model import LIGHT, MAXENT
from solecism.detect.prepositions.selection import select
from solecism.errors import InputError
from solecism.figure import Figure
from solecism.sentence import Sentence
from solecism.train.choice.context_models import best_weights, divided, train_context_models
from solecism.train.choice.shard import Shard
from solecism.train.prepositions.train import PrepositionSettings
from solecism.uncertainty.proportion import wilson

# Every 256th example, every 64th, and so on to all.
STEPS = (256, 64, 16, 4, 1)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The accuracy of each context model on each text, after so many examples."""

    n_examples: int
    accuracy: dict[str, dict[str, Figure]]


def learning_curve(
    shards: Sequence[Shard],
    texts: Mapping[str, Sequence[Sentence]],
    *,
    steps: Sequence[int] = STEPS,
    seed: int = 1,
    settings: PrepositionSettings | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Iterator[CurvePoint]:
    """One point per step: both context models trained on every step-th example.

    `texts` are annotated native sentences by name, on which no example was counted.
    """
    settings = settings or PrepositionSettings()
    if any(step < 1 for step in steps):
        raise InputError("steps are whole numbers from 1 on.")
    for number, step in enumerate(sorted(steps, reverse=True), 1):
        some = [
            Shard(each.contexts[::step], each.choices[::step], each.n_words // step)
            for each in shards
        ]
        native, kept = divided(some, PREPOSITIONS)
        if not len(native):
            raise InputError(f"every {step}th example is none at all. Give more native text.")
        maxent, network = train_context_models(
            native, PREPOSITIONS, seed=seed, maxent=settings.maxent, network=settings.network
        )
        ensemble = ContextEnsemble(maxent, network, best_weights(maxent, network, kept))
        yield CurvePoint(
            len(native),
            {
                name: {LIGHT: _accuracy(ensemble, text), MAXENT: _accuracy(maxent, text)}
                for name, text in texts.items()
            },
        )
        if progress:
            progress(number, len(steps))


def _accuracy(model: ContextEnsemble | Maxent, text: Sequence[Sentence]) -> Figure:
    found = select(model, text)
    interval = wilson(round(found.accuracy * found.n), found.n)
    return Figure(found.accuracy, name="accuracy", interval=interval)
