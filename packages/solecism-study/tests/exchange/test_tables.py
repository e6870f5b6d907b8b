"""Tables with the items' text: pandas and R read them, and get the figures of `solecism agree`."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
import pytest

from rater_pages import study_for
from solecism.agreement.coefficients import measure_agreement
from solecism.panel import from_judgments
from solecism_study.configuration import Control
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.exchange.statistics_tables import (
    CODEBOOK,
    codebook,
    column_names,
    format_codebook,
    format_table,
    judgment_table,
)
from solecism_study.item import Item
from solecism_study.simulation import SimulatedRaters, simulate
from solecism_study.study import Study
from studies import START, make_study, new_rater, say, work

Made = Callable[..., Study]
R_ALPHA = """
rows <- read.csv(commandArgs(TRUE)[1], na.strings = "", stringsAsFactors = FALSE)
data <- rows[!rows$is_control & rows$answer != "unknown", ]
counts <- table(data$item, data$answer)
counts <- counts[rowSums(counts) > 1, ]
n <- rowSums(counts)
observed <- sum((n^2 - rowSums(counts^2)) / (n - 1)) / sum(n)
totals <- colSums(counts)
expected <- (sum(n)^2 - sum(totals^2)) / (sum(n) * (sum(n) - 1))
cat(sprintf("%.15f", 1 - observed / expected))
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """A study with control items, in which simulated raters have worked."""
    made = make_study(
        str(tmp_path_factory.mktemp("tables") / "study"),
        n_items=30,
        n_judgments=4,
        n_gold=4,
        control=Control(share=0.2),
    )
    raters = SimulatedRaters(n_raters=6, careless=0.0)
    simulate(made, raters, rng=np.random.default_rng(3), now=START)
    yield made
    made.close()


def written(study: Study, shape: str, kind: str) -> bytes:
    return format_table(*judgment_table(study, recorded_judgments(study), shape), kind)


def own_alpha(study: Study) -> float:
    [alpha] = measure_agreement(from_judgments(recorded_judgments(study)), ("alpha",))
    return float(alpha)


def alpha_of(frame: pd.DataFrame) -> float:
    data = frame[~frame["is_control"] & (frame["answer"] != "unknown")]
    codes = data.assign(code=data["answer"].map({"error": 1.0, "ok": 0.0}))
    matrix = codes.pivot(index="rater", columns="item", values="code").to_numpy()
    return float(krippendorff.alpha(matrix, level_of_measurement="nominal"))


def test_pandas_gets_our_alpha_from_the_long_table(study: Study) -> None:
    frame = pd.read_csv(io.BytesIO(written(study, "long", "csv")), keep_default_na=False)
    assert frame["is_control"].dtype == bool
    assert frame["is_control"].any()
    assert alpha_of(frame) == pytest.approx(own_alpha(study), abs=1e-9)


def test_json_lines_and_parquet_hold_the_same_table(study: Study) -> None:
    lines = pd.read_json(io.BytesIO(written(study, "long", "jsonl")), lines=True)
    parquet = pd.read_parquet(io.BytesIO(written(study, "long", "parquet")))
    assert list(lines.columns) == list(parquet.columns) == column_names("long")
    assert alpha_of(lines) == alpha_of(parquet)
    assert alpha_of(lines) == pytest.approx(own_alpha(study), abs=1e-9)
    assert parquet["seconds"].sum() == pytest.approx(lines["seconds"].sum())


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_the_wide_table_has_a_row_per_item_and_a_column_per_rater(study: Study, kind: str) -> None:
    read = {
        "csv": lambda body: pd.read_csv(body),
        "jsonl": lambda body: pd.read_json(body, lines=True),
        "parquet": pd.read_parquet,
    }[kind]
    frame = read(io.BytesIO(written(study, "wide", kind)))
    assert len(frame) == frame["item"].nunique() == 34
    data = frame[~frame["is_control"]]
    answers = data[[name for name in data.columns if name.startswith("answer_")]]
    assert answers.shape[1] == 6
    assert list(answers.count(axis=1)) == list(data["n_judgments"]) == [4] * 30
    assert list((answers == "error").sum(axis=1)) == list(data["n_error"])
    sure = data["n_error"] > data["n_ok"] + data["n_unknown"]
    assert set(data[sure]["majority"]) <= {"error"}


def test_r_gets_our_alpha(study: Study, tmp_path: Path) -> None:
    program = shutil.which("Rscript")
    if program is None:
        pytest.skip("no Rscript on this machine: install R to run this")
    (tmp_path / "long.csv").write_bytes(written(study, "long", "csv"))
    (tmp_path / "alpha.R").write_text(R_ALPHA)
    command = [program, str(tmp_path / "alpha.R"), str(tmp_path / "long.csv")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert float(told.stdout) == pytest.approx(own_alpha(study), abs=1e-9)


def test_every_column_is_in_the_codebook(study: Study) -> None:
    known = {row["column"]: row for row in codebook(study)}
    for shape in ("long", "wide"):
        columns, _ = judgment_table(study, recorded_judgments(study), shape)
        for name in columns:
            entry = known["answer_*" if name.startswith("answer_") else name]
            assert shape in entry["shape"].split()
    assert known["answer"]["values"] == "error = Error; ok = OK; unknown = Too hard"
    frame = pd.read_csv(io.StringIO("".join(format_codebook(study))), keep_default_na=False)
    assert tuple(frame.columns) == CODEBOOK


@pytest.mark.parametrize("task", ["usage", "article-number", "cloze", "ranking"])
def test_every_task_has_a_codebook(task: str, scratch: Path) -> None:
    study = study_for(scratch / task, task)
    values = next(row["values"] for row in codebook(study) if row["column"] == "answer")
    assert (values != "") == (task != "cloze") or "of" in values
    study.close()


def test_text_that_a_spreadsheet_would_run_is_guarded(scratch: Path) -> None:
    item = Item("a.1:0-1:preposition", "=cmd()", "of", " me, “you” and\nthem.")
    study = make_study(str(scratch / "study"), items=[item])
    work(study, new_rater(study), answers=say("error"))
    frame = pd.read_csv(io.BytesIO(written(study, "long", "csv")), keep_default_na=False)
    assert list(frame["before"]) == ["'=cmd()"]
    assert list(frame["after"]) == [" me, “you” and\nthem."]
    lines = pd.read_json(io.BytesIO(written(study, "long", "jsonl")), lines=True)
    assert list(lines["before"]) == ["=cmd()"]
    study.close()
