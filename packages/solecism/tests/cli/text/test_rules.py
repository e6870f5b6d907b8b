"""`solecism rules` as a shell calls it: listed, explained, tested and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solecism.cli.main import cli
from solecism.errors import InputError
from solecism.rulebook.book import bundled_rules
from solecism.rulebook.figures import RuleFigures, read_figures

HOUSE = """
[[rule]]
id = "leverage"
kind = "wrong-verb"
message = "Write use."
pattern = "<leverage>"
suggestion = "use~$1"
languages = ["German"]
wrong = ["We {leveraged -> used} it."]
right = ["We used it."]
"""
LEARNER = """S We leverage it .
A 1 2|||R:VERB|||use|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S It depends of it .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0

S They leverage it .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with rules, annotated text and native text."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "house.toml").write_text(HOUSE)
    (tmp_path / "learner.m2").write_text(LEARNER)
    (tmp_path / "native.txt").write_text("We leverage it all.\n\nThey depend on it.\n")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["rules", *arguments], catch_exceptions=False)


def test_every_bundled_rule_is_listed_under_its_subject(folder: Path) -> None:
    lines = run("list").output.splitlines()
    ids = [line.split("\t")[0] for line in lines if "\t" in line and not line.startswith("rule\t")]
    assert ids == [rule.id for rule in bundled_rules().rules]
    assert "# Verb patterns" in lines


def test_the_list_is_filtered_and_has_exact_figures_as_json(folder: Path) -> None:
    result = run("list", "--subject", "prepositions", "--kind", "wrong-preposition", "--json")
    content = json.loads(result.output)
    assert {rule["kind"] for rule in content["rules"]} == {"wrong-preposition"}
    [depend] = [rule for rule in content["rules"] if rule["id"] == "depend-of"]
    known = bundled_rules().rule("depend-of")
    assert known is not None
    assert (depend["p"], depend["patterns"]) == (known.p, list(known.patterns))
    assert depend["counts"].keys() == RuleFigures().to_dict().keys()


def test_the_project_s_own_rules_are_listed_and_explained(folder: Path) -> None:
    (folder / ".solecism.toml").write_text(
        'rules = ["house.toml"]\nturned-off-rules = ["depend-of"]\n'
    )
    assert "\nleverage\twrong-verb" in run("list", "--language", "german").output
    assert "depend-of" not in run("list").output
    assert "Write use." in run("explain", "leverage").output
    with pytest.raises(InputError, match="no rule 'leverage'"):
        run("explain", "--no-config", "leverage")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("list", "--subject", "preposition"), "Did you mean 'prepositions'?"),
        (("list", "--kind", "x"), "no rules with the kind 'x'. Allowed: "),
        (("explain", "depends-of"), "Did you mean 'depend-of'?"),
        (("explain", "xyz"), "`solecism rules list` shows all"),
        (("measure", "learner.m2", "--rule", "xyz"), "there is no rule 'xyz'"),
        (("measure", "native.txt"), "native.txt: has no annotated sentences"),
        (("measure", "none.m2"), "none.m2"),
        (("measure", ".git"), "has no files with annotations"),
        (("measure", "learner.m2", "--out", "no/out.json"), "there is no folder"),
        (("test", "none.toml"), "none.toml"),
    ],
)
def test_what_cannot_be_done_is_told(folder: Path, arguments: list[str], problem: str) -> None:
    with pytest.raises(InputError) as error:
        run(*arguments)
    assert problem in str(error.value)


def test_an_explanation_has_words_examples_and_figures(folder: Path) -> None:
    output = run("explain", "depend-of").output
    assert 'a form of "depend"' in output
    assert "put right   It depends on the weather." in output
    assert "for the error" in output


def test_the_bundled_rules_pass_their_tests() -> None:
    result = run("test")
    assert result.exit_code == 0, result.output
    assert f"{len(bundled_rules())} rules" in result.stderr


def test_examples_that_fail_are_told_with_file_and_line(folder: Path) -> None:
    assert run("test", "house.toml").exit_code == 0
    wrong = HOUSE.replace("used}", "use}").replace('"We used it."', '"We leverage it.", "It is."')
    (folder / "house.toml").write_text(wrong)
    result = run("test", "house.toml")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "house.toml:2: rule 'leverage': makes 'We used it.' of: We leveraged it.",
        "house.toml:2: rule 'leverage': leverage finds an error in: We leverage it.",
    ]


def test_rules_are_measured_on_annotated_and_native_text(folder: Path) -> None:
    arguments = ("learner.m2", "--native", "native.txt", "--rules", "house.toml")
    result = run("measure", *arguments, "--examples", "1", "--out", "figures.json")
    lines = result.stdout.splitlines()
    assert lines[0] == "# House"
    assert lines[2].split("\t")[:8] == [
        *("leverage", "2", "1", "1", "0.50", "[0.09, 0.91]", "0.50", "1"),
    ]
    assert "leverage\tleft as it is\tThey {leverage -> use} it ." in lines
    assert "leverage\tin native text\tWe {leverage -> use} it all." in lines
    figures = read_figures(folder / "figures.json")
    assert figures.of("leverage") == RuleFigures(2, 1, 1, 2, 1, 1)
    assert (figures.learner_words, figures.native_words) == (10, 8)
    assert (figures.learner_texts, figures.native_texts) == (("learner",), ("native",))


def test_the_result_does_not_depend_on_the_number_of_processes(folder: Path) -> None:
    arguments = ("measure", "learner.m2", "--native", "native.txt", "--json", "--jobs")
    one, two = (json.loads(run(*arguments, jobs).output) for jobs in ("1", "2"))
    assert one == two
    [depend] = [rule for rule in one["rules"] if rule["id"] == "depend-of"]
    assert depend["counts"]["n_same"] == 1
    assert len(one["rules"]) == len(bundled_rules())


def test_a_folder_is_read_with_all_its_files_and_one_rule_is_measured(folder: Path) -> None:
    output = run("measure", ".", "--rule", "depend-of").stdout
    assert [line.split("\t")[0] for line in output.splitlines() if "\t" in line] == [
        *("rule", "depend-of", "rule", "all"),
    ]


def test_the_limit_is_for_each_native_file(folder: Path) -> None:
    (folder / "more.txt").write_text("They depend of it.\n\n" * 10)
    arguments = ("--native", "more.txt", "--native", "native.txt", "--limit", "8", "--json")
    assert json.loads(run("measure", *arguments).output)["native_words"] == 16


def test_measuring_needs_text(folder: Path) -> None:
    assert run("measure").exit_code == 2
