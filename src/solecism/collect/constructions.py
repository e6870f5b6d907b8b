"""The five ways to write a noun with article and number (paper 004, table 1 and section 3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solecism.kind import NUMBER
from solecism.language.article import indefinite_article
from solecism.language.inflect import with_number
from solecism.sentence import Chunk, Sentence
from solecism.site import Site

_ARTICLES = frozenset(("a", "an", "the"))
# Words that leave no choice of article: noun phrases that have one tell nothing.
_CLOSED = frozenset(("DT", "PDT", "PRP$", "WDT", "WP$", "WP", "CD", "POS", "NNP", "NNPS", "PRP"))
_QUANTIFIERS = frozenset("much many few little several enough more most less fewer other".split())
_NOUNS = frozenset(("NN", "NNS"))


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun whose article and number are free: its site, its span with article, its five ways."""

    site: Site
    start: int
    end: int
    constructions: dict[str, str]


def noun_phrases(sentence: Sentence) -> Iterator[NounPhrase]:
    """The noun phrases of a tagged and chunked sentence whose article could be another.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("We saw an old house.", "letter")
    >>> [phrase] = noun_phrases(sentence)
    >>> list(phrase.constructions.values())
    ['old house', 'an old house', 'the old house', 'old houses', 'the old houses']
    """
    for chunk in sentence.chunks:
        if chunk.label == "NP" and _is_free(sentence, chunk):
            yield _phrase(sentence, chunk)


def _is_free(sentence: Sentence, chunk: Chunk) -> bool:
    words, tags = sentence.words, sentence.tags
    first = chunk.start + (words[chunk.start].lower() in _ARTICLES)
    rest = range(first, chunk.end)
    return (
        chunk.head == chunk.end - 1
        and chunk.head >= first
        and tags[chunk.head] in _NOUNS
        and not any(tags[i] in _CLOSED or words[i].lower() in _QUANTIFIERS for i in rest)
        and words[chunk.head].isalpha()
    )


def _phrase(sentence: Sentence, chunk: Chunk) -> NounPhrase:
    words, head = sentence.words, chunk.head
    first = chunk.start + (words[chunk.start].lower() in _ARTICLES)
    before = [word if word.isupper() else word.lower() for word in words[first:head]]
    noun, tag = words[head], sentence.tags[head]
    noun = noun if noun.isupper() else noun.lower()
    one = " ".join([*before, with_number(noun, tag, "singular")])
    many = " ".join([*before, with_number(noun, tag, "plural")])
    return NounPhrase(
        Site(sentence.id, head, head + 1, NUMBER, words[head]),
        chunk.start,
        chunk.end,
        {
            "null singular": one,
            "a singular": f"{indefinite_article(one)} {one}",
            "the singular": f"the {one}",
            "null plural": many,
            "the plural": f"the {many}",
        },
    )
