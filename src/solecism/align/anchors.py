"""Where sentences may differ, and anchors: words that are certainly aligned, to divide long ones.

An anchor is a word that occurs once on either side, as in Bram Cohen's patience diff.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from solecism.align.side import Side, Step

# An alignment with more cells than this is divided; a piece that is still larger is not aligned
# word by word. So time stays linear.
MAX_CELLS = 10_000


def pieces(source: Side, other: Side) -> Iterator[Step]:
    """The parts where the sides may differ, from left to right; most of them small."""
    block = _differing_middle([word.text for word in source], [word.text for word in other])
    if n_cells(block) <= MAX_CELLS:
        yield block
        return
    start, end, other_start, other_end = block
    lowers, others = [word.lower for word in source], [word.lower for word in other]
    for anchor, other_anchor in _anchors(lowers, others, block):
        if start < anchor or other_start < other_anchor:
            yield Step(start, anchor, other_start, other_anchor)
        if source[anchor].text != other[other_anchor].text:
            # They differ in case.
            yield Step(anchor, anchor + 1, other_anchor, other_anchor + 1)
        start, other_start = anchor + 1, other_anchor + 1
    yield Step(start, end, other_start, other_end)


def n_cells(block: Step) -> int:
    """The number of pairs of words that an alignment of the block compares."""
    return (block.end - block.start) * (block.other_end - block.other_start)


def _differing_middle(words: Sequence[str], others: Sequence[str]) -> Step:
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
    return Step(start, end, start, other_end)


def _anchors(lowers: Sequence[str], others: Sequence[str], block: Step) -> list[tuple[int, int]]:
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
