"""Which sentences of a document are English, decided by paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from solecism.language.text.english import is_english
from solecism.language.text.lines import is_blank
from solecism.sentence import Sentence

# A long paragraph is divided, because a text may change its language in the middle.
_MOST_WORDS = 60


def english_marked(sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, bool]]:
    """Each sentence, and whether its paragraph is English; a short one is like the one before."""
    is_paragraph_english = True
    for paragraph in _paragraphs(sentences):
        words = chain.from_iterable(sentence.words for sentence in paragraph)
        is_paragraph_english = is_english(words, so_far=is_paragraph_english)
        for sentence in paragraph:
            yield sentence, is_paragraph_english


def _paragraphs(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    paragraph: list[Sentence] = []
    n_words = 0
    for sentence in sentences:
        paragraph.append(sentence)
        n_words += len(sentence.words)
        if n_words >= _MOST_WORDS or _ends_paragraph(sentence.after):
            yield paragraph
            paragraph, n_words = [], 0
    if paragraph:
        yield paragraph


def _ends_paragraph(after: str) -> bool:
    return after not in (" ", "\n", "") and "\n" in after and is_blank(after.lstrip(" \t"))
