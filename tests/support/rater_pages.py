"""Studies of every task to be worked in by pages, and a server that shows them to a browser."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from databases import tables_made_again
from solecism.locate.sites import CONSTRUCTIONS
from solecism.web import bind
from solecism_study.configuration import Configuration
from solecism_study.item import DATA, Item, Pool
from solecism_study.people.invitations import invite
from solecism_study.study import Study, create_study

FAR = 10**14
NOW = 1_700_000_000_000
TASKS = (
    "cloze",
    "choice",
    "usage",
    "extraneous",
    "correctness",
    "acceptability",
    "article-number",
    "ranking",
    "edit",
)
PHRASES = ("tall tree", "a tall tree", "the tall tree", "tall trees", "the tall trees")
OFFERS = {
    "choice": {"writer": "of", "system": "on"},
    "edit": {"correction": "on", "type": "R:PREP"},
    "ranking": {
        "canarysystem1": "Plan depends on the weather of the week.",
        "canarysystem2": "The plan depends on the weather of the week.",
        "canarysystem3": "Plan depends on the weather of the week.",
        "canarysystem4": "Plan depends at the weather of the week.",
    },
}
BEFORE = (
    "We moved house in spring.",
    "Everything was still new to us.",
    "The garden was larger than I had hoped.",
    "Somebody had cut the grass.",
    "My brother went out first.",
)


def item_for(
    task: str, number: int, *, pool: Pool = DATA, gold: Mapping[str, tuple[str, ...]] | None = None
) -> Item:
    """An item that this task can use, each with words of its own."""
    context: tuple[str, ...]
    if task == "article-number":
        offers = dict(zip(CONSTRUCTIONS, PHRASES, strict=True))
        before, target, after = f"On day {number} he stood by ", "tall tree", " and waved."
        context = BEFORE
    else:
        offers = dict(OFFERS.get(task, {}))
        before, target, after = f"Plan {number} depends ", "of", " the weather of the week."
        context = ("We may go to the lake.",) if task == "usage" else ()
    if task == "ranking":
        before, target, after = f"{before}{target}{after}", "", ""
    return Item(
        f"essay{number}.1:2-3:preposition",
        before,
        target,
        after,
        context=context,
        offers=offers,
        pool=pool,
        gold=gold or {},
        why="With “depend” goes “on”." if gold else "",
    )


def study_for(folder: Path | str, task: str, *, n_items: int = 3, **settings: Any) -> Study:
    """A study of this task in a new folder."""
    items = settings.pop("items", None) or [item_for(task, number) for number in range(n_items)]
    plain: dict[str, Any] = {"name": "Trial", "task": task, "seed": 7, "access": "open"}
    given = [name for name in ("guideline", "consent", "documents") if name in settings]
    texts = {name: settings.pop(name) for name in given}
    configuration = Configuration(**{**plain, **settings})
    with tables_made_again():
        return create_study(str(folder), configuration, items, now=NOW, **texts)


def link_for(study: Study, name: str = "ann", *, expires: int = FAR) -> str:
    """The path of an invitation."""
    return f"/enter/{invite(study, name, expires=expires)}"


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address of a real server that shows an application, for as long as it is needed."""
    at: socket.socket = bind("127.0.0.1", 0)
    config = uvicorn.Config(
        app, log_level="error", access_log=False, lifespan="on", timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{at.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
