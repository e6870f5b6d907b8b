"""A recipe: which errors to make, in which proportions, and how many.

Foster (2007) gives two sets of proportions: those of her corpus of errors (section 3) and those
that came out on section 23 of the Wall Street Journal, where not every sentence has a place for
every type.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from solecism.corruption import foster_errors
from solecism.corruption.confusion_table import ConfusionTable, bundled_confusions
from solecism.corruption.gold_trees import SITES, Sites
from solecism.corruption.learner_confusions import CHOICES, ConfusedWord
from solecism.corruption.synthetic_error import ErrorType
from solecism.errors import InputError

_TYPES: dict[str, ErrorType] = {
    foster_errors.MISSING_WORD: foster_errors.missing_word,
    foster_errors.EXTRA_WORD: foster_errors.extra_word,
    foster_errors.REAL_WORD: foster_errors.real_word,
    foster_errors.AGREEMENT: foster_errors.agreement,
    foster_errors.VERB_FORM: foster_errors.verb_form,
}
TYPES = (*_TYPES, *CHOICES)
MAX_ERRORS = 100


@dataclass(frozen=True, slots=True)
class Recipe:
    """Types of error with their weights, and how many errors a sentence gets in each round.

    `per_sentence` 1 makes one error in every sentence, 0.3 makes one in three of ten, 1.2 makes
    two in every fifth and one in the others. None makes errors at the rates of the confusions,
    each place by itself, and is for prepositions, articles and noun number only. `sites` are the
    places at which gold trees have an extra word (see `solecism.corruption.gold_trees`).
    """

    weights: Mapping[str, float]
    per_sentence: float | None = 1.0
    rounds: int = 1
    confusions: ConfusionTable | None = field(default=None, repr=False)
    sites: Sites = "all"

    def __post_init__(self) -> None:
        for name, weight in self.weights.items():
            if name not in TYPES:
                raise InputError(
                    f"there is no type of error {name!r}. There are {', '.join(TYPES)}."
                )
            if not (math.isfinite(weight) and weight >= 0):
                raise InputError(f"{name} has the weight {weight:g}. Give a number from 0 up.")
            if self.per_sentence is None and name not in CHOICES:
                raise InputError(
                    f"{name} has no rate of its own. Give the number of errors per sentence."
                )
        if not any(self.weights.values()):
            raise InputError("no type of error has a weight above 0. Give at least one.")
        if not 1 <= self.rounds <= MAX_ERRORS:
            raise InputError(f"{self.rounds} rounds are not possible. Give 1 to {MAX_ERRORS}.")
        if self.per_sentence is not None and not 0 < self.per_sentence <= MAX_ERRORS:
            raise InputError(
                f"{self.per_sentence:g} errors per sentence are not possible. "
                f"Give up to {MAX_ERRORS}."
            )
        if self.sites not in SITES:
            raise InputError(f"there are no sites {self.sites!r}. There are {', '.join(SITES)}.")

    def types(self) -> dict[str, ErrorType]:
        """The types of error by name, with their tables of confusions."""
        confused = self.confused_words()
        return {name: confused.get(name) or _TYPES[name] for name in self._names()}

    def confused_words(self) -> dict[str, ConfusedWord]:
        """The types of error that follow learners' confusions."""
        names = [name for name in self._names() if name in CHOICES]
        if not names:
            return {}
        table = bundled_confusions() if self.confusions is None else self.confusions
        return {name: ConfusedWord(name, CHOICES[name], table.rates(name)) for name in names}

    def settings(self) -> list[object]:
        """Everything that the errors depend on, for a record of what was made."""
        return [dict(self.weights), self.per_sentence, self.rounds, repr(self.confusions)]

    def _names(self) -> list[str]:
        return [name for name, weight in self.weights.items() if weight]


_SHARES = dict(zip(_TYPES, (24.0, 17.0, 20.0, 9.0, 5.0), strict=True))
# Of the paper's errors 11 in a hundred need several corrections (section 3).
_SEVERAL = 1.11
PRESETS = {
    "foster-2007": Recipe(_SHARES),
    "foster-2007-several": Recipe(_SHARES, per_sentence=_SEVERAL),
    "foster-2007-wsj": Recipe(dict(zip(_TYPES, (38.0, 25.0, 21.0, 10.0, 6.0), strict=True))),
    "learner": Recipe(dict.fromkeys(CHOICES, 1.0), per_sentence=None),
}


def recipe(
    preset: str = "foster-2007",
    *,
    weights: Mapping[str, float] | None = None,
    per_sentence: float | None = None,
    rounds: int = 1,
    confusions: ConfusionTable | None = None,
    sites: Sites = "all",
) -> Recipe:
    """The recipe of a preset, with the given settings in place of the preset's."""
    if preset not in PRESETS:
        raise InputError(f"there is no preset {preset!r}. There are {', '.join(PRESETS)}.")
    start = PRESETS[preset]
    return Recipe(
        start.weights if weights is None else weights,
        start.per_sentence if per_sentence is None else per_sentence,
        rounds,
        confusions,
        sites,
    )


def parse_weights(text: str) -> dict[str, float]:
    """The weights of types in a comma-separated list; a type without a number has weight 1.

    >>> parse_weights("missing-word=3,agreement")
    {'missing-word': 3.0, 'agreement': 1.0}
    """
    weights: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.strip().partition("=")
        try:
            weights[name] = float(number) if number else 1.0
        except ValueError:
            raise InputError(f"{part!r} is not a type and weight, such as agreement=2.") from None
    return weights
