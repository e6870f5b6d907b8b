"""The 25 features of a context (Tetreault and Chodorow 2008), hashed to rows of a table.

Words and tags beside the preposition, heads of the phrases around it, their combinations, and
tags alone as back-off for words that were never seen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.detect.contexts import INDEX
from solecism.locate.preposition_columns import Hashes

FEATURES = tuple(
    tuple(feature.split())
    for feature in (
        # Beside the preposition: words, then tags.
        "L1|R1|L1 L2|R1 R2|L1 L2 L3|R1 R2 R3|L1 R1|L1 L2 R1|L1 R1 R2"
        "|tL1 tL2 tL3|tR1 tR2 tR3|tL1 tR1"
        # Heads and phrases: words, mixed with tags, tags alone.
        "|PV|PN|FH|FP|PV FH|PN FH|PV PN|PV PN FH|PV tPN tFH|tPV PN tFH|tPV tPN FH|tPV tPN tFH"
        # A preposition before this one: *from Monday to Friday*.
        "|PP L1 FH"
    ).split("|")
)
N_FEATURES = len(FEATURES)


def hashed(contexts: Hashes) -> Hashes:
    """A hash of each feature (column) of each context (row)."""
    columns = np.asfortranarray(contexts)
    table = np.empty((len(contexts), N_FEATURES), dtype=np.uint32, order="F")
    for number, names in enumerate(FEATURES):
        table[:, number] = mixed(number, *(columns[:, INDEX[name]] for name in names))
    return table


def mixed(seed: int, *parts: npt.NDArray[np.unsignedinteger]) -> Hashes:
    """One hash of several columns of numbers, another for each seed."""
    found = np.full(len(parts[0]), (seed + 1) * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
    for part in parts:
        found += part.astype(np.uint32, copy=False)
        found *= np.uint32(0x85EBCA6B)
        found ^= found >> np.uint32(13)
        found *= np.uint32(0xC2B2AE35)
        found ^= found >> np.uint32(16)
    return found
