"""Training of the model that merges steps into edits: logistic regression on annotators' edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from solecism.align.edit_distance import steps
from solecism.align.merge import Weights, meetings, runs
from solecism.align.side import Step, side
from solecism.edit import Edit, apply, in_order
from solecism.errors import InputError
from solecism.language.tagging.tag import Tagger, tag
from solecism.numeric.link_functions import expit
from solecism.sentence import Sentence, from_words
from solecism.system.batches import batches

_BATCH_CORRECTIONS = 1_000

Example = tuple[list[str], bool]


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence and its corrected version, both tagged, and the edits between them."""

    source: Sentence
    corrected: Sentence
    edits: tuple[Edit, ...]


def train(
    sentences: Iterable[Sentence],
    *,
    tagger: Tagger | None = None,
    min_count: int = 5,
    variance: float = 0.3,
) -> Weights:
    """Weights of the features that occur `min_count` times; `variance` of the Gaussian prior.

    There is nothing random in it: the same annotated sentences give the same weights.
    """
    examples = [
        example
        for correction in corrections(sentences, tagger=tagger)
        for example in _examples(correction)
    ]
    counts = Counter(feature for features, _ in examples for feature in features)
    names = sorted(feature for feature, count in counts.items() if count >= min_count)
    if not names:
        raise InputError("the sentences have too few adjacent edits to learn from.")
    fitted = _fit(examples, {name: column for column, name in enumerate(names)}, variance)
    return {name: float(weight) for name, weight in zip(names, fitted, strict=True)}


def corrections(
    sentences: Iterable[Sentence], *, tagger: Tagger | None = None
) -> Iterator[Correction]:
    """The corrections of each annotator of each sentence.

    Edits that change nothing (an error without a correction) are left out.
    """
    stream = (
        (sentence, from_words(sentence.id, apply(sentence.words, note.edits)), note.edits)
        for sentence in sentences
        for note in sentence.annotations
    )
    for batch in batches(stream, _BATCH_CORRECTIONS):
        tagged = tag(chain.from_iterable(pair for *pair, _ in batch), tagger=tagger)
        for source, corrected, (*_, edits) in zip(tagged, tagged, batch, strict=True):
            changes = tuple(edit for edit in edits if edit.before != edit.after)
            yield Correction(source, corrected, changes)


def _examples(correction: Correction) -> Iterator[Example]:
    if correction.source.words == correction.corrected.words:
        return
    source, corrected = side(correction.source), side(correction.corrected)
    spans = edit_spans(correction.edits)
    for run in runs(steps(source, corrected)):
        if len(run) == 1:
            continue
        owners = [_owner(step, spans) for step in run]
        for place, features in enumerate(meetings(source, corrected, run)):
            if owners[place] is not None or owners[place + 1] is not None:
                yield features, owners[place] == owners[place + 1]


def edit_spans(edits: Iterable[Edit]) -> list[Step]:
    """The spans of each edit on both sides, after all edits are applied."""
    spans = []
    shift = 0
    for edit in in_order(edits):
        start = edit.start + shift
        spans.append(Step(edit.start, edit.end, start, start + len(edit.after)))
        shift += len(edit.after) - len(edit.before)
    return spans


def _owner(step: Step, spans: Sequence[Step]) -> int | None:
    """The number of the edit that contains the step."""
    for number, span in enumerate(spans):
        if (
            span.start <= step.start
            and step.end <= span.end
            and span.other_start <= step.other_start
            and step.other_end <= span.other_end
        ):
            return number
    return None


def _fit(
    examples: Sequence[Example], columns: dict[str, int], variance: float
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The weights that make the examples most probable under a Gaussian prior."""
    rows = [[columns[name] for name in features if name in columns] for features, _ in examples]
    starts = np.cumsum([0] + [len(row) for row in rows])
    flat = np.array([column for row in rows for column in row], dtype=np.int64)
    matrix = csr_matrix((np.ones(len(flat)), flat, starts), shape=(len(rows), len(columns)))
    signs = np.where([is_one for _, is_one in examples], 1.0, -1.0)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margins = signs * (matrix @ weights)
        slope = matrix.T @ (signs * expit(-margins))
        penalty = float(weights @ weights) / (2 * variance)
        return float(np.logaddexp(0, -margins).sum()) + penalty, weights / variance - slope

    start = np.zeros(len(columns))
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)
