"""Edits of a hypothesis against edits of a reference, counted as ERRANT's `compare` counts them.

Bryant, Felice & Briscoe (2017), Automatic annotation and evaluation of error types for
grammatical error correction. The rules are those of version 2.3, so that the figures are equal to
its figures in every printed digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from solecism.edit import Edit
from solecism.figure import f_mean
from solecism.locate.flags import UNKNOWN

Matching = Literal["correction", "span", "token"]
CORRECTION: Matching = "correction"
SPAN: Matching = "span"
TOKEN: Matching = "token"
MATCHINGS: tuple[Matching, ...] = (CORRECTION, SPAN, TOKEN)

_DIGITS = 4
_ALTERNATIVE = "||"

Key: TypeAlias = tuple[int, int, str]
EditTypes: TypeAlias = Mapping[Key, Sequence[str]]
"""The types of the edits that are the same edit as far as a way of matching can tell."""

Counts: TypeAlias = tuple[float, float, float]
"""True positives, false positives and false negatives."""

TypeCounts: TypeAlias = Mapping[str, Counts]


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
    types: dict[Key, list[str]] = {}
    for edit in edits:
        if matching == CORRECTION and edit.kind == UNKNOWN:
            continue
        for key in _keys(edit, matching):
            types.setdefault(key, []).append(edit.kind)
    return types


def type_counts(hypothesis: EditTypes, reference: EditTypes) -> TypeCounts:
    """The counts of each type: that of the reference, but for false positives.

    Where several edits of the reference are the same edit, each of them is a true positive.

    >>> type_counts({(0, 1, "An"): ["R:DET"], (4, 5, ""): ["U:PREP"]}, {(0, 1, "An"): ["R:DET"]})
    {'R:DET': (1, 0, 0), 'U:PREP': (0, 1, 0)}
    """
    counts: dict[str, Counts] = {}
    for key, types in hypothesis.items():
        found = reference.get(key)
        for type in types if found is None else found:
            _add(counts, type, (0, 1, 0) if found is None else (1, 0, 0))
    for key, types in reference.items():
        if key not in hypothesis:
            for type in types:
                _add(counts, type, (0, 0, 1))
    return counts


def total(counts: TypeCounts) -> Counts:
    """The counts of all types together."""
    tp, fp, fn = map(sum, zip(*counts.values(), strict=True)) if counts else (0, 0, 0)
    return tp, fp, fn


def best_references(sentences: Iterable[Sequence[TypeCounts]], beta: float) -> Iterator[TypeCounts]:
    """Of the counts against each annotator of a sentence those that ERRANT chooses.

    They give the highest F of all sentences so far, in four digits; then the most true positives,
    the fewest false positives and the fewest false negatives of the sentence decide, and at last
    the order of the annotators.
    """
    done: Counts = (0, 0, 0)
    for candidates in sentences:
        ranked = [(_rank(total(counts), done, beta), counts) for counts in candidates]
        best = max(ranked, key=lambda pair: pair[0])[1]
        done = _sum(done, total(best))
        yield best


def precision_recall_f(counts: Counts, beta: float) -> tuple[float, float, float]:
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


def _keys(edit: Edit, matching: Matching) -> Iterator[Key]:
    if matching == CORRECTION:
        words = _ALTERNATIVE.join(map(" ".join, (edit.after, *edit.alternatives)))
        yield edit.start, edit.end, words
    elif matching == SPAN:
        yield edit.start, edit.end, ""
    else:
        for start in range(edit.start, max(edit.end, edit.start + 1)):
            yield start, start + 1, ""


def _rank(own: Counts, done: Counts, beta: float) -> tuple[float, float, float, float]:
    *_, f = precision_recall_f(_sum(own, done), beta)
    tp, fp, fn = own
    return round(f, _DIGITS), tp, -fp, -fn


def _add(counts: dict[str, Counts], type: str, more: Counts) -> None:
    counts[type] = _sum(counts.get(type, (0, 0, 0)), more)


def _sum(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
