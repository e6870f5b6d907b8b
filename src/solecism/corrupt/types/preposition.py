"""Learners' errors with the 34 prepositions: a wrong one, an extra one, or a missing one."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.draft import Draft
from solecism.corrupt.types.confused_word import Place
from solecism.corrupt.types.word_class import (
    AMBIGUOUS_TAGS,
    PREPOSITION,
    class_in_phrase,
    is_clitic,
    last_noun,
)
from solecism.language.forms.inflect import with_case_of
from solecism.locate import preposition_choice
from solecism.locate.preposition_choice import CHOICES

_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "RP"))
_AFTER = _VERBS | frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "RB", "JJ", "CD"))
_PHRASE_BEGINS = frozenset(("DT", "PRP$", "PRP", "VBG", "WP"))
_NOUN_BEGINS = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "CD"))


class PrepositionChoice:
    """The choice among the 34 prepositions and none."""

    choices = CHOICES
    kind = kind.PREPOSITION

    def places(self, draft: Draft) -> list[Place]:
        """The prepositions, and the gaps before noun phrases and -ing phrases without one."""
        words, tags, _ = draft
        places = []
        before = ""
        for index, tag in enumerate(tags):
            if tag in AMBIGUOUS_TAGS:
                choice = CHOICES[preposition_choice.choice_of(words[index])]
                if choice and class_in_phrase(draft, index) == PREPOSITION:
                    places.append(Place(index, index + 1, choice))
            elif before in _AFTER and _is_gap(tags, index) and not is_clitic(words[index]):
                places.append(Place(index, index, ""))
            before = tag
        return places

    def choice_of(self, words: tuple[str, ...], place: Place) -> str | None:
        """The one of the 34 that is among the words, if there is only one."""
        choices = [CHOICES[number] for number in map(preposition_choice.choice_of, words) if number]
        if not words:
            return ""
        return choices[0] if len(words) == len(choices) == 1 else None

    def written(
        self, draft: Draft, place: Place, choice: str
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
