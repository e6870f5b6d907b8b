"""Times as crowd platforms write them, and the columns in which each platform has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from solecism.errors import InputError
from solecism.formats.crowd.layout import Layout
from solecism.formats.crowd.table import shown

STARTED, SUBMITTED, REWARD, ASSIGNMENT = "started", "submitted", "reward", "assignment"
# Where the platforms have the notes of a piece of work: its times, its pay, and its id.
COLUMNS = {
    "mturk": {
        STARTED: "AcceptTime",
        SUBMITTED: "SubmitTime",
        REWARD: "Reward",
        ASSIGNMENT: "AssignmentId",
    },
    "appen": {STARTED: "_started_at", SUBMITTED: "_created_at"},
    "prolific": {
        STARTED: "Prolific.Started at",
        SUBMITTED: "Prolific.Completed at",
        ASSIGNMENT: "Prolific.Submission id",
    },
}
_FORMATS = ("%m/%d/%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S UTC", "%a %b %d %H:%M:%S %Y")
# Mechanical Turk's *Mon May 04 10:00:00 PDT 2026*: no library knows all names of time zones.
_ZONE = re.compile(r"(?<=:[0-9]{2} )[A-Z]{3,4} (?=[0-9]{4}$)")


def time_of(text: str) -> datetime:
    """The time in a text; the name of a time zone is passed over.

    >>> print(time_of("Mon May 04 10:00:00 PDT 2026"), time_of("2026-05-31 14:05:00"))
    2026-05-04 10:00:00 2026-05-31 14:05:00
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    for format in _FORMATS:
        try:
            return datetime.strptime(_ZONE.sub("", text), format)
        except ValueError:
            continue
    raise InputError(f"{shown(text)} is not a time. Write it as 2026-05-31 14:05:00.")


def work_notes(platform: str, layout: Layout, names: Sequence[str]) -> dict[str, str]:
    """The notes about a piece of work that a platform's table has and the layout does not name."""
    return {
        note: column
        for note, column in COLUMNS.get(platform, {}).items()
        if column in names and note not in layout.notes
    }
