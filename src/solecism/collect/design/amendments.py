"""Amendments: changes of a running study's price, budget and numbers, always on the record."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, insert, select, update

from solecism.collect.configuration import Configuration, encode
from solecism.collect.design.amended import Amendment, Changes, all_amendments, amended
from solecism.collect.guidelines import add_guideline, all_guidelines
from solecism.collect.item import DATA
from solecism.collect.log import audit
from solecism.collect.money.amounts import format_money
from solecism.collect.money.budget import reserved, spent
from solecism.collect.store.database import retry_on_deadlock
from solecism.collect.store.people_tables import amendments
from solecism.collect.store.tables import openings, purses, studies
from solecism.collect.study import Study
from solecism.errors import InputError


@retry_on_deadlock
def amend(study: Study, changes: Changes, *, reason: str, now: int, actor: str) -> Amendment:
    """Change the design of a study and record it; InputError where nothing would change.

    Answers from now on earn a new price, and raters are asked to agree to it. A new number of
    judgments holds for all items that were not closed early; what an item already has, it keeps.
    """
    if not reason.strip():
        raise InputError("an amendment needs a reason. Give one.")
    with study.database.write() as connection:
        connection.execute(audit.LOCK_STUDY)
        study.refresh(connection)
        before, after = study.configuration, amended(study.configuration, changes)
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
    committed = spent(connection, after.pay) + reserved(connection, after.pay)
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
    body = encode(changes).decode()
    row = {"at": now, "actor": actor, "reason": reason, "changes": body}
    made = insert(amendments).returning(amendments.c.id)
    number = int(connection.execute(made, row).scalar_one())
    count = select(func.count()).select_from(amendments).scalar_subquery()
    connection.execute(update(studies).values(n_amendments=count))
    detail = {
        "row": number,
        "digest": audit.row_digest(row),
        "changes": differences,
        "reason": reason,
    }
    audit.append(connection, at=now, actor=actor, action="amend", detail=detail)
    return Amendment(number, now, actor, reason, msgspec.json.decode(body))
