"""What leaves a study, and what comes back in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.formats.crowd import label_studio, spreadsheets
from solecism.formats.crowd.column_layout import ColumnLayout
from solecism.judgment import Judgment
from solecism_study.configuration import (
    Batch,
    Configuration,
    Pay,
    Stopping,
    canonical_json,
    decode_configuration,
)
from solecism_study.exchange import imports
from solecism_study.exchange.bundle import bundle, methods_paragraph, read_bundle
from solecism_study.exchange.export import WRITERS
from solecism_study.exchange.imports import import_judgments
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import Item
from solecism_study.log_verification import verify_study
from solecism_study.status.progress import progress
from solecism_study.study import FLAGS, KEY, Study, change_guideline, create_study
from studies import START, new_rater, say, work

Made = Callable[..., Study]


def worked(made: Made, **settings: object) -> Study:
    study = made(**{"n_items": 5, "n_judgments": 2, **settings})
    for name, answer in (("ann@example.org", "ok"), ("bea@example.org", "error")):
        work(study, new_rater(study, name), answers=say(answer))
    return study


def test_json_lines_and_csv_come_back_as_they_were(study_of: Made) -> None:
    study = worked(study_of)
    judgments = list(recorded_judgments(study))
    lines = "".join(WRITERS["jsonl"](study, judgments)).splitlines()
    assert list(jsonl.parse(lines, Judgment, file="j")) == judgments
    rows = "".join(WRITERS["csv"](study, judgments)).splitlines(keepends=True)
    assert list(spreadsheets.parse_long(rows, ColumnLayout(), file="j")) == judgments


def test_label_studio_comes_back_with_sites_raters_and_answers(study_of: Made) -> None:
    study = worked(study_of)
    judgments = list(recorded_judgments(study))
    text = "".join(WRITERS["label-studio"](study, judgments))
    layout = ColumnLayout(places={"item": "site"})
    found = {
        (one.site, one.rater, one.answer) for one in label_studio.parse([text], layout, file="j")
    }
    assert found == {(one.site, one.rater, one.answer) for one in judgments}


def test_nothing_that_leaves_a_study_tells_who_raters_are(study_of: Made) -> None:
    study = worked(study_of)
    left = "".join("".join(write(study, recorded_judgments(study))) for write in WRITERS.values())
    with zipfile.ZipFile(io.BytesIO(bundle(study, now=START))) as archive:
        left += "".join(archive.read(name).decode() for name in archive.namelist())
    assert "example.org" not in left
    assert "r-" in left


def test_no_cell_of_a_csv_file_is_a_formula(study_of: Made) -> None:
    evil = Judgment("=cmd()", "+1+1", "@sum(a1)", notes={"a": "b"})
    line = "".join(WRITERS["csv"](study_of(), [evil])).splitlines()[1]
    assert line.startswith("'=cmd(),'+1+1,'@sum(a1)")


def test_a_bundle_makes_the_same_study_again(study_of: Made) -> None:
    study = worked(study_of, n_gold=2, pay=Pay(price=50_000), documents={FLAGS: "", KEY: "{}"})
    change_guideline(study, "Judge well.", consent="You may stop.", now=START, actor="ann")
    found = read_bundle(bundle(study, now=START), file="b.zip")
    assert found.configuration == study.configuration
    assert found.items == study.all_items()
    assert any(item.gold for item in found.items)
    assert (found.guideline.text, found.guideline.consent) == ("Judge well.", "You may stop.")
    assert found.documents == {FLAGS: "", KEY: "{}"}


def test_a_bundle_has_a_methods_paragraph_with_its_figures(study_of: Made) -> None:
    study = worked(study_of, n_gold=2, pay=Pay(price=50_000))
    with zipfile.ZipFile(io.BytesIO(bundle(study, now=START))) as archive:
        methods = archive.read("methods.txt").decode()
    assert "2 raters made 10 judgments of 5 items" in methods
    assert "0.05 USD" in methods
    assert study.configuration.digest[:12] in methods
    assert "complete and unchanged" in methods


def test_the_methods_paragraph_counts_batches_and_tells_of_stopping(study_of: Made) -> None:
    batches, rule = (Batch(name="first", size=2),), Stopping(width=0.3, fixed_share=0.25)
    study = worked(study_of, batches=batches, stopping=rule)
    told = methods_paragraph(study, progress(study, now=START), n_problems=0)
    assert "2 raters made 10 judgments of 5 items" in told
    assert "2 of the items (batch first) were judged by every rater: 4 judgments by 2" in told
    assert "no wider than 0.3, except for a random 25%" in told
    assert "this saved 0 judgments" in told


def test_the_same_study_gives_the_same_bundle(study_of: Made) -> None:
    study = worked(study_of)
    assert bundle(study, now=START) == bundle(study, now=START)


@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_bundle_or_refused_by_us(data: bytes) -> None:
    with pytest.raises(InputError):
        read_bundle(data, file="b.zip")


def test_a_zip_file_of_something_else_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("configuration.json", '{"name": 1}')
    with pytest.raises(InputError, match="configuration"):
        read_bundle(packed.getvalue(), file="b.zip")


def test_judgments_made_elsewhere_take_free_slots_and_are_surplus_else(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=2)
    site = "essay.0:2-3:preposition"
    elsewhere = [Judgment(site, name, "error", seconds=2.5) for name in ("x", "y", "z")]
    control = Judgment("essay.1:2-3:preposition", "x", "error", gold="ok")
    taken = import_judgments(study, [*elsewhere, control], now=START)
    assert (taken.n_imported, taken.n_surplus, taken.n_known, taken.n_control) == (3, 1, 0, 1)
    again = import_judgments(study, elsewhere, now=START)
    assert (again.n_imported, again.n_known) == (0, 3)
    kept = list(recorded_judgments(study))
    assert [one.answer for one in kept] == ["error", "error"]
    assert kept[0].seconds == 2.5
    assert verify_study(study).problems == ()


def test_many_judgments_come_in_parts_and_the_log_vouches_for_all(
    study_of: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "_AT_ONCE", 3)
    study = study_of(n_items=8, n_judgments=1)
    elsewhere = [
        Judgment(f"essay.{number}:2-3:preposition", name, "ok")
        for number in range(8)
        for name in ("x", "y")
    ]
    told: list[tuple[int, int]] = []
    taken = import_judgments(
        study, elsewhere, now=START, progress=lambda done, total: told.append((done, total))
    )
    assert (taken.n_imported, taken.n_surplus) == (16, 8)
    assert told == [(3, 16), (6, 16), (8, 16), (11, 16), (14, 16), (16, 16)]
    assert len(list(recorded_judgments(study, with_surplus=True))) == 16
    assert verify_study(study).problems == ()


def test_an_import_that_was_cut_short_is_ended_by_the_next(
    study_of: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "_AT_ONCE", 2)
    study = study_of(n_items=5, n_judgments=1)
    elsewhere = [Judgment(f"essay.{number}:2-3:preposition", "x", "ok") for number in range(5)]

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_judgments(study, elsewhere, now=START, progress=stop)
    taken = import_judgments(study, elsewhere, now=START)
    assert (taken.n_imported, taken.n_known) == (3, 2)
    assert len(list(recorded_judgments(study))) == 5
    assert verify_study(study).problems == ()


def test_judgments_made_elsewhere_may_be_of_a_batch(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=1, batches=(Batch(name="first", size=2),))
    elsewhere = [Judgment("essay.0:2-3:preposition", name, "ok") for name in ("x", "y")]
    assert import_judgments(study, elsewhere, now=START).n_surplus == 0
    assert [one.batch for one in recorded_judgments(study)] == ["first", "first"]


@pytest.mark.parametrize(
    "judgment",
    [
        Judgment("elsewhere.1:2-3:preposition", "x", "ok"),
        Judgment("essay.0:2-3:preposition", "x", "maybe"),
        Judgment("essay.0:2-3:preposition", "x", "ok", stage="later"),
    ],
)
def test_of_judgments_that_do_not_fit_none_is_taken(study_of: Made, judgment: Judgment) -> None:
    study = study_of(n_items=2)
    good = Judgment("essay.1:2-3:preposition", "a", "ok")
    with pytest.raises(InputError, match=judgment.site):
        import_judgments(study, [good, judgment], now=START)
    assert list(recorded_judgments(study)) == []


def test_equal_configurations_have_equal_digests_and_others_do_not() -> None:
    one = Configuration(name="a", task="usage", seed=1, pay=Pay(price=5))
    assert decode_configuration(canonical_json(one)) == one
    assert decode_configuration(canonical_json(one)).digest == one.digest
    other = Configuration(name="a", task="usage", seed=2, pay=Pay(price=5))
    assert other.digest != one.digest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"name": "a"}',
        '{"name": "a", "task": "quiz", "seed": 1}',
        '{"name": "a", "task": "usage", "seed": -1}',
        '{"name": "a", "task": "usage", "seed": 1, "n_judgments": 0}',
        '{"name": "a", "task": "usage", "seed": 1, "surprise": true}',
        '{"name": "a", "task": "usage", "seed": 1, "settings": {"points": 5}}',
        '{"name": "a", "task": "acceptability", "seed": 1, "settings": {"points": 99}}',
        '{"name": "a", "task": "usage", "seed": 1, "access": "platform"}',
        '{"name": "a", "task": "usage", "seed": 1, "pay": {"currency": "dollars"}}',
        '{"name": "a", "task": "usage", "seed": 1, "batches": [{"name": "b", "size": 0}]}',
    ],
)
def test_a_bad_configuration_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="configuration"):
        decode_configuration(text)


def test_the_cost_of_a_judgment_has_the_fees_in_it() -> None:
    assert Pay(price=50_000, fee_share=0.33).cost == 66_500
    assert Pay(price=50_000, fee_share=0.2, fee_each=1000).cost == 61_000
    assert Pay(price=1, fee_share=0.33).cost == 2


@pytest.mark.parametrize(
    ("items", "problem"),
    [
        ([], "no items to judge"),
        ([Item("a.1:1-2:preposition", "a ", "of", ".")] * 2, "twice"),
        ([replace(Item("a.1:1-2:preposition", "a ", "of", "."), pool="gold")], "right answer"),
    ],
)
def test_bad_items_are_refused(tmp_path: object, items: list[Item], problem: str) -> None:
    configuration = Configuration(name="a", task="extraneous", seed=1)
    with pytest.raises(InputError, match=problem):
        create_study(f"{tmp_path}/study", configuration, items, now=START)
