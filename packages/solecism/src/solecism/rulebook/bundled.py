"""The bundled rules: one file per subject, of which each rule is read when it may be needed.

To read all of them takes longer than to check a page. `triggers.json` says by which words each rule
is looked up and which words its examples change; `python docs/rule_tables.py` writes it. What it
says of a file of rules counts as long as neither that file nor the lists of words have changed
since then. A file that has changed is read at once.
"""

from __future__ import annotations

import json
import tomllib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from solecism.rulebook.rule import P_UNMEASURED, Rule, lists_in, rules_in
from solecism.rulebook.suggestion import Change

FOLDER = Path(__file__).parent / "rules"
TRIGGERS = Path(__file__).parent / "triggers.json"
_LISTS = "lists"
_HEAD = "[[rule]]\n"


@dataclass(eq=False)
class UnreadRule:
    """A bundled rule as it is written, and what is known of it without reading it."""

    id: str
    kind: str
    triggers: frozenset[str]
    changes: tuple[Change, ...]
    subject: str
    text: str
    line: int
    p: float = P_UNMEASURED
    p_suggestion: float = P_UNMEASURED

    def read(self) -> Rule:
        """The rule, which is the very same each time and for all threads."""
        known: Rule | None = self.__dict__.get("_rule")
        return self.__dict__.setdefault("_rule", self._read()) if known is None else known

    def _read(self) -> Rule:
        file = f"{self.subject}.toml"
        table = tomllib.loads(self.text)
        [rule] = rules_in(table, file=file, subject=self.subject, lists=bundled_lists())
        place = f"{file}:{self.line}"
        return replace(rule, place=place, p=self.p, p_suggestion=self.p_suggestion)


def bundled() -> Iterator[Rule | UnreadRule]:
    """The bundled rules, subject by subject, unread where their triggers are known."""
    known = json.loads(TRIGGERS.read_text(encoding="utf-8"))
    lists = _text(_LISTS)
    for subject in subjects():
        text = _text(subject)
        content = known.get(subject, {})
        if content.get("checksum") == _checksum(lists, text):
            yield from _unread(subject, text, content["rules"])
        else:
            yield from _rules(subject, text)


def unmeasured_rules() -> Iterator[Rule]:
    """The bundled rules as they are written, subject by subject."""
    for subject in subjects():
        yield from _rules(subject, _text(subject))


def _rules(subject: str, text: str) -> tuple[Rule, ...]:
    return rules_in(
        tomllib.loads(text),
        file=f"{subject}.toml",
        subject=subject,
        text=text,
        lists=bundled_lists(),
    )


def _unread(subject: str, text: str, known: dict[str, Any]) -> Iterator[UnreadRule]:
    first, *texts = f"\n{text}".split(f"\n{_HEAD}")
    # Of each rule, the lines between its head and the next, and one of the heads.
    lines = accumulate((2 + each.count("\n") for each in texts), initial=1 + first.count("\n"))
    for (id, (kind, triggers, changes)), its_text, line in zip(
        known.items(), texts, lines, strict=False
    ):
        words = frozenset(triggers.split())
        its_changes = tuple([(tuple(old.split()), tuple(new.split())) for old, new in changes])
        yield UnreadRule(id, kind, words, its_changes, subject, _HEAD + its_text, line)


def format_triggers(rules: Iterable[Rule]) -> str:
    """The content of `triggers.json` for the bundled rules, with a line per rule."""
    of_subjects: dict[str, list[str]] = {subject: [] for subject in subjects()}
    for rule in rules:
        changes = [[" ".join(old), " ".join(new)] for old, new in rule.changes]
        entry = [rule.kind, " ".join(sorted(rule.triggers)), changes]
        line = f"{json.dumps(rule.id)}: {json.dumps(entry, ensure_ascii=False)}"
        of_subjects[rule.subject].append(line)
    lists = _text(_LISTS)
    parts = (
        f'"{subject}": {{"checksum": {_checksum(lists, _text(subject))}, "rules": {{\n'
        + ",\n".join(lines)
        + "\n}}"
        for subject, lines in of_subjects.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _checksum(lists: str, text: str) -> int:
    return zlib.crc32(f"{lists}\n{text}".encode())


@cache
def bundled_lists() -> dict[str, frozenset[str]]:
    """The lists of words that all files of rules may refer to."""
    return lists_in(tomllib.loads(_text(_LISTS)), file=_LISTS, known={})


def subjects() -> list[str]:
    """The names of the bundled files of rules."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return [name for name in names if name != _LISTS]


def _text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
