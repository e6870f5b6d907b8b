"""The cheapest alignment of two sequences of words, with linguistic costs.

A Damerau-Levenshtein alignment whose substitutions are cheap for words that share lemma, part
of speech or letters, and whose transpositions may span several words, after Felice, Bryant and
Briscoe (2016), "Automatic extraction of learner errors in ESOL sentences using linguistically
enhanced alignments". Costs and the choice between equal ones are those of ERRANT.

Long sentences are first divided at anchors, words that are certainly aligned: an anchor occurs once
on either side, as in Bram Cohen's patience diff.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from solecism.align.tagged_words import AlignmentStep, Side, Word, similarity

GAP_COST = 1.0
OTHER_LEMMA_COST = 0.499
OTHER_CLASS_COST = 0.5
OTHER_OPEN_CLASS_COST = 0.25
OPEN_CLASSES = frozenset(("NOUN", "VERB", "ADJ", "ADV"))
_MAX_CACHED = 1 << 16
_MATCH = (1, 1)
_DELETION = (1, 0)
_INSERTION = (0, 1)


def alignment_steps(source: Side, other: Side) -> list[AlignmentStep]:
    """The steps that change something, from left to right; words between them are equal."""
    changes: list[AlignmentStep] = []
    for piece in pieces(source, other):
        if piece.start == piece.end or piece.other_start == piece.other_end:
            changes.extend(_gaps(piece))
        elif n_cells(piece) > MAX_CELLS:
            changes.append(piece)
        else:
            changes.extend(_path(source, other, piece))
    return changes


def _gaps(piece: AlignmentStep) -> Iterator[AlignmentStep]:
    """A step for each word of a piece that has words on one side only."""
    for place in range(piece.start, piece.end):
        yield AlignmentStep(place, place + 1, piece.other_start, piece.other_start)
    for place in range(piece.other_start, piece.other_end):
        yield AlignmentStep(piece.start, piece.start, place, place + 1)


def _path(source: Side, other: Side, piece: AlignmentStep) -> list[AlignmentStep]:
    """The cheapest steps through a piece, without those that change nothing."""
    words, others = source[piece.start : piece.end], other[piece.other_start : piece.other_end]
    last_steps = _last_steps(words, others)
    path: list[AlignmentStep] = []
    end, other_end = len(words), len(others)
    while end or other_end:
        n_words, n_others = last_steps[end][other_end]
        start, other_start = end - n_words, other_end - n_others
        if (n_words, n_others) != _MATCH or words[start].text != others[other_start].text:
            path.append(
                AlignmentStep(
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
        text, lower, lemma = word.text, word.lower, word.lemma
        moves = transposed.get(i)
        for j, other in numbered:
            if other.text == text:
                best, step = above[j], _MATCH
            else:
                inserted, deleted = best + GAP_COST, above[j + 1] + GAP_COST
                best, step = (inserted, _INSERTION) if inserted <= deleted else (deleted, _DELETION)
                # Far from the diagonal a gap is cheaper than any word of another lemma.
                if (
                    above[j] + OTHER_LEMMA_COST <= best
                    or other.lemma == lemma
                    or other.lower == lower
                ):
                    replaced = above[j] + known_costs[word, other]
                    if replaced <= best:
                        best, step = replaced, _MATCH
                if moves and (n := moves.get(j + 1)):
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


def _transpositions(lowers: Sequence[str], others: Sequence[str]) -> dict[int, dict[int, int]]:
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
    transposed: dict[int, dict[int, int]] = {}
    for shift in _diagonals(lowers, others, movable):
        # Between two places of a diagonal with the same balance both sides have the same words.
        seen: dict[int, int] = {}
        for i in range(max(0, shift), min(len(lowers), len(others) + shift) + 1):
            balance = sums[i] - other_sums[i - shift]
            n_words = i - seen.get(balance, i)
            if n_words >= 2:
                transposed.setdefault(i, {})[i - shift] = n_words
            seen[balance] = i
    return transposed


def _diagonals(lowers: Sequence[str], others: Sequence[str], movable: set[str]) -> range:
    """The diagonals on which words may have changed places.

    Of words that have changed places with one another some moved to the left of their diagonal,
    and some to its right.
    """
    last, other_last = (
        {word: place for place, word in enumerate(words) if word in movable}
        for words in (lowers, others)
    )
    first, other_first = (
        {words[place]: place for place in range(len(words) - 1, -1, -1) if words[place] in movable}
        for words in (lowers, others)
    )
    leftmost = min(first[word] - other_last[word] for word in movable)
    rightmost = max(last[word] - other_first[word] for word in movable)
    return range(leftmost + 1, rightmost)


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


# An alignment with more cells than this is divided; a piece that is still larger is not aligned
# word by word. So time stays linear.
MAX_CELLS = 10_000


def pieces(source: Side, other: Side) -> Iterator[AlignmentStep]:
    """The parts where the sides may differ, from left to right; most of them small."""
    block = _differing_middle([word.text for word in source], [word.text for word in other])
    if n_cells(block) <= MAX_CELLS:
        yield block
        return
    start, end, other_start, other_end = block
    lowers, others = [word.lower for word in source], [word.lower for word in other]
    for anchor, other_anchor in _anchors(lowers, others, block):
        if start < anchor or other_start < other_anchor:
            yield AlignmentStep(start, anchor, other_start, other_anchor)
        if source[anchor].text != other[other_anchor].text:
            # They differ in case.
            yield AlignmentStep(anchor, anchor + 1, other_anchor, other_anchor + 1)
        start, other_start = anchor + 1, other_anchor + 1
    yield AlignmentStep(start, end, other_start, other_end)


def n_cells(block: AlignmentStep) -> int:
    """The number of pairs of words that an alignment of the block compares."""
    return (block.end - block.start) * (block.other_end - block.other_start)


def _differing_middle(words: Sequence[str], others: Sequence[str]) -> AlignmentStep:
    """What is left without the common end, and without the common beginning.

    The beginning is cut after a word that does not occur in the rest. Otherwise the cheapest
    alignment might match the word with another place: in "a bird", corrected as "a a dog", it
    inserts the first "a".
    """
    end, other_end = len(words), len(others)
    while end and other_end and words[end - 1] == others[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    start, shorter = 0, min(end, other_end)
    while start < shorter and words[start] == others[start]:
        start += 1
    rest = {*map(str.lower, words[start:end]), *map(str.lower, others[start:other_end])}
    while start and words[start - 1].lower() in rest:
        start -= 1
        rest.add(words[start].lower())
    return AlignmentStep(start, end, start, other_end)


def _anchors(
    lowers: Sequence[str], others: Sequence[str], block: AlignmentStep
) -> list[tuple[int, int]]:
    """Pairs of equal words, unique on their sides, with an equal neighbour, in the same order."""
    here = _unique_places(lowers, block.start, block.end)
    there = _unique_places(others, block.other_start, block.other_end)
    pairs = [(place, there[word]) for word, place in here.items() if word in there]
    return [
        (place, other)
        for place, other in _increasing(pairs)
        if lowers[place - 1 : place] == others[other - 1 : other]
        or lowers[place + 1 : place + 2] == others[other + 1 : other + 2]
    ]


def _increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of the pairs whose second places increase as the first ones do."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        previous.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(index)
        else:
            ends[length], last[length] = place, index
    chosen: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = previous[index]
    return chosen[::-1]


def _unique_places(words: Sequence[str], start: int, end: int) -> dict[str, int]:
    places: dict[str, int] = {}
    for place in range(start, end):
        word = words[place]
        places[word] = -1 if word in places else place
    return {word: place for word, place in places.items() if place >= 0}
