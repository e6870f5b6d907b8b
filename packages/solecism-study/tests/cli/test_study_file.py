"""`solecism study new`, `check`, `schema` and `demo`, with study files and with options."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES, ROOT
from solecism.cli.main import cli
from solecism_study.design import locked_design
from solecism_study.exchange.bundle import bundle
from solecism_study.people.raters import all_raters
from solecism_study.planning.design_text import design_text
from solecism_study.planning.planned_study import planned_from_study
from solecism_study.study import open_study
from solecism_study.study_file.study_toml import parse

EXAMPLE = (EXAMPLES / "study.toml").read_text()
SITES = str(EXAMPLES / "sites.jsonl")
NEEDED = ("sites.jsonl", "flags.b.jsonl", "control.answers.jsonl", "raters.toml")


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["study", *map(str, words)])


def done(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


@pytest.fixture
def here(scratch: Path) -> Path:
    """A folder with what the bundled study file names, and the file itself."""
    for name in NEEDED:
        (scratch / name).write_text((EXAMPLES / name).read_text())
    (scratch / "study.toml").write_text(EXAMPLE)
    return scratch


def changed(here: Path, old: str, new: str) -> Path:
    file = here / "changed.toml"
    assert old in EXAMPLE
    file.write_text(EXAMPLE.replace(old, new))
    return file


def test_a_study_file_makes_the_study_beside_itself_or_elsewhere(here: Path) -> None:
    done("new", here / "study.toml")
    done("new", here / "other", here / "study.toml")
    first, second = open_study(str(here / "essays")), open_study(str(here / "other"))
    configuration = first.configuration
    first.close()
    second.close()
    assert (configuration.name, second.configuration.name) == ("essays", "other")
    assert configuration.pay.cost == 106_400
    assert configuration.control.share == 0.15
    assert configuration.platform is not None
    assert configuration.platform.codes == {"removed": "REM0VED"}
    assert configuration.expected
    assert configuration.expected.n_raters == 12


def test_options_and_the_file_that_they_print_make_the_same_study(here: Path) -> None:
    options = (
        *("--task", "usage", "-n", "2", "--most-each", "90", "--batch", "all:5:3", "--seed", "3"),
        *("--gold", here / "control.answers.jsonl", "--gold-share", "0.3", "--bar", "0.6"),
        *("--price", "0.0176", "--fee", "0.2", "--budget", "50", "--currency", "EUR"),
        *("--platform", "panel:pid", "--code", "C1", "--code", "removed=C2", "--signed"),
        *("--return-url", "https://panel.example/{code}", "--id-pattern", "[a-z]+"),
        *("--screening", here / "raters.toml", "--retention", "30", "--title", "Words"),
        *("--stop-width", "0.1"),
    )
    printed = done("new", here / "one", SITES, *options, "--print-file")
    (here / "same.toml").write_text(printed)
    assert not (here / "one").exists()
    done("new", here / "one", SITES, *options)
    done("new", here / "two" / "one", here / "same.toml")
    one, two = open_study(str(here / "one")), open_study(str(here / "two" / "one"))
    assert one.configuration.digest == two.configuration.digest
    one.close()
    two.close()


def test_each_option_is_a_field_of_the_study_file() -> None:
    from solecism_study.cli.new import new_command
    from solecism_study.cli.new_options import FIELDS
    from solecism_study.study_file.schema import field_tables

    documented = set(re.findall(r"^\| `(\w+)`", field_tables(), re.MULTILINE)) | {"batch"}
    options = {one.name for one in new_command.params} - {"places", "print_file"}
    assert options == FIELDS.keys()
    assert {field.rpartition(".")[2] for field in FIELDS.values()} <= documented


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "study.toml", "--price", "1"), "Write money.price in the file instead"),
        (("new", "only-a-folder"), "Give a study file (.toml), or the folder of the study and"),
        (("new", "a", "b", "c"), "Give a study file (.toml)"),
        (("new", "a", "sites.jsonl"), "Missing option '--task'"),
    ],
)
def test_what_cannot_be_meant_is_a_wrong_use(
    here: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(here)
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.output


def test_a_contradiction_is_told_and_no_study_is_made(here: Path) -> None:
    file = changed(here, 'budget = "150"', 'budget = "60"')
    shown = run("check", file)
    assert shown.exit_code == 1
    line = shown.stdout.partition("Contradictions\n- ")[2].strip()
    assert line == (
        "The budget of 60.00 USD is too small: 1,084 answers cost 115.3376 USD with fees. Raise "
        "the budget, or ask for fewer judgments."
    )
    refused = run("new", file)
    assert str(refused.exception) == f"the study cannot do what its design says. {line}"
    assert not (here / "essays").exists()


def test_check_says_the_same_of_the_file_and_of_the_study(here: Path) -> None:
    told = done("check", here / "study.toml")
    done("new", here / "study.toml")
    assert done("check", here / "essays") == told


def test_a_plan_locks_the_design_whose_words_begin_the_methods(here: Path) -> None:
    plan = "Alpha over all items; no rater is left out."
    done("new", changed(here, "[money]", f'[analysis]\nplan = "{plan}"\n\n[money]'))
    study = open_study(str(here / "essays"))
    design = locked_design(study)
    assert design is not None
    assert design.body["analysis"] == plan
    words = design.body["words"]
    assert words == design_text(planned_from_study(study))
    assert words.startswith("238 items will be judged by 4 raters each (task usage: Prep")
    archive = zipfile.ZipFile(io.BytesIO(bundle(study, now=1)))
    study.close()
    assert f"in words\t{words}\n" in done("design", here / "essays")
    methods = archive.read("methods.txt").decode()
    assert methods.startswith(f"The design was stated as follows before the first answer: {words}")


def test_rules_may_be_in_the_study_file_itself(here: Path) -> None:
    rules = '[people.rules.limits]\nitem_seconds = 9\n\n[people.rules.exclude]\nids = ["seen.txt"]'
    (here / "seen.txt").write_text("ann\n")
    done("new", changed(here, "[control_items]", f"{rules}\n\n[control_items]"))
    study = open_study(str(here / "essays"))
    limits = study.configuration.limits
    study.close()
    assert limits
    assert limits.item_seconds == 9


def test_the_schema_is_printed() -> None:
    assert json.loads(done("schema"))["$defs"]["MoneySection"]["required"] == ["price"]


def test_a_demonstration_is_a_study_whose_raters_are_all_simulated(scratch: Path) -> None:
    result = run("demo", scratch / "demo", "--dry-run", "--answers", "30", "--raters", "3")
    assert result.exit_code == 0, result.exception
    address = re.search(r"What raters see: (http://127\.0\.0\.1:\d+)/\n", result.stderr)
    assert address is not None
    assert f"administrators see: {address[1]}/admin\n" in result.stderr
    study = open_study(str(scratch / "demo"))
    people = all_raters(study)
    configuration = study.configuration
    study.close()
    assert {one.origin for one in people} == {"simulated"}
    assert sum(one.n_answered for one in people) == 30
    assert (configuration.access, configuration.platform) == ("open", None)
    assert configuration.title == "Demonstration: all other raters are simulated"


def test_a_demonstration_in_a_temporary_folder_leaves_nothing() -> None:
    result = run("demo", "--dry-run", "--answers", "5", "--raters", "2")
    folder = re.search(r"The study is in (\S+)\. Ctrl", result.stderr)
    assert folder is not None
    assert not Path(folder[1]).parent.exists()


def test_the_example_is_read() -> None:
    assert parse(EXAMPLE, file="study.toml").task.name == "usage"


@pytest.mark.parametrize("name", ["mturk", "prolific"])
def test_the_page_of_platforms_shows_the_bundled_study_files(name: str) -> None:
    text = (EXAMPLES / f"{name}.toml").read_text()
    assert f"```toml\n{text}```\n" in (ROOT / "docs" / "platforms.md").read_text()
