"""The script and style that ship were built from the sources in `web/`, and nobody edited them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from places import ROOT
from solecism_write.page_requests import STATIC_FOLDER

WEB = ROOT / "web"
RECORD = json.loads((STATIC_FOLDER.parent / "built.json").read_text())
BUILD = "run `npm ci && npm run build` in web/"
SOURCE_ENDINGS = {".ts", ".css"}


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_sources_are_those_that_the_page_was_built_from() -> None:
    named = ("package.json", "package-lock.json", "tsconfig.json", "build.mjs")
    found = [path for path in (WEB / "src").rglob("*") if path.suffix in SOURCE_ENDINGS]
    sources = {str(path.relative_to(WEB)): digest(path) for path in found}
    sources |= {name: digest(WEB / name) for name in named}
    assert sources == RECORD["sources"], BUILD


def test_what_ships_is_what_was_built() -> None:
    shipped = {name: digest(STATIC_FOLDER / name) for name in RECORD["static"]}
    assert shipped == RECORD["static"], BUILD


def test_versions_are_pinned_and_licences_permit_use() -> None:
    package = json.loads((WEB / "package.json").read_text())
    for version in (package["dependencies"] | package["devDependencies"]).values():
        assert version[0].isdigit(), version
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    licences = {name: entry["license"] for name, entry in lock.items() if name}
    assert set(licences.values()) <= {"MIT", "Apache-2.0"}, licences


def test_the_licences_of_what_is_in_the_script_ship_with_it() -> None:
    text = (STATIC_FOLDER / "licences.txt").read_text()
    for name in ("@codemirror/view", "@codemirror/state", "style-mod", "w3c-keyname"):
        assert f"\n{name} " in f"\n{text}"
    assert text.count("Permission is hereby granted") == text.count("(MIT)")
