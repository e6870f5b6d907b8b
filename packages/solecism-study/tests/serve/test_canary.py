"""Nothing that raters must not know is in any response to them.

Every secret of a study is made of a word of its own; then a rater reads all that they can reach,
by pages, by the module's requests and by a token, answers everything, and none of the words may
have come by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from rater_client import RaterClient, new_key
from rater_pages import NOW, TASKS, item_for, link_for
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.configuration import Control, Qualification, canonical_json
from solecism_study.item import CONTROL, PRACTICE, Item
from solecism_study.people.administrators import make_token
from solecism_study.people.raters import all_raters, join
from solecism_study.serve.api.rating import OPERATIONS
from solecism_study.store.tables import items
from solecism_study.study import Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
SECRETS = ("canarysite", "canarywhy", "canarystratum", "canarysystem", "canaryrater", "canarygold")


VALID = {"cloze": "on", "choice": "system", "article-number": "yes", "ranking": "tie"}


def right_answers(task: str, answer: str = "canarygold") -> dict[str, tuple[str, ...]]:
    if task == "article-number":
        return {f"no-context|{name}": (answer,) for name in CONSTRUCTIONS}
    return {"1-2" if task == "ranking" else "": (answer,)}


def hide_answers(study: Study) -> None:
    """Put the secret word in place of the right answers, which a study would refuse."""
    stored = canonical_json(right_answers(study.task.name)).decode()
    with study.database.write() as connection:
        change = update(items).where(items.c.gold.is_not(None)).values(gold=stored)
        assert connection.execute(change).rowcount == 2


def secret_items(task: str) -> Iterator[Item]:
    for number in range(3):
        item = item_for(task, number)
        yield replace(item, site=f"canarysite{number}.1:2-3:preposition")
    for number in range(3, 5):
        gold = right_answers(task, VALID.get(task, "error"))
        item = item_for(task, number, pool=CONTROL, gold=gold)
        yield replace(item, site=f"canarysite{number}.1:2-3:preposition", why="canarywhy")


def read_all(client: RaterClient, seen: dict[str, str], start: str = "/") -> None:
    """Follow every link from every page, as far as it stays with the study."""
    waiting, done = [start, "/work", "/answers", "/guidelines", "/work/questions"], set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        keep(seen, client.http.get(path))
        links = re.findall(r'(?:href|src)="(/[^"]*)"', seen[f"GET {path}"])
        waiting += [link for link in links if not link.startswith(("/static", "/admin"))]


def keep(seen: dict[str, str], response: httpx2.Response) -> httpx2.Response:
    for one in (*response.history, response):
        path = one.url.raw_path.decode()
        where = f"{one.request.method} {path}"
        seen[where] = seen.get(where, "") + one.text + str(one.headers)
    return response


def any_values(html: str) -> dict[str, list[str]]:
    """The first option of every field of a question."""
    values: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(?:field|pick):([^"]+)" value="([^"]+)"', html):
        values.setdefault(name, [value])
    return values


def answer_all(client: RaterClient, seen: dict[str, str]) -> int:
    n = 0
    while questions := keep(seen, client.http.get("/work/questions")).json()["questions"]:
        question = questions[0]
        values = any_values(question["html"])
        body = {"token": question["token"], "request": new_key(), "values": values}
        assert keep(seen, client.send("/work/answers", body)).status_code == 200
        n += 1
        read_all(client, seen)
    return n


@pytest.mark.parametrize("task", TASKS)
def test_no_secret_reaches_a_rater(task: str, opened: Opened) -> None:
    documents = {"strata.json": "canarystratum", "flags.jsonl": "canarysystem"}
    study, rater = opened(
        task,
        items=list(secret_items(task)),
        documents=documents,
        access="invited",
        control=Control(share=0.5, least=1000),
    )
    hide_answers(study)
    other = join(study, origin="invitation", external="canaryrater", now=NOW)
    ann, seen = rater(), dict[str, str]()
    keep(seen, ann.http.get(link_for(study)))
    keep(seen, ann.come_in(link_for(study)))
    read_all(ann, seen)
    assert answer_all(ann, seen) == 5
    found = {where for where, text in seen.items() for secret in SECRETS if secret in text}
    assert not found
    pseudonyms = [one.pseudonym for one in all_raters(study)]
    assert other.pseudonym in pseudonyms
    for name in pseudonyms:
        assert not [where for where, text in seen.items() if name in text]
    assert not [where for where, text in seen.items() if '"gold"' in text or '"pool"' in text]
    assert {"GET /work", "POST /work/answers", "GET /answers", "GET /guidelines"} <= set(seen)


def test_the_module_and_pages_do_not_tell_whose_word_is_whose(opened: Opened) -> None:
    _, rater = opened("choice", items=list(secret_items("choice")))
    ann, seen = rater(), dict[str, str]()
    keep(seen, ann.come_in())
    read_all(ann, seen)
    answer_all(ann, seen)
    texts = "".join(text for where, text in seen.items() if "/work" in where or "/ans" in where)
    assert "word:of" in texts
    assert "writer" not in texts
    assert "system" not in texts


def test_control_items_look_like_all_others(opened: Opened) -> None:
    data = [replace(item_for("extraneous", 1), site=f"a.{n}:2-3:preposition") for n in range(4)]
    control = [
        replace(item, site=f"b{item.site}", pool=CONTROL, gold={"": ("ok",)}) for item in data
    ]
    _, rater = opened(items=[*data, *control], control=Control(share=0.5))
    ann = rater()
    ann.come_in()
    shown = []
    while questions := ann.http.get("/work/questions").json()["questions"]:
        shown.append(questions[0]["html"])
        ann.answer()
    assert len(shown) > len(data)
    assert len({re.sub(r'value="[\w-]{16,}"|data-token="[\w-]+"', "", html) for html in shown}) == 1


def test_a_raters_token_sees_no_more_than_their_pages(opened: Opened) -> None:
    chosen = list(secret_items("extraneous"))
    study, rater = opened(items=chosen, documents={"strata.json": "canarystratum"})
    hide_answers(study)
    ann = rater()
    ann.come_in()
    join(study, origin="invitation", external="canaryrater", now=NOW)
    token = make_token(study, "rates", ["rate"], now=NOW, rater=1)
    headers = {"authorization": f"Bearer {token}"}
    seen = dict[str, str]()
    while True:
        for one in OPERATIONS:
            if one.method == "GET":
                keep(seen, ann.http.get(f"/api/v1{one.path}", headers=headers))
        held = ann.http.get("/api/v1/rating/turn", headers=headers)
        leases: list[dict[str, Any]] = held.json().get("leases", [])
        if not leases:
            break
        body = {"token": leases[0]["token"], "request": new_key(), "values": {"answer": ["ok"]}}
        keep(seen, ann.http.post("/api/v1/rating/answers", json=body, headers=headers))
    assert "POST /api/v1/rating/answers" in seen
    pseudonyms = [one.pseudonym for one in all_raters(study)]
    for secret in (*SECRETS, *pseudonyms):
        assert not [where for where, text in seen.items() if secret in text], secret


def test_only_practice_tells_what_is_right(opened: Opened) -> None:
    gold = right_answers("cloze")
    chosen = [item_for("cloze", 0), item_for("cloze", 1, pool=PRACTICE, gold=gold)]
    _, rater = opened("cloze", items=chosen, qualification=Qualification(bar=0.0))
    ann, seen = rater(), dict[str, str]()
    keep(seen, ann.come_in())
    read_all(ann, seen)
    assert not [where for where, text in seen.items() if "canarygold" in text]
    assert "Expected: <strong>canarygold" in ann.answer({"answer": ["in"]}).text
