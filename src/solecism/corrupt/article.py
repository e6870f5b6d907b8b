"""Learners' articles: *a* for *the*, one too many, one left out."""

from __future__ import annotations

from solecism import kind
from solecism.corrupt.confused_word import Place
from solecism.corrupt.draft import Draft
from solecism.language.article import indefinite_article
from solecism.language.inflect import with_case_of

_CHOICE_OF = {"a": "a", "an": "a", "the": "the"}
_NOUNS = frozenset(("NN", "NNS"))
_IN_PHRASE = frozenset(("JJ", "JJR", "JJS", "CD", "NN", "NNS", "NNP", "NNPS", "HYPH"))
_NOT_BEFORE = _IN_PHRASE | frozenset("DT PDT PRP$ POS WDT WP$ $ # VBG VBN RB AFX SYM".split())


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
            elif index and _begins_bare_phrase(tags, index):
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
        article = indefinite_article(draft.words[place.end]) if choice == "a" else choice
        model = draft.words[place.start] if place.end > place.start else "the"
        return (article if model == "A" else with_case_of(model, article),), ("DT",)


def _begins_bare_phrase(tags: tuple[str, ...], place: int) -> bool:
    """Whether a phrase of a common noun begins here that has no determiner."""
    if tags[place] not in _IN_PHRASE or tags[place - 1] in _NOT_BEFORE:
        return False
    while place < len(tags) and tags[place] in _IN_PHRASE:
        place += 1
    return tags[place - 1] in _NOUNS
