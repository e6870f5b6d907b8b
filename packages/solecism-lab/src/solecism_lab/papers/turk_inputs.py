"""What the paper on Mechanical Turk is run on: open data, or a user's own judgments.

BLiMP (Warstadt and others 2020): Turkers choose the better of two sentences, the authors meant one
of them. CoNLL-2014 (Bryant and Ng 2015): ten annotators of the same learners' sentences, of whom
numbers 3 and 7 are those of the shared task itself (their edits are the official ones).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from solecism.agreement.effort import PaidWork, TaskEffort, task_effort
from solecism.formats import corrected, files
from solecism.formats.crowd import platforms
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.formats.crowd.paid_work import pieces_of_work, work_notes
from solecism.formats.registry import FORMATS, read
from solecism.judgment import Judgment
from solecism.locate.flags_and_judgments import (
    flagged_sites,
    flags_of_corrections,
    judgments_of_annotations,
)
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag

EXPECTED = "expected"
OFFICIAL = ("3", "7")
SYSTEMS = ("GECToR-2024", "T5-11B")
_DOCUMENT = "conll14"
BLIMP, CONLL = Path("judgments/blimp_mturk.csv"), Path("learner/conll14/BN.m2")
LANG8 = Path("judgments/lang8_amt.csv")
OUTPUTS = Path("systems/conll14")
_TURKERS = ColumnLayout(
    places={
        "rater": "anonCode",
        "item": "{Input.list}.{n}",
        "gold": "Input.item_{n}_condition",
    },
    answers=("Answer.Choice{n}",),
    patterns={"answer": r"^([12])\.", "gold": "^attnchkans([12])$"},
)
_MEANT = ColumnLayout(
    places={"rater": f"={EXPECTED}", "item": "{Input.list}.{n}"},
    answers=("Input.item_{n}_condition",),
    patterns={"answer": "[^k]ans([12])$"},
    missing=frozenset({"attnchkans1", "attnchkans2"}),
    duplicates="first",
)
_LANG8 = ColumnLayout(
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


SIMULATED_FILE = "the judgments in this file were made by a program: the figures mean nothing."
# Mechanical Turk's fee in 2019, when the judgments of BLiMP were made.
_FEE = 0.2


@dataclass(frozen=True, slots=True)
class RaterStudy:
    """Raters and references who judged the same items; `read` reads their judgments."""

    name: str
    read: Callable[[], list[Judgment]]
    references: tuple[str, ...]
    simulated: str = ""


@dataclass(frozen=True, slots=True)
class TurkInputs:
    """The studies of both tasks, what they cost, and the flags of systems for the bins."""

    selection: list[RaterStudy] = field(default_factory=list)
    detection: list[RaterStudy] = field(default_factory=list)
    efforts: list[Callable[[], TaskEffort]] = field(default_factory=list)
    flags: Callable[[], list[Flag]] | None = None
    is_open_data: bool = False


def open_inputs(data: Path) -> TurkInputs:
    """The open data in a folder: BLiMP, CoNLL-2014 and Lang-8."""

    @cache
    def flags() -> list[Flag]:
        return list(system_flags(data))

    def detection(kind: str) -> RaterStudy:
        def judgments() -> list[Judgment]:
            sentences = conll_sentences(data)
            return list(conll_judgments(sentences, flags(), [kind]))

        return RaterStudy(kind, judgments, OFFICIAL)

    blimp = RaterStudy(
        "BLiMP",
        lambda: [*blimp_turkers(data), *blimp_expected(data)],
        (EXPECTED,),
    )
    return TurkInputs(
        [blimp],
        [detection(kind) for kind in KINDS],
        [
            lambda: _effort("BLiMP", blimp_turkers(data), fee=_FEE),
            lambda: _effort("Lang-8 corrections", lang8_turkers(data)),
        ],
        flags,
        is_open_data=True,
    )


def given_inputs(
    selection: RaterStudy | None, detection: RaterStudy, flags: Callable[[], list[Flag]] | None
) -> TurkInputs:
    """The inputs of a user's own judgments."""
    studies = [detection] if selection is None else [selection, detection]
    return TurkInputs(
        [] if selection is None else [selection],
        [detection],
        [_file_effort(study) for study in studies],
        flags,
    )


def _file_effort(study: RaterStudy) -> Callable[[], TaskEffort]:
    def effort() -> TaskEffort:
        judgments = [one for one in study.read() if one.rater not in study.references]
        return _effort(study.name, judgments)

    return effort


def _effort(task: str, judgments: Sequence[Judgment], *, fee: float = 0.0) -> TaskEffort:
    pieces = [PaidWork(*work) for work in pieces_of_work(judgments)]
    return task_effort(judgments, pieces, task=task, fee=fee)
