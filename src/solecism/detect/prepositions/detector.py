"""The detectors of wrong, extraneous and missing prepositions.

Tetreault and Chodorow (2008), and a second look that knows what was written (`judge`): with the
paper's maximum entropy alone, or with a window network beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solecism.batches import batches
from solecism.detect.choice.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND
from solecism.detect.choice.channel import Candidates, Channel
from solecism.detect.choice.verdicts import Scorer, Verdicts, decided
from solecism.detect.detector import EXTRANEOUS, MISSING, WRONG
from solecism.detect.prepositions import filters
from solecism.detect.prepositions.contexts import contexts
from solecism.detect.prepositions.model import LIGHT, PrepositionModel, bundled
from solecism.flag import Flag, Suggestion
from solecism.kind import PREPOSITION
from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION
from solecism.locate.preposition_columns import Columns, Hashes, columns
from solecism.locate.preposition_places import Places, gaps, joined, prepositions
from solecism.sentence import Sentence

KIND_NAMES = {WRONG_KIND: WRONG, EXTRANEOUS_KIND: EXTRANEOUS, MISSING_KIND: MISSING}
_N_SUGGESTIONS = 3
# How often the rules for extraneous prepositions are right on tuning data, at least.
_BY_RULE = 0.95


class PrepositionDetector:
    """Flags the sites where an error is more probable than a threshold.

    `name` says which model of contexts is asked: "light" for both, "maxent" for the paper's.
    `precision` picks the threshold from the curve on tuning data; else it is the model's own.
    """

    kinds = (WRONG, EXTRANEOUS, MISSING)

    def __init__(
        self,
        model: PrepositionModel | None = None,
        *,
        name: str = LIGHT,
        precision: float | None = None,
        threshold: float | None = None,
    ) -> None:
        model = bundled() if model is None else model
        self.name = name
        self._scorer = Scorer(model.context(name), Channel(model.confusions))
        self._decider = model.deciders[name]
        self.threshold = self._decider.at(precision=precision, threshold=threshold)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at every preposition, and at the gaps where one is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def verdicts(self, table: Columns, places: Places) -> Verdicts:
        """What the model says of each place."""
        around = contexts(table, places)
        found = self.judged(around, places.choices)
        is_extra = filters.is_repeated(table, places)
        found.p_error[is_extra] = np.maximum(found.p_error[is_extra], _BY_RULE)
        found.kinds[is_extra] = EXTRANEOUS_KIND
        found.candidates.best[is_extra] = NO_PREPOSITION
        return found

    def judged(self, around: Hashes, written: npt.NDArray[np.uint8]) -> Verdicts:
        """What the model says of contexts and what was written there."""
        return decided(self._decider, self._scorer.inputs(around, written))

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        places = joined(prepositions(table), gaps(table))
        found = self.verdicts(table, places)
        is_error = found.p_error >= self.threshold
        shown = np.flatnonzero(is_error | (places.choices != NO_PREPOSITION))
        is_undecided = table.is_located.copy()
        is_undecided[places.lefts[shown]] = False
        undecided = np.flatnonzero(is_undecided)
        numbers = np.append(shown, np.full(len(undecided), -1))
        lefts = np.append(places.lefts[shown], undecided)
        rights = np.append(places.rights[shown], undecided + 1)
        order = np.lexsort((rights, lefts))
        owners = table.sentences[lefts]
        starts, ends = lefts - table.starts[owners], rights - table.starts[owners]
        rows = (owners[order], starts[order], ends[order], numbers[order])
        p_error, errors = found.p_error.tolist(), is_error.tolist()
        for owner, start, end, number in zip(*(row.tolist() for row in rows), strict=True):
            site = f"{batch[owner].id}:{start}-{end}:{PREPOSITION}"
            if number < 0:
                yield Flag(site, self.name, False)
            elif errors[number]:
                yield self._error(site, batch[owner], start, found, number)
            else:
                yield Flag(site, self.name, False, None, p_error[number])

    def _error(
        self, site: str, sentence: Sentence, start: int, found: Verdicts, number: int
    ) -> Flag:
        p_error = float(found.p_error[number])
        is_first = sentence.words[start : start + 1] != () and sentence.words[start].istitle()
        texts = [
            Suggestion(CHOICES[choice].capitalize() if is_first else CHOICES[choice], p_error * p)
            for choice, p in suggestions(found.candidates, number, int(found.kinds[number]))
        ]
        kind = KIND_NAMES[int(found.kinds[number])]
        return Flag(site, self.name, True, kind, p_error, tuple(texts))


def suggestions(candidates: Candidates, number: int, kind: int) -> list[tuple[int, float]]:
    """The best choices at a site and their shares among all but the writer's."""
    if kind == EXTRANEOUS_KIND:
        return [(NO_PREPOSITION, 1.0)]
    shares = np.exp(candidates.posterior[number].astype(np.float64))
    shares[[int(candidates.written[number]), NO_PREPOSITION]] = 0
    shares /= shares.sum()
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS]
    return [(int(choice), float(shares[choice])) for choice in best]
