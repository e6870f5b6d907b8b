"""Lemmas and inflection: accuracy beside lemminflect, speed, and how the endings are learned.

`python benchmarks/inflection.py [--data ../shared/data] [--learn]`
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import lzma
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import lemminflect

from solecism.language.endings import Endings, format_endings, learn_endings
from solecism.language.inflect import inflect
from solecism.language.lemma import lemma, lemmas

ROOT = Path(__file__).parents[1]
MODEL = ROOT / "src" / "solecism" / "models" / "inflection.txt"
ORACLE = ROOT / "tests" / "oracles" / "inflection.txt"
COLUMNS = {
    "verb": ("VBZ", "VBD", "VBN", "VBG"),
    "noun": ("NNS",),
    "adjective": ("JJR", "JJS"),
}
UPOS = {"verb": "VERB", "noun": "NOUN", "adjective": "ADJ"}
LEXICON_TAGS = {
    "noun": ("NNS",),
    "verb": ("VBD", "VBN", "VBG", "VBZ"),
    "adj": ("JJR", "JJS"),
    "adv": ("JJR", "JJS"),
}
MAX_CUT = 6


def main(data: Path) -> None:
    """Print the figures."""
    print_oracle()
    print_treebank(data / "ud" / "ewt-dev.conllu.xz")


def learn(data: Path) -> dict[str, Endings]:
    """Endings in both directions, from lemminflect's lexicon corrected by EWT train's lemmas."""
    forms: dict[str, dict[str, str]] = defaultdict(dict)
    bases: dict[str, dict[str, str]] = defaultdict(dict)
    for base, tag, spellings in lexicon():
        forms[tag].setdefault(base, spellings[0])
        for spelling in spellings[:2]:
            bases[tag].setdefault(spelling, base)
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for word, tag, base, _ in treebank(data / "ud" / "ewt-train.conllu.xz"):
        seen[word.lower(), tag][base.lower()] += 1
    for (word, tag), counts in seen.items():
        base, n_seen = counts.most_common(1)[0]
        if tag in forms and n_seen > 1 and len(word) > 2 and word.isalpha() and base.isalpha():
            bases[tag][word] = base
    for tag in bases:
        # A lemma under an inflected tag is a learner's slip, or a tagger's: leave it alone.
        for base in forms[tag]:
            bases[tag].setdefault(base, base)
    return {
        name: table
        for tag in sorted(forms)
        for name, table in (
            (f"{tag} from lemma", learn_endings(forms[tag])),
            (f"{tag} to lemma", learn_endings(bases[tag])),
        )
    }


def lexicon() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Base, tag and forms of small-lettered words; a noun's plural never the noun itself."""
    spec = importlib.util.find_spec("lemminflect")
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SystemExit("lemminflect is not installed: pip install lemminflect")
    path = Path(places[0]) / "resources" / "infl_lu.csv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            base, kind, *columns = line.rstrip("\n").split(",")
            tags = LEXICON_TAGS.get(kind, ())
            if kind == "verb" and not "".join(columns[1:2]):
                columns[1:2] = columns[:1]
            for tag, column in zip(tags, columns, strict=False):
                spellings = tuple(form for form in column.split("/") if _is_usable(base, form, tag))
                if base.isalpha() and base.islower() and base.isascii() and spellings:
                    yield base, tag, spellings


def _is_usable(base: str, form: str, tag: str) -> bool:
    n_same = next((i for i, (a, b) in enumerate(zip(base, form, strict=False)) if a != b), 99)
    return form.isalpha() and (len(form) - n_same <= MAX_CUT) and (tag != "NNS" or form != base)


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
    print(
        f"forms    {len(rows):6} ours {ours / len(rows):.4f} lemminflect {theirs / len(rows):.4f}"
    )
    ours = sum(lemma(form, tag) == base for _, base, tag, form in pairs)
    theirs = sum(
        lemminflect.getLemma(form, UPOS[kind])[0].lower() == base for kind, base, _, form in pairs
    )
    n = len(pairs)
    print(f"lemmas   {n:6} ours {ours / n:.4f} lemminflect {theirs / n:.4f}")


def print_treebank(path: Path) -> None:
    """Lemmas of EWT dev under gold tags, ours and lemminflect's, and words a second."""
    rows = list(treebank(path))
    ours = sum(lemma(word, tag) == base for word, tag, base, _ in rows) / len(rows)
    theirs = sum(_peer_lemma(word, tag, upos) == base for word, tag, base, upos in rows)
    print(f"{path.name} {len(rows)} ours {ours:.4f} lemminflect {theirs / len(rows):.4f}")
    words, tags = [row[0] for row in rows] * 40, [row[1] for row in rows] * 40
    start = time.perf_counter()
    lemmas(words, tags)
    print(f"lemmas, warm: {len(words) / (time.perf_counter() - start):,.0f} words/s")


def _peer_lemma(word: str, tag: str, upos: str) -> str:
    found: tuple[str, ...] = ()
    if upos == "AUX" or tag in {"NNS", "NNPS", "VBZ", "VBD", "VBN", "VBG", "VBP", "JJR", "JJS"}:
        found = lemminflect.getLemma(word, upos)
    best = found[0] if found else word
    return best if upos == "PROPN" else best.lower()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--learn", action="store_true", help="write the model anew")
    arguments = parser.parse_args()
    if arguments.learn:
        MODEL.write_text("".join(format_endings(learn(arguments.data))), encoding="utf-8")
    main(arguments.data)
