"""The judge of edits: how probable it is that an annotator would make the change suggested.

It knows what the network says about the sentence before and after the change, at the changed place
and around it, how probable the error and the suggestion are, and what sort of change it is. From
these it works out one probability, by which suggestions are told and `check --fix` writes them. It
is a sum of small decision trees (gradient boosting; Friedman 2001), learnt from annotators' changes
by `solecism train edits`. Without it, probabilities are told by a logistic curve.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.detect.detector import MISSPELLING, EditEvidence, near
from solecism.detect.network.repairs import NETWORK_KINDS
from solecism.language.dictionary import listed_counts
from solecism.numeric import Floats, expit
from solecism.site import Flag, Suggestion, split_id
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model

_KINDS = sorted(NETWORK_KINDS)
# Places so far from the change, in words and gaps, count as being around it.
_WIDTHS = (0, 1, 3)
_MOST_WORDS, _MOST_LETTERS = 4, 8
# From the log odds of a suggestion as it was worked out to those that are told without a judge:
# slope and shift, by logistic regression on first suggestions in learners' tuning text.
_TOLD, _TOLD_OF_SPELLINGS = (0.805, -0.29), (0.894, -0.20)
_LEAST_P, _MOST_P = 1e-4, 0.9995
_UNKNOWN = -1.0


def features(evidence: EditEvidence) -> list[float]:
    """What the judge knows of a change, as numbers."""
    flag, words = evidence.flag, evidence.sentence.words
    _, start, end, _ = split_id(flag.site)
    old, new = " ".join(words[start:end]), flag.suggestions[0].text
    n_steps = _n_letters_changed(old.lower(), new.lower())
    return [
        *_told_features(flag),
        float(min(end - start, _MOST_WORDS)),
        float(min(len(new.split()), _MOST_WORDS)),
        *_readings(evidence, start, end),
        float(evidence.is_undone),
        float(old[:1].isupper()),
        float(new[:1].isupper()),
        float(not start),
        float(bool(evidence.sentence.tags) and evidence.sentence.tags[start:][:1] == ("NNP",)),
        float(min(n_steps, _MOST_LETTERS)),
        min(n_steps / max(len(old), 1), 1.5),
        float(len(words)),
        _log_frequency(old),
        _log_frequency(new),
        *(float(flag.kind == kind) for kind in _KINDS),
    ]


def _told_features(flag: Flag) -> tuple[float, float, float, float]:
    """The log odds of the suggestion and of the error, and shares of the probabilities."""
    p_first, p_second = (*(each.p or 0.0 for each in flag.suggestions[:2]), 0.0)[:2]
    p_error = 1.0 if flag.confidence is None else flag.confidence
    share, rest = p_first / max(p_error, _LEAST_P), p_second / max(p_first, _LEAST_P)
    return _log_odds(p_first), _log_odds(p_error), share, rest


def _readings(evidence: EditEvidence, start: int, end: int) -> list[float]:
    """How probable errors are at the change, around it and in the sentence, before and after."""
    before, after = evidence.before, evidence.after
    of_before = _around(before, start, end)
    of_after = _around(after, evidence.first, evidence.last)
    means = [_UNKNOWN if each is None else float(each.mean()) for each in (before, after)]
    is_known = before is not None and after is not None
    gains = [
        float(after.sum() - before.sum()) if before is not None and after is not None else 0.0,
        of_after[-1] - of_before[-1] if is_known else 0.0,
    ]
    return [*of_before, *of_after, *means, *gains]


def _around(p_places: Floats | None, start: int, end: int) -> list[float]:
    """The highest probability, and the sum, within each of the widths around some words."""
    if p_places is None:
        return [_UNKNOWN] * (2 * len(_WIDTHS))
    found: list[float] = []
    for width in _WIDTHS:
        of_width = near(p_places, start, end, width)
        found += (max(of_width, default=0.0), sum(of_width))
    return found


def _log_frequency(text: str) -> float:
    """The logarithm of the count of the rarest of some words; -1 where there is none."""
    counts = listed_counts()
    return min((math.log1p(counts.get(word, 0)) for word in text.lower().split()), default=_UNKNOWN)


def _n_letters_changed(old: str, new: str) -> int:
    """The number of letters to be replaced, added or left out.

    >>> _n_letters_changed("recieve", "receive"), _n_letters_changed("", "the")
    (2, 3)
    """
    row = list(range(len(new) + 1))
    for number, letter in enumerate(old, 1):
        last, row[0] = row[0], number
        for place, other in enumerate(new, 1):
            last, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, last + (letter != other)),
            )
    return row[-1]


VERSION = 1
BUNDLED_MODEL = model_path("edits.npz")
_REMEDY = "Train it again with `solecism train edits`."
N_FEATURES = 4 + 2 + 4 * len(_WIDTHS) + 4 + 1 + 4 + 3 + 2 + len(_KINDS)
_FORMS = {
    "start": spec("float64"),
    "feature": spec("int16", "trees", "nodes"),
    "threshold": spec("float32", "trees", "nodes"),
    "left": spec("int16", "trees", "nodes"),
    "right": spec("int16", "trees", "nodes"),
    "value": spec("float32", "trees", "nodes"),
}
_MAX_DEPTH = 8
_Places = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class EditJudge:
    """A sum of decision trees (rows), whose first node is the root.

    A node asks whether a `feature` is at most its `threshold`, and leads to the node on the `left`
    if so, otherwise to that on the `right`. A leaf leads to itself, and its `value` is added to the
    log odds, which begin at `start`.
    """

    start: float
    feature: _Places
    threshold: npt.NDArray[np.float32]
    left: _Places
    right: _Places
    value: npt.NDArray[np.float32]

    def probabilities(self, rows: Sequence[Sequence[float]]) -> Floats:
        """The probability that an annotator makes each change, by its features."""
        given = np.array(rows, np.float32).reshape(len(rows), N_FEATURES)
        trees = np.arange(len(self.feature))
        numbers = np.arange(len(given))[:, None]
        nodes = np.zeros((len(given), len(trees)), np.int16)
        for _ in range(_MAX_DEPTH):
            is_left = given[numbers, self.feature[trees, nodes]] <= self.threshold[trees, nodes]
            following = np.where(is_left, self.left[trees, nodes], self.right[trees, nodes])
            if np.array_equal(following, nodes):
                break
            nodes = following
        sums = self.value[trees, nodes].astype(np.float64).sum(axis=1)
        return expit(self.start + sums)

    def told(self, evidence: EditEvidence) -> Flag:
        """The flag, whose first suggestion is as probable as the judge says."""
        p = float(self.probabilities([features(evidence)])[0])
        return _with_first(told_by_curve(evidence.flag), p)


def told_by_curve(flag: Flag) -> Flag:
    """The flag with suggestions as probable as they are by the curve alone."""
    line = _TOLD_OF_SPELLINGS if flag.kind == MISSPELLING else _TOLD
    return _with_suggestions(
        flag,
        (
            each if each.p is None else Suggestion(each.text, _on_curve(each.p, *line))
            for each in flag.suggestions
        ),
    )


def _with_first(flag: Flag, p: float) -> Flag:
    """The flag with another probability of its first suggestion, and no other more probable."""
    first, *others = flag.suggestions
    if first.p is None:
        return flag
    lower = (replace(each, p=None if each.p is None else min(each.p, p)) for each in others)
    return _with_suggestions(flag, (replace(first, p=p), *lower))


def _with_suggestions(flag: Flag, suggestions: Iterable[Suggestion]) -> Flag:
    """The flag with suggestions, none of which is more probable than the error."""
    most = 1.0 if flag.confidence is None else flag.confidence
    within = (
        each if each.p is None else Suggestion(each.text, min(each.p, most)) for each in suggestions
    )
    return replace(flag, suggestions=tuple(within))


def _on_curve(p: float, slope: float, shift: float) -> float:
    return 1 / (1 + math.exp(-shift - slope * _log_odds(p)))


def _log_odds(p: float) -> float:
    p = min(max(p, _LEAST_P), _MOST_P)
    return math.log(p / (1 - p))


def format(judge: EditJudge) -> bytes:
    """The bytes of the judge's file."""
    arrays = {name: np.asarray(getattr(judge, name)) for name in _FORMS}
    return archive.format(arrays, version=VERSION)


def parse(data: bytes, *, file: str) -> EditJudge:
    """The judge in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        sizes = check_arrays(arrays, _FORMS)
        check_range("feature", arrays["feature"], 0, N_FEATURES)
        for name in ("left", "right"):
            check_range(name, arrays[name], 0, sizes["nodes"])
    start = float(arrays.pop("start"))
    return EditJudge(start, **{name: arrays[name] for name in _FORMS if name != "start"})


def read(path: Path) -> EditJudge:
    """The judge in a file."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> EditJudge | None:
    """The judge that comes with the networks for research; None if it is not installed."""
    return read(BUNDLED_MODEL) if BUNDLED_MODEL.is_file() else None
