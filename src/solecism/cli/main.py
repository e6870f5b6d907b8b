"""`solecism`: the commands grouped by purpose, each loaded only when it is called."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys

import click

from solecism import __version__
from solecism.errors import SolecismError

PURPOSES: dict[str, dict[str, str]] = {
    "Find errors": {
        "check": "Find the usage errors of texts, and say what to write instead.",
    },
    "Read and write": {
        "convert": "Convert annotated text from one format to another.",
        "tag": "Show words with tags, lemmas and chunks.",
        "nouns": "Show how nouns are used: with which article, singular or plural.",
        "parse": "Parse sentences into trees.",
        "tree": "Show trees, and what errors did to them, as text or drawings.",
    },
    "Make errors": {
        "corrupt": "Make realistic errors in text, tagged corpora or treebanks.",
        "confusions": "Count what learners write for what, to make such errors.",
    },
    "Collect": {
        "study": "Collect judgments from many raters, blind, and keep every one of them.",
    },
    "Measure": {
        "plan": "Plan a study: sample sizes, cost, and the intervals you will get.",
        "mine": "Find candidate errors in a large corpus, for people to judge.",
        "sample": "Draw what raters shall judge.",
        "estimate": "Estimate precision, recall and F of a system from a sample.",
        "agree": "Measure how far raters agree.",
        "constructions": "Measure what raters accept of five ways to write a noun.",
        "judgments": "Turn annotated text or crowd files into judgments.",
        "flags": "Turn corrected text into a system's flags.",
        "score": "Score a system's flags against judgments or annotated text.",
        "compare": "Compare two systems on the same judgments, or on different corpora.",
        "parseval": "Measure how good the trees of a parser are.",
        "select": "Guess the prepositions of native text, and count how often that is right.",
        "report": "Write all of this as one page, with figures.",
        "papers": "Run the papers' experiments anew, beside the printed figures.",
    },
    "Train": {
        "train": "Train the models that ship with this package, or your own.",
    },
}


_NEW_OBJECTS = 50_000


class _LazyGroup(click.Group):
    """Commands by purpose; `solecism --help` imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for commands in PURPOSES.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"solecism.cli.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a programming error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for purpose, commands in PURPOSES.items():
            with formatter.section(purpose):
                formatter.write_dl(list(commands.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="solecism")
def cli() -> None:
    """Find usage errors in learner English, and tell how well any system finds them.

    \b
    Example:
      echo "It depends of the weather." | solecism check --exit-zero -
    """


def main() -> None:
    """Run a command; what people can mend becomes one line on standard error, exit code 1."""
    # Our matrices are small: threads wait for one another longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Hardly anything of ours refers to itself: to look for such garbage seldom, and not at the
    # end, makes short runs a tenth shorter.
    gc.set_threshold(_NEW_OBJECTS)
    atexit.register(gc.freeze)
    try:
        cli()
    except SolecismError as error:
        click.echo(f"solecism: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
