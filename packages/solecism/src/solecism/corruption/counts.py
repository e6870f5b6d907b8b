"""Counts of words and of confusions in text: their tables, and the error rates that follow.

Tables ship with the package, as lines of columns with a heading of # lines. Counts of confusions
have a row for each choice that is right, and a column for each that is written.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solecism.errors import ModelError
from solecism.sentence import Sentence
from solecism.system.installation import model_path, read_model


def bundled_text(name: str) -> str:
    """The text of a bundled table."""
    return text_of(read_model(model_path(name)), file=name)


def text_of(data: bytes, *, file: str) -> str:
    """The text of the bytes of a table, which are packed where the name ends in .gz."""
    try:
        return (gzip.decompress(data) if file.endswith(".gz") else data).decode("utf-8")
    except (UnicodeDecodeError, OSError, EOFError, zlib.error) as error:
        raise ModelError(f"{file}: is damaged: {error}. Reinstall solecism.") from error


def bundled_lines(name: str) -> list[str]:
    """The lines of a bundled table."""
    return bundled_text(name).split("\n")


def count_of(text: str, *, file: str, most: int = 1 << 53) -> int:
    """The count that a column has."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= most):
        raise ModelError(f"{file}: {text[:60]!r} is not a count. Reinstall solecism.")
    return int(text)


def parse_rows(lines: Iterable[str], n_columns: int, *, file: str) -> Iterator[list[str]]:
    """The rows of the lines that `format_rows` gives."""
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) != n_columns or "" in row:
            raise ModelError(f"{file}:{number}: {line[:60]!r} is not {n_columns} columns of words.")
        yield row


def format_rows(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A heading and one line per row."""
    yield "# " + "\t".join(columns) + "\n"
    for row in rows:
        yield "\t".join(map(str, row)) + "\n"


WordCounts = Counter[tuple[str, str]]

# Never to be put into anybody's mouth.
UNWELCOME = frozenset(
    "ass asses arse bitch bastard crap damn dick fuck fucking fucked hell piss porn pussy shit "
    "shitty slut tit tits whore nigger fag rape raped cock cunt sex sexy nude".split()
)


# Of *can't*, *won't*, *gonna* and the like.
_PIECES = frozenset(("ca", "wo", "sha", "ai", "gon", "wan", "na", "ta"))
_LETTERS = ("a", "I")
_VOWELS = frozenset("aeiouyI")


def count_words(sentences: Iterable[Sentence]) -> WordCounts:
    """The counts of tagged sentences; first words are counted in small letters, but for *I*."""
    counts: WordCounts = Counter()
    for sentence in sentences:
        words = sentence.words
        if words and words[0] != "I" and sentence.tags[0] not in ("NNP", "NNPS"):
            words = (words[0].lower(), *words[1:])
        counts.update(zip(words, sentence.tags, strict=True))
    return counts


def is_dictionary_word(word: str) -> bool:
    """Whether a word is spelled like a dictionary entry, unlike *pct*, *NASA*, *Paris* or *x*.

    >>> [is_dictionary_word(word) for word in ("house", "I", "pct", "Paris", "b")]
    [True, True, False, False, False]
    """
    return (
        word.isascii()
        and word.isalpha()
        and (word.islower() or word == "I")
        and not _VOWELS.isdisjoint(word)
        and (len(word) > 1 or word in _LETTERS)
        and word not in UNWELCOME
        and word not in _PIECES
    )


_BACK_OFF = 5.0

Counts = npt.NDArray[np.int64]


def error_rates(counts: Counts) -> npt.NDArray[np.float64]:
    """The probability of what is written (column) given what should be (row), smoothed."""
    wrong = counts.astype(np.float64)
    np.fill_diagonal(wrong, 0.0)
    in_general = wrong.sum(axis=0) / max(wrong.sum(), 1.0)
    rate = (wrong.sum(axis=1) + 1) / (counts.sum(axis=1) + 10)
    mixed = wrong + _BACK_OFF * in_general + 1e-3
    np.fill_diagonal(mixed, 0.0)
    rates = rate[:, None] * mixed / mixed.sum(axis=1, keepdims=True)
    np.fill_diagonal(rates, 1 - rate)
    return np.asarray(rates)


def inject(
    correct: npt.NDArray[np.uint8], counts: Counts, *, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """The choices `correct` of native writers with errors drawn at the rates of learners."""
    sums = np.cumsum(error_rates(counts), axis=1)
    drawn = rng.random(len(correct))
    written = np.empty_like(correct)
    last = len(counts) - 1
    for choice in range(len(counts)):
        is_choice = correct == choice
        written[is_choice] = np.minimum(np.searchsorted(sums[choice], drawn[is_choice]), last)
    return written
