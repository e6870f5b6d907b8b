"""The cascade: the light detector looks at everything, the network where that one has its doubts.

Where the network reads, the light detector is heard as well: it is the better judge of what native
speakers write, the network of what learners do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

from solecism.batches import batches
from solecism.detect.detector import Detector
from solecism.detect.network.detector import StrongDetector
from solecism.detect.network.kinds import KINDS
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.opinions import doubt, heard, right_sites
from solecism.detect.network.suspicion import is_suspicious
from solecism.detect.network.tuning import LEARNERS
from solecism.flag import Flag
from solecism.sentence import Sentence


class CascadeDetector:
    """The flags of both in sentences that the light detector doubts; in others sites are right.

    How much it must doubt depends on how sure a flag shall be; at a threshold all are read. What it
    knows nothing of, verbs, makes a sentence worth reading by simple signs.
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
        model = bundled() if model is None else model
        self._light = light
        self._gate = model.cascade.gate(precision=precision, threshold=threshold)
        self._strong = StrongDetector(
            model,
            precision=precision,
            threshold=threshold,
            register=register,
            name=self.name,
            tuning=model.cascade,
        )

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions of whichever has the last word on a sentence."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def _flags(self, sentences: Sequence[Sentence]) -> Iterator[Flag]:
        said = heard(self._light, sentences)
        is_doubted = [
            doubt(opinions) >= self._gate or is_suspicious(sentence)
            for sentence, opinions in zip(sentences, said, strict=True)
        ]
        read = self._strong.by_sentence(
            list(compress(sentences, is_doubted)), list(compress(said, is_doubted))
        )
        for sentence, opinions, is_read in zip(sentences, said, is_doubted, strict=True):
            if is_read:
                yield from next(read)
            else:
                yield from right_sites(sentence, self.name, opinions)
