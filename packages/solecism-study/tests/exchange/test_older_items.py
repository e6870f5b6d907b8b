"""Old studies and bundles have items about which nobody is asked any more; all else is as it was.

`bundle_0_1_0.json` holds the files of a bundle that version 0.1.0 wrote.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import update

from solecism.cli.main import cli
from solecism_study.configuration import canonical_json
from solecism_study.design import deviations, lock_design
from solecism_study.exchange.older_items import close_outdated, outdated_items
from solecism_study.item import Item
from solecism_study.log_verification import verify_study
from solecism_study.store.tables import items
from solecism_study.study import Study, open_study
from solecism_study.work.assignment import next_questions
from studies import START, make_study, new_rater, work

FILES: dict[str, str] = msgspec.json.decode(
    (Path(__file__).parent / "bundle_0_1_0.json").read_bytes()
)


@pytest.fixture
def bundle(tmp_path: Path) -> str:
    """The bundle that version 0.1.0 wrote."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    path = tmp_path / "old.zip"
    path.write_bytes(packed.getvalue())
    return str(path)


def test_a_bundle_of_version_0_1_0_is_a_study_again(bundle: str, tmp_path: Path) -> None:
    again = str(tmp_path / "again")
    result = CliRunner().invoke(cli, ["study", "import", again, bundle])
    assert result.exit_code == 0, (result.output, result.exception)
    assert result.output.splitlines() == [
        "2 items about which this version does not ask any more, left out:",
        "  plan.2:3-3:preposition: is a gap without a word. The task asks about a word.",
        "  plan.5:2-3:preposition: its right answer 'yes' is not an answer of task extraneous. "
        "Give error or ok or unknown.",
        f"{again}: 3 items of old.",
    ]
    study = open_study(again)
    assert study.original.digest[:12] == "2a266592d9a8"
    assert [item.site.partition(":")[0] for item in study.all_items()] == [
        "plan.1",
        "plan.3",
        "plan.4",
    ]
    study.close()


def with_a_gap(folder: Path) -> Study:
    """A study with an item that version 0.1.0 accepted: its word is taken out in the database."""
    study = make_study(str(folder), n_items=3)
    gap = Item("essay.0:2-3:preposition", "It 0 depends ", "", " the weather.")
    with study.database.write() as connection:
        stored = update(items).where(items.c.site == gap.site)
        connection.execute(stored.values(content=canonical_json(gap).decode()))
    return study


def test_migration_lists_what_is_not_asked_any_more_and_closes_it(scratch: Path) -> None:
    folder = str(scratch / "study")
    with_a_gap(scratch / "study").close()
    told = CliRunner().invoke(cli, ["study", "migrate", folder]).output
    assert "1 item about which this version does not ask any more, still open:" in told
    assert "  essay.0:2-3:preposition: is a gap without a word." in told
    assert "Close them with --close." in told
    told = CliRunner().invoke(cli, ["study", "migrate", folder, "--close"]).output
    assert "1 item about which this version does not ask any more, closed:" in told
    told = CliRunner().invoke(cli, ["study", "migrate", folder]).output
    assert told == "The tables are those of this version.\n"


def test_closed_items_keep_their_answers_and_get_no_more(scratch: Path) -> None:
    study = with_a_gap(scratch / "study")
    lock_design(study, "alpha", now=START, actor="boss")
    assert [one.site for one in outdated_items(study)] == ["essay.0:2-3:preposition"]
    work(study, new_rater(study, "ann"))
    assert close_outdated(study, now=START, actor="boss") == 1
    assert close_outdated(study, now=START, actor="boss") == 0
    bea = new_rater(study, "bea")
    work(study, bea)
    assert next_questions(study, bea, now=START).current is None
    with study.database.read() as connection:
        rows = connection.exec_driver_sql(
            "SELECT item, wanted, n_answered FROM openings ORDER BY item"
        )
        assert [tuple(row) for row in rows] == [(1, 1, 1), (2, 3, 2), (3, 3, 2)]
    found = [one.what for one in deviations(study)]
    assert "items that this version does not ask about were closed: 1" in found
    assert verify_study(study).problems == ()
    study.close()
