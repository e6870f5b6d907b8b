"""A project's own rules: in its settings, in files that these name, and those that are off."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solecism.checking.checked_files import DetectorOptions
from solecism.cli.text.check import check_command
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.project import settings
from solecism.project.rules import ProjectRules, format_settings
from solecism.project.settings_file import SettingValues
from solecism.rulebook.book import book_for, bundled_rules

HOUSE = """
[[rule]]
id = "leverage"
kind = "wrong-verb"
message = "Write use."
pattern = "<leverage>"
suggestion = "use~$1"
"""
OWN = HOUSE.replace("leverage", "utilise")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The root of a repository with rules in its settings and in a file."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "house.toml").write_text(HOUSE)
    (tmp_path / ".solecism.toml").write_text(
        f'rules = ["house.toml"]\nturned-off-rules = ["depend-of"]\n{OWN}'
    )
    return tmp_path


def options(folder: Path) -> DetectorOptions:
    found = settings.find(folder / "essay.txt")
    assert found is not None
    return found.options


def ids(given: DetectorOptions) -> list[str]:
    return [rule.id for rule in given.rules]


def found(text: str, given: DetectorOptions) -> list[str]:
    book = book_for(own=given.rules, without=given.without_rules)
    return [hit.rule.id for sentence in annotate(text, "a") for hit in book.hits(sentence)]


def test_rules_of_the_settings_and_of_their_files_are_used_beside_the_bundled_ones(
    folder: Path,
) -> None:
    given = options(folder)
    assert (ids(given), given.without_rules) == (["utilise", "leverage"], ("depend-of",))
    text = "We leverage it. We utilise it. We discussed about it. It depends of it."
    assert found(text, given) == ["leverage", "utilise", "discuss-about"]


def test_pyproject_may_have_them_too(folder: Path) -> None:
    (folder / ".solecism.toml").unlink()
    (folder / "pyproject.toml").write_text(
        f'[tool.solecism]\nfor = "learner"\n{OWN.replace("[[rule]]", "[[tool.solecism.rule]]")}'
    )
    given = options(folder)
    assert (given.audience, ids(given)) == ("learner", ["utilise"])
    assert given.rules[0].place == f"{folder / 'pyproject.toml'}:4"


def test_a_file_of_rules_is_read_again_when_it_has_changed(folder: Path) -> None:
    assert ids(options(folder)) == ["utilise", "leverage"]
    (folder / "house.toml").write_text(HOUSE.replace('"leverage"', '"levers"') + "\n")
    assert ids(options(folder)) == ["utilise", "levers"]


def test_settings_without_changes_give_equal_options(folder: Path) -> None:
    first, second = options(folder), options(folder)
    assert first == second
    assert hash(first) == hash(second)


def test_a_rule_of_ones_own_takes_the_place_of_the_bundled_one(folder: Path) -> None:
    own = HOUSE.replace('"leverage"', '"depend-of"')
    (folder / ".solecism.toml").write_text(own)
    book = book_for(own=options(folder).rules)
    assert len(book) == len(bundled_rules())
    rule = book.rule("depend-of")
    assert rule is not None
    assert rule.message == "Write use."
    assert book_for() is bundled_rules()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('rules = ["none.toml"]\n', "none.toml: cannot be read"),
        ('rules = ["../house.toml"]\n', "is not inside"),
        ('rules = "house.toml"\n', "is not a list"),
        (f'rules = ["house.toml"]\n{HOUSE}', "rule 'leverage' is also in"),
        ('turned-off-rules = ["depends-of"]\n', "Did you mean 'depend-of'?"),
        ('turned-off-rules = ["xyz"]\n', "there is no rule 'xyz'. `solecism rules list` shows all"),
        ('for = "author"\n[[rule]]\nid = "a"\n', ".solecism.toml:2: rule 'a': kind is missing"),
        ("rule = 1\n", "rule: is not a list"),
        ('[[rules]]\nid = "a"\n', "rules: {'id': 'a'} is not a text"),
    ],
)
def test_what_is_wrong_with_rules_is_told(folder: Path, text: str, problem: str) -> None:
    (folder / ".solecism.toml").write_text(text)
    with pytest.raises(InputError) as error:
        settings.find(folder)
    assert problem in str(error.value)


def test_options_of_the_command_leave_the_rules_of_the_settings(folder: Path) -> None:
    rules = ProjectRules(SettingValues(audience="teacher", detector="light"))
    given = rules.for_file(str(folder / "essay.txt"))
    assert (given.audience, given.name, ids(given)) == ("teacher", "light", ["utilise", "leverage"])
    alone = ProjectRules(SettingValues(), has_settings=False)
    assert alone.for_file(str(folder / "essay.txt")).rules == ()


def test_show_settings_names_the_rules(folder: Path) -> None:
    lines = list(format_settings(ProjectRules(SettingValues()), [str(folder / "essay.txt")]))
    shown = [line.split()[:3] for line in lines]
    assert ["rules", "house.toml"] in [each[:2] for each in shown]
    assert ["rule", "utilise,", "leverage"] in shown


def test_a_class_and_a_page_take_the_rules_only(folder: Path) -> None:
    (folder / ".solecism.toml").write_text(f'for = "learner"\n{OWN}')
    given = settings.with_own_rules(DetectorOptions(audience="teacher"), folder)
    assert (given.audience, ids(given)) == ("teacher", ["utilise"])
    assert settings.with_own_rules(DetectorOptions(), "/") == DetectorOptions()


def test_what_they_find_is_shown_by_the_command_with_their_messages(folder: Path) -> None:
    (folder / "essay.txt").write_text("We leverage it, and they utilised it.\n")
    shown = CliRunner().invoke(check_command, ["--exit-zero", str(folder / "essay.txt")])
    lines = [line for line in shown.stdout.splitlines() if "essay.txt:" in line]
    assert len(lines) == 2
    assert all("wrong verb: Write use, " in line for line in lines)
    assert 'write "used"' in shown.stdout
