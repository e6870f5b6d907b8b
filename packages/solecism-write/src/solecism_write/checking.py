"""Checking for many requests: one checker per setting, which reads waiting texts together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import anyio
from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request

from solecism.system.call_batching import CallBatcher
from solecism.system.installation import EXAMPLES
from solecism_write.settings import Settings

if TYPE_CHECKING:
    from solecism.checking.checked_files import DetectorOptions
    from solecism.checking.checked_text import CheckedText
    from solecism.checking.checker import TextChecker

MAX_TEXT = 1_000_000
"""Bytes in UTF-8 that a text to check may have."""

# Texts that take longer wait for one another, so that they do not keep all others waiting.
_SHORT_TEXT = 30_000
_N_SHORT, _N_LONG = 24, 1
# While the network of one thread reads, another can do the rest.
_N_WORKING = 2
_MAX_CHECKERS = 64
_COMMON_ERRORS = EXAMPLES / "texts" / "landlord.txt"

T = TypeVar("T")


class _Checker(NamedTuple):
    """A checker, and the way to check short texts of many writers, with or without markup."""

    live: TextChecker
    together: CallBatcher[tuple[str, bool], CheckedText]


def _check_all(checker: TextChecker, asked: Sequence[tuple[str, bool]]) -> list[CheckedText]:
    """The findings in each text, in which markup is skipped or not."""
    checked: dict[tuple[str, bool], CheckedText] = {}
    for markup in (True, False):
        # The same text is often asked for twice.
        texts = list(dict.fromkeys(text for text, has_markup in asked if has_markup == markup))
        several = checker.check_all(texts, markup=markup)
        checked |= {(text, markup): each for text, each in zip(texts, several, strict=True)}
    return [checked[each] for each in asked]


class Checking:
    """Checks texts in threads; the model is loaded once, by `warm_up` or the first text.

    `count_text` is told of each text that is checked.
    """

    def __init__(
        self,
        options: DetectorOptions | None = None,
        *,
        count_text: Callable[[str], None] | None = None,
    ) -> None:
        self._options = options
        self._count_text = count_text
        self._loading = Lock()
        self._checker = lru_cache(_MAX_CHECKERS)(self._new_checker)
        self._short = anyio.CapacityLimiter(_N_SHORT)
        self._long = anyio.CapacityLimiter(_N_LONG)

    def warm_up(self) -> None:
        """Load the model and most rules, so that the first text is checked as fast as others."""
        self.check("I depend of you. Me too.", markup=True)
        # Rules are read when a text has their words.
        self.check(_COMMON_ERRORS.read_text(encoding="utf-8"), markup=True)

    def check(
        self,
        text: str,
        *,
        markup: bool,
        audience: str | None = None,
        precision: float | None = None,
        kinds: tuple[str, ...] = (),
        variety: str | None = None,
    ) -> CheckedText:
        """The findings in a text, in the thread of the caller or of another that waits as well."""
        from solecism.checking.checked_files import DetectorOptions

        usual = self._options or DetectorOptions()
        options = replace(
            usual,
            audience=audience,
            precision=precision,
            kinds=kinds,
            variety=variety or usual.variety,
        )
        with self._loading:
            checker = self._checker(options)
        if len(text) > _SHORT_TEXT:
            return checker.live.check(text, markup=markup)
        return checker.together((text, markup))

    def _new_checker(self, options: DetectorOptions) -> _Checker:
        from solecism.checking.checker import TextChecker

        live = TextChecker(options, remembers=True)
        return _Checker(live, CallBatcher(partial(_check_all, live), n_working=_N_WORKING))

    async def in_thread(self, text: str, work: Callable[[], T]) -> T:
        """The result of a function that checks this text, which must not be too long."""
        if len(text) > MAX_TEXT or len(text.encode(errors="replace")) > MAX_TEXT:
            problem = (
                f"The text is too long: it has {len(text):,} characters. "
                f"At most {MAX_TEXT:,} bytes are checked at once."
            )
            raise HTTPException(413, problem)
        if self._count_text is not None:
            self._count_text(text)
        limiter = self._short if len(text) <= _SHORT_TEXT else self._long
        return await to_thread.run_sync(work, limiter=limiter)


_N_DOCUMENTS = 2


@dataclass(frozen=True, slots=True)
class Service:
    """A server's settings and checkers; few documents are opened or saved at the same time."""

    settings: Settings
    checking: Checking
    documents: anyio.CapacityLimiter = field(
        default_factory=lambda: anyio.CapacityLimiter(_N_DOCUMENTS)
    )

    async def in_thread(self, work: Callable[[], T]) -> T:
        """The result of work on a document."""
        return await to_thread.run_sync(work, limiter=self.documents)


def service(request: Request) -> Service:
    """The service that a request was sent to."""
    serving = request.app.state.service
    assert isinstance(serving, Service)  # noqa: S101 - a programming error
    return serving
