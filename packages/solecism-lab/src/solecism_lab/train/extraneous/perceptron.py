"""Training of the averaged perceptron on learner text and on native text with insertions.

It learns from prepositions that annotators delete in learner text, and from native text into which
prepositions were inserted as learners do. How often learners insert which preposition between two
words is estimated from annotated text by the tags of the two; gaps in native text are then sampled
so that tags are as frequent as there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.extraneous.perceptron import N_WEIGHTS, Perceptron, Rows, Weights, features
from solecism.errors import InputError
from solecism.language.annotate import annotate_sentences
from solecism.language.tagger import tag
from solecism.numeric import Bools, Floats32
from solecism.sentence import Sentence, from_words
from solecism.system.processes import batches
from solecism_lab.train.extraneous.learner_examples import (
    PrepositionExample,
    calibrated,
    grouped_by_sentence,
    prepositions_of,
)

_NAMES = ("NNP", "NNPS")
_EDGE = ""

TagPair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class InsertionCounts:
    """How often each preposition was extraneous between words with two tags."""

    counts: Mapping[TagPair, Mapping[str, int]]


def count_insertions(examples: Iterable[PrepositionExample]) -> InsertionCounts:
    """The counts of the extraneous prepositions among the examples."""
    counts: dict[TagPair, Counter[str]] = {}
    for example in examples:
        if example.is_extraneous:
            pair = _around(example.sentence.tags, example.site.start, example.site.end)
            counts.setdefault(pair, Counter())[example.site.text.lower()] += 1
    if not counts:
        raise InputError("the learner text has no unneeded prepositions. Give more of it.")
    return InsertionCounts(counts)


def with_insertions(
    sentences: Sequence[Sentence],
    learned: InsertionCounts,
    *,
    rng: np.random.Generator,
    share: float = 0.5,
) -> list[tuple[Sentence, int | None]]:
    """The sentences, a `share` of them with an extraneous preposition, and the place of it.

    Sentences need tags; those with a new word have none.
    """
    gaps = [
        (number, place, _around(sentence.tags, place, place))
        for number, sentence in enumerate(sentences)
        for place in range(len(sentence))
    ]
    n_native = Counter(pair for _, _, pair in gaps)
    weights = np.array(
        [sum(learned.counts.get(pair, {}).values()) / n_native[pair] for _, _, pair in gaps]
    )
    result: list[tuple[Sentence, int | None]] = [(sentence, None) for sentence in sentences]
    if not weights.any():
        return result
    n_drawn = min(int(2 * share * len(sentences)), int(np.count_nonzero(weights)))
    drawn = rng.choice(len(gaps), size=n_drawn, replace=False, p=weights / weights.sum())
    n_left = int(share * len(sentences))
    for number, place, pair in (gaps[index] for index in drawn.tolist()):
        if n_left and result[number][1] is None:
            words = _drawn(learned.counts[pair], rng)
            result[number] = (_put_in(sentences[number], place, words), place)
            n_left -= 1
    return result


def _around(tags: Sequence[str], start: int, end: int) -> TagPair:
    before = tags[start - 1] if start else _EDGE
    return before, tags[end] if end < len(tags) else _EDGE


def _drawn(counts: Mapping[str, int], rng: np.random.Generator) -> str:
    words = sorted(counts)
    shares = np.array([counts[word] for word in words], dtype=np.float64)
    return words[int(rng.choice(len(words), p=shares / shares.sum()))]


def _put_in(sentence: Sentence, place: int, word: str) -> Sentence:
    words = list(sentence.words)
    if place == 0:
        word = word.capitalize()
        if words[0] != "I" and sentence.tags[0] not in _NAMES:
            words[0] = words[0].lower()
    return from_words(sentence.id, [*words[:place], word, *words[place:]])


_LARGEST_WEIGHT = 127
# The few larger weights are clipped, so that the others are more precise.
_SHARE_WITHIN_RANGE = 0.999
_BATCH_SENTENCES = 5_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PerceptronSettings:
    """The settings of training.

    Examples are scored in small batches; with a score of at most `margin` on the right side an
    example counts as a mistake. A mistake changes weights by 1 for a correct preposition of a
    learner, by `learner_error` for an extraneous one, and by `native` for one in native text.
    """

    n_epochs: int = 8
    batch: int = 64
    margin: float = 4.0
    learner_error: float = 5.0
    native: float = 0.3
    share_inserted: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """Rows of features, which of them are extraneous prepositions, and the weight of each."""

    rows: Rows
    is_extraneous: Bools
    importance: Floats32


def train(
    learner: list[PrepositionExample],
    tuning: list[PrepositionExample],
    native: Iterable[Sentence],
    *,
    rng: np.random.Generator,
    settings: PerceptronSettings | None = None,
    progress: Progress | None = None,
) -> Perceptron:
    """The perceptron for extraneous prepositions; native sentences need no tags."""
    chosen = settings or PerceptronSettings()
    parts = [_learner_data(learner, chosen)]
    parts += _native_data(native, count_insertions(learner), chosen, rng)
    data = TrainingData(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.is_extraneous for part in parts]),
        np.concatenate([part.importance for part in parts]),
    )
    weights = fit(data, rng=rng, settings=chosen, progress=progress)
    model = Perceptron(quantised(weights), PlattCalibration())
    return replace(model, calibration=calibrated(model, tuning))


def fit(
    data: TrainingData,
    *,
    rng: np.random.Generator,
    settings: PerceptronSettings | None = None,
    progress: Progress | None = None,
) -> Floats32:
    """The averaged weights; a mistake on an example changes them by its importance."""
    chosen = settings or PerceptronSettings()
    report = progress or (lambda done, total: None)
    rows = data.rows
    sides = np.where(data.is_extraneous, 1, -1).astype(np.float32)
    weights = np.zeros(N_WEIGHTS, dtype=np.float32)
    # The sum of each change times the steps before it, so that one subtraction gives the mean.
    missed = np.zeros(N_WEIGHTS, dtype=np.float64)
    step = 0
    for epoch in range(chosen.n_epochs):
        order = rng.permutation(len(rows))
        for begin in range(0, len(order), chosen.batch):
            batch = order[begin : begin + chosen.batch]
            scores = weights[rows[batch]].sum(axis=1)
            wrong = batch[scores * sides[batch] <= chosen.margin]
            change = np.repeat(sides[wrong] * data.importance[wrong], rows.shape[1])
            np.add.at(weights, rows[wrong].ravel(), change)
            np.add.at(missed, rows[wrong].ravel(), step * change)
            step += 1
        report(epoch + 1, chosen.n_epochs)
    return (weights - missed / max(step, 1)).astype(np.float32)


def quantised(weights: Floats32) -> Weights:
    """The weights as whole numbers of 8 bits."""
    used = np.abs(weights[weights != 0])
    limit = float(np.quantile(used, _SHARE_WITHIN_RANGE)) if len(used) else 1.0
    whole = np.rint(weights * (_LARGEST_WEIGHT / limit))
    return np.asarray(np.clip(whole, -_LARGEST_WEIGHT, _LARGEST_WEIGHT), dtype=np.int8)


def _learner_data(learner: list[PrepositionExample], settings: PerceptronSettings) -> TrainingData:
    sentences, places, is_extraneous = grouped_by_sentence(learner)
    importance = np.where(is_extraneous, settings.learner_error, 1).astype(np.float32)
    return TrainingData(features(sentences, places), is_extraneous, importance)


def _native_data(
    native: Iterable[Sentence],
    learned: InsertionCounts,
    settings: PerceptronSettings,
    rng: np.random.Generator,
) -> Iterator[TrainingData]:
    for batch in batches(native, _BATCH_SENTENCES):
        changed = with_insertions(list(tag(batch)), learned, rng=rng, share=settings.share_inserted)
        annotated = annotate_sentences(sentence for sentence, _ in changed)
        examples = [
            example
            for sentence, (_, place) in zip(annotated, changed, strict=True)
            for example in prepositions_of(sentence, unneeded=() if place is None else (place,))
        ]
        sentences, places, is_extraneous = grouped_by_sentence(examples)
        importance = np.full(len(examples), settings.native, dtype=np.float32)
        yield TrainingData(features(sentences, places), is_extraneous, importance)
