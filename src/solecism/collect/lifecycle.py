"""Changes to a running study by an administrator: opening and closing it, and its guideline."""

from __future__ import annotations

from sqlalchemy import delete, insert, update

from solecism.collect.guidelines import add_guideline
from solecism.collect.log import audit
from solecism.collect.store.tables import documents, studies
from solecism.collect.study import Study


def set_open(study: Study, *, is_open: bool, now: int, actor: str) -> None:
    """Open or close the study: a closed one assigns no questions, but still accepts answers."""
    with study.database.write() as connection:
        connection.execute(update(studies).values(is_open=is_open))
        action = "open" if is_open else "close"
        audit.append(connection, at=now, actor=actor, action=action, detail={})


def set_document(study: Study, name: str, body: str, *, now: int, actor: str) -> None:
    """Replace a document of the study, such as the list of ids that may take part."""
    with study.database.write() as connection:
        connection.execute(delete(documents).where(documents.c.name == name))
        connection.execute(insert(documents), {"name": name, "body": body})
        detail = {"name": name, "lines": len(body.splitlines())}
        audit.append(connection, at=now, actor=actor, action="document", detail=detail)


def change_guideline(study: Study, text: str, *, consent: str = "", now: int, actor: str) -> int:
    """Make this the current guideline; return its version."""
    with study.database.write() as connection:
        return add_guideline(connection, text, consent=consent, now=now, actor=actor)
