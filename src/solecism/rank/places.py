"""The sentences of the annotated text to which rankings refer."""

from __future__ import annotations

import numpy as np

from solecism.errors import InputError
from solecism.numeric.arrays import Ints
from solecism.rank.comparisons import Comparisons
from solecism.rank.evidence import Evidence


def sentence_places(comparisons: Comparisons, evidence: Evidence) -> Ints:
    """The number in the annotated text of each ranked sentence.

    Rankings name sentences by their ids, or by numbers that count from 0 or from 1: from
    whichever gives the systems that are said to have the same output equal outputs.
    """
    names = comparisons.sentences
    by_id = {id: number for number, id in enumerate(evidence.sentences)}
    if all(name in by_id for name in names):
        return np.array([by_id[name] for name in names])
    if not all(name.isascii() and name.isdecimal() for name in names):
        name = next(name for name in names if name not in by_id)
        raise InputError(
            f"the ranked sentence {name!r} is not in the annotated text, whose first is "
            f"{evidence.sentences[0]!r}. Give rankings and annotations of the same sentences."
        )
    numbers = np.array([int(name) for name in names])
    for first in (0, 1):
        places = numbers - first
        is_inside = places.min() >= 0 and places.max() < evidence.n_sentences
        if is_inside and _is_consistent(comparisons, evidence, places):
            return places
    raise InputError(
        f"the ranked sentences {numbers.min()} to {numbers.max()} do not fit the outputs of "
        f"{evidence.n_sentences} sentences, counted from 0 or 1. Are they of the same text?"
    )


def _is_consistent(comparisons: Comparisons, evidence: Evidence, places: Ints) -> bool:
    """Whether outputs that raters saw as one are equal."""
    outputs = dict(zip(evidence.systems, evidence.outputs, strict=True))
    return all(
        len({outputs[system][places[sentence]] for system in group if system in outputs}) <= 1
        for sentence, group in comparisons.same
    )
