"""The cascade: a small network looks at everything, the large one where that has its doubts.

On what the large one reads, the light detector is heard as well: it is much the better judge of
what native speakers write, the network of what learners do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from solecism.detect.batches import batches
from solecism.detect.detector import Detector
from solecism.detect.strong.detector import StrongDetector, right_sites
from solecism.detect.strong.kinds import KINDS
from solecism.detect.strong.model import StrongModel, bundled
from solecism.detect.strong.read import doubts
from solecism.detect.strong.repairs import GROUPS
from solecism.detect.strong.tuning import LEARNERS
from solecism.errors import ModelError
from solecism.flag import Flag
from solecism.sentence import Sentence

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


class CascadeDetector:
    """The flags of the network in sentences that its gate doubts; in all others sites are right.

    How much it must doubt depends on how sure a flag shall be; at a threshold all are read.
    """

    name = "cascade"
    kinds = KINDS

    def __init__(
        self,
        light: Detector,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
    ) -> None:
        self._model = bundled() if model is None else model
        self._gate = gate_of(self._model)
        self._least = self._model.cascade.gate(precision=precision, threshold=threshold)
        self._strong = StrongDetector(
            self._model,
            precision=precision,
            threshold=threshold,
            register=register,
            name=self.name,
            tuning=self._model.cascade,
            second=light,
        )

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions of whichever of the two has the last word on a sentence."""
        if self._least <= 0:
            yield from self._strong.flags(sentences)
            return
        for batch in batches(sentences):
            yield from self._flags(batch)

    def _flags(self, sentences: Sequence[Sentence]) -> Iterator[Flag]:
        seen = doubts([each.words for each in sentences], self._gate, self._model.pieces)
        is_doubted = (seen.greatest >= self._least).tolist()
        read = self._strong.by_sentence(list(compress(sentences, is_doubted)))
        # The gate does not tell groups apart.
        p_words = np.broadcast_to(seen.words[:, None], (len(seen.words), len(GROUPS)))
        for sentence, start, is_read in zip(
            sentences, seen.places.tolist(), is_doubted, strict=False
        ):
            if is_read:
                yield from next(read)
            else:
                yield from right_sites(sentence, self.name, p_words[start:]).values()


def gate_of(model: StrongModel) -> InferenceSession:
    """The small network of a model that looks first."""
    if model.gate is None:
        raise ModelError(
            "the model has no small network that looks first. Ask for the detector strong, or "
            "train it anew with `solecism train strong`."
        )
    return model.gate
