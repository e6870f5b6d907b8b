"""The model of the detector of articles and noun number: error features, trained parts, file.

The determiner and number of a noun together are seldom certain, but each often is, given the other.
Lee, Tetreault and Chodorow (2009): the noun's own constructions count too, and within the pairs of
constructions that raters found interchangeable one should be less confident. The model also says
which of the five constructions of that paper it would choose for a noun.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from solecism.corruption.counts import Counts
from solecism.detect.light import error_classifier
from solecism.detect.light.context_models import (
    ContextEnsemble,
    ContextModel,
    Maxent,
    WindowNetwork,
    weights_of,
)
from solecism.detect.light.error_classifier import (
    Candidates,
    Channel,
    ErrorClassifier,
    ErrorFeatures,
    array_names,
    classifier_arrays,
    classifier_of,
    hashed_rows,
    kinds_of_choice,
    plan_of,
    step_numbers,
)
from solecism.detect.light.model_archive import (
    MAXENT_ARRAYS,
    NETWORK_ARRAYS,
    maxent_arrays,
    maxent_of,
    network_arrays,
    network_of,
    parsed_model,
)
from solecism.detect.light.noun_choices import (
    CHOICE_OF_CONSTRUCTION,
    DETERMINER_DECISION,
    INDEX,
    N_CHOICES,
    N_DETERMINERS,
    NAMES,
    NONE,
    NOUN_LAYOUT,
    NUMBER_DECISION,
    THE,
    A,
    Choices,
    choice_with,
    divided,
    noun_contexts,
    noun_places,
)
from solecism.locate.noun_table import NounTable
from solecism.locate.sentence_columns import Hashes, columns
from solecism.locate.sites import CONSTRUCTIONS
from solecism.numeric import Floats, Floats32, UInts32
from solecism.sentence import Sentence
from solecism.site import NUMBER, id_of
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model
from solecism.system.processes import batches

if TYPE_CHECKING:
    from solecism.judgment import Judgment

# From this log probability on, one half of the choice is taken to be right.
_CONFIDENT = float(np.log(0.75))


@dataclass(frozen=True, slots=True, eq=False)
class NounContextEnsemble(ContextEnsemble):
    """Maximum entropy and the network, as in `ContextEnsemble`."""

    def screened_log_probabilities(self, contexts: Hashes, written: Choices) -> Floats32:
        """Log probabilities, by maximum entropy alone where it finds both halves probable."""
        log_p = self.maxent.log_probabilities(contexts)
        is_uncertain = np.zeros(len(written), dtype=bool)
        for decision in (DETERMINER_DECISION, NUMBER_DECISION):
            chosen, alternatives = divided(log_p, written, decision)
            is_uncertain |= alternatives[np.arange(len(chosen)), chosen] < _CONFIDENT
        log_p[is_uncertain] = self.combined(log_p[is_uncertain], contexts[is_uncertain])
        return log_p


# Section 4: raters often accepted both.
INTERCHANGEABLE = (
    ((NONE, True), (THE, True)),
    ((A, False), (THE, False)),
    ((A, False), (NONE, True)),
    ((THE, False), (THE, True)),
)
# The number of numeric features.
N_FIGURES = 9
_FIRST_SEED = (200, 300)
# What is hashed beside the context: the written choice, the best candidate, the choice that is most
# probable, and steps of what is probable; and the features without the context.
_VALUES = ("choice", "best", "likely", "odds", "fit", "margin", "joint", "noun", "even")
_ALONE = (
    "choice|choice best|choice likely|odds|odds choice|odds choice best|fit|margin|fit margin"
    "|margin choice best|fit choice|joint choice|joint likely choice|noun choice best|noun odds"
    "|even choice odds"
).split("|")
_WITH_WRITTEN = (
    "H|L1|F1|R1|M1|D|H L1|H F1|H R1|H M1|L1 F1|L1 R1|L1 L2|F1 F2|R1 M1|PV H|NV|H NV|MC|MC H"
    "|tL1 tR1 tH tF1|tR1 tH|D R1|D tR1 tF1"
).split("|")
_WITH_BEST = "H|L1|F1|R1|M1|tH|tL1 tH|NV|D".split("|")
_FEATURES = (
    *_ALONE,
    *(f"choice {names}" for names in _WITH_WRITTEN),
    *(f"choice best {names}" for names in _WITH_BEST),
)
_PLANS = [plan_of(_FEATURES, (*_VALUES, *NAMES), first_seed=seed) for seed in _FIRST_SEED]
_CONSTRUCTION_OF = np.full(N_CHOICES, len(CHOICE_OF_CONSTRUCTION), dtype=np.int64)
_CONSTRUCTION_OF[list(CHOICE_OF_CONSTRUCTION)] = np.arange(len(CHOICE_OF_CONSTRUCTION))
_IS_PAIR = np.zeros((N_CHOICES, N_CHOICES), dtype=bool)
for (_one, _is_plural), (_other, _is_other_plural) in INTERCHANGEABLE:
    _pair = 2 * _one + _is_plural, 2 * _other + _is_other_plural
    _IS_PAIR[_pair] = _IS_PAIR[_pair[::-1]] = True


@dataclass(frozen=True, slots=True, eq=False)
class NounFeatureExtractor:
    """Makes the features of one decision by a context model and the confusions of learners."""

    context: ContextModel
    channel: Channel
    nouns: NounTable
    decision: int

    def features(self, contexts: Hashes, written: Choices) -> ErrorFeatures:
        """The features of contexts and what was written there."""
        log_p = self.context.screened_log_probabilities(contexts, written)
        return self.features_given(log_p, contexts, written)

    def candidates(self, log_p: Floats32, written: Choices) -> Candidates:
        """The candidates, given the log probability of each choice in its context."""
        chosen, alternatives = divided(log_p, written, self.decision)
        return self.channel.candidates(alternatives, chosen)

    def features_given(self, log_p: Floats32, contexts: Hashes, written: Choices) -> ErrorFeatures:
        """The features, given the log probability of each choice in its context."""
        candidates = self.candidates(log_p, written)
        best = choice_with(written, candidates.best, self.decision)
        rows = self.nouns.rows(contexts[:, INDEX["H"]])
        shares = self.nouns.log_shares_or_zero[rows]
        evidence = _Evidence(log_p, written, best, candidates, shares, self.nouns.entropies[rows])
        return ErrorFeatures(
            hashed_rows(evidence.values(), contexts, _PLANS[self.decision]),
            evidence.numeric(),
            candidates,
            kinds_of_choice(candidates)
            if self.decision == DETERMINER_DECISION
            else candidates.written,
            np.zeros(len(written), dtype=bool),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """All that features of noun phrases are made of."""

    log_p: Floats32
    written: Choices
    best: Choices
    candidates: Candidates
    shares: Floats32
    entropies: Floats32

    def numeric(self) -> Floats32:
        """The exact log odds and similar values; hashed features have them in coarse steps only."""
        odds, log_written = self.candidates.log_odds, self.candidates.log_written
        share, other = self._shares()
        columns = (
            np.ones(len(odds)),
            odds / 3,
            log_written / 3,
            (self.candidates.log_best - log_written) / 3,
            np.maximum(odds, 0) / 2,
            share / 3,
            (other - share) / 3,
            self.entropies,
            _IS_PAIR[self.written, self.best] * odds / 3,
        )
        return np.stack(columns, axis=1).astype(np.float32)

    def values(self) -> tuple[UInts32, ...]:
        """What is hashed beside the context (_VALUES)."""
        log_written = self.candidates.log_written
        share, other = self._shares()
        return (
            self.written.astype(np.uint32),
            self.best.astype(np.uint32),
            self.log_p.argmax(axis=1).astype(np.uint32),
            step_numbers(self.candidates.log_odds, -10, 6, 32),
            step_numbers(log_written, -10, 0, 12),
            step_numbers(self.candidates.log_best - log_written, -6, 10, 16),
            step_numbers(self.log_p[np.arange(len(share)), self.written], -12, 0, 12),
            step_numbers(other - share, -6, 6, 12),
            step_numbers(self.entropies, 0, 2.4, 6),
        )

    def _shares(self) -> tuple[Floats32, Floats32]:
        """The log shares of the written construction and of the best candidate for this noun."""
        each = np.arange(len(self.written))
        return (
            self.shares[each, _CONSTRUCTION_OF[self.written]],
            self.shares[each, _CONSTRUCTION_OF[self.best]],
        )


BUNDLED_MODEL = model_path("articles.npz")
VERSION = 1
# The names of the two decisions, in the order of their numbers.
DECISIONS = ("determiner", "number")
_N_CHOICES = {DETERMINER_DECISION: N_DETERMINERS, NUMBER_DECISION: 2}
_REMEDY = "Train it again with `solecism train articles`."
_ARRAYS = (
    "about",
    *(f"{name}_confusions" for name in DECISIONS),
    *MAXENT_ARRAYS,
    *NETWORK_ARRAYS,
    *(array for name in DECISIONS for array in array_names(name)),
)


@dataclass(frozen=True, slots=True, eq=False)
class ArticleModel:
    """Two context models, and per decision the confusions of learners and a classifier."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    confusions: tuple[Counts, Counts]
    classifiers: Mapping[str, ErrorClassifier]

    @property
    def context(self) -> NounContextEnsemble:
        """The ensemble of both context models."""
        return NounContextEnsemble(self.maxent, self.network, self.weights)

    def feature_extractor(self, decision: int, nouns: NounTable) -> NounFeatureExtractor:
        """The extractor of features for a decision."""
        return NounFeatureExtractor(self.context, _channel(self, decision), nouns, decision)


# A model is used by one detector after another, and its error rates are always the same.
@lru_cache(maxsize=8)
def _channel(model: ArticleModel, decision: int) -> Channel:
    return Channel(model.confusions[decision])


def format(model: ArticleModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    about = {"names": NAMES, "features": NOUN_LAYOUT.features, "weights": model.weights}
    arrays: archive.Arrays = {
        "about": np.frombuffer(
            json.dumps(about | error_classifier.about(model.classifiers)).encode(), dtype=np.uint8
        ),
        **maxent_arrays(model.maxent),
        **network_arrays(model.network),
    }
    for name, counts in zip(DECISIONS, model.confusions, strict=True):
        arrays[f"{name}_confusions"] = counts.astype(np.int32)
        arrays |= classifier_arrays(name, model.classifiers[name])
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> ArticleModel:
    """The model in the bytes of its file."""
    return parsed_model(
        data,
        _built,
        what="articles",
        names=_ARRAYS,
        version=VERSION,
        expected={"names": list(NAMES), "features": list(map(list, NOUN_LAYOUT.features))},
        file=file,
        remedy=_REMEDY,
    )


def _built(arrays: archive.Arrays, about: Any) -> ArticleModel:
    of_determiners, of_number = (_confusions(arrays, decision) for decision in _N_CHOICES)
    return ArticleModel(
        maxent=maxent_of(arrays, NOUN_LAYOUT),
        network=network_of(arrays, NOUN_LAYOUT),
        weights=weights_of(about["weights"]),
        confusions=(of_determiners, of_number),
        classifiers={
            name: classifier_of(name, arrays, about, n_figures=N_FIGURES) for name in DECISIONS
        },
    )


def read(path: Path = BUNDLED_MODEL) -> ArticleModel:
    """The model in a file, or the one that comes with this package."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> ArticleModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()


def _confusions(arrays: Mapping[str, Any], decision: int) -> Counts:
    name, size = f"{DECISIONS[decision]}_confusions", _N_CHOICES[decision]
    check_arrays(arrays, {name: spec("int32", size, size)})
    check_range(name, arrays[name], 0)
    counts: Counts = arrays[name].astype(np.int64)
    return counts


RATER = "light"


def construction_probabilities(
    sentences: Iterable[Sentence], *, model: ArticleModel | None = None
) -> Iterator[tuple[str, Floats]]:
    """The site of each noun of annotated sentences, and the probability of each construction.

    The model sees the noun's lemma and its context, but neither its determiner nor its number.
    """
    context = (bundled() if model is None else model).context
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        contexts = noun_contexts(table, places)
        log_p = context.combined(context.maxent.log_probabilities(contexts), contexts)
        chosen = log_p[:, list(CHOICE_OF_CONSTRUCTION)].astype(np.float64)
        p = np.exp(chosen - chosen.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        owners = table.sentences[places.heads]
        words = places.heads - table.starts[owners]
        for owner, word, row in zip(owners.tolist(), words.tolist(), p, strict=True):
            yield id_of(batch[owner].id, word, word + 1, NUMBER), row


def chosen_constructions(
    sentences: Sequence[Sentence], sites: Collection[str], *, model: ArticleModel | None = None
) -> Iterator[Judgment]:
    """The most probable construction at each of these sites, as judgments of the model."""
    from solecism.judgment import Judgment

    for site, p in construction_probabilities(sentences, model=model):
        if site in sites:
            best = int(np.argmax(p))
            yield Judgment(
                site,
                RATER,
                "yes*",
                task="article-number",
                confidence=float(min(1.0, p[best])),
                notes={"construction": CONSTRUCTIONS[best]},
            )
