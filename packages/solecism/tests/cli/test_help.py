"""Every command explains itself in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from solecism.cli.main import LazyGroup, cli

_LEAST_WORDS = 4


def commands(
    command: click.Command = cli, name: str = "solecism"
) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for part in command.list_commands(context):
            below = command.get_command(context, part)
            assert below is not None
            yield from commands(below, f"{name} {part}")


COMMANDS = dict(commands())


def problem(text: str | None) -> str:
    """Why a text is no sentence of help, empty if it is one."""
    if not text:
        return "has no help"
    if len(text.split()) < _LEAST_WORDS:
        return f"has too short a help: {text!r}"
    if not text.endswith("."):
        return f"has a help without a full stop: {text!r}"
    return "" if text[0].isupper() else f"has a help that begins small: {text!r}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_a_sentence(name: str) -> None:
    options = [each for each in COMMANDS[name].params if isinstance(each, click.Option)]
    problems = [f"{each.opts[0]} {problem(each.help)}" for each in options if problem(each.help)]
    assert problems == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_begins_with_a_sentence(name: str) -> None:
    first = (COMMANDS[name].help or "").partition("\n\n")[0]
    assert problem(" ".join(first.split())) == ""


@pytest.mark.parametrize(
    "name", [name for name, each in COMMANDS.items() if isinstance(each, LazyGroup)]
)
def test_every_line_of_a_listing_is_a_sentence(name: str) -> None:
    group = COMMANDS[name]
    assert isinstance(group, LazyGroup)
    lines = {part: entry.help for part, entry in group.entries.items()}
    assert lines
    assert {part: problem(line) for part, line in lines.items() if problem(line)} == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_value_has_a_name_that_says_what_it_is(name: str) -> None:
    """A free text is not shown as TEXT unless it is a text."""
    vague = [
        each.opts[0]
        for each in COMMANDS[name].params
        if isinstance(each, click.Option)
        and each.type is click.STRING
        and not (each.is_flag or each.metavar)
    ]
    assert vague == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "solecism"])
def test_a_command_is_the_function_that_its_name_says(name: str) -> None:
    """`solecism study new` is new_command, `solecism study` is study_command."""
    callback = COMMANDS[name].callback
    assert callback is not None
    assert callback.__name__ == f"{name.split()[-1]}_command"


def test_what_is_no_sentence_is_noticed() -> None:
    assert problem(None)
    assert problem("Of the server.")
    assert problem("Base URL under which raters reach it")
    assert problem("base URL under which raters reach it.")
    assert not problem("Base URL under which raters reach it.")
