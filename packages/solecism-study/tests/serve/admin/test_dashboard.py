"""The dashboard shows what the library counts and computes, and says what is made up."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
from starlette.applications import Starlette

from administrator import administrator
from solecism import sample_key as keys
from solecism.formats import jsonl
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.site import Flag
from solecism_study.configuration import UNIT, Batch, Control, Pay, Stopping
from solecism_study.serve.admin.charts import time_chart
from solecism_study.serve.study_results import forecast_result
from solecism_study.simulation import SimulatedRaters, simulate
from solecism_study.status.progress import answers_over_time, progress
from solecism_study.status.results import results
from solecism_study.study import FLAGS, KEY, Study
from solecism_study.work.submission import undo
from studies import START, data_items, new_rater, say, work

Made = Callable[..., Study]
Hosted = Callable[..., tuple[Study, Starlette]]
N_ITEMS = 24


def flags() -> list[Flag]:
    """What a made-up system says of the items."""
    return [
        Flag(item.site, "invented", number % 3 == 0, confidence=0.9 if number % 3 == 0 else 0.1)
        for number, item in enumerate(data_items(N_ITEMS))
    ]


def judged(hosted: Hosted) -> tuple[Study, Starlette]:
    """A study with a key, flags and three raters' answers."""
    strata = (Stratum("flagged", True, 8), Stratum("other", False, 16))
    drawn = [KeyItem(one.site, "flagged" if one.error else "other") for one in flags()]
    key = Key("invented", "paper", 7, strata, tuple(drawn))
    documents = {FLAGS: "".join(jsonl.format(flags())), KEY: "".join(keys.format(key))}
    study, app = hosted(
        n_items=N_ITEMS, documents=documents, pay=Pay(price=UNIT // 20, budget=UNIT * 9)
    )
    for number in range(3):
        rater = new_rater(study, f"rater {number}")

        def answers(lease: object, number: int = number) -> dict[str, list[str]]:
            place = int(re.findall(r"\d+", lease.question.passage.before)[0])  # type: ignore[attr-defined]  # a lease
            return {"answer": ["error" if place % 3 == 0 or place == 7 + number else "ok"]}

        work(study, rater, answers=answers)
    return study, app


def shown(page: str, name: str) -> list[str]:
    """The cells of the row of this name, all of them."""
    return re.findall(rf'<th scope="row">{name}</th><td class="num">([^<]*)</td>', page)


def test_figures_are_those_of_the_library(hosted: Hosted) -> None:
    study, app = judged(hosted)
    page = administrator(app, study).page("/admin")
    found = results(study)
    for one in found.agreements["all"]:
        assert shown(page, one.name) == [f"{one.value:.3f}"]
    assert found.estimates is not None
    assert f"{found.estimates.figures['precision']:.3f}" in shown(page, "precision")
    assert f"{found.systems[0].graded.figures['recall']:.3f}" in shown(page, "recall")
    assert '<svg class="chart"' in page
    assert "72" in page
    assert "3.60 USD" in page


def test_nothing_is_computed_anew_while_nothing_happens(hosted: Hosted) -> None:
    study, app = judged(hosted)
    ann = administrator(app, study)
    ann.page("/admin")
    first = app.state.results_cache.results(now=START)
    assert app.state.results_cache.results(now=START + 5) is first


def test_the_page_comes_anew_where_its_reader_asked_for_that(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    assert "refresh" not in ann.http.get("/admin").headers
    assert ann.http.get("/admin?live=yes").headers["refresh"] == "60"


def test_an_empty_study_says_what_is_missing(hosted: Hosted) -> None:
    study, app = hosted()
    page = administrator(app, study).page("/admin")
    assert "<li>Agreement: no item has two judgments yet</li>" in page
    assert "fewer than two raters" in page
    # What is missing is in one card, and nothing else is empty.
    assert re.findall(r'<h2 id="(\w+)">', page) == ["progress", "money", "control", "missing"]
    assert "<svg" not in page
    assert "no flags of a system" in page
    assert "not drawn with a key" in page
    assert "assumed, not measured" in page


def test_simulated_raters_are_told_from_people(hosted: Hosted) -> None:
    study, app = hosted(n_items=4, n_judgments=2)
    ann = administrator(app, study)
    assert "raters are simulated" not in ann.page("/admin")
    simulate(study, SimulatedRaters(n_raters=2), rng=np.random.default_rng(1), now=START)
    assert "raters are simulated" in ann.page("/admin")
    assert ann.page("/admin/raters").count('simulated">simulated<') == 2


def test_the_forecast_is_by_simulated_raters_and_says_so(hosted: Hosted) -> None:
    study, app = hosted(n_items=100, pay=Pay(price=UNIT, budget=UNIT * 10))
    ann = administrator(app, study)
    page = ann.page("/admin?n_raters=7&seconds=30")
    assert "by simulated raters" in page
    assert "With 7 raters" in page
    assert "The budget may not be enough." in page
    for wrong in ("n_raters=0", "n_raters=x", "seconds=-1", "seconds=nan"):
        assert ann.http.get(f"/admin?{wrong}").status_code == 422, wrong


def test_a_budget_that_is_used_up_is_told_to_raters_and_administrators(hosted: Hosted) -> None:
    study, app = hosted(n_items=4, pay=Pay(price=UNIT, budget=UNIT * 2))
    boss = administrator(app, study)
    assert "budget is used up" not in boss.page("/admin")
    waiting = work(study, new_rater(study)).waiting
    assert waiting is not None
    assert waiting.reason == "budget"
    assert "The budget is used up: raters get no more questions." in boss.page("/admin")
    so_far = progress(study, now=START)
    assert so_far.is_budget_used_up
    assert not replace(so_far, stages=()).is_budget_used_up


def test_answers_over_time_are_a_curve_that_ends_at_their_number(study_of: Made) -> None:
    study = study_of(n_items=6)
    assert answers_over_time(study) == []
    work(study, new_rater(study, "ann"), now=START)
    undo(study, new_rater(study, "ann"), request="take it back", now=START + 60_000)
    work(study, new_rater(study, "bea"), now=START + 120_000)
    curve = answers_over_time(study, n_points=4)
    # The first answers came within six seconds, the last ones two minutes after them.
    assert [one.n_answers for one in curve] == [0, 6, 5, 5, 11]
    assert (curve[0].at, curve[-1].at) == (START + 1000, START + 126_000)
    drawn = ElementTree.fromstring(time_chart(curve))
    ends = (drawn.find("polyline").get("points") or "").split()  # type: ignore[union-attr]  # drawn
    assert (ends[0].split(",")[0], ends[-1].split(",")[0]) == ("44.0", "448.0")
    assert "11 answers from 2001-09-09 01:46 to 2001-09-09 01:48 UTC" in str(time_chart(curve))


def test_the_forecast_has_the_batches_that_every_rater_still_has_to_judge(hosted: Hosted) -> None:
    study, _ = hosted(n_items=10, n_judgments=1, n_gold=0, batches=(Batch(name="first", size=4),))
    assert forecast_result(study, progress(study, now=START), n_raters=5).n_left == 6 + 4 * 5
    work(study, new_rater(study), n=4)
    assert forecast_result(study, progress(study, now=START), n_raters=5).n_left == 6 + 4 * 5 - 4


def test_a_study_is_paused_and_resumed(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    rater = new_rater(study)
    assert "The study is paused" in ann.done("/admin/state", is_open="no")
    assert work(study, rater, n=1).waiting is not None
    assert ">Resume<" in ann.page("/admin")
    ann.done("/admin/state", is_open="yes")
    assert work(study, rater, n=1).current is not None


def test_a_study_that_stops_by_width_is_stopped_when_sure(hosted: Hosted) -> None:
    study, app = hosted(n_items=40, n_judgments=4, stopping=Stopping(width=0.5, fixed_share=0.0))
    ann = administrator(app, study)
    assert "Stop if certain enough" in ann.page("/admin")
    assert "not certain enough" in ann.done("/admin/stop")
    for name in "ab":
        work(study, new_rater(study, name), answers=say("ok"))
    assert "Items closed: " in ann.done("/admin/stop")


def test_a_study_of_a_fixed_number_is_not_stopped(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    assert "Stop if certain" not in ann.page("/admin")
    assert "fixed number" in ann.done("/admin/stop")


def test_control_items_are_summed_up(hosted: Hosted) -> None:
    control = Control(share=0.5, least=2, doubt=0.2)
    study, app = hosted(n_items=20, n_gold=8, control=control)
    work(study, new_rater(study), answers=say("ok"))
    page = administrator(app, study).page("/admin")
    assert re.search(r"Removed</dt><dd>1 <span class=\"note\">1 by control items", page)
