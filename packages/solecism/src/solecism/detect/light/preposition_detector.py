"""The detectors of wrong, extraneous and missing prepositions, and their model.

The contexts of Tetreault and Chodorow (2008), and a classifier that knows what was written: with
the maximum entropy of the paper alone, or with an ensemble of it and a window network. The model
has the features of errors, the trained parts, and their file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from solecism.corruption.counts import Counts
from solecism.detect.detector import EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION, WRONG_PREPOSITION
from solecism.detect.light import error_classifier, preposition_features
from solecism.detect.light.context_models import (
    ContextEnsemble,
    ContextModel,
    Maxent,
    WindowNetwork,
    weights_of,
)
from solecism.detect.light.error_classifier import (
    EXTRANEOUS_KIND,
    MISSING_KIND,
    WRONG_KIND,
    Candidates,
    Channel,
    ErrorClassifier,
    ErrorFeatures,
    Predictions,
    array_names,
    classifier_arrays,
    classifier_of,
    hashed_rows,
    kinds_of_choice,
    plan_of,
    predicted,
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
from solecism.detect.light.preposition_features import (
    FEATURES,
    NAMES,
    PREPOSITION_LAYOUT,
    PrepositionPlaces,
    gaps,
    joined,
    preposition_contexts,
    prepositions,
)
from solecism.errors import InputError
from solecism.locate.sentence_columns import Columns, Hashes, columns
from solecism.locate.sites import NO_PREPOSITION, PREPOSITION_CHOICES, PREPOSITION_NUMBER
from solecism.numeric import Floats32, UInts8, UInts32
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, Suggestion, id_of
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model
from solecism.system.processes import batches

# Seeds of hashes below this belong to the features of the context alone.
_FIRST_SEED = 100
# The number of numeric features.
N_FIGURES = 6
# What is hashed beside the context: the written preposition, the best candidate, and steps of what
# is probable. Features without the context come first, then the parts of the context that are
# joined with the written preposition, and those with the best candidate too.
_VALUES = ("choice", "best", "odds", "fit", "margin", "nothing", "kind")
_ALONE = (
    "choice|best|choice best|odds|odds choice|odds choice best|fit|margin|fit margin"
    "|fit margin kind|margin choice|fit choice|nothing choice"
).split("|")
_WITH_WRITTEN = "PV|PN|FH|L1|R1|L1 R1|PV FH|PN FH|L1 L2|R1 R2|FP|PP|tL1 tR1|tPV tPN tFH".split("|")
_WITH_BEST = "L1|R1|FH|PV|PN|tL1|tFH".split("|")
_PLAN = plan_of(
    [
        *_ALONE,
        *(f"choice {names}" for names in _WITH_WRITTEN),
        *(f"choice best {names}" for names in _WITH_BEST),
    ],
    (*_VALUES, *NAMES),
    first_seed=_FIRST_SEED,
)


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionFeatureExtractor:
    """Makes features by a context model and the confusions of learners."""

    context: ContextModel
    channel: Channel

    def features(self, contexts: Hashes, written: UInts8) -> ErrorFeatures:
        """The features of contexts and what was written there."""
        log_p = self.context.screened_log_probabilities(contexts, written)
        candidates = self.channel.candidates(log_p, written)
        is_exempt = preposition_features.is_benefactive(contexts, written, candidates.best)
        candidates.best[preposition_features.is_quantified(contexts, written)] = NO_PREPOSITION
        return ErrorFeatures(
            hashed_rows(_values(log_p, written, candidates), contexts, _PLAN),
            _numeric(written, candidates),
            candidates,
            kinds_of_choice(candidates),
            is_exempt,
        )


def _numeric(written: UInts8, candidates: Candidates) -> Floats32:
    """The exact log odds and similar values, which hashed features have only in coarse steps."""
    odds, log_written = candidates.log_odds, candidates.log_written
    columns = (
        np.ones(len(odds)),
        odds / 3,
        log_written / 3,
        (candidates.log_best - log_written) / 3,
        np.maximum(odds, 0) / 2,
        written == 0,
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _values(log_p: Floats32, written: UInts8, candidates: Candidates) -> tuple[UInts32, ...]:
    """What is hashed beside the context (_VALUES)."""
    choice, best = written.astype(np.uint32), candidates.best.astype(np.uint32)
    return (
        choice,
        best,
        step_numbers(candidates.log_odds, -10, 6, 32),
        step_numbers(candidates.log_written, -10, 0, 12),
        step_numbers(candidates.log_best - candidates.log_written, -6, 10, 16),
        step_numbers(log_p[:, 0], -10, 0, 10),
        (best == 0).astype(np.uint32) + np.uint32(2) * (choice == 0),
    )


BUNDLED_MODEL = model_path("prepositions.npz")
VERSION = 4
# The ensemble of both context models, and the maximum entropy of the paper alone.
LIGHT, MAXENT = "light", "maxent"
# The paper does not flag antonyms: both fit wherever one does, and mean the opposite.
ANTONYMS = tuple(
    (PREPOSITION_NUMBER[one], PREPOSITION_NUMBER[other])
    for one, other in (
        ("with", "without"),
        ("before", "after"),
        ("to", "from"),
        ("over", "under"),
        ("on", "off"),
        ("since", "until"),
        ("for", "against"),
        ("into", "from"),
        ("behind", "before"),
    )
)
_REMEDY = "Train it again with `solecism train prepositions`."
_ARRAYS = (
    "about",
    "confusions",
    *MAXENT_ARRAYS,
    *NETWORK_ARRAYS,
    *(array for name in (LIGHT, MAXENT) for array in array_names(name)),
)


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionModel:
    """Two context models, the confusions of learners, and one classifier per context model."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    confusions: Counts
    classifiers: Mapping[str, ErrorClassifier]

    def context(self, name: str) -> ContextModel:
        """The context model of this name."""
        if name == LIGHT:
            return ContextEnsemble(self.maxent, self.network, self.weights)
        if name == MAXENT:
            return self.maxent
        raise InputError(f"there is no context model {name!r}. There are {LIGHT}, {MAXENT}.")

    def feature_extractor(self, name: str) -> PrepositionFeatureExtractor:
        """The extractor of features for the context model of this name."""
        return PrepositionFeatureExtractor(self.context(name), _channel(self))


# A model is used by one detector after another, and its error rates are always the same.
@lru_cache(maxsize=4)
def _channel(model: PrepositionModel) -> Channel:
    return Channel(model.confusions, excluded=ANTONYMS)


def feature_extractor(context: ContextModel, confusions: Counts) -> PrepositionFeatureExtractor:
    """The extractor of features by a context model and confusions, antonyms excluded."""
    return PrepositionFeatureExtractor(context, Channel(confusions, excluded=ANTONYMS))


def format(model: PrepositionModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    about = {
        "choices": PREPOSITION_CHOICES,
        "features": FEATURES,
        "weights": model.weights,
        **error_classifier.about(model.classifiers),
    }
    arrays: archive.Arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "confusions": model.confusions.astype(np.int32),
        **maxent_arrays(model.maxent),
        **network_arrays(model.network),
    }
    for name, each in model.classifiers.items():
        arrays |= classifier_arrays(name, each)
    # Unpacking would take longer than all the rest of loading.
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> PrepositionModel:
    """The model in the bytes of its file."""
    return parsed_model(
        data,
        _built,
        what="prepositions",
        names=_ARRAYS,
        version=VERSION,
        expected={"choices": list(PREPOSITION_CHOICES), "features": list(map(list, FEATURES))},
        file=file,
        remedy=_REMEDY,
    )


def _built(arrays: archive.Arrays, about: Any) -> PrepositionModel:
    check_arrays(
        arrays, {"confusions": spec("int32", len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES))}
    )
    check_range("confusions", arrays["confusions"], 0)
    return PrepositionModel(
        maxent=maxent_of(arrays, PREPOSITION_LAYOUT),
        network=network_of(arrays, PREPOSITION_LAYOUT),
        weights=weights_of(about["weights"]),
        confusions=arrays["confusions"].astype(np.int64),
        classifiers={
            name: classifier_of(name, arrays, about, n_figures=N_FIGURES)
            for name in (LIGHT, MAXENT)
        },
    )


def read(path: Path = BUNDLED_MODEL) -> PrepositionModel:
    """The model in a file, or the one that comes with this package."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> PrepositionModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()


KIND_NAMES = {
    WRONG_KIND: WRONG_PREPOSITION,
    EXTRANEOUS_KIND: EXTRANEOUS_PREPOSITION,
    MISSING_KIND: MISSING_PREPOSITION,
}
_N_SUGGESTIONS = 3
# The rules for extraneous prepositions have at least this precision on tuning data.
_BY_RULE = 0.95


class PrepositionDetector:
    """Flags the sites where the probability of an error reaches a threshold.

    `name` picks the context model: "light" for the ensemble, "maxent" for that of the paper. The
    flags bear the name of the `system`, by default that of the model.
    `precision` picks the threshold from the curve on tuning data; by default the model has it.
    """

    kinds = (WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION)

    def __init__(
        self,
        model: PrepositionModel | None = None,
        *,
        name: str = LIGHT,
        system: str | None = None,
        precision: float | None = None,
        threshold: float | None = None,
    ) -> None:
        model = bundled() if model is None else model
        self.name = system or name
        self._extractor = model.feature_extractor(name)
        self._classifier = model.classifiers[name]
        self.threshold = self._classifier.threshold_for(precision=precision, threshold=threshold)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition, and per gap where one is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def predictions(self, table: Columns, places: PrepositionPlaces) -> Predictions:
        """The predictions at each place."""
        predictions = self.predictions_of(preposition_contexts(table, places), places.choices)
        is_repeated = preposition_features.is_repeated(table, places)
        p_error = np.maximum(predictions.p_error[is_repeated], _BY_RULE)
        predictions.p_error[is_repeated] = p_error
        predictions.kinds[is_repeated] = EXTRANEOUS_KIND
        predictions.candidates.best[is_repeated] = NO_PREPOSITION
        return predictions

    def predictions_of(self, contexts: Hashes, written: UInts8) -> Predictions:
        """The predictions for contexts and what was written there, without the rules."""
        return predicted(self._classifier, self._extractor.features(contexts, written))

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        places = joined(prepositions(table), gaps(table))
        predictions = self.predictions(table, places)
        is_error = predictions.p_error >= self.threshold
        shown = np.flatnonzero(is_error | (places.choices != NO_PREPOSITION))
        is_unpredicted = table.is_located.copy()
        is_unpredicted[places.lefts[shown]] = False
        unpredicted = np.flatnonzero(is_unpredicted)
        numbers = np.append(shown, np.full(len(unpredicted), -1))
        lefts = np.append(places.lefts[shown], unpredicted)
        rights = np.append(places.rights[shown], unpredicted + 1)
        order = np.lexsort((rights, lefts))
        owners = table.sentences[lefts]
        starts, ends = lefts - table.starts[owners], rights - table.starts[owners]
        rows = (owners[order], starts[order], ends[order], numbers[order])
        p_error, errors = predictions.p_error.tolist(), is_error.tolist()
        for owner, start, end, number in zip(*(row.tolist() for row in rows), strict=True):
            site = id_of(batch[owner].id, start, end, PREPOSITION)
            if number < 0:
                yield Flag(site, self.name, False)
            elif errors[number]:
                yield self._error(site, batch[owner], start, predictions, number)
            else:
                yield Flag(site, self.name, False, None, p_error[number])

    def _error(
        self, site: str, sentence: Sentence, start: int, predictions: Predictions, number: int
    ) -> Flag:
        p_error = float(predictions.p_error[number])
        is_first = sentence.words[start : start + 1] != () and sentence.words[start].istitle()
        kind = int(predictions.kinds[number])
        texts = [
            Suggestion(
                PREPOSITION_CHOICES[choice].capitalize()
                if is_first
                else PREPOSITION_CHOICES[choice],
                p_error * p,
            )
            for choice, p in _suggestions(predictions.candidates, number, kind)
        ]
        return Flag(site, self.name, True, KIND_NAMES[kind], p_error, tuple(texts))


def _suggestions(candidates: Candidates, number: int, kind: int) -> list[tuple[int, float]]:
    """The best choices at a site, and their shares among all but the written one."""
    if kind == EXTRANEOUS_KIND:
        return [(NO_PREPOSITION, 1.0)]
    shares = np.exp(candidates.posterior[number].astype(np.float64))
    shares[[int(candidates.written[number]), NO_PREPOSITION]] = 0
    shares /= shares.sum()
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS]
    return [(int(choice), float(shares[choice])) for choice in best]
