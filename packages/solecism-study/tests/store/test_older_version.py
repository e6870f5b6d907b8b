"""A study made by the version before opens after a migration, and exports the same bytes."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from solecism.errors import StoreError
from solecism_study.exchange.bundle import bundle
from solecism_study.log_verification import verify_study
from solecism_study.people.erasure import withdraw
from solecism_study.people.raters import all_raters
from solecism_study.store.database import FILE, open_database
from solecism_study.store.schema import REVISIONS, migrate
from solecism_study.study import open_study
from studies import START, new_rater, work

HERE = Path(__file__).parent
LATER = START + 3 * 10**8


@pytest.fixture
def older(scratch: Path) -> Path:
    """A study of the first version, in which simulated raters and one person worked."""
    folder = scratch / "older"
    folder.mkdir()
    connection = sqlite3.connect(folder / FILE)
    connection.executescript((HERE / "version_0001.sql").read_text())
    connection.close()
    with pytest.raises(StoreError, match="older version"):
        open_study(str(folder))
    store = open_database(str(folder))
    assert migrate(store) == list(REVISIONS[1:])
    store.close()
    return folder


def test_an_older_study_exports_the_same_bytes(older: Path) -> None:
    study = open_study(str(older))
    assert verify_study(study).problems == ()
    archive = zipfile.ZipFile(io.BytesIO(bundle(study, now=LATER)))
    exported = {name: archive.read(name).decode() for name in archive.namelist()}
    study.close()
    before = json.loads((HERE / "version_0001.json").read_text())
    # The paragraph for a paper is prose, which names the version that wrote it. It begins with the
    # design in words, which version 0.1 did not tell.
    assert exported.keys() == before.keys()
    told, told_before = exported.pop("methods.txt"), before.pop("methods.txt")
    assert exported == before
    assert told_before.startswith("2 raters made 4 judgments of 4 items")
    assert told.startswith("The design of the study: 4 items will be judged by 2 raters each")
    assert " 2 raters made 4 judgments of 4 items" in told


def test_an_older_study_can_go_on_and_be_erased(older: Path) -> None:
    study = open_study(str(older))
    work(study, new_rater(study, "later", now=LATER), now=LATER, n=1)
    person = next(rater for rater in all_raters(study) if rater.external == "ann")
    withdraw(study, person.id, with_answers=True, now=LATER)
    assert verify_study(study).problems == ()
    study.close()
