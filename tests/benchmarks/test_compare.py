"""The rule by which figures of benchmarks have changed, and the file that they are in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import compare, suite
from benchmarks.figures import record
from benchmarks.figures.machine import ROOT
from benchmarks.figures.record import Figure, Timing
from benchmarks.figures.rule import change
from benchmarks.language import all_parts

RATES = (100.0, 102.0, 98.0)


def figure(*runs: float, higher: bool = True, **others: Any) -> Figure:
    return Figure("speed", "words/s", runs, higher, **others)


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ((80.0, 82.0, 78.0), "slower"),
        ((125.0, 122.0, 128.0), "faster"),
        ((97.0, 99.0, 95.5), "same"),
        ((50.0, 90.0, 130.0), "same"),
        ((60.0, 61.0), "too few runs"),
    ],
)
def test_a_change_is_told_where_it_is_larger_than_noise(
    runs: tuple[float, ...], expected: str
) -> None:
    assert change("a", figure(*RATES), figure(*runs)).verdict == expected


def test_less_time_is_faster() -> None:
    before, after = (figure(*runs, higher=False) for runs in (RATES, (80.0, 82.0, 78.0)))
    found = change("a", before, after)
    assert (found.verdict, round(found.gain, 3)) == ("faster", 0.25)


def test_runs_that_spread_widely_are_no_change_even_where_they_do_not_overlap() -> None:
    before, after = figure(100.0, 150.0, 200.0), figure(60.0, 80.0, 99.0)
    assert change("a", before, after).verdict == "same"


@pytest.mark.parametrize("higher", [True, False])
def test_a_slow_machine_is_not_a_slow_program(higher: bool) -> None:
    slow = tuple(run / 2 if higher else run * 2 for run in RATES)
    before = figure(*RATES, higher=higher, machine=(1.0, 1.0, 1.0))
    after = figure(*slow, higher=higher, machine=(2.0, 2.0, 2.0))
    found = change("a", before, after)
    assert (found.verdict, found.by, round(found.gain, 9)) == ("same", "machine", 0)
    assert change("a", before, figure(*slow, higher=higher)).verdict == "slower"


def test_a_peer_that_ran_beside_it_counts_before_the_machine() -> None:
    before = figure(*RATES, peer="NLTK", peer_runs=(10.0, 10.0, 10.0), machine=(1.0, 1.0, 1.0))
    after = figure(*RATES, peer="NLTK", peer_runs=(20.0, 20.0, 20.0), machine=(1.0, 1.0, 1.0))
    found = change("a", before, after)
    assert (found.verdict, found.by, round(found.gain, 3)) == ("slower", "NLTK", -0.5)
    one_run = figure(*RATES, peer="NLTK", peer_runs=(20.0,), machine=(1.0, 1.0, 1.0))
    assert change("a", before, one_run).verdict == "same"


def test_a_figure_that_does_not_depend_on_the_machine_may_not_change_at_all() -> None:
    before, after = figure(0.95, is_exact=True), figure(0.9499, is_exact=True)
    assert change("a", before, after).verdict == "worse"
    assert change("a", after, before).verdict == "better"
    assert change("a", before, before).verdict == "same"


def test_a_figure_knows_how_many_times_as_good_as_its_peer_it_is() -> None:
    peer = (50.0, 50.0, 50.0)
    assert figure(*RATES, peer="p", peer_runs=peer).times_peer == 2
    assert figure(*RATES, higher=False, peer="p", peer_runs=peer).times_peer == 0.5
    assert figure(*RATES).times_peer is None


def test_figures_are_kept_only_where_somebody_gathers_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(record.FILE_VARIABLE, raising=False)
    record.record("a", "s", [1.0])
    path = tmp_path / "figures.jsonl"
    monkeypatch.setenv(record.FILE_VARIABLE, str(path))
    record.record("a", "s", [3.0, 1.0, 2.0], is_higher_better=False, peer="p", peer_runs=[4.0])
    [line] = path.read_text(encoding="utf-8").splitlines()
    kept = json.loads(line)
    assert (kept["median"], kept["times_peer"], kept["runs"]) == (2.0, 2.0, [3.0, 1.0, 2.0])


def test_pieces_of_work_run_in_turn() -> None:
    order: list[str] = []
    works = {"a": lambda: order.append("a"), "b": lambda: order.append("b")}
    found = record.timed_together(works, 2)
    assert order == ["a", "b", "a", "b"]
    assert {len(each.seconds) for each in found.values()} == {2}
    assert Timing((2.0, 4.0), ()).rates(8) == (4.0, 2.0)


SCRIPT = """
from benchmarks.figures.record import record
record("speed", "words/s", {runs}, peer="NLTK", peer_runs=[10, 10, 10])
print("done")
"""


def run_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, runs: object) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    parts = {
        "good": suite.Part(("-c", SCRIPT.format(runs=runs)), takes_data=False),
        "bad": suite.Part(("-c", "raise SystemExit('no such thing')"), takes_data=False),
        "absent": suite.Part(("-c", ""), data=("nowhere",), packages=("no_such_package",)),
    }
    monkeypatch.setattr(suite, "PARTS", parts)
    path = tmp_path / name
    assert suite.main(["--data", str(tmp_path), "-o", str(path)]) == 1
    return path


def test_the_file_has_machine_figures_and_how_each_part_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = compare.read(run_suite(tmp_path, monkeypatch, "a.json", [100, 101, 99]))
    assert {"processor", "cores", "load", "commit", "date", "python", "versions"} <= {
        *run["machine"]
    }
    assert {name: part["status"] for name, part in run["parts"].items()} == {
        "good": "done",
        "bad": "failed with 1",
        "absent": f"skipped: {tmp_path / 'nowhere'}, no_such_package missing",
    }
    [kept] = run["parts"]["good"]["figures"]
    assert (kept["runs"], kept["unit"], kept["times_peer"]) == ([100.0, 101.0, 99.0], "words/s", 10)
    assert run["parts"]["good"]["text"] == "done\n"
    assert "10.0 times NLTK" in capsys.readouterr().out


def test_two_files_are_compared_and_a_slower_figure_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = str(run_suite(tmp_path, monkeypatch, "a.json", [100, 101, 99]))
    after = str(run_suite(tmp_path, monkeypatch, "b.json", [50, 51, 49]))
    capsys.readouterr()
    assert compare.main([before, after]) == 1
    shown = capsys.readouterr().out
    assert "slower         -50.0%" in shown
    assert "1 of 1 figures got slower or worse." in shown
    assert compare.main([before, before]) == 0
    assert compare.main([after, before]) == 0
    assert compare.main([before, after, "--least", "60"]) == 0


@pytest.mark.parametrize("text", ["", "[]", '{"parts": {"a": {"figures": [{"name": "b"}]}}}'])
def test_a_file_of_something_else_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=r"a\.json: is not a file of `make bench`"):
        compare.main([str(path), str(path)])


def test_every_part_of_the_suite_is_a_script() -> None:
    for name, part in suite.PARTS.items():
        [file] = [each for each in part.arguments if each != "-m"]
        path = ROOT / (file.replace(".", "/") + ".py" if "-m" in part.arguments else file)
        assert path.exists(), name
    assert sys.executable in suite.PARTS["check"].command(Path())


def test_a_part_of_language_whose_peer_is_missing_is_said_and_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "lonely_benchmark.py").write_text("import no_such_peer\n", encoding="utf-8")
    monkeypatch.setattr(all_parts, "PARTS", {"lonely_benchmark": "Words"})
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.setenv(variable, "1")
    all_parts.main(tmp_path)
    assert "skipped: no_such_peer is not installed" in capsys.readouterr().out
    monkeypatch.setattr(all_parts, "PARTS", {"no_such_benchmark": "Words"})
    with pytest.raises(ModuleNotFoundError):
        all_parts.main(tmp_path)
