"""Learners' confusions at measured rates: a wrong word, an extra one or a missing one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types.error_type import synthetic_error

# For each choice that is right: how often each other choice is made instead of it.
Rates = Mapping[str, Mapping[str, float]]


class Place(NamedTuple):
    """A place where a writer chooses; if `choice` is "", no word is there."""

    start: int
    end: int
    choice: str


class Choice(Protocol):
    """A kind of choice: its options, its places in a sentence, and how an option is written."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of all options; the name of no word at all is ""."""

    @property
    def kind(self) -> str:
        """The kind of site that edits of such a choice refer to."""

    def places(self, draft: Draft) -> list[Place]:
        """The places of a draft, from left to right."""

    def choice_of(self, words: tuple[str, ...], place: Place) -> str | None:
        """The option that words in a place stand for; None if they are not an option."""

    def written(
        self, draft: Draft, place: Place, choice: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The words and tags of a choice in that place, None where it cannot be written."""


@dataclass(frozen=True, slots=True)
class ConfusedWord:
    """The type of error of a wrong choice."""

    name: str
    choice: Choice
    rates: Rates
    sums: Mapping[str, float] = field(init=False)

    def __post_init__(self) -> None:
        sums = {choice: sum(others.values()) for choice, others in self.rates.items()}
        object.__setattr__(self, "sums", sums)

    def __call__(self, draft: Draft, stream: Stream, /) -> Iterator[SyntheticError]:
        places = self.choice.places(draft)
        weights = {number: self.sums.get(place.choice, 0.0) for number, place in enumerate(places)}
        for number in stream.drawn(weights):
            place = places[number]
            for choice in stream.drawn(self.rates[place.choice]):
                error = self._error(draft, place, choice)
                if error is not None:
                    yield error

    def by_rate(self, draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
        """Errors at the places of the draft, each drawn independently."""
        places = self.choice.places(draft)
        for place, point in zip(places, stream.shares(len(places)), strict=True):
            if point < self.sums.get(place.choice, 0.0):
                error = self._of_rate(draft, place, point)
                if error is not None:
                    yield error

    def _of_rate(self, draft: Draft, place: Place, point: float) -> SyntheticError | None:
        """The error that a random number selects, with probabilities equal to the rates."""
        for choice, rate in self.rates[place.choice].items():
            point -= rate
            if point < 0:
                return self._error(draft, place, choice)
        return None

    def _error(self, draft: Draft, place: Place, choice: str) -> SyntheticError | None:
        written = self.choice.written(draft, place, choice)
        if written is None or written[0] == draft.words[place.start : place.end]:
            return None
        return synthetic_error(self.name, draft, place.start, place.end, *written)
