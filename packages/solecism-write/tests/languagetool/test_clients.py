"""LanguageTool's API with real clients: Python libraries, gramma and LibreOffice Writer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from language_tool_python import LanguageTool

import libreoffice_check
from rater_pages import served
from solecism_write.app import make_app
from solecism_write.settings import Settings

TEXT = "\U0001f600 I depend of you. I am interested on music. We recieved it."
FIXED = "\U0001f600 I depend on you. I am interested in music. We received it."
SYSTEM_PYTHON = Path("/usr/bin/python3")


def run(*command: str, folder: Path, **environment: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "HOME": str(folder), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def test_language_tool_python_corrects_a_text(address: str) -> None:
    with LanguageTool("en-US", remote_server=address) as tool:
        assert tool.correct(TEXT) == FIXED
        found = [TEXT[each.offset :][: each.error_length] for each in tool.check(TEXT)]
        assert found == ["of", "on", "recieved"]
        tool.disabled_rules = {"WRONG_PREPOSITION"}
        assert [each.rule_id for each in tool.check(TEXT)] == ["SPELLING"]


@pytest.mark.parametrize("form", ["http://{host}/t/secret/", "http://secret:@{host}"])
def test_language_tool_python_may_bring_a_token(form: str) -> None:
    with served(make_app(Settings(token="secret"))) as at:
        remote = form.format(host=at.removeprefix("http://"))
        with LanguageTool("en-US", remote_server=remote) as tool:
            assert tool.correct("I depend of you.") == "I depend on you."


def test_pylanguagetool_prints_findings(address: str, tmp_path: Path) -> None:
    # It asks this module, which setuptools does not have any more, for its version only.
    (tmp_path / "pkg_resources.py").write_text("")
    essay = tmp_path / "essay.txt"
    essay.write_text("I depend of you.\n")
    code = "from pylanguagetool.cli import main; main()"
    printed = run(
        *(sys.executable, "-c", code, "--no-color", "--lang", "en-US"),
        *("--api-url", f"{address}/v2/", str(essay)),
        folder=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    assert "We depend on somebody or something" in printed


def test_gramma_checks_markdown(address: str, tmp_path: Path) -> None:
    gramma = shutil.which("gramma")
    if gramma is None:
        pytest.skip("gramma is not installed: npm install -g gramma")
    (tmp_path / ".gramma.json").write_text(json.dumps({"api_url": f"{address}/v2/check"}))
    (tmp_path / "essay.md").write_text("# Heading\n\nI depend **of** you. Run `recieved`.\n")
    options = ("--print", "--no-colors", "--markdown", "--language", "en-US")
    printed = run(gramma, "check", *options, "essay.md", folder=tmp_path)
    assert "We depend on somebody or something" in printed
    assert "received" not in printed


@pytest.mark.office
def test_libreoffice_writer_checks_a_sentence(address: str, tmp_path: Path) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not installed: apt install libreoffice-writer-nogui")
    if "Error" in run(str(SYSTEM_PYTHON), "-c", "import uno", folder=tmp_path):
        pytest.skip("LibreOffice cannot be driven: apt install python3-uno")
    printed = run(
        str(SYSTEM_PYTHON),
        libreoffice_check.__file__,
        f"{address}/v2",
        "I depend of you. I am interested on music.",
        folder=tmp_path,
        PYTHONPATH="",
    )
    first, second = map(json.loads, printed.splitlines())
    assert (first[:2], first[3:]) == ([9, 2], ["on"])
    assert first[2].startswith("We depend on somebody or something")
    assert (second[:2], second[3]) == ([33, 2], "in")
