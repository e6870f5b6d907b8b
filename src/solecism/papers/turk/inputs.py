"""What the paper is run on: studies of raters with references, pieces of work, and flags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from solecism.agree.effort import Piece, TaskEffort, task_effort
from solecism.flag import Flag
from solecism.formats.crowd.work import pieces_of_work
from solecism.judgment import Judgment
from solecism.kind import KINDS
from solecism.papers.turk import open_data

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
        return list(open_data.system_flags(data))

    def detection(kind: str) -> RaterStudy:
        def judgments() -> list[Judgment]:
            sentences = open_data.conll_sentences(data)
            return list(open_data.conll_judgments(sentences, flags(), [kind]))

        return RaterStudy(kind, judgments, open_data.OFFICIAL)

    blimp = RaterStudy(
        "BLiMP",
        lambda: [*open_data.blimp_turkers(data), *open_data.blimp_expected(data)],
        (open_data.EXPECTED,),
    )
    return TurkInputs(
        [blimp],
        [detection(kind) for kind in KINDS],
        [
            lambda: _effort("BLiMP", open_data.blimp_turkers(data), fee=_FEE),
            lambda: _effort("Lang-8 corrections", open_data.lang8_turkers(data)),
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
    pieces = [Piece(*work) for work in pieces_of_work(judgments)]
    return task_effort(judgments, pieces, task=task, fee=fee)
