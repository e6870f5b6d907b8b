"""The cascade: the light detector checks every sentence, the network those that may have errors.

The probabilities of the two are combined where both have one: the light detector knows better what
native speakers write, the network what learners do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

from solecism.detect.detector import Detector
from solecism.detect.network.detector import StrongDetector, document_of
from solecism.detect.network.kinds import KINDS
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.site_probabilities import (
    flags_without_errors,
    highest_probability,
    site_probabilities,
)
from solecism.detect.network.suspicion import certain_flags, is_suspicious
from solecism.detect.network.tuning import LEARNERS, Gate
from solecism.flag import Flag
from solecism.sentence import Sentence
from solecism.system.batches import batches_of_runs
from solecism.system.memory import give_back_memory


class CascadeDetector:
    """The network reads a sentence if the light detector finds an error in it probable enough.

    How much is enough depends on the tuning; with a precision or a threshold everything is read.
    The light detector does not cover verbs: sentences with simple signs of wrong verbs are read,
    too, and so are those with an error that is certain by a rule. Sentences that are not read have
    no errors. Where it `reads_all`, there are none of these.
    """

    kinds = KINDS

    def __init__(
        self,
        light: Detector,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
        on_request: bool = False,
        reads_all: bool = False,
        name: str = "cascade",
    ) -> None:
        model = bundled() if model is None else model
        self.light, self.name = light, name
        is_gated = precision is None and threshold is None and not reads_all
        gate = model.cascade.gate if is_gated else Gate()
        self._gate = gate.least
        self.strong = StrongDetector(
            model,
            precision=precision,
            threshold=threshold,
            register=register,
            name=self.name,
            tuning=model.cascade,
            rate=gate.rate,
            on_request=on_request,
        )

    @property
    def note(self) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        return self.strong.note

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never flagged, because no threshold is good enough."""
        return self.strong.unreachable

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of all sentences, sentence by sentence."""
        for batch in batches_of_runs(sentences, document_of):
            yield from self._flags(batch)

    def _flags(self, sentences: Sequence[Sentence]) -> Iterator[Flag]:
        light = site_probabilities(self.light, sentences)
        is_read = [
            self.is_read(highest_probability(sites)) or is_doubtful(sentence)
            for sentence, sites in zip(sentences, light, strict=True)
        ]
        # The light detector's tables are free now, and the network's are large.
        give_back_memory()
        flags = self.strong.by_sentence(
            list(compress(sentences, is_read)), list(compress(light, is_read))
        )
        for sentence, sites, is_one in zip(sentences, light, is_read, strict=True):
            if is_one:
                yield from next(flags)
            else:
                yield from flags_without_errors(sentence, self.name, sites)

    def is_read(self, highest: float) -> bool:
        """Whether the light detector finds an error probable enough, where it is the most."""
        return highest >= self._gate


def is_doubtful(sentence: Sentence) -> bool:
    """Whether a tagged sentence has simple signs of errors that the light detector leaves out."""
    return is_suspicious(sentence) or any(certain_flags(sentence, ""))
