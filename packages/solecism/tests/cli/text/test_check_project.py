"""`solecism check` in a project: settings, comments, known findings and changed lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rule_detector
from repositories import Repository
from solecism.cli.text import check
from solecism.detect import registry

TEXT = "We depend of it.\n\nLet us discuss about it.\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with an essay, in which commands are run."""
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    repository = Repository(tmp_path)
    repository.write("essay.md", TEXT)
    repository.write(".solecism.toml", 'detector = "rules"\n')
    monkeypatch.chdir(tmp_path)
    return repository


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(check.check_command, [*arguments], input=text, catch_exceptions=False)


def places(result: Result) -> list[str]:
    return [line.split(": ")[0] for line in result.stdout.splitlines() if ".md:" in line]


def test_settings_are_found_and_a_detector_of_them_used(project: Repository) -> None:
    assert places(run("essay.md")) == ["essay.md:1:11", "essay.md:3:16"]
    project.write(".solecism.toml", 'detector = "rules"\nturned-off = ["wrong-preposition"]\n')
    result = run("essay.md")
    assert places(result) == ["essay.md:3:16"]
    assert "1 finding in 2 sentences of 1 file." in result.stdout
    assert result.stderr == ""


def test_standard_input_has_the_settings_of_the_current_folder() -> None:
    assert "standard input:1:11: wrong preposition" in run(text=TEXT).stdout


@pytest.mark.parametrize(
    ("settings", "options", "shown"),
    [
        ("threshold = 0.8", [], ["essay.md:1:11"]),
        ("threshold = 0.8", ["--threshold", "0.5"], ["essay.md:1:11", "essay.md:3:16"]),
        (
            "threshold = 0.8",
            ["--no-config", "--detector", "rules"],
            ["essay.md:1:11", "essay.md:3:16"],
        ),
        ('kinds = ["wrong-preposition"]', [], ["essay.md:1:11"]),
        ('kinds = ["wrong-preposition"]', ["--kinds", "extraneous-preposition"], ["essay.md:3:16"]),
        ('turned-off = ["wrong-preposition"]', ["--kinds", "wrong-preposition"], ["essay.md:1:11"]),
        ('ignored-findings = ["wrong-preposition: We depend [of] it ."]', [], ["essay.md:3:16"]),
    ],
)
def test_options_go_before_settings(
    settings: str, options: list[str], shown: list[str], project: Repository
) -> None:
    project.write(".solecism.toml", f'detector = "rules"\n{settings}\n')
    assert places(run(*options, "essay.md")) == shown


def test_each_folder_has_its_own_settings(project: Repository) -> None:
    project.write("b/essay.md", TEXT)
    project.write("b/.solecism.toml", 'detector = "rules"\nkinds = ["extraneous-preposition"]\n')
    for options in ([], ["--jobs", "2"]):
        result = run(*options, "essay.md", "b/essay.md")
        assert places(result) == ["essay.md:1:11", "essay.md:3:16", "b/essay.md:3:16"]


def test_ignored_files_are_not_checked_and_counted(project: Repository) -> None:
    project.write(".solecism.toml", 'detector = "rules"\nignore = ["essay.*"]\n')
    result = run("essay.md")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "solecism: .solecism.toml: 1 file is ignored.\n"
    project.write("other.md", TEXT)
    assert places(run("essay.md", "other.md")) == ["other.md:1:11", "other.md:3:16"]
    before = Path("essay.md").read_text()
    run("--fix", "-o", "fixed.md", "essay.md")
    assert not Path("fixed.md").exists()
    assert Path("essay.md").read_text() == before


def test_comments_hide_findings_and_are_checked_themselves(project: Repository) -> None:
    project.write(
        "essay.md",
        "We depend of it. <!-- solecism: ignore-line -->\n\nsolecism: of\n\nWe depend of it.\n"
        "<!-- solecism: ignore-next-line -->\n",
    )
    result = run("essay.md")
    assert places(result) == ["essay.md:5:11"]
    assert result.stderr.splitlines() == [
        "solecism: essay.md:3: `solecism: of` is not known. Did you mean 'off'?",
        "solecism: essay.md:6: `solecism: ignore-next-line` hides no finding.",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tex", "We depend of it. % solecism: ignore-line\n\nWe depend of \\emph{it}.\n"),
        (
            "a.html",
            "<!-- solecism: off -->\n<p>We depend of it.</p><!-- solecism: on -->\n"
            "<p>We depend of it.</p>",
        ),
    ],
)
def test_comments_of_documents_are_obeyed(name: str, text: str, project: Repository) -> None:
    project.write(name, text)
    result = run(name)
    assert "1 finding in 2 sentences of 1 file." in result.stdout
    assert f"{name}:3:" in result.stdout
    assert result.stderr == ""


def test_a_folder_is_checked_without_what_its_settings_ignore(project: Repository) -> None:
    project.write(".solecism.toml", 'detector = "rules"\nignore = ["old/"]\n')
    project.write("old/essay.md", TEXT)
    result = run(".")
    assert places(result) == ["essay.md:1:11", "essay.md:3:16"]
    assert ".solecism.toml: 1 file is ignored." in result.stderr


def test_what_is_hidden_is_not_fixed(project: Repository) -> None:
    project.write("essay.md", TEXT.replace("it.\n\n", "it. % solecism: ignore-line\n\n"))
    run("--fix", "--in-place", "essay.md")
    assert Path("essay.md").read_text() == (
        "We depend of it. % solecism: ignore-line\n\nLet us discuss it.\n"
    )


def test_known_findings_are_not_shown(project: Repository) -> None:
    written = run("--write-baseline", "known.json", "essay.md")
    assert (written.exit_code, written.stdout) == (0, "")
    assert written.stderr == "solecism: known.json: 2 findings of 1 file recorded.\n"
    again = run("--baseline", "known.json", "essay.md")
    assert (again.exit_code, places(again)) == (0, [])
    project.write("essay.md", "New. We depend of it.\n\nWe depend of it.\n")
    moved = run("--baseline", "known.json", "essay.md")
    assert places(moved) == ["essay.md:3:11"]
    assert moved.stderr == (
        "solecism: known.json: 1 finding of essay.md no longer occurs: "
        "extraneous-preposition: Let us discuss [about] it .\n"
    )


def test_settings_may_name_the_baseline(project: Repository) -> None:
    project.write(".solecism.toml", 'detector = "rules"\nbaseline = "known.json"\n')
    missing = run("essay.md")
    assert missing.exit_code == 2
    assert "known.json: cannot be read: No such file" in missing.stderr
    run("--write-baseline", "known.json", "essay.md")
    assert run("essay.md").exit_code == 0


def test_a_baseline_is_not_written_when_a_file_fails() -> None:
    result = run("--write-baseline", "known.json", "essay.md", "none.md")
    assert result.exit_code == 2
    assert not Path("known.json").exists()


def test_only_changed_lines_are_shown(project: Repository) -> None:
    project.commit()
    assert places(run("--changed-since", "HEAD", "essay.md")) == []
    project.write("essay.md", TEXT + "\nWe depend of it.\n")
    project.write("new.md", "We depend of it.\n")
    result = run("--changed-since", "HEAD", "essay.md", "new.md")
    assert places(result) == ["essay.md:5:11", "new.md:1:11"]
    fixed = run("--changed-since", "HEAD", "--fix", "--in-place", "essay.md")
    assert fixed.exit_code == 0
    assert Path("essay.md").read_text() == TEXT + "\nWe depend on it.\n"


def test_an_unknown_revision_is_told_once(project: Repository) -> None:
    project.write("b/essay.md", TEXT)
    result = run("--changed-since", "none", "essay.md", "b/essay.md")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "there is no revision 'none'" in result.stderr


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--write-baseline", "b", "--baseline", "c", "essay.md"], "use it without --baseline"),
        (["--write-baseline", "b", "--fix", "essay.md"], "use it without --baseline"),
        (["--write-baseline", "b"], "needs files, not standard input"),
        (["--for", "author", "--precision", "0.8", "essay.md"], "Give one of --for"),
    ],
)
def test_options_that_exclude_each_other(options: list[str], problem: str) -> None:
    result = run(*options)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert not Path("b").exists()


@pytest.mark.parametrize("text", ["for = ", "precison = 1", "kinds = 3"])
def test_broken_settings_are_one_line_and_exit_code_two(text: str, project: Repository) -> None:
    project.write(".solecism.toml", text)
    result = run("essay.md")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"solecism: {project.folder}/.solecism.toml")
    assert len(result.stderr.splitlines()) == 1
    assert run("--no-config", "--detector", "rules", "essay.md").exit_code == 1


def test_kinds_that_the_detector_does_not_know_are_told(project: Repository) -> None:
    project.write(".solecism.toml", 'detector = "rules"\nkinds = ["tense"]\n')
    result = run("essay.md")
    assert result.exit_code == 2
    assert "rules does not know the kind 'tense'" in result.stderr


def test_settings_are_shown_with_their_sources(project: Repository) -> None:
    project.write(
        ".solecism.toml",
        'detector = "rules"\nfor = "learner"\nturned-off = ["tense"]\nignore = ["old/", "*.log"]\n'
        "dictionary = [" + ", ".join(f"'w{n}'" for n in range(9)) + "]\n",
    )
    project.write("x.log", "")
    result = run("--show-settings", "--kinds", "spelling", "essay.md", "x.log")
    assert result.exit_code == 0
    assert result.stdout == (
        "essay.md\n"
        "x.log (ignored)\n"
        "  for         learner      .solecism.toml\n"
        "  min-share   0            default\n"
        "  detector    rules        .solecism.toml\n"
        "  variety     auto         default\n"
        "  writer      auto         default\n"
        "  kinds       spelling     command line\n"
        "  turned-off  tense        .solecism.toml\n"
        "  dictionary  9 entries    .solecism.toml\n"
        "  ignore      old/, *.log  .solecism.toml\n"
        "  ignore: old/ matches no file.\n"
    )


def test_without_settings_the_defaults_are_shown(project: Repository) -> None:
    Path(".solecism.toml").unlink()
    shown = run("--show-settings", "--precision", "0.7").stdout.splitlines()
    assert shown[:2] == [
        "standard input",
        "  precision  0.7      command line",
    ]
    assert "  kinds      all      default" in shown
    assert [line for line in shown if " for " in line] == []


def test_json_lines_call_hidden_sites_correct(project: Repository) -> None:
    project.write(".solecism.toml", 'detector = "rules"\nturned-off = ["wrong-preposition"]\n')
    flags = [json.loads(line) for line in run("--format", "jsonl", "essay.md").stdout.splitlines()]
    assert [flag["error"] for flag in flags] == [False, True]
