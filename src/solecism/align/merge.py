"""Which neighbouring steps of an alignment are one edit, learned from annotators' own edits.

A log-linear model looks at every two steps with no unchanged word between them: their types
alone and together, the tags of the words that meet, and how many steps stand in a row. The
weights (`models/merge.tsv`) come from `train.merging`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from solecism.align.classify import kind
from solecism.align.edit_distance import similarity
from solecism.align.side import Side, Step
from solecism.errors import ModelError
from solecism.system.bundled import MODELS

BUNDLED_MODEL = "merge.tsv"
MAX_RUN = 6
MAX_PLACE = 4
N_LEVELS = 4
NOTHING = "_"

Weights = Mapping[str, float]


def merge(
    source: Side, corrected: Side, steps: Sequence[Step], *, weights: Weights | None = None
) -> list[Step]:
    """The steps, with those merged that an annotator would make as one edit."""
    if weights is None:
        weights = _bundled_weights()
    merged: list[Step] = []
    for run in runs(steps):
        merged.append(run[0])
        if len(run) == 1:
            continue
        for step, features in zip(run[1:], meetings(source, corrected, run), strict=True):
            if sum(weights.get(feature, 0.0) for feature in features) > 0:
                merged[-1] = joined(merged[-1], step)
            else:
                merged.append(step)
    return merged


def runs(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps in rows without an unchanged word between them."""
    rows: list[list[Step]] = []
    for step in steps:
        if rows and touches(rows[-1][-1], step):
            rows[-1].append(step)
        else:
            rows.append([step])
    return rows


def touches(first: Step, second: Step) -> bool:
    """Whether no word stands between two steps."""
    return first.end == second.start and first.other_end == second.other_start


def joined(first: Step, second: Step) -> Step:
    """From the start of the first step to the end of the second."""
    return Step(first.start, second.end, first.other_start, second.other_end)


def meetings(source: Side, corrected: Side, run: Sequence[Step]) -> Iterator[list[str]]:
    """The features of every place where two steps of a run meet."""
    kinds = [kind(source, corrected, step) for step in run]
    length = min(len(run), MAX_RUN)
    for place in range(len(run) - 1):
        first, second = run[place], run[place + 1]
        first_kind, second_kind = kinds[place], kinds[place + 1]
        first_form, second_form = operation(first), operation(second)
        forms = first_form + second_form
        yield [
            "always",
            f"forms={forms}",
            f"first={first_kind}",
            f"second={second_kind}",
            f"both={first_kind}+{second_kind}",
            f"joined={kind(source, corrected, joined(first, second))}",
            f"steps={length}",
            f"steps={length}/{min(place, MAX_PLACE)}",
            f"steps={length}/{forms}",
            *_word_features(source, corrected, first, second, forms),
        ]


def operation(step: Step) -> str:
    """M, U or R as in the types of edits, T for words in another order."""
    if step.start == step.end:
        return "M"
    if step.other_start == step.other_end:
        return "U"
    return "R" if step.end - step.start == 1 else "T"


def _word_features(
    source: Side, corrected: Side, first: Step, second: Step, forms: str
) -> Iterator[str]:
    """The features of the words that meet: the last of `first` and the first of `second`."""
    left = first.end - 1 if first.end > first.start else None
    right = second.start if second.end > second.start else None
    new_left = first.other_end - 1 if first.other_end > first.other_start else None
    new_right = second.other_start if second.other_end > second.other_start else None
    yield f"left={_tag(source, left)}>{_tag(corrected, new_left)}"
    yield f"right={_tag(source, right)}>{_tag(corrected, new_right)}"
    yield f"case={_case(source, left)}{_case(corrected, new_left)}{_case(corrected, new_right)}"
    likeness = _likeness(source, corrected, left, new_left)
    yield f"like={likeness}{_likeness(source, corrected, right, new_right)}/{forms}"
    yield f"left-new-right={_likeness(source, corrected, left, new_right)}/{forms}"
    yield f"right-new-left={_likeness(source, corrected, right, new_left)}/{forms}"


def _tag(side: Side, place: int | None) -> str:
    return NOTHING if place is None else side.tags[place]


def _case(side: Side, place: int | None) -> str:
    if place is None:
        return NOTHING
    return "A" if side.words[place][:1].isupper() else "a"


def _likeness(source: Side, corrected: Side, place: int | None, other: int | None) -> str:
    """How alike two words are: = for forms of one word, or a level from 0 to 4."""
    if place is None or other is None:
        return NOTHING
    if source.lemmas[place] == corrected.lemmas[other]:
        return "="
    return str(int(N_LEVELS * similarity(source.lowers[place], corrected.lowers[other])))


@cache
def _bundled_weights() -> Weights:
    """The weights that come with this package."""
    model = MODELS / BUNDLED_MODEL
    try:
        return parse_weights(model.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(
            f"{BUNDLED_MODEL}: missing from this installation. Reinstall solecism."
        ) from error


def parse_weights(text: str) -> dict[str, float]:
    """The weights in a model file: one feature and its weight per line."""
    weights: dict[str, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        feature, _, weight = line.partition("\t")
        try:
            weights[feature] = float(weight)
        except ValueError as error:
            raise ModelError(
                f"{BUNDLED_MODEL}:{number}: {weight!r} is not a weight. Reinstall solecism."
            ) from error
    return weights


def format_weights(weights: Weights) -> str:
    """A model file, the same for the same weights."""
    return "".join(f"{feature}\t{weights[feature]:.3f}\n" for feature in sorted(weights))
