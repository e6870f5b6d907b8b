"""A project's own rules: in the file of its settings, and in files that these name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from solecism.errors import InputError
from solecism.formats import rules
from solecism.project import settings_file
from solecism.project.settings_file import SettingValues, Stamp, path_inside, read_text
from solecism.rulebook.book import bundled_rules
from solecism.rulebook.rule import MOST_RULES, OWN, Rule


def rules_of_table(table: Mapping[str, Any], file: Path) -> tuple[Rule, ...]:
    """The rules that stand in a file of settings themselves."""
    tables = {key: table[key] for key in settings_file.RULE_TABLES if key in table}
    if not tables:
        return ()
    return rules.in_table(tables, file=str(file), subject=OWN, text=read_text(file))


def with_rules_of_files(values: SettingValues, file: Path) -> SettingValues:
    """The values with the rules of the files that they name, relative to the settings.

    InputError for two rules with one id, and for rules that are turned off and do not exist.
    """
    if values.rule_files:
        paths = [path_inside(file, "rules", name) for name in dict.fromkeys(values.rule_files)]
        several = [
            (str(file), values.rules),
            *((str(path), _file_rules(path, settings_file.stamp(path))) for path in paths),
        ]
        values = replace(values, rules=_all_rules(several, file))
    if values.turned_off_rules:
        _check_ids(values, file)
    return values


@lru_cache(maxsize=64)
def _file_rules(path: Path, _: Stamp) -> tuple[Rule, ...]:
    return rules.read(str(path))


def _all_rules(several: Iterable[tuple[str, tuple[Rule, ...]]], settings: Path) -> tuple[Rule, ...]:
    file_of: dict[str, str] = {}
    every: list[Rule] = []
    for file, its_rules in several:
        for rule in its_rules:
            if rule.id in file_of:
                raise InputError(f"{file}: rule {rule.id!r} is also in {file_of[rule.id]}.")
            file_of[rule.id] = file
        every += its_rules
        if len(every) > MOST_RULES:
            raise InputError(f"{settings}: rules: are more than {MOST_RULES:,} in all.")
    return tuple(every)


def _check_ids(values: SettingValues, file: Path) -> None:
    own = {rule.id for rule in values.rules}
    for id in values.turned_off_rules:
        if id not in own and bundled_rules().rule(id) is None:
            known = [*own, *(rule.id for rule in bundled_rules().rules)]
            near = settings_file.nearest_name(id, known)
            hint = f"Did you mean {near!r}?" if near else "`solecism rules list` shows all."
            raise InputError(f"{file}: turned-off-rules: there is no rule {id!r}. {hint}")
