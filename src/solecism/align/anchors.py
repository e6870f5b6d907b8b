"""Anchors: words that are certainly aligned, at which an alignment is divided.

An anchor is a word that occurs once on either side, as in Bram Cohen's patience diff.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from solecism.align.side import Side, Step

# Alignments with more cells than this are divided.
MAX_WHOLE_CELLS = 30
# A piece that is larger than this is not aligned word by word, so that time stays linear.
MAX_CELLS = 4_000


def pieces(source: Side, other: Side) -> Iterator[Step]:
    """The parts where the sides may differ, from left to right, small enough to align."""
    start, end, other_end = _differing_middle(source.words, other.words)
    block = Step(start, end, start, other_end)
    if n_cells(block) <= MAX_WHOLE_CELLS:
        yield block
        return
    other_start = start
    for anchor, other_anchor in _anchors(source.lowers, other.lowers, block):
        if start < anchor or other_start < other_anchor:
            yield Step(start, anchor, other_start, other_anchor)
        if source.words[anchor] != other.words[other_anchor]:
            # They differ in case.
            yield Step(anchor, anchor + 1, other_anchor, other_anchor + 1)
        start, other_start = anchor + 1, other_anchor + 1
    yield Step(start, end, other_start, other_end)


def n_cells(block: Step) -> int:
    """The number of pairs of words that an alignment of the block compares."""
    return (block.end - block.start) * (block.other_end - block.other_start)


def _differing_middle(words: Sequence[str], others: Sequence[str]) -> tuple[int, int, int]:
    """Where the common beginning ends, and where on each side the common end begins."""
    shorter = min(len(words), len(others))
    start = 0
    while start < shorter and words[start] == others[start]:
        start += 1
    end, other_end = len(words), len(others)
    while end > start and other_end > start and words[end - 1] == others[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    return start, end, other_end


def _anchors(lowers: Sequence[str], others: Sequence[str], block: Step) -> list[tuple[int, int]]:
    """Pairs of equal words, unique on their sides, with an equal neighbour, in the same order."""
    here = _unique_places(lowers, block.start, block.end)
    there = _unique_places(others, block.other_start, block.other_end)
    pairs = [(place, there[word]) for word, place in here.items() if word in there]
    in_order = _increasing(pairs)
    if len(in_order) < len(pairs) and n_cells(block) <= MAX_CELLS:
        # Words have moved; only the whole alignment shows which ones.
        return []
    return [
        (place, other)
        for place, other in in_order
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
