"""A report on raters and systems."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from solecism.api.inputs import flags_of, key_of
from solecism.api.judgments import judgments_of
from solecism.flag import Flag

if TYPE_CHECKING:
    from solecism.api.inputs import Flags, KeyLike
    from solecism.api.judgments import Judgments
    from solecism.panels import Duplicates
    from solecism.report.report import Report

_EDGES = (0.5, 0.75, 0.9, 1.0)


def report(
    judgments: Judgments,
    flags: Flags | Sequence[Flags] = (),
    samples: Iterable[KeyLike] = (),
    *,
    title: str = "How far raters and systems agree",
    references: Sequence[str] = (),
    bins: Sequence[float] = _EDGES,
    duplicates: Duplicates = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Report:
    """A report on raters and systems as one page, with tables and drawings.

    `flags` are the decisions of one or several systems, or paths of files of them; `samples` are
    keys of samples. The result has `html`; `write(path)` writes it, and a notebook shows it.

    >>> import solecism as s
    >>> page = s.report("examples/judgments.simulated.jsonl", "examples/flags.a.jsonl")
    >>> page.write("report.html")
    """
    from solecism.report.measurements import measurements
    from solecism.report.report import make_report
    from solecism.signature import signature

    measured = measurements(
        judgments_of(judgments),
        _all_flags(flags),
        [key_of(sample) for sample in samples],
        references=references,
        edges=bins,
        duplicates=duplicates,
        level=level,
        seed=seed,
    )
    settings = {"duplicates": duplicates, "level": level, "seed": seed}
    return make_report(measured, title=title, signature=signature("report", **settings))


def _all_flags(flags: Any) -> list[Flag]:
    """The flags of one source or of several."""
    is_one = isinstance(flags, str | os.PathLike) or not isinstance(flags, Sequence)
    sources = [flags] if is_one or (flags and isinstance(flags[0], Flag)) else flags
    return [flag for source in sources for flag in flags_of(source)]
