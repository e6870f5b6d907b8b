"""The groups of errors that the page underlines in ways of their own are those of the server."""

from __future__ import annotations

import re

from places import ROOT
from solecism.checking.explanations import GROUPS

SOURCE = ROOT / "web" / "src" / "findings.ts"
LINE = re.compile(r'^  "?([A-Z][\w ]+)"?: "(wavy|solid|dotted|double)",$', re.MULTILINE)


def test_every_group_that_has_a_line_exists() -> None:
    lines = LINE.findall(SOURCE.read_text())
    assert {group for group, _ in lines} < {group.name for group in GROUPS}
    assert {line for _, line in lines} == {"wavy", "solid", "dotted", "double"}
