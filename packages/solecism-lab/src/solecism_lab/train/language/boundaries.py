"""Training of the weights for sentence boundaries on texts whose sentences are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array

from solecism.errors import InputError
from solecism.language import sentence_splitter
from solecism.numeric import expit
from solecism.sentence import Sentence

BoundaryExample = tuple[list[str], bool]


def train(sentences: Iterable[Sentence]) -> dict[str, float]:
    """Weights from sentences in the order of their texts, with the white space between them.

    There is nothing random in it: the same sentences give the same weights.
    """
    known = [place for text, spans in paragraphs(sentences) for place in examples(text, spans)]
    weights = fit(known) if known else {}
    if not weights:
        raise InputError(
            f"sentences may end in {len(known)} places here, too few to learn from."
            " Give texts with several sentences per paragraph."
        )
    return weights


def paragraphs(sentences: Iterable[Sentence]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Texts between blank lines, and the spans of the sentences in each."""
    text = ""
    spans: list[tuple[int, int]] = []
    for sentence in sentences:
        spans.append((len(text), len(text) + len(sentence.text)))
        text += sentence.text + sentence.after
        if sentence.after and sentence_splitter.is_blank(sentence.after):
            yield text, spans
            text, spans = "", []
    if spans:
        yield text, spans


def examples(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[BoundaryExample]:
    """Each place where a sentence may end: its features, and whether one does."""
    ends = {end for _, end in spans}
    start = 0
    for end, after in [*sentence_splitter.sentence_ends(text), (len(text), len(text))]:
        for last, begin in sentence_splitter.boundary_candidates(text, start, end):
            is_end = last in ends
            yield sentence_splitter.boundary_features(text, start, last, begin, end), is_end
            if is_end:
                start = begin
        start = after


def fit(
    known: Sequence[BoundaryExample],
    *,
    least_count: int = 2,
    penalty: float = 1.0,
    least: float = 0.02,
) -> dict[str, float]:
    """The weights of greatest likelihood minus penalty x sum of squares / 2, without small ones.

    Features seen fewer than `least_count` times have no weight.
    """
    counts = Counter(chain.from_iterable(names for names, _ in known))
    column = {name: at for at, name in enumerate(n for n, c in counts.items() if c >= least_count)}
    columns = [[column[name] for name in names if name in column] for names, _ in known]
    flat = np.fromiter(chain.from_iterable(columns), dtype=np.int64)
    ends = np.cumsum([0, *map(len, columns)])
    design = csr_array((np.ones(len(flat)), flat, ends), shape=(len(known), len(column)))
    sign = np.where([is_end for _, is_end in known], 1.0, -1.0)

    def loss(weight: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (design @ weight)
        slope = design.T @ (-sign * expit(-margin))
        total = np.logaddexp(0, -margin).sum() + penalty / 2 * weight @ weight
        return float(total), slope + penalty * weight

    fitted = minimize(loss, np.zeros(len(column)), jac=True, method="L-BFGS-B").x
    return {
        name: round(float(fitted[at]), 2) for name, at in column.items() if abs(fitted[at]) > least
    }
