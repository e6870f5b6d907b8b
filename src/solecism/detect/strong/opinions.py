"""What another detector says of the words and gaps of sentences, beside the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from solecism.detect.detector import Detector
from solecism.detect.strong.repairs import GROUPS
from solecism.sentence import Sentence

Floats = npt.NDArray[np.float64]


def opinions(
    detector: Detector, sentences: Sequence[Sentence], places: npt.NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Of each word and each gap, how probable an error of each group is; nan where it is silent.

    `places` tells at which row each sentence begins.
    """
    words, gaps = (np.full((int(places[-1]), len(GROUPS)), np.nan) for _ in range(2))
    # Names that are unique here, whatever sentences are called.
    named = [replace(sentence, id=str(number)) for number, sentence in enumerate(sentences)]
    for flag in detector.flags(named):
        number, span, kind = flag.site.rsplit(":", 2)
        start, end = span.split("-")
        if flag.confidence is not None and kind in GROUPS:
            table = gaps if start == end else words
            table[places[int(number)] + int(start), GROUPS.index(kind)] = flag.confidence
    return words, gaps
