"""A treebank grammar: unsplit rules, and one or more ways of splitting its symbols."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.parse.grammar.checks import (
    FORMS,
    check_arrays,
    check_layout,
    check_lexicon,
    check_symbols,
)
from solecism.parse.grammar.layout import Layout, lay_out
from solecism.parse.grammar.lexicon import Lexicon
from solecism.parse.grammar.symbols import PHRASE, Symbols
from solecism.system import archive
from solecism.system.bundled import model_path, read_model

VERSION = 1
BUNDLED_MODEL = model_path("parser.npz")
_REMEDY = "Train it again with `solecism train parser`."


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Rules between subsymbols, with the lexicon of the tags' subsymbols."""

    layout: Layout
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
    layouts = [lay_out(sizes, blocks) for sizes in arrays["sizes"].astype(np.int64)]
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
