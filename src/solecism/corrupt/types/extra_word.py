"""Extra words (Foster 2007, section 4.1.2 and Fig. 3).

A word is said twice, or doubled by another one of its tag, or some word is put where none is
needed; each as likely as the others. The printed positions never allow a first word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.tables.insertions import Insertions, bundled_insertions
from solecism.corrupt.types.error_type import synthetic_error
from solecism.corrupt.types.word_class import PUNCTUATION_TAGS, is_clitic, is_spelt

NAME = "extra-word"
REPEATED_WORD, REPEATED_TAG, RANDOM_WORD = "repeated word", "repeated tag", "random word"
_ADJECTIVES = frozenset(("JJ", "JJR", "JJS"))
_TIGHT = frozenset(("POS", "HYPH"))
_LOOSE = frozenset((",", ":", "``", "-LRB-", "("))
_KEEP_CAPITALS = frozenset(("NNP", "NNPS"))


def extra_word(draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
    """Errors that insert an extra word."""
    words = bundled_insertions()
    ways: tuple[_Way, ...] = (_repeated_word, _repeated_tag, _unneeded_word)
    way = ways[stream.below(len(ways))]
    yield from way(draft, stream, words)
    if way is not _unneeded_word:
        yield from _unneeded_word(draft, stream, words)


_Way = Callable[[Draft, Stream, Insertions], Iterator[SyntheticError]]


def _repeated_word(draft: Draft, stream: Stream, words: Insertions) -> Iterator[SyntheticError]:
    for place in _places(draft, stream):
        word, tag = draft.words[place], draft.tags[place]
        if tag not in _ADJECTIVES and is_spelt(word) and not is_clitic(word):
            if place == _first_word(draft) and tag not in _KEEP_CAPITALS and word != "I":
                word = word if word.isupper() and len(word) > 1 else word.lower()
            gap = place + 1
            yield synthetic_error(NAME, draft, gap, gap, (word,), (tag,), REPEATED_WORD)


def _repeated_tag(draft: Draft, stream: Stream, words: Insertions) -> Iterator[SyntheticError]:
    for place in _places(draft, stream):
        tag = draft.tags[place]
        if tag not in _ADJECTIVES and tag in words.of_tag:
            word = words.drawn(stream, tag)
            yield _inserted(draft, place, word, tag, REPEATED_TAG)


def _unneeded_word(draft: Draft, stream: Stream, words: Insertions) -> Iterator[SyntheticError]:
    for place in _places(draft, stream):
        word, tag = words.any(stream)
        yield _inserted(draft, place, word, tag, RANDOM_WORD)


def _inserted(draft: Draft, place: int, word: str, tag: str, subtype: str) -> SyntheticError:
    beside = draft.words[place]
    if beside.isupper() and len(beside) > 1 and all(map(str.isupper, _neighbours(draft, place))):
        word = word.upper()
    return synthetic_error(NAME, draft, place + 1, place + 1, (word,), (tag,), subtype)


def _neighbours(draft: Draft, place: int) -> list[str]:
    around = draft.words[max(0, place - 2) : place + 3]
    return [word for word in around if word.isalpha() and len(word) > 1]


def _places(draft: Draft, stream: Stream) -> Iterator[int]:
    """The words, in random order, after which another word can be inserted."""
    words, tags, _ = draft
    for place in stream.shuffled(range(len(tags))):
        following = tags[place + 1 : place + 2]
        if following and (following[0] in _TIGHT or is_clitic(words[place + 1])):
            continue
        # Beside at least one word, so that nothing stands behind the last full stop.
        if tags[place] not in PUNCTUATION_TAGS or (
            tags[place] in _LOOSE and following and following[0] not in PUNCTUATION_TAGS
        ):
            yield place


def _first_word(draft: Draft) -> int:
    return next((place for place, tag in enumerate(draft.tags) if tag not in PUNCTUATION_TAGS), -1)
