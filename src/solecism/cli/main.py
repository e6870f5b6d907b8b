"""`solecism`: the commands grouped by purpose, each loaded only when it is called."""

from __future__ import annotations

import atexit
import gc
import os
import sys

import click

from solecism.cli.lazy_group import Entry, LazyGroup, Sections
from solecism.cli.terminal.output import (
    escape_unencodable,
    exit_on_signals,
    print_notice,
    report_unwritable_output,
)
from solecism.errors import SolecismError
from solecism.system.installation import explain_missing
from solecism.system.processes import collect_garbage_rarely, release_large_arrays
from solecism.version import __version__

# One folder of commands per section.
SECTIONS: Sections = {
    "Check and read text": {
        "check": Entry(
            "text.check", "Find the usage errors in texts, and suggest what to write instead."
        ),
        "write": Entry(
            "text.write", "Open a page to write in, which checks the text as you write."
        ),
        "class": Entry(
            "text.class_", "Show the texts of a class at a glance, with a page per student."
        ),
        "convert": Entry("text.convert", "Convert annotated text from one format to another."),
        "tag": Entry("text.tag", "Show words with their tags, lemmas and chunks."),
        "nouns": Entry(
            "text.nouns", "Show how nouns are used: with which article, in singular or plural."
        ),
        "lsp": Entry("text.lsp", "Check texts in an editor, as they are written."),
        "examples": Entry(
            "text.examples", "Write the bundled example files, to try every command on."
        ),
    },
    "Make errors and trees": {
        "corrupt": Entry(
            "make.corrupt", "Make realistic errors in text, tagged corpora or treebanks."
        ),
        "confusions": Entry(
            "make.confusions", "Count which words learners confuse, to make such errors."
        ),
        "parse": Entry("make.parse", "Parse sentences into trees."),
        "tree": Entry("make.tree", "Show trees, and how errors changed them, as text or drawings."),
    },
    "Draw samples": {
        "sample": Entry("sample.group", "Draw samples for raters to judge."),
    },
    "Collect judgments": {
        "study": Entry(
            "study.group",
            "Collect judgments from many raters, who do not see each other's answers.",
        ),
    },
    "Measure": {
        "plan": Entry(
            "measure.plan", "Plan a study: sample sizes, cost, and the intervals to expect."
        ),
        "mine": Entry(
            "measure.mine", "Find candidate errors in a large corpus, for people to judge."
        ),
        "estimate": Entry(
            "measure.estimate", "Estimate precision, recall and F of a system from a judged sample."
        ),
        "agree": Entry("measure.agree", "Measure how far raters agree."),
        "constructions": Entry(
            "measure.constructions", "Measure which of five ways to write a noun raters accept."
        ),
        "judgments": Entry(
            "measure.judgments", "Turn annotated text or crowd files into judgments."
        ),
        "effort": Entry("measure.effort", "Show what judgments cost: money, hours and raters."),
        "flags": Entry("measure.flags", "Turn corrected text into a system's flags."),
        "score": Entry(
            "measure.score", "Score a system's flags against judgments or annotated text."
        ),
        "compare": Entry(
            "measure.compare", "Compare two systems on the same judgments, or on different corpora."
        ),
        "rank": Entry(
            "measure.rank", "Rank systems by people's judgments, and see which scores agree."
        ),
        "parseval": Entry("measure.parseval", "Measure how good the trees of a parser are."),
        "choice": Entry(
            "measure.choice", "Measure how often a system's word is as good as the writer's."
        ),
        "select": Entry(
            "measure.select",
            "Guess the prepositions of native text, and count how often that is correct.",
        ),
        "report": Entry(
            "measure.report", "Write agreement, scores and estimates as one page, with figures."
        ),
    },
    "Repeat the papers' experiments": {
        "papers": Entry(
            "papers.group", "Run the papers' experiments again, beside the printed figures."
        ),
    },
    "Train models": {
        "train": Entry("train.group", "Train the models that ship with this package, or your own."),
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
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
