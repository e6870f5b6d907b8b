"""The best label sequence of every sentence by Viterbi, many sentences at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.language.chunking.chunk_model import FOLLOWS, FORBIDDEN, N_LABELS, OUTSIDE
from solecism.numeric.arrays import AnyInts

# The label that a path comes from rides in the lowest bits of its score, the first label highest:
# one maximum finds both, and ties go to the first.
_ORIGIN_BITS, _ORIGIN = 3, 7
# Few sentences are longer: there, step by step is faster than many empty columns. (And 32 bits
# hold the scores of no more than some thousand words.)
_LONG = 120
_STRETCH = 4_096


def best_labels(
    nodes: AnyInts, transitions: AnyInts, starts: AnyInts, lengths: AnyInts
) -> npt.NDArray[np.int64]:
    """The label of every place.

    `nodes` has a score for each place and label, `transitions` for each label after each;
    sentences begin at the places `starts`, and what is between them is outside.
    """
    labels = np.full(len(nodes), OUTSIDE, dtype=np.int64)
    for number in np.flatnonzero(lengths > _LONG).tolist():
        start, end = int(starts[number]), int(starts[number] + lengths[number])
        labels[start:end] = _one_by_one(nodes[start:end], transitions)
    is_short = (lengths > 0) & (lengths <= _LONG)
    if is_short.any():
        _label_side_by_side(labels, nodes, transitions, starts[is_short], lengths[is_short])
    return labels


def _label_side_by_side(
    labels: npt.NDArray[np.int64],
    nodes: AnyInts,
    transitions: AnyInts,
    starts: AnyInts,
    lengths: AnyInts,
) -> None:
    order = np.argsort(-lengths, kind="stable")
    starts, lengths = starts[order], lengths[order]
    # The places by their distance from the start of the sentence, long sentences first.
    n_active = np.searchsorted(-lengths, -np.arange(lengths[0])).tolist()
    places = np.concatenate([starts[:n] + distance for distance, n in enumerate(n_active)])
    ends = np.cumsum(n_active).tolist()
    scores = np.ascontiguousarray(nodes[places].T.astype(np.int32) << _ORIGIN_BITS)
    steps = _steps(transitions).astype(np.int32)[:, :, None]
    best = _first(scores[:, : ends[0]])
    paths = []
    for n, end in zip(n_active[1:], ends[1:], strict=True):
        candidates = (best[:, None, :n] + steps).max(axis=0)
        paths.append(candidates)
        best[:, :n] = (candidates & ~_ORIGIN) + scores[:, end - n : end]
    last = best.argmax(axis=0)
    columns = np.arange(len(starts))
    for distance in range(len(n_active) - 1, -1, -1):
        n, end = n_active[distance], ends[distance]
        labels[places[end - n : end]] = last[:n]
        if distance:
            last[:n] = _ORIGIN - (paths[distance - 1][last[:n], columns[:n]] & _ORIGIN)


def _one_by_one(nodes: AnyInts, transitions: AnyInts) -> npt.NDArray[np.uint8]:
    """The labels of one sentence, in plain Python, which is faster than arrays of five numbers."""
    into = _steps(transitions).T.tolist()
    best = _first(nodes[:1].T.astype(np.int64) << _ORIGIN_BITS)[:, 0].tolist()
    # A sentence may be as long as a book: numbers of Python are made for a stretch at a time.
    origins = [np.zeros((1, N_LABELS), dtype=np.uint8)]
    for start in range(1, len(nodes), _STRETCH):
        paths = []
        for row in (nodes[start : start + _STRETCH].astype(np.int64) << _ORIGIN_BITS).tolist():
            scores = [max([a + b for a, b in zip(best, steps, strict=True)]) for steps in into]
            paths.append(scores)
            best = [(path & ~_ORIGIN) + node for path, node in zip(scores, row, strict=True)]
        origins.append((_ORIGIN - (np.array(paths) & _ORIGIN)).astype(np.uint8))
    flat = np.concatenate(origins).tobytes()
    labels = bytearray(len(nodes))
    label = best.index(max(best))
    for place in range(len(nodes) - 1, -1, -1):
        labels[place] = label
        label = flat[place * N_LABELS + label]
    return np.frombuffer(labels, dtype=np.uint8)


def _steps(transitions: AnyInts) -> npt.NDArray[np.int64]:
    shifted = transitions.astype(np.int64) << _ORIGIN_BITS
    return shifted + _ORIGIN - np.arange(N_LABELS)[:, None]


def _first(scores: AnyInts) -> AnyInts:
    """The scores of first words, which cannot continue a phrase."""
    best = scores.copy()
    best[~FOLLOWS[OUTSIDE]] += FORBIDDEN << _ORIGIN_BITS
    return best
