"""Options that several commands share, such as --jobs, --seed, --format and --answer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.system.processes import MAX_JOBS

if TYPE_CHECKING:
    from solecism.judgment import Answer, Judgment

Decorator = Callable[[Any], Any]


def option_group(name: str, build: Callable[..., Any], *options: Decorator) -> Decorator:
    """Add options to a command, which gets what `build` makes of their values as `name`."""

    def grouped(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*arguments: Any, **values: Any) -> Any:
            own = {each: values.pop(each) for each in names}
            return command(*arguments, **{name: build(**own)}, **values)

        inherited = len(getattr(command, "__click_params__", []))
        decorated: Callable[..., Any] = called
        for option in reversed(options):
            decorated = option(decorated)
        parameters: list[click.Parameter] = decorated.__click_params__  # type: ignore[attr-defined]
        names = [parameter.name for parameter in parameters[inherited:]]
        return decorated

    return grouped


duplicates_option = click.option(
    "--duplicates",
    type=click.Choice(["error", "first", "last"]),
    default="error",
    show_default=True,
    help="What to do with a rater's second answer to an item: report an error, or use the first "
    "or the last answer.",
)
level_option = click.option(
    "--level",
    type=float,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON with all figures at full precision."
)
FORMATS = ("text", "latex", "markdown", "csv", "json")


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --format, and --json for short; the command gets `output_format`."""

    @wraps(command)
    def formatted(*arguments: Any, as_json: bool, output_format: str, **options: Any) -> Any:
        chosen = "json" if as_json else output_format
        return command(*arguments, output_format=chosen, **options)

    return json_option(_format_option(formatted))


_format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How to print the tables; latex needs the package booktabs, and json has all figures.",
)
bins_option = click.option(
    "--bins",
    metavar="EDGES",
    default="50-75-90-100",
    show_default=True,
    help="Edges of the bins of agreement between raters, in per cent.",
)
kinds_option = click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Score sites of this kind only; may be repeated.",
)


def seed_option(*, default: int = 0, result: str = "figures") -> Callable[[Any], Any]:
    """The seed of whatever a command draws at random."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=default,
        show_default=True,
        help=f"Seed of the random numbers; the same seed gives the same {result}.",
    )


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """Which answer counts, which answers are joined, and which sites are left out."""

    answer: str | None
    join: tuple[str, ...]
    without: tuple[str, ...]

    def read(self, paths: Iterable[str]) -> Iterable[Judgment]:
        """The judgments of files of JSON Lines, with the answers to compare."""
        from solecism.agreement.confusion import compared_answers, joined_answers
        from solecism.formats import jsonl
        from solecism.judgment import Judgment

        judgments = (judgment for path in paths for judgment in jsonl.read(path, Judgment))
        if self._is_plain:
            return judgments
        return compared_answers(
            judgments, answer=self.answer, joined=joined_answers(self.join), without=self.without
        )

    def read_answers(self, paths: Iterable[str]) -> Iterable[Answer]:
        """The same as far as it is needed to count answers, in half the time."""
        from solecism.formats import jsonl

        if not self._is_plain:
            return self.read(paths)
        return chain.from_iterable(map(jsonl.read_answers, paths))

    @property
    def _is_plain(self) -> bool:
        return not (self.answer or self.join or self.without)

    def settings(self) -> dict[str, Any]:
        """The options as parts of a signature."""
        return {"answer": self.answer, "join": self.join, "without": self.without}


answer_options: Callable[[Any], Any] = option_group(
    "answers",
    AnswerOptions,
    click.option(
        "--answer",
        metavar="FIELD",
        help="Key of the notes whose value is compared instead of the answer, such as rating.",
    ),
    click.option(
        "--join",
        multiple=True,
        metavar="NAME,...=NEW",
        help="Treat these answers as one with a new name, such as correct,equal=ok; may be "
        "repeated.",
    ),
    click.option(
        "--without",
        multiple=True,
        metavar="FIELD",
        help="Leave out sites where a rater's notes have this key, such as context, or KEY=VALUE; "
        "may be repeated.",
    ),
)


# A process takes a second or two to start: below this much text per process, it is not worth it.
_BYTES_PER_JOB = 1_500_000


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --jobs, a number of processes, or None to choose it by the input."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MAX_JOBS),
        help="Number of processes to use; the output is the same. By default one per core, but "
        "only one for little text and for pipes.",
    )(command)


def n_jobs(asked: int | None, paths: Iterable[str]) -> int:
    """The number of processes for these files, if no number was asked for."""
    if asked is not None:
        return asked
    n_bytes = sum(Path(path).stat().st_size for path in paths if Path(path).is_file())
    return max(1, min(n_cores(), n_bytes // _BYTES_PER_JOB))


def n_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class UniqueOptionsCommand(click.Command):
    """A command whose options can be given once, except those that may be repeated."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Check and read the arguments."""
        if not ctx.resilient_parsing and "--help" not in args:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            for parameter, n in Counter(order).items():
                is_once = isinstance(parameter, click.Option) and not parameter.multiple
                if n > 1 and is_once:
                    raise click.UsageError(
                        f"{parameter.opts[-1]} is given {n} times. Give it once."
                    )
        return super().parse_args(ctx, args)
