"""`solecism study` and what it draws on, on the bundled examples."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES
from solecism.cli.main import cli
from solecism.errors import SolecismError
from studies import SCRATCH

SITES, JUDGMENTS = str(EXAMPLES / "sites.jsonl"), str(EXAMPLES / "judgments.simulated.jsonl")
FLAGS = str(EXAMPLES / "flags.a.jsonl")
TEXTS = [str(EXAMPLES / "texts" / name) for name in ("landlord.txt", "novel.txt", "ridge.txt")]


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=given)


def done(*arguments: str, given: str | None = None) -> str:
    result = run(*arguments, given=given)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture(scope="module")
def judged() -> Iterator[Path]:
    """A study of the bundled sites, judged by the bundled raters."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        location = Path(folder) / "demo"
        options = ("--task", "extraneous", "-n", "8", "--flags", FLAGS)
        done("study", "new", str(location), SITES, *options)
        done("study", "import", str(location), JUDGMENTS)
        yield location


@pytest.fixture
def study(judged: Path, scratch: Path) -> str:
    """A copy of it, to do what one likes with."""
    return str(shutil.copytree(judged, scratch / "demo"))


def test_a_study_says_how_far_it_is_and_how_raters_agree(study: str) -> None:
    shown = done("study", "status", study)
    rows = [line.split("\t") for line in shown.splitlines()]
    assert ["all", "249", "1992", "1791", "147", "90%"] in rows
    assert ["raters", "8"] in rows
    exported = str(Path(study) / "exported.jsonl")
    done("study", "export", study, exported)
    alone = done("agree", exported, "--measure", "alpha")
    alpha = next(row for row in rows if row[1:2] == ["alpha"])
    assert alpha[2] in alone


def test_status_in_json_has_a_forecast_that_is_called_simulated(study: str) -> None:
    found = json.loads(done("study", "status", study, "--forecast", "5", "--json"))
    assert found["forecast"]["note"] == "simulated raters"
    assert found["progress"]["stages"][0]["n_answered"] == 1791


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.json", "out.zip"])
def test_what_is_exported_has_all_judgments(study: str, name: str, tmp_path: Path) -> None:
    output = tmp_path / name
    done("study", "export", study, str(output))
    if name.endswith(".zip"):
        with zipfile.ZipFile(output) as archive:
            assert archive.read("judgments.jsonl").count(b"\n") == 1791
    else:
        assert output.read_text().count("extraneous") >= 236


def test_an_export_whose_name_tells_no_format_is_refused(study: str, tmp_path: Path) -> None:
    refused = run("study", "export", study, str(tmp_path / "out"))
    assert isinstance(refused.exception, SolecismError)


def test_a_bundle_is_a_study_again(study: str, tmp_path: Path) -> None:
    done("study", "export", study, str(tmp_path / "demo.zip"))
    again = str(tmp_path / "again")
    done("study", "import", again, str(tmp_path / "demo.zip"))
    assert "249\t1992\t0" in done("study", "status", again)


def test_a_study_is_verified(study: str) -> None:
    assert "1791 rows of judgments are unchanged" in done("study", "verify", study)


def test_raters_are_listed_invited_sent_away_and_taken_back(study: str) -> None:
    listed = done("study", "raters", study)
    rater = listed.splitlines()[2].split("\t")[0]
    assert rater.startswith("r-")
    link = done("study", "raters", study, "--invite", "ann", "--url", "https://x.example/").strip()
    assert link.startswith("ann\thttps://x.example/enter/")
    assert "are void" in done("study", "raters", study, "--remove", rater)
    assert "dismissed" in done("study", "raters", study)
    assert "count again" in done("study", "raters", study, "--reinstate", rater)


def test_administrators_and_tokens_are_made(study: str) -> None:
    password = "a long password\n"
    assert "can log in" in done("study", "admin", study, "ann", "--password-stdin", given=password)
    assert done("study", "admin", study, "script", "--token").startswith("sol_")


def test_all_options_of_a_study_end_up_in_its_configuration(tmp_path: Path) -> None:
    from solecism_study.study import open_study

    location = str(tmp_path / "demo")
    (tmp_path / "guide.txt").write_text("Read carefully.")
    done(
        *("study", "new", location, TEXTS[2], "--task", "acceptability", "--points", "5"),
        *("-n", "4", "--price", "0.05", "--fee", "0.33", "--budget", "12.5", "--currency", "EUR"),
        *("--platform", "prolific", "--code", "C1", "--batch", "first:3:2"),
        *("--code", "1:complete=C2", "--code", "no-work=C3", "--signed", "--id-pattern", "[a-z]+"),
        *("--guideline", str(tmp_path / "guide.txt"), "--title", "Sentences"),
        *("--seed", "9"),
    )
    study = open_study(location)
    found = study.configuration
    study.close()
    assert (found.name, found.task, found.seed, found.n_judgments) == (
        "demo",
        "acceptability",
        9,
        4,
    )
    assert found.settings == {"points": 5}
    assert (found.pay.cost, found.pay.budget, found.pay.currency) == (66_500, 12_500_000, "EUR")
    assert found.platform is not None
    assert (found.platform.code, found.access) == ("C1", "platform")
    assert [(batch.name, batch.size, batch.after) for batch in found.batches] == [("first", 3, 2)]
    assert found.platform.codes == {"1:complete": "C2", "no-work": "C3"}
    assert (found.platform.is_signed, found.platform.id_pattern) == (True, "[a-z]+")
    assert (found.title, found.shown_title) == ("Sentences", "Sentences")
    assert found.stopping is None


@pytest.mark.parametrize(
    "arguments",
    [
        [SITES, "--task", "choice"],
        [SITES, "--task", "article-number"],
        [SITES, "--task", "usage", "-n", "0"],
        [SITES, "--task", "usage", "--batch", "first"],
        [SITES, "--task", "usage", "--batch", "first:9999"],
        [SITES, "--task", "usage", "--platform", "nowhere"],
        [SITES, "--task", "usage", "--key", SITES],
        [SITES, "--task", "usage", "--gold", SITES],
        [SITES, "--task", "usage", "--flags", SITES],
        [SITES, "--task", "usage", "--price", "nan"],
        [SITES, "--task", "usage", "--price", "0.05", "--budget", "inf"],
        [SITES, "--task", "usage", "--price", "0.05", "--budget", "0.04"],
        [SITES, "--task", "usage", "--price", "0.0000001"],
        [SITES, "--task", "usage", "--platform", "open:pid"],
        [SITES, "--task", "usage", "--platform", "panel:pid", "--id-pattern", "["],
        [SITES, "--task", "usage", "--platform", "panel:pid", "--code", "paid=C1"],
        [SITES, "--task", "usage", "--platform", "panel:pid", "--code", "2:complete=C1"],
        [SITES, "--task", "usage", "--platform", "panel:pid", "--code", "C1", "--code", "C2"],
        [SITES, "--task", "cloze", "--stop-width", "0.1"],
        [SITES, "--task", "usage", "--price", "0.05", "--currency", "dollars"],
        [JUDGMENTS, "--task", "usage"],
        ["nothing.jsonl", "--task", "usage"],
    ],
)
def test_a_study_that_cannot_be_made_is_told_and_leaves_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    location = tmp_path / "demo"
    refused = run("study", "new", str(location), *arguments)
    assert isinstance(refused.exception, SolecismError), refused.output
    assert not location.exists()


def test_batches_for_all_raters_are_told_where_there_is_nothing_else(tmp_path: Path) -> None:
    text, location = tmp_path / "text.txt", str(tmp_path / "demo")
    text.write_text("The cat sleeps. A dog barks. Birds sing loudly.\n")
    done("study", "new", location, str(text), "--task", "acceptability", "--batch", "first:3")
    done("study", "simulate", location, "--raters", "2", "--careless", "0")
    shown = done("study", "status", location, "--forecast", "4")
    assert shown.startswith("# demo: acceptability, open\n")
    rows = [line.split("\t") for line in shown.splitlines()]
    assert ["first", "3", "6", "2"] in rows
    assert ["judgments", "6", "[6, 6]"] in rows


@pytest.mark.parametrize("days", ["nan", "inf", "1e300"])
def test_links_hold_for_a_number_of_days(study: str, days: str) -> None:
    refused = run("study", "raters", study, "--invite", "ann", "--days", days)
    assert isinstance(refused.exception, SolecismError)


@pytest.mark.parametrize("command", ["status", "verify", "raters"])
def test_a_study_that_is_not_there_is_told(tmp_path: Path, command: str) -> None:
    refused = run("study", command, str(tmp_path))
    assert isinstance(refused.exception, SolecismError)


def test_cloze_items_make_a_study(tmp_path: Path) -> None:
    items, location = str(tmp_path / "blanks.jsonl"), str(tmp_path / "demo")
    done("sample", "cloze", *TEXTS, items, "-n", "8", "--seed", "3")
    done("study", "new", location, items, "--task", "cloze", "-n", "2")
    assert "8\t16\t0" in done("study", "status", location)


def test_choice_items_make_a_study(tmp_path: Path) -> None:
    items, flags = str(tmp_path / "pairs.jsonl"), str(tmp_path / "suggested.jsonl")
    done("sample", "choice", *TEXTS, items, "--flags", flags, "-n", "5")
    location = str(tmp_path / "demo")
    done("study", "new", location, items, "--task", "choice", "--flags", flags)
    assert "5\t15\t0" in done("study", "status", location)


def test_items_and_suggestions_must_be_two_files(tmp_path: Path) -> None:
    same = str(tmp_path / "same.jsonl")
    refused = run("sample", "choice", *TEXTS, same, "--flags", same, "-n", "5")
    assert isinstance(refused.exception, SolecismError)


def test_control_and_practice_items_are_told_apart(tmp_path: Path) -> None:
    lines = Path(SITES).read_text().splitlines()
    for name, chosen in (("gold", lines[:6]), ("practice", lines[6:7])):
        known = [
            {"site": json.loads(line)["id"], "rater": "expert", "answer": "ok"} for line in chosen
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, known)))
    made = run(
        *("study", "new", str(tmp_path / "demo"), SITES, "--task", "extraneous"),
        *("--gold", str(tmp_path / "gold.jsonl"), "--practice", str(tmp_path / "practice.jsonl")),
        *("--gold-least", "0"),
    )
    assert made.exit_code == 0
    assert "243 items" in made.output
    assert "6 control and practice items" in made.output
    assert "Control items remove nobody in this study." in made.output


def test_control_items_that_would_remove_nobody_are_refused_when_a_study_is_made(
    tmp_path: Path,
) -> None:
    thirty, known = tmp_path / "thirty.jsonl", tmp_path / "known.jsonl"
    sites = [json.loads(line) for line in Path(SITES).read_text().splitlines()]
    words = [site for site in sites if site["start"] < site["end"]][:40]
    thirty.write_text("".join(json.dumps(site) + "\n" for site in words))
    right = [{"site": site["id"], "rater": "expert", "answer": "ok"} for site in words[30:]]
    known.write_text("".join(json.dumps(one) + "\n" for one in right))
    made = ("study", "new", str(tmp_path / "demo"), str(thirty), "--task", "extraneous")
    refused = run(*made, "--gold", str(known))
    assert isinstance(refused.exception, SolecismError)
    assert str(refused.exception).startswith(
        "the study cannot do what its design says. Control items would remove nobody: a rater"
    )
    said = done(*made, "--gold", str(known), "--gold-least", "3")
    assert "demo: 30 items, 3 judgments each; 10 control and practice items." in said
    assert "once they have answered 3 control items" in said
    refused = run(*made, "--gold", str(known), "--gold-share", "0", "--gold-least", "0")
    assert "their share is 0" in str(refused.exception)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--code", "C1"), "--code does nothing here: it is about a platform"),
        (("--return-url", "https://x.example"), "--return-url does nothing here"),
        (("--signed",), "--signed does nothing here"),
        (("--allow", SITES), "--allow does nothing here"),
        (("--flags", FLAGS, "--flags", FLAGS), "--flags is given 2 times"),
        (("--gold-share", "0.2"), "--gold-share does nothing here: it is about control items"),
        (("--bar", "0.8"), "--bar does nothing here"),
        (("--budget", "10"), "--budget does nothing here: it is about money"),
        (("--fee", "0.3"), "--fee does nothing here"),
        (("--points", "5"), "--points does nothing here: the task usage has no scale"),
        (("--delay", "24"), "--delay does nothing here: the task usage has one stage"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    location = tmp_path / "demo"
    refused = run("study", "new", str(location), SITES, "--task", "usage", *options)
    assert refused.exit_code == 2
    assert message in refused.output
    assert not location.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--signed", "--open-to-all"), "with a signature only (signed), but the study is also"),
        (("--code", "C1", "--code", "removed=C1"), "'C1' is given for removed and for complete"),
        (("--code", "stopped=C1", "--code", "1:no-work=C1"), "for no-work and for stopped"),
        (("--return-url", "javascript:alert(1)"), "is no address to return to"),
        (("--return-url", "panel.example/done"), "is no address to return to"),
        (("--id-pattern", "(?=a)b"), "cannot be a pattern of ids"),
        (("--most-each", "0"), "--most-each is 0. Give a whole number from 1 to"),
    ],
)
def test_a_study_that_contradicts_itself_is_refused(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    made = ("study", "new", str(tmp_path / "demo"), SITES, "--task", "extraneous")
    refused = run(*made, "--platform", "panel:worker", *options)
    assert isinstance(refused.exception, SolecismError)
    assert message in str(refused.exception)
    assert not (tmp_path / "demo").exists()


def test_one_code_for_an_outcome_of_both_stages_is_accepted(tmp_path: Path) -> None:
    codes = ("--platform", "panel:worker", "--code", "1:complete=C1", "--code", "C1")
    done("study", "new", str(tmp_path / "demo"), TEXTS[2], "--task", "article-number", *codes)


def test_control_answers_in_another_vocabulary_are_told_with_their_line(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    lines = (EXAMPLES / "control.answers.jsonl").read_text().splitlines()
    known.write_text("\n".join([*lines[:2], lines[2].replace('"error"', '"yes"')]))
    refused = run(
        *("study", "new", str(tmp_path / "demo"), str(EXAMPLES / "control.sites.jsonl")),
        *("--task", "extraneous", "--gold", str(known)),
    )
    assert isinstance(refused.exception, SolecismError)
    assert str(refused.exception).startswith(f"{known}:3: ")
    assert "'yes' is not an answer of task extraneous" in str(refused.exception)


def test_gaps_between_words_are_not_asked_about(tmp_path: Path) -> None:
    asked = {}
    for task in ("extraneous", "usage", "cloze"):
        shown = done("study", "new", str(tmp_path / task), SITES, "--task", task)
        asked[task] = shown.splitlines()[0]
    told = "21 gaps between words are left out: the task {} asks about a word."
    assert asked == {task: told.format(task) for task in asked}


def test_links_for_ids_are_signed_and_the_list_of_ids_can_be_changed(tmp_path: Path) -> None:
    location = str(tmp_path / "demo")
    options = ("--task", "usage", "--platform", "panel:pid", "--signed", "--allow")
    (tmp_path / "ids").write_text("ann\nbea\n")
    done("study", "new", location, SITES, *options, str(tmp_path / "ids"))
    links = done("study", "raters", location, "--link", str(tmp_path / "ids")).splitlines()
    assert [link.partition("\thttp://localhost:8000/enter/")[0] for link in links] == ["ann", "bea"]
    (tmp_path / "more").write_text("ann\nbea\ncid\n")
    refused = run("study", "raters", location, "--link", str(tmp_path / "more"))
    assert isinstance(refused.exception, SolecismError)
    done("study", "raters", location, "--allow", str(tmp_path / "more"))
    assert (
        len(done("study", "raters", location, "--link", str(tmp_path / "more")).splitlines()) == 3
    )
