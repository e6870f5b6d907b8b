"""The detectors of wrong, extraneous and missing prepositions.

Tetreault and Chodorow (2008), and a classifier that knows what was written (`preposition_model`):
with the maximum entropy of the paper alone, or with an ensemble of it and a window network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.detector import EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION, WRONG_PREPOSITION
from solecism.detect.light import preposition_features
from solecism.detect.light.error_classifier import (
    EXTRANEOUS_KIND,
    MISSING_KIND,
    WRONG_KIND,
    Candidates,
    Predictions,
    predicted,
)
from solecism.detect.light.preposition_features import preposition_contexts
from solecism.detect.light.preposition_model import LIGHT, PrepositionModel, bundled
from solecism.locate.preposition_places import PrepositionPlaces, gaps, joined, prepositions
from solecism.locate.sentence_columns import Columns, Hashes, columns
from solecism.locate.site_kinds import NO_PREPOSITION, PREPOSITION_CHOICES
from solecism.numeric import UInts8
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, Suggestion, id_of
from solecism.system.processes import batches

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
