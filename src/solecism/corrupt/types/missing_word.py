"""Missing words (Foster 2007, section 4.1.1 and Fig. 2): one of seven classes is left out."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types.error_type import synthetic_error
from solecism.corrupt.types.word_class import (
    CONJUNCTION,
    DETERMINER,
    INFINITIVE,
    NOUN,
    NOUN_TAGS,
    PREPOSITION,
    PRONOUN,
    VERB,
    carries_clitic,
    has_two_words,
    places_of,
)

NAME = "missing-word"
# Percentages of what was found missing; they sum to 98.
SHARES = {
    DETERMINER: 28.0,
    VERB: 23.0,
    PREPOSITION: 21.0,
    PRONOUN: 10.0,
    NOUN: 7.0,
    INFINITIVE: 7.0,
    CONJUNCTION: 2.0,
}


def missing_word(draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
    """Errors that leave out a word, whose class is drawn by its share in the draft."""
    if not has_two_words(draft.tags):
        return
    # To draw again where a class is not there is to draw among those that are.
    for word_class in stream.drawn(SHARES):
        for place in stream.shuffled(places_of(draft, word_class)):
            if _can_go(draft, place):
                yield synthetic_error(NAME, draft, place, place + 1, (), (), word_class)


def _can_go(draft: Draft, place: int) -> bool:
    """Whether deleting the word makes an error: not in a compound or name, and not before n't."""
    if not any(map(str.isalpha, draft.words[place])) or carries_clitic(draft, place):
        return False
    if draft.tags[place] not in NOUN_TAGS:
        return True
    beside = draft.tags[max(0, place - 1) : place] + draft.tags[place + 1 : place + 2]
    return not NOUN_TAGS.intersection(beside)
