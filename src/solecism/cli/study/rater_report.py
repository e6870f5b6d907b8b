"""One rater's answers as a table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solecism.cli.terminal.tables import show
from solecism.table import number

if TYPE_CHECKING:
    from solecism.collect.people.raters import Rater
    from solecism.collect.status.rater_report import ReportedAnswer
    from solecism.collect.study import Study

_COLUMNS = ("item", "answer", "other raters", "control", "seconds")
_ALL = 1_000_000


def show_rater(study: Study, rater: Rater) -> None:
    """Print all answers of a rater, the newest first, and a summary of their times."""
    from solecism.collect.status.rater_report import rater_answers, rater_times

    answers = rater_answers(study, rater, per_page=_ALL)
    show(f"{rater.pseudonym}, {rater.state}", _COLUMNS, [_row(one) for one in answers])
    times = rater_times(study, rater)
    if times is not None:
        spread = [number(times.median), number(times.low), number(times.high)]
        show("Active seconds per answer", ("median", "10%", "90%"), [spread])


def _row(one: ReportedAnswer) -> list[str]:
    control = "" if one.is_right is None else ("right" if one.is_right else "wrong")
    others = ", ".join(f"{n} {meaning}" for meaning, n in one.others.items())
    return [
        f"{one.before}[{one.target}]{one.after}",
        f"{one.meaning} (void)" if one.is_void else one.meaning,
        others,
        control,
        "" if one.seconds is None else f"{one.seconds:.1f}",
    ]
