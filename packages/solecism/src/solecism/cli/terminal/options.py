"""Options that several commands share, such as --jobs, --seed, --format and --answer.

Among them are those of commands that can run on a Ray cluster, with the job that they start there.
The signature of a command is made of its options: files that it reads have the type INPUT, and
every other parameter is a setting, but for those that say where a result goes or how it looks.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from solecism.cli.terminal.output import progress_bar
from solecism.formats.files import digest_of
from solecism.signature import Setting, Signature, SignedFile
from solecism.system.installation import model_digest
from solecism.system.processes import MAX_JOBS

if TYPE_CHECKING:
    from solecism.cluster.row_operation import RowOperation
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
rater_prior_option = click.option(
    "--rater-prior",
    type=click.Choice(["studies", "none"]),
    default="studies",
    show_default=True,
    help="What is known of how much raters differ, for graded scores: what studies found, or only "
    "what these raters show.",
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
PAPER = "paper"
_layout_option = click.option(
    "--layout",
    type=click.Choice(["tables", PAPER]),
    default="tables",
    show_default=True,
    help="Print all tables, or one in LaTeX for a paper, as wide as a column: systems by rows, the "
    "best in bold, with marks from the corrected tests.",
)


def layout_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --layout, which --format does not go with."""

    @wraps(command)
    def laid_out(*arguments: Any, layout: str, output_format: str, **options: Any) -> Any:
        if layout == PAPER and output_format not in ("text", "latex"):
            raise click.UsageError("--layout paper is LaTeX. Leave out --format and --json.")
        return command(*arguments, layout=layout, output_format=output_format, **options)

    return _layout_option(laid_out)


bins_option = click.option(
    "--bins",
    metavar="EDGES",
    default="50-75-90-100",
    show_default=True,
    help="Edges of the bins of agreement between raters, in per cent.",
)
cache_option = click.option(
    "--cache/--no-cache",
    "is_cached",
    default=True,
    show_default=True,
    help="Keep the edits of corrected text in your cache folder for later runs, and use those of "
    "earlier runs.",
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


Value = Setting | tuple[Any, ...]

# No figure depends on these.
UNSIGNED = frozenset(
    "as_json output_format layout is_cached jobs figures out page work predictions "
    "engine address column shards shard_size".split()
)


class InputFile(click.ParamType[str]):
    """The path of a file that a command reads, or of a folder of such files."""

    name = "file"

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the name of a file."""
        return [CompletionItem(incomplete, type="file")]


INPUT = InputFile()


def command_signature(
    name: str,
    *,
    only: Collection[str] | None = None,
    settings: Mapping[str, Value] | None = None,
    files: Mapping[str, Sequence[SignedFile]] | None = None,
    models: Iterable[Path] = (),
    counts: Mapping[str, int] | None = None,
) -> Signature:
    """The signature of the command that is running, and of what it was called with.

    `only` are the names of the parameters that figures depend on, where not all of them do;
    `settings` are values that the command chose itself, and `files` those that it found itself,
    by the names of parameters. `models` are the files of the models that were used, and `counts`
    say how much was read.
    """
    context = click.get_current_context()
    chosen: dict[str, Setting] = {}
    read: dict[str, tuple[SignedFile, ...]] = {}
    for each in signed_parameters(context.command):
        value = context.params.get(str(each.name))
        if each.name in (files or {}):
            found = tuple((files or {})[str(each.name)])
        elif isinstance(each.type, InputFile):
            found = tuple(signed_files(value))
        else:
            if only is None or each.name in only:
                chosen[shown_name(each)] = _setting((settings or {}).get(str(each.name), value))
            continue
        if found:
            read[shown_name(each)] = found
    used = sorted({path.name: path for path in models if path.is_file()}.items())
    hashed = tuple(SignedFile(file, model_digest(path)) for file, path in used)
    return Signature(name, chosen, read, counts or {}, hashed)


def signed_parameters(command: click.Command) -> list[click.Parameter]:
    """The parameters of a command that its figures depend on."""
    return [each for each in command.params if each.name not in UNSIGNED]


def shown_name(parameter: click.Parameter) -> str:
    """The name of a parameter in a signature: that of the option without dashes.

    >>> shown_name(click.Option(["-n", "--rater-prior", "prior"]))
    'rater-prior'
    """
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len).lstrip("-")
    return str(parameter.name)


def signed_folder(path: str, files: Iterable[str | Path]) -> list[SignedFile]:
    """Some files in a folder, with names from this folder on."""
    folder = Path(path)
    name = folder.resolve().name
    return [
        SignedFile(f"{name}/{Path(file).relative_to(folder).as_posix()}", digest_of(Path(file)))
        for file in files
    ]


def files_in(folder: Path) -> list[Path]:
    """The files in a folder and in those below it, in order; hidden ones are left out."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def signed_files(value: Any, label: str = "") -> Iterator[SignedFile]:
    """The files of a parameter: a path, several, or several by name."""
    if isinstance(value, Mapping):
        for name, paths in value.items():
            yield from signed_files(paths, name)
    elif isinstance(value, str):
        path = Path(value)
        if path.is_dir():
            yield from signed_folder(value, files_in(path))
        else:
            yield SignedFile(path.name, digest_of(path), label)
    else:
        for each in value or ():
            yield from signed_files(each, label)


def _setting(value: Value) -> Setting:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else value
