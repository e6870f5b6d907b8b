"""What another detector says of sentences: its flags, and a row for every word and gap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats
from solecism.detect.detector import Detector
from solecism.detect.network.repairs import GROUPS
from solecism.flag import Flag
from solecism.sentence import Sentence

# The first word, the last one and the kind of a site, and how probable an error is there.
Opinion = tuple[int, int, str, float]


def heard(detector: Detector, sentences: Sequence[Sentence]) -> list[list[Opinion]]:
    """What a detector says of the sites of each sentence, where it says how sure it is."""
    found: dict[str, list[Opinion]] = {sentence.id: [] for sentence in sentences}
    # Sentences that are called alike get names of their own. Most are not, and as they are, they
    # know the block that they were annotated in, which detectors are quicker with.
    if len(found) < len(sentences):
        sentences = [replace(each, id=str(number)) for number, each in enumerate(sentences)]
        found = {sentence.id: [] for sentence in sentences}
    for flag in detector.flags(sentences):
        if flag.confidence is not None:
            name, span, kind = flag.site.rsplit(":", 2)
            start, end = span.split("-")
            found[name].append((int(start), int(end), kind, flag.confidence))
    return list(found.values())


def doubt(opinions: Iterable[Opinion]) -> float:
    """How probable an error is where it is most probable.

    >>> doubt([(0, 1, "number", 0.2), (3, 3, "determiner", 0.4)]), doubt([])
    (0.4, 0.0)
    """
    return max((p for *_, p in opinions), default=0.0)


def tables(
    opinions: Sequence[Iterable[Opinion]], places: npt.NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Of each word and each gap, how probable an error of each group is; nan where nothing is said.

    `places` tells at which row each sentence begins.
    """
    words, gaps = (np.full((int(places[-1]), len(GROUPS)), np.nan) for _ in range(2))
    for first, said in zip(places.tolist(), opinions, strict=False):
        for start, end, kind, p in said:
            if kind in GROUPS:
                table = gaps if start == end else words
                table[first + start, GROUPS.index(kind)] = p
    return words, gaps


def right_sites(sentence: Sentence, system: str, opinions: Iterable[Opinion]) -> list[Flag]:
    """A flag for each site, from left to right, that says that nothing is wrong."""
    return [
        Flag(f"{sentence.id}:{start}-{end}:{kind}", system, False, None, p)
        for start, end, kind, p in sorted(opinions)
    ]
