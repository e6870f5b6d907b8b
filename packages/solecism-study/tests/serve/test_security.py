"""What somebody with bad intentions tries, and what they get."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from browsing import answers_in
from rater_client import RaterClient, forms, new_key
from rater_pages import NOW, item_for, link_for, study_for
from solecism.web import Rate
from solecism_study.item import Item
from solecism_study.people.invitations import invite
from solecism_study.serve.app import make_app
from solecism_study.serve.http.middleware import RateLimiter, RateLimits
from solecism_study.study import Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{ 7*7 }}"


def answer_body(client: RaterClient, value: str = "ok") -> dict[str, Any]:
    token = client.question().value("token")
    return {"token": token, "request": new_key(), "values": {"answer": [value]}}


def test_markup_in_an_item_is_shown_as_text(opened: Opened) -> None:
    item = Item("e.1:0-1:preposition", MARKUP, MARKUP, MARKUP, context=(MARKUP,))
    _, rater = opened("usage", items=[item], name=MARKUP[:150], guideline=MARKUP, consent=MARKUP)
    ann = rater()
    pages = [ann.http.get("/"), ann.http.get("/join"), ann.come_in()]
    values = {"answer": ["incorrect"], "confidence": ["low"], "alternatives": [MARKUP[:200]]}
    pages += [ann.answer(values), ann.http.get("/guidelines")]
    ann.answer({"answer": ["correct"], "confidence": ["low"]})
    pages.append(ann.http.get("/answers"))
    for page in pages:
        assert "&lt;script&gt;" in page.text
        assert "<script>" not in page.text
        assert "<img" not in page.text
        assert "{{ 7*7 }}" in page.text


@pytest.mark.parametrize("csrf", [None, "", "x", "other"])
def test_a_change_needs_the_token_of_its_session(csrf: str | None, opened: Opened) -> None:
    study, rater = opened()
    ann, eve = rater(), rater()
    ann.come_in()
    eve.come_in()
    token = {"csrf": eve.csrf if csrf == "other" else csrf} if csrf is not None else {}
    form = ann.question()
    sent = {"token": form.value("token"), "request": new_key(), "field:answer": "ok", **token}
    for path in ("/work", "/work/undo", "/leave", "/agree", "/answers/contest"):
        assert ann.http.post(path, data=sent).status_code == 403, path
    headers = {"x-csrf-token": token.get("csrf") or ""}
    for path in ("/work/answers", "/work/take-back", "/work/alive"):
        response = ann.http.post(path, json=answer_body(ann), headers=headers)
        assert response.status_code == 403, path
    assert answers_in(study) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.test"},
        {"origin": "null"},
        {"origin": "http://study.test.elsewhere.test"},
        {"origin": "http://["},
        {"origin": "://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_change_from_another_site_is_refused(headers: dict[str, str], opened: Opened) -> None:
    study, rater = opened()
    ann = rater()
    ann.come_in()
    assert ann.send("/work/answers", answer_body(ann), **headers).status_code == 403
    assert answers_in(study) == []
    own = {"origin": "http://study.test", "sec-fetch-site": "same-origin"}
    assert ann.send("/work/answers", answer_body(ann), **own).status_code == 200


def test_the_address_behind_a_proxy_is_our_own(opened: Opened) -> None:
    _, rater = opened(address="https://study.example")
    ann = rater()
    page = ann.http.get("/join")
    assert "__Host-solecism_rater" in page.headers["set-cookie"]
    assert "Secure" in page.headers["set-cookie"]
    assert "strict-transport-security" in page.headers
    origin = {"origin": "https://study.example"}
    form = forms(page)[0]
    sent = {"csrf": form.value("csrf"), "agreed": "yes"}
    # The cookie of an HTTPS page is not sent back over HTTP, so that nobody is let in.
    assert ann.http.post("/join", data=sent, headers=origin).status_code == 422
    assert ann.http.post("/join", data=sent, headers={"origin": "http://x"}).status_code == 403


def test_questions_of_others_are_not_there(opened: Opened) -> None:
    study, rater = opened(n_items=4)
    ann, eve = rater(), rater()
    ann.come_in()
    eve.come_in()
    body = answer_body(ann)
    assert eve.send("/work/answers", body).status_code == 404
    form = {"csrf": eve.csrf, "token": body["token"], "request": new_key(), "field:answer": "ok"}
    assert eve.http.post("/work", data=form).status_code == 404
    assert ann.send("/work/answers", body).status_code == 200
    contest = {"csrf": eve.csrf, "token": body["token"], "reason": "mine now"}
    assert eve.http.post("/answers/contest", data=contest).status_code == 404
    undo = {"csrf": eve.csrf, "request": new_key()}
    assert eve.http.post("/work/undo", data=undo).status_code == 409
    assert answers_in(study) == [{"answer": ["ok"]}]


def test_a_repeated_key_of_another_rater_is_no_repetition(opened: Opened) -> None:
    study, rater = opened()
    ann, eve = rater(), rater()
    ann.come_in()
    eve.come_in()
    first, second = answer_body(ann), answer_body(eve, "error")
    second["request"] = first["request"]
    assert ann.send("/work/answers", first).status_code == 200
    assert eve.send("/work/answers", second).status_code == 200
    assert answers_in(study) == [{"answer": ["ok"]}, {"answer": ["error"]}]


def test_a_session_that_was_planted_never_becomes_the_victims(opened: Opened) -> None:
    _, rater = opened()
    eve, ann = rater(), rater()
    eve.http.get("/join")
    (planted,) = eve.http.cookies.items()
    ann.http.cookies.set(*planted, domain="study.test")
    ann.come_in()
    assert dict(ann.http.cookies)[planted[0]] != planted[1]
    assert ann.http.get("/work").status_code == 200
    assert eve.http.get("/work").status_code == 401


def test_coming_in_twice_gives_another_session(opened: Opened) -> None:
    study, rater = opened(access="invited")
    ann = rater()
    ann.come_in(link_for(study, "ann"))
    before = dict(ann.http.cookies)
    ann.come_in(link_for(study, "bea"))
    assert dict(ann.http.cookies).keys() == before.keys()
    assert dict(ann.http.cookies) != before


def test_cookies_cannot_be_read_by_scripts_or_sent_by_other_sites(opened: Opened) -> None:
    _, rater = opened()
    cookie = rater().http.get("/join").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize("change", ["subject", "signature", "empty", "odd"])
def test_a_forged_session_is_nobodys(change: str, opened: Opened) -> None:
    _, rater = opened()
    ann, eve = rater(), rater()
    ann.come_in()
    cookies = ann.http.cookies.items()
    [(name, text)] = [one for one in cookies if one[0].startswith("solecism_rater")]
    identity, subject, since, signed = text.split(".")
    forged = {
        "subject": f"{identity}.{int(subject) + 1}.{since}.{signed}",
        "signature": f"{identity}.{subject}.{since}.{signed[::-1]}",
        "empty": "...",
        "odd": f"{text}.{text}",
    }
    eve.http.cookies.set(name, forged[change], domain="study.test")
    assert eve.http.get("/work").status_code == 401


def test_an_old_session_ends(opened: Opened, watch: Any) -> None:
    _, rater = opened()
    ann = rater()
    ann.come_in()
    watch.now += 31 * 86_400_000
    page = ann.http.get("/work")
    assert page.status_code == 401
    assert "Open your link again" in page.text


def test_links_that_are_old_forged_or_cut_have_a_clear_page(opened: Opened) -> None:
    study, rater = opened(access="invited")
    ann = rater()
    old = ann.http.get(link_for(study, expires=NOW - 1))
    assert old.status_code == 403
    assert "This invitation has expired. Ask for a new one." in old.text
    whole = invite(study, "ann", expires=NOW + 1)
    for text in (whole[:-3], "x" + whole, "nonsense", "a.b", "%00", "ü"):
        page = ann.http.get(f"/enter/{text}")
        assert page.status_code == 403, text
        assert "This link is incomplete." in page.text
        assert ann.http.post(f"/enter/{text}", data={"agreed": "yes"}).status_code == 403
    assert ann.http.get("/join").status_code == 403
    assert ann.http.get("/enter").status_code == 403


def test_reading_a_link_lets_nobody_in(opened: Opened) -> None:
    study, rater = opened(access="invited")
    ann = rater()
    ann.http.get(link_for(study))
    assert ann.http.get("/work").status_code == 401
    form = forms(ann.http.get(link_for(study)))[0]
    page = ann.http.post(form.action, data={"csrf": form.value("csrf")})
    assert page.status_code == 422
    assert ann.http.get("/work").status_code == 401


def test_too_many_requests_of_one_rater_wait(opened: Opened, watch: Any) -> None:
    _, rater = opened(limits=RateLimits(per_rater=Rate(5, 1)))
    ann, bea = rater(), rater()
    ann.come_in()
    statuses = [ann.http.get("/work").status_code for _ in range(8)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    late = ann.http.get("/work")
    assert late.headers["retry-after"] == "1"
    assert "Too many requests" in late.text
    assert bea.come_in().status_code == 200
    watch.now += 3000
    assert ann.http.get("/work").status_code == 200


def test_too_many_attempts_to_come_in_wait(opened: Opened) -> None:
    _, rater = opened(limits=RateLimits(entry=Rate(3, 0.1)), access="invited")
    eve = rater()
    statuses = [eve.http.post(f"/enter/guess{n}").status_code for n in range(5)]
    assert statuses == [403, 403, 403, 429, 429]


@given(st.lists(st.tuples(st.integers(0, 2000), st.booleans()), max_size=40))
def test_nobody_gets_more_than_their_rate(steps: list[tuple[int, bool]]) -> None:
    limiter, rate = RateLimiter(RateLimits()), Rate(4, 2)
    now = granted = 0
    for wait, is_other in steps:
        now += wait
        limiter.take("other" if is_other else "me", rate, now)
        granted += limiter.take("me", rate, now) == 0
    assert granted <= rate.burst + now / 1000 * rate.per_second + 1


def test_a_large_body_is_not_read(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    ann.come_in()
    response = ann.http.post("/work", content=b"x" * 100_000)
    assert response.status_code == 413
    assert ann.send("/work/answers", {"values": {"a": ["x" * 100_000]}}).status_code == 413


def test_every_response_has_its_headers(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    for path in ("/", "/join", "/nowhere", "/work", "/static/page.css", "/api/v1/openapi.json"):
        headers = ann.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"
        assert "cache-control" in headers
        assert "strict-transport-security" not in headers


def test_pages_use_nothing_from_elsewhere(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    for page in (ann.http.get("/"), ann.http.get("/join"), ann.come_in(), ann.http.get("/answers")):
        assert "http://" not in page.text
        assert "https://" not in page.text
        assert " style=" not in page.text
        assert " onclick=" not in page.text


def test_a_file_outside_is_not_served(opened: Opened) -> None:
    http = opened()[1]().http
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"):
        assert http.get(path).status_code == 404


def test_other_methods_are_refused(opened: Opened) -> None:
    http = opened()[1]().http
    assert http.put("/work").status_code == 405
    assert http.delete("/").status_code == 405


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
BODIES = st.fixed_dictionaries(
    {"token": st.text() | JSON, "request": st.text() | JSON, "values": JSON},
    optional={"active_ms": JSON, "held": JSON},
)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Any:
    study = study_for(
        tmp_path_factory.mktemp("fuzz") / "study", "usage", items=[item_for("usage", 1)]
    )
    client = RaterClient(
        make_app(study, limits=RateLimits(Rate(1e9, 1), Rate(1e9, 1), Rate(1e9, 1)))
    )
    client.come_in()
    yield client, client.csrf, client.question().value("token")
    client.http.close()
    study.close()


@settings(max_examples=40)
@given(body=BODIES | JSON)
def test_any_json_is_refused_with_one_of_our_own_errors(
    body: Any, tried: tuple[RaterClient, str, str]
) -> None:
    client, csrf, _ = tried
    headers = {"x-csrf-token": csrf, "accept": "application/json"}
    for path in ("/work/answers", "/work/take-back"):
        response = client.http.post(path, json=body, headers=headers)
        assert response.status_code in (404, 409, 422), response.text
        assert response.headers["content-type"] == "application/problem+json"


@settings(max_examples=30)
@given(fields=st.dictionaries(st.text(min_size=1, max_size=20), st.text(max_size=50), max_size=6))
def test_any_form_is_refused_with_a_page(
    fields: dict[str, str], tried: tuple[RaterClient, str, str]
) -> None:
    client, csrf, token = tried
    sent = {**fields, "csrf": csrf, "token": token, "field:answer": "nonsense"}
    assert client.http.post("/work", data=sent).status_code == 422


@settings(max_examples=40)
@given(path=st.text(max_size=40), prefix=st.sampled_from(["", "enter/", "guidelines/", "static/"]))
def test_any_address_has_a_page_or_none(
    path: str, prefix: str, tried: tuple[RaterClient, str, str]
) -> None:
    client, _, _ = tried
    assert client.http.get(f"/{prefix}{quote(path, safe='')}").status_code < 500


@pytest.mark.parametrize("odd", ["\0", "a\0b", "\x1b[2J", "\u202e", ""])
def test_texts_that_a_database_refuses_are_refused_first(
    odd: str, opened: Opened, location: str
) -> None:
    _, rater = opened(where=location)
    ann = rater()
    ann.come_in()
    token = ann.question().value("token")
    for changes in ({"token": odd}, {"request": odd}, {"values": {"answer": [odd]}}):
        body = {"token": token, "request": new_key(), "values": {"answer": ["ok"]}, **changes}
        assert ann.send("/work/answers", body).status_code in (404, 422), changes
    csrf = ann.csrf
    ann.answer()
    for changes in ({"token": odd}, {"reason": odd}):
        sent = {"csrf": csrf, "token": token, "reason": f"why{odd}not", **changes}
        assert ann.http.post("/answers/contest", data=sent).status_code in (200, 404, 422)


def test_a_mistake_of_ours_tells_nobody_what_it_was(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, rater = opened()
    ann = rater()
    app = ann.http.app
    monkeypatch.setattr("solecism_study.serve.rater.entry.current_guideline", lambda study: 1 / 0)
    with TestClient(app, raise_server_exceptions=False) as http:
        page = http.get("/")
    assert page.status_code == 500
    assert "went wrong on the server" in page.text
    assert "ZeroDivision" not in page.text
    assert "content-security-policy" in page.headers
