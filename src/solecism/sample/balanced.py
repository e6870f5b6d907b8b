"""A set in which half of the sites are errors, as in paper 002 (500 errors and 500 others)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from solecism.errors import InputError
from solecism.judgment import Grade, Judgment, grades
from solecism.sample.draw import place_of
from solecism.site import Site, is_gap, sentence_of


def balanced(
    judgments: Iterable[Judgment],
    *,
    n_errors: int,
    n_ok: int,
    rng: np.random.Generator,
    places: Mapping[str, Site] | None = None,
) -> tuple[Site, ...]:
    """Sites in random order: so many that most raters call errors, so many that most call ok.

    Each is from a sentence of its own. Ties and gaps are left out; `places` are the sites with
    their text, by id.
    """
    known = [each for each in grades(judgments) if each.share != 0.5 and not is_gap(each.site)]
    by_id = sorted(known, key=lambda grade: grade.site)
    shuffled = [by_id[index] for index in rng.permutation(len(by_id))]
    taken: set[str] = set()
    errors = _first(shuffled, taken, n_errors, is_error=True)
    others = _first(shuffled, taken, n_ok, is_error=False)
    chosen = [*errors, *others]
    return tuple(place_of(chosen[index], places) for index in rng.permutation(len(chosen)))


def _first(grades: Iterable[Grade], taken: set[str], n: int, *, is_error: bool) -> list[str]:
    """The first n sites of one sort in sentences that were not taken, which they take."""
    if n < 0:
        raise InputError(f"{n} sites cannot be drawn.")
    chosen: list[str] = []
    for grade in grades:
        sentence = sentence_of(grade.site)
        if len(chosen) < n and (grade.share > 0.5) == is_error and sentence not in taken:
            taken.add(sentence)
            chosen.append(grade.site)
    if len(chosen) < n:
        sort = "errors" if is_error else "sites that are ok"
        raise InputError(
            f"{n} {sort} wanted, but only {len(chosen)} are in sentences of their own. Draw fewer."
        )
    return chosen
