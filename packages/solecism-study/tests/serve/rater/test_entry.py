"""Who comes in: ids that are believed, one browser per rater, sessions that end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from platform_server import SigningPlatform
from rater_client import RaterClient, forms
from rater_pages import NOW, link_for, study_for
from solecism_study.configuration import Pay, Platform
from solecism_study.people.invitations import invite
from solecism_study.people.raters import all_raters
from solecism_study.serve.app import make_app
from solecism_study.serve.service import PlatformKeys
from solecism_study.study import ALLOWED, Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
PANEL = Platform(name="panel", id_parameter="pid", code="C0DE")
PROLIFIC = Platform(name="prolific", id_parameter="PROLIFIC_PID", is_signed=True)
ANN = "5f00aa5f00aa5f00aa5f00aa"
MADE_UP = "0" * 24


def test_somebody_elses_id_opens_nothing(opened: Opened) -> None:
    _, rater = opened(n_items=3, access="platform", platform=PANEL)
    ann, eve = rater(), rater()
    ann.come_in("/enter?pid=ann")
    ann.answer({"answer": ["error"]})
    page = eve.come_in("/enter?pid=ann")
    assert page.status_code == 403
    assert "You have begun in another browser" in page.text
    for path in ("/work", "/answers", "/device", "/work/questions"):
        assert eve.http.get(path).status_code == 401
    assert ann.http.get("/work").status_code == 200


def test_the_code_of_the_first_browser_lets_another_continue(opened: Opened) -> None:
    _, rater = opened(n_items=3, access="platform", platform=PANEL)
    ann, phone = rater(), rater()
    ann.come_in("/enter?pid=ann")
    code = code_in(ann)
    form = forms(phone.come_in("/enter?pid=ann"))[0]
    sent = {"csrf": form.value("csrf"), "agreed": "yes"}
    wrong = phone.http.post(form.action, data={**sent, "code": "AAAAA-AAAAA"})
    assert "This is not the code" in wrong.text
    right = phone.http.post(form.action, data={**sent, "code": code})
    assert "Is the marked word extraneous" in right.text
    # One browser at a time: the first one is signed out, and its code is used up.
    assert ann.http.get("/work").status_code == 401
    assert code_in(phone) != code


def test_codes_cannot_be_tried_one_after_the_other(opened: Opened) -> None:
    _, rater = opened(access="platform", platform=PANEL)
    ann, eve = rater(), rater()
    ann.come_in("/enter?pid=ann")
    form = forms(eve.come_in("/enter?pid=ann"))[0]
    sent = {"csrf": form.value("csrf"), "agreed": "yes"}
    pages = [
        eve.http.post(form.action, data={**sent, "code": f"AAAAA-AAA{n:02}"}).text for n in range(7)
    ]
    assert "This is not the code" in pages[4]
    assert "Too many codes were tried" in pages[6]
    eve.http.post(form.action, data={**sent, "code": code_in(ann)})
    assert eve.http.get("/work").status_code == 401


def test_who_comes_back_in_the_same_browser_needs_no_code(opened: Opened) -> None:
    study, rater = opened(access="invited")
    ann = rater()
    ann.come_in(link_for(study))
    csrf = ann.csrf
    ann.http.post("/leave", data={"csrf": csrf})
    assert ann.http.get("/work").status_code == 401
    assert "Is the marked word extraneous" in ann.come_in(link_for(study)).text


def test_a_shared_computer_forgets_who_logs_out(opened: Opened) -> None:
    study, rater = opened(access="invited")
    ann = rater()
    ann.come_in(link_for(study))
    ann.http.post("/leave", data={"csrf": ann.csrf, "shared": "yes"})
    assert "You have begun in another browser" in ann.come_in(link_for(study)).text


@pytest.mark.parametrize("access", ["invited", "open"])
def test_a_copied_cookie_is_of_no_use_after_logging_out(opened: Opened, access: str) -> None:
    study, rater = opened(access=access)
    ann, eve = rater(), rater()
    ann.come_in(link_for(study) if access == "invited" else "/join")
    for cookie in ann.http.cookies.jar:
        eve.http.cookies.set(cookie.name, cookie.value or "")
    assert eve.http.get("/work").status_code == 200
    csrf = ann.csrf
    ann.http.post("/leave", data={"csrf": csrf, "shared": "yes"})
    assert eve.http.get("/work").status_code == 401
    headers = {"x-csrf-token": csrf, "accept": "application/json"}
    answer = {"token": "a", "request": "a-request-key", "values": {}}
    assert eve.http.post("/work/answers", json=answer, headers=headers).status_code == 401
    undo = {"request": "a-request-key"}
    assert eve.http.post("/work/take-back", json=undo, headers=headers).status_code == 401


def test_ids_must_be_like_those_of_the_platform(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", id_pattern="[a-f0-9]{6}")
    study, rater = opened(access="platform", platform=platform)
    made_up = [f"made-up-{number}" for number in range(70)]
    codes = {rater().http.get(f"/enter?pid={one}").status_code for one in made_up}
    assert codes == {403}
    assert all_raters(study) == []
    assert rater().come_in("/enter?pid=00ffaa").status_code == 200


def test_only_ids_on_the_list_come_in(opened: Opened) -> None:
    study, rater = opened(access="platform", platform=PANEL, documents={ALLOWED: "ann\n bea \n"})
    assert rater().http.get("/enter?pid=eve").status_code == 403
    assert rater().come_in("/enter?pid=bea").status_code == 200
    assert [one.external for one in all_raters(study)] == ["bea"]


def test_a_signed_study_believes_our_own_links_and_no_plain_ids(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", is_signed=True)
    study, rater = opened(access="platform", platform=platform)
    assert rater().http.get("/enter?pid=ann").status_code == 403
    link = invite(study, "ann", expires=NOW + 1000, origin="panel")
    assert rater().come_in(f"/enter/{link}").status_code == 200
    assert [(one.origin, one.external) for one in all_raters(study)] == [("panel", "ann")]
    assert rater().http.get(f"/enter/{link[:-2]}xx").status_code == 403


@pytest.fixture
def prolific(scratch: Path, watch: Any) -> Iterator[tuple[SigningPlatform, Study, Any]]:
    """Prolific with a key, and a study that believes it only."""
    platform = SigningPlatform()
    (scratch / "keys.json").write_text(platform.key_set)
    study = study_for(scratch / "study", "extraneous", access="platform", platform=PROLIFIC)
    keys = PlatformKeys(str(scratch / "keys.json"))
    app = make_app(study, clock=watch, address="https://study.test", keys=keys)
    clients = []

    def rater() -> RaterClient:
        client = RaterClient(app)
        client.http = TestClient(app, base_url="https://study.test", follow_redirects=True)
        clients.append(client)
        return client

    yield platform, study, rater
    study.close()


def link_of(platform: SigningPlatform, who: str = ANN, **changes: object) -> str:
    """The path that Prolific sends somebody to."""
    claims = {
        "exp": NOW / 1000 + 60,
        "aud": "https://study.test",
        "prolific": {"PROLIFIC_PID": who},
        **changes,
    }
    return f"/enter?PROLIFIC_PID={who}&prolific_token={platform.token(claims)}"


def test_prolifics_token_says_who_comes(
    prolific: tuple[SigningPlatform, Study, Any], watch: Any
) -> None:
    platform, study, rater = prolific
    ann = rater()
    form = forms(ann.http.get(link_of(platform)))[0]
    # The token may expire while somebody reads the instructions.
    watch.now += 3_600_000
    page = ann.http.post(form.action, data={"csrf": form.value("csrf"), "agreed": "yes"})
    assert "Is the marked word extraneous" in page.text
    assert [(one.origin, one.external) for one in all_raters(study)] == [("prolific", ANN)]


def test_without_prolifics_token_nobody_comes_in(
    prolific: tuple[SigningPlatform, Study, Any],
) -> None:
    platform, study, rater = prolific
    genuine = link_of(platform)
    for path in (
        f"/enter?PROLIFIC_PID={ANN}",
        genuine.replace(ANN, MADE_UP, 1),
        link_of(SigningPlatform("key-2")),
        link_of(platform, exp=NOW / 1000 - 1),
        link_of(platform, aud="https://other.test"),
    ):
        assert rater().http.get(path).status_code == 403
    assert all_raters(study) == []


def test_who_prolific_confirms_may_change_browsers(
    prolific: tuple[SigningPlatform, Study, Any],
) -> None:
    platform, _, rater = prolific
    first, second = rater(), rater()
    first.come_in(link_of(platform))
    assert "Is the marked word extraneous" in second.come_in(link_of(platform)).text
    assert first.http.get("/work").status_code == 401


def test_the_platforms_keys_are_read_again_when_a_new_one_is_named(scratch: Path) -> None:
    path = scratch / "keys.json"
    path.write_text(SigningPlatform().key_set)
    keys = PlatformKeys(str(path))
    assert keys.named("key-1") is not None
    path.write_text(SigningPlatform("key-2").key_set)
    # Not at once: unknown names would make the server ask the platform all the time.
    assert keys.named("key-2") is None
    keys._tried_at -= 61
    assert keys.named("key-2") is not None


def test_keys_that_cannot_be_read_let_nobody_in(scratch: Path) -> None:
    (scratch / "keys.json").write_text(json.dumps([1]))
    assert PlatformKeys(str(scratch / "keys.json")).named("key-1") is None
    assert PlatformKeys(str(scratch / "nothing.json")).named("key-1") is None


def test_a_hundred_people_behind_one_address_begin_at_once(opened: Opened) -> None:
    study, rater = opened(access="invited", n_items=2)
    statuses = [rater().come_in(link_for(study, f"rater {n}")).status_code for n in range(100)]
    assert set(statuses) == {200}


def test_the_price_is_told_with_all_its_digits(opened: Opened) -> None:
    _, rater = opened(pay=Pay(price=17_600), n_items=3)
    ann = rater()
    assert "Each answer earns 0.0176 USD." in ann.http.get("/join").text
    ann.come_in()
    ann.answer()
    assert ">0.0176 USD<" in ann.http.get("/work").text


def test_raters_read_the_title_of_the_study(opened: Opened) -> None:
    _, rater = opened(title="Sentences by learners")
    page = rater().http.get("/").text
    assert "Sentences by learners" in page
    assert "Trial" not in page


def code_in(client: RaterClient) -> str:
    """The code that a browser shows."""
    return client.http.get("/device").text.partition('class="code">')[2].partition("<")[0]
