"""Training of the preposition detectors on native text, then on errors; their learning curve.

The context models learn from native text alone which preposition fits where. The classifier then
learns what is an error, from learners' text and from every fortieth native example, which those
models have not seen; without learners' text, confusions are injected into those examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corruption.counts import Counts, inject
from solecism.detect.light.context_models import ContextEnsemble, ContextModel, Maxent
from solecism.detect.light.error_classifier import ErrorClassifier
from solecism.detect.light.preposition_detector import (
    LIGHT,
    MAXENT,
    PrepositionModel,
    feature_extractor,
)
from solecism.detect.light.preposition_features import (
    PREPOSITION_LAYOUT,
    PrepositionPlaces,
    gaps,
    joined,
    preposition_contexts,
    prepositions,
)
from solecism.detect.light.selection_test import select
from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.figure import Figure
from solecism.locate.sentence_columns import Columns, columns
from solecism.locate.sites import NO_PREPOSITION, PREPOSITION_CHOICES, preposition_number
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, kinds_of
from solecism.system.processes import batches
from solecism.uncertainty.proportion import wilson
from solecism_lab.train.choice.context_models import (
    Parts,
    Progress,
    best_weights,
    checked_confusions,
    contexts_from_shards,
    held_back_split,
    train_context_models,
)
from solecism_lab.train.choice.error_classifier import (
    OTHER,
    ErrorExamples,
    calibrated,
    train_error_scorer,
)
from solecism_lab.train.choice.maxent import MaxentSettings
from solecism_lab.train.choice.native_shards import (
    SHARD_SIZE,
    Shard,
    concatenated_shards,
    merged_shards,
)
from solecism_lab.train.choice.window_network import NetworkSettings


def learner_examples(
    sentences: Iterable[Sentence], *, everywhere: bool = False
) -> Iterator[ErrorExamples]:
    """Examples of annotated sentences with tags, lemmas and chunks, by the first annotator.

    `everywhere` as for `gaps`.
    """
    for batch in batches(sentences):
        table = columns(batch)
        places = joined(prepositions(table), gaps(table, everywhere=everywhere))
        owners = table.sentences[places.lefts]
        starts = (places.lefts - table.starts[owners]).tolist()
        corrections = []
        edits_of = [_edits(sentence) for sentence in batch]
        for owner, start, choice in zip(
            owners.tolist(), starts, places.choices.tolist(), strict=True
        ):
            corrections.append(_correction(edits_of[owner], start, choice))
        correct = np.array([choice for choice, _ in corrections], dtype=np.uint8)
        is_hidden = np.array([is_one for _, is_one in corrections], dtype=bool)
        yield ErrorExamples(preposition_contexts(table, places), places.choices, correct, is_hidden)


def _edits(sentence: Sentence) -> list[Edit]:
    return [trimmed(edit) for note in sentence.annotations[:1] for edit in note.edits]


def _correction(edits: Sequence[Edit], start: int, written: int) -> tuple[int, bool]:
    """The annotator's choice, and whether an edit of another kind hides it."""
    if not edits:
        return written, False
    if written == NO_PREPOSITION:
        return _correction_at_gap(edits, start)
    for edit in edits:
        if edit.start <= start < edit.end:
            if PREPOSITION in kinds_of(edit.kind):
                return _first_choice(edit.after, written), False
            return OTHER, True
    return written, False


def _correction_at_gap(edits: Sequence[Edit], start: int) -> tuple[int, bool]:
    for edit in edits:
        if edit.start == edit.end == start and PREPOSITION in kinds_of(edit.kind):
            return _first_choice(edit.after, NO_PREPOSITION), False
        if edit.start < start < edit.end or (edit.start < edit.end and edit.end == start):
            return NO_PREPOSITION, True
    return NO_PREPOSITION, False


def _first_choice(words: Sequence[str], written: int) -> int:
    """The first of the 34 among the words; OTHER if it is the one that was written."""
    if not words:
        return NO_PREPOSITION
    first = next((choice for choice in map(preposition_number, words) if choice), OTHER)
    return OTHER if first == written else first


def count_confusions(examples: ErrorExamples) -> Counts:
    """How often each preposition (column) was written where another (row) is right."""
    known = ~examples.is_hidden & (examples.correct < len(PREPOSITION_CHOICES))
    counts = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=np.int64)
    np.add.at(counts, (examples.correct[known], examples.written[known]), 1)
    return counts


# There are more gaps than prepositions, and each teaches less.
GAP_SHARE = 1 / 3


def shards(
    sentences: Iterable[Sentence], *, rng: np.random.Generator, size: int = SHARD_SIZE
) -> Iterator[Shard]:
    """The examples of annotated sentences in shards of some hundred thousand."""
    parts = (training_places(columns(batch), rng=rng) for batch in batches(sentences))
    return merged_shards(parts, size=size)


def checked_shard(sentences: Iterable[Sentence]) -> Shard:
    """All sites that are classified when the sentences are checked."""
    parts = [checked_places(columns(batch)) for batch in batches(sentences)]
    return concatenated_shards(parts, PREPOSITION_LAYOUT)


def training_places(table: Columns, *, rng: np.random.Generator) -> Shard:
    """All prepositions of some sentences, and a random part of all gaps."""
    some = gaps(table, everywhere=True)
    some = some.select(rng.random(len(some)) < GAP_SHARE)
    return _shard(table, joined(prepositions(table), some))


def checked_places(table: Columns) -> Shard:
    """All prepositions of some sentences, and the gaps where one may be missing."""
    return _shard(table, joined(prepositions(table), gaps(table)))


def _shard(table: Columns, places: PrepositionPlaces) -> Shard:
    return Shard(
        preposition_contexts(table, places), places.choices, int(np.count_nonzero(table.words))
    )


def examples_with_errors(
    native: Shard, counts: Counts, *, rng: np.random.Generator, size: int
) -> ErrorExamples:
    """Native examples into which learners' confusions were injected at learners' rates."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    written = inject(correct, counts, rng=rng)
    return ErrorExamples(native.contexts[some], written, correct, np.zeros(len(some), dtype=bool))


def untouched_examples(native: Shard, *, rng: np.random.Generator, size: int) -> ErrorExamples:
    """Native examples as they are: without errors."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    return ErrorExamples(native.contexts[some], correct, correct, np.zeros(len(some), dtype=bool))


_MAXENT, _NETWORK = MaxentSettings(), NetworkSettings()


@dataclass(frozen=True, slots=True)
class PrepositionSettings:
    """The settings of training; the defaults are those of the bundled model.

    Flags must have `precision` on learners' tuning data, and there may be at most `max_alarms` per
    thousand words of any native file. That is less than half of the 0.5 that we allow elsewhere:
    most available native text was edited, while texts that people check were not.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    scorer_epochs: int = 5
    native_weight: float = 1.0
    max_native: int = 250_000
    max_injected: int = 200_000
    precision: float = 0.8
    max_alarms: float = 0.2


@dataclass(frozen=True, slots=True)
class _Errors:
    """The data that the classifiers are trained and tuned on."""

    counts: Counts
    parts: list[tuple[ErrorExamples, float]]
    tuning: ErrorExamples
    native: Sequence[Shard]


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: ErrorExamples | None,
    tuning: ErrorExamples | None,
    *,
    native_tuning: Sequence[Shard] = (),
    known_confusions: Counts | None = None,
    seed: int = 1,
    settings: PrepositionSettings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> PrepositionModel:
    """The trained model; `native_tuning` are all sites of native text that is in no shard.

    Without learner text the classifier learns from injected errors alone, by `known_confusions`.
    Finished parts are stored in `parts`, and parts that are there are not trained again.
    """
    settings = settings or PrepositionSettings()
    counts = checked_confusions(
        known_confusions if learner is None else count_confusions(learner), shards
    )
    learnt = contexts_from_shards(
        shards,
        PREPOSITION_LAYOUT,
        settings.maxent,
        settings.network,
        seed=seed,
        progress=progress,
        parts=parts,
    )
    ensemble = ContextEnsemble(learnt.maxent, learnt.network, learnt.weights)
    errors = _errors(learnt.kept_back, counts, learner, tuning, native_tuning, seed, settings)
    contexts: dict[str, ContextModel] = {LIGHT: ensemble, MAXENT: learnt.maxent}
    classifiers = {
        name: _train_classifier(context, errors, seed=seed, settings=settings)
        for name, context in contexts.items()
    }
    return PrepositionModel(learnt.maxent, learnt.network, learnt.weights, counts, classifiers)


def _train_classifier(
    context: ContextModel, errors: _Errors, *, seed: int, settings: PrepositionSettings
) -> ErrorClassifier:
    """The classifier whose features come from this context model."""
    extractor = feature_extractor(context, errors.counts)
    rng = np.random.default_rng([seed, 4])
    scorer = train_error_scorer(extractor, errors.parts, rng=rng, n_epochs=settings.scorer_epochs)
    return calibrated(
        extractor,
        scorer,
        errors.tuning,
        errors.native,
        precision=settings.precision,
        max_alarms=settings.max_alarms,
    )


def _errors(
    kept_back: Shard,
    counts: Counts,
    learner: ErrorExamples | None,
    tuning: ErrorExamples | None,
    native_tuning: Sequence[Shard],
    seed: int,
    settings: PrepositionSettings,
) -> _Errors:
    rng = np.random.default_rng([seed, 3])
    if learner is None:
        made = examples_with_errors(kept_back, counts, rng=rng, size=settings.max_injected)
        return _Errors(counts, [(made, 1.0)], tuning or made, native_tuning)
    fine = untouched_examples(kept_back, rng=rng, size=settings.max_native)
    parts = [(learner, 1.0), (fine, settings.native_weight)]
    return _Errors(counts, parts, tuning or learner, native_tuning)


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
        native, kept = held_back_split(some, PREPOSITION_LAYOUT)
        if not len(native):
            raise InputError(f"every {step}th example is none at all. Give more native text.")
        maxent, network = train_context_models(
            native, PREPOSITION_LAYOUT, seed=seed, maxent=settings.maxent, network=settings.network
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
