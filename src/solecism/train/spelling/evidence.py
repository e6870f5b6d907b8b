"""Weights of what the network adds: whether a word is misspelt, and which candidate was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.network.misspellings import CONTEXT, EVIDENCE, Misspellings, Place
from solecism.detect.network.read import Reading
from solecism.detect.network.repairs import INSERT, repairs_of
from solecism.edit import trimmed
from solecism.language.spelling.dictionary import plain_form
from solecism.numeric.arrays import Bools, Floats
from solecism.numeric.logistic import fit_logistic
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.spelling.misspellings import is_misspelling
from solecism.train.spelling.ranking import fit_choices

_PENALTY = 1e-2

ReadWords = Callable[[Sequence[Sequence[str]]], Reading]


def learn_evidence(
    learners: Sequence[Sentence],
    native: Sequence[Sentence],
    misspellings: Misspellings,
    read_words: ReadWords,
) -> Floats:
    """The weights of the parts of EVIDENCE.

    An unknown word of learners is misspelt if the first annotator corrects it; none of native text
    is.
    """
    tables, answers = [np.zeros((0, len(EVIDENCE)))], [np.zeros(0, np.bool_)]
    for sentences in (*batches(learners), *batches(native)):
        table, is_misspelt = _evidence(sentences, misspellings, read_words)
        tables.append(table)
        answers.append(is_misspelt)
    columns, hits = np.concatenate(tables), np.concatenate(answers).astype(np.float64)
    return fit_logistic(columns, hits, penalty=_PENALTY)


def _evidence(
    sentences: Sequence[Sentence], misspellings: Misspellings, read_words: ReadWords
) -> tuple[Floats, Bools]:
    words = [sentence.words for sentence in sentences]
    reading = read_words(words)
    rows, table = misspellings.evidence(reading, words)
    is_corrected = np.zeros(len(reading.words), np.bool_)
    for first, sentence in zip(reading.places.tolist(), sentences, strict=False):
        is_corrected[[first + place for place in _corrected(sentence)]] = True
    return table, is_corrected[rows]


def _corrected(sentence: Sentence) -> set[int]:
    """The words that the first annotator corrects."""
    return {
        place
        for annotation in sentence.annotations[:1]
        for place, repair in repairs_of(annotation.edits)
        if repair.operation != INSERT
    }


def learn_context(
    learners: Iterable[Sentence], misspellings: Misspellings, read_words: ReadWords
) -> Floats:
    """The weights of the parts of CONTEXT, by misspellings whose right word is a candidate."""
    misspelt = list(_misspelt(learners, misspellings))
    places = [place for place, _ in misspelt]
    candidates = [misspellings.candidates(place) for place in places]
    tables = misspellings.context(places, candidates, read_words) if places else []
    choices = []
    for (_, text), several, table in zip(misspelt, candidates, tables, strict=True):
        texts = [plain_form(each.text) for each in several]
        if text in texts:
            choices.append((table, texts.index(text)))
    return fit_choices(choices, np.ones(len(CONTEXT)))


def _misspelt(
    sentences: Iterable[Sentence], misspellings: Misspellings
) -> Iterator[tuple[Place, str]]:
    dictionary = misspellings.speller.dictionary
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                if len(edit.before) == 1 and is_misspelling(edit, dictionary):
                    place = Place(sentence.words, edit.start)
                    yield place, plain_form(" ".join(edit.after))
