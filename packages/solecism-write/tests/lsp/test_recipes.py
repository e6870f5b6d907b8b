"""The recipes of the documentation, tried in the editors that are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from places import ROOT
from solecism_write.lsp.editor_settings import editor_settings

PAGE = (ROOT / "docs" / "editors.md").read_text()
PATIENCE = 120
LETTER = "I depend of you. 🐈 I recieved it.\n"
FIXED = "I depend on you. 🐈 I received it.\n"

NEOVIM = """
vim.cmd("edit letter.md")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, each in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(each.col .. " " .. each.code .. "\\n")
end
local params = vim.lsp.util.make_range_params(0, "utf-16")
params.context = { diagnostics = {}, only = { "source.fixAll" } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000)
for _, answer in pairs(answers) do
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
end
vim.cmd("silent write")
vim.cmd("qall!")
"""
EMACS = """
(setq eglot-sync-connect 60 eglot-connect-timeout 60)
(find-file "letter.txt")
(text-mode)
(call-interactively 'eglot)
(let ((tries 0))
  (while (and (< tries 600) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (setq tries (1+ tries))))
(dolist (each (flymake-diagnostics))
  (princ (format "%d %s\\n" (flymake-diagnostic-beg each) (flymake-diagnostic-text each))))
(let* ((server (eglot--current-server-or-lose))
       (start '(:line 0 :character 0))
       (actions (jsonrpc-request
                 server :textDocument/codeAction
                 (list :textDocument (eglot--TextDocumentIdentifier)
                       :range (list :start start :end start)
                       :context (list :diagnostics [] :only ["source.fixAll"])))))
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))
  (save-buffer)
  (eglot-shutdown server))
"""


def blocks(heading: str, language: str) -> list[str]:
    """The blocks of code in a language under a heading of the page."""
    [section] = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


def run(folder: Path, *command: str) -> str:
    """What a program prints, with `solecism` on its path."""
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    script = folder / "solecism"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m solecism "$@"\n')
    script.chmod(0o755)
    (folder / ".git").mkdir()
    process = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return process.stdout


def test_neovim(tmp_path: Path) -> None:
    if shutil.which("nvim") is None:
        pytest.skip("Neovim is not installed")
    version = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True)
    [minor] = re.findall(r"NVIM v0\.(\d+)", version.stdout)
    newer, older = blocks("Neovim", "lua")
    (tmp_path / "init.lua").write_text(newer if int(minor) >= 11 else older)
    (tmp_path / "script.lua").write_text(NEOVIM)
    (tmp_path / "letter.md").write_text(LETTER)
    arguments = ("--clean", "--headless", "-u", "init.lua", "-c", "luafile script.lua")
    assert run(tmp_path, "nvim", *arguments).split("\n")[:2] == [
        "9 wrong-preposition",
        "24 spelling",
    ]
    assert (tmp_path / "letter.md").read_text() == FIXED


def test_emacs(tmp_path: Path) -> None:
    if shutil.which("emacs") is None:
        pytest.skip("Emacs is not installed")
    packages = "(package-initialize)"
    found = subprocess.run(
        ["emacs", "--batch", "--eval", packages, "-l", "eglot"], capture_output=True, check=False
    )
    if found.returncode:
        pytest.skip("Emacs has no eglot")
    [recipe] = blocks("Emacs", "elisp")
    (tmp_path / "recipe.el").write_text(recipe)
    (tmp_path / "script.el").write_text(EMACS)
    (tmp_path / "letter.txt").write_text(LETTER)
    arguments = ("--batch", "--eval", packages, "-l", "recipe.el", "-l", "script.el")
    first, second, *_ = run(tmp_path, "emacs", *arguments).splitlines()
    assert re.match(r"10 .*wrong-preposition.*depend", first)
    assert re.match(r"22 .*spelling.*recieved", second)
    assert (tmp_path / "letter.txt").read_text() == FIXED


def test_helix() -> None:
    [recipe] = blocks("Helix", "toml")
    table = tomllib.loads(recipe)
    server = table["language-server"]["solecism"]
    assert [server["command"], *server["args"]] == ["solecism", "lsp"]
    assert editor_settings(server["config"]).values.audience == "learner"


@pytest.mark.parametrize("heading", ["VS Code", "Zed", "Sublime Text"])
def test_recipes_in_json_can_be_read(heading: str) -> None:
    for recipe in blocks(heading, "json"):
        assert json.loads(recipe)


def test_the_extension_for_vs_code_has_the_settings_of_the_server() -> None:
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text())
    properties = package["contributes"]["configuration"]["properties"]
    given = {name.removeprefix("solecism."): each["default"] for name, each in properties.items()}
    assert given.pop("command") == ["solecism", "lsp"]
    assert editor_settings(given) == editor_settings({})
    for name in given:
        for value in properties[f"solecism.{name}"].get("enum", ()):
            editor_settings({name: value})
    page_settings = re.findall(r"^\| `([\w-]+)`(?: or `([\w-]+)`)? \|", PAGE, re.MULTILINE)
    assert {name for names in page_settings for name in names if name} == set(given)


def test_the_extension_for_vs_code_has_what_its_manifest_names() -> None:
    folder = ROOT / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text())
    assert (folder / package["icon"]).read_bytes().startswith(b"\x89PNG")
    registered = re.findall(r'registerCommand\("([^"]+)"', (folder / "extension.js").read_text())
    assert [each["command"] for each in package["contributes"]["commands"]] == registered
    assert "!dist/extension.js" in (folder / ".vscodeignore").read_text()
    described = (folder / "README.md").read_text()
    assert all(name in described for name in package["contributes"]["configuration"]["properties"])


def test_the_extension_for_zed_starts_the_server() -> None:
    table = tomllib.loads((ROOT / "editors" / "zed" / "extension.toml").read_text())
    assert list(table["language_servers"]) == ["solecism"]
    for identifier in table["language_servers"]["solecism"]["language_ids"].values():
        assert editor_settings({"languages": [identifier]})
