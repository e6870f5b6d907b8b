"""Real-word spelling errors (Foster 2007, section 4.1.3 and Fig. 4): *then* for *them*."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.tables.spellings import bundled_spellings
from solecism.corrupt.types.error_type import synthetic_error
from solecism.corrupt.types.word_class import carries_negation
from solecism.language.forms.inflect import with_case_of

NAME = "real-word"
_NAMES = ("NNP", "NNPS")


def real_word(draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
    """Errors that replace a word by another word that differs in one letter."""
    others_of = bundled_spellings()
    words = draft.words
    places = [place for place, word in enumerate(words) if word.lower() in others_of]
    for place in stream.shuffled(places):
        word = words[place]
        if draft.tags[place] in _NAMES or carries_negation(draft, place):
            continue
        for other, tag in stream.shuffled(others_of[word.lower()]):
            yield synthetic_error(
                NAME, draft, place, place + 1, (with_case_of(word, other),), (tag,)
            )
