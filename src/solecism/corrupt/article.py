"""Learners' articles: *a* for *the*, one too many, one left out."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.confused_word import Place
from solecism.corrupt.draft import Draft
from solecism.corrupt.word_class import COMMON_NOUN_TAGS, PHRASE_TAGS, noun_tag
from solecism.language.article import indefinite_article
from solecism.language.inflect import with_case_of

_CHOICE_OF = {"a": "a", "an": "a", "the": "the"}
_PLURAL = ("NNS", "NNPS")
_NOT_BEFORE = frozenset(
    "DT PDT PRP$ POS WDT WP$ $ # VBG VBN RB AFX SYM JJ JJR JJS CD NN NNS NNP NNPS HYPH ''".split()
)
_JOINING = frozenset(("/", "-", "–", "—"))


class ArticleChoice:
    """The choice among *a*, *the* and none."""

    choices = ("", "a", "the")
    kind = kind.DETERMINER

    def places(self, draft: Draft) -> list[Place]:
        """Articles, and where phrases of a common noun begin without a determiner."""
        tags = draft.tags
        places = []
        for index, tag in enumerate(tags):
            if tag == "DT":
                choice = _CHOICE_OF.get(draft.words[index].lower())
                if choice is not None and index + 1 < len(tags):
                    places.append(Place(index, index + 1, choice))
            elif tag in PHRASE_TAGS and index and _begins_bare_phrase(draft, index):
                places.append(Place(index, index, ""))
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
        if choice == "a" and noun_tag(draft.tags, place.end) in _PLURAL:
            return None
        article = indefinite_article(draft.words[place.end]) if choice == "a" else choice
        model = draft.words[place.start] if place.end > place.start else "the"
        return (article if model == "A" else with_case_of(model, article),), ("DT",)


def _begins_bare_phrase(draft: Draft, place: int) -> bool:
    """Whether a phrase of a common noun begins here that has no determiner."""
    if draft.tags[place - 1] in _NOT_BEFORE or draft.words[place - 1] in _JOINING:
        return False
    return noun_tag(draft.tags, place) in COMMON_NOUN_TAGS
