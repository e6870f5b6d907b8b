"""`solecism verify`: run a command again from its signature, and compare what it prints."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    InputFile,
    files_in,
    shown_name,
    signed_parameters,
)
from solecism.cli.terminal.output import print_notice
from solecism.cli.terminal.result_tables import show_result
from solecism.errors import InputError, SolecismError
from solecism.formats.files import digest_of
from solecism.signature import DIGITS, Signature, SignedFile, parse, signatures_in
from solecism.system.display_text import count, shortened
from solecism.system.installation import explain_missing
from solecism.table import Table, Tabular, table

if TYPE_CHECKING:
    from solecism.api.arguments import AnyPath
    from solecism.reporting.output_comparison import OutputComparison, OutputDifference

_MOST_BYTES = 100_000_000
_PAGE = "page.html"
_SAME, _DIFFERS, _BAD_INPUT = 0, 1, 2
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


@dataclass(frozen=True, slots=True)
class Verification(Tabular):
    """What a command printed when it ran again from its signature.

    `comparison` is None where there was no earlier output to compare with; `notes` say what else
    is not as it was: the version, or a model.
    """

    signature: Signature
    output: str
    comparison: OutputComparison | None
    notes: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether everything that was compared is the same."""
        return not self.differences

    @property
    def differences(self) -> tuple[OutputDifference, ...]:
        """The figures that differ, with both values."""
        return self.comparison.differences if self.comparison else ()

    def tables(self) -> Iterator[Table]:
        """The figures that differ."""
        rows = [(each.place, each.earlier, each.now) for each in self.differences]
        yield table("What differs", ("figure", "earlier", "now"), rows)

    def remarks(self) -> Iterator[str]:
        """How much was compared, and what else is not as it was."""
        yield from self.notes
        name = f"`solecism {' '.join(command_of(self.signature))}`"
        if self.comparison is None:
            yield f"{name} ran again on the same files. There was no earlier output to compare."
        elif self.is_same:
            compared = count(self.comparison.n_compared, self.comparison.unit)
            yield f"Same: {compared} of {name} as before."
        else:
            compared = count(self.comparison.n_compared, self.comparison.unit)
            n = count(len(self.differences), "difference")
            yield f"Not the same: {n} among {compared} of {name}."


@dataclass(frozen=True, slots=True)
class _Earlier:
    """Earlier output: a JSON object without its signature, or text."""

    content: Mapping[str, Any] | str
    signatures: tuple[str, ...]

    @property
    def is_page(self) -> bool:
        return isinstance(self.content, str) and "<html" in self.content[:1000].lower()


@click.command(name="verify")
@click.argument("signature")
@click.argument("files", nargs=-1, metavar="[FILE]...", type=INPUT)
@click.option(
    "--output",
    metavar="FILE",
    type=INPUT,
    help="Earlier output of the command, to compare with: JSON, a printed table, or a report.",
)
def verify_command(signature: str, files: tuple[str, ...], output: str | None) -> None:
    """Run a command again from its signature, and compare the figures.

    SIGNATURE is the last line that a command printed, or a file that has it: JSON, a table as text
    or in LaTeX, or a report. FILEs are the files that the command read, or folders that contain
    them, in any order; they are known by their content, whatever they are called now. What the
    command prints is compared with SIGNATURE if that is a file that has the figures too, or with
    --output; otherwise it is printed.

    Exit code 0 says that the figures are the same, 1 that some differ, and 2 that nothing could be
    compared, such as for a file that is missing. Other versions of Solecism or of a model are
    named.

    \b
    Example:
      solecism agree examples/judgments.simulated.jsonl --json > agreement.json
      solecism verify agreement.json examples/judgments.simulated.jsonl
    """
    try:
        with explain_missing():
            result = verify(signature, *files, output=output)
    except SolecismError as error:
        for line in str(error).splitlines():
            print_notice(line)
        raise click.exceptions.Exit(_BAD_INPUT) from error
    if result.comparison is None:
        click.echo(result.output, nl=False)
        for line in result.remarks():
            print_notice(line)
        return
    show_result(result)
    if not result.is_same:
        raise click.exceptions.Exit(_DIFFERS)


def verify(
    signature: str | os.PathLike[str], *files: AnyPath, output: AnyPath | None = None
) -> Verification:
    """Run a command again from its signature, and compare what it prints with what it printed.

    `signature` is the line, or a file that has it; `files` are those that the command read, or
    folders with them, and are known by their content. `output` is a file with earlier output, JSON
    or as it was printed; without it `signature` is, if it is a file that has figures.

    >>> import solecism as s
    >>> line = "plan|level:0.95|size:2000|v:0.2.0"
    >>> print(s.verify(line))
    `solecism plan` ran again on the same files. There was no earlier output to compare.
    """
    text = os.fspath(signature)
    is_line = isinstance(signature, str) and "|" in text and not _is_file(text)
    source = None if is_line else _read_earlier(text)
    line = text.strip() if source is None else _only_signature(source, text)
    signed = parse(line)
    earlier = source if output is None else _read_earlier(os.fspath(output))
    if output is not None and earlier is not None and earlier.signatures not in ((), (line,)):
        raise InputError(f"{os.fspath(output)}: has another signature than {line}")
    paths = _matched(signed, [os.fspath(each) for each in files])
    with TemporaryDirectory(prefix="solecism-") as folder:
        printed = _run_again(signed, paths, Path(folder), earlier)
    again = _read_text(printed)
    comparison = _compared(signed, earlier, again, must=output is not None)
    if again.is_page:
        printed = _plain(again) + "\n"
    return Verification(signed, printed, comparison, tuple(_notes(signed, again)))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # A line is too long for the name of a file.
        return False


def _read_earlier(path: str) -> _Earlier:
    from solecism.formats.files import read_unpacked

    data = read_unpacked(path, most=_MOST_BYTES)
    try:
        return _read_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8, and no output of Solecism.") from error


def _read_text(text: str) -> _Earlier:
    """The content of an output, and the signatures in it."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if isinstance(content, dict):
        signature = content.get("signature")
        own = {name: part for name, part in content.items() if name not in _OF_SIGNATURE}
        return _Earlier(own, (signature,) if isinstance(signature, str) else ())
    from html import unescape

    is_page = "<html" in text[:1000].lower()
    return _Earlier(text, tuple(signatures_in(unescape(text) if is_page else text)))


_OF_SIGNATURE = ("signature", "provenance")


def _only_signature(source: _Earlier, path: str) -> str:
    if not source.signatures:
        raise InputError(f"{path}: has no signature. Give the last line that the command printed.")
    if len(source.signatures) > 1:
        raise InputError(
            f"{path}: has {len(source.signatures)} signatures. Give one of them as a line, and "
            "the file with --output."
        )
    return source.signatures[0]


@dataclass(frozen=True, slots=True)
class _Given:
    """A file that was given, with the hash of its content."""

    path: Path
    digest: str


def _matched(signed: Signature, paths: Iterable[str]) -> dict[str, list[Path]]:
    """The path of each file that a signature names; InputError with all that do not fit."""
    given = [_Given(path, _known_digest(path)) for each in paths for path in _expanded(each)]
    problems: list[str] = []
    used: set[Path] = set()
    matched: dict[str, list[Path]] = {}
    for role, files in signed.files.items():
        for file in files:
            found = next((each for each in given if file.has_content(each.digest)), None)
            if found is None:
                problems.append(_missing(file, given))
            else:
                matched.setdefault(role, []).append(found.path)
                used |= {each.path for each in given if each.digest == found.digest}
    problems += [
        f"{each.path}: is none of the files that the signature names."
        for each in given
        if each.path not in used
    ]
    if problems:
        raise InputError("\n".join(dict.fromkeys(problems)))
    return matched


def _expanded(path: str) -> list[Path]:
    return files_in(Path(path)) if Path(path).is_dir() else [Path(path)]


def _known_digest(path: Path) -> str:
    if not path.exists():
        raise InputError(f"{path}: there is no such file. Is the name right?")
    digest = digest_of(path)
    if digest is None:
        raise InputError(f"{path}: is not an ordinary file. Give the name of a file.")
    return digest


def _missing(file: SignedFile, given: Sequence[_Given]) -> str:
    if file.digest is None:
        return (
            f"{file.name}: was read from a pipe or a study, whose content the signature does not "
            "have, so that the command cannot be run again."
        )
    own = file.digest[:DIGITS]
    name = file.name.rpartition("/")[2]
    alike = next((each for each in given if each.path.name == name), None)
    if alike is not None:
        return (
            f"{alike.path}: is not the file that the signature names: its SHA-256 begins with "
            f"{alike.digest[:DIGITS]}, not with {own}."
        )
    return f"{file.name}: no file was given that has its content (SHA-256 {own}...)."


def _run_again(
    signed: Signature, paths: Mapping[str, Sequence[Path]], folder: Path, earlier: _Earlier | None
) -> str:
    """What the command of a signature prints, with files that bear the names in the signature."""
    command = _command(signed)
    linked = {
        role: list(_linked(files, paths[role], folder / str(number)))
        for number, (role, files) in enumerate(signed.files.items())
    }
    page = folder / _PAGE
    arguments = [*_format(command, earlier, page), *arguments_of(signed, command, linked)]
    if any(each.name == "out" and isinstance(each, click.Argument) for each in command.params):
        arguments.append(str(page))
    bytes_written = io.BytesIO()
    stream = io.TextIOWrapper(bytes_written, "utf-8", newline="", write_through=True)
    try:
        with redirect_stdout(stream):
            command.main(arguments, prog_name="solecism", standalone_mode=False)
    except click.ClickException as error:
        raise InputError(
            f"the command of the signature cannot be run: {error.format_message()}"
        ) from error
    printed = page.read_text("utf-8") if page.exists() else bytes_written.getvalue().decode()
    # Names of files in the output are as they were given.
    return re.sub(rf"{re.escape(str(folder))}/\d+/\d+/", "", printed)


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


def _command(signed: Signature) -> click.Command:
    from solecism.cli.main import cli

    command: click.Command = cli
    for word in command_of(signed):
        found = (
            command.get_command(click.Context(command), word)
            if isinstance(command, click.Group)
            else None
        )
        if found is None:
            raise InputError(f"there is no command `solecism {word}` in this installation.")
        command = found
        if [each.name for each in command.params] == ["arguments"]:
            # It stands for a command of a package that is not installed, and says which.
            command.main([], standalone_mode=False)
    return command


def _linked(files: Sequence[SignedFile], paths: Sequence[Path], folder: Path) -> Iterator[str]:
    """The argument for each file, or each folder of files, with links that have the old names."""
    slot, names = 0, set[str]()
    given: dict[str, None] = {}
    for file, path in zip(files, paths, strict=True):
        parts = file.name.split("/")
        if not all(map(_is_name, parts)):
            raise InputError(f"{file.name!r} in the signature is no name of a file.")
        # Files of the same name were in different folders.
        if file.name in names:
            slot, names = slot + 1, set()
        names.add(file.name)
        link = folder / str(slot) / file.name
        try:
            link.parent.mkdir(parents=True, exist_ok=True)
            _link(link, path.resolve())
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from error
        label = f"{file.label}=" if file.label else ""
        given[f"{label}{folder / str(slot) / parts[0]}"] = None
    yield from given


def _is_name(part: str) -> bool:
    return part not in ("", ".", "..") and "\0" not in part and Path(part).name == part


def _link(link: Path, path: Path) -> None:
    """Give a file another name; where the system has no links, copy it."""
    try:
        link.symlink_to(path)
    except NotImplementedError:
        shutil.copyfile(path, link)
    except OSError:
        if os.name != "nt":
            raise
        shutil.copyfile(path, link)


def _format(command: click.Command, earlier: _Earlier | None, page: Path) -> list[str]:
    """The options with which the output looks like the earlier one."""
    names = {each.name for each in command.params}
    if earlier is None:
        return []
    if earlier.is_page:
        return [f"--out={page}"] if "page" in names else []
    if not isinstance(earlier.content, str):
        return ["--json"] if "as_json" in names else []
    if "output_format" not in names and "layout" not in names:
        return []
    text = earlier.content
    if r"\begin{tabular" in text:
        if r"\begin{tabularx}" in text and "layout" in names:
            return ["--layout=paper"]
        return ["--format=latex"]
    if re.search(r"^\|(?: -+:? \|)+$", text, re.MULTILINE):
        return ["--format=markdown"]
    signature = next(iter(earlier.signatures), "")
    if signature and f"\n# {signature}" in text:
        return ["--format=csv"]
    return []


def _compared(
    signed: Signature, earlier: _Earlier | None, again: _Earlier, *, must: bool
) -> OutputComparison | None:
    from solecism.reporting import output_comparison

    if earlier is None:
        return None
    if not isinstance(earlier.content, str):
        if not earlier.content and not must:
            return None
        if isinstance(again.content, str):
            raise InputError("the earlier output is JSON, but the command prints none.")
        return output_comparison.compare_json(
            _without_folders(signed, earlier.content), again.content
        )
    if not isinstance(again.content, str):
        raise InputError("the command prints JSON, but the earlier output is none.")
    first = _without_folders(signed, _without_signature(_plain(earlier)))
    second = _without_signature(_plain(again))
    if not must and not output_comparison.is_found(first, second):
        return None
    return output_comparison.compare_lines(first, second)


def _plain(output: _Earlier) -> str:
    from solecism.reporting.output_comparison import lines_of_page

    text = str(output.content)
    return lines_of_page(text) if output.is_page else text


def _without_signature(text: str) -> str:
    for line in signatures_in(text):
        text = text.replace(line, "")
    return text


def _without_folders(signed: Signature, content: Any) -> Any:
    """The earlier output, in which the signed files have no folder before their names."""
    if isinstance(content, str):
        for name in {file.name for files in signed.files.values() for file in files}:
            if f"/{name}" in content:
                path = rf'(?<![^\s"(])[^\s"]*/(?={re.escape(name)}(?![^\s",:)]))'
                content = re.sub(path, "", content)
        return content
    if isinstance(content, dict):
        return {
            _without_folders(signed, name): _without_folders(signed, part)
            for name, part in content.items()
        }
    if isinstance(content, list):
        return [_without_folders(signed, part) for part in content]
    return content


def _notes(signed: Signature, again: _Earlier) -> Iterator[str]:
    """What is not as it was: the version, models, and how much was read."""
    new = parse(again.signatures[-1]) if again.signatures else None
    if new is None:
        return
    if new.version != signed.version:
        yield f"The signature is of Solecism {signed.version}; this is {new.version}."
    before = {each.name: each for each in signed.models}
    for model in new.models:
        old = before.pop(model.name, None)
        if old is None:
            yield f"The model {model.name} is used now, and was not before."
        elif not old.has_content(model.digest or ""):
            yield f"The model {model.name} is another one: {model.digest}, and was {old.digest}."
    for name in before:
        yield f"The model {name} was used before, and is not now."
    for name, number in signed.counts.items():
        if new.counts.get(name) != number:
            yield f"{name} was {number}, and is {new.counts.get(name, 'not there')} now."
