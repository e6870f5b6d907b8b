"""How often prepositions, articles and noun number go wrong, by what teachers of English warn of.

The rates are estimates, not counts of anybody's corpus: what is confused with what is common
knowledge, and how often is meant to give a network enough errors of each kind.
"""

from __future__ import annotations

from solecism.corrupt.tables.confusion_table import NOTHING, ConfusionTable, RowCounts
from solecism.locate.preposition_choice import CHOICES

# Out of so many places; the counts below are per this many.
_PLACES = 10_000
_WRONG, _LEFT_OUT, _PUT_IN = 500, 150, 60
# What is written for each preposition, the likeliest first; for all others the common ones.
_INSTEAD = {
    "of": "in from for about to with on",
    "in": "on at to of for during into by",
    "to": "for in at with of on into",
    "for": "to of during since about in with",
    "on": "in at of to about for with",
    "with": "by of to for about in from",
    "as": "like for of with",
    "by": "with from of for in until through",
    "at": "in on to for by",
    "from": "of since by in to for at",
    "about": "of for on with to in",
    "after": "since before from in behind",
    "into": "in to on inside",
    "like": "as of for",
    "since": "from for after in until",
    "over": "on above about during through",
    "before": "until after for from",
    "through": "by across along in with",
    "during": "in for while on at",
    "between": "among in of from",
    "under": "in on below with",
    "until": "to by since for before",
    "against": "to with for on",
    "without": "with of by",
    "around": "about in over near",
    "among": "between in of with",
    "within": "in during after at",
    "along": "through in by on",
    "off": "of from out on",
    "across": "through in over along",
    "behind": "after under in",
    "near": "at to by from",
    "throughout": "in through during along",
    "towards": "to for at against",
}
_PUT_INS = "to in of for about on with at from by"
_ARTICLES: RowCounts = {
    "": {"": 9_680, "a": 90, "the": 230},
    "a": {"": 600, "a": 9_150, "the": 250},
    "the": {"": 520, "a": 140, "the": 9_340},
}
_NUMBERS: RowCounts = {
    "singular": {"singular": 9_870, "plural": 130},
    "plural": {"singular": 380, "plural": 9_620},
}


def confusions() -> ConfusionTable:
    """The table of these confusions.

    >>> rates = confusions().rates("preposition")
    >>> rates["in"]["on"] > rates["in"]["by"] > rates["in"]["against"]
    True
    """
    prepositions = {choice: _row(choice) for choice in CHOICES}
    counts = {"preposition": prepositions, "article": _ARTICLES, "number": _NUMBERS}
    return ConfusionTable("Estimates of what teachers of English warn of.", counts)


def _row(right: str) -> dict[str, int]:
    """What is written where a preposition, or none, is right."""
    if right == NOTHING:
        row = _shared(_PUT_INS.split(), _PUT_IN)
    else:
        others = [each for each in _INSTEAD[right].split() if each in CHOICES]
        row = {**_shared(others, _WRONG), NOTHING: _LEFT_OUT}
    return {**row, right: _PLACES - sum(row.values())}


def _shared(choices: list[str], total: int) -> dict[str, int]:
    """A total shared out, the first choice getting most: one half, a third, a quarter and so on."""
    weights = [1 / (rank + 2) for rank in range(len(choices))]
    return {
        choice: max(1, round(total * weight / sum(weights)))
        for choice, weight in zip(choices, weights, strict=True)
    }
