"""The answers seen so far, so that a second answer is noticed."""

from __future__ import annotations

from array import array

from solecism.errors import InputError
from solecism.formats.crowd.layout import Duplicates
from solecism.judgment import Judgment


class Answered:
    """The raters of each item so far, as numbers of four bytes; empty if duplicates are kept."""

    def __init__(self, duplicates: Duplicates) -> None:
        self._duplicates = duplicates
        self._numbers: dict[str, int] = {}
        self._raters: dict[tuple[str, str | None], array[int]] = {}

    def is_new(self, judgment: Judgment) -> bool:
        """Whether the judgment counts; InputError where a second answer is a mistake."""
        if self._duplicates == "keep":
            return True
        number = self._numbers.setdefault(judgment.rater, len(self._numbers))
        raters = self._raters.setdefault((judgment.site, judgment.stage), array("I"))
        if number not in raters:
            raters.append(number)
            return True
        if self._duplicates == "error":
            raise InputError(
                f"{judgment.rater!r} answers {judgment.site!r} a second time. Name the column "
                "that distinguishes the answers (--stage), or use the first of them or all "
                "(--duplicates)."
            )
        return False
