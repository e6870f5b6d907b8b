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
