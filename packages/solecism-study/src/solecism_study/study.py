"""A study: created from a configuration and items, stored in a database, opened again later.

It also holds what an administrator changes while it runs: whether it is open, its documents, and
its guideline with the consent. A judgment records the version of the guideline its rater had read.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from solecism.errors import InputError, StoreError
from solecism.system.processes import batches
from solecism_study import audit_log
from solecism_study.configuration import (
    Configuration,
    canonical_json,
    current_configuration,
    decode_configuration,
)
from solecism_study.item import CONTROL, DATA, PRACTICE, Item
from solecism_study.keyed_hashes import seeded_fraction, seeded_shuffle
from solecism_study.store.database import Database, execute, open_database, remove_files
from solecism_study.store.schema import check_version
from solecism_study.store.tables import documents, guidelines, items, openings, purses, studies
from solecism_study.tasks.task import Settings, Task, check_right_answers, is_known_at
from solecism_study.work.reservations import UNLIMITED

if TYPE_CHECKING:
    from solecism_study.work.gainful_order import GainfulOrder

KEY, FLAGS, ALLOWED = "key", "flags", "allowed ids"
"""The names under which a study stores the key of its sample, the flags of systems, and the ids
that may take part."""

_BATCH = 5000
_CACHED_ITEMS = 4096
_SITES_AT_ONCE = 500
_N_SECRET_BYTES = 32
_CONTENT = select(items.c.content).where(items.c.id == bindparam("which"))


class Study:
    """An open study: its database, its configuration and its task."""

    def __init__(self, database: Database, configuration: Configuration, secret: bytes) -> None:
        self.database, self.secret = database, secret
        self.original = configuration
        """The configuration with which the study was created."""
        self.configuration = configuration
        """The configuration with all amendments that this process knows of."""
        self.n_amendments = 0
        self.task: Task = configuration.asked_task
        self.seed = str(configuration.seed)
        self.gainful_order: GainfulOrder | None = None
        """The order of new items where they are asked by gain, once it was computed."""
        self.leases_checked = 0
        """When this process last looked for expired leases."""
        # Items never change, so they can be cached.
        self._items: OrderedDict[int, Item] = OrderedDict()

    def refresh(self, connection: Connection, n_amendments: int | None = None) -> None:
        """Use all amendments, also those that other processes made; `n_amendments` if known."""
        if n_amendments is None:
            n_amendments = int(connection.execute(select(studies.c.n_amendments)).scalar_one())
        if n_amendments != self.n_amendments:
            self.configuration = current_configuration(connection, self.original)
            self.n_amendments = n_amendments

    def item(self, number: int, connection: Connection | None = None) -> Item:
        """Return the item of this number, without its right answer."""
        cached = self._items.get(number)
        if cached is not None:
            return cached
        if connection is None:
            with self.database.read() as own:
                return self.item(number, own)
        row = execute(connection, _CONTENT, {"which": number}).first()
        item = self._items[number] = msgspec.json.decode(row.content, type=Item)
        if len(self._items) > _CACHED_ITEMS:
            with suppress(KeyError):
                self._items.popitem(last=False)
        return item

    def all_items(self) -> list[Item]:
        """Return all items with their right answers: never for raters."""
        with self.database.read() as connection:
            rows = connection.execute(select(items).order_by(items.c.id)).all()
        return [_item(row) for row in rows]

    def items_at(self, sites: Collection[str]) -> dict[str, Item]:
        """Return the items at these sites with their right answers: never for raters."""
        at: dict[str, Item] = {}
        with self.database.read() as connection:
            for part in batches(sorted(sites), _SITES_AT_ONCE):
                rows = connection.execute(select(items).where(items.c.site.in_(part)))
                at.update((row.site, _item(row)) for row in rows)
        return at

    def document(self, name: str) -> str | None:
        """Return the document stored under this name, which raters never see."""
        with self.database.read() as connection:
            query = select(documents.c.body).where(documents.c.name == name)
            return connection.execute(query).scalar()

    def close(self) -> None:
        """Close the connections to the database."""
        self.database.close()


def create_study(
    location: str,
    configuration: Configuration,
    chosen: Iterable[Item],
    *,
    now: int,
    guideline: str | None = None,
    consent: str = "",
    documents: Mapping[str, str] | None = None,
    actor: str = "administrator",
) -> Study:
    """Create a study at a location (a folder, or the URL of an empty PostgreSQL database)."""
    # The import is slow, and only new studies need it.
    from solecism_study.store.schema import migrate

    # Reading the configuration back checks it in the same way, whatever made it.
    configuration = decode_configuration(canonical_json(configuration))
    task = configuration.asked_task
    whole = _pooled(_checked(chosen, task, configuration.task_settings), configuration)
    store = open_database(location, is_new=True)
    secret = secrets.token_bytes(_N_SECRET_BYTES)
    row = {"id": 1, "secret": secret, "created": now, "digest": configuration.digest}
    row["configuration"] = canonical_json(configuration).decode()
    with _removed_on_failure(store, location):
        migrate(store)
        with store.write() as connection:
            if connection.execute(select(studies.c.id)).first():
                raise InputError(
                    f"{store.name}: there is already a study here. Give another database."
                )
            connection.execute(insert(studies), row)
            connection.execute(insert(purses), {"id": 1, "committed": 0})
            _insert_documents(connection, documents or {})
            counts = _insert_items(connection, whole, configuration, task)
            detail = {"digest": configuration.digest, **counts}
            audit_log.append(connection, at=now, actor=actor, action="create", detail=detail)
            instructions = guideline or task.guideline
            add_guideline(connection, instructions, consent=consent, now=now, actor=actor)
    return Study(store, configuration, secret)


def open_study(location: str) -> Study:
    """Open the study at a location; StoreError or InputError where that is not possible."""
    store = open_database(location)
    with _closed_on_failure(store):
        check_version(store)
        with store.read() as connection:
            row = connection.execute(select(studies)).first()
        if row is None:
            raise StoreError(
                f"{location}: contains no study: its creation was interrupted. Create it again."
            )
        study = Study(store, decode_configuration(row.configuration, source=location), row.secret)
        with store.read() as connection:
            study.refresh(connection, row.n_amendments)
        return study


@contextmanager
def _removed_on_failure(store: Database, location: str) -> Iterator[None]:
    """Remove the files of a study whose creation fails, so that it can be created again."""
    try:
        with _closed_on_failure(store):
            yield
    except BaseException:
        if store.is_sqlite:
            remove_files(location)
        raise


@contextmanager
def _closed_on_failure(store: Database) -> Iterator[None]:
    try:
        yield
    except BaseException:
        store.close()
        raise


def _item(row: Any) -> Item:
    item = msgspec.json.decode(row.content, type=Item)
    gold = msgspec.json.decode(row.gold, type=dict[str, tuple[str, ...]]) if row.gold else {}
    return replace(item, gold=gold)


def _checked(chosen: Iterable[Item], task: Task, settings: Settings) -> list[Item]:
    checked: dict[str, Item] = {}
    for item in chosen:
        check_item(item, task, settings)
        if item.site in checked:
            raise InputError(f"{item.site}: occurs twice among the items. Remove one of them.")
        checked[item.site] = item
    if not any(item.pool == DATA for item in checked.values()):
        raise InputError("there are no items to judge.")
    return list(checked.values())


def check_item(item: Item, task: Task, settings: Settings) -> None:
    """Raise InputError for an item about which a task cannot ask, or whose answer is not known."""
    task.check(item)
    if item.pool != DATA and not item.gold:
        raise InputError(f"{item.site}: a control item needs its right answer.")
    check_right_answers(task, item, settings)


def _pooled(whole: Sequence[Item], configuration: Configuration) -> list[tuple[str, Item]]:
    """The items, each with its pool; batches for all raters are drawn from the data."""
    data = [item for item in whole if item.pool == DATA]
    drawn = iter(
        seeded_shuffle(sorted(data, key=lambda item: item.site), "batch", configuration.seed)
    )
    batch_of: dict[str, str] = {}
    for batch in configuration.batches:
        members = list(islice(drawn, batch.size))
        if len(members) < batch.size:
            raise InputError(
                f"batch {batch.name!r} needs {batch.size} items, but only {len(members)} are left."
            )
        batch_of.update({item.site: batch_pool(batch.name) for item in members})
    return [(batch_of.get(item.site, item.pool), item) for item in whole]


def batch_pool(name: str) -> str:
    """Return the pool of a batch for all raters."""
    return f"batch:{name}"


def _insert_documents(connection: Connection, given: Mapping[str, str]) -> None:
    rows = [{"name": name, "body": body} for name, body in given.items()]
    if rows:
        connection.execute(insert(documents), rows)


def _insert_items(
    connection: Connection,
    whole: Sequence[tuple[str, Item]],
    configuration: Configuration,
    task: Task,
) -> dict[str, int]:
    counts: dict[str, int] = {}
    for part in batches(enumerate(whole, 1), _BATCH):
        connection.execute(insert(items), [_item_row(*one) for one in part])
        connection.execute(
            insert(openings),
            [
                row
                for number, (pool, item) in part
                for row in _opening_rows(number, pool, item, configuration, task)
            ],
        )
        for _, (pool, _) in part:
            counts[pool] = counts.get(pool, 0) + 1
    return counts


def _item_row(number: int, pooled: tuple[str, Item]) -> dict[str, object]:
    pool, item = pooled
    # The right answer is stored apart from what is shown, so that no page can show it by mistake.
    content = replace(item, gold={})
    return {
        "id": number,
        "site": item.site,
        "pool": pool,
        "content": msgspec.json.encode(content).decode(),
        "gold": canonical_json(item.gold).decode() if item.gold else None,
    }


def _opening_rows(
    number: int, pool: str, item: Item, configuration: Configuration, task: Task
) -> Iterator[dict[str, object]]:
    place = seeded_fraction(configuration.seed, "item", item.site)
    rule = configuration.stopping
    is_fixed = (
        rule is None or seeded_fraction(configuration.seed, "fixed", item.site) < rule.fixed_share
    )
    for stage, name in enumerate(task.stages):
        if pool in (CONTROL, PRACTICE) and not is_known_at(item.gold, name):
            continue
        yield {
            "item": number,
            "stage": stage,
            "pool": pool,
            "shuffle": place,
            "wanted": configuration.n_judgments if pool == DATA else UNLIMITED,
            "is_fixed": is_fixed,
        }


@dataclass(frozen=True, slots=True)
class Guideline:
    """The instructions for raters, and what they agree to before they begin."""

    version: int
    text: str
    consent: str
    digest: str
    created: int


def add_guideline(
    connection: Connection, text: str, *, consent: str = "", now: int, actor: str
) -> int:
    """Make this the current guideline; return its version."""
    if "\x00" in text + consent:
        raise InputError("the guideline contains a NUL character. Remove it.")
    version = (connection.execute(select(func.max(guidelines.c.version))).scalar() or 0) + 1
    digest = hashlib.sha256(f"{text}\x1f{consent}".encode(errors="surrogatepass")).hexdigest()
    row = {"version": version, "text": text, "consent": consent, "digest": digest, "created": now}
    connection.execute(insert(guidelines), row)
    detail = {"version": version, "digest": digest}
    audit_log.append(connection, at=now, actor=actor, action="guideline", detail=detail)
    return version


def all_guidelines(connection: Connection) -> list[Guideline]:
    """Return all versions, the oldest first."""
    rows = connection.execute(select(guidelines).order_by(guidelines.c.version))
    return [Guideline(**row._mapping) for row in rows]


def current_guideline_version(connection: Connection) -> int:
    """Return the number of the current version."""
    return connection.execute(select(func.max(guidelines.c.version))).scalar() or 0


def set_open(study: Study, *, is_open: bool, now: int, actor: str) -> None:
    """Open or close the study: a closed one assigns no questions, but still accepts answers."""
    with study.database.write() as connection:
        connection.execute(update(studies).values(is_open=is_open))
        action = "open" if is_open else "close"
        audit_log.append(connection, at=now, actor=actor, action=action, detail={})


def set_document(study: Study, name: str, body: str, *, now: int, actor: str) -> None:
    """Replace a document of the study, such as the list of ids that may take part."""
    with study.database.write() as connection:
        connection.execute(delete(documents).where(documents.c.name == name))
        connection.execute(insert(documents), {"name": name, "body": body})
        detail = {"name": name, "lines": len(body.splitlines())}
        audit_log.append(connection, at=now, actor=actor, action="document", detail=detail)


def change_guideline(study: Study, text: str, *, consent: str = "", now: int, actor: str) -> int:
    """Make this the current guideline; return its version."""
    with study.database.write() as connection:
        return add_guideline(connection, text, consent=consent, now=now, actor=actor)


def guidelines_of(study: Study) -> list[Guideline]:
    """All versions of the instructions, the oldest first."""
    with study.database.read() as connection:
        return all_guidelines(connection)


def current_guideline(study: Study) -> Guideline:
    """The version of the instructions that raters are asked to agree to now."""
    return guidelines_of(study)[-1]
