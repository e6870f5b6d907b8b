"""What the signature of a command names, and the command that a signature names.

Files that a command reads have the type INPUT; every other parameter is a setting, except those
that say where a result goes or how it looks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from solecism.errors import InputError
from solecism.formats.files import digest_of
from solecism.signature import Setting, Signature, SignedFile
from solecism.system.display_text import shortened
from solecism.system.installation import model_digest

Value = Setting | tuple[Any, ...]

# No figure depends on these.
UNSIGNED = frozenset(
    "as_json output_format layout is_cached jobs figures out page work predictions "
    "engine address column shards shard_size".split()
)
# These run a program of the user's.
_PROGRAMS = ("outside", "train_command")
_COMMAND_OF = {
    "compare-edits": "compare",
    "estimate-covert": "estimate",
    "score-edits": "score",
    "score-m2": "score",
    "score-references": "score",
}
_COMMANDS = (
    *("agree", "choice", "compare", "constructions", "effort", "estimate", "nouns", "parseval"),
    *("plan", "rank", "report", "score", "select"),
)
_OF_GROUPS = {
    "papers": ("crowd", "nouns", "prepositions", "treebanks", "turk"),
    "rules": ("measure",),
}


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


def command_of(signature: Signature) -> tuple[str, ...]:
    """The words of the command that a signature names; InputError if there is none."""
    name = signature.command
    group, _, rest = name.partition("-")
    if rest in _OF_GROUPS.get(group, ()):
        return group, rest
    name = _COMMAND_OF.get(name, name)
    if name not in _COMMANDS:
        raise InputError(f"{shortened(name)!r} is no command that measures.")
    return (name,)


def arguments_of(
    signature: Signature, command: click.Command, paths: Mapping[str, Sequence[str]]
) -> list[str]:
    """The arguments with which the command runs again.

    `paths` are the files by the names of the parameters, as `signature.files` has them, with
    NAME=FILE where a file has a name. InputError for a parameter that the command does not have,
    or that would start a program.
    """
    known = {shown_name(each): each for each in signed_parameters(command)}
    options: list[str] = []
    arguments: dict[str, list[str]] = {}
    for name, values in {**signature.settings, **paths}.items():
        parameter = known.get(name)
        if parameter is None or isinstance(parameter.type, InputFile) != (name in paths):
            raise InputError(
                f"`solecism {' '.join(command_of(signature))}` of this version has no setting "
                f"{shortened(name)!r}. The signature is of another version, or was changed."
            )
        if not isinstance(values, tuple | list):
            continue
        if parameter.name in _PROGRAMS:
            raise InputError(
                f"the signature names a program to run (--{name}), which is not done. Run the "
                "command yourself."
            )
        if isinstance(parameter, click.Argument):
            arguments[name] = list(values)
        else:
            options += _option(parameter, name, values)
    # Arguments come in the order of the command, not of the signature.
    order = [shown_name(each) for each in command.params if isinstance(each, click.Argument)]
    return [*options, "--", *(value for name in order for value in arguments.get(name, ()))]


def _option(parameter: click.Parameter, name: str, values: Sequence[str]) -> list[str]:
    """An option with its values."""
    if isinstance(parameter, click.Option) and parameter.is_flag:
        if list(values) == ["yes"]:
            return [f"--{name}"]
        if list(values) == ["no"]:
            return parameter.secondary_opts[:1]
        raise InputError(f"--{name} is yes or no, not {shortened('+'.join(values))!r}.")
    if parameter.nargs > 1:
        if len(values) != parameter.nargs:
            raise InputError(f"--{name} has {parameter.nargs} values, not {len(values)}.")
        return [f"--{name}", *values]
    if len(values) > 1 and not parameter.multiple:
        raise InputError(f"--{name} has one value, not {len(values)}.")
    return [f"--{name}={value}" for value in values]
