"""Learners' prepositions: one of the 34 for another, one too many, one left out."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.confused_word import Place
from solecism.corrupt.draft import Draft
from solecism.corrupt.word_class import PREPOSITION, is_clitic, last_noun, places_of
from solecism.language.inflect import with_case_of
from solecism.locate import preposition_choice
from solecism.locate.preposition_choice import CHOICES

_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "RP"))
_AFTER = _VERBS | frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "RB", "JJ", "CD"))
_PHRASE_BEGINS = frozenset(("DT", "PRP$", "PRP", "VBG", "WP"))
_NOUN_BEGINS = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "CD"))
_BEGINS = _PHRASE_BEGINS | _NOUN_BEGINS


class PrepositionChoice:
    """The choice among the 34 prepositions and none."""

    choices = CHOICES
    kind = kind.PREPOSITION

    def places(self, draft: Draft) -> list[Place]:
        """Prepositions, and gaps before noun phrases and -ing phrases that have none."""
        tags, words = draft.tags, draft.words
        places = []
        prepositions = frozenset(places_of(draft, PREPOSITION))
        for index, tag in enumerate(tags):
            if index in prepositions:
                choice = CHOICES[preposition_choice.choice_of(words[index])]
                if choice:
                    places.append(Place(index, index + 1, choice))
            elif tag in _BEGINS and index and _is_gap(tags, index) and not is_clitic(words[index]):
                places.append(Place(index, index, ""))
        return places

    def choice_of(self, words: tuple[str, ...], place: Place) -> str | None:
        """The only one of the 34 among the words."""
        found = [CHOICES[number] for number in map(preposition_choice.choice_of, words) if number]
        if not words:
            return ""
        return found[0] if len(words) == len(found) == 1 else None

    def written(
        self, draft: Draft, place: Place, choice: str
    ) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The preposition itself."""
        if not choice:
            return (), ()
        model = draft.words[place.start] if place.end > place.start else "of"
        return (with_case_of(model, choice),), ("IN",)


def _is_gap(tags: tuple[str, ...], place: int) -> bool:
    before, tag = tags[place - 1], tags[place]
    if tag in _PHRASE_BEGINS:
        return before in _AFTER
    return tag in _NOUN_BEGINS and before in _VERBS and last_noun(tags, place) is not None
