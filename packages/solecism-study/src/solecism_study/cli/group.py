"""`solecism study`: studies from creation to export, one subcommand per step."""

from __future__ import annotations

import click

from solecism.cli.main import Entry, LazyGroup

SUBCOMMANDS = {
    "demo": Entry(
        "solecism_study.cli.demo:demo_command",
        "Make and serve a whole study with simulated raters, to look around.",
    ),
    "check": Entry(
        "solecism_study.cli.check:check_command",
        "Say in words what a study will do, before anybody is paid.",
    ),
    "new": Entry(
        "solecism_study.cli.new:new_command", "Create a study from a study file, or from items."
    ),
    "schema": Entry(
        "solecism_study.cli.check:schema_command",
        "Print the JSON schema of study files, for editors.",
    ),
    "serve": Entry(
        "solecism_study.cli.serve:serve_command",
        "Serve the pages of a study to raters and administrators.",
    ),
    "status": Entry(
        "solecism_study.cli.status:status_command",
        "Show the progress of a study, its cost, and how raters agree.",
    ),
    "raters": Entry(
        "solecism_study.cli.rater_commands:raters_command",
        "List raters, invite them, remove them or reinstate them.",
    ),
    "mturk": Entry(
        "solecism_study.cli.platform_commands:mturk_command",
        "Write the HIT for Mechanical Turk, and review and pay the work.",
    ),
    "prolific": Entry(
        "solecism_study.cli.platform_commands:prolific_command",
        "Create, publish, review and pay a study on Prolific.",
    ),
    "signs": Entry(
        "solecism_study.cli.quality:signs_command",
        "Show signs of careless work, and the results without some raters.",
    ),
    "remind": Entry(
        "solecism_study.cli.rater_commands:remind_command",
        "List the raters whose second stage is open, or mail them.",
    ),
    "simulate": Entry(
        "solecism_study.cli.status:simulate_command",
        "Let simulated raters work through a study, to test it.",
    ),
    "admin": Entry(
        "solecism_study.cli.administration:admin_command",
        "Add an administrator, or an access token for a program.",
    ),
    "adjudicate": Entry(
        "solecism_study.cli.quality:adjudicate_command",
        "List the items on which raters disagree, or record decisions on them.",
    ),
    "export": Entry(
        "solecism_study.cli.exchange:export_command",
        "Write the judgments, or the whole study, to a file.",
    ),
    "import": Entry(
        "solecism_study.cli.exchange:import_command",
        "Import judgments made elsewhere, or a bundle as a new study.",
    ),
    "design": Entry(
        "solecism_study.cli.design:design_command",
        "Show the locked design and deviations from it, or lock it.",
    ),
    "amend": Entry(
        "solecism_study.cli.design:amend_command",
        "Change price, budget or numbers, as a recorded amendment.",
    ),
    "erase": Entry(
        "solecism_study.cli.administration:erase_command",
        "Erase who raters are, on request or when it is due.",
    ),
    "migrate": Entry(
        "solecism_study.cli.administration:migrate_command",
        "Update the database of a study that an older version created.",
    ),
    "verify": Entry(
        "solecism_study.cli.administration:verify_command",
        "Check that the log and the judgments are complete and unchanged.",
    ),
}


@click.group(name="study", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def study_command() -> None:
    """Collect judgments from many raters, who do not see each other's answers.

    A study is a folder with an SQLite database, or the URL of a PostgreSQL database of its own.

    \b
    Example:
      solecism study check examples/study.toml
      solecism study new demo examples/study.toml
      solecism study status demo
    """
