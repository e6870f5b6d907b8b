"""The noun phrases of the chunker, with those joined by *and* or *or* separated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.locate.noun_roles import Role, Roles
from solecism.locate.sentence_columns import Columns
from solecism.numeric.arrays import Bools, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Spans with their heads, in order; `is_second` where the part before is joined to it."""

    begins: Ints
    ends: Ints
    heads: Ints
    is_second: Bools


def noun_parts(columns: Columns) -> Parts:
    """Each noun phrase, or each of its halves: *cats and dogs*, but *research and sales costs*."""
    of_nouns = ~columns.is_verbal
    begins, ends = columns.phrase_begins[of_nouns], columns.phrase_ends[of_nouns]
    heads = columns.phrase_heads[of_nouns]
    cuts = _cuts(columns.roles, begins, heads)
    order = np.argsort(np.append(begins, cuts + 1), kind="stable")
    return Parts(
        np.append(begins, cuts + 1)[order],
        np.sort(np.append(ends, cuts)),
        np.sort(np.append(heads, cuts - 1)),
        order >= len(begins),
    )


def _cuts(roles: Roles, begins: Ints, heads: Ints) -> Ints:
    """The conjunctions that join two heads.

    The noun before is a head itself if it is plural, or if one noun alone follows.
    """
    places = np.flatnonzero(roles == Role.CONJUNCTION)
    if not len(begins):
        return places[:0]
    phrase = np.searchsorted(begins, places, side="right") - 1
    is_inside = (phrase >= 0) & (places > begins[phrase]) & (places < heads[phrase])
    places, phrase = places[is_inside], phrase[is_inside]
    before = roles[places - 1]
    is_noun = (roles >= Role.SINGULAR).cumsum()
    is_last = is_noun[heads[phrase]] - is_noun[places] == 1
    is_plural = (before == Role.PLURAL) | (before == Role.NAMES)
    is_cut = is_plural | ((before >= Role.SINGULAR) & is_last)
    return np.asarray(places[is_cut])
