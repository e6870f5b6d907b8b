"""Learners' errors with articles: *a* for *the*, an extra one, or a missing one."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.draft import Draft
from solecism.corrupt.types.confused_word import Place
from solecism.corrupt.types.word_class import (
    COMMON_NOUN_TAGS,
    JOINING_SIGNS,
    PHRASE_TAGS,
    is_spelt,
    last_noun,
)
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import with_case_of

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
    kind = kind.DETERMINER

    def places(self, draft: Draft) -> list[Place]:
        """The articles, and the starts of phrases with a common noun but no determiner."""
        tags = draft.tags
        places = []
        before = ""
        for index, tag in enumerate(tags):
            if tag == "DT":
                choice = _CHOICE_OF.get(draft.words[index].lower())
                if choice is not None and index + 1 < len(tags):
                    places.append(Place(index, index + 1, choice))
            elif (
                tag in PHRASE_TAGS
                and index
                and before not in _NOT_BEFORE
                and _begins_bare_phrase(draft, index)
            ):
                places.append(Place(index, index, ""))
            before = tag
        return places

    def choice_of(self, words: tuple[str, ...], place: Place) -> str | None:
        """The article that the words are."""
        if not words:
            return ""
        return _CHOICE_OF.get(words[0].lower()) if len(words) == 1 else None

    def written(
        self, draft: Draft, place: Place, choice: str
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
