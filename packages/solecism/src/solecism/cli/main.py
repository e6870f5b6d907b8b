"""`solecism`: the commands grouped by purpose, each loaded only when it is called."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import (
    escape_unencodable,
    exit_on_signals,
    exit_quietly,
    print_notice,
    report_unwritable_output,
)
from solecism.errors import MissingPackageError, SolecismError
from solecism.system.installation import explain_missing
from solecism.system.processes import collect_garbage_rarely, release_large_arrays
from solecism.version import __version__

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OTHERS = "Commands of other packages"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in a group, and a line of help.

    `place` is `module:function`, or the name of the distribution that brings the command.
    """

    place: str
    help: str


Sections = Mapping[str, Mapping[str, Entry]]


class LazyGroup(click.Group):
    """Commands in sections; `--help` imports none of them.

    Where there is a default, `GROUP ARGUMENTS` is short for `GROUP DEFAULT ARGUMENTS`. Commands of
    other distributions join by entry points of the group `joins`.
    """

    def __init__(
        self,
        *,
        sections: Sections,
        default: str | None = None,
        joins: str | None = None,
        **attributes: object,
    ) -> None:
        # The attributes are click's own, passed on as they come.
        super().__init__(**attributes)  # type: ignore[arg-type]
        self._sections = sections
        self.entries = {
            name: entry for entries in sections.values() for name, entry in entries.items()
        }
        self._default = default
        self._joins = joins

    @cached_property
    def _joined(self) -> dict[str, EntryPoint]:
        """The commands of other distributions that are installed."""
        # Imported here: most commands are our own, and start sooner without it.
        from importlib.metadata import entry_points

        found = entry_points(group=self._joins) if self._joins else ()
        return {point.name: point for point in found}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, section by section."""
        return [*self.entries, *sorted(self._joined.keys() - self.entries.keys())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported on demand."""
        entry = self.entries.get(cmd_name)
        if entry is not None and ":" in entry.place:
            module, _, function = entry.place.partition(":")
            command = getattr(importlib.import_module(module), function)
        elif cmd_name in self._joined:
            command = self._joined[cmd_name].load()
        elif entry is not None:
            command = _missing_command(cmd_name, entry)
        else:
            return None
        assert isinstance(command, click.Command)  # noqa: S101 - a programming error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, one line per command."""
        for title, entries in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()])
        if others := sorted(self._joined.keys() - self.entries.keys()):
            with formatter.section(OTHERS):
                formatter.write_dl([(name, f"From {self._joined[name].value}.") for name in others])

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; interrupts and closed pipes end it quietly."""
        with exit_quietly():
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, preceded by the default command if they name none."""
        if self._default and args and args[0] not in (*self.list_commands(ctx), "-h", "--help"):
            args = [self._default, *args]
        return super().parse_args(ctx, args)


def _missing_command(name: str, entry: Entry) -> click.Command:
    """A command in place of one that is not installed: it names the distribution to install.

    To raise the error when the command is looked up would break completion in shells.
    """

    def say_where(arguments: tuple[str, ...]) -> None:
        raise MissingPackageError(f"solecism {name}", entry.place)

    return click.Command(
        name,
        callback=say_where,
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
        help=entry.help,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )


# Commands that are in other distributions have the name of one in place of a function.
WRITE, STUDY, LAB = "solecism-write", "solecism-study", "solecism-lab"
_MEASURE = "solecism.cli.measure"
SECTIONS: Sections = {
    "Check texts": {
        "check": Entry(
            "solecism.cli.text.check:check_command",
            "Find the usage errors in texts, and suggest what to write instead.",
        ),
        "explain": Entry(
            "solecism.cli.text.explain:explain_command",
            "Explain a kind of error, with rules and examples.",
        ),
        "write": Entry(WRITE, "Open a page to write in, which checks the text as you write."),
        "lsp": Entry(WRITE, "Check texts in an editor, as they are written."),
        "class": Entry(
            "solecism.cli.text.classroom:class_command",
            "Show the texts of a class at a glance, with a page per student.",
        ),
        "rules": Entry(
            "solecism.cli.text.rules:rules_command",
            "Show, test and measure the rules for common errors, and your own.",
        ),
        "models": Entry(
            "solecism.cli.text.read_text:models_command",
            "List the networks that are installed: licences, figures, and for whom they are.",
        ),
        "examples": Entry(
            "solecism.cli.text.read_text:examples_command",
            "Write the bundled example files, to try every command on.",
        ),
    },
    "Read texts, and make errors": {
        "convert": Entry(
            "solecism.cli.text.read_text:convert_command",
            "Convert annotated text from one format to another.",
        ),
        "tag": Entry(
            "solecism.cli.text.read_text:tag_command",
            "Show words with their tags, lemmas and chunks.",
        ),
        "nouns": Entry(
            "solecism.cli.text.read_text:nouns_command",
            "Show how nouns are used: with which article, in singular or plural.",
        ),
        "corrupt": Entry(
            "solecism.cli.corrupt:corrupt_command",
            "Make realistic errors in text, tagged corpora or treebanks.",
        ),
        "confusions": Entry(
            "solecism.cli.corrupt:confusions_command",
            "Count which words learners confuse, to make such errors.",
        ),
        "parse": Entry(LAB, "Parse sentences into trees."),
        "tree": Entry(
            "solecism.cli.trees:tree_command",
            "Show trees, and how errors changed them, as text or drawings.",
        ),
    },
    "Collect judgments": {
        "plan": Entry(
            f"{_MEASURE}.plan:plan_command",
            "Plan a study: sample sizes, cost, and the intervals to expect.",
        ),
        "sample": Entry(
            "solecism.cli.sample.sample_group:sample_command", "Draw samples for raters to judge."
        ),
        "mine": Entry(
            f"{_MEASURE}.mine:mine_command",
            "Find candidate errors in a large corpus, for people to judge.",
        ),
        "study": Entry(
            STUDY, "Collect judgments from many raters, who do not see each other's answers."
        ),
        "judgments": Entry(
            f"{_MEASURE}.judgments:judgments_command",
            "Turn annotated text or crowd files into judgments.",
        ),
        "effort": Entry(STUDY, "Show what judgments cost: money, hours and raters."),
    },
    "Measure": {
        "agree": Entry(f"{_MEASURE}.agree:agree_command", "Measure how far raters agree."),
        "constructions": Entry(
            f"{_MEASURE}.agree:constructions_command",
            "Measure which of five ways to write a noun raters accept.",
        ),
        "flags": Entry(
            f"{_MEASURE}.judgments:flags_command", "Turn corrected text into a system's flags."
        ),
        "score": Entry(
            f"{_MEASURE}.score:score_command",
            "Score a system's flags against judgments or annotated text.",
        ),
        "estimate": Entry(
            f"{_MEASURE}.plan:estimate_command",
            "Estimate precision, recall and F of a system from a judged sample.",
        ),
        "compare": Entry(
            f"{_MEASURE}.compare:compare_command",
            "Compare two systems on the same judgments, or on different corpora.",
        ),
        "rank": Entry(
            f"{_MEASURE}.rank:rank_command",
            "Rank systems by people's judgments, and see which scores agree.",
        ),
        "choice": Entry(
            f"{_MEASURE}.agree:choice_command",
            "Measure how often a system's word is as good as the writer's.",
        ),
        "select": Entry(
            f"{_MEASURE}.select:select_command",
            "Guess the prepositions of native text, and count how often that is correct.",
        ),
        "parseval": Entry(
            f"{_MEASURE}.parseval:parseval_command", "Measure how good the trees of a parser are."
        ),
        "report": Entry(
            f"{_MEASURE}.report:report_command",
            "Write agreement, scores and estimates as one page, with figures.",
        ),
        "verify": Entry(
            f"{_MEASURE}.verify:verify_command",
            "Run a command again from its signature, and compare the figures.",
        ),
        "schema": Entry(
            "solecism.cli.terminal.output_schemas:schema_command",
            "Print the JSON Schema of what a command prints with --json.",
        ),
    },
    "Train models, and repeat the papers' experiments": {
        "train": Entry(LAB, "Train the models that Solecism uses, or your own."),
        "papers": Entry(LAB, "Run the papers' experiments again, beside the printed figures."),
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    joins="solecism.commands",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="solecism")
def cli() -> None:
    """Find usage errors in learner English, and measure how well any system finds them.

    \b
    Example:
      echo "It depends of the weather." | solecism check --exit-zero -
    """


def main() -> None:
    """Run a command; a user error becomes one line on standard error and exit code 1."""
    # Our matrices are small: threads wait for one another longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    collect_garbage_rarely()
    release_large_arrays()
    # To look for garbage at the end as well would make short runs longer.
    atexit.register(gc.freeze)
    exit_on_signals()
    escape_unencodable()
    with report_unwritable_output():
        try:
            with explain_missing():
                cli()
        except SolecismError as error:
            print_notice(error)
            sys.exit(1)
