"""Learners' confusions at measured rates, with prepositions, articles and noun number.

A wrong word, an extra one or a missing one: of the 34 prepositions; of *a*, *the* and no article;
of singular and plural.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from solecism import site
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.synthetic_error import Draft, SyntheticError, synthetic_error
from solecism.corruption.word_classes import (
    AMBIGUOUS_TAGS,
    COMMON_NOUN_TAGS,
    JOINING_SIGNS,
    NOUN_TAGS,
    PHRASE_TAGS,
    PREPOSITION,
    class_in_phrase,
    is_clitic,
    is_spelt,
    last_noun,
    of_other_number,
)
from solecism.language.lemmas import indefinite_article, with_case_of
from solecism.locate import sites
from solecism.locate.sites import PREPOSITION_CHOICES

# For each choice that is right: how often each other choice is made instead of it.
Rates = Mapping[str, Mapping[str, float]]


class ChoicePlace(NamedTuple):
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

    def places(self, draft: Draft) -> list[ChoicePlace]:
        """The places of a draft, from left to right."""

    def choice_of(self, words: tuple[str, ...], place: ChoicePlace) -> str | None:
        """The option that words in a place stand for; None if they are not an option."""

    def written(
        self, draft: Draft, place: ChoicePlace, choice: str
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

    def __call__(self, draft: Draft, stream: RandomStream, /) -> Iterator[SyntheticError]:
        places = self.choice.places(draft)
        weights = {number: self.sums.get(place.choice, 0.0) for number, place in enumerate(places)}
        for number in stream.drawn(weights):
            place = places[number]
            for choice in stream.drawn(self.rates[place.choice]):
                error = self._error(draft, place, choice)
                if error is not None:
                    yield error

    def by_rate(self, draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
        """Errors at the places of the draft, each drawn independently."""
        places = self.choice.places(draft)
        for place, point in zip(places, stream.shares(len(places)), strict=True):
            if point < self.sums.get(place.choice, 0.0):
                error = self._of_rate(draft, place, point)
                if error is not None:
                    yield error

    def _of_rate(self, draft: Draft, place: ChoicePlace, point: float) -> SyntheticError | None:
        """The error that a random number selects, with probabilities equal to the rates."""
        for choice, rate in self.rates[place.choice].items():
            point -= rate
            if point < 0:
                return self._error(draft, place, choice)
        return None

    def _error(self, draft: Draft, place: ChoicePlace, choice: str) -> SyntheticError | None:
        written = self.choice.written(draft, place, choice)
        if written is None or written[0] == draft.words[place.start : place.end]:
            return None
        return synthetic_error(self.name, draft, place.start, place.end, *written)


_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "RP"))
_AFTER = _VERBS | frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "RB", "JJ", "CD"))
_PHRASE_BEGINS = frozenset(("DT", "PRP$", "PRP", "VBG", "WP"))
_NOUN_BEGINS = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "CD"))


class PrepositionChoice:
    """The choice among the 34 prepositions and none."""

    choices = PREPOSITION_CHOICES
    kind = site.PREPOSITION

    def places(self, draft: Draft) -> list[ChoicePlace]:
        """The prepositions, and the gaps before noun phrases and -ing phrases without one."""
        words, tags, _ = draft
        places = []
        before = ""
        for index, tag in enumerate(tags):
            if tag in AMBIGUOUS_TAGS:
                choice = PREPOSITION_CHOICES[sites.preposition_number(words[index])]
                if choice and class_in_phrase(draft, index) == PREPOSITION:
                    places.append(ChoicePlace(index, index + 1, choice))
            elif before in _AFTER and _is_gap(tags, index) and not is_clitic(words[index]):
                places.append(ChoicePlace(index, index, ""))
            before = tag
        return places

    def choice_of(self, words: tuple[str, ...], place: ChoicePlace) -> str | None:
        """The one of the 34 that is among the words, if there is only one."""
        choices = [
            PREPOSITION_CHOICES[number] for number in map(sites.preposition_number, words) if number
        ]
        if not words:
            return ""
        return choices[0] if len(words) == len(choices) == 1 else None

    def written(
        self, draft: Draft, place: ChoicePlace, choice: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The preposition itself."""
        if not choice:
            return (), ()
        model = draft.words[place.start] if place.end > place.start else "of"
        return (with_case_of(model, choice),), ("IN",)


def _is_gap(tags: tuple[str, ...], place: int) -> bool:
    """Whether a phrase begins after a word that a preposition can follow."""
    if tags[place] in _PHRASE_BEGINS:
        return True
    if tags[place] not in _NOUN_BEGINS or tags[place - 1] not in _VERBS:
        return False
    return last_noun(tags, place) is not None


_CHOICE_OF = {"a": "a", "an": "a", "the": "the"}
_PLURAL = ("NNS", "NNPS")
_NOT_BEFORE = frozenset(
    "DT PDT PRP$ POS WDT WP$ $ # VBG VBN RB RBR RBS AFX SYM JJ JJR JJS CD NN NNS NNP NNPS HYPH "
    "''".split()
)
_NOT_AFTER = JOINING_SIGNS | {"no"}


class ArticleChoice:
    """The choice among *a*, *the* and none."""

    choices = ("", "a", "the")
    kind = site.DETERMINER

    def places(self, draft: Draft) -> list[ChoicePlace]:
        """The articles, and the starts of phrases with a common noun but no determiner."""
        tags = draft.tags
        places = []
        before = ""
        for index, tag in enumerate(tags):
            if tag == "DT":
                choice = _CHOICE_OF.get(draft.words[index].lower())
                if choice is not None and index + 1 < len(tags):
                    places.append(ChoicePlace(index, index + 1, choice))
            elif (
                tag in PHRASE_TAGS
                and index
                and before not in _NOT_BEFORE
                and _begins_bare_phrase(draft, index)
            ):
                places.append(ChoicePlace(index, index, ""))
            before = tag
        return places

    def choice_of(self, words: tuple[str, ...], place: ChoicePlace) -> str | None:
        """The article that the words are."""
        if not words:
            return ""
        return _CHOICE_OF.get(words[0].lower()) if len(words) == 1 else None

    def written(
        self, draft: Draft, place: ChoicePlace, choice: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The article, by the sound of the next word."""
        if not choice:
            return (), ()
        noun = last_noun(draft.tags, place.end)
        if choice == "a" and noun is not None and draft.tags[noun] in _PLURAL:
            return None
        article = indefinite_article(draft.words[place.end]) if choice == "a" else choice
        model = draft.words[place.start] if place.end > place.start else "the"
        return (article if model == "A" else with_case_of(model, article),), ("DT",)


def _begins_bare_phrase(draft: Draft, place: int) -> bool:
    """Whether a phrase with a common noun and without a determiner begins here."""
    tags, words = draft.tags, draft.words
    if words[place - 1].lower() in _NOT_AFTER:
        return False
    if tags[place] == "HYPH" or (tags[place] == "CD" and "-" in words[place]):
        return False
    noun = last_noun(tags, place)
    # With a capital it is a name that the tagger took for a noun, or in a heading.
    if noun is None or tags[noun] not in COMMON_NOUN_TAGS:
        return False
    return words[noun][:1].islower() and is_spelt(words[noun])


# More of a compound (*phone book*, *self-made*), or of what is a verb (*branch out*).
_GOES_ON = NOUN_TAGS | {"HYPH", "RP"}
_NUMBER_OF = {"NN": "singular", "NNS": "plural"}


class NumberChoice:
    """The choice between singular and plural."""

    choices = ("singular", "plural")
    kind = site.NUMBER

    def places(self, draft: Draft) -> list[ChoicePlace]:
        """The common nouns that have both forms; of a compound, its last noun."""
        return [
            ChoicePlace(index, index + 1, _NUMBER_OF[tag])
            for index, tag in enumerate(draft.tags)
            if tag in _NUMBER_OF and _is_noun(draft, index, tag)
        ]

    def choice_of(self, words: tuple[str, ...], place: ChoicePlace) -> str | None:
        """The other number: an annotator's edit of number changes one word."""
        return self._other(place.choice) if len(words) == 1 else None

    def written(
        self, draft: Draft, place: ChoicePlace, choice: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The noun's form of that number."""
        other = of_other_number(draft.words[place.start], draft.tags[place.start])
        if choice == place.choice or other is None:
            return None
        return other[:1], other[1:]

    def _other(self, choice: str) -> str:
        return self.choices[1 - self.choices.index(choice)]


def _is_noun(draft: Draft, index: int, tag: str) -> bool:
    """Whether the noun has another number, ends its compound, and is tagged correctly.

    With a capital inside a sentence it is a name; of *light/heavy rain* it is half an adjective;
    in *flights landing here* it is a verb.
    """
    words, tags, _ = draft
    word, following = words[index], index + 1
    if following < len(words) and (
        tags[following] in _GOES_ON or words[following] in JOINING_SIGNS
    ):
        return False
    if index and (word[:1].isupper() or (word.endswith("ing") and tags[index - 1] == "NNS")):
        return False
    return of_other_number(word, tag) is not None


CHOICES: Mapping[str, Choice] = {
    "preposition": PrepositionChoice(),
    "article": ArticleChoice(),
    "number": NumberChoice(),
}
