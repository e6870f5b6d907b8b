"""Training of the detector of articles and noun number: on native text first, then on errors.

The context models learn from native text alone which determiner and number fit where. One
classifier per decision then learns what is an error, from learners' text and from every fortieth
native example, which those models have not seen; confusions are injected into a part of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from solecism.corruption.counts import Counts, inject
from solecism.detect.light.error_classifier import Channel, ErrorClassifier
from solecism.detect.light.noun_choices import (
    DETERMINER_DECISION,
    INDEX,
    N_DETERMINERS,
    NONE,
    NOUN_LAYOUT,
    NUMBER_DECISION,
    THIS,
    WORD_OF_GROUP,
    Choices,
    NounPlaces,
    choice_with,
    group_of,
    noun_contexts,
    noun_places,
)
from solecism.detect.light.noun_model import (
    DECISIONS,
    ArticleModel,
    NounContextEnsemble,
    NounFeatureExtractor,
)
from solecism.edit import Edit, trimmed
from solecism.locate.noun_table import NounTable
from solecism.locate.sentence_columns import Hashes, columns, lemma_hash
from solecism.numeric import Bools, Ints
from solecism.sentence import Sentence
from solecism.site import DETERMINER, NUMBER, kinds_of
from solecism.system.processes import batches
from solecism_lab.train.choice.context_models import (
    Parts,
    Progress,
    checked_confusions,
    contexts_from_shards,
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


@dataclass(frozen=True, slots=True, eq=False)
class NounExamples:
    """One row per noun phrase: its context, the writer's choice, and what was wrong with it.

    `correct` is the annotator's choice or OTHER. A decision is `is_hidden` where an edit of another
    kind changes the word: it is not known what the annotator thought of the choice itself.
    The columns of `is_wrong` and `is_hidden` are the determiner and the number.
    """

    contexts: Hashes
    written: Choices
    correct: Choices
    is_wrong: Bools
    is_hidden: Bools

    def __len__(self) -> int:
        return len(self.written)

    def select(self, index: Bools | Ints) -> NounExamples:
        """Some of the examples."""
        return NounExamples(*(getattr(self, field.name)[index] for field in fields(self)))


def concatenated_nouns(parts: Sequence[NounExamples]) -> NounExamples:
    """The examples of all parts, of which there is at least one."""
    names = [field.name for field in fields(NounExamples)]
    return NounExamples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
    )


def noun_examples(sentences: Iterable[Sentence]) -> Iterator[NounExamples]:
    """Examples of annotated sentences with tags, lemmas and chunks, by the first annotator."""
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        owners = table.sentences[places.heads]
        shift = table.starts[owners]
        corrections = _Corrections(places)
        edits_of = [_edits(sentence) for sentence in batch]
        rows = (owners, places.lefts - shift, places.rights - shift, places.heads - shift)
        for row, (owner, *spot) in enumerate(zip(*(each.tolist() for each in rows), strict=True)):
            for edit in edits_of[owner]:
                corrections.add(row, edit, *spot)
        yield NounExamples(
            noun_contexts(table, places),
            places.written,
            corrections.correct,
            corrections.is_wrong,
            corrections.is_hidden,
        )


def _edits(sentence: Sentence) -> list[Edit]:
    return [trimmed(edit) for note in sentence.annotations[:1] for edit in note.edits]


class _Corrections:
    """The corrections of noun phrases by edits."""

    def __init__(self, places: NounPlaces) -> None:
        self._determiners = (places.written // 2).tolist()
        self._has_number = places.has_number.tolist()
        self.correct = places.written.copy()
        self.is_wrong = np.zeros((len(places), 2), dtype=bool)
        self.is_hidden = np.zeros((len(places), 2), dtype=bool)

    def add(self, row: int, edit: Edit, left: int, right: int, head: int) -> None:
        """Add an edit in the sentence of a noun phrase."""
        kinds = kinds_of(edit.kind)
        if _touches(edit, left, right):
            if DETERMINER in kinds and _is_whole(edit, left, right):
                self._add_determiner(row, edit)
            else:
                self.is_hidden[row, 0] = True
        if edit.start <= head < edit.end:
            if NUMBER in kinds and self._has_number[row]:
                self.is_wrong[row, 1] = True
                if self.correct[row] != OTHER:
                    self.correct[row] ^= 1
            else:
                self.is_hidden[row, 1] = True

    def _add_determiner(self, row: int, edit: Edit) -> None:
        groups = (group for group in map(group_of, edit.after) if group is not None)
        group = next(groups, None) if edit.after else NONE
        if group == self._determiners[row]:
            if group != THIS:
                # *a* for *an* depends on sound, *his* for *her* on the person.
                self.is_hidden[row, 0] = True
                return
            group = None
        self.is_wrong[row, 0] = True
        is_plural = int(self.correct[row]) & 1
        is_known = group is not None and self.correct[row] != OTHER
        self.correct[row] = 2 * group + is_plural if is_known and group is not None else OTHER


def _touches(edit: Edit, left: int, right: int) -> bool:
    if left < right:
        return edit.start <= left < edit.end
    return edit.start < left < edit.end or edit.start == edit.end == left


def _is_whole(edit: Edit, left: int, right: int) -> bool:
    return left < right or edit.start == edit.end == left


def shards(sentences: Iterable[Sentence], *, size: int = SHARD_SIZE) -> Iterator[Shard]:
    """The examples of annotated sentences in shards of some hundred thousand."""
    return merged_shards(_small_shards(sentences), size=size)


def whole_shard(sentences: Iterable[Sentence]) -> Shard:
    """All sites that are classified when the sentences are checked."""
    return concatenated_shards(list(_small_shards(sentences)), NOUN_LAYOUT)


def _small_shards(sentences: Iterable[Sentence]) -> Iterator[Shard]:
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        n_words = int(np.count_nonzero(table.words))
        yield Shard(noun_contexts(table, places), places.written, n_words)


def untouched_examples(
    native: Shard, decision: int, *, rng: np.random.Generator, size: int
) -> ErrorExamples:
    """Native examples as they are: without errors."""
    contexts, choices = _some(native, decision, rng=rng, size=size)
    return ErrorExamples(contexts, choices, choices, np.zeros(len(choices), dtype=bool))


def examples_with_errors(
    native: Shard,
    counts: tuple[Counts, Counts],
    decision: int,
    *,
    rng: np.random.Generator,
    size: int,
) -> ErrorExamples:
    """Native examples into which learners' confusions were injected at learners' rates."""
    contexts, correct = _some(native, decision, rng=rng, size=size)
    half = correct // 2 if decision == DETERMINER_DECISION else correct % 2
    written = choice_with(correct, inject(half, counts[decision], rng=rng), decision)
    if decision == DETERMINER_DECISION:
        contexts = _with_determiner(contexts, correct, written)
    return ErrorExamples(contexts, written, correct, np.zeros(len(correct), dtype=bool))


def _some(
    native: Shard, decision: int, *, rng: np.random.Generator, size: int
) -> tuple[Hashes, Choices]:
    some = rng.permutation(len(native))
    if decision == NUMBER_DECISION:
        some = some[native.contexts[some, INDEX["C"]] > 0]
    return native.contexts[some[:size]], native.choices[some[:size]]


def _with_determiner(contexts: Hashes, correct: Choices, written: Choices) -> Hashes:
    """The contexts with the injected determiner."""
    words = [lemma_hash(word) if word else 0 for word in WORD_OF_GROUP]
    updated = contexts.copy()
    changed = correct != written
    updated[changed, INDEX["D"]] = np.array(words, dtype=np.uint32)[written[changed] // 2]
    return updated


_MAXENT = MaxentSettings(bits=23, max_rows=2_500_000, n_weights=2_000_000)
_NETWORK = NetworkSettings(n_words=40_000, n_vector=64, n_hidden=256, n_epochs=1, batch=2048)


@dataclass(frozen=True, slots=True)
class ArticleSettings:
    """The settings of training; the defaults are those of the bundled model.

    Flags must have `precision` on learners' tuning data, and there may be at most `max_alarms` per
    thousand words of any native file, for determiners and for number: half a flag in all.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    scorer_epochs: int = 5
    max_native: int = 200_000
    max_injected: int = 200_000
    injected_weight: float = 0.1
    precision: tuple[float, float] = (0.7, 0.7)
    max_alarms: tuple[float, float] = (0.3, 0.2)


@dataclass(frozen=True, slots=True, eq=False)
class NativeText:
    """Native examples that the context models were not trained on, and those for tuning."""

    kept_back: Shard
    tuning: Sequence[Shard]


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: NounExamples | None,
    tuning: NounExamples | None,
    nouns: NounTable,
    *,
    native_tuning: Sequence[Shard] = (),
    known_confusions: tuple[Counts, Counts] | None = None,
    seed: int = 1,
    settings: ArticleSettings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> ArticleModel:
    """The trained model; `native_tuning` are all noun phrases of native text that is in no shard.

    Without learner text the classifiers learn from injected errors alone, by `known_confusions`.
    Finished parts are stored in `parts`, and parts that are there are not trained again.
    """
    settings = settings or ArticleSettings()
    counts = checked_confusions(
        known_confusions if learner is None else count_confusions(learner), shards
    )
    learnt = contexts_from_shards(
        shards,
        NOUN_LAYOUT,
        settings.maxent,
        settings.network,
        seed=seed,
        progress=progress,
        parts=parts,
    )
    ensemble = NounContextEnsemble(learnt.maxent, learnt.network, learnt.weights)
    text = NativeText(learnt.kept_back, native_tuning)
    classifiers = _train_classifiers(ensemble, nouns, text, learner, tuning, counts, seed, settings)
    return ArticleModel(learnt.maxent, learnt.network, learnt.weights, counts, classifiers)


def _train_classifiers(
    ensemble: NounContextEnsemble,
    nouns: NounTable,
    native: NativeText,
    learner: NounExamples | None,
    tuning: NounExamples | None,
    counts: tuple[Counts, Counts],
    seed: int,
    settings: ArticleSettings,
) -> Mapping[str, ErrorClassifier]:
    """The classifiers of determiners and of number, by name."""
    classifiers: dict[str, ErrorClassifier] = {}
    for decision, name in enumerate(DECISIONS):
        extractor = NounFeatureExtractor(ensemble, Channel(counts[decision]), nouns, decision)
        rng = np.random.default_rng([seed, 3, decision])
        made = examples_with_errors(
            native.kept_back, counts, decision, rng=rng, size=settings.max_injected
        )
        if learner is None:
            parts = [(made, 1.0)]
        else:
            fine = untouched_examples(native.kept_back, decision, rng=rng, size=settings.max_native)
            parts = [(examples_of(learner, decision), 1.0), (fine, 1.0)]
            parts.append((made, settings.injected_weight))
        scorer = train_error_scorer(extractor, parts, rng=rng, n_epochs=settings.scorer_epochs)
        classifiers[name] = calibrated(
            extractor,
            scorer,
            made if tuning is None else examples_of(tuning, decision),
            [of_decision(shard, decision) for shard in native.tuning],
            precision=settings.precision[decision],
            max_alarms=settings.max_alarms[decision],
        )
    return classifiers


def count_confusions(examples: NounExamples) -> tuple[Counts, Counts]:
    """How often each group of determiners, and each number, was written where another is right.

    Rows are what is right, columns what was written.
    """
    tables = []
    for decision, size in ((DETERMINER_DECISION, N_DETERMINERS), (NUMBER_DECISION, 2)):
        known = ~examples.is_hidden[:, decision] & (examples.correct != OTHER)
        if decision == NUMBER_DECISION:
            known &= examples.contexts[:, INDEX["C"]] > 0
        halves = [
            choice[known] // 2 if decision == DETERMINER_DECISION else choice[known] % 2
            for choice in (examples.correct, examples.written)
        ]
        counts = np.zeros((size, size), dtype=np.int64)
        np.add.at(counts, (halves[0], halves[1]), 1)
        tables.append(counts)
    return tables[0], tables[1]


def examples_of(examples: NounExamples, decision: int) -> ErrorExamples:
    """The examples of one decision; a wrong one is corrected to OTHER."""
    if decision == NUMBER_DECISION:
        examples = examples.select(examples.contexts[:, INDEX["C"]] > 0)
    correct = np.where(examples.is_wrong[:, decision], OTHER, examples.written).astype(np.uint8)
    is_hidden = examples.is_hidden[:, decision] & ~examples.is_wrong[:, decision]
    return ErrorExamples(examples.contexts, examples.written, correct, is_hidden)


def of_decision(shard: Shard, decision: int) -> Shard:
    """The examples of a shard in which this decision was made."""
    if decision == DETERMINER_DECISION:
        return shard
    has_number = shard.contexts[:, INDEX["C"]] > 0
    return Shard(shard.contexts[has_number], shard.choices[has_number], shard.n_words)
