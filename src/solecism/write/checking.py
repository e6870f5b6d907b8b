"""Checking for many requests: one checker per setting, in a few threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import anyio
from anyio import to_thread
from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from solecism.check.checked_text import CheckedText
    from solecism.check.files import DetectorOptions
    from solecism.check.live import LiveChecker

MAX_TEXT = 1_000_000
"""Bytes in UTF-8 that a text to check may have."""

# Texts that take longer wait for one another, so that they do not keep all others waiting.
_SHORT_TEXT = 30_000
_N_SHORT, _N_LONG = 4, 1
_MAX_CHECKERS = 64

T = TypeVar("T")


class Checking:
    """Checks texts in threads; the model is loaded once, by `warm_up` or the first text."""

    def __init__(self, detector: str | None = None) -> None:
        self._detector = detector
        self._loading = Lock()
        self._checker = lru_cache(_MAX_CHECKERS)(self._new_checker)
        self._short = anyio.CapacityLimiter(_N_SHORT)
        self._long = anyio.CapacityLimiter(_N_LONG)

    def warm_up(self) -> None:
        """Load the model, so that the first text is checked as fast as all others."""
        self.check("I depend of you. Me too.", markup=True)

    def check(
        self,
        text: str,
        *,
        markup: bool,
        audience: str | None = None,
        precision: float | None = None,
        kinds: tuple[str, ...] = (),
    ) -> CheckedText:
        """The findings in a text, in the thread of the caller."""
        from solecism.check.files import DetectorOptions

        options = DetectorOptions(
            name=self._detector, audience=audience, precision=precision, kinds=kinds
        )
        with self._loading:
            checker = self._checker(options)
        return checker.check(text, markup=markup)

    def _new_checker(self, options: DetectorOptions) -> LiveChecker:
        from solecism.check.live import LiveChecker

        return LiveChecker(options)

    async def in_thread(self, text: str, work: Callable[[], T]) -> T:
        """The result of a function that checks this text, which must not be too long."""
        if len(text) > MAX_TEXT or len(text.encode(errors="replace")) > MAX_TEXT:
            problem = (
                f"The text is too long: it has {len(text):,} characters. "
                f"At most {MAX_TEXT:,} bytes are checked at once."
            )
            raise HTTPException(413, problem)
        limiter = self._short if len(text) <= _SHORT_TEXT else self._long
        return await to_thread.run_sync(work, limiter=limiter)
