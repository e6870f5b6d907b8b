"""A server behind a proxy: paths, HTTPS, tokens, health, measurements and the log."""

from __future__ import annotations

import base64
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import yaml

from rater_pages import served
from solecism.cli.main import cli
from solecism.errors import InputError
from solecism_write.app import make_app
from solecism_write.cli import write_command
from solecism_write.settings import Settings

ADDRESS = "https://school.example/write"
BROWSER = {"accept": "text/html,application/xhtml+xml"}
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def school() -> Iterator[str]:
    """A server for a school, which is reached below a path."""
    with served(make_app(Settings(token="secret", address=ADDRESS, logs=True))) as at:
        yield at


@pytest.mark.parametrize("root", ["", "/write"])
def test_a_proxy_may_send_the_path_of_the_address_or_leave_it_out(school: str, root: str) -> None:
    with httpx2.Client(base_url=school) as browser:
        entered = browser.get(f"{root}/t/secret/")
        assert entered.headers["location"] == "../../"
        assert "; Secure" in entered.headers["set-cookie"]
        cookie = {"cookie": entered.headers["set-cookie"].partition(";")[0]}
        page = browser.get(f"{root}/", headers=cookie)
        assert page.status_code == 200
        for address in re.findall(r'(?:src|href)="([^"]*)"', page.text):
            assert not address.startswith("/")
            assert browser.get(f"{root}/{address}", headers=cookie).status_code == 200
        checked = browser.post(
            f"{root}/t/secret/v2/check", data={"language": "en", "text": "I depend of you."}
        )
        assert [match["replacements"][0]["value"] for match in checked.json()["matches"]] == ["on"]


def test_a_link_without_its_last_slash_leads_to_the_page(school: str) -> None:
    assert httpx2.get(f"{school}/t/secret").headers["location"] == "../"


def test_pages_of_the_public_address_may_use_the_server(school: str) -> None:
    token = {"authorization": "Bearer secret"}
    for origin, status in (("https://school.example", 200), ("https://other.example", 403)):
        response = httpx2.get(f"{school}/kinds", headers={**token, "origin": origin})
        assert response.status_code == status


@pytest.mark.parametrize(
    ("authorization", "status"),
    [
        ("Bearer secret", 200),
        ("Basic " + base64.b64encode(b"secret:").decode(), 200),
        ("Basic " + base64.b64encode(b"anna:secret").decode(), 200),
        ("Basic " + base64.b64encode(b"anna:other").decode(), 401),
        ("Basic !!", 401),
        ("Bearer secret2", 401),
    ],
)
def test_the_token_may_be_the_name_or_the_password_of_a_user(
    school: str, authorization: str, status: int
) -> None:
    response = httpx2.get(f"{school}/v2/languages", headers={"authorization": authorization})
    assert response.status_code == status


def test_a_program_that_cuts_the_token_off_is_told_what_to_do(school: str) -> None:
    response = httpx2.get(f"{school}/t/v2/languages")
    assert response.status_code == 401
    assert "End the address of this server with a slash" in response.text
    assert response.text.startswith("Error: ")


def test_a_browser_without_the_token_gets_a_page_that_says_so(school: str) -> None:
    for path in ("/", "/t/old/", "/t/%3Cscript%3E/"):
        response = httpx2.get(f"{school}{path}", headers=BROWSER)
        assert response.status_code == 401
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1>Solecism</h1>" in response.text
        assert "Ask whoever runs" in response.text
        assert "script" not in response.text


def test_whether_it_is_there_is_said_without_a_token(school: str) -> None:
    response = httpx2.get(f"{school}/health")
    assert (response.status_code, response.text) == (200, "ok\n")


def test_measurements_are_for_this_machine_or_who_has_the_token(school: str) -> None:
    assert httpx2.get(f"{school}/metrics").status_code == 200
    for header in ("x-forwarded-for", "forwarded", "via"):
        outside = {header: "203.0.113.7"}
        assert httpx2.get(f"{school}/metrics", headers=outside).status_code == 403
        known = {**outside, "authorization": "Bearer secret"}
        assert httpx2.get(f"{school}/metrics", headers=known).status_code == 200


def test_requests_words_seconds_and_refusals_are_counted_and_no_text() -> None:
    with served(make_app(Settings(token="secret"))) as at, httpx2.Client(base_url=at) as asking:
        asking.get("/kinds")
        asking.post(
            "/t/secret/v2/check", data={"language": "en", "text": "I depend of you, sesame."}
        )
        told = asking.get("/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    assert lines['solecism_requests_total{status="200"}'] == "1"
    assert lines['solecism_requests_total{status="401"}'] == "1"
    assert lines['solecism_refusals_total{status="401"}'] == "1"
    assert lines["solecism_texts_total"] == "1"
    assert lines["solecism_words_total"] == "5"
    assert lines['solecism_request_seconds_bucket{le="+Inf"}'] == "2"
    assert lines["solecism_request_seconds_count"] == "2"
    assert float(lines["solecism_request_seconds_sum"]) > 0
    assert "sesame" not in told


def test_the_log_has_a_line_per_request_and_no_token_and_no_text(
    school: str, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    httpx2.get(f"{school}/t/secret/v2/check?language=en&text=sesame")
    # The line is written after the answer.
    logged = ""
    for _ in range(1_000):
        logged += capfd.readouterr().err
        if "/v2/check" in logged and logged.endswith("\n"):
            break
        time.sleep(0.01)
    # Lines of requests before may be late as well.
    *_, line = (each for each in logged.splitlines() if "/v2/check" in each)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ GET /t/\.\.\./v2/check 200 \d+ ms", line)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"address": "school.example"}, "--address school.example: is not the URL of a page"),
        ({"address": "ftp://school.example"}, "is not the URL of a page"),
        ({"proxies": ("nginx",)}, "--proxy nginx: .* Give an IP address"),
    ],
)
def test_wrong_settings_are_refused(given: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Settings(**given)  # type: ignore[arg-type]  # of several types


def test_options_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.setenv("SOLECISM_WRITE_TOKEN", "abc")
    monkeypatch.setenv("SOLECISM_WRITE_ADDRESS", ADDRESS)
    monkeypatch.setenv("SOLECISM_WRITE_PORT", "0")
    shown = CliRunner().invoke(cli, ["write", "--dry-run", "--no-browser"])
    assert shown.exit_code == 0, shown.output
    assert f"The page to write in: {ADDRESS}/t/abc/" in shown.output


@pytest.mark.parametrize(
    "file", ["deploy/Containerfile", "deploy/compose.yaml", "deploy/solecism-write.service"]
)
def test_what_deployments_set_are_options_of_the_command(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    names = {f"SOLECISM_WRITE_{(each.name or '').upper()}" for each in write_command.params}
    used = set(re.findall(r"SOLECISM_WRITE_\w+", text))
    assert used
    assert used <= names


def test_the_container_is_not_run_by_root_and_can_be_asked_for_its_health() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    final = [line.split(" ", 1) for line in lines[-12:] if line and not line.startswith("#")]
    said = {name: value for name, value in final if name.isupper()}
    assert said["USER"] == "65532:65532"
    assert "/health" in said["HEALTHCHECK"]
    assert said["ENTRYPOINT"] == '["solecism", "write"]'
    assert "ARG NETWORK=open" in lines


def test_the_services_are_read_only_and_wait_for_one_another() -> None:
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    write, nginx = (services["services"][name] for name in ("write", "nginx"))
    assert write["read_only"]
    assert write["cap_drop"] == ["ALL"]
    assert "ports" not in write
    assert nginx["depends_on"]["write"]["condition"] == "service_healthy"


@pytest.fixture
def nginx(school: str, tmp_path: Path) -> Iterator[str]:
    """The address of an nginx with TLS before the server, with the configuration of deploy/."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    # nginx takes over this socket, so that nobody else can take the port in between.
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
         tmp_path / "key.pem", "-out", tmp_path / "certificate.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    site = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    site = (
        site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("school.example", "localhost")
        .replace("http://write:8081", school)
        .replace("/etc/nginx/certificates", str(tmp_path))
    )
    (tmp_path / "site.conf").write_text(site)
    paths = "".join(
        f"{kind}_temp_path {tmp_path};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/error.log; daemon off; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {tmp_path}; {paths} include site.conf; }}"
    )
    inherited = {"NGINX": f"{listening.fileno()};"}
    with (
        listening,
        subprocess.Popen(
            [program, "-p", tmp_path, "-c", tmp_path / "nginx.conf"],
            pass_fds=[listening.fileno()],
            env=inherited,
        ) as process,
    ):
        address = f"https://localhost:{port}"
        try:
            _wait(address, str(tmp_path / "certificate.pem"))
            yield address
        finally:
            process.terminate()


def _wait(address: str, certificate: str) -> None:
    for _ in range(200):
        try:
            httpx2.get(f"{address}/write/health", verify=_trusting(certificate))
        except httpx2.TransportError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("nginx does not answer")


def _trusting(certificate: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


def test_it_works_behind_nginx_under_a_path_with_tls(nginx: str, tmp_path: Path) -> None:
    trusting = _trusting(str(tmp_path / "certificate.pem"))
    with httpx2.Client(base_url=nginx, verify=trusting, follow_redirects=True) as browser:
        page = browser.get("/write/t/secret/")
        assert str(page.url) == f"{nginx}/write/"
        assert page.status_code == 200
        checked = browser.post(
            "/write/check", json={"text": "I depend of you."}, headers={"origin": nginx}
        )
        assert [each["kind"] for each in checked.json()["findings"]] == ["wrong-preposition"]
        assert browser.get("/write/metrics", headers={"cookie": ""}).status_code in (200, 403)
    stranger = httpx2.get(f"{nginx}/write/metrics", verify=trusting)
    assert stranger.status_code == 403
