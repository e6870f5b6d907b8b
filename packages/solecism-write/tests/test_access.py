"""Who may use the server, and who is refused."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from rater_pages import served
from solecism.errors import InputError
from solecism.web import Rate
from solecism_write.app import make_app
from solecism_write.settings import Settings

EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def school() -> Iterator[str]:
    """A server for a network, whose token is a secret."""
    with served(make_app(Settings(token="secret", per_address=Rate(40, 0.001)))) as at:
        yield at


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": EVIL},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8081"},
        {"host": ""},
    ],
)
@pytest.mark.parametrize("path", ["/v2/check?language=en&text=a", "/kinds", "/v2/words"])
def test_pages_of_other_sites_are_refused(
    client: httpx2.Client, path: str, headers: dict[str, str]
) -> None:
    response = client.get(path, headers=headers)
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("path", ["/check", "/v2/words/add", "/open", "/save"])
def test_forms_of_other_sites_are_refused(client: httpx2.Client, path: str) -> None:
    assert client.post(path, data={"word": "a"}, headers={"origin": EVIL}).status_code == 403


def test_the_own_page_and_programs_are_let_in(client: httpx2.Client, address: str) -> None:
    for headers in ({}, {"origin": address}, {"sec-fetch-site": "same-origin"}):
        assert client.get("/kinds", headers=headers).status_code == 200


def test_a_link_to_the_page_may_be_followed_but_no_other(client: httpx2.Client) -> None:
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=visit).status_code == 200
    assert client.get("/document", headers=visit).status_code == 403


def test_no_site_may_ask_before_it_asks(client: httpx2.Client) -> None:
    asking = {"origin": EVIL, "access-control-request-method": "POST"}
    response = client.options("/v2/check", headers=asking)
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers


def test_an_origin_that_is_allowed_is_let_in() -> None:
    friend = "https://friend.example"
    with served(make_app(Settings(cors=(friend,)))) as at, httpx2.Client(base_url=at) as client:
        asking = {"origin": friend, "access-control-request-method": "POST"}
        assert client.options("/v2/check", headers=asking).status_code == 204
        response = client.get("/v2/languages", headers={"origin": friend})
        assert response.headers["access-control-allow-origin"] == friend
        assert client.get("/v2/languages", headers={"origin": EVIL}).status_code == 403


def test_what_is_no_origin_cannot_be_allowed() -> None:
    for wrong in ("friend.example", "https://friend.example/page", ""):
        with pytest.raises(InputError, match="is not an origin"):
            Settings(cors=(wrong,))


def test_every_response_has_security_headers(client: httpx2.Client) -> None:
    for path in ("/", "/kinds", "/nothing", "/v2/check"):
        headers = client.get(path).headers
        assert "default-src" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_strangers_need_the_token(school: str) -> None:
    with httpx2.Client(base_url=school) as client:
        assert client.get("/").status_code == 401
        assert client.get("/t/guess/").status_code == 401
        assert client.get("/v2/languages", headers={"cookie": "a;=b"}).status_code == 401
        assert client.get("/t/secret/v2/languages").status_code == 200
        bearer = {"authorization": "Bearer secret"}
        assert client.get("/v2/languages", headers=bearer).status_code == 200


def test_the_link_with_the_token_lets_a_browser_in(school: str) -> None:
    with httpx2.Client(base_url=school, follow_redirects=True) as client:
        assert client.get("/t/secret/").url.path == "/"
        assert client.get("/kinds").status_code == 200
        assert client.get("/kinds", headers={"origin": EVIL}).status_code == 403


def test_too_many_requests_are_refused(school: str) -> None:
    with httpx2.Client(base_url=f"{school}/t/secret") as client:
        statuses = [client.get("/v2/healthcheck").status_code for _ in range(45)]
        assert statuses[-1] == 426
        refused = client.get("/kinds")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
