"""Sentences to make errors in: short ones written out, and any that a generator thinks of."""

from __future__ import annotations

from hypothesis import strategies as st

from solecism.corruption.synthetic_error import Draft
from solecism.corruption.word_classes import PENN_TAGS
from solecism.sentence import Sentence, from_words

TAGS = sorted(PENN_TAGS - {"-NONE-"})
WORDS = (
    "The the A an this these I he she it is are was were has do n't 's 're not cat cats dog mice "
    "house in on of to at with that if and or but go goes going gone went put big very now then "
    "them their there ONE NASA Paris 12 1990s , . ( ) - / “ ” ' \" ... % $ New York child Children"
).split()


def draft(text: str) -> Draft:
    """The draft of words written as `word/TAG word/TAG`."""
    pairs = [piece.rpartition("/") for piece in text.split()]
    return Draft(tuple(pair[0] for pair in pairs), tuple(pair[2] for pair in pairs))


def tagged(id: str, text: str) -> Sentence:
    """A sentence of words written as `word/TAG word/TAG`, with spaces between all of them."""
    drafted = draft(text)
    sentence = from_words(id, drafted.words)
    return sentence.with_columns(tags=drafted.tags, lemmas=(), chunks=())


@st.composite
def sentences(draw: st.DrawFn, max_words: int = 12) -> Sentence:
    """Words of any kind under any tags, with any white space between them."""
    any_word = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
    word = st.one_of(st.sampled_from(WORDS), any_word)
    pairs = draw(st.lists(st.tuples(word, st.sampled_from(TAGS)), max_size=max_words))
    gaps = st.sampled_from(["", " ", "  ", "\n", "\t "])
    text, starts = draw(gaps), []
    for each, _ in pairs:
        starts.append(len(text))
        text += each + draw(gaps)
    return Sentence(
        draw(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)),
        text,
        tuple(each for each, _ in pairs),
        tuple(starts),
        tags=tuple(tag for _, tag in pairs),
    )
