"""Sentences are read by the network: words in pieces, as numbers with their case, to repairs.

A vocabulary without scores has WordPieces: in lower case and without accents, the longest match
first. One with scores has unigram pieces, those of SentencePiece (Kudo 2018): as they are written,
and of all ways to cut a word the likeliest. A word after a space has the mark of a space before it.

The network gives the probabilities of repairs of each word and of the gap before it. All of them
take five kilobytes, and they are needed where an error is flagged, which is at few places: kept of
a sentence are the probabilities of groups of errors, and likely repairs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from solecism.numeric import Floats, Floats32, Ints, softmax
from solecism.system.processes import batches

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

PADDING, UNKNOWN, START, END, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PADDING, UNKNOWN, START, END, MASK)
CONTINUED = "##"
SPACE = "▁"
# Longer words are cut, so that none costs much more than others.
_MAX_LETTERS, _MAX_PIECES = 60, 8
_MAX_CACHED = 1 << 15
# A letter that is no piece costs this much more than the least likely piece.
_UNKNOWN_COST = 10.0


class Pieces:
    """A vocabulary of pieces; `scores` are the log probabilities of unigram pieces.

    >>> pieces = Pieces([*SPECIAL, "an", "##no", "##y", "cafe", "-", "e", "##e"])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")], pieces.of("café-e")
    (['an', '##no', '##y'], (8, 9, 10))
    >>> pieces = Pieces([*SPECIAL, "▁An", "no", "▁A", "nno", "y"], [0] * 5 + [-2, -3, -1, -6, -3])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")]
    ['▁An', 'no', 'y']
    """

    def __init__(self, vocabulary: Sequence[str], scores: Sequence[float] = ()) -> None:
        self.vocabulary, self.scores = tuple(vocabulary), tuple(scores)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.padding, self.unknown, self.start, self.end, self.mask = (
            self._numbers[piece] for piece in SPECIAL
        )
        self._known: dict[str, tuple[int, ...]] = {}
        self._space = self._numbers.get(SPACE, self.unknown)
        if self.scores:
            self._n_longest = max(map(len, self.vocabulary))
            self._unknown_score = min(self.scores) - _UNKNOWN_COST
            # No text is a special piece.
            self._unigrams = {
                piece: number for piece, number in self._numbers.items() if piece not in SPECIAL
            }

    def __len__(self) -> int:
        return len(self.vocabulary)

    def of(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's pieces, at least one."""
        numbers = self._known.get(word)
        if numbers is None:
            numbers = tuple(self._split(word[:_MAX_LETTERS]))[:_MAX_PIECES] or (self.unknown,)
            if len(self._known) < _MAX_CACHED:
                self._known[word] = numbers
        return numbers

    def can_read(self, word: str) -> bool:
        """Whether there is a piece of the word in the vocabulary: not of 😀, nor of あ."""
        return word.isascii() or bool(set(self.of(word)) - {self.unknown, self._space})

    def of_piece(self, piece: str) -> tuple[int, ...]:
        """The numbers of what a piece of another vocabulary of this kind consists of."""
        if piece in self._numbers:
            return (self._numbers[piece],)
        if self.scores:
            return tuple(self._likeliest(piece))
        return self.of(piece.removeprefix(CONTINUED))

    def _split(self, word: str) -> list[int]:
        if not self.scores:
            return [number for part in _parts(word) for number in self._longest(part)]
        text = _compatible(word)
        return self._likeliest(SPACE + text if has_space_before(word) else text)

    def _longest(self, part: str) -> list[int]:
        numbers: list[int] = []
        start = 0
        while start < len(part):
            for end in range(len(part), start, -1):
                piece = part[start:end] if not start else CONTINUED + part[start:end]
                if piece in self._numbers:
                    numbers.append(self._numbers[piece])
                    start = end
                    break
            else:
                return [self.unknown]
        return numbers

    def _likeliest(self, text: str) -> list[int]:
        """The pieces with the greatest sum of scores (Viterbi); unknown letters are joined."""
        known, scores = self._unigrams, self.scores
        # The best sum up to each letter, and the beginning and the number of the last piece.
        best: list[tuple[float, int, int]] = [(0.0, 0, self.unknown)]
        for end in range(1, len(text) + 1):
            start = end - 1
            found = (best[start][0] + self._unknown_score, start, self.unknown)
            if text[start:end] in known:
                found = (-float("inf"), start, self.unknown)
            for start in range(max(0, end - self._n_longest), end):
                number = known.get(text[start:end])
                if number is not None and best[start][0] + scores[number] > found[0]:
                    found = (best[start][0] + scores[number], start, number)
            best.append(found)
        numbers: list[int] = []
        end = len(text)
        while end:
            _, end, number = best[end]
            if number != self.unknown or numbers[-1:] != [self.unknown]:
                numbers.append(number)
        return numbers[::-1]


def _parts(word: str) -> list[str]:
    """The word in lower case without accents, cut before and after every sign."""
    plain = unicodedata.normalize("NFD", word.lower())
    parts: list[str] = [""]
    for letter in plain:
        category = unicodedata.category(letter)
        if category == "Mn" or letter.isspace():
            continue
        if category[0] in "PS" or "\u4e00" <= letter <= "\u9fff":
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]


# Words that are written without a space before them, and signs of which such words consist.
_CLITICS = {"n't", "'s", "'m", "'re", "'ve", "'ll", "'d", "s'"}
_CLOSING = frozenset(".,;:!?)]}%'…’”»")


def has_space_before(word: str) -> bool:
    """Whether a word usually has a space before it: not a comma, nor "n't".

    >>> [has_space_before(word) for word in ("dog", "n't", "N’T", ".", "...", "(", "-")]
    [True, False, False, False, False, True, True]
    """
    return word.lower().replace("’", "'") not in _CLITICS and not _CLOSING.issuperset(word)


# The category of letters that only say how others look.
_FORMAT = "Cf"


def _compatible(word: str) -> str:
    """The word as SentencePiece reads it: compatible letters are one (NFKC)."""
    if word.isascii():
        return word
    compatible = unicodedata.normalize("NFKC", word).strip()
    seen = (each for each in compatible if unicodedata.category(each) != _FORMAT)
    return "".join(seen).replace(" ", SPACE)


N_CASES = 4
_LOWER, _TITLE, _UPPER, _MIXED = range(N_CASES)


def case_of(word: str) -> int:
    """The case of a word: lower, title, upper or mixed, by number.

    >>> [case_of(word) for word in ("dog", "Dog", "DOG", "iPad", "I", "7")]
    [0, 1, 2, 3, 1, 0]
    """
    if word.islower() or not any(map(str.isalpha, word)):
        return _LOWER
    if word[:1].isupper() and (len(word) == 1 or word[1:].islower()):
        return _TITLE
    return _UPPER if word.isupper() else _MIXED


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Sentences one after another, each between a start piece and an end piece.

    `firsts` has the place of each word's first piece, and after a sentence's last word that of its
    end piece: the network classifies the word and the gap before it there. `offsets` has the first
    piece of each sentence, `places` the first of its firsts.
    """

    pieces: npt.NDArray[np.uint16]
    cases: npt.NDArray[np.uint8]
    offsets: Ints
    firsts: Ints
    places: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Ints:
        """The number of pieces of each sentence."""
        return np.diff(self.offsets)


class Encoder:
    """Encodes sentences one by one, and gives all of them together."""

    def __init__(self, pieces: Pieces) -> None:
        self._known = pieces
        self._pieces: list[int] = []
        self._cases: list[int] = []
        self._offsets, self._firsts, self._places = [0], list[int](), [0]

    def add(self, words: Sequence[str], masked: Collection[int] = ()) -> None:
        """Add a sentence in which some words are masked."""
        known, pieces, cases, firsts = self._known, self._pieces, self._cases, self._firsts
        pieces.append(known.start)
        cases.append(0)
        for number, word in enumerate(words):
            firsts.append(len(pieces))
            if number in masked:
                pieces.append(known.mask)
                cases.append(0)
                continue
            of_word = known.of(word)
            pieces.extend(of_word)
            cases.extend([case_of(word)] * len(of_word))
        firsts.append(len(pieces))
        pieces.append(known.end)
        cases.append(0)
        self._offsets.append(len(pieces))
        self._places.append(len(firsts))

    def encoded(self) -> Encoded:
        """All sentences so far."""
        return Encoded(
            np.array(self._pieces, np.uint16),
            np.array(self._cases, np.uint8),
            np.array(self._offsets, np.int64),
            np.array(self._firsts, np.int64),
            np.array(self._places, np.int64),
        )


def encoded(sentences: Iterable[Sequence[str]], pieces: Pieces) -> Encoded:
    """The words of sentences as numbers."""
    encoder = Encoder(pieces)
    for words in sentences:
        encoder.add(words)
    return encoder.encoded()


def padded_batches(lengths: Ints, *, max_pieces: int) -> list[Ints]:
    """Numbers of sentences in batches of similar length, of at most `max_pieces` with padding."""
    order = np.argsort(lengths, kind="stable")
    sorted_lengths = lengths[order]
    numbers = []
    start = 0
    while start < len(order):
        following = sorted_lengths[start : start + max_pieces // max(1, sorted_lengths[start]) + 1]
        sizes = np.arange(1, len(following) + 1) * following
        end = start + max(1, int(np.searchsorted(sizes, max_pieces, side="right")))
        numbers.append(order[start:end])
        start = end
    return numbers


def even_batches(lengths: Ints, *, max_pieces: int) -> list[Ints]:
    """Numbers of sentences in batches of one length each, of at most `max_pieces`."""
    order = np.argsort(lengths, kind="stable")
    is_first = np.diff(lengths[order], prepend=0) > 0
    bounds = [*np.flatnonzero(is_first).tolist(), len(order)]
    numbers = []
    for start, end in pairwise(bounds):
        size = max(1, max_pieces // int(lengths[order[start]]))
        numbers += [order[first : min(first + size, end)] for first in range(start, end, size)]
    return numbers


# Larger batches take more memory, and are not faster.
_BATCH_PIECES = 512
_BATCHES_PER_THREAD = 4
# Longer sentences are read in stretches that overlap.
_MAX_WORDS, _OVERLAP = 120, 30
_MAX_BATCH_PIECES = 510
# The class of words and gaps in which nothing is wrong.
OK = 0
_SCORES, _HIDDEN = ("words.sum", "gaps.sum"), ("hidden.sum",)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The probabilities at each word of all sentences, and after each sentence's last word.

    `places` says where sentences begin: sentence n has the rows from places[n] to places[n + 1],
    the last of which is its end.
    """

    words: Floats32
    gaps: Floats32
    places: Ints


def read(
    sentences: Sequence[Sequence[str]],
    session: InferenceSession,
    pieces: Pieces,
    *,
    n_threads: int = 1,
) -> Reading:
    """The probabilities of repairs at the words and gaps of sentences, read by some threads."""
    return Reading(*_probabilities(sentences, session, pieces, n_threads))


def hidden_scores(code: Encoded, session: InferenceSession) -> Iterator[tuple[Ints, Floats32]]:
    """For batches of encoded sentences: the numbers of their firsts, and scores of prepositions."""
    for firsts, [scores] in _outputs(code, session, _HIDDEN):
        yield firsts, scores


def _probabilities(
    sentences: Sequence[Sequence[str]],
    session: InferenceSession,
    pieces: Pieces,
    n_threads: int,
) -> tuple[Floats32, Floats32, Ints]:
    """The probabilities of repairs of words and of gaps by row, and the first row of sentences.

    They are computed batch by batch, while the scores are in the processor's cache.
    """
    stretches = [each for number, words in enumerate(sentences) for each in _cut(number, words)]
    code = encoded([words for _, _, words in stretches], pieces)
    places = np.cumsum([0, *(len(words) + 1 for words in sentences)])
    targets = np.concatenate([*(_rows(each, places) for each in stretches), places[:0]])
    tables: list[Floats32] = []
    for firsts, outputs in _outputs(code, session, _SCORES, n_threads):
        rows = targets[firsts]
        is_used = rows >= 0
        tables = tables or [np.zeros((places[-1], each.shape[1]), np.float32) for each in outputs]
        for table, scores in zip(tables, outputs, strict=True):
            table[rows[is_used]] = softmax(scores[is_used])
    words, gaps = tables or [np.zeros((0, 1), np.float32)] * 2
    # Nothing is known about words without a known letter or sign, such as emoji.
    unreadable = list(_unreadable(sentences, pieces, places))
    words[unreadable] = 0
    words[unreadable, OK] = 1
    return words, gaps, places


def _unreadable(sentences: Sequence[Sequence[str]], pieces: Pieces, places: Ints) -> Iterator[int]:
    """The rows of words that the network cannot read."""
    for first, words in zip(places.tolist(), sentences, strict=False):
        for number, word in enumerate(words):
            if not pieces.can_read(word):
                yield first + number


def _outputs(
    code: Encoded, session: InferenceSession, names: Sequence[str], n_threads: int = 1
) -> Iterator[tuple[Ints, list[Floats32]]]:
    """For batches of sentences: the numbers of their firsts, and the network's outputs there."""

    def output(numbers: Ints) -> tuple[Ints, list[Floats32]]:
        outputs = session.run(list(names), inputs_of(code, numbers))
        return firsts_of(code, numbers), list(outputs)

    several = even_batches(np.minimum(code.lengths, _MAX_BATCH_PIECES), max_pieces=_BATCH_PIECES)
    if n_threads == 1 or len(several) == 1:
        yield from map(output, several)
        return
    # A few at a time, because outputs take much memory.
    for some in batches(several, _BATCHES_PER_THREAD * n_threads):
        yield from _pool(n_threads).map(output, some)


@cache
def _pool(n_threads: int) -> ThreadPoolExecutor:
    """Threads in which networks run, at the same time because they do not hold Python's lock."""
    return ThreadPoolExecutor(n_threads, "network")


def firsts_of(code: Encoded, numbers: Ints) -> Ints:
    """The numbers of the firsts of some sentences, one sentence after another."""
    sizes = code.places[numbers + 1] - code.places[numbers]
    shifts = code.places[numbers] - (np.cumsum(sizes) - sizes)
    return np.asarray(np.repeat(shifts, sizes) + np.arange(sizes.sum()))


def inputs_of(code: Encoded, numbers: Ints) -> dict[str, Ints]:
    """The inputs of the network for sentences of one length; longer ones are cut."""
    length = min(int(code.lengths[numbers].min()), _MAX_BATCH_PIECES)
    starts = code.offsets[numbers]
    inside = starts[:, None] + np.arange(length)
    sizes = code.places[numbers + 1] - code.places[numbers]
    firsts = code.firsts[firsts_of(code, numbers)] - np.repeat(starts, sizes)
    rows = np.minimum(firsts, length - 1) + np.repeat(np.arange(len(numbers)) * length, sizes)
    return {
        "pieces": code.pieces[inside].astype(np.int64),
        "cases": code.cases[inside].astype(np.int64),
        "rows": rows,
    }


_Stretch = tuple[int, int, Sequence[str]]


def _cut(number: int, words: Sequence[str]) -> Iterator[_Stretch]:
    """The sentence's number, the word at which each stretch of it begins, and its words."""
    start = 0
    while True:
        yield number, start, words[start : start + _MAX_WORDS]
        if start + _MAX_WORDS >= len(words):
            return
        start += _MAX_WORDS - _OVERLAP


def _rows(stretch: _Stretch, places: Ints) -> Ints:
    """The rows that a stretch is used for; -1 where another stretch has more context."""
    owner, start, words = stretch
    first = places[owner] + start
    rows = np.arange(first, first + len(words) + 1)
    margin = _OVERLAP // 2
    if start:
        rows[:margin] = -1
    if rows[-1] != places[owner + 1] - 1:
        rows[len(words) - margin :] = -1
    return rows


def mean_of(readings: Sequence[Reading]) -> Reading:
    """The mean of what several networks with the same repairs say about the same sentences."""
    words, gaps = (
        np.asarray(np.mean([getattr(each, name) for each in readings], axis=0, dtype=np.float32))
        for name in ("words", "gaps")
    )
    return replace(readings[0], words=words, gaps=gaps)


# Where the network finds an error less probable, what it would write is not kept.
_LEAST_P = 0.15
_PART_WORDS = 1_024

# Whether a place is a gap, and the number of its word.
PlaceInSentence = tuple[bool, int]


@dataclass(frozen=True, slots=True, eq=False)
class SentenceReading:
    """What the network says about a sentence.

    `words` and `gaps` have the uncalibrated probability of an error of each group (column) at each
    word and at the gap before it (row), `repairs` the probabilities of all repairs at places that
    may be errors.
    """

    words: Floats32
    gaps: Floats32
    repairs: dict[PlaceInSentence, Floats32]


def sentence_readings(reading: Reading, words: Floats, gaps: Floats) -> Iterator[SentenceReading]:
    """The reading of each sentence, given the probabilities of groups of errors at all rows."""
    sides = reading.words, reading.gaps
    # They are sums of numbers of 32 bits, and have no more.
    groups = [side.astype(np.float32) for side in (words, gaps)]
    for first, last in pairwise(reading.places.tolist()):
        of_words, of_gaps = (table[first:last].copy() for table in groups)
        repairs = {
            (is_gap, place): sides[is_gap][first + place].copy()
            for is_gap, table in ((False, of_words), (True, of_gaps))
            for place in np.flatnonzero(table.sum(axis=1) >= _LEAST_P).tolist()
        }
        yield SentenceReading(of_words, of_gaps, repairs)


def tables_of(readings: Sequence[SentenceReading]) -> tuple[Floats, Floats, Ints]:
    """The tables of words and of gaps of all sentences, and where the rows of each begin."""
    words, gaps = (
        np.concatenate([getattr(each, name) for each in readings]).astype(np.float64)
        for name in ("words", "gaps")
    )
    return words, gaps, np.cumsum([0, *(len(each.words) for each in readings)])


def parts_by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of sentences of so many words, the short ones first, in parts of similar size.

    >>> list(parts_by_length([800, 3, 5, 900]))
    [[1, 2, 0], [3]]
    """
    part: list[int] = []
    n_words = 0
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if part and n_words + lengths[number] > _PART_WORDS:
            yield part
            part, n_words = [], 0
        part.append(number)
        n_words += lengths[number]
    if part:
        yield part
