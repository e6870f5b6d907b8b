"""The cheapest alignment of two sequences of words, with linguistic costs.

A Damerau-Levenshtein alignment whose substitutions are cheap for words that share lemma, part
of speech or letters, and whose transpositions may span several words, after Felice, Bryant and
Briscoe (2016), "Automatic extraction of learner errors in ESOL sentences using linguistically
enhanced alignments". Costs and the choice between equal ones are those of ERRANT.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from solecism.align.anchors import MAX_CELLS, n_cells, pieces
from solecism.align.letters import similarity
from solecism.align.side import Side, Step, Word

GAP_COST = 1.0
OTHER_LEMMA_COST = 0.499
OTHER_CLASS_COST = 0.5
OTHER_OPEN_CLASS_COST = 0.25
OPEN_CLASSES = frozenset(("NOUN", "VERB", "ADJ", "ADV"))
_MAX_CACHED = 1 << 16
_MATCH = (1, 1)
_DELETION = (1, 0)
_INSERTION = (0, 1)


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
    words, others = source[piece.start : piece.end], other[piece.other_start : piece.other_end]
    last_steps = _last_steps(words, others)
    path: list[Step] = []
    end, other_end = len(words), len(others)
    while end or other_end:
        n_words, n_others = last_steps[end][other_end]
        start, other_start = end - n_words, other_end - n_others
        if (n_words, n_others) != _MATCH or words[start].text != others[other_start].text:
            path.append(
                Step(
                    piece.start + start,
                    piece.start + end,
                    piece.other_start + other_start,
                    piece.other_start + other_end,
                )
            )
        end, other_end = start, other_start
    return path[::-1]


def _last_steps(words: Side, others: Side) -> list[list[tuple[int, int]]]:
    """How many words of each side the last step covers, on the cheapest way to each cell.

    Equal words are always matched. Of several steps that cost the same, a transposition is
    taken before a substitution, that before an insertion, and a deletion last.
    """
    transposed = _transpositions([word.lower for word in words], [word.lower for word in others])
    numbered, known_costs = list(enumerate(others)), _COSTS
    costs = [[GAP_COST * place for place in range(len(others) + 1)]]
    last_steps = [[_INSERTION] * len(costs[0])]
    for i, word in enumerate(words, 1):
        above, best = costs[-1], GAP_COST * i
        row, row_steps = [best], [_DELETION]
        text = word.text
        for j, other in numbered:
            if other.text == text:
                best, step = above[j], _MATCH
            else:
                inserted, deleted = best + GAP_COST, above[j + 1] + GAP_COST
                best, step = above[j] + known_costs[word, other], _MATCH
                if inserted < best:
                    best, step = inserted, _INSERTION
                if deleted < best:
                    best, step = deleted, _DELETION
                if transposed and (n := transposed.get((i, j + 1))):
                    moved = costs[i - n][j + 1 - n] + n - 1
                    if moved <= best and _all_differ(costs, i, j + 1, n):
                        best, step = moved, (n, n)
            row.append(best)
            row_steps.append(step)
        costs.append(row)
        last_steps.append(row_steps)
    return last_steps


def _all_differ(costs: Sequence[Sequence[float]], i: int, j: int, n: int) -> bool:
    """Whether none of the last `n` words before a cell, but its own, is matched with its like."""
    return all(costs[i - k][j - k] != costs[i - k - 1][j - k - 1] for k in range(1, n))


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
            if n_words >= 2:
                transposed[i, i - shift] = n_words
            seen[balance] = i
    return transposed


def substitution_cost(word: Word, other: Word) -> float:
    """The cost of replacing `word` by `other`: 0 for another case, nearly 2 for unrelated ones."""
    if word.lower == other.lower:
        return 0.0
    lemma_cost = 0.0 if word.lemma == other.lemma else OTHER_LEMMA_COST
    class_cost = _class_cost(word.word_class, other.word_class)
    return lemma_cost + class_cost + (1 - similarity(word.text, other.text))


def _class_cost(word_class: str, other_class: str) -> float:
    if word_class == other_class:
        return 0.0
    are_open = word_class in OPEN_CLASSES and other_class in OPEN_CLASSES
    return OTHER_OPEN_CLASS_COST if are_open else OTHER_CLASS_COST


class _Costs(dict[tuple[Word, Word], float]):
    """Costs of substitutions, each computed when it is first used."""

    def __missing__(self, pair: tuple[Word, Word]) -> float:
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[pair] = cost = substitution_cost(*pair)
        return cost


_COSTS = _Costs()
