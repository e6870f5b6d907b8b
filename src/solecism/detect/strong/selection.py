"""The selection test for the network: each preposition is hidden in turn, and guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.batches import batches
from solecism.detect.selection import Selection
from solecism.detect.strong.encode import Encoder
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.read import hidden_scores
from solecism.errors import InputError
from solecism.locate.preposition_choice import CHOICES
from solecism.locate.preposition_columns import columns
from solecism.locate.preposition_places import prepositions
from solecism.sentence import Sentence

# More words than these on either side tell nothing, and the network reads no more at a time.
_REACH = 60


def select(model: StrongModel, sentences: Iterable[Sentence]) -> Selection:
    """The test on annotated native sentences."""
    counts = np.zeros((len(CHOICES), len(CHOICES)), np.int64)
    for batch in batches(sentences):
        encoder, asked, written = Encoder(model.pieces), list[int](), list[int]()
        n_places = 0
        for sentence, found in zip(batch, located_prepositions(batch), strict=True):
            for place, choice in found:
                start = max(0, place - _REACH)
                words = sentence.words[start : place + _REACH]
                encoder.add(words, {place - start})
                asked.append(n_places + place - start)
                written.append(choice)
                n_places += len(words) + 1
        chosen = np.zeros(n_places, np.int64)
        for places, scores in hidden_scores(encoder.encoded(), model.session):
            chosen[places] = scores[:, 1:].argmax(axis=1) + 1
        np.add.at(counts, (np.array(written, np.int64), chosen[asked]), 1)
    if not counts.any():
        raise InputError("there is no preposition to guess in the text.")
    return Selection(counts)


def located_prepositions(sentences: Sequence[Sentence]) -> Iterator[list[tuple[int, int]]]:
    """The prepositions of each annotated sentence: where, and which of the choices."""
    if not sentences:
        return
    table = columns(sentences)
    found = prepositions(table)
    owners = table.sentences[found.lefts]
    starts = found.lefts - table.starts[owners]
    by_sentence: list[list[tuple[int, int]]] = [[] for _ in sentences]
    for owner, start, choice in zip(
        owners.tolist(), starts.tolist(), found.choices.tolist(), strict=True
    ):
        by_sentence[owner].append((start, choice))
    yield from by_sentence
