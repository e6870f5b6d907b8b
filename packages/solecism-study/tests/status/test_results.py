"""What a study tells while it runs; stopping."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solecism import sample_key as keys
from solecism.agreement.coefficients import measure_agreement
from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.panel import from_judgments
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling.estimate import estimate
from solecism.site import Flag
from solecism_study.configuration import Batch, Stopping
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.status.results import error_share, results, stop_if_precise
from solecism_study.study import Study
from solecism_study.work.lease import Lease
from studies import START, data_items, new_rater, say, work

Made = Callable[..., Study]


def mixed(lease: Lease) -> dict[str, list[str]]:
    """Mostly the same answer by all, now and then one's own."""
    number = int(lease.question.passage.before.split()[1])
    is_error = number % 3 == 0 or (number % 5 == 0 and lease.serial % 2 == 0)
    return {"answer": ["error" if is_error else "ok"]}


def same(lease: Lease) -> dict[str, list[str]]:
    """The same answer by all."""
    number = int(lease.question.passage.before.split()[1])
    return {"answer": ["error" if number % 3 == 0 else "ok"]}


def test_nothing_is_told_before_there_is_something(study_of: Made) -> None:
    found = results(study_of())
    assert found.agreements == {}
    assert found.reliability is None
    assert set(found.reasons) == {"agreement", "reliability", "systems", "estimates"}


def test_agreement_is_that_of_the_measures_without_control_items(study_of: Made) -> None:
    study = study_of(n_items=20, n_gold=4, n_judgments=3)
    for name in ("ann", "bea", "cid"):
        work(study, new_rater(study, name), answers=mixed)
    found = results(study)
    panel = from_judgments(recorded_judgments(study, with_control=False))
    expected = measure_agreement(panel, ("observed", "cohen", "fleiss", "alpha", "ac1"))
    assert found.agreements == {"all": expected}
    assert found.n_judgments == 60
    assert found.reliability is not None
    assert [point.n_raters for point in found.reliability.mean] == [1, 2]


def test_agreement_is_told_for_each_batch_that_all_raters_judge(study_of: Made) -> None:
    study = study_of(n_items=20, n_judgments=2, batches=(Batch(name="first", size=8),))
    for name in ("ann", "bea", "cid"):
        work(study, new_rater(study, name), answers=mixed)
    of_batch = [one for one in recorded_judgments(study) if one.batch == "first"]
    assert len(of_batch) == 24
    alone = measure_agreement(from_judgments(of_batch), ("alpha",))
    told = results(study).agreements
    assert list(told) == ["all", "batch first"]
    assert [one for one in told["batch first"] if one.name == "alpha"] == alone


def test_a_system_is_scored_and_estimated_while_the_study_runs(study_of: Made) -> None:
    sites = [item.site for item in data_items(20)]
    strata = (Stratum("flagged", True, 30), Stratum("other", False, 300))
    drawn = [KeyItem(site, "flagged" if i < 8 else "other") for i, site in enumerate(sites)]
    key = Key("mine", "paper", 7, strata, tuple(drawn))
    flags = [Flag(site, "mine", i < 8) for i, site in enumerate(sites)]
    documents = {"key": "".join(keys.format(key)), "flags": "".join(jsonl.format(flags))}
    study = study_of(n_items=20, n_judgments=2, documents=documents)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=mixed)
    found = results(study)
    assert found.estimates == estimate(key, list(recorded_judgments(study)))
    [system] = found.systems
    assert system.system == "mine"
    assert sum(one.n_items for one in system.bins) == 20


def test_a_study_of_a_fixed_number_does_not_stop_early(study_of: Made) -> None:
    with pytest.raises(InputError, match="fixed number"):
        stop_if_precise(study_of(), now=START)


def test_stopping_closes_all_but_the_fixed_part_and_is_logged(study_of: Made) -> None:
    rule = Stopping(width=0.5, least=1, fixed_share=0.3)
    study = study_of(n_items=30, n_judgments=5, stopping=rule)
    assert stop_if_precise(study, now=START).n_closed == 0
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=same)
    share = error_share(study)
    assert 0 < share < 1
    stopped = stop_if_precise(study, now=START)
    assert stopped.share == share
    assert 0 < stopped.n_closed < 30
    for name in ("cid", "dan", "eve"):
        work(study, new_rater(study, name), answers=same)
    panel = from_judgments(recorded_judgments(study))
    per_item = np.bincount(panel.item)
    assert set(per_item.tolist()) == {2, 5}
    assert int((per_item == 2).sum()) == stopped.n_closed
    marked = {
        judgment.site for judgment in recorded_judgments(study) if judgment.notes.get("fixed")
    }
    assert len(marked) == 30 - stopped.n_closed
    assert verify_study(study).problems == ()


def test_an_interval_that_is_too_wide_stops_nothing(study_of: Made) -> None:
    study = study_of(n_items=6, stopping=Stopping(width=0.01, least=1))
    work(study, new_rater(study), answers=mixed)
    assert stop_if_precise(study, now=START).n_closed == 0


def test_the_same_answers_to_all_say_so(study_of: Made) -> None:
    study = study_of(n_items=4, n_judgments=2)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=say("ok"))
    assert all(one.reason for one in results(study).agreements["all"][1:])


def judged_by_two(made: Made, rule: Stopping) -> Study:
    """Thirty items of which every third is an error, by two raters who agree."""
    study = made(n_items=30, n_judgments=5, stopping=rule)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=same)
    return study


def test_a_study_stops_at_the_width_of_its_interval_and_at_the_least_number(
    sqlite_study: Made,
) -> None:
    wide = judged_by_two(sqlite_study, Stopping(width=0.9, least=2))
    share = error_share(wide)
    width = share.interval.high - share.interval.low
    assert share == pytest.approx(1 / 3)
    assert stop_if_precise(wide, now=START).n_closed > 0
    narrow = judged_by_two(sqlite_study, Stopping(width=0.9 * width, least=2))
    assert stop_if_precise(narrow, now=START).n_closed == 0
    early = judged_by_two(sqlite_study, Stopping(width=0.9, least=3))
    assert stop_if_precise(early, now=START).n_closed == 0
