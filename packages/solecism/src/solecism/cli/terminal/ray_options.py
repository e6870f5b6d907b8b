"""The options of commands that can run on a Ray cluster, and the job that they start there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import option_group
from solecism.cli.terminal.output import progress_bar

if TYPE_CHECKING:
    from solecism.cluster.row_operation import RowOperation

LOCAL, RAY = "local", "ray"
_OF_JOBS = ("column", "shards", "shard_size")
_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """Where a command runs: in processes of this machine, or on a Ray cluster."""

    engine: str
    address: str | None

    def is_ray(self, allowed: Collection[str] = ()) -> bool:
        """Whether the command runs on Ray; `allowed` are the options that it has there.

        UsageError for options that belong to the other engine.
        """
        context = click.get_current_context()
        given = [
            each
            for each in context.command.params
            if isinstance(each, click.Option)
            and each.name is not None
            and context.get_parameter_source(each.name) is click.core.ParameterSource.COMMANDLINE
        ]
        on_ray = self.engine == RAY
        for option in given:
            is_of_ray = option.name in ("address", *_OF_JOBS)
            if on_ray and not is_of_ray and option.name not in ("engine", *allowed):
                raise click.UsageError(f"{option.opts[-1]} is not for --engine ray.")
            if not on_ray and is_of_ray:
                raise click.UsageError(f"{option.opts[-1]} needs --engine ray.")
        return on_ray


@dataclass(frozen=True, slots=True)
class JobChoice(EngineChoice):
    """The same for commands that work on rows of text."""

    column: str
    shards: str | None
    shard_size: float

    def run(self, operation: RowOperation, places: Sequence[str], found: str) -> str:
        """Run a job from IN to OUT, and say what was done; the folder of the results.

        `found` names what the operation looks for, such as "finding".
        """
        from solecism.cluster.jobs import run_job

        if len(places) != 2:
            raise click.UsageError("--engine ray takes two arguments: IN and the folder OUT.")
        source, target = places
        with progress_bar("Starting", "Shards") as progress:
            summary = run_job(
                operation,
                source,
                target,
                output=self.shards,
                shard_bytes=max(1, round(self.shard_size * _BYTES)),
                address=self.address,
                progress=progress,
            )
        for line in summary.lines(found):
            click.echo(line, err=True)
        return target


_ENGINE = (
    click.option(
        "--engine",
        type=click.Choice([LOCAL, RAY]),
        default=LOCAL,
        show_default=True,
        help="Run in processes of this machine, or on a Ray cluster.",
    ),
    click.option(
        "--address",
        metavar="ADDRESS",
        help="With --engine ray: address of the cluster, such as auto or HOST:6379; by default "
        "one is started on this machine.",
    ),
)


def engine_options(command: Any) -> Any:
    """Add --engine and --address; the command gets `where`."""
    return option_group("where", EngineChoice, *_ENGINE)(command)


def job_options(command: Any) -> Any:
    """Add these and the options of jobs on rows of text; the command gets `where`."""
    return option_group(
        "where",
        JobChoice,
        *_ENGINE,
        click.option(
            "--column",
            default="text",
            show_default=True,
            metavar="NAME",
            help="With --engine ray: column, or field, that has the text of a row.",
        ),
        click.option(
            "--shards",
            type=click.Choice(["parquet", "jsonl"]),
            help="With --engine ray: format of the files in OUT; the default is jsonl for JSON "
            "Lines, and parquet otherwise.",
        ),
        click.option(
            "--shard-size",
            type=click.FloatRange(min=0, min_open=True),
            default=1.0,
            show_default=True,
            metavar="MB",
            help="With --engine ray: text per shard, in millions of bytes.",
        ),
    )(command)
