"""Signs of careless work: too fast, the same answer again and again, one device for several raters.

They are computed for every rater, also where none was declared, so that an administrator can look.
Only signs that were declared when the study was made can remove anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from solecism_study.audit_log import STUDY_CHAIN
from solecism_study.item import PRACTICE
from solecism_study.people.raters import REMOVED, rater_in, save_rater, set_state
from solecism_study.people.removal import complete_removals
from solecism_study.people.sessions import sharing_raters
from solecism_study.screening.rater_rules import SignName, Signs
from solecism_study.store.tables import assignments, judgments, log, raters
from solecism_study.study import Study
from solecism_study.tasks.task import ANSWER
from solecism_study.units import SECOND
from solecism_study.work.control_items import SYSTEM

_FAST_SECONDS = 2.0
_ANSWERS = (
    select(judgments.c.rater, judgments.c.answer, judgments.c.shown, judgments.c.active_ms)
    .join(assignments, assignments.c.judgment == judgments.c.id)
    .where(assignments.c.pool != PRACTICE, judgments.c.answer.is_not(None))
    .order_by(judgments.c.rater, judgments.c.id)
)


@dataclass(frozen=True, slots=True)
class RaterSigns:
    """A rater's signs of careless work; `declared` names those beyond the limits of the study.

    `share_fast` is the share of answers in less than `fast_seconds`, None without times.
    `same_browser` and `same_network` are pseudonyms of other raters.
    """

    pseudonym: str
    state: str
    n_answers: int
    share_fast: float | None
    longest_run: int
    same_browser: tuple[str, ...]
    same_network: tuple[str, ...]
    declared: tuple[SignName, ...]


def fast_seconds(study: Study) -> float:
    """Return below how many seconds an answer counts as too fast."""
    signs = study.configuration.signs
    return (signs.fast_seconds if signs else None) or _FAST_SECONDS


def rater_signs(study: Study) -> list[RaterSigns]:
    """Return the signs of all raters, in the order in which they joined."""
    fast = fast_seconds(study) * SECOND
    with study.database.read() as connection:
        people = connection.execute(select(raters).order_by(raters.c.id)).all()
        browsers = sharing_raters(connection, "browser")
        networks = sharing_raters(connection, "network")
        answers = {
            rater: list(rows)
            for rater, rows in groupby(connection.execute(_ANSWERS), key=lambda row: row.rater)
        }
    names = {row.id: row.pseudonym for row in people}

    def named(numbers: set[int]) -> tuple[str, ...]:
        return tuple(sorted(names[number] for number in numbers))

    signs = study.configuration.signs
    made = []
    for row in people:
        own = answers.get(row.id, [])
        times = [one.active_ms for one in own if one.active_ms is not None]
        share = sum(time < fast for time in times) / len(times) if times else None
        run = _longest_run(own)
        same = named(browsers.get(row.id, set()))
        declared = tuple(_declared(signs, len(own), share, run, same)) if signs else ()
        network = named(networks.get(row.id, set()))
        made.append(
            RaterSigns(row.pseudonym, row.state, len(own), share, run, same, network, declared)
        )
    return made


def apply_signs(study: Study, *, now: int) -> int:
    """Remove the raters who show a sign that was declared as a rule; return how many.

    Whoever an administrator has reinstated stays.
    """
    rules = study.configuration.signs
    if not rules or not rules.remove:
        return 0
    n_removed = 0
    for one in rater_signs(study):
        shown = [name for name in one.declared if name in rules.remove]
        if shown and one.state in ("active", "practice"):
            n_removed += _remove(study, one, shown[0], now=now)
    if n_removed:
        complete_removals(study, now=now)
    return n_removed


def _declared(
    signs: Signs, n: int, share: float | None, run: int, same: tuple[str, ...]
) -> Iterator[SignName]:
    if n >= signs.least:
        if signs.fast_seconds is not None and share is not None and share > signs.fast_share:
            yield "fast"
        if signs.same_in_a_row is not None and run >= signs.same_in_a_row:
            yield "same"
    if signs.one_device and same:
        yield "device"


def _longest_run(rows: list[Any]) -> int:
    """How many answers in a row are the same, by their place on the page where that varies."""
    return max((len(list(group)) for _, group in groupby(map(_place, rows))), default=0)


def _place(row: Any) -> Any:
    shown = msgspec.json.decode(row.shown) if row.shown else {}
    chosen = msgspec.json.decode(row.answer).get(ANSWER, [])
    options = shown.get(ANSWER, [])
    if len(chosen) == 1 and chosen[0] in options:
        return options.index(chosen[0])
    return row.answer


def _remove(study: Study, signs: RaterSigns, name: SignName, *, now: int) -> bool:
    reason = {
        "fast": f"sign fast: {signs.share_fast or 0:.0%} of {signs.n_answers} answers",
        "same": f"sign same: {signs.longest_run} answers in a row",
        "device": f"sign device: shared with {len(signs.same_browser)} others",
    }[name]
    with study.database.write() as connection:
        number = connection.execute(
            select(raters.c.id).where(raters.c.pseudonym == signs.pseudonym)
        ).scalar_one()
        rater = rater_in(connection, number, is_locked=True)
        if rater.state not in ("active", "practice") or _was_reinstated(
            connection, rater.pseudonym
        ):
            return False
        changed = set_state(connection, rater, "removed", now=now, actor=SYSTEM, reason=reason)
        save_rater(connection, changed)
    return True


def _was_reinstated(connection: Connection, pseudonym: str) -> bool:
    query = select(log.c.detail).where(
        log.c.chain == STUDY_CHAIN,
        log.c.action == "state",
        log.c.detail.contains(pseudonym, autoescape=True),
    )
    details = map(msgspec.json.decode, connection.execute(query).scalars())
    return any(one.get("from") in REMOVED and one.get("to") == "active" for one in details)
