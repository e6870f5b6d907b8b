"""Operations on rows that are about prepositions: guess each one, or mine extraneous ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from solecism.cluster.row_operation import RowOperation, Values
from solecism.cluster.text_operations import (
    characters_in_text,
    every_sentence,
    split_numbered_texts,
)
from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.language_model import NgramTable
from solecism.detect.extraneous.mining import (
    MiningSettings,
    TrigramCandidate,
    best_candidates,
    suspects,
    suspicion,
)
from solecism.detect.light.selection_test import Guess
from solecism.detect.selection import BatchGuesser, scorer
from solecism.formats.files import short_hash
from solecism.site import PREPOSITION, Site, parse
from solecism.system.processes import batches

GUESSES = "guesses"


class Selector(RowOperation):
    """Guesses the prepositions in batches of rows.

    The column `guesses` has for each preposition of a text its characters `start` to `end`, the
    preposition that was `written`, the `guess`, and the probabilities of both among the 34.
    """

    name = "select"
    columns = (GUESSES,)

    def __init__(
        self, *, column: str = "text", detector: str = "light", model: str | None = None
    ) -> None:
        super().__init__(column)
        self._choice = (detector, model)

    def types(self) -> dict[str, Any]:
        """A list of guesses per row."""
        import pyarrow as pa

        places = dict.fromkeys(("start", "end"), pa.int32())
        words = dict.fromkeys(("written", "guess"), pa.string())
        probabilities = dict.fromkeys(("p_guess", "p_written"), pa.float64())
        guess = {**places, **words, **probabilities}
        return {GUESSES: pa.list_(pa.struct(list(guess.items())))}

    def settings(self) -> dict[str, Any]:
        """The detector, and the hash of a model that does not come with this package."""
        detector, model = self._choice
        return {"detector": detector, "model": None if model is None else short_hash([model])}

    def load(self) -> None:
        """Load the models."""
        detector, model = self._choice
        scorer(detector, model=None if model is None else Path(model))

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The guesses in each text."""
        split = split_numbered_texts(texts)
        of_sentence: dict[str, list[tuple[int, Guess]]] = {}
        for batch in batches(every_sentence(split)):
            for guess in _guesser(*self._choice)(batch):
                site = parse(guess.site)
                of_sentence.setdefault(site.sentence, []).append((site.start, guess))
        for text in split:
            yield (
                [
                    _row(characters_in_text(offset, sentence, word, word + 1), guess)
                    for offset, sentence in text.placed()
                    for word, guess in of_sentence.get(sentence.id, ())
                ],
            )


def guesses_of_rows(rows: Iterable[Sequence[Any]]) -> Iterator[Guess]:
    """The guesses of all rows, without their sites."""
    for guesses in rows:
        for each in guesses:
            yield Guess("", each["written"], each["guess"], each["p_guess"], each["p_written"])


def _row(place: tuple[int, int], guess: Guess) -> dict[str, Any]:
    return {
        "start": place[0],
        "end": place[1],
        "written": guess.written,
        "guess": guess.guess,
        "p_guess": guess.p_guess,
        "p_written": guess.p_written,
    }


@lru_cache(maxsize=1)
def _guesser(detector: str, model: str | None) -> BatchGuesser:
    """The models of this process: callers may be copied for each batch."""
    return BatchGuesser(detector, None if model is None else Path(model))


CANDIDATES = "candidates"


class Miner(RowOperation):
    """Finds candidates for extraneous prepositions in batches of rows.

    The column `candidates` has for each of them the characters `start` to `end` of the
    preposition, the three `words` in normal form, their `score` as `solecism mine` shows it, and
    how often native text has them with the preposition (`n_with`) and without it (`n_without`);
    `sentence` and `word` are the numbers of the sentence from 1 and of the word in it from 0, and
    `context` is the sentence.
    """

    name = "mine"
    columns = (CANDIDATES,)

    def __init__(
        self, *, column: str = "text", min_without: int = 20, model: str | None = None
    ) -> None:
        super().__init__(column)
        self._min_without = min_without
        self._model = model

    def types(self) -> dict[str, Any]:
        """A list of candidates per row."""
        import pyarrow as pa

        candidate = {
            "start": pa.int32(),
            "end": pa.int32(),
            "words": pa.list_(pa.string()),
            **dict.fromkeys(("score", "n_with", "n_without"), pa.float64()),
            "sentence": pa.int32(),
            "word": pa.int32(),
            "context": pa.string(),
        }
        return {CANDIDATES: pa.list_(pa.struct(list(candidate.items())))}

    def settings(self) -> dict[str, Any]:
        """The least count, and the hash of a model that does not come with this package."""
        model = None if self._model is None else short_hash([self._model])
        return {"min_without": self._min_without, "model": model}

    def load(self) -> None:
        """Load the counts of n-grams."""
        _table(self._model)

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The candidates in each text."""
        split = split_numbered_texts(texts)
        of_sentence: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        suspicious = suspects(every_sentence(split), _table(self._model), self._min_without)
        for trigram, site, n_with, n_without in suspicious:
            candidate = {
                "words": list(trigram),
                "score": suspicion(n_with, n_without),
                "n_with": n_with,
                "n_without": n_without,
                "word": site.start,
                "context": site.context,
            }
            of_sentence.setdefault(site.sentence, []).append((site.start, candidate))
        for text in split:
            candidates = []
            for number, (offset, sentence) in enumerate(text.placed(), 1):
                for word, candidate in of_sentence.get(sentence.id, ()):
                    start, end = characters_in_text(offset, sentence, word, word + 1)
                    candidates.append({**candidate, "start": start, "end": end, "sentence": number})
            yield (candidates,)


def best_of_rows(
    rows: Iterable[tuple[str, Sequence[Any]]], settings: MiningSettings
) -> list[TrigramCandidate]:
    """The best candidates of all rows, given the name of each row and its candidates."""
    alone = (
        TrigramCandidate(
            tuple(each["words"]), each["n_with"], each["n_without"], 1, [_site(name, each)]
        )
        for name, candidates in rows
        for each in candidates
    )
    return best_candidates(alone, settings)


def _site(name: str, candidate: Any) -> Site:
    word = candidate["word"]
    return Site(
        f"{name}.{candidate['sentence']}",
        word,
        word + 1,
        PREPOSITION,
        candidate["words"][1],
        context=candidate["context"],
    )


@lru_cache(maxsize=1)
def _table(model: str | None) -> NgramTable:
    """The counts of this process: callers may be copied for each batch."""
    path = language_model.BUNDLED_MODEL if model is None else Path(model)
    return language_model.read(path).table
