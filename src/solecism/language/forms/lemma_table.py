"""Lemmas by the numbers of words and tags; each pair is computed once."""

from __future__ import annotations

from functools import cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from solecism.language.forms.lemma import work_out
from solecism.language.tagging.word_types import NO_WORD, WordTypes
from solecism.numeric.arrays import Ints32


class LemmaTable:
    """The lemma of each word type with each tag that has occurred so far."""

    def __init__(self, tag_names: tuple[str, ...]) -> None:
        self._tag_names = tag_names
        self._types = WordTypes()
        self._lemmas = WordTypes()
        self._table = np.zeros(0, dtype=np.int32)
        self._lock = Lock()

    def lemmas(
        self, types: WordTypes, words: Ints32, tags: npt.NDArray[np.uint8]
    ) -> tuple[WordTypes, Ints32]:
        """The lemma of each word by number, and what the numbers mean."""
        with self._lock:
            if types is not self._types:
                self._types, self._lemmas = types, WordTypes()
                self._table = np.zeros(0, dtype=np.int32)
            n_tags = len(self._tag_names)
            self._make_room(len(types.words) * n_tags)
            at = words.astype(np.intp) * n_tags + tags
            numbers = self._table.take(at)
            if len(missing := np.flatnonzero(numbers == NO_WORD)):
                self._learn(np.array(sorted(set(at[missing].tolist()))))
                numbers[missing] = self._table[at[missing]]
            return self._lemmas, numbers

    def _make_room(self, size: int) -> None:
        if size > len(self._table):
            larger = np.zeros(size * 3 // 2, dtype=np.int32)
            larger[: len(self._table)] = self._table
            self._table = larger

    def _learn(self, at: npt.NDArray[np.intp]) -> None:
        words, names = self._types.words, self._tag_names
        pairs = zip(*(part.tolist() for part in np.divmod(at, len(names))), strict=True)
        lemmas = (work_out(words[word], names[tag]) for word, tag in pairs)
        self._table[at] = self._lemmas.numbers(lemmas)


@cache
def lemma_table(tag_names: tuple[str, ...]) -> LemmaTable:
    """The table of this process for words with these tags."""
    return LemmaTable(tag_names)
