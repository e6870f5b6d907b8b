"""The instructions of a study, in all their versions."""

from __future__ import annotations

from solecism.collect.guidelines import Guideline, all_guidelines
from solecism.collect.study import Study


def guidelines_of(study: Study) -> list[Guideline]:
    """All versions of the instructions, the oldest first."""
    with study.database.read() as connection:
        return all_guidelines(connection)


def current_guideline(study: Study) -> Guideline:
    """The version of the instructions that raters are asked to agree to now."""
    return guidelines_of(study)[-1]
