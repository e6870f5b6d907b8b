"""A treebank grammar and its file: unsplit rules, and one or more ways of splitting its symbols.

The probabilities of split rules are in one flat array. Each rule is a block: an array of shape
(parent's, first child's, second child's number of subsymbols), flat, one block after another. What
a rule has no child for counts as one. The arrays of a file are checked when it is read, because
compiled loops must not read outside of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from solecism.numeric import Floats, Ints
from solecism.system import archive
from solecism.system.archive import Arrays, check_ascending, check_range, spec
from solecism.system.archive import check_arrays as check_forms
from solecism.system.installation import model_path, read_model
from solecism_lab.parse.grammar.lexicon import Lexicon
from solecism_lab.parse.treebank_style import ROOT

# A tag stands over a word, a part of a phrase only inside its phrase.
TAG, PHRASE, PART = 0, 1, 2
Symbol = tuple[int, str]
# The symbol on top, the names of those between, the symbol at the bottom.
Chain = tuple[int, tuple[str, ...], int]


@dataclass(frozen=True, slots=True)
class Symbols:
    """Names with their kinds, rules of two children (parent, left, right) and chains."""

    names: tuple[Symbol, ...]
    rules: tuple[tuple[int, int, int], ...]
    chains: tuple[Chain, ...]

    @property
    def first_chain(self) -> int:
        """The number of the first block of chains, after two-child rules and phrases."""
        return len(self.rules) + sum(kind == PHRASE for kind, _ in self.names)


@dataclass(frozen=True, slots=True)
class RuleLayout:
    """Blocks of rules: `block_symbols` are parent, first and second child of each, -1 for none.

    `sizes` says into how many subsymbols each symbol is split, `offsets` where blocks begin
    (one more than there are blocks). A block that `is_diagonal` keeps the subsymbol.
    """

    sizes: Ints
    block_symbols: Ints
    offsets: Ints

    @property
    def starts(self) -> Ints:
        """The number of each symbol's first subsymbol, and at the end the number of all."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    def shapes(self) -> Ints:
        """The three sizes of each block."""
        return np.where(self.block_symbols < 0, 1, self.sizes[self.block_symbols])

    def entries(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Per number in the array its block, and its index in each of three dimensions."""
        shapes = self.shapes()
        blocks = np.repeat(np.arange(len(shapes)), np.diff(self.offsets))
        within = np.arange(self.offsets[-1]) - self.offsets[blocks]
        _, second, third = shapes[blocks].T
        return blocks, within // (second * third), within // third % second, within % third


def rule_layout(sizes: Ints, block_symbols: Ints) -> RuleLayout:
    """The layout of blocks of these symbols, with `sizes` subsymbols per symbol."""
    shapes = np.where(block_symbols < 0, 1, sizes[block_symbols])
    offsets = np.concatenate(([0], np.cumsum(shapes.prod(axis=1))))
    return RuleLayout(sizes, block_symbols, offsets)


def ranges(sizes: Ints) -> Ints:
    """The numbers from 0 up to each size, one range after another.

    >>> ranges(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    ends = np.cumsum(sizes)
    counted: Ints = np.arange(sizes.sum()) - np.repeat(ends - sizes, sizes)
    return counted


FORMS = {
    "about": spec("uint8", "letters"),
    "rules": spec("int16", "rules", 3),
    "chains": spec("int16", "chains", 2),
    "probs": spec("float32", "blocks"),
    "priors": spec("float32", "symbols"),
    "sizes": spec("int16", "splits", "symbols"),
    "n_entries": spec("int64", "splits"),
    "entries": spec("uint32", "entries"),
    "entry_probs": spec("float32", "entries"),
    "n_rows": spec("int64", "splits"),
    "bounds": spec("uint16", "keys"),
    "subsymbols": spec("uint16", "rows"),
    "counts": spec("float32", "rows"),
    "totals": spec("float32", "subsymbols"),
}
_POSITIVE = ("probs", "priors", "entry_probs", "counts", "totals", "n_entries", "n_rows")
# Subsymbols of a symbol are numbered in bytes.
_MOST_SUBSYMBOLS = 256
# Probabilities of rules between subsymbols, most of them zero, that one split may have.
_MOST_PROBS = 50_000_000
# Probabilities were rounded.
_MOST_PROBABLE = 1.001


def check_arrays(arrays: Arrays, about: Any) -> None:
    """Raise ValueError if the arrays do not fit each other, or the names beside them."""
    sizes = check_forms(arrays, FORMS)
    n_symbols = len(about["names"])
    n_phrases = sum(kind == PHRASE for kind, _ in about["names"])
    fits = {
        "symbols": n_symbols,
        "splits": len(about["keys"]),
        "keys": sum(map(len, about["keys"])),
        "blocks": sizes["rules"] + n_phrases + sizes["chains"],
        "subsymbols": int(arrays["sizes"].sum(dtype=np.int64)),
        "entries": int(arrays["n_entries"].sum()),
        "rows": int(arrays["n_rows"].sum()),
    }
    for name, size in fits.items():
        if sizes[name] != size or not size:
            raise ValueError(f"{sizes[name]} {name} where {size} fit")
    for name in ("rules", "chains"):
        check_range(name, arrays[name], 0, n_symbols)
    check_range("sizes", arrays["sizes"], 1, _MOST_SUBSYMBOLS + 1)
    for name in _POSITIVE:
        check_range(name, arrays[name], 0)
    for name in ("probs", "entry_probs"):
        check_range(name, arrays[name], 0, _MOST_PROBABLE)


def check_symbols(symbols: Symbols) -> None:
    """Raise ValueError if symbols are not as the parser takes them to be."""
    kinds = [kind for kind, _ in symbols.names]
    if len(set(symbols.names)) < len(symbols.names) or not {*kinds} <= {TAG, PHRASE, PART}:
        raise ValueError("a symbol stands twice, or is of no kind")
    if (PHRASE, ROOT) not in symbols.names or TAG not in kinds:
        raise ValueError("there is no root, or no tag")
    if any(kinds[parent] == TAG for parent, *_ in chain(symbols.rules, symbols.chains)):
        raise ValueError("a tag stands over something else than a word")
    if any(not isinstance(name, str) for _, between, _ in symbols.chains for name in between):
        raise ValueError("a name between symbols is no text")


def check_layout(layout: RuleLayout, places: Any) -> None:
    """Raise ValueError if the split has too many probabilities, or places outside of them."""
    n_probs = int(layout.offsets[-1])
    if n_probs > _MOST_PROBS:
        raise ValueError(f"a split of {n_probs} probabilities")
    check_ascending("entries", places)
    check_range("entries", places, 0, n_probs)


def check_lexicon(lexicon: Lexicon, symbols: Symbols) -> None:
    """Raise ValueError if rows of words do not fit the subsymbols."""
    if not all(isinstance(key, str) for key in lexicon.keys):
        raise ValueError("a word is no text")
    if lexicon.bounds[-1] != len(lexicon.subsymbols):
        raise ValueError(f"words have {lexicon.bounds[-1]} rows of {len(lexicon.subsymbols)}")
    check_range("subsymbols", lexicon.subsymbols, 0, len(lexicon.totals))
    is_tag = np.array([kind == TAG for kind, _ in symbols.names])[lexicon.symbols]
    if not lexicon.totals[is_tag].any() or lexicon.totals[~is_tag].any():
        raise ValueError("words are counted for something else than tags")


VERSION = 1
BUNDLED_MODEL = model_path("parser.npz")
_REMEDY = "Train it again with `solecism train parser`."


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Rules between subsymbols, with the lexicon of the tags' subsymbols."""

    layout: RuleLayout
    probs: Floats
    lexicon: Lexicon


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Unsplit rules with their probabilities, how frequent symbols are, and splits of them.

    `probs` are those of two-child rules, of phrases that stay without a chain, and of chains, in
    the order of `block_symbols`.
    """

    symbols: Symbols
    probs: Floats
    priors: Floats
    splits: tuple[Split, ...]

    def save(self, path: Path) -> None:
        """Write the grammar to a file (.npz)."""
        path.write_bytes(format(self))

    @classmethod
    def load(cls, path: Path) -> Grammar:
        """The grammar in a file; ModelError if the file is not a grammar."""
        return parse(read_model(path), file=str(path))


@cache
def bundled_grammar() -> Grammar:
    """The grammar that ships with this package."""
    return Grammar.load(BUNDLED_MODEL)


def block_symbols(symbols: Symbols) -> Ints:
    """Parent and children of all rules: two-child rules, phrases without a chain, then chains."""
    stays = [(number, -1, -1) for number, (kind, _) in enumerate(symbols.names) if kind == PHRASE]
    chains = [(top, bottom, -1) for top, _, bottom in symbols.chains]
    return np.array([*symbols.rules, *stays, *chains], dtype=np.int64).reshape(-1, 3)


def format(grammar: Grammar) -> bytes:
    """The bytes of the grammar's file; `parse` gives the grammar back."""
    symbols, splits = grammar.symbols, grammar.splits
    about = {
        "names": symbols.names,
        "between": [between for _, between, _ in symbols.chains],
        "keys": [list(split.lexicon.keys) for split in splits],
    }
    entries = [np.flatnonzero(split.probs) for split in splits]
    lexicons = [split.lexicon for split in splits]
    arrays: archive.Arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "rules": np.array(symbols.rules, dtype=np.int16).reshape(-1, 3),
        "chains": np.array([(a, b) for a, _, b in symbols.chains], dtype=np.int16).reshape(-1, 2),
        "probs": grammar.probs.astype(np.float32),
        "priors": grammar.priors.astype(np.float32),
        "sizes": np.array([split.layout.sizes for split in splits], dtype=np.int16),
        "n_entries": np.array([len(each) for each in entries], dtype=np.int64),
        "entries": np.concatenate([np.diff(each, prepend=0) for each in entries]).astype(np.uint32),
        "entry_probs": np.concatenate(
            [split.probs[each] for split, each in zip(splits, entries, strict=True)]
        ).astype(np.float32),
        "n_rows": np.array([len(each.counts) for each in lexicons], dtype=np.int64),
        "bounds": np.concatenate([np.diff(each.bounds) for each in lexicons]).astype(np.uint16),
        "subsymbols": np.concatenate([each.subsymbols for each in lexicons]).astype(np.uint16),
        "counts": np.concatenate([each.counts for each in lexicons]).astype(np.float32),
        "totals": np.concatenate([each.totals for each in lexicons]).astype(np.float32),
    }
    return archive.format(arrays, version=VERSION)


def parse(data: bytes, *, file: str) -> Grammar:
    """The grammar in the bytes of a file; ModelError if they are not a grammar."""
    arrays = archive.parse(data, names=FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        about = json.loads(arrays["about"].tobytes())
        check_arrays(arrays, about)
        symbols = Symbols(
            names=tuple((int(kind), str(name)) for kind, name in about["names"]),
            rules=tuple(map(tuple, arrays["rules"].tolist())),
            chains=tuple(
                (top, tuple(between), bottom)
                for (top, bottom), between in zip(
                    arrays["chains"].tolist(), about["between"], strict=True
                )
            ),
        )
        check_symbols(symbols)
        return Grammar(
            symbols=symbols,
            probs=arrays["probs"].astype(float),
            priors=arrays["priors"].astype(float),
            splits=tuple(_splits(symbols, arrays, about["keys"])),
        )


def _splits(symbols: Symbols, arrays: archive.Arrays, keys: list[list[str]]) -> list[Split]:
    blocks = block_symbols(symbols)
    layouts = [rule_layout(sizes, blocks) for sizes in arrays["sizes"].astype(np.int64)]
    of_entries = np.cumsum(arrays["n_entries"])[:-1]
    of_rows = np.cumsum(arrays["n_rows"])[:-1]
    columns = zip(
        layouts,
        keys,
        np.split(arrays["entries"].astype(np.int64), of_entries),
        np.split(arrays["entry_probs"].astype(float), of_entries),
        np.split(arrays["bounds"].astype(np.int64), np.cumsum([len(each) for each in keys])[:-1]),
        np.split(arrays["subsymbols"].astype(np.int64), of_rows),
        np.split(arrays["counts"].astype(float), of_rows),
        np.split(
            arrays["totals"].astype(float), np.cumsum([each.starts[-1] for each in layouts])[:-1]
        ),
        strict=True,
    )
    splits = []
    for layout, words, entries, entry_probs, n_rows, subsymbols, counts, totals in columns:
        places = np.cumsum(entries)
        check_layout(layout, places)
        probs = np.zeros(layout.offsets[-1])
        probs[places] = entry_probs
        lexicon = Lexicon(
            keys={word: number for number, word in enumerate(words)},
            bounds=np.concatenate(([0], np.cumsum(n_rows))),
            subsymbols=subsymbols,
            counts=counts,
            totals=totals,
            symbols=np.repeat(np.arange(len(layout.sizes)), layout.sizes),
        )
        check_lexicon(lexicon, symbols)
        splits.append(Split(layout, probs, lexicon))
    return splits
