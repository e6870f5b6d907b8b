"""The spelling model and its file: words of native text, confused letters, weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from solecism.language.spelling.confusions import N_LETTERS, Confusions
from solecism.language.spelling.dictionary import joined, split
from solecism.numeric.arrays import Floats
from solecism.system import archive
from solecism.system.array_forms import check_forms, check_range, form
from solecism.system.bundled import model_path, read_model

BUNDLED_MODEL = model_path("misspellings.npz")
VERSION = 1
_WEIGHTS = ("ranking", "context", "evidence")
# The number of features that each of these weighs.
N_RANKING, N_CONTEXT, N_EVIDENCE = 5, 2, 7
_FORMS = {
    "words": form("uint8", "letters of words"),
    "counts": form("float32", "words"),
    "names": form("uint8", "letters of names"),
    "replaced": form("float16", N_LETTERS, N_LETTERS),
    "omitted": form("float16", 2, N_LETTERS),
    "added": form("float16", 2, N_LETTERS),
    "swapped": form("float64"),
    "ranking": form("float64", N_RANKING),
    "context": form("float64", N_CONTEXT),
    "evidence": form("float64", N_EVIDENCE),
}
_REMEDY = "Train it again with `solecism train misspellings`."


@dataclass(frozen=True, slots=True, eq=False)
class SpellingModel:
    """Words of native text that the word list does not have, with counts on its scale.

    `names` are known words that are written with a capital. `ranking` has the weights of candidates
    (`solecism.language.spelling.candidates`), `context` and `evidence` those of what the network
    adds (`solecism.detect.network.misspellings`).
    """

    words: Mapping[str, float]
    names: frozenset[str]
    confusions: Confusions
    ranking: Floats
    context: Floats
    evidence: Floats


def format(model: SpellingModel) -> bytes:
    """The bytes of the model's file."""
    confusions = model.confusions
    words = sorted(model.words)
    return archive.format(
        {
            "words": joined(words),
            "counts": np.array([model.words[word] for word in words], np.float32),
            "names": joined(sorted(model.names)),
            "replaced": confusions.replaced.astype(np.float16),
            "omitted": confusions.omitted.astype(np.float16),
            "added": confusions.added.astype(np.float16),
            "swapped": np.array(confusions.swapped),
            **{name: getattr(model, name) for name in _WEIGHTS},
        },
        version=VERSION,
    )


def parse(data: bytes, *, file: str) -> SpellingModel:
    """The model in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        check_forms(arrays, _FORMS)
        # Logarithms are taken of counts.
        check_range("counts", arrays["counts"], 1e-9)
        names = frozenset(split(arrays["names"]))
        words = dict(zip(split(arrays["words"]), arrays["counts"].tolist(), strict=True))
    replaced, omitted, added = (
        arrays[name].astype(np.float32) for name in ("replaced", "omitted", "added")
    )
    return SpellingModel(
        words,
        names,
        Confusions(replaced, omitted, added, float(arrays["swapped"])),
        *(arrays[name] for name in _WEIGHTS),
    )


def read(path: Path = BUNDLED_MODEL) -> SpellingModel:
    """The model in a file, or the one that comes with this package."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> SpellingModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()
