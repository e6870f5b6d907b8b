"""The selector: a guess at each preposition of a text, beside the one that was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from solecism.cluster.operations.operation import RowOperation, Values
from solecism.cluster.operations.row_sentences import characters, every_sentence, numbered
from solecism.detect.prepositions.selection import Guess
from solecism.detect.selection import BatchGuesser, scorer
from solecism.formats.files import short_hash
from solecism.site import parse
from solecism.system.batches import batches

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
        split = numbered(texts)
        of_sentence: dict[str, list[tuple[int, Guess]]] = {}
        for batch in batches(every_sentence(split)):
            for guess in _guesser(*self._choice)(batch):
                site = parse(guess.site)
                of_sentence.setdefault(site.sentence, []).append((site.start, guess))
        for text in split:
            yield (
                [
                    _row(characters(offset, sentence, word, word + 1), guess)
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
