"""A table of nouns: how often native text has each in each construction, entropy, countability.

Lee, Tetreault and Chodorow (2009), section 2: the entropy of a noun's constructions is high for
*stone*, which can be in all of them, and low for *pollution*, which is in two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.annotate import block_of
from solecism.language.lemmas import lemma
from solecism.locate.noun_phrases import NounPhrases, Reason, noun_phrases
from solecism.locate.sentence_columns import REACH, Columns, Hashes, columns, lemma_hash
from solecism.locate.sites import CONSTRUCTIONS, NO_CONSTRUCTION, PRINTED_SHARES
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.archive import check_arrays, check_ascending, check_range, spec
from solecism.system.installation import model_path, read_model
from solecism.system.processes import batches

_N_CELLS = NO_CONSTRUCTION + 1


def _zeros() -> list[int]:
    return [0] * len(CONSTRUCTIONS)


@dataclass(slots=True)
class ConstructionCounts:
    """Counts per noun whose article and number are open, and for all names together."""

    nouns: dict[str, list[int]] = field(default_factory=dict)
    names: list[int] = field(default_factory=_zeros)
    n_words: int = 0

    def total(self) -> list[int]:
        """All nouns together, names left out."""
        return [sum(column) for column in zip(_zeros(), *self.nouns.values(), strict=True)]

    def add(self, other: ConstructionCounts) -> None:
        """Add the counts of another text."""
        for noun, row in other.nouns.items():
            own = self.nouns.setdefault(noun, _zeros())
            own[:] = map(int.__add__, own, row)
        self.names[:] = map(int.__add__, self.names, other.names)
        self.n_words += other.n_words


def count_constructions(sentences: Iterable[Sentence]) -> ConstructionCounts:
    """The counts of annotated sentences.

    >>> from solecism.language.annotate import annotate
    >>> count_constructions(annotate("She saw the dog. She likes dogs. It was a dog.", "a")).nouns
    {'dog': [0, 1, 1, 1, 0]}
    """
    counts = ConstructionCounts()
    for batch in batches(sentences):
        _add(counts, batch)
    return counts


def _add(counts: ConstructionCounts, batch: list[Sentence]) -> None:
    block, table = block_of(batch), columns(batch)
    phrases = noun_phrases(table)
    phrases = phrases.select(phrases.constructions != NO_CONSTRUCTION)
    is_open, is_name = (phrases.reasons == reason for reason in (Reason.OPEN, Reason.NAME))
    # Columns have empty places between the sentences, a block has none.
    at = phrases.heads - (table.sentences[phrases.heads] + 1) * REACH
    cells = block.lemmas[at[is_open]].astype(np.int64) * _N_CELLS + phrases.constructions[is_open]
    numbers, times = np.unique(cells, return_counts=True)
    lemmas = block.lemma_types.words
    for number, n_times in zip(numbers.tolist(), times.tolist(), strict=True):
        lemma, construction = divmod(number, _N_CELLS)
        # The lemma of what the tagger took for a name has a capital.
        noun = lemmas[lemma].lower()
        counts.nouns.setdefault(noun, _zeros())[construction] += n_times
    for construction, n_names in enumerate(_bins(phrases.select(is_name))):
        counts.names[construction] += n_names
    counts.n_words += len(block.words)


def _bins(phrases: NounPhrases) -> list[int]:
    counts: list[int] = np.bincount(phrases.constructions, minlength=len(CONSTRUCTIONS)).tolist()
    return counts


BUNDLED_MODEL = model_path("nouns.npz")
# Counted in texts that everybody may use, for where the fuller table is not installed.
OPEN_MODEL = model_path("nouns_open.npz")
LEAST_TIMES = 20

_VERSION = 1
_FORMS = {
    "hashes": spec("uint32", "nouns"),
    "counts": spec("uint32", "nouns", len(CONSTRUCTIONS)),
    "text": spec("uint8", "letters"),
    "rest": spec("int64", len(CONSTRUCTIONS)),
    "names": spec("int64", len(CONSTRUCTIONS)),
    "n_words": spec("int64"),
}
_MOST_COUNTED = 1 << 50
_REMEDY = "Count again with `solecism train nouns`."
# Shares are drawn towards those of all nouns, as if each noun had been seen this often before.
_PRIOR_TIMES = 5.0
# The countability of a noun is known if it was seen this often.
LEAST_SURE_TIMES = 50
COUNTABILITY = ("count", "both", "non-count", "plural only")
# Non-count: seldom plural or after *a*. Count: seldom bare in the singular, or always after *the*.
_MOST_PLURAL, _MOST_A, _MOST_BARE, _MOST_SINGULAR = 0.05, 0.05, 0.2, 0.005
_COUNT, _BOTH, _NON_COUNT, _PLURAL_ONLY = range(len(COUNTABILITY))
_BARE, _A, _SINGULARS, _PLURALS = 0, 1, [0, 1, 2], [3, 4]

Counts = npt.NDArray[np.int64]


def entropies(counts: npt.ArrayLike) -> Floats:
    """The entropy of the constructions in each row, in bits; NaN where there are no counts.

    >>> entropies([[1, 1, 1, 1, 0], [5, 0, 0, 0, 0]]).tolist()
    [2.0, 0.0]
    """
    weights = np.asarray(counts, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = weights / weights.sum(axis=-1, keepdims=True)
        terms = np.where(shares == 0, 0.0, -shares * np.log2(shares))
    return np.asarray(terms.sum(axis=-1)) + 0.0


@dataclass(frozen=True, eq=False)
class NounTable:
    """Counts of the constructions of nouns, in the order of the nouns' hashes.

    `rest` has the counts of nouns too rare to be listed, `names` those of all names. Computed
    columns (`log_shares`, `entropies`, `is_non_count`) have one more row, for nouns not listed.
    """

    hashes: Hashes
    counts: Counts
    text: bytes
    rest: Counts
    names: Counts
    n_words: int

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The nouns themselves."""
        return tuple(self.text.decode().split("\n")) if self.text else ()

    @cached_property
    def total(self) -> Counts:
        """The counts of all nouns together."""
        return np.asarray(self.counts.sum(axis=0) + self.rest)

    @cached_property
    def log_shares(self) -> npt.NDArray[np.float32]:
        """The logarithm of each construction's share, drawn a little towards that of all nouns."""
        overall = (self.total + 1) / (self.total + 1).sum()
        seen = np.append(self.counts, np.zeros((1, len(CONSTRUCTIONS))), axis=0)
        shares = seen + _PRIOR_TIMES * overall
        logarithms = np.log(shares / shares.sum(axis=1, keepdims=True))
        return np.asarray(logarithms, dtype=np.float32)

    @cached_property
    def log_shares_or_zero(self) -> npt.NDArray[np.float32]:
        """The same with a last column of zeros, for what is no construction."""
        return np.pad(self.log_shares, ((0, 0), (0, 1)))

    @cached_property
    def entropies(self) -> npt.NDArray[np.float32]:
        """The entropy of each noun; of one that is not listed, that of all together."""
        return entropies(np.append(self.counts, self.total[None] + 1, axis=0)).astype(np.float32)

    @cached_property
    def countability(self) -> npt.NDArray[np.uint8]:
        """A number in COUNTABILITY for each noun; for one that is not listed, that of "both"."""
        counts = np.append(self.counts, np.zeros((1, len(CONSTRUCTIONS)), dtype=np.int64), axis=0)
        n_times = counts.sum(axis=1)
        is_counted = counts[:, _PLURALS].sum(axis=1) > _MOST_PLURAL * n_times
        is_counted |= counts[:, _A] > _MOST_A * n_times
        is_bare = counts[:, _BARE] > _MOST_BARE * n_times
        kinds = np.where(is_bare, np.where(is_counted, _BOTH, _NON_COUNT), _COUNT)
        is_plural = counts[:, _SINGULARS].sum(axis=1) <= _MOST_SINGULAR * n_times
        kinds = np.where(is_plural, _PLURAL_ONLY, kinds)
        return np.where(n_times > 0, kinds, _BOTH).astype(np.uint8)

    @cached_property
    def is_non_count(self) -> npt.NDArray[np.bool_]:
        """Whether each noun has one number only, of those seen often enough to tell."""
        is_sure = np.append(self.counts.sum(axis=1) >= LEAST_SURE_TIMES, False)
        return np.asarray((self.countability >= _NON_COUNT) & is_sure)

    def has_no_plural(self, noun: str) -> bool:
        """Whether a singular noun is known to be uncountable.

        >>> bundled_nouns().has_no_plural("information"), bundled_nouns().has_no_plural("book")
        (True, False)
        """
        row = self.row(noun)
        is_known = row is not None and self.is_non_count[row]
        return bool(is_known and self.countability[row] == _NON_COUNT)

    def rows(self, hashes: Hashes) -> Counts:
        """The row of each noun, the last one for those that are not listed."""
        n_nouns = len(self.hashes)
        rows = np.searchsorted(self.hashes, hashes)
        if not n_nouns:
            return rows
        is_listed = self.hashes[np.minimum(rows, n_nouns - 1)] == hashes
        return np.where(is_listed, rows, n_nouns)

    def row(self, noun: str) -> int | None:
        """The row of a noun, None if it is not listed."""
        row = int(self.rows(np.array([lemma_hash(noun)], dtype=np.uint32))[0])
        return row if row < len(self.hashes) else None


def noun_table(counts: ConstructionCounts, *, least: int = LEAST_TIMES) -> NounTable:
    """The table of the nouns that occur at least `least` times and are ordinary words."""
    if least < 1:
        raise InputError(f"the least number of occurrences is {least}. It must be at least 1.")
    kept: dict[int, str] = {}
    for noun in sorted(counts.nouns):
        if sum(counts.nouns[noun]) >= least and _is_word(noun):
            kept.setdefault(lemma_hash(noun), noun)
    hashes = sorted(kept)
    rows = [counts.nouns[kept[each]] for each in hashes]
    listed = np.array(rows, dtype=np.int64).reshape(-1, len(CONSTRUCTIONS))
    return NounTable(
        np.array(hashes, dtype=np.uint32),
        listed,
        "\n".join(kept[each] for each in hashes).encode(),
        np.array(counts.total(), dtype=np.int64) - listed.sum(axis=0),
        np.array(counts.names, dtype=np.int64),
        counts.n_words,
    )


def _is_word(noun: str) -> bool:
    return noun.replace("-", "").isalpha() and noun.islower() and len(noun) > 1


def with_non_count(phrases: NounPhrases, columns: Columns, table: NounTable) -> NounPhrases:
    """The noun phrases, where open ones with a non-count noun have the reason NON_COUNT."""
    is_non_count = table.is_non_count[table.rows(columns.lemmas[phrases.heads])]
    is_closed = (phrases.reasons == Reason.OPEN) & is_non_count
    return replace(
        phrases, reasons=np.where(is_closed, np.uint8(Reason.NON_COUNT), phrases.reasons)
    )


def format(table: NounTable) -> bytes:
    """The bytes of a table's file; `parse` gives the table back."""
    arrays: archive.Arrays = {
        "hashes": table.hashes,
        "counts": table.counts.astype(np.uint32),
        "text": np.frombuffer(table.text, dtype=np.uint8),
        "rest": table.rest,
        "names": table.names,
        "n_words": np.array(table.n_words),
    }
    return archive.format(arrays, version=_VERSION)


def parse(data: bytes, *, file: str) -> NounTable:
    """The table in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=_VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        n_nouns = check_arrays(arrays, _FORMS)["nouns"]
        check_ascending("hashes", arrays["hashes"])
        for name in ("rest", "names", "n_words"):
            check_range(name, arrays[name], 0, _MOST_COUNTED)
        text = arrays["text"].tobytes().decode()
        if (text.count("\n") + 1 if text else 0) != n_nouns:
            raise ValueError(f"the text does not have {n_nouns} nouns")
    return NounTable(
        arrays["hashes"],
        arrays["counts"].astype(np.int64),
        arrays["text"].tobytes(),
        arrays["rest"],
        arrays["names"],
        int(arrays["n_words"]),
    )


def read(path: Path = BUNDLED_MODEL) -> NounTable:
    """The table in a file, or the one that comes with this package."""
    return parse(read_model(path), file=path.name)


def bundled_file() -> Path:
    """The file of the table that comes with this package."""
    return BUNDLED_MODEL if BUNDLED_MODEL.is_file() else OPEN_MODEL


@cache
def bundled_nouns() -> NounTable:
    """The fullest table that is installed, read when first asked for."""
    return read(bundled_file())


# Table 1 of Lee, Tetreault and Chodorow (2009).
_PRINTED_TIMES = 8_000_000


@dataclass(frozen=True, slots=True)
class NounUsage:
    """How often a noun occurs, the share of each construction, and its entropy in bits.

    Shares, entropy and countability are None for a noun that never occurs.
    """

    noun: str
    n_times: int
    shares: tuple[float, ...] | None = None
    entropy: float | None = None
    countability: str | None = None

    def row(self) -> dict[str, Any]:
        """The values by column: the times, one column per construction, and the entropy."""
        shares = self.shares or (None,) * len(CONSTRUCTIONS)
        named = dict(zip(CONSTRUCTIONS, shares, strict=True))
        return {"times": self.n_times, **named, "entropy": self.entropy}


def noun_usage(table: NounTable, noun: str) -> NounUsage:
    """The usage of one noun, given in the singular or plural."""
    row = table.row(noun)
    if row is None:
        row = table.row(lemma(noun, "NNS"))
    if row is None:
        return NounUsage(noun, 0)
    counts = table.counts[row]
    return NounUsage(
        table.nouns[row],
        int(counts.sum()),
        tuple((counts / counts.sum()).tolist()),
        float(table.entropies[row]),
        COUNTABILITY[table.countability[row]],
    )


def overall_usage(table: NounTable) -> list[NounUsage]:
    """The usage of all nouns whose construction is open, then with names, then as printed."""
    entropy = float(entropies(PRINTED_SHARES))
    return [
        _together("open", table.total),
        _together("open and names", table.total + table.names),
        NounUsage("paper", _PRINTED_TIMES, PRINTED_SHARES, entropy),
    ]


def _together(name: str, counts: Counts) -> NounUsage:
    n_times = int(counts.sum())
    shares = (counts / max(n_times, 1)).tolist()
    return NounUsage(name, n_times, tuple(shares), float(entropies(counts)))
