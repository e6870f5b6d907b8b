"""Learners' errors with noun number: a singular for a plural, or a plural for a singular."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.draft import Draft
from solecism.corrupt.types.confused_word import Place
from solecism.corrupt.types.other_form import of_other_number
from solecism.corrupt.types.word_class import JOINING_SIGNS, NOUN_TAGS

# More of a compound (*phone book*, *self-made*), or of what is a verb (*branch out*).
_GOES_ON = NOUN_TAGS | {"HYPH", "RP"}
_NUMBER_OF = {"NN": "singular", "NNS": "plural"}


class NumberChoice:
    """The choice between singular and plural."""

    choices = ("singular", "plural")
    kind = kind.NUMBER

    def places(self, draft: Draft) -> list[Place]:
        """The common nouns that have both forms; of a compound, its last noun."""
        return [
            Place(index, index + 1, _NUMBER_OF[tag])
            for index, tag in enumerate(draft.tags)
            if tag in _NUMBER_OF and _is_noun(draft, index, tag)
        ]

    def choice_of(self, words: tuple[str, ...], place: Place) -> str | None:
        """The other number: an annotator's edit of number changes one word."""
        return self._other(place.choice) if len(words) == 1 else None

    def written(
        self, draft: Draft, place: Place, choice: str
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
