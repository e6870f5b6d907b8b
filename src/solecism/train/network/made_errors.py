"""Native sentences with made errors, and the repairs that their words then need.

Errors in prepositions, articles and noun number are made at a multiple of learners' rates, each
place independently; errors in agreement, verb forms, and missing, extra and confused words with a
probability per sentence. Some sentences stay as they are, so that the network sees native text too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from solecism.corrupt.corruption import Corruption
from solecism.corrupt.draft import draft_of
from solecism.corrupt.recipe import Recipe
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types.confused_word import ConfusedWord
from solecism.corrupt.types.error_type import ErrorType
from solecism.detect.network.repairs import (
    INSERT,
    REMOVE,
    REPLACE,
    UNSAID,
    Repair,
    form_of,
    group,
)
from solecism.sentence import Sentence

Labelled = tuple[tuple[str, ...], list[tuple[int, Repair]]]


@dataclass(frozen=True)
class Density:
    """The density of errors: multiples of learners' rates, and the share of sentences with each.

    `by_chance` has the probability of an error of each other type in a sentence with three times
    the learners' rates.
    """

    shares: tuple[tuple[float, float], ...] = ((0.0, 0.15), (1.5, 0.40), (4.0, 0.45))
    by_chance: tuple[tuple[str, float], ...] = (
        ("agreement", 0.10),
        ("verb-form", 0.16),
        ("missing-word", 0.07),
        ("extra-word", 0.05),
        ("real-word", 0.10),
    )

    @cached_property
    def confused(self) -> dict[float, list[ConfusedWord]]:
        """The confusions of prepositions, articles and number, by multiple of learners' rates."""
        recipe = Recipe(dict.fromkeys(("preposition", "article", "number"), 1.0), per_sentence=None)
        words = recipe.confused_words().values()
        return {times: [_scaled(word, times) for word in words] for times, _ in self.shares}

    @cached_property
    def others(self) -> dict[str, ErrorType]:
        """The types of the other errors."""
        return Recipe({name: 1.0 for name, _ in self.by_chance}).types()

    def times(self, share: float) -> float:
        """The multiple of learners' rates in a sentence, by a random number from 0 to 1."""
        for times, part in self.shares:
            share -= part
            if share < 0:
                return times
        return self.shares[-1][0]


def with_errors(sentence: Sentence, density: Density, stream: Stream) -> Labelled:
    """The words of a tagged sentence after errors were made in it, and their repairs."""
    times = density.times(stream.share())
    if not times:
        return sentence.words, []
    corruption = Corruption(draft_of(sentence))
    for name, chance in density.by_chance:
        if stream.share() < chance * times / 3:
            any(map(corruption.make, density.others[name](corruption.draft, stream)))
    for confused in stream.shuffled(density.confused[times]):
        for error in reversed(list(confused.by_rate(corruption.draft, stream))):
            corruption.make(error)
    return labelled(sentence.words, corruption.errors)


def labelled(words: Sequence[str], errors: Iterable[SyntheticError]) -> Labelled:
    """The words after the errors were made one after another, and the repairs that undo them."""
    text = _Text([_Word(word) for word in words], [None] * (len(words) + 1))
    for error in errors:
        text.change(error)
    return tuple(word.text for word in text.words), text.repairs()


@dataclass(slots=True)
class _Word:
    """A word as it is now, as it was before any error, and the repair that it needs."""

    text: str
    original: str | None = None
    needs: Repair | None = None

    @property
    def is_extra(self) -> bool:
        return self.needs is not None and self.needs.operation == REMOVE


@dataclass(slots=True)
class _Text:
    words: list[_Word]
    # What is missing before each word, and after the last one.
    missing: list[Repair | None] = field(default_factory=list)

    def change(self, error: SyntheticError) -> None:
        edit, its_group = error.edit, group(error.edit.kind)
        n_same = min(len(edit.before), len(edit.after))
        for place, new in enumerate(edit.after[:n_same], edit.start):
            self._replace(place, new, its_group)
        end = edit.start + n_same
        for _ in edit.before[n_same:]:
            self._remove(end, its_group)
        for place, new in enumerate(edit.after[n_same:], end):
            self.words.insert(place, _Word(new, None, Repair(REMOVE, its_group, "")))
            self.missing.insert(place + 1, None)

    def _replace(self, place: int, new: str, its_group: str) -> None:
        word = self.words[place]
        original = word.original or word.text
        if word.is_extra:
            self.words[place] = replace(word, text=new)
        elif new.lower() == original.lower():
            self.words[place] = _Word(new)
        elif new != word.text:
            repair = Repair(REPLACE, its_group, form_of(new, original, its_group))
            self.words[place] = _Word(new, original, repair)

    def _remove(self, place: int, its_group: str) -> None:
        word = self.words.pop(place)
        before = self.missing.pop(place)
        if before is None and not word.is_extra:
            before = Repair(INSERT, its_group, (word.original or word.text).lower() or UNSAID)
        self.missing[place] = before or self.missing[place]

    def repairs(self) -> list[tuple[int, Repair]]:
        missing = [(place, need) for place, need in enumerate(self.missing) if need]
        return missing + [
            (place, word.needs) for place, word in enumerate(self.words) if word.needs
        ]


def _scaled(word: ConfusedWord, times: float) -> ConfusedWord:
    rates = {
        right: {written: rate * times for written, rate in others.items()}
        for right, others in word.rates.items()
    }
    return replace(word, rates=rates)
