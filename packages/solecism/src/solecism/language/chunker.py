"""Base noun and verb phrases with their heads, in the conventions of CoNLL-2000.

Tjong Kim Sang and Buchholz (2000): a possessive *'s* begins the next noun phrase, a verb phrase
takes in its auxiliaries, negation, adverbs between its verbs and *to* with its infinitive.

The model is a linear-chain conditional random field over hashed words and tags (Lafferty, McCallum
and Pereira 2001). A word's score for a label is the sum of small whole numbers, one per feature;
four labels share one 64-bit number, so that one addition adds them all, and the fifth label, O, is
always 0. The best labels of many sentences are found at once, by Viterbi.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import chain, pairwise
from operator import iadd
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError, ModelError
from solecism.language.word_types import TypeTable, WordTypes, current_types, text_hash
from solecism.numeric import AnyInts, Ints, Ints32
from solecism.sentence import Chunk, Sentence
from solecism.system.installation import model_path
from solecism.system.processes import batches

BUNDLED_MODEL = model_path("chunker.zz")
LABELS = ("O", "B-NP", "I-NP", "B-VP", "I-VP")
OUTSIDE, N_LABELS = 0, len(LABELS)
# Which labels may follow which: I only after B or I of the same phrase.
FOLLOWS = np.array(
    [[not b.startswith("I") or a[2:] == b[2:] for b in LABELS] for a in LABELS], dtype=bool
)
REACH = 2
N_BITS = 18
FORBIDDEN = -10_000
_LANE_BIAS = 128
_DIGITS = re.compile(r"[\d.,:/]*\d[\d.,:/]*")
# Whether a word begins with a capital, has a hyphen and is written in capitals.
_SIGNS = tuple(f"|{number:03b}" for number in range(8))
_FORM = b"solecism chunker 1\n"
_COMPRESSION = 9
# No more than this is unpacked: every feature once, and some more.
_MOST_BYTES = (4 + N_LABELS) << N_BITS
_REMEDY = "Train one with `solecism train chunker`."

Hashes = npt.NDArray[np.uint32]

# Each feature looks at words (w), word shapes (s) and tags (t) at these places.
_FEATURES = tuple(
    tuple((part[0], int(part[1:])) for part in feature.split())
    for feature in (
        "t0|w0|t-1 t0|t0 t1|t-1 t0 t1|t-2 t-1 t0|t0 t1 t2|w0 t0|w-1 t0|w1 t0|w-1 w0|w0 w1"
        "|t-1 t0 t1 t2|t-2 t-1 t0 t1|s0 t0|w0 t-1|w0 t1|t-2 t-1 t0 t1 t2|w-1 t0 t1|w-2 t-1 t0"
        "|s0|s1 t0|s-1 t0"
    ).split("|")
)
N_FEATURES = len(_FEATURES)


@dataclass(frozen=True, slots=True, eq=False)
class ChunkModel:
    """Weights of B-NP, I-NP, B-VP and I-VP per hashed feature, and of each label after each."""

    weights: npt.NDArray[np.int8]
    transitions: npt.NDArray[np.int16]

    def packed(self) -> npt.NDArray[np.uint64]:
        """Four weights in one number, each made positive, the first in the lowest bits."""
        lanes = self.weights.astype("<u2")
        lanes += np.uint16(_LANE_BIAS)
        return lanes.view("<u8")[:, 0].astype(np.uint64)


def label_scores(packed: npt.NDArray[np.uint64], rows: Iterable[Hashes]) -> Ints:
    """The score of every label at every place, from the rows of its features."""
    total: npt.NDArray[np.uint64] = reduce(iadd, map(packed.take, rows))
    lanes = total.astype("<u8").view("<u2").reshape(-1, N_LABELS - 1)
    result = np.zeros((len(total), N_LABELS), dtype=np.int64)
    result[:, 1:] = lanes
    result[:, 1:] -= N_FEATURES * _LANE_BIAS
    return result


def word_hash(word: str) -> int:
    """A hash of a word (high half) and of its shape and ending (low half)."""
    lower = word.lower() if word.isalpha() else _DIGITS.sub("0", word.lower())
    signs = 4 * word[:1].isupper() + 2 * ("-" in word[1:]) + word.isupper()
    shape = lower[-3:] + _SIGNS[signs]
    return text_hash(lower) << 32 | text_hash(shape)


class TagHashes(dict[str, int]):
    """A hash of a tag, brackets and currencies written in either treebank's way."""

    _SAME = {"(": "-LRB-", ")": "-RRB-", "#": "$"}  # noqa: RUF012 - never changed

    def __missing__(self, tag: str) -> int:
        self[tag] = number = zlib.crc32(f"tag {self._SAME.get(tag, tag)}".encode())
        return number


def feature_rows(words: npt.NDArray[np.uint64], tags: Hashes) -> Hashes:
    """Row numbers, one line per feature and one column per place, with zeros between sentences."""
    return np.stack(list(feature_lines(words, tags)))


def feature_lines(words: npt.NDArray[np.uint64], tags: Hashes) -> Iterator[Hashes]:
    """The lines of `feature_rows` one by one, each used while it is in the processor's cache."""
    columns = {
        "w": (words >> np.uint64(32)).astype(np.uint32),
        "s": words.astype(np.uint32),
        "t": tags,
    }
    n_places = len(tags)
    padded = {name: np.pad(column, REACH) for name, column in columns.items()}
    for number, parts in enumerate(_FEATURES):
        mixed = np.full(n_places, (number + 1) * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
        for name, offset in parts:
            start = REACH + offset
            mixed ^= padded[name][start : start + n_places]
            mixed *= np.uint32(0x85EBCA6B)
            mixed ^= mixed >> np.uint32(15)
        mixed *= np.uint32(0xC2B2AE35)
        mixed >>= np.uint32(32 - N_BITS)
        yield mixed


def to_bytes(model: ChunkModel) -> bytes:
    """The model as the bytes of a file: its non-zero rows, compressed."""
    kept = np.flatnonzero(model.weights.any(axis=1))
    arrays = (
        model.transitions.astype("<i2"),
        np.diff(kept, prepend=0).astype("<u4"),
        model.weights[kept].T,
    )
    content = _FORM + b"".join(array.tobytes() for array in arrays)
    return zlib.compress(content, _COMPRESSION)


def from_bytes(data: bytes, *, file: str) -> ChunkModel:
    """The model in a file."""
    try:
        content = zlib.decompressobj().decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise ModelError(f"{file}: is not a chunker's model: {error}. {_REMEDY}") from error
    if not content.startswith(_FORM):
        raise ModelError(f"{file}: is not a chunker's model of this version. {_REMEDY}")
    n_head = len(_FORM) + 2 * N_LABELS**2
    n_rows = max(0, len(content) - n_head) // (4 + N_LABELS - 1)
    if n_head + n_rows * (4 + N_LABELS - 1) != len(content):
        raise ModelError(f"{file}: is a chunker's model cut short. {_REMEDY}")
    transitions = np.frombuffer(content, "<i2", N_LABELS**2, len(_FORM))
    rows = np.cumsum(np.frombuffer(content, "<u4", n_rows, n_head), dtype=np.int64)
    kept = np.frombuffer(content, np.int8, offset=n_head + 4 * n_rows)
    if n_rows and rows[-1] >= 1 << N_BITS:
        raise ModelError(f"{file}: is a chunker's model with a feature {rows[-1]}. {_REMEDY}")
    weights = np.zeros((1 << N_BITS, N_LABELS - 1), dtype=np.int8)
    weights[rows] = kept.reshape(N_LABELS - 1, n_rows).T
    return ChunkModel(weights, transitions.reshape(N_LABELS, N_LABELS).astype(np.int16))


def read(path: Path) -> ChunkModel:
    """The model in a file of that name."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    return from_bytes(data, file=str(path))


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


_B_NP, _I_NP, _B_VP, _I_VP = map(LABELS.index, ("B-NP", "I-NP", "B-VP", "I-VP"))
# Which words can head a phrase, best class first; where there is none, its last word does.
_NOUN, _NOUN_LIKE, _VERB, _MODAL = 1, 2, 4, 8
_NP_HEADS, _VP_HEADS = (_NOUN, _NOUN_LIKE), (_VERB, _MODAL)
_HEAD_CLASS = (
    dict.fromkeys("CD DT JJ JJR JJS WDT FW ADD $ RB PRP$ WP$ PDT".split(), _NOUN_LIKE)
    | dict.fromkeys("NN NNS NNP NNPS PRP WP EX".split(), _NOUN)
    | dict.fromkeys("VB VBP VBZ VBD".split(), _VERB)
    | dict.fromkeys(["VBG", "VBN"], _VERB | _NOUN_LIKE)
    | {"MD": _MODAL}
)


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Phrases in order; places count all words of some sentences, from the first one on."""

    begins: Ints
    ends: Ints
    heads: Ints
    is_verbal: npt.NDArray[np.bool_]

    def between(self, first: int, last: int) -> Phrases:
        """The phrases of the words `first:last`, with places counted from `first`."""
        some = slice(*np.searchsorted(self.begins, (first, last)).tolist())
        return Phrases(
            self.begins[some] - first,
            self.ends[some] - first,
            self.heads[some] - first,
            self.is_verbal[some],
        )

    def chunks(self) -> tuple[Chunk, ...]:
        """The phrases one by one."""
        names = ["VP" if verbal else "NP" for verbal in self.is_verbal.tolist()]
        columns = (column.tolist() for column in (self.begins, self.ends, self.heads))
        return tuple(map(Chunk, names, *columns))


_NONE = np.zeros(0, dtype=np.int64)
NO_PHRASES = Phrases(_NONE, _NONE, _NONE, _NONE.astype(bool))


def phrases_of(labels: Ints, tags: npt.NDArray[np.integer], names: Sequence[str]) -> Phrases:
    """Phrases and heads from labels of words, and their tags by number in `names`."""
    begins = np.flatnonzero((labels == _B_NP) | (labels == _B_VP))
    is_inside = (labels == _I_NP) | (labels == _I_VP)
    outside = np.append(np.flatnonzero(~is_inside), len(labels))
    ends = outside[np.searchsorted(outside, begins, side="right")]
    is_verbal = labels[begins] == _B_VP
    classes = np.array([_HEAD_CLASS.get(name, 0) for name in names], dtype=np.uint8)[tags]
    heads = np.where(
        is_verbal,
        _last_of(_VP_HEADS, classes, begins, ends),
        _last_of(_NP_HEADS, classes, begins, ends),
    )
    return Phrases(begins, ends, heads, is_verbal)


def _last_of(
    wanted: Sequence[int], classes: npt.NDArray[np.uint8], begins: Ints, ends: Ints
) -> Ints:
    heads = ends - 1
    for head_class in reversed(wanted):
        places = np.where(classes & np.uint8(head_class), np.arange(len(classes)), -1)
        last = np.maximum.accumulate(places)[ends - 1]
        heads = np.where(last >= begins, last, heads)
    return heads


def head(label: str, tags: Sequence[str], start: int, end: int) -> int:
    """The word that heads a phrase of tagged words `start:end`.

    >>> head("NP", ["DT", "NN", "CD"], 0, 3)
    1
    """
    for head_class in _VP_HEADS if label == "VP" else _NP_HEADS:
        for place in range(end - 1, start - 1, -1):
            if _HEAD_CLASS.get(tags[place], 0) & head_class:
                return place
    return end - 1


_BATCH_SENTENCES = 500


class Chunker:
    """A chunker with a loaded model and a cache of the words seen so far."""

    def __init__(self, model: ChunkModel) -> None:
        self.model = model
        self._packed = model.packed()
        self._transitions = np.where(FOLLOWS, model.transitions.astype(np.int64), FORBIDDEN)
        self._words = TypeTable(_word_hashes, np.array(0, dtype=np.uint64))
        self._tags = TagHashes()

    @classmethod
    def load(cls, path: Path = BUNDLED_MODEL) -> Chunker:
        """The chunker with the model in a file, or the one that comes with this package."""
        return cls(read(path))

    def chunk_words(
        self, words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]
    ) -> list[tuple[Chunk, ...]]:
        """The phrases of each sentence, in order."""
        lengths = [len(sentence) for sentence in words]
        if [len(sentence) for sentence in tags] != lengths:
            raise InputError("chunks need one tag per word. Tag the sentences first.")
        types, names = current_types(), WordTypes()
        phrases = self.phrases(
            types,
            types.numbers(chain.from_iterable(words)),
            names.numbers(chain.from_iterable(tags)),
            np.array(lengths, dtype=np.int64),
            tag_names=names.words,
        )
        bounds = [0, *np.cumsum(lengths, dtype=np.int64).tolist()]
        return [phrases.between(first, last).chunks() for first, last in pairwise(bounds)]

    def phrases(
        self,
        types: WordTypes,
        words: Ints32,
        tags: npt.NDArray[np.integer],
        lengths: Ints,
        *,
        tag_names: Sequence[str],
    ) -> Phrases:
        """The phrases of sentences with these lengths, by the numbers of their words and tags."""
        at = np.arange(len(words)) + np.repeat(np.arange(1, len(lengths) + 1) * REACH, lengths)
        n_places = len(words) + (len(lengths) + 1) * REACH
        word_hashes = np.zeros(n_places, dtype=np.uint64)
        word_hashes[at] = self._words.rows(types)[words]
        tag_hashes = np.zeros(n_places, dtype=np.uint32)
        tag_hashes[at] = np.array([self._tags[name] for name in tag_names], dtype=np.uint32)[tags]
        nodes = label_scores(self._packed, feature_lines(word_hashes, tag_hashes))[at]
        starts = np.cumsum(lengths) - lengths
        labels = best_labels(nodes, self._transitions, starts, lengths)
        return phrases_of(labels, tags, tag_names)


def _word_hashes(words: Sequence[str]) -> npt.NDArray[np.uint64]:
    return np.array([word_hash(word) for word in words], dtype=np.uint64)


@cache
def bundled_chunker() -> Chunker:
    """The chunker that comes with this package, loaded when first asked for."""
    return Chunker.load()


def chunks(words: Sequence[str], tags: Sequence[str]) -> tuple[Chunk, ...]:
    """The noun and verb phrases of one sentence.

    >>> [(c.label, c.start, c.end, c.head) for c in chunks(["She", "sings"], ["PRP", "VBZ"])]
    [('NP', 0, 1, 0), ('VP', 1, 2, 1)]
    """
    return bundled_chunker().chunk_words([words], [tags])[0]


def chunk(sentences: Iterable[Sentence], *, chunker: Chunker | None = None) -> Iterator[Sentence]:
    """The same tagged sentences with chunks; at most a few hundred are read ahead."""
    if chunker is None:
        chunker = bundled_chunker()
    for batch in batches(sentences, _BATCH_SENTENCES):
        chunks = chunker.chunk_words([s.words for s in batch], [s.tags for s in batch])
        for sentence, phrases in zip(batch, chunks, strict=True):
            yield sentence.with_columns(tags=sentence.tags, lemmas=sentence.lemmas, chunks=phrases)
