"""Lemmas and inflection: accuracy beside lemminflect, and speed.

`python benchmarks/language/inflection.py [--data ../shared/data]`
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

import lemminflect

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed

from solecism.language.lemmas import inflect, lemma, lemmas

ORACLE = Path(__file__).parents[2] / "tests" / "oracles" / "inflection.txt"
COLUMNS = {
    "verb": ("VBZ", "VBD", "VBN", "VBG"),
    "noun": ("NNS",),
    "adjective": ("JJR", "JJS"),
}
UPOS = {"verb": "VERB", "noun": "NOUN", "adjective": "ADJ"}


def main(data: Path) -> None:
    """Print the figures."""
    print_oracle()
    print_treebank(data / "ud" / "ewt-dev.conllu.xz")


def treebank(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """Word, Penn tag, lemma and universal tag of every word that has a lemma."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 10 and fields[0].isdigit() and fields[2] != "_":
                yield fields[1], fields[4], fields[2], fields[3]


def oracle() -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Kind, base, tag and forms of the list written by hand."""
    for line in ORACLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, base, *columns = line.split("\t")
            for tag, column in zip(COLUMNS[kind], columns, strict=True):
                yield kind, base, tag, tuple(column.split("/"))


def print_oracle() -> None:
    """Forms and lemmas of the hand-written list, ours and lemminflect's."""
    rows = list(oracle())
    pairs = [(kind, base.lower(), tag, form) for kind, base, tag, forms in rows for form in forms]
    ours = sum(inflect(base, tag)[0] in forms for _, base, tag, forms in rows)
    theirs = sum(
        lemminflect.getInflection(base, tag)[:1][0] in forms for _, base, tag, forms in rows
    )
    _show("forms", len(rows), ours, theirs)
    ours = sum(lemma(form, tag) == base for _, base, tag, form in pairs)
    theirs = sum(
        lemminflect.getLemma(form, UPOS[kind])[0].lower() == base for kind, base, _, form in pairs
    )
    _show("lemmas", len(pairs), ours, theirs)


def _show(name: str, n: int, ours: int, theirs: int) -> None:
    print(f"{name:16} {n:6} ours {ours / n:.4f} lemminflect {theirs / n:.4f}")
    shares = [ours / n], [theirs / n]
    record(name, "share", shares[0], is_exact=True, peer="lemminflect", peer_runs=shares[1])


def print_treebank(path: Path) -> None:
    """Lemmas of EWT dev under gold tags, ours and lemminflect's, and words per second."""
    rows = list(treebank(path))
    ours = sum(lemma(word, tag) == base for word, tag, base, _ in rows)
    theirs = sum(_peer_lemma(word, tag, upos) == base for word, tag, base, upos in rows)
    _show(path.name.partition(".")[0], len(rows), ours, theirs)
    words, tags = [row[0] for row in rows] * 40, [row[1] for row in rows] * 40
    took = timed(lambda: lemmas(words, tags))
    print(f"lemmas, warm: {len(words) / took.best:,.0f} words/s")
    record("speed of lemmas", "words/s", took.rates(len(words)), machine=took.machine)


def _peer_lemma(word: str, tag: str, upos: str) -> str:
    found: tuple[str, ...] = ()
    if upos == "AUX" or tag in {"NNS", "NNPS", "VBZ", "VBD", "VBN", "VBG", "VBP", "JJR", "JJS"}:
        found = lemminflect.getLemma(word, upos)
    best = found[0] if found else word
    return best if upos == "PROPN" else best.lower()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
