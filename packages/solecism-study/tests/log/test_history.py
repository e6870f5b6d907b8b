"""The log as administrators read it, and the mark that changes whenever results may."""

from __future__ import annotations

from typing import Any

from solecism_study.log_verification import (
    log_entries,
    log_invitations,
    results_version,
    verify_study,
)
from solecism_study.study import set_open
from studies import START, new_rater, work


def test_entries_come_newest_first_in_pieces(study_of: Any) -> None:
    study = study_of()
    for is_open in (False, True, False):
        set_open(study, is_open=is_open, now=START, actor="ann")
    assert [one.action for one in log_entries(study)][:4] == ["close", "open", "close", "guideline"]
    newest = log_entries(study, limit=2)
    older = log_entries(study, before=newest[-1].number, limit=2)
    assert [one.number for one in [*newest, *older]] == [5, 4, 3, 2]


def test_invitations_are_noted_without_names(study_of: Any) -> None:
    study = study_of()
    log_invitations(study, 3, expires=START + 1, now=START, actor="ann")
    assert log_entries(study)[0].detail == {"n": 3, "expires": START + 1}
    assert verify_study(study).problems == ()


def test_the_mark_changes_with_judgments_and_with_decisions(study_of: Any) -> None:
    study = study_of()
    rater = new_rater(study)
    marks = {results_version(study)}
    work(study, rater, n=1)
    marks.add(results_version(study))
    set_open(study, is_open=False, now=START, actor="ann")
    marks.add(results_version(study))
    assert len(marks) == 3
    assert results_version(study) in marks


def test_items_are_found_by_site_with_their_right_answers(study_of: Any) -> None:
    study = study_of(n_items=2, n_gold=1)
    wanted = [item.site for item in study.all_items()]
    found = study.items_at([*wanted, "nowhere"])
    assert set(found) == set(wanted)
    assert found["gold.0:1-2:preposition"].gold == {"": ("error",)}
    assert study.items_at([]) == {}
