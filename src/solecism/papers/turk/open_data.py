"""Open data that stands in for the paper's: real people who judged English for others.

BLiMP (Warstadt and others 2020): Turkers choose the better of two sentences, the authors meant one
of them. CoNLL-2014 (Bryant and Ng 2015): ten annotators of the same learners' sentences, of whom
numbers 3 and 7 are those of the shared task itself (their edits are the official ones).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from solecism.flag import Flag
from solecism.formats import corrected, files
from solecism.formats.crowd import platforms
from solecism.formats.crowd.layout import Layout
from solecism.formats.crowd.times import work_notes
from solecism.formats.registry import FORMATS, read
from solecism.judgment import Judgment
from solecism.kind import KINDS
from solecism.locate.flags import flagged_sites, flags_of_corrections
from solecism.locate.judgments import judgments_of_annotations
from solecism.sentence import Sentence

EXPECTED = "expected"
OFFICIAL = ("3", "7")
SYSTEMS = ("GECToR-2024", "T5-11B")
_DOCUMENT = "conll14"
BLIMP, CONLL = Path("judgments/blimp_mturk.csv"), Path("learner/conll14/BN.m2")
LANG8 = Path("judgments/lang8_amt.csv")
OUTPUTS = Path("systems/conll14")
_TURKERS = Layout(
    places={
        "rater": "anonCode",
        "item": "{Input.list}.{n}",
        "gold": "Input.item_{n}_condition",
    },
    answers=("Answer.Choice{n}",),
    patterns={"answer": r"^([12])\.", "gold": "^attnchkans([12])$"},
)
_MEANT = Layout(
    places={"rater": f"={EXPECTED}", "item": "{Input.list}.{n}"},
    answers=("Input.item_{n}_condition",),
    patterns={"answer": "[^k]ans([12])$"},
    missing=frozenset({"attnchkans1", "attnchkans2"}),
    duplicates="first",
)
_LANG8 = Layout(
    places={"item": "{hit}:{corr}", "rater": "worker", "seconds": "seconds"},
    answers=("label",),
    duplicates="first",
)


def blimp_turkers(data: Path) -> list[Judgment]:
    """The answers of Turkers, with the times and the pay of each assignment."""
    path = str(data / BLIMP)
    names = platforms.columns(path, "mturk", _TURKERS)
    layout = replace(_TURKERS, notes=work_notes("mturk", _TURKERS, names))
    return list(platforms.read(path, "mturk", layout))


def blimp_expected(data: Path) -> list[Judgment]:
    """The sentence of each pair that the authors meant to be the better one."""
    return list(platforms.read(str(data / BLIMP), "mturk", _MEANT))


def lang8_turkers(data: Path) -> list[Judgment]:
    """Three Turkers' yes or no to corrections of learners' sentences, with their seconds."""
    return list(platforms.read(str(data / LANG8), "long", _LANG8))


def conll_sentences(data: Path) -> list[Sentence]:
    """The sentences of CoNLL-2014 with the edits of ten annotators."""
    return list(read([str(data / CONLL)], FORMATS["m2"], document=_DOCUMENT))


def conll_judgments(
    sentences: Sequence[Sentence], flags: Sequence[Flag], kinds: Sequence[str] = KINDS
) -> Iterator[Judgment]:
    """What the ten annotators imply of every site, those that systems flag included."""
    further = [site for site in flagged_sites(flags) if site.kind in kinds]
    return judgments_of_annotations(sentences, kinds=kinds, presence="everywhere", further=further)


def system_flags(data: Path, systems: Sequence[str] = SYSTEMS) -> Iterator[Flag]:
    """The flags of systems, from their corrected sentences."""
    source = data / OUTPUTS / "SOURCE.txt"
    for system in systems:
        sentences = corrected.parse(
            files.read_lines(str(source)),
            files.read_lines(str(data / OUTPUTS / f"{system}.txt")),
            document=_DOCUMENT,
            file=str(source),
            annotators=[system],
            tokenised=True,
        )
        yield from flags_of_corrections(sentences, system)
