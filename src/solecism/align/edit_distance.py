"""The cheapest alignment of two sequences of words, with linguistic costs.

A Damerau-Levenshtein alignment whose substitutions are cheap for words that share lemma, part
of speech or letters, and whose transpositions may span several words, after Felice, Bryant and
Briscoe (2016), "Automatic extraction of learner errors in ESOL sentences using linguistically
enhanced alignments".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from solecism.align.anchors import MAX_CELLS, n_cells, pieces
from solecism.align.side import Side, Step

GAP_COST = 1.0
OTHER_LEMMA_COST = 0.499
OTHER_CLASS_COST = 0.5
OTHER_CONTENT_CLASS_COST = 0.25
OTHER_CASE_COST = 0.01
CONTENT_CLASSES = frozenset(("NOUN", "VERB", "ADJ", "ADV"))
MAX_TRANSPOSED = 8


def steps(source: Side, other: Side) -> list[Step]:
    """The steps that change something, from left to right; words between them are equal."""
    changes: list[Step] = []
    for piece in pieces(source, other):
        if piece.start == piece.end or piece.other_start == piece.other_end:
            changes.extend(_gaps(piece))
        elif n_cells(piece) > MAX_CELLS:
            changes.append(piece)
        else:
            changes.extend(_path(source, other, piece))
    return changes


def _gaps(piece: Step) -> Iterator[Step]:
    """A step for each word of a piece that has words on one side only."""
    for place in range(piece.start, piece.end):
        yield Step(place, place + 1, piece.other_start, piece.other_start)
    for place in range(piece.other_start, piece.other_end):
        yield Step(piece.start, piece.start, place, place + 1)


def _path(source: Side, other: Side, piece: Step) -> list[Step]:
    """The cheapest steps through a piece, without those that change nothing."""
    last_steps = _last_steps(source, other, piece)
    path: list[Step] = []
    end, other_end = piece.end, piece.other_end
    while end > piece.start or other_end > piece.other_start:
        n_words, n_others = last_steps[end - piece.start][other_end - piece.other_start]
        start, other_start = end - n_words, other_end - n_others
        if source.words[start:end] != other.words[other_start:other_end]:
            path.append(Step(start, end, other_start, other_end))
        end, other_end = start, other_start
    return path[::-1]


def _last_steps(source: Side, other: Side, piece: Step) -> list[list[tuple[int, int]]]:
    """How many words of each side the last step covers, on the cheapest way to each cell."""
    other_keys = _keys(other, piece.other_start, piece.other_end)
    transposed = _transpositions(
        source.lowers[piece.start : piece.end], other.lowers[piece.other_start : piece.other_end]
    )
    costs = [[GAP_COST * j for j in range(len(other_keys) + 1)]]
    last_steps = [[(0, 1)] * len(costs[0])]
    for i, key in enumerate(_keys(source, piece.start, piece.end), 1):
        above, left, row, row_steps = costs[-1], GAP_COST * i, [GAP_COST * i], [(1, 0)]
        for j, other_key in enumerate(other_keys, 1):
            best, step = above[j - 1] + substitution_cost(*key, *other_key), (1, 1)
            if above[j] + GAP_COST < best:
                best, step = above[j] + GAP_COST, (1, 0)
            if left + GAP_COST < best:
                best, step = left + GAP_COST, (0, 1)
            if transposed and (i, j) in transposed:
                n = transposed[i, j]
                if costs[i - n][j - n] + n - 1 <= best:
                    best, step = costs[i - n][j - n] + n - 1, (n, n)
            left = best
            row.append(best)
            row_steps.append(step)
        costs.append(row)
        last_steps.append(row_steps)
    return last_steps


def _keys(side: Side, start: int, end: int) -> list[tuple[str, str, str]]:
    return list(
        zip(side.words[start:end], side.lemmas[start:end], side.categories[start:end], strict=True)
    )


def _transpositions(lowers: Sequence[str], others: Sequence[str]) -> dict[tuple[int, int], int]:
    """For each cell where words have changed places, how many words up to it have done so."""
    movable = set(lowers).intersection(others)
    if len(movable) < 2:
        return {}
    width = (len(lowers) + len(others)).bit_length()
    units = {
        word: 1 << width * place for place, word in enumerate(dict.fromkeys((*lowers, *others)))
    }
    sums = list(accumulate((units[word] for word in lowers), initial=0))
    other_sums = list(accumulate((units[word] for word in others), initial=0))
    transposed: dict[tuple[int, int], int] = {}
    for shift in range(-len(others) + 2, len(lowers) - 1):
        # Between two places of a diagonal with the same balance both sides have the same words.
        seen: dict[int, int] = {}
        for i in range(max(0, shift), min(len(lowers), len(others) + shift) + 1):
            balance = sums[i] - other_sums[i - shift]
            n_words = i - seen.get(balance, i)
            if 2 <= n_words <= MAX_TRANSPOSED:
                transposed[i, i - shift] = n_words
            seen[balance] = i
    return transposed


@lru_cache(maxsize=1 << 18)
def substitution_cost(
    word: str, lemma: str, word_class: str, other: str, other_lemma: str, other_class: str
) -> float:
    """The cost of replacing `word` by `other`: 0 for the same word, about 2 for unrelated ones."""
    if word == other:
        return 0.0
    lower, other_lower = word.lower(), other.lower()
    if lower == other_lower:
        return OTHER_CASE_COST
    cost = 1 - similarity(lower, other_lower)
    if lemma != other_lemma:
        cost += OTHER_LEMMA_COST
    if word_class != other_class:
        are_content = word_class in CONTENT_CLASSES and other_class in CONTENT_CLASSES
        cost += OTHER_CONTENT_CLASS_COST if are_content else OTHER_CLASS_COST
    return cost


def similarity(word: str, other: str) -> float:
    """The share of letters that both words have in the same order, from 0 to 1.

    >>> similarity("certer", "center")
    0.8333333333333334
    """
    if not word and not other:
        return 1.0
    return 2 * _n_common(word, other) / (len(word) + len(other))


def _n_common(word: str, other: str) -> int:
    """The length of the longest common subsequence, bit-parallel (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for index, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << index
    everything = (1 << len(word)) - 1
    row = everything
    for letter in other:
        matches = row & places.get(letter, 0)
        row = (row + matches | row - matches) & everything
    return len(word) - row.bit_count()
