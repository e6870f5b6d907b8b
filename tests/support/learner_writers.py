"""Writers for tests, whose probabilities are known because nothing was learnt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.corruption import learner_writer
from solecism.corruption.learner_writer import (
    LEVELS,
    MISSPELT,
    MOST_BEFORE,
    N_CASES,
    N_KINDS,
    N_NEAR,
    N_POSITIONS,
    N_SPECIAL,
    RARE,
    REMOVED,
)
from solecism.language.dictionary import joined

WORD_FORMS = {RARE: 0.1, REMOVED: 0.3, MISSPELT: 0.1, "NN": 0.1, "NNS": 0.1, "VBG": 0.1, "of": 0.2}
GAP_FORMS = {RARE: 0.2, "the": 0.4, "of": 0.4}
# How many words go wrong at each level, and how many gaps.
P_WORDS, P_GAPS = (0.3, 0.15, 0.05), (0.1, 0.05, 0.02)


def arrays(
    word_forms: Mapping[str, float] = WORD_FORMS, gap_forms: Mapping[str, float] = GAP_FORMS
) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of a writer that makes the same errors everywhere."""
    width = hidden = 2
    result: dict[str, npt.NDArray[np.generic]] = {
        "words": joined(["the", "dog"]),
        "tags": joined(["NN", "DT"]),
        "vectors": np.zeros((2 + N_SPECIAL, width)),
    }
    tables = {
        "near": (N_NEAR, width, hidden),
        "tags": (N_NEAR, 2 + N_SPECIAL, hidden),
        "cases": (N_CASES, hidden),
        "levels": (len(LEVELS), hidden),
        "positions": (N_POSITIONS, hidden),
        "errors": (MOST_BEFORE + 1, hidden),
        "kinds": (N_KINDS, hidden),
        "gaps": (2, hidden),
        "here": (2, hidden),
        "error": (hidden,),
    }
    for side, forms, p in (("word", word_forms, P_WORDS), ("gap", gap_forms, P_GAPS)):
        odds = np.array(p) / (1 - np.array(p))
        result |= {f"{side}_{name}": np.zeros(shape) for name, shape in tables.items()}
        result |= {
            f"{side}_forms": np.frombuffer("\n".join(forms).encode(), np.uint8),
            f"{side}_error_bias": np.log(odds),
            f"{side}_chosen": np.zeros((hidden, len(forms))),
            f"{side}_chosen_bias": np.tile(np.log(list(forms.values())), (len(LEVELS), 1)),
        }
    return result


def write(folder: Path, **forms: Mapping[str, float]) -> str:
    """Write such a writer to a file in the folder; its name."""
    path = folder / "writer.npz"
    path.write_bytes(learner_writer.format(arrays(**forms)))
    return str(path)
