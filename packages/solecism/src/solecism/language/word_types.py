"""Words by number, so that what depends on a word alone, or on word and tag, is computed once."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.language.lemmas import work_out
from solecism.numeric import Ints32

NO_WORD = 0
# The tables of twenty thousand words fill about 13 MB. If there are more, the words that were met
# first stay, because the frequent ones are among them; the others are numbered anew.
_MAX_TYPES = 20_000
_N_STAYING = 15_000
# A tagger has about fifty, but a file of annotated sentences may have any.
_MAX_TAGS = 1_000


def text_hash(text: str) -> int:
    """A hash of a text, in which half a character may stand, as hostile JSON has it.

    >>> text_hash("rose") == text_hash("rose") != text_hash("\\ud800")
    True
    """
    return zlib.crc32(text.encode(errors="surrogatepass"))


class WordTypes(dict[str, int]):
    """The words seen so far, numbered from 1 in order of appearance; 0 stands for no word.

    >>> WordTypes().numbers(["a", "rose", "is", "a", "rose"]).tolist()
    [1, 2, 3, 1, 2]
    """

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = [""]
        self._lock = Lock()
        self._origin = object()

    def __missing__(self, word: str) -> int:
        with self._lock:
            number = self.get(word)
            if number is None:
                number = len(self.words)
                self.words.append(word)
                self[word] = number
            return number

    def numbers(self, words: Iterable[str]) -> Ints32:
        """The number of each word."""
        return np.fromiter(map(self.__getitem__, words), dtype=np.int32)

    def renewed(self) -> WordTypes:
        """New numbers, which are the same for the first words if there are enough of them."""
        types = WordTypes()
        if len(self) >= _N_STAYING:
            types.words = self.words[: _N_STAYING + 1]
            types.update(zip(types.words[1:], range(1, len(types.words)), strict=True))
            types._origin = self._origin
        return types

    def n_shared(self, other: WordTypes) -> int:
        """How many of the first numbers, 0 included, mean the same here and there."""
        if self is other:
            return len(self.words)
        return _N_STAYING + 1 if self._origin is other._origin else 1


class TypeTable:
    """Values per word type: row i belongs to type i, row 0 to no word."""

    def __init__(
        self, work_out: Callable[[Sequence[str]], npt.NDArray[Any]], no_word: npt.NDArray[Any]
    ) -> None:
        self._work_out = work_out
        self._no_word = no_word
        self._types = WordTypes()
        self._rows = no_word[None]
        self._n_known = 1
        self._lock = Lock()

    def rows(self, types: WordTypes) -> npt.NDArray[Any]:
        """One row per word type."""
        with self._lock:
            if types is not self._types:
                # Copied, because another thread may still use the rows of the types before.
                self._n_known = min(self._n_known, types.n_shared(self._types))
                self._types, self._rows = types, self._rows[: self._n_known].copy()
            n_all = len(types.words)
            if n_all > self._n_known:
                self._grow(n_all)
                self._rows[self._n_known : n_all] = self._work_out(
                    types.words[self._n_known : n_all]
                )
                self._n_known = n_all
            return self._rows

    def _grow(self, n_all: int) -> None:
        if n_all > len(self._rows):
            larger = np.zeros((n_all * 3 // 2, *self._no_word.shape), dtype=self._no_word.dtype)
            larger[: self._n_known] = self._rows[: self._n_known]
            self._rows = larger


_current, _current_tags = [WordTypes()], [WordTypes()]


def current_types() -> WordTypes:
    """The word numbers of this process, renewed when there are too many."""
    if len(_current[0]) > _MAX_TYPES:
        _current[0] = _current[0].renewed()
    return _current[0]


def current_tags() -> WordTypes:
    """The same for tags, whose tables are computed once because their numbers stay."""
    if len(_current_tags[0]) > _MAX_TAGS:
        _current_tags[0] = WordTypes()
    return _current_tags[0]


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
