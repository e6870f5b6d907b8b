"""`solecism study demo`: a whole study with simulated raters, to look around."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option

if TYPE_CHECKING:
    from solecism_study.study import Study

_TITLE = "Demonstration: all other raters are simulated"
_LOGIN = "demo"
_SHARE_CARELESS = 0.2


@click.command(name="demo")
@click.argument("folder", required=False)
@click.option(
    "--raters",
    type=click.IntRange(2, 100),
    default=12,
    show_default=True,
    help="Number of simulated raters.",
)
@click.option(
    "--answers",
    type=click.IntRange(1, 100_000),
    default=700,
    show_default=True,
    help="Number of answers that they give; what is left is yours to try.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="any free port",
    help="Port to listen on.",
)
@click.option("--no-browser", is_flag=True, help="Print the addresses, and open no page.")
@click.option("--dry-run", is_flag=True, help="Make the study, print the addresses, and stop.")
@seed_option(default=1, result="answers")
def demo_command(
    folder: str | None,
    raters: int,
    answers: int,
    port: int,
    no_browser: bool,
    dry_run: bool,
    seed: int,
) -> None:
    """Make a whole study with simulated raters, serve it on this computer, and open its pages.

    The study is the one of examples/study.toml, open to everybody, so that you can answer questions
    as a rater does and see the administrators' pages fill. Its other raters are simulated, and
    marked as such on every page and in every export; some of them are careless, until control items
    expose them. The study is in FOLDER, or in a temporary folder that is removed at the end. Ctrl+C
    ends it.

    \b
    Example:
      solecism study demo --no-browser --dry-run --answers 40
    """
    from solecism.web import bind, open_in_browser
    from solecism_study.serve.server import lock_against_other_servers, serve

    with ExitStack() as stack:
        if folder is None:
            temporary = stack.enter_context(TemporaryDirectory(prefix="solecism-"))
            folder = str(Path(temporary) / "demonstration")
        click.echo(f"Simulated raters are giving {answers:,} answers ...", err=True)
        password = secrets.token_urlsafe(9)
        study = _made(folder, password, n_raters=raters, n_answers=answers, seed=seed)
        stack.callback(study.close)
        stack.enter_context(lock_against_other_servers(study))
        at = stack.enter_context(bind("127.0.0.1", port))
        address = f"http://127.0.0.1:{at.getsockname()[1]}"
        click.echo(f"What raters see: {address}/", err=True)
        click.echo(f"What administrators see: {address}/admin", err=True)
        click.echo(f"Log in there as {_LOGIN} with the password {password}", err=True)
        click.echo(f"The study is in {folder}. Ctrl+C ends it.", err=True)
        if dry_run:
            return
        if not no_browser:
            open_in_browser(f"{address}/")
            open_in_browser(f"{address}/admin")
        serve(study, at)


def _made(folder: str, password: str, *, n_raters: int, n_answers: int, seed: int) -> Study:
    """The study with a login and the answers of simulated raters."""
    import numpy as np

    from solecism.formats import jsonl
    from solecism.judgment import Judgment, grades
    from solecism.system.clock import now
    from solecism.system.installation import EXAMPLES
    from solecism_study.people.administrators import add_administrator
    from solecism_study.simulation import SimulatedRaters, simulate
    from solecism_study.units import HOUR

    # An hour ago, so that the simulated answers are in the past.
    began = now() - HOUR
    study = _new_study(folder, now=began)
    add_administrator(study, _LOGIN, password, role="owner", now=began)
    judged = jsonl.read(str(EXAMPLES / "judgments.simulated.jsonl"), Judgment)
    simulate(
        study,
        SimulatedRaters(n_raters=n_raters, careless=_SHARE_CARELESS),
        rng=np.random.default_rng(seed),
        now=began,
        shares={grade.site: grade.share for grade in grades(judged)},
        n_answers=n_answers,
    )
    return study


def _new_study(folder: str, *, now: int) -> Study:
    """The bundled study, but open to everybody and without a platform."""
    from dataclasses import replace

    import msgspec

    from solecism.system.installation import EXAMPLES
    from solecism_study.cli.new_items import create, read_parts
    from solecism_study.cli.new_options import request_in_file

    request = request_in_file(str(EXAMPLES / "study.toml"), folder)
    people = msgspec.structs.replace(request.file.people, open_to_all=True)
    file = msgspec.structs.replace(request.file, title=_TITLE, people=people, platform=None)
    request = replace(request, file=file)
    return create(request, read_parts(request), now=now)
