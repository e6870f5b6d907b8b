"""Examples for the network: encoded sentences, the repairs of words and gaps, masked words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from solecism.corruption.random_stream import RandomStream
from solecism.detect.network.hidden_prepositions import located_prepositions
from solecism.detect.network.reading import Encoded, Encoder, Pieces
from solecism.detect.network.repairs import INSERT, Repair, Repairs, repairs_of
from solecism.edit import apply
from solecism.formats.corpora import first_edits
from solecism.language.annotate import annotate_sentences
from solecism.numeric import Ints
from solecism.sentence import Sentence, from_words
from solecism.system import archive
from solecism.system.processes import batches
from solecism_lab.train.network.synthetic_errors import ErrorDensity, with_synthetic_errors

# The class of a word, a gap or a hidden preposition about which nothing is learnt.
NOT_ASKED, NO_GAP, NOT_HIDDEN = 65_535, 65_535, 255
VERSION = 3
_ARRAYS = ("pieces", "cases", "offsets", "firsts", "places", "words", "gaps", "hidden")
# What a teacher reads, if it has other pieces; its places are the same.
_TAUGHT = ("taught_pieces", "taught_cases", "taught_offsets", "taught_firsts")
_SHORTEST, _LONGEST = 3, 60
_BATCH_SENTENCES = 5_000
# In this share of sentences prepositions are hidden instead of errors made, each with this chance.
_HIDDEN_SHARE, _HIDE = 0.25, 0.4
# Multiples of learners' rates, and the shares of learners' sentences in which so many errors are
# made besides their own.
_VARIED_SHARES = ((0.0, 0.5), (1.5, 0.35), (4.0, 0.15))


@dataclass(frozen=True, slots=True, eq=False)
class NetworkExamples:
    """Sentences, and at each of their firsts the classes of the word and of the gap before it.

    `hidden` has the choice of each hidden preposition, `taught` the same sentences in the pieces of
    a teacher that has others.
    """

    encoded: Encoded
    words: npt.NDArray[np.uint16]
    gaps: npt.NDArray[np.uint16]
    hidden: npt.NDArray[np.uint8]
    taught: Encoded | None = None

    def __len__(self) -> int:
        return len(self.encoded)

    def for_teacher(self) -> NetworkExamples:
        """The examples in the pieces of the teacher."""
        return self if self.taught is None else replace(self, encoded=self.taught, taught=None)


class Collector:
    """Collects labelled sentences one by one, and gives all of them as examples.

    They are also encoded for a teacher that has other pieces, if there is one.
    """

    def __init__(self, pieces: Pieces, repairs: Repairs, taught: Pieces | None = None) -> None:
        self._encoder, self._repairs = Encoder(pieces), repairs
        self._taught = None if taught is None else Encoder(taught)
        self._words, self._gaps, self._hidden = list[int](), list[int](), list[int]()

    def add(self, words: Sequence[str], needs: Iterable[tuple[int, Repair]]) -> None:
        """Add a sentence and the repairs that its words and gaps need."""
        self._encode(words)
        word_classes = [0] * len(words) + [NOT_ASKED]
        gap_classes = [0] * (len(words) + 1)
        for place, repair in needs:
            if repair.operation == INSERT:
                gap_classes[place] = gap_classes[place] or self._repairs.gap_class(repair)
            elif place < len(words):
                word_classes[place] = word_classes[place] or self._repairs.word_class(repair)
        self._words += word_classes
        self._gaps += gap_classes
        self._hidden += [NOT_HIDDEN] * (len(words) + 1)

    def add_hidden(self, words: Sequence[str], hidden: dict[int, int]) -> None:
        """Add a sentence in which some prepositions are hidden."""
        self._encode(words, hidden)
        n_places = len(words) + 1
        self._words += [NOT_ASKED] * n_places
        self._gaps += [NO_GAP] * n_places
        self._hidden += [hidden.get(place, NOT_HIDDEN) for place in range(n_places)]

    def _encode(self, words: Sequence[str], hidden: Collection[int] = ()) -> None:
        self._encoder.add(words, hidden)
        if self._taught is not None:
            self._taught.add(words, hidden)

    def examples(self) -> NetworkExamples:
        """All examples so far."""
        return NetworkExamples(
            self._encoder.encoded(),
            np.array(self._words, np.uint16),
            np.array(self._gaps, np.uint16),
            np.array(self._hidden, np.uint8),
            None if self._taught is None else self._taught.encoded(),
        )


def native_examples(
    sentences: Iterable[Sentence],
    pieces: Pieces,
    repairs: Repairs,
    *,
    seed: int,
    density: ErrorDensity | None = None,
    taught: Pieces | None = None,
) -> NetworkExamples:
    """Examples of annotated native sentences: with made errors, or with hidden prepositions."""
    density = ErrorDensity() if density is None else density
    collector = Collector(pieces, repairs, taught)
    fitting = (each for each in sentences if _SHORTEST <= len(each.words) <= _LONGEST)
    for batch in batches(fitting, _BATCH_SENTENCES):
        streams = [RandomStream(seed, sentence.id) for sentence in batch]
        is_hidden = [stream.share() < _HIDDEN_SHARE for stream in streams]
        chosen = [each for each, hide in zip(batch, is_hidden, strict=True) if hide]
        for sentence, located in zip(chosen, located_prepositions(chosen), strict=True):
            stream = RandomStream(seed, sentence.id + ":hidden")
            drawn = {place: choice for place, choice in located if stream.share() < _HIDE}
            if located:
                collector.add_hidden(sentence.words, drawn or dict(located[:1]))
        for sentence, stream, hide in zip(batch, streams, is_hidden, strict=True):
            if not hide:
                collector.add(*with_synthetic_errors(sentence, density, stream))
    return collector.examples()


def learner_examples(
    sentences: Iterable[Sentence],
    pieces: Pieces,
    repairs: Repairs,
    *,
    taught: Pieces | None = None,
) -> NetworkExamples:
    """Examples of learners' sentences by their first annotation."""
    collector = Collector(pieces, repairs, taught)
    for sentence in sentences:
        if sentence.words:
            collector.add(sentence.words, repairs_of(first_edits(sentence)))
    return collector.examples()


def bare_examples(
    sentences: Iterable[Sentence],
    pieces: Pieces,
    repairs: Repairs,
    *,
    taught: Pieces | None = None,
) -> NetworkExamples:
    """Examples of sentences that nobody has annotated, for a teacher to label."""
    collector = Collector(pieces, repairs, taught)
    for sentence in sentences:
        if sentence.words:
            collector.add_hidden(sentence.words, {})
    return collector.examples()


def varied_examples(
    sentences: Iterable[Sentence],
    pieces: Pieces,
    repairs: Repairs,
    *,
    seed: int,
    density: ErrorDensity,
    taught: Pieces | None = None,
) -> NetworkExamples:
    """Examples of learners' sentences with other errors, for a teacher to label.

    About half of the errors that annotators corrected are corrected, and others are made.
    """
    collector = Collector(pieces, repairs, taught)
    varied = replace(density, shares=_VARIED_SHARES)
    partly_corrected = (_partly_corrected(each, RandomStream(seed, each.id)) for each in sentences)
    fitting = (each for each in partly_corrected if 0 < len(each.words) <= _LONGEST)
    for sentence in annotate_sentences(fitting):
        words, _ = with_synthetic_errors(
            sentence, varied, RandomStream(seed, sentence.id + ":errors")
        )
        collector.add_hidden(words, {})
    return collector.examples()


def _partly_corrected(sentence: Sentence, stream: RandomStream) -> Sentence:
    """A sentence in which each of its errors is corrected by chance."""
    chosen = [edit for edit in first_edits(sentence) if stream.share() < 0.5]
    return from_words(sentence.id, apply(sentence.words, chosen))


def concatenated(parts: Sequence[NetworkExamples]) -> NetworkExamples:
    """The examples of all parts, of which there is at least one."""
    names = ("words", "gaps", "hidden")
    taught = [part.taught for part in parts if part.taught is not None]
    words, gaps, hidden = (np.concatenate([getattr(p, name) for p in parts]) for name in names)
    return NetworkExamples(
        _joined([part.encoded for part in parts]),
        words,
        gaps,
        hidden,
        _joined(taught) if len(taught) == len(parts) else None,
    )


def _joined(encoded: Sequence[Encoded]) -> Encoded:
    pieces = np.cumsum([0, *(len(each.pieces) for each in encoded)])
    places = np.cumsum([0, *(len(each.firsts) for each in encoded)])
    return Encoded(
        np.concatenate([each.pieces for each in encoded]),
        np.concatenate([each.cases for each in encoded]),
        _shifted([each.offsets for each in encoded], pieces),
        np.concatenate([each.firsts + shift for each, shift in zip(encoded, pieces, strict=False)]),
        _shifted([each.places for each in encoded], places),
    )


def _shifted(parts: Sequence[Ints], shifts: Ints) -> Ints:
    moved = [part[:-1] + shift for part, shift in zip(parts, shifts, strict=False)]
    return np.concatenate([*moved, shifts[-1:]])


def format(examples: NetworkExamples) -> bytes:
    """The bytes of a file of examples; `parse` gives them back."""
    encoded = examples.encoded
    arrays: archive.Arrays = {
        "pieces": encoded.pieces,
        "cases": encoded.cases,
        "offsets": encoded.offsets,
        "firsts": encoded.firsts,
        "places": encoded.places,
        "words": examples.words,
        "gaps": examples.gaps,
        "hidden": examples.hidden,
    }
    if (taught := examples.taught) is not None:
        there = taught.pieces, taught.cases, taught.offsets, taught.firsts
        arrays |= dict(zip(_TAUGHT, there, strict=True))
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> NetworkExamples:
    """The examples in the bytes of their file."""
    remedy = "Empty the work folder and train again."
    arrays = archive.parse(data, version=VERSION, file=file, remedy=remedy)
    with archive.explain_damage(file, remedy=remedy):
        encoded = Encoded(*(arrays[name] for name in _ARRAYS[:5]))
        taught = [arrays[name] for name in _TAUGHT if name in arrays]
        words, gaps, hidden = (arrays[name] for name in _ARRAYS[5:])
        theirs = Encoded(*[*taught, encoded.places]) if taught else None
        return NetworkExamples(encoded, words, gaps, hidden, theirs)
