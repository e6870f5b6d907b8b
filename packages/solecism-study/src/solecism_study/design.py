"""The design of a study: locked before the first answer, and amended on the record afterwards.

A locked design says what is asked, of whom, when one stops, and how it is analysed. It is hashed
and dated before the first answer, so that others can see what was decided before anybody knew the
results. Amendments change the price, budget and numbers of a running study. Deviations, which are
what was done otherwise than the locked design says, are taken from the log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, insert, select, update

from solecism.errors import ConflictError, InputError
from solecism.version import __version__
from solecism_study import audit_log
from solecism_study.audit_log import STUDY_CHAIN
from solecism_study.configuration import (
    Amendment,
    Changes,
    Configuration,
    all_amendments,
    canonical_json,
    with_changes,
)
from solecism_study.exchange.older_items import CLOSED_ACTION
from solecism_study.item import DATA
from solecism_study.planning.design_text import design_text
from solecism_study.planning.planned_study import planned_from_study
from solecism_study.store.database import retry_on_deadlock
from solecism_study.store.tables import (
    amendments,
    designs,
    exclusions,
    items,
    judgments,
    log,
    openings,
    purses,
    raters,
    studies,
)
from solecism_study.study import Study, add_guideline, all_guidelines
from solecism_study.units import format_money
from solecism_study.work.control_items import SYSTEM
from solecism_study.work.reservations import money_reserved, money_spent

MAX_PLAN = 50_000
LOCK_ACTION = "lock"


@dataclass(frozen=True, slots=True)
class LockedDesign:
    """The design as it was locked, its SHA-256 digest, and when and by whom."""

    body: dict[str, Any]
    digest: str
    locked: int
    actor: str


def lock_design(study: Study, analysis: str, *, now: int, actor: str) -> LockedDesign:
    """Lock the design of a study together with the plan of its analysis.

    Raises ConflictError where it is locked already, or somebody has answered.
    """
    plan = analysis.strip()
    if not plan or len(plan) > MAX_PLAN or "\x00" in plan:
        raise InputError(
            f"the plan of the analysis must have 1 to {MAX_PLAN:,} characters: which measures, "
            "which comparisons, and which answers are left out."
        )
    words = design_text(planned_from_study(study))
    with study.database.write() as connection:
        connection.execute(audit_log.LOCK_STUDY)
        if connection.execute(select(designs.c.id)).first():
            raise ConflictError("the design is locked already. Changes are amendments.")
        n = connection.execute(select(func.count()).select_from(judgments)).scalar_one()
        if n:
            raise ConflictError(
                f"there are {n} answers already. A design is locked before the first one."
            )
        body = design_body(connection, study)
        body |= {"analysis": plan, "words": words, "solecism": __version__}
        text = canonical_json(body).decode()
        digest = hashlib.sha256(text.encode()).hexdigest()
        row = {"body": text, "digest": digest, "locked": now, "actor": actor}
        number = connection.execute(insert(designs).returning(designs.c.id), row).scalar_one()
        detail = {"row": number, "digest": audit_log.row_digest(row), "design": digest}
        audit_log.append(connection, at=now, actor=actor, action=LOCK_ACTION, detail=detail)
    return LockedDesign(msgspec.json.decode(text), digest, now, actor)


def locked_design(study: Study) -> LockedDesign | None:
    """Return the locked design of a study, None where it is not locked."""
    with study.database.read() as connection:
        row = connection.execute(select(designs)).first()
    if row is None:
        return None
    return LockedDesign(msgspec.json.decode(row.body), row.digest, row.locked, row.actor)


def design_body(connection: Connection, study: Study) -> dict[str, Any]:
    """Return the design as it is now, without the plan of the analysis."""
    configuration: dict[str, Any] = msgspec.to_builtins(study.configuration)

    def part(*names: str) -> dict[str, Any]:
        return {name: configuration[name] for name in names if name in configuration}

    pools = connection.execute(
        select(items.c.pool, func.count()).group_by(items.c.pool).order_by(items.c.pool)
    ).all()
    guideline = all_guidelines(connection)[-1]
    asked = part("task", "settings", "seed", "batches", "stage_delay_hours")
    asked |= {"stages": list(study.task.stages), "items": {row[0]: row[1] for row in pools}}
    asked |= {"items_sha256": items_digest(connection), "instructions_sha256": guideline.digest}
    excluded = connection.execute(select(func.count()).select_from(exclusions)).scalar_one()
    return {
        "asked": asked,
        "of_whom": part("access", "platform", "screening", "qualification")
        | {"excluded": excluded},
        "stops": part("n_judgments", "most_each", "stopping", "pay"),
        "checks": part("control", "limits", "signs"),
        "configuration_sha256": study.original.digest,
    }


def items_digest(connection: Connection) -> str:
    """Return a digest of all items with their right answers."""
    digest = hashlib.sha256()
    query = select(items.c.site, items.c.pool, items.c.content, items.c.gold).order_by(items.c.id)
    for row in connection.execute(query):
        digest.update(canonical_json(list(row)))
    return digest.hexdigest()


@retry_on_deadlock
def amend(study: Study, changes: Changes, *, reason: str, now: int, actor: str) -> Amendment:
    """Change the design of a study and record it; InputError where nothing would change.

    Answers from now on earn a new price, and raters are asked to agree to it. A new number of
    judgments holds for all items that were not closed early; what an item already has, it keeps.
    """
    if not reason.strip():
        raise InputError("an amendment needs a reason. Give one.")
    with study.database.write() as connection:
        connection.execute(audit_log.LOCK_STUDY)
        study.refresh(connection)
        before, after = study.configuration, with_changes(study.configuration, changes)
        differences = _differences(before, after)
        if not differences:
            raise InputError("the amendment changes nothing.")
        _change_openings(connection, before.n_judgments, after.n_judgments)
        # The budget comes last, as wherever both are changed.
        _change_purse(connection, after)
        if "price" in differences:
            last = all_guidelines(connection)[-1]
            add_guideline(connection, last.text, consent=last.consent, now=now, actor=actor)
        record = _record(connection, changes, differences, reason, now, actor)
        study.refresh(connection)
    return record


def amendments_of(study: Study) -> list[Amendment]:
    """Return all amendments of a study, the oldest first."""
    with study.database.read() as connection:
        return all_amendments(connection)


def _differences(before: Configuration, after: Configuration) -> dict[str, list[Any]]:
    """What differs, by name: the old value and the new one."""
    old, new = _amendable(before), _amendable(after)
    return {name: [old[name], new[name]] for name in old if old[name] != new[name]}


def _amendable(configuration: Configuration) -> dict[str, Any]:
    return {
        "price": configuration.pay.price,
        "budget": configuration.pay.budget,
        "n_judgments": configuration.n_judgments,
        "most_each": configuration.most_each,
    }


def _change_purse(connection: Connection, after: Configuration) -> None:
    """Count what is spent and reserved again, with the new price for what is not answered yet."""
    connection.execute(select(purses).with_for_update())
    committed = money_spent(connection, after.pay) + money_reserved(connection, after.pay)
    budget = after.pay.budget
    if budget is not None and committed > budget:
        amount = format_money(committed, after.pay.currency)
        raise InputError(f"{amount} is spent or reserved already. Give a larger budget.")
    connection.execute(update(purses).values(committed=committed))


def _change_openings(connection: Connection, before: int, after: int) -> None:
    if before == after:
        return
    n_taken = openings.c.n_answered + openings.c.n_leased
    wanted = case((n_taken > after, n_taken), else_=after)
    # Items that were closed early want fewer, and stay closed.
    change = update(openings).where(openings.c.pool == DATA, openings.c.wanted >= before)
    connection.execute(change.values(wanted=wanted, is_open=n_taken < after))


def _record(
    connection: Connection,
    changes: Changes,
    differences: dict[str, list[Any]],
    reason: str,
    now: int,
    actor: str,
) -> Amendment:
    body = canonical_json(changes).decode()
    row = {"at": now, "actor": actor, "reason": reason, "changes": body}
    made = insert(amendments).returning(amendments.c.id)
    number = int(connection.execute(made, row).scalar_one())
    count = select(func.count()).select_from(amendments).scalar_subquery()
    connection.execute(update(studies).values(n_amendments=count))
    detail = {
        "row": number,
        "digest": audit_log.row_digest(row),
        "changes": differences,
        "reason": reason,
    }
    audit_log.append(connection, at=now, actor=actor, action="amend", detail=detail)
    return Amendment(number, now, actor, reason, msgspec.json.decode(body))


_NAMES = {
    "price": "price",
    "budget": "budget",
    "n_judgments": "judgments per item",
    "most_each": "answers per rater",
}


@dataclass(frozen=True, slots=True)
class Deviation:
    """What was done otherwise, when and by whom; time and name are empty where unknown."""

    at: int | None
    actor: str
    what: str


def deviations(study: Study) -> list[Deviation]:
    """Return what was done otherwise than the locked design says; nothing for an unlocked one."""
    design = locked_design(study)
    if design is None:
        return []
    with study.database.read() as connection:
        currency = study.configuration.pay.currency
        return [*_logged(connection, currency), *_found(connection, design)]


def _logged(connection: Connection, currency: str) -> Iterator[Deviation]:
    query = select(log).where(log.c.chain == STUDY_CHAIN).order_by(log.c.number)
    is_locked, text = False, ""
    for entry in connection.execute(query):
        detail = msgspec.json.decode(entry.detail)
        # Raters agree again to the same text after a new price.
        is_same_text = entry.action == "guideline" and detail["digest"] == text
        text = detail["digest"] if entry.action == "guideline" else text
        if is_locked:
            what = _what(entry.action, detail, entry.actor, currency)
            if what and not is_same_text:
                yield Deviation(entry.at or None, entry.actor, what)
        is_locked = is_locked or entry.action == LOCK_ACTION


def _what(action: str, detail: dict[str, Any], actor: str, currency: str) -> str:
    """What an entry of the log says was done otherwise; nothing where it was to be expected."""
    if action == "state":
        return _change_by_hand(detail) if actor != SYSTEM else ""
    reason = detail.get("reason", "")
    if action == "amend":
        changed = ", ".join(
            f"{_NAMES[name]} from {_shown(name, old, currency)} to {_shown(name, new, currency)}"
            for name, (old, new) in detail["changes"].items()
        )
        return f"amendment: {changed} ({reason})"
    if action == CLOSED_ACTION:
        return f"items that this version does not ask about were closed: {len(detail['sites'])}"
    if action == "erase" and detail.get("answers"):
        return f"a rater's answers were erased ({reason})"
    return {
        "guideline": f"version {detail.get('version')} of the instructions",
        "exclude": f"{detail.get('n')} people were excluded later",
        "gold": "the right answer of a control item was changed after a contest",
        "simulate": f"{detail.get('raters')} simulated raters worked in the study",
        "close": "the study was paused",
        "open": "the study was opened again",
    }.get(action, "")


def _shown(name: str, value: int | None, currency: str) -> str:
    if value is None:
        return "no limit"
    return format_money(value, currency) if name in ("price", "budget") else str(value)


def _change_by_hand(detail: dict[str, Any]) -> str:
    if detail.get("to") not in ("dismissed", "active"):
        return ""
    done = "removed" if detail["to"] == "dismissed" else "reinstated"
    return f"a rater was {done} by hand ({detail.get('reason', '')})"


def _found(connection: Connection, design: LockedDesign) -> Iterator[Deviation]:
    """What the log does not say, but the database shows."""
    if items_digest(connection) != design.body["asked"]["items_sha256"]:
        yield Deviation(None, "", "items or their right answers differ from the locked ones")
    n_imported = connection.execute(
        select(func.count()).where(raters.c.origin == "import")
    ).scalar_one()
    if n_imported:
        yield Deviation(None, "", f"judgments of {n_imported} raters were imported")
    first = select(func.min(judgments.c.at)).where(judgments.c.at > 0)
    earliest = connection.execute(first).scalar()
    if earliest is not None and earliest < design.locked:
        yield Deviation(int(earliest), "", "an answer is older than the lock")
