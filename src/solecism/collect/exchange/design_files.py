"""The files of a bundle that are about the design: as locked, deviations, and amendments."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from solecism.collect.design.amendments import amendments_of
from solecism.collect.design.deviations import deviations
from solecism.collect.design.locked import locked_design
from solecism.collect.people.raters import all_raters
from solecism.collect.study import Study

DESIGN, DEVIATIONS, AMENDMENTS = "design.json", "deviations.json", "amendments.json"


def design_files(study: Study, *, is_anonymous: bool) -> dict[str, Any]:
    """Return the content of each file by its name; none where nothing was locked or amended."""
    files: dict[str, Any] = {}
    design = locked_design(study)
    amendments = amendments_of(study)
    different = deviations(study)
    if is_anonymous:
        design = None if design is None else replace(design, actor="")
        amendments = [replace(one, actor="") for one in amendments]
        different = [replace(one, actor="") for one in different]
    if design is not None:
        files |= {DESIGN: design, DEVIATIONS: different}
    if amendments:
        files[AMENDMENTS] = amendments
    return files


def design_sentences(study: Study) -> str:
    """Return what the methods section says of the design and of withdrawals; may be empty."""
    sentences = []
    design = locked_design(study)
    if design is not None:
        day = datetime.fromtimestamp(design.locked / 1000, UTC).strftime("%Y-%m-%d")
        n = len(deviations(study))
        sentences.append(
            f"The design and the plan of the analysis were locked on {day}, before the first "
            f"answer (SHA-256 {design.digest}); {n} deviations from it are listed with the data."
        )
    n_amendments = len(amendments_of(study))
    if n_amendments:
        sentences.append(f"The study was amended {n_amendments} times while it ran.")
    n_withdrawn = sum(rater.state == "withdrawn" for rater in all_raters(study))
    if n_withdrawn:
        sentences.append(f"{n_withdrawn} raters withdrew, and their data was erased as they chose.")
    return " ".join(sentences)
