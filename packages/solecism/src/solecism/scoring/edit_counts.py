"""Edits of a system against edits of a reference, as ERRANT and the M2 scorer count them.

Bryant, Felice & Briscoe (2017), Automatic annotation and evaluation of error types for grammatical
error correction. The rules are those of ERRANT's `compare`, version 2.3, so that the figures are
equal to its figures in every printed digit.

Dahlmeier & Ng (2012), Better evaluation for grammatical error correction. The edits of the
hypothesis are not given: of all ways to write the corrected sentence as edits, MaxMatch takes one
that has the most edits in common with the annotator. An edit may contain up to two words that do
not change.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from solecism.edit import Edit
from solecism.figure import f_mean
from solecism.locate.flags_and_judgments import UNKNOWN

Matching = Literal["correction", "span", "token"]
CORRECTION: Matching = "correction"
SPAN: Matching = "span"
TOKEN: Matching = "token"
MATCHINGS: tuple[Matching, ...] = (CORRECTION, SPAN, TOKEN)

_DIGITS = 4
_ALTERNATIVE = "||"

EditKey: TypeAlias = tuple[int, int, str]
EditTypes: TypeAlias = Mapping[EditKey, Sequence[str]]
"""The types of the edits that are the same edit as far as a way of matching can tell."""

EditCounts: TypeAlias = tuple[float, float, float]
"""True positives, false positives and false negatives."""

TypeCounts: TypeAlias = Mapping[str, EditCounts]


def edit_types(edits: Iterable[Edit], matching: Matching) -> EditTypes:
    """The types of the edits by what has to be equal in both texts.

    That is the span and the words for a correction, the span or each of its tokens for a
    detection; an insertion belongs to the token on its right. An edit of unknown words (UNK) can
    be detected, but not corrected.

    >>> edit = Edit(2, ("of", "the"), ("on",), "R:PREP")
    >>> edit_types([edit], "correction")
    {(2, 4, 'on'): ['R:PREP']}
    >>> edit_types([edit], "token")
    {(2, 3, ''): ['R:PREP'], (3, 4, ''): ['R:PREP']}
    """
    types: dict[EditKey, list[str]] = {}
    for edit in edits:
        start, end = edit.start, edit.start + len(edit.before)
        if matching == TOKEN:
            for place in range(start, max(end, start + 1)):
                types.setdefault((place, place + 1, ""), []).append(edit.kind)
        elif matching == SPAN:
            types.setdefault((start, end, ""), []).append(edit.kind)
        elif edit.kind != UNKNOWN:
            words = " ".join(edit.after)
            if edit.alternatives:
                words = _ALTERNATIVE.join([words, *map(" ".join, edit.alternatives)])
            types.setdefault((start, end, words), []).append(edit.kind)
    return types


def type_counts(hypothesis: EditTypes, reference: EditTypes) -> TypeCounts:
    """The counts of each type: that of the reference, but for false positives.

    Where several edits of the reference are the same edit, each of them is a true positive.

    >>> type_counts({(0, 1, "An"): ["R:DET"], (4, 5, ""): ["U:PREP"]}, {(0, 1, "An"): ["R:DET"]})
    {'R:DET': (1, 0, 0), 'U:PREP': (0, 1, 0)}
    """
    counts: dict[str, EditCounts] = {}
    for key, types in hypothesis.items():
        found = reference.get(key)
        for type in types if found is None else found:
            _add(counts, type, (0, 1, 0) if found is None else (1, 0, 0))
    for key, types in reference.items():
        if key not in hypothesis:
            for type in types:
                _add(counts, type, (0, 0, 1))
    return counts


def whole_counts(hypothesis: EditTypes, reference: EditTypes) -> EditCounts:
    """The counts of all types together, as the sum of `type_counts`.

    >>> whole_counts({(0, 1, "An"): ["R:DET"], (4, 5, ""): ["U:PREP"]}, {(0, 1, "An"): ["R:DET"]})
    (1, 1, 0)
    """
    tp = fp = fn = 0
    for key, types in hypothesis.items():
        found = reference.get(key)
        if found is None:
            fp += len(types)
        else:
            tp += len(found)
    for key, types in reference.items():
        if key not in hypothesis:
            fn += len(types)
    return tp, fp, fn


def total(counts: TypeCounts) -> EditCounts:
    """The counts of all types together."""
    tp, fp, fn = map(sum, zip(*counts.values(), strict=True)) if counts else (0, 0, 0)
    return tp, fp, fn


def best_references(sentences: Iterable[Sequence[TypeCounts]], beta: float) -> Iterator[TypeCounts]:
    """Of the counts against each annotator of a sentence those that ERRANT chooses.

    They give the highest F of all sentences so far, in four digits; then the most true positives,
    the fewest false positives and the fewest false negatives of the sentence decide, and at last
    the order of the annotators.
    """
    done: EditCounts = (0, 0, 0)
    for candidates in sentences:
        best = candidates[0]
        if len(candidates) > 1:
            ranked = [(_errant_rank(total(counts), done, beta), counts) for counts in candidates]
            best = max(ranked, key=lambda pair: pair[0])[1]
        done = _sum(done, total(best))
        yield best


def precision_recall_f(counts: EditCounts, beta: float) -> tuple[float, float, float]:
    """Precision, recall and F as ERRANT and the M2 scorer define them.

    Precision is 1 where there is no false positive, even without a true one; so is recall where
    there is no false negative.

    >>> precision_recall_f((0, 0, 2), 0.5)
    (1.0, 0.0, 0.0)
    """
    tp, fp, fn = counts
    precision = tp / (tp + fp) if fp else 1.0
    recall = tp / (tp + fn) if fn else 1.0
    f = f_mean(precision, recall, beta) if precision + recall else 0.0
    return precision, recall, f


def _errant_rank(
    own: EditCounts, done: EditCounts, beta: float
) -> tuple[float, float, float, float]:
    *_, f = precision_recall_f(_sum(own, done), beta)
    tp, fp, fn = own
    return round(f, _DIGITS), tp, -fp, -fn


def _add(counts: dict[str, EditCounts], type: str, more: EditCounts) -> None:
    counts[type] = _sum(counts.get(type, (0, 0, 0)), more)


def _sum(one: EditCounts, other: EditCounts) -> EditCounts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


_MAX_UNCHANGED = 2
_COSTS_OF_SUBSTITUTION = (1, 2)

Words: TypeAlias = Sequence[str]
Vertex: TypeAlias = tuple[int, int]
"""How many words of the source and of the corrected sentence are read."""

Steps: TypeAlias = Mapping[Vertex, Mapping[Vertex, bool]]
"""From each vertex to the next ones, and whether the word in between is unchanged."""

_Arc: TypeAlias = tuple[Vertex, int, bool]
"""Where an arc ends, how many steps it stands for, and whether it is an edit."""

_Cost: TypeAlias = tuple[int, int, int]
"""Minus the edits in common with the annotator, steps outside them, and edits outside them."""


def max_match_counts(
    source: Words, corrected: Words, references: Sequence[Sequence[Edit]]
) -> list[EditCounts]:
    """The counts of a sentence against each annotator's edits."""
    arcs = _arcs(_lattice(source, corrected)) if tuple(source) != tuple(corrected) else {}
    return [_counts(arcs, source, corrected, edits) for edits in references]


def best_max_matches(
    sentences: Iterable[Sequence[EditCounts]], beta: float
) -> Iterator[EditCounts]:
    """Of the counts against each annotator of a sentence those that the M2 scorer chooses.

    They give the highest F of all sentences so far; then the most true positives decide, then
    the fewest edits of both sides, weighted as in F, and at last the order of the annotators.
    """
    done: EditCounts = (0, 0, 0)
    for candidates in sentences:
        tp, fp, fn = max(candidates, key=lambda own: _max_match_rank(own, done, beta))
        done = done[0] + tp, done[1] + fp, done[2] + fn
        yield tp, fp, fn


def _max_match_rank(own: EditCounts, done: EditCounts, beta: float) -> tuple[float, float, float]:
    tp, fp, fn = (one + other for one, other in zip(own, done, strict=True))
    weight = beta * beta
    n_edits = tp + fp + weight * (tp + fn)
    f = (1 + weight) * tp / n_edits if n_edits else 1.0
    return f, tp, -n_edits


def _lattice(source: Words, corrected: Words) -> Steps:
    """All shortest alignments, with a substitution as one step or as two."""
    steps: dict[Vertex, dict[Vertex, bool]] = {}
    for cost in _COSTS_OF_SUBSTITUTION:
        distances = _distances(source, corrected, cost)
        seen = set()
        waiting = [(len(source), len(corrected))]
        while waiting:
            vertex = waiting.pop()
            if vertex in seen:
                continue
            seen.add(vertex)
            for before, is_unchanged in _before(vertex, source, corrected, distances, cost):
                steps.setdefault(before, {})[vertex] = is_unchanged
                waiting.append(before)
    return steps


def _distances(source: Words, corrected: Words, cost: int) -> list[list[int]]:
    """The edit distance of every beginning of the source to every one of the correction."""
    rows = [list(range(len(corrected) + 1))]
    for i, word in enumerate(source, 1):
        above = rows[-1]
        row = [i]
        for j, other in enumerate(corrected, 1):
            diagonal = above[j - 1] + (0 if word == other else cost)
            row.append(min(diagonal, above[j] + 1, row[j - 1] + 1))
        rows.append(row)
    return rows


def _before(
    vertex: Vertex, source: Words, corrected: Words, distances: list[list[int]], cost: int
) -> Iterator[tuple[Vertex, bool]]:
    """The vertices before one on shortest alignments."""
    i, j = vertex
    here = distances[i][j]
    if i and distances[i - 1][j] + 1 == here:
        yield (i - 1, j), False
    if j and distances[i][j - 1] + 1 == here:
        yield (i, j - 1), False
    if i and j:
        is_unchanged = source[i - 1] == corrected[j - 1]
        if distances[i - 1][j - 1] + (0 if is_unchanged else cost) == here:
            yield (i - 1, j - 1), is_unchanged


def _arcs(steps: Steps) -> dict[Vertex, list[_Arc]]:
    """From each vertex all edits and the unchanged word that can come next."""
    return {vertex: list(_arcs_from(vertex, steps)) for vertex in sorted(steps)}


def _arcs_from(start: Vertex, steps: Steps) -> Iterator[_Arc]:
    """Each end of an edit with the fewest steps to it over at most two unchanged words."""
    # Unchanged words on the way and whether anything changes, with the fewest steps.
    ways: dict[Vertex, dict[tuple[int, bool], int]] = {start: {(0, False): 0}}
    waiting = {start}
    while waiting:
        vertex = min(waiting)
        waiting.remove(vertex)
        for after, is_unchanged in steps.get(vertex, {}).items():
            for (n_unchanged, is_edit), n_steps in ways[vertex].items():
                state = n_unchanged + is_unchanged, is_edit or not is_unchanged
                if state[0] <= _MAX_UNCHANGED:
                    known = ways.setdefault(after, {})
                    known[state] = min(known.get(state, n_steps + 1), n_steps + 1)
                    waiting.add(after)
    for vertex, states in ways.items():
        lengths = [n_steps for (_, is_edit), n_steps in states.items() if is_edit]
        if lengths:
            yield vertex, min(lengths), True
    for after, is_unchanged in steps.get(start, {}).items():
        if is_unchanged:
            yield after, 1, False


def _counts(
    arcs: Mapping[Vertex, Sequence[_Arc]], source: Words, corrected: Words, edits: Sequence[Edit]
) -> EditCounts:
    """The counts against one annotator; edits behind the end of the sentence do not count."""
    gold = [
        (edit.start, edit.end, {" ".join(words) for words in (edit.after, *edit.alternatives)})
        for edit in edits
        if edit.end <= len(source)
    ]
    if not arcs:
        return 0, 0, len(gold)
    proposed = _best_edits(arcs, corrected, gold, end=(len(source), len(corrected)))
    n_right, first = 0, 0
    for start, end, words in proposed:
        for place in range(first, len(gold)):
            if (start, end) == gold[place][:2] and words in gold[place][2]:
                n_right += 1
                first = place + 1
    return n_right, len(proposed) - n_right, len(gold) - n_right


def _best_edits(
    arcs: Mapping[Vertex, Sequence[_Arc]],
    corrected: Words,
    gold: Sequence[tuple[int, int, set[str]]],
    *,
    end: Vertex,
) -> list[tuple[int, int, str]]:
    """The edits of the way through the lattice that costs least, from left to right."""
    wanted: dict[tuple[int, int], set[str]] = {}
    for start, stop, texts in gold:
        wanted.setdefault((start, stop), set()).update(texts)
    costs: dict[Vertex, _Cost] = {(0, 0): (0, 0, 0)}
    came: dict[Vertex, tuple[Vertex, bool]] = {}
    for vertex, ways in arcs.items():
        matched, n_steps, n_edits = costs.get(vertex, (math.inf, 0, 0))
        if math.isinf(matched):
            continue
        for after, length, is_edit in ways:
            texts = wanted.get((vertex[0], after[0]), set()) if is_edit else set()
            if texts and " ".join(corrected[vertex[1] : after[1]]) in texts:
                cost = int(matched) - 1, n_steps, n_edits
            else:
                cost = int(matched), n_steps + length, n_edits + is_edit
            if after not in costs or cost < costs[after]:
                costs[after], came[after] = cost, (vertex, is_edit)
    edits = []
    while end != (0, 0):
        before, is_edit = came[end]
        if is_edit:
            edits.append((before[0], end[0], " ".join(corrected[before[1] : end[1]])))
        end = before
    return edits[::-1]
