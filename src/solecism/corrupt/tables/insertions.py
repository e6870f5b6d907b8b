"""Words to insert as extra words: a seeded sample of the words of native text, with tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solecism.align.dictionary import is_known
from solecism.corrupt.stream import Stream
from solecism.corrupt.tables import word_table
from solecism.corrupt.tables.word_counts import WordCounts, is_dictionary_word
from solecism.corrupt.types.word_class import PENN_TAGS, PUNCTUATION_TAGS
from solecism.errors import InputError

BUNDLED = "insertions.tsv"
N_WORDS = 2_500
_MOST_TIMES = 100_000
_COLUMNS = ("word", "tag", "times")
_OTHER_TAGS = frozenset("NNP NNPS FW GW XX ADD AFX LS UH CD POS -NONE-".split())
_TAGS = PENN_TAGS - PUNCTUATION_TAGS - _OTHER_TAGS
# Words that a large text has less often are mostly slips of writers or of the tagger.
_LEAST_PER_MILLION = 5.0


@dataclass(frozen=True, slots=True)
class Insertions:
    """Words with tags, repeated as often as they were drawn, and the same grouped by tag."""

    words: Sequence[tuple[str, str]]
    of_tag: Mapping[str, Sequence[str]]

    def any(self, stream: Stream) -> tuple[str, str]:
        """One of the words, with its tag."""
        return self.words[stream.below(len(self.words))]

    def drawn(self, stream: Stream, tag: str) -> str:
        """One of the words with this tag, which must occur in the list."""
        words = self.of_tag[tag]
        return words[stream.below(len(words))]


@cache
def bundled_insertions() -> Insertions:
    """The words that ship with the package."""
    return parse(word_table.bundled_lines(BUNDLED), file=BUNDLED)


def parse(lines: Iterable[str], *, file: str) -> Insertions:
    """The words in the lines that `format` gives."""
    words: list[tuple[str, str]] = []
    for word, tag, times in word_table.parse(lines, len(_COLUMNS), file=file):
        words += [(word, tag)] * word_table.count_of(times, file=file, most=_MOST_TIMES)
    of_tag: dict[str, list[str]] = {}
    for word, tag in words:
        of_tag.setdefault(tag, []).append(word)
    return Insertions(words, of_tag)


def learn_insertions(
    counts: WordCounts, *, rng: np.random.Generator, n_words: int = N_WORDS
) -> Counter[tuple[str, str]]:
    """Words drawn from all those counted, without names, numbers and foreign words."""
    least = _LEAST_PER_MILLION * counts.total() / 1e6
    entries = sorted(entry for entry in counts if counts[entry] >= least and _is_apt(*entry))
    if not entries:
        raise InputError("the text has no words to insert. Give English text.")
    shares = np.array([counts[entry] for entry in entries], dtype=np.float64)
    drawn = rng.multinomial(n_words, shares / shares.sum())
    return Counter({entry: int(n) for entry, n in zip(entries, drawn, strict=True) if n})


def format(drawn: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """The lines of a table of insertions."""
    rows: Iterable[Sequence[object]] = ((*entry, n) for entry, n in sorted(drawn.items()))
    return word_table.format(_COLUMNS, rows)


def _is_apt(word: str, tag: str) -> bool:
    return tag in _TAGS and is_dictionary_word(word) and is_known(word.lower())
