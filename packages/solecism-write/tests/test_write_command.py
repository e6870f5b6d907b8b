"""`solecism write`: what it prints, what it refuses, and that it serves until it is stopped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from solecism.checking.checked_files import DetectorOptions
from solecism.errors import InputError
from solecism_write.checking import Checking
from solecism_write.cli import write_command
from solecism_write.settings import Settings

DRY = ["--dry-run", "--port", "0", "--no-browser"]


def test_the_addresses_are_printed() -> None:
    printed = CliRunner().invoke(write_command, DRY).stderr
    assert re.search(r"The page to write in: http://127\.0\.0\.1:\d+/\n", printed)
    assert re.search(r"LanguageTool's API: http://127\.0\.0\.1:\d+/v2/check\.", printed)
    assert "network" not in printed


def test_a_network_needs_a_token_and_is_told_about_privacy() -> None:
    runs = [CliRunner().invoke(write_command, [*DRY, "--host", "0.0.0.0"]).stderr for _ in range(2)]
    tokens = [re.findall(r"http://0\.0\.0\.0:\d+/t/([\w-]{20,})/\n", printed) for printed in runs]
    assert tokens[0] != tokens[1]
    assert "Texts travel over the network unencrypted" in runs[0]
    own = CliRunner().invoke(write_command, [*DRY, "--token", "sesame"]).stderr
    assert "/t/sesame/" in own


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["missing.txt"], "missing.txt: there is no such file"),
        (["--cors", "example.org"], "is not an origin"),
        (["--host", "300.1.1.1"], "300.1.1.1"),
        (["--dictionary", "."], "is a directory"),
    ],
)
def test_what_cannot_be_served_is_explained(arguments: list[str], problem: str) -> None:
    result = CliRunner().invoke(write_command, [*DRY, *arguments])
    assert isinstance(result.exception, InputError)
    assert problem in str(result.exception)


def test_a_file_is_served_until_the_server_is_stopped(tmp_path: Path) -> None:
    essay = tmp_path / "essay.txt"
    essay.write_text("I depend of you.\n")
    arguments = ["-m", "solecism", "write", "--port", "0", "--no-browser", str(essay)]
    with subprocess.Popen(
        [sys.executable, *arguments], stderr=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stderr is not None
        address = server.stderr.readline().split()[-1]
        with httpx2.Client(base_url=address, timeout=60) as client:
            given = client.get("/document").json()
            assert (given["name"], given["text"]) == ("essay.txt", "I depend of you.\n")
            answer = client.post("/check", json={"text": given["text"]}).json()
            assert [each["kind"] for each in answer["findings"]] == ["wrong-preposition"]
        server.send_signal(signal.SIGINT)
        server.wait(60)
        printed = server.stderr.read()
    assert "depend" not in printed
    assert "Traceback" not in printed


def test_the_rules_of_the_current_folder_go_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".solecism.toml").write_text(
        'for = "teacher"\n[[rule]]\nid = "asap"\nkind = "wrong-word"\n'
        'message = "Say by when."\npattern = "asap"\n'
    )
    monkeypatch.chdir(tmp_path)
    started: list[Settings] = []
    monkeypatch.setattr("solecism_write.app.make_app", started.append)
    monkeypatch.setattr("solecism_write.app.serve", lambda app, at: None)
    arguments = ["--port", "0", "--no-browser", "--detector", "light"]
    CliRunner().invoke(write_command, arguments, catch_exceptions=False)
    [settings] = started
    assert [rule.id for rule in settings.options.rules] == ["asap"]
    assert (settings.options.name, settings.options.audience) == ("light", None)
    asked: list[DetectorOptions] = []

    class AskedError(Exception):
        """What a checker would be made of is known."""

    def new_checker(options: DetectorOptions, *, remembers: bool) -> None:
        asked.append(options)
        raise AskedError

    monkeypatch.setattr("solecism.checking.checker.TextChecker", new_checker)
    with pytest.raises(AskedError):
        Checking(settings.options).check("Reply asap.", markup=True, audience="learner")
    assert (asked[0].rules, asked[0].audience) == (settings.options.rules, "learner")
