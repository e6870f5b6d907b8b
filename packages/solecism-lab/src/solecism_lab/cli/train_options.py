"""Options that the commands for training detectors share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

native_option = click.option(
    "--native",
    multiple=True,
    required=True,
    metavar="FILE",
    help="File of running native text; may be repeated.",
)


def learner_option(*, required: bool = False) -> Decorator:
    """The option for files of annotated learner text."""
    return click.option(
        "--learner",
        multiple=True,
        required=required,
        metavar="FILE",
        help="File of annotated learner text (.m2, .xml); may be repeated.",
    )


def work_option(*, required: bool = False) -> Decorator:
    """The option for a folder in which a run keeps its intermediate results."""
    return click.option(
        "--work",
        required=required,
        metavar="FOLDER",
        help="Folder for intermediate results, which a later run uses again.",
    )


readers_option = click.option(
    "--readers", metavar="M2", help="M2 file of text that many annotators have corrected."
)
