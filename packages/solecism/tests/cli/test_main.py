"""Commands of several distributions in one group."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints, entry_points

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from places import ROOT
from solecism.cli import main as commands
from solecism.cli.main import LAB, SECTIONS, STUDY, WRITE, Entry, LazyGroup, cli
from solecism.errors import MissingPackageError

JOINS = "solecism.commands"
ELSEWHERE = {
    name: entry.place
    for entries in SECTIONS.values()
    for name, entry in entries.items()
    if ":" not in entry.place
}
# In a process of its own, no entry points are found: as if this distribution were alone.
ALONE = (
    "import importlib.metadata, sys;"
    "importlib.metadata.entry_points = lambda **_: ();"
    "from solecism.cli.main import main; sys.argv[0] = 'solecism'; main()"
)


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ALONE, *arguments], capture_output=True, text=True, check=False
    )


@click.command()
@click.argument("words", nargs=-1)
def other_command(words: tuple[str, ...]) -> None:
    """Say that this is another command."""
    click.echo(f"another command: {' '.join(words)}")


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> LazyGroup:
    """A group with a command of its own, one that is not installed, and two that join."""
    value = "solecism_other:other_command"
    points = [EntryPoint(name, value, "joins") for name in ("joined", "extra")]

    def found(*, group: str) -> EntryPoints:
        return EntryPoints(points if group == "joins" else [])

    monkeypatch.setattr("importlib.metadata.entry_points", found)
    monkeypatch.setattr(EntryPoint, "load", lambda _: other_command)
    entries = {
        "models": Entry("solecism.cli.text.read_text:models_command", "List the networks."),
        "joined": Entry("solecism-joined", "Do what joined does."),
        "missing": Entry("solecism-missing", "Do what is not installed."),
    }
    return LazyGroup(name="solecism", sections={"All": entries}, joins="joins")


def test_a_command_of_another_distribution_joins_by_its_entry_point(group: LazyGroup) -> None:
    shown = CliRunner().invoke(group, ["joined", "as", "it", "is"])
    assert (shown.exit_code, shown.stdout) == (0, "another command: as it is\n")


def test_commands_that_nobody_foresaw_have_a_section_of_their_own(group: LazyGroup) -> None:
    shown = CliRunner().invoke(group, ["--help"]).stdout
    assert shown.index("missing") < shown.index(commands.OTHERS) < shown.index("extra")
    assert CliRunner().invoke(group, ["extra"]).stdout == "another command: \n"


def test_without_others_there_is_no_section_of_them() -> None:
    assert commands.OTHERS not in CliRunner().invoke(cli, ["--help"]).stdout


def test_a_joined_command_is_not_taken_for_an_argument_of_the_default(group: LazyGroup) -> None:
    group._default = "joined"
    assert CliRunner().invoke(group, ["extra"]).stdout == "another command: \n"
    assert CliRunner().invoke(group, ["words"]).stdout == "another command: words\n"


@pytest.mark.parametrize(
    "arguments", [(), ("--help",), ("-h",), ("run", "--port", "80", "-x", "--", "file")]
)
def test_a_command_that_is_not_installed_names_its_distribution(
    arguments: tuple[str, ...], group: LazyGroup
) -> None:
    shown = CliRunner().invoke(group, ["missing", *arguments])
    assert isinstance(shown.exception, MissingPackageError)
    assert str(shown.exception) == (
        "`solecism missing` comes with solecism-missing, which is not installed. Run: pip install "
        "solecism-missing (in a checkout: pip install ./packages/solecism-missing)"
    )


def test_an_unknown_command_is_a_mistake_in_usage(group: LazyGroup) -> None:
    shown = CliRunner().invoke(group, ["unknown"])
    assert shown.exit_code == 2
    assert "No such command 'unknown'" in shown.stderr


def test_commands_are_completed_whether_installed_or_not(group: LazyGroup) -> None:
    completion = BashComplete(group, {}, "solecism", "_SOLECISM_COMPLETE")
    found = {each.value: each.help for each in completion.get_completions([], "")}
    assert found.keys() == {"models", "joined", "missing", "extra"}
    assert found["missing"] == "Do what is not installed."
    assert completion.get_completions(["missing"], "--") == []


def test_each_command_of_another_distribution_is_one_of_its_entry_points() -> None:
    assert {
        **dict.fromkeys(("write", "lsp"), WRITE),
        **dict.fromkeys(("study", "effort"), STUDY),
        **dict.fromkeys(("parse", "train", "papers"), LAB),
    } == ELSEWHERE
    points = {each.name: each for each in entry_points(group=JOINS)}
    for name, distribution in ELSEWHERE.items():
        if name in points:
            dist = points[name].dist
            assert dist is not None
            assert dist.name == distribution
        settings = (ROOT / "packages" / distribution / "pyproject.toml").read_text()
        assert f'[project.entry-points."{JOINS}"]' in settings
        assert f'\n{name} = "' in settings


def test_without_the_other_distributions_help_lists_all_commands() -> None:
    shown = alone("--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = {line.split()[0] for line in shown.stdout.splitlines() if line.strip()}
    assert lines >= ELSEWHERE.keys() | {"check", "score"}


@pytest.mark.parametrize("name", ["write", "study", "train"])
def test_without_its_distribution_a_command_is_one_line_and_exit_code_one(name: str) -> None:
    shown = alone(name, "--help")
    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.count("\n") == 1
    assert shown.stderr.startswith(f"solecism: `solecism {name}` comes with {ELSEWHERE[name]}, ")
    assert f"pip install ./packages/{ELSEWHERE[name]}" in shown.stderr


def test_writers_find_their_commands_first() -> None:
    assert [*SECTIONS] == [
        "Check texts",
        "Read texts, and make errors",
        "Collect judgments",
        "Measure",
        "Train models, and repeat the papers' experiments",
    ]
    assert [*SECTIONS["Check texts"]] == [
        *("check", "explain", "write", "lsp", "class", "rules", "models", "examples")
    ]
