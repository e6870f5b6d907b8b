"""`solecism effort` as people call it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from places import EXAMPLES
from scoring_files import call, call_json
from solecism.errors import InputError
from solecism.version import __version__
from studies import make_study, new_rater, say, work

CROWD = EXAMPLES / "crowd"


def tasks(*arguments: str | Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = call_json("effort", *arguments)["result"]["tasks"]
    return rows


def test_a_turk_file_has_its_own_times_and_pay() -> None:
    [row] = tasks(
        "--from", "mturk", CROWD / "mturk.csv", "--answer", "Answer.error_{n}", "--item",
        "Input.site_{n}", "--gold", "Input.expected_{n}", "--fee", "0.2",
    )  # fmt: skip
    # Fifteen accepted assignments of $0.12 each, however many questions each of them has.
    assert row["cost"] == pytest.approx(15 * 0.12 * 1.2)
    assert row["n_raters"] == 4
    assert row["n_judgments"] + row["n_control"] == 44
    assert 0 < row["elapsed_hours"] < 1


def test_appen_and_prolific_have_times() -> None:
    [appen] = tasks("--from", "appen", CROWD / "appen.csv", "--item", "site")
    [prolific] = tasks(
        "--from", "prolific", CROWD / "prolific.answers.csv", "--submissions",
        CROWD / "prolific.submissions.csv", "--answer", "{name}:preposition", "--price", "0.1",
    )  # fmt: skip
    assert appen["elapsed_hours"] > 0
    assert prolific["elapsed_hours"] == pytest.approx(5 / 60)
    assert prolific["cost"] == pytest.approx(1.5)


def test_a_study_has_its_own_records(tmp_path: Path) -> None:
    from solecism_study.configuration import Pay

    pay = Pay(price=20_000, fee_share=0.25)
    study = make_study(str(tmp_path / "study"), n_items=6, n_judgments=2, pay=pay)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=say("ok"))
    study.close()
    [row] = tasks(tmp_path / "study")
    assert (row["n_items"], row["n_judgments"], row["n_raters"]) == (6, 12, 2)
    assert row["cost"] == pytest.approx(12 * 0.025)
    assert row["elapsed_hours"] > 0


def test_a_bad_time_or_amount_is_one_line(tmp_path: Path) -> None:
    table = tmp_path / "work.csv"
    table.write_text("item,rater,answer,when,paid\n1,ann,ok,yesterday,0.1\n", encoding="utf-8")
    options = ("--from", "long", "--note", "submitted=when")
    error = call("effort", table, *options).exception
    assert isinstance(error, InputError)
    assert "'yesterday' is not a time" in str(error)
    table.write_text("item,rater,answer,paid\n1,ann,ok,a lot\n", encoding="utf-8")
    error = call("effort", table, "--from", "long", "--note", "reward=paid").exception
    assert "'a lot' is not an amount" in str(error)


def test_options_of_crowd_files_need_a_platform() -> None:
    result = call("effort", EXAMPLES / "judgments.simulated.jsonl", "--item", "site")
    assert result.exit_code == 2
    assert "give --from as well" in result.stderr


def test_the_cost_is_computed_again_from_the_signature(tmp_path: Path) -> None:
    table = EXAMPLES / "crowd" / "mturk.csv"
    columns = ("--answer", "Answer.error_{n}", "--item", "Input.site_{n}", "--fee", "0.2")
    earlier = tmp_path / "earlier.json"
    earlier.write_text(call("effort", "--from", "mturk", table, *columns, "--json").stdout)
    shown = call("verify", earlier, table)
    assert (shown.exit_code, shown.stdout[:5]) == (0, "Same:"), shown.output
    line = call("effort", EXAMPLES / "judgments.simulated.jsonl").stdout.splitlines()[-1]
    assert line.partition("@")[0] == "effort|sources:judgments.simulated.jsonl"
    assert line.split("|")[2:] == [
        "currency:USD", "fee:0", "from:judgments", "price:-", f"v:{__version__}"
    ]  # fmt: skip


def test_the_signature_of_a_study_has_neither_its_address_nor_its_content(tmp_path: Path) -> None:
    folder = tmp_path / "secret"
    make_study(str(folder), n_items=6, n_judgments=2).close()
    line = call("effort", folder).stdout.splitlines()[-1]
    assert line.startswith("effort|sources:study@?|")
    shown = call("verify", line, folder)
    assert (shown.exit_code, "was read from a pipe or a study" in shown.output) == (2, True)
