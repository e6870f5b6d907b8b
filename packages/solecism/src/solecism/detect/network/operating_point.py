"""Which errors are shown: the thresholds of the groups for a reader, a precision and a writer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solecism.detect.detector import AUTO, LEARNER, MISSPELLING, NATIVE
from solecism.detect.network.repairs import GROUPS, NETWORK_KINDS, OPERATIONS, kind_of
from solecism.detect.network.tuning import Tuning
from solecism.numeric import Floats
from solecism.site import KINDS, Flag, Suggestion, split_id

# From the log odds of a suggestion as it was worked out to those that are told: slope and shift, by
# logistic regression on 5,855 first suggestions in learners' tuning text (W&I train, 60 scripts of
# the FCE), which are right where the annotator wrote the same words.
_TOLD, _TOLD_OF_SPELLINGS = (0.805, -0.29), (0.894, -0.20)
_LEAST_P, _MOST_P = 1e-4, 0.9995
_MAX_TOLD = 10_000
# Of findings in the text of learners so many shall be right, where authors are shown what is sure.
_PRECISION_FOR_LEARNERS = 0.85
# In 272,000 words of native tuning text of twelve sources 64 of 202 findings were plainly wrong;
# of those at least this sure, and of spellings with a suggestion at least this probable, 17 of 84.
_LEAST_FOR_NATIVES, _LEAST_SPELLING_FOR_NATIVES = 0.85, 0.45


class DocumentContext(NamedTuple):
    """What a document says about each of its sentences.

    The log odds of errors are shifted by `shift`; its writer seems to be a learner, or not, or is
    surely none.
    """

    shift: float
    is_learners: bool
    is_natives: bool = False


class OperatingPoint:
    """The thresholds at which errors are shown, for each of the two sorts of writers.

    At most one of `precision` and `threshold` is given, and then both sorts have the same.
    Otherwise native writers are shown what is hardly ever wrong in native text, and learners what
    is sure in learners' text; in a text that is surely a native writer's, even surer errors alone
    are shown, and unknown words only where it is known what they should be. `always` are rules
    whose findings are shown in any case.
    """

    def __init__(
        self,
        tuning: Tuning,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        writer: str = AUTO,
        always: Iterable[str] = (),
    ) -> None:
        self._tuning, self._writer, self._always = tuning, writer, frozenset(always)
        least = tuning.thresholds(precision=precision, threshold=threshold)
        of_learners = dict(least)
        if precision is None and threshold is None:
            for group, lower in tuning.thresholds_at(_PRECISION_FOR_LEARNERS).items():
                of_learners[group] = min(least[group], lower)
        # By whether the writer is a learner.
        self._thresholds = least, of_learners
        self._is_default = precision is None and threshold is None
        self.note = "" if precision is None else self._unreachable_note(precision)

    @property
    def least(self) -> float:
        """The lowest threshold of any group."""
        return min(min(each.values()) for each in self._thresholds)

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never shown, because no threshold is good enough."""
        groups = [group for group in GROUPS if any(each[group] <= 1 for each in self._thresholds)]
        reached = {kind_of(group, each) for group in groups for each in OPERATIONS}
        return tuple(kind for kind in NETWORK_KINDS if kind not in reached)

    def contexts(self, n_errors: Floats, n_places: Floats) -> list[DocumentContext]:
        """The context that each document gives to its sentences, by its probable errors.

        `n_errors` are the sums of the probabilities of errors at so many places. Where the writer
        is known, a native writer's odds are never raised, and those of a learner never lowered.
        """
        writer = self._tuning.writer
        shifts = writer.shifts(n_errors, n_places)
        are_learners = writer.are_learners(n_errors, n_places)
        are_natives = writer.are_natives(n_errors, n_places)
        are_learners &= ~are_natives
        if self._writer == LEARNER:
            shifts, are_learners = np.maximum(shifts, 0), np.ones_like(are_learners)
            are_natives = ~are_learners
        elif self._writer == NATIVE:
            shifts, are_natives = np.minimum(shifts, 0), np.ones_like(are_learners)
            are_learners = ~are_natives
        columns = (shifts.tolist(), are_learners.tolist(), are_natives.tolist())
        return [DocumentContext(*each) for each in zip(*columns, strict=True)]

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags of a sentence; errors below their threshold are correct sites, or no sites."""
        known = context if isinstance(context, DocumentContext) else None
        thresholds = self._thresholds[known is not None and known.is_learners]
        is_strict = self._is_default and known is not None and known.is_natives
        for flag in flags:
            least = thresholds.get(split_id(flag.site)[3], 0.0)
            if is_strict:
                least = max(least, _LEAST_FOR_NATIVES)
            is_shown = not flag.error or flag.rule in self._always or flag.confidence is None
            if is_shown or (flag.confidence or 0.0) >= least:
                told = _with_told_suggestions(flag)
                if is_strict and _is_unknown_word(told):
                    continue
                yield told
            elif _is_site(flag):
                yield flag.as_correct

    def _unreachable_note(self, precision: float) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        unreachable = self._tuning.unreachable(precision)
        groups = [f"{name} ({p:.2f})" for name, p in unreachable.items()]
        if not groups:
            return ""
        return (
            f"errors of these groups are not shown, because none of their thresholds reaches "
            f"precision {precision:g}: {', '.join(groups)}. "
            f"In brackets is the highest that each reaches."
        )


def _is_site(flag: Flag) -> bool:
    """Whether the place of an error is one at which a correct choice is flagged, too."""
    _, start, end, kind = split_id(flag.site)
    return kind in KINDS and end - start == 1


def _is_unknown_word(flag: Flag) -> bool:
    """Whether a word is called misspelt, and no correction of it is probable."""
    best = flag.suggestions[0].p if flag.suggestions else 0.0
    is_probable = best is None or best >= _LEAST_SPELLING_FOR_NATIVES
    return flag.error and flag.kind == MISSPELLING and not is_probable


# What is found again after an edit is the very same flag: much is remembered by it.
@lru_cache(maxsize=_MAX_TOLD)
def _with_told_suggestions(flag: Flag) -> Flag:
    """The flag, whose suggestions are right as often as they are told to be."""
    if not flag.suggestions:
        return flag
    line = _TOLD_OF_SPELLINGS if flag.kind == MISSPELLING else _TOLD
    most = 1.0 if flag.confidence is None else flag.confidence
    told = (
        each if each.p is None else Suggestion(each.text, min(most, _told(each.p, *line)))
        for each in flag.suggestions
    )
    return replace(flag, suggestions=tuple(told))


def _told(p: float, slope: float, shift: float) -> float:
    p = min(max(p, _LEAST_P), _MOST_P)
    return 1 / (1 + math.exp(-shift - slope * math.log(p / (1 - p))))
