"""What the documentation says is true: commands, examples, and what they print."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from command_server import WITHOUT_FIGURES
from places import ROOT
from shell import program
from solecism.cli.text import read_text
from solecism.system.installation import EXAMPLES

pytestmark = pytest.mark.docs
CONSOLE_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ANY_LINES = "..."
DOCS_PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "notes").glob("*.md")),
]
PAGES = ["README.md", *(str(page.relative_to(ROOT)) for page in DOCS_PAGES)]
PAGES_WITH_CONSOLE = [
    page for page in PAGES if CONSOLE_BLOCK.search((ROOT / page).read_text(encoding="utf-8"))
]
# They show what was printed for corpora that cannot be shipped.
PAGES_OF_DATA = ["docs/ranking.md", "docs/real_data.md"]


def load_script(name: str) -> ModuleType:
    path = ROOT / "docs" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = load_script("command_reference")
COMMANDS: dict[str, click.Command] = dict(REFERENCE.commands())


@pytest.fixture(scope="module")
def programs() -> Path:
    """A folder with `solecism`, run by a process that has everything loaded."""
    return Path(program()).parent


def run(line: str, folder: Path, programs: Path | None = None) -> CompletedProcess[str]:
    """Run a shell line where the examples are in reach and nothing of the repository is written.

    `solecism` is started as a user starts it, unless there is a folder of programs to look in.
    Figures are drawn once, in the tests of the commands that write them.
    """
    shell = ["bash", "-o", "pipefail", "-c", line]
    folders = [str(each) for each in (programs, Path(sys.executable).parent) if each]
    path = os.pathsep.join([*folders, os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", WITHOUT_FIGURES: "1"}
    return subprocess.run(
        shell,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "line",
    [
        "echo 'I depend of you.' | solecism check --format jsonl - | tail -n 1; echo $PIPESTATUS",
        "solecism tag examples/texts/*.txt | head -n 1; echo ${PIPESTATUS[0]}",
        "cd examples && solecism check none.txt > found.txt; echo $?; cat found.txt",
        "solecism check --jobs 300 - 2>&1 < examples/texts/library.txt; echo $?",
        "solecism --help > /dev/full; echo $?",
    ],
)
def test_a_command_of_the_server_ends_as_the_command_itself(
    line: str, folder: Path, programs: Path
) -> None:
    expected = run(line, folder)
    assert run(line, folder, programs).stdout == expected.stdout
    assert expected.stdout


@pytest.fixture(scope="module")
def written_examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples as the command writes them: file by file, each of them kept on the disk."""
    path = tmp_path_factory.mktemp("written") / "examples"
    CliRunner().invoke(read_text.examples_command, [str(path)], catch_exceptions=False)
    return path


@pytest.fixture
def folder(tmp_path: Path, written_examples: Path) -> Path:
    """An empty folder with the examples in it."""
    shutil.copytree(written_examples, tmp_path / "examples")
    return tmp_path


def example_lines(command: click.Command) -> list[str]:
    """The shell lines under `Example:` in a command's help, continued lines joined."""
    _, _, block = (command.help or "").partition("Example:\n")
    lines = block.partition("\n\n")[0].replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip()]


def needs_other_files(line: str, folder: Path) -> bool:
    """Whether a line names files, but neither a bundled one nor one that a line above it wrote."""
    names = [word for word in shlex.split(line) if re.fullmatch(r"[\w./-]+\.\w{2,6}", word)]
    return bool(names) and not any((folder / name).exists() for name in names)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_calls_it(name: str) -> None:
    lines = example_lines(COMMANDS[name])
    assert lines, f"{name} --help has no Example: block"
    for line in lines:
        calls = [part.split()[:1] for part in line.split("|")]
        assert ["solecism"] in calls, line


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_on_bundled_files_run(name: str, folder: Path, programs: Path) -> None:
    for line in example_lines(COMMANDS[name]):
        if needs_other_files(line, folder):
            continue
        result = run(line, folder, programs)
        is_cut = "| head" in line and result.returncode == 128 + signal.SIGPIPE
        assert result.returncode == 0 or is_cut, f"{line}\n{result.stdout}"


@pytest.fixture(scope="module")
def reference() -> str:
    """All pages of the reference, one after the other."""
    return "\n".join(REFERENCE.pages().values())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_reference(name: str, reference: str) -> None:
    assert f"# {name}\n" in reference
    assert REFERENCE.help_text(name, COMMANDS[name]) in reference


def test_the_reference_is_written_without_commands_that_are_gone(tmp_path: Path) -> None:
    (tmp_path / "gone.md").write_text("# solecism gone\n")
    REFERENCE.write_reference(tmp_path)
    assert {page.name for page in tmp_path.iterdir()} == set(REFERENCE.pages())


def test_the_reference_shows_what_help_prints(folder: Path) -> None:
    printed = run("solecism --help", folder).stdout
    shown = REFERENCE.help_text("solecism", COMMANDS["solecism"])
    assert printed.split() == shown.split()


def console_steps(text: str) -> list[tuple[str, list[str]]]:
    """The commands of all console blocks with the lines printed below each."""
    steps: list[tuple[str, list[str]]] = []
    for block in CONSOLE_BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith("$ "):
                steps.append((line.removeprefix("$ "), []))
            else:
                steps[-1][1].append(line)
    return steps


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines are the same, `...` standing for any number of them."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == ANY_LINES else re.escape(line.rstrip()) + r"[ \t]*\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@pytest.mark.parametrize("page", PAGES_WITH_CONSOLE)
def test_console_blocks_print_what_they_show(page: str, folder: Path, programs: Path) -> None:
    steps = console_steps((ROOT / page).read_text(encoding="utf-8"))
    assert steps, f"{page} shows no command"
    for line, expected in steps:
        result = run(line, folder, programs)
        shown = "\n".join(expected)
        assert matches(expected, result.stdout.splitlines()), (
            f"{page}: $ {line}\n--- shown\n{shown}\n--- printed\n{result.stdout}"
        )


def test_a_console_block_with_another_output_is_noticed() -> None:
    steps = console_steps("```console\n$ echo one\none\n$ printf 'a\\nb\\nc\\n'\na\n...\nc\n```\n")
    assert steps == [("echo one", ["one"]), ("printf 'a\\nb\\nc\\n'", ["a", "...", "c"])]
    assert matches(["a", "...", "c"], ["a", "b", "c"])
    assert matches(["a", "...", "c"], ["a", "c"])
    assert not matches(["one"], ["two"])
    assert not matches(["a", "..."], ["b", "a"])


@pytest.mark.parametrize("page", PAGES)
def test_every_block_with_a_prompt_is_run(page: str) -> None:
    for language, block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        has_prompt = any(line.startswith("$ ") for line in block.splitlines())
        assert language == "console" or page in PAGES_OF_DATA or not has_prompt, block


PYTHON_BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES_WITH_PYTHON = [
    page for page in PAGES if PYTHON_BLOCK.search((ROOT / page).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("page", PAGES_WITH_PYTHON)
def test_python_blocks_print_what_they_show(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    source = "\n".join(PYTHON_BLOCK.findall((ROOT / page).read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(source, {}, page, page, 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("page", DOCS_PAGES, ids=lambda page: page.name)
def test_every_page_of_the_docs_is_reached_from_the_index(page: Path) -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    name = page.relative_to(ROOT / "docs").with_suffix("").as_posix()
    assert name == "index" or f"\n{name}\n" in index


def test_the_lines_shown_for_each_type_are_of_the_examples() -> None:
    shown = re.findall(
        r"^```json\n(.*)\n```", (ROOT / "docs" / "data_model.md").read_text(), re.MULTILINE
    )
    bundled = [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob("*.jsonl")]
    assert len(shown) == 4
    for line in shown:
        assert any(f"{line}\n" in text for text in bundled), line


def test_the_architecture_page_lists_every_folder_and_layer() -> None:
    folders = load_script("folders")
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert "\n  agreement/ " in page
    assert "\n    errors\n" in page
    assert folders.updated(page) == page, "run: python docs/folders.py"


def test_the_page_of_rules_has_the_bundled_ones_with_their_figures() -> None:
    tables = load_script("rule_tables")
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert tables.updated(page) == page, "run: python docs/rule_tables.py"


def test_the_page_of_the_study_file_has_all_fields() -> None:
    fields = load_script("study_fields")
    page = (ROOT / "docs" / "study_file.md").read_text(encoding="utf-8")
    assert fields.updated(page) == page, "run: python docs/study_fields.py"


def test_every_folder_of_the_package_says_what_it_is_for() -> None:
    folders = load_script("folders")
    every = list(folders.folders())
    assert len(every) > 40
    for folder in every:
        assert folders.clause(folder).endswith("."), folder


@pytest.fixture(scope="module")
def walks() -> CompletedProcess[str]:
    """What is printed of the files that a sentence, a judgment and an M2 file pass through."""
    command = [sys.executable, "docs/walk.py", "--check"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_architecture_page_shows_the_way_of_a_sentence(walks: CompletedProcess[str]) -> None:
    assert walks.returncode == 0, walks.stdout + walks.stderr


def test_nothing_passes_through_more_files_than_one_can_read(
    walks: CompletedProcess[str],
) -> None:
    counts = re.findall(r": (\d+) files \(at most (\d+)\)", walks.stdout)
    assert len(counts) == 3, walks.stderr
    assert all(int(number) <= int(most) for number, most in counts), walks.stdout


def test_the_demo_runs_to_its_end(programs: Path) -> None:
    result = run("bash docs/demo.sh", ROOT, programs)
    assert result.returncode == 0, result.stdout
    assert "identical" in result.stdout


def test_the_demo_fails_where_a_command_fails(tmp_path: Path) -> None:
    (tmp_path / "solecism").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "solecism").chmod(0o755)
    result = run(f'PATH="{tmp_path}:$PATH" bash docs/demo.sh', ROOT)
    assert result.returncode == 3
