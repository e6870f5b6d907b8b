"""Learning which letters learners confuse, from pairs of a misspelt word and the right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from solecism.language.spelling.confusions import N_LETTERS, Confusions, numbered, uniform
from solecism.numeric.arrays import Floats, Floats32

_N_ROUNDS = 3
_TOLERANCE = 1e-3
_MOST_CHANGES = 3
# Imagined chances of every change, at the mean rate of all changes.
_PRIOR = 40.0
_REPLACED, _OMITTED, _ADDED, _SWAPPED = "replaced", "omitted", "added", "swapped"


class _Step(NamedTuple):
    """What happened to letters: a replacement (written, intended), or whether one repeats."""

    kind: str
    first: int
    second: int


def learn_confusions(pairs: Sequence[tuple[str, str]]) -> Confusions:
    """The costs by pairs of a misspelt word and the right one, aligned again in every round.

    Pairs that differ in too many letters are another word rather than a misspelling.
    """
    confusions = uniform()
    pairs = [pair for pair in pairs if _is_near(*pair, confusions)]
    n_letters = _n_letters(intended for _, intended in pairs)
    for _ in range(_N_ROUNDS):
        counts = Counter(step for pair in pairs for step in _steps(*pair, confusions))
        confusions = _costs(counts, n_letters)
    return confusions


def _is_near(written: str, intended: str, uniform_costs: Confusions) -> bool:
    distance = uniform_costs.costs(numbered([written])[0], numbered([intended]))[0]
    return bool(distance <= min(_MOST_CHANGES, len(written) / 2))


def _steps(written: str, intended: str, confusions: Confusions) -> Iterator[_Step]:
    """The changes of letters on the cheapest way from the intended word to the writing."""
    letters, word = numbered([written])[0].tolist(), numbered([intended])[0].tolist()
    rows = confusions.table(numbered([written])[0], numbered([intended]))
    table = [row[0].tolist() for row in rows]
    i, j = len(letters), len(word)
    while i or j:
        for step, back_i, back_j, cost in _possible(letters, word, i, j, confusions):
            if abs(table[i - back_i][j - back_j] + cost - table[i][j]) < _TOLERANCE:
                yield step
                i, j = i - back_i, j - back_j
                break
        else:
            raise AssertionError(f"no way from {intended!r} to {written!r}.")


def _possible(
    letters: Sequence[int], word: Sequence[int], i: int, j: int, confusions: Confusions
) -> Iterator[tuple[_Step, int, int, float]]:
    """The last changes that lead to these beginnings: letters back in both words, and the cost."""
    if i and j:
        pair = letters[i - 1], word[j - 1]
        yield _Step(_REPLACED, *pair), 1, 1, float(confusions.replaced[pair])
    if i > 1 and j > 1 and letters[i - 2 : i] == word[j - 2 : j][::-1]:
        yield _Step(_SWAPPED, 0, 0), 2, 2, confusions.swapped
    if i:
        repeats = _is_doubled(letters, i - 1)
        step = _Step(_ADDED, repeats, letters[i - 1])
        yield step, 1, 0, float(confusions.added[repeats, letters[i - 1]])
    if j:
        repeats = _is_doubled(word, j - 1)
        step = _Step(_OMITTED, repeats, word[j - 1])
        yield step, 0, 1, float(confusions.omitted[repeats, word[j - 1]])


def _is_doubled(letters: Sequence[int], place: int) -> int:
    return int(letters[place] in (*letters[max(place - 1, 0) : place], *letters[place + 1 :][:1]))


def _costs(counts: Counter[_Step], n_letters: Floats) -> Confusions:
    """The costs by counts of steps; `n_letters` has those of single and of doubled letters."""
    replaced = np.zeros((N_LETTERS, N_LETTERS))
    omitted, added = np.zeros((2, N_LETTERS)), np.zeros((2, N_LETTERS))
    tables = {_REPLACED: replaced, _OMITTED: omitted, _ADDED: added}
    for step, n in counts.items():
        if step.kind != _SWAPPED:
            tables[step.kind][step.first, step.second] += n
    np.fill_diagonal(replaced, 0)
    total = n_letters.sum()
    costs = _negative_logs(replaced, np.broadcast_to(n_letters.sum(axis=0), replaced.shape))
    np.fill_diagonal(costs, 0)
    # Any letter may be added anywhere, but only a letter that is there can be doubled.
    chances = np.stack([np.full(N_LETTERS, total), n_letters.sum(axis=0)])
    return Confusions(
        costs,
        np.stack([_negative_logs(*each) for each in zip(omitted, n_letters, strict=True)]),
        np.stack([_negative_logs(*each) for each in zip(added, chances, strict=True)]),
        float(-np.log((counts[_Step(_SWAPPED, 0, 0)] + 1) / (total + 1))),
    )


def _negative_logs(counts: Floats, chances: Floats) -> Floats32:
    """The costs of changes that happened so often of so many chances, drawn to their mean rate."""
    rate = (counts.sum() + 1) / (chances.sum() + 1)
    p = (counts + _PRIOR * rate) / (chances + _PRIOR)
    return np.asarray(-np.log(p), np.float32)


def _n_letters(words: Iterable[str]) -> Floats:
    """The number of single and of doubled letters, by number of the letter."""
    counts = np.zeros((2, N_LETTERS))
    for word in words:
        letters = numbered([word])[0].tolist()
        for place, letter in enumerate(letters):
            counts[_is_doubled(letters, place), letter] += 1
    return counts
