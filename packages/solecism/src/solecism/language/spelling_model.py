"""The spelling model and its file: words of native text, letters that learners confuse, weights.

How probable a writing is for an intended word is a noisy channel (Kernighan, Church and Gale 1990):
every letter of the intended word is written as it is, replaced or left out, letters are added, and
neighbours change places. Doubled letters have costs of their own, because they are what writers are
least sure of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.language.dictionary import joined, split
from solecism.numeric import Floats, Floats32
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model

LETTERS = "abcdefghijklmnopqrstuvwxyz'"
# The number of a letter is its place among LETTERS, counted from 1; 0 is padding.
N_LETTERS = len(LETTERS) + 1
_NUMBERS = {letter: number for number, letter in enumerate(LETTERS, 1)}
_NEVER = 99.0

Letters = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Confusions:
    """Costs, the negative logarithms of probabilities, by number of letter.

    `replaced` has one row per written letter and one column per intended one; `omitted` and
    `added` have two rows, the second for letters that stand twice in a row.
    """

    replaced: Floats32
    omitted: Floats32
    added: Floats32
    swapped: float

    def costs(self, written: Letters, intended: Letters) -> Floats32:
        """The cost of a writing for each intended word, one per row, padded with zeros."""
        table = self.table(written, intended)
        lengths = (intended > 0).sum(axis=1)
        return np.asarray(table[-1][np.arange(len(intended)), lengths])

    def table(self, written: Letters, intended: Letters) -> list[Floats32]:
        """The costs of each beginning of the writing (list) for each beginning of the words."""
        omitted = self.omitted[_repeats(intended).astype(np.intp), intended]
        up_to = np.zeros((len(intended), intended.shape[1] + 1), np.float32)
        np.cumsum(omitted, axis=1, out=up_to[:, 1:])
        added = self.added[_repeats(written[None])[0].astype(np.intp), written]
        rows = [up_to]
        for number, letter in enumerate(written):
            row = rows[-1] + added[number]
            changed = rows[-1][:, :-1] + self.replaced[letter][intended]
            np.minimum(row[:, 1:], changed, out=row[:, 1:])
            if number and intended.shape[1] > 1:
                self._swap(row, rows[-2], intended, written[number - 1], letter)
            # A letter may be left out after any other: the least of all numbers of these.
            row = np.minimum.accumulate(row - up_to, axis=1) + up_to
            rows.append(row)
        return rows

    def _swap(
        self, row: Floats32, before: Floats32, intended: Letters, first: int, second: int
    ) -> None:
        is_swapped = (intended[:, :-1] == second) & (intended[:, 1:] == first) & (first != second)
        swapped = np.where(is_swapped, before[:, :-2] + np.float32(self.swapped), _NEVER)
        np.minimum(row[:, 2:], swapped, out=row[:, 2:])


def numbered(words: Sequence[str], *, width: int = 0) -> Letters:
    """The letters of words as numbers, one row per word, padded with zeros to a width.

    >>> numbered(["ab", "z"]).tolist(), numbered(["z"], width=3).tolist()
    ([[1, 2], [26, 0]], [[26, 0, 0]])
    """
    width = max([width, *map(len, words)])
    joined = "".join(word.ljust(width, "\0") for word in words)
    codes = np.frombuffer(joined.encode("utf-32-le"), np.uint32)
    return _CODES[np.minimum(codes, len(_CODES) - 1)].reshape(len(words), width)


_CODES = np.zeros(129, np.uint8)
for _letter, _number in _NUMBERS.items():
    _CODES[ord(_letter)] = _number


def _repeats(letters: Letters) -> npt.NDArray[np.bool_]:
    """Whether each letter is the same as the one before or after it."""
    repeats = np.zeros(letters.shape, np.bool_)
    is_same = letters[:, 1:] == letters[:, :-1]
    repeats[:, 1:] |= is_same
    repeats[:, :-1] |= is_same
    return repeats


def uniform() -> Confusions:
    """Costs of 1 for every change, to begin learning with."""
    replaced = np.ones((N_LETTERS, N_LETTERS), np.float32)
    np.fill_diagonal(replaced, 0)
    ones = np.ones((2, N_LETTERS), np.float32)
    return Confusions(replaced, ones, ones, 1.0)


BUNDLED_MODEL = model_path("misspellings.npz")
VERSION = 3
_WEIGHTS = ("ranking", "choice", "told", "evidence")
# The number of features that each of these weighs.
N_RANKING, N_CHOICE, N_TOLD, N_EVIDENCE = 5, 24, 5, 9
_FORMS = {
    "words": spec("uint8", "letters of words"),
    "counts": spec("float32", "words"),
    "names": spec("uint8", "letters of names"),
    "learners": spec("uint8", "letters of learners' words"),
    "learners_counts": spec("float32", "learners' words"),
    "replaced": spec("float16", N_LETTERS, N_LETTERS),
    "omitted": spec("float16", 2, N_LETTERS),
    "added": spec("float16", 2, N_LETTERS),
    "swapped": spec("float64"),
    "ranking": spec("float64", N_RANKING),
    "choice": spec("float64", N_CHOICE),
    "told": spec("float64", N_TOLD),
    "evidence": spec("float64", N_EVIDENCE),
}
_REMEDY = "Train it again with `solecism train misspellings`."


@dataclass(frozen=True, slots=True, eq=False)
class SpellingModel:
    """Words of native text that the word list does not have, with counts on its scale.

    `names` are known words that are written with a capital, `learners` those that learners write,
    with counts in their text. `ranking` has the weights of candidates
    (`solecism.language.speller`); `choice` has those of candidates in their sentence, `told` those
    of how sure a choice is, and `evidence` those of what makes a word misspelt
    (`solecism.detect.network.error_drafts`).
    """

    words: Mapping[str, float]
    names: frozenset[str]
    learners: Mapping[str, float]
    confusions: Confusions
    ranking: Floats
    choice: Floats
    told: Floats
    evidence: Floats


def format(model: SpellingModel) -> bytes:
    """The bytes of the model's file."""
    confusions = model.confusions
    words, learners = sorted(model.words), sorted(model.learners)
    return archive.format(
        {
            "words": joined(words),
            "counts": np.array([model.words[word] for word in words], np.float32),
            "names": joined(sorted(model.names)),
            "learners": joined(learners),
            "learners_counts": np.array([model.learners[word] for word in learners], np.float32),
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
        check_arrays(arrays, _FORMS)
        # Logarithms are taken of counts.
        check_range("counts", arrays["counts"], 1e-9)
        check_range("learners_counts", arrays["learners_counts"], 0.0)
        names = frozenset(split(arrays["names"]))
        words, learners = (
            dict(zip(split(arrays[letters]), arrays[counts].tolist(), strict=True))
            for letters, counts in (("words", "counts"), ("learners", "learners_counts"))
        )
    replaced, omitted, added = (
        arrays[name].astype(np.float32) for name in ("replaced", "omitted", "added")
    )
    return SpellingModel(
        words,
        names,
        learners,
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
