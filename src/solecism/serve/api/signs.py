"""API operations on signs of careless work, and on results without some raters."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.collect.people.administrators import READ
from solecism.collect.status.signs import RaterSigns, rater_signs
from solecism.serve.api.operation import Call, Operation
from solecism.serve.http.body import ShortText
from solecism.serve.study.what_if import ComparedResults, compare_without


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    """The pseudonyms of raters to leave out."""

    without: Annotated[list[ShortText], Meta(min_length=1, max_length=10_000)]


def _signs(call: Call[None]) -> list[RaterSigns]:
    return rater_signs(call.study)


def _what_if(call: Call[LeftOut]) -> ComparedResults:
    return compare_without(call.study, call.body.without)


OPERATIONS = [
    Operation(
        "signs",
        "GET",
        "/signs",
        "Signs of careless work by rater.",
        READ,
        _signs,
        list[RaterSigns],
    ),
    Operation(
        "what_if",
        "POST",
        "/what-if",
        "The results with and without some raters; nothing is changed.",
        READ,
        _what_if,
        ComparedResults,
        body=LeftOut,
    ),
]
