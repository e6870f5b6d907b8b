"""Checks of the arrays of a grammar's file: compiled loops must not read outside of them."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from solecism.parse.grammar.layout import Layout
from solecism.parse.grammar.lexicon import Lexicon
from solecism.parse.grammar.strip import ROOT
from solecism.parse.grammar.symbols import PART, PHRASE, TAG, Symbols
from solecism.system.archive import Arrays
from solecism.system.array_forms import check_ascending, check_forms, check_range, form

FORMS = {
    "about": form("uint8", "letters"),
    "rules": form("int16", "rules", 3),
    "chains": form("int16", "chains", 2),
    "probs": form("float32", "blocks"),
    "priors": form("float32", "symbols"),
    "sizes": form("int16", "splits", "symbols"),
    "n_entries": form("int64", "splits"),
    "entries": form("uint32", "entries"),
    "entry_probs": form("float32", "entries"),
    "n_rows": form("int64", "splits"),
    "bounds": form("uint16", "keys"),
    "subsymbols": form("uint16", "rows"),
    "counts": form("float32", "rows"),
    "totals": form("float32", "subsymbols"),
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


def check_layout(layout: Layout, places: Any) -> None:
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
