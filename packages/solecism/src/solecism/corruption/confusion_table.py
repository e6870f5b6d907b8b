"""Tables of confusions: how often learners write one choice where another is right.

They are counted in annotated text, at every place of the corrected text: the same places where
confusions are made later, so that the rates fit them. Rates are smoothed, so that what was never
seen stays possible and what was seen once is not believed too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import msgspec
import numpy as np

from solecism.corruption import counts
from solecism.corruption.counts import Counts, error_rates
from solecism.corruption.learner_confusions import CHOICES, Choice, ChoicePlace, Rates
from solecism.corruption.synthetic_error import Draft
from solecism.edit import Annotation, Edit, apply, invert, trimmed
from solecism.errors import EditError, FormatError, InputError
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence, from_words
from solecism.site import kinds_of

BUNDLED = "confusions.json"
NOTHING = ""
# Sums of such counts still fit an array.
_MOST_TIMES = 1 << 40

RowCounts = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class ConfusionTable:
    """Per kind of choice, counts by right choice and written choice.

    `about` says what text the counts are from.
    """

    about: str
    counts: Mapping[str, Mapping[str, Mapping[str, int]]]

    def __post_init__(self) -> None:
        for kind, rows in self.counts.items():
            for right, row in rows.items():
                for written, n in row.items():
                    if written not in rows:
                        raise InputError(f"{kind}: {written!r}, for {right!r}, has no row itself.")
                    if not 0 <= n <= _MOST_TIMES:
                        raise InputError(f"{kind}: {n} times {written!r} for {right!r}.")

    def rates(self, kind: str) -> Rates:
        """Per right choice, the smoothed rates of all other choices written instead."""
        if kind not in self.counts:
            raise InputError(f"the table has no {kind}. It has {', '.join(self.counts)}.")
        choices = tuple(self.counts[kind])
        rates = error_rates(self.matrix(kind))
        return {
            right: {
                written: float(rates[row, column])
                for column, written in enumerate(choices)
                if column != row
            }
            for row, right in enumerate(choices)
        }

    def matrix(self, kind: str) -> Counts:
        """The counts of a kind: one row per right choice, one column per written choice."""
        rows = self.counts[kind]
        return np.array([[row.get(each, 0) for each in rows] for row in rows.values()], np.int64)


@dataclass(frozen=True, slots=True)
class ConfusionSummary:
    """What learners write where one choice is right: smoothed rates, and the most frequent words.

    `missing` is None where the choice is nothing itself or cannot be left out. `wrong` is by
    number: what else was written, most often first.
    """

    right: str
    n_places: int
    missing: float | None
    other: float
    wrong: tuple[tuple[str, int], ...]


def summaries(table: ConfusionTable, kind: str) -> list[ConfusionSummary]:
    """One summary per choice of a kind that occurs in the text."""
    rates = table.rates(kind)
    return [
        _summary(right, row, rates[right])
        for right, row in table.counts[kind].items()
        if sum(row.values())
    ]


def _summary(right: str, row: Mapping[str, int], rates: Mapping[str, float]) -> ConfusionSummary:
    missing = rates.get(NOTHING, 0.0)
    wrong = sorted((-n, written) for written, n in row.items() if written != right)
    return ConfusionSummary(
        right,
        sum(row.values()),
        missing if right and NOTHING in rates else None,
        sum(rates.values()) - missing,
        tuple((written, -n) for n, written in wrong),
    )


@cache
def bundled_confusions() -> ConfusionTable:
    """The table that ships with the package."""
    return parse([counts.bundled_text(BUNDLED)], file=BUNDLED)


def parse(lines: Iterable[str], *, file: str) -> ConfusionTable:
    """The table that the lines hold."""
    text = "".join(lines)
    try:
        return msgspec.json.decode(text, type=ConfusionTable)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        problem = f"is not a table of confusions: {error}. Give what `solecism confusions` wrote."
        raise FormatError(file, 1, problem) from error


def format(table: ConfusionTable) -> Iterator[str]:
    """The table as indented JSON, without confusions that were never seen."""
    seen = {
        kind: {
            right: {written: n for written, n in row.items() if n} for right, row in rows.items()
        }
        for kind, rows in table.counts.items()
    }
    content = {"about": table.about, "counts": seen}
    yield msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


KINDS = tuple(CHOICES)


@dataclass(frozen=True, slots=True)
class _Correction:
    """A corrected sentence, and the edits that give back what the writer wrote."""

    sentence: Sentence
    edits: tuple[Edit, ...]


def count_confusions(
    sentences: Iterable[Sentence], *, about: str = "", kinds: Sequence[str] = KINDS
) -> ConfusionTable:
    """The confusions of annotated sentences, each annotator's correction counted separately."""
    counts: dict[str, RowCounts] = {
        kind: {choice: {} for choice in CHOICES[kind].choices} for kind in kinds
    }
    is_empty = True
    for draft, edits in _drafts(_corrections(sentences)):
        is_empty = False
        for kind in kinds:
            _count(draft, edits, CHOICES[kind], counts[kind])
    if is_empty:
        raise InputError("no sentence has an annotation. Give text with learners' errors marked.")
    return ConfusionTable(about, counts)


def _corrections(sentences: Iterable[Sentence]) -> Iterator[_Correction]:
    for sentence in sentences:
        for annotation in sentence.annotations:
            words = _corrected(sentence, annotation)
            if words:
                corrected = from_words(sentence.id, words)
                yield _Correction(corrected, invert(annotation.edits))


def _corrected(sentence: Sentence, annotation: Annotation) -> tuple[str, ...]:
    """The corrected words; none where the edits do not fit, as in some published files."""
    try:
        return apply(sentence.words, annotation.edits)
    except EditError:
        return ()


def _drafts(corrections: Iterable[_Correction]) -> Iterator[tuple[Draft, list[Edit]]]:
    waiting: list[tuple[Edit, ...]] = []

    def corrected() -> Iterator[Sentence]:
        for correction in corrections:
            waiting.append(correction.edits)
            yield correction.sentence

    for sentence in annotate_sentences(corrected(), lemmas=False, chunks=False):
        edits = [trimmed(edit) for edit in waiting.pop(0)]
        yield Draft(sentence.words, sentence.tags), edits


def _count(draft: Draft, edits: Sequence[Edit], choice: Choice, counts: RowCounts) -> None:
    for place in choice.places(draft):
        written = _written(place, edits, choice)
        if written is not None:
            row = counts[place.choice]
            row[written] = row.get(written, 0) + 1


def _written(place: ChoicePlace, edits: Sequence[Edit], choice: Choice) -> str | None:
    """What the writer chose, None where an edit of another kind hides it."""
    for edit in edits:
        if _touches(edit, place):
            is_of_kind = choice.kind in kinds_of(edit.kind)
            is_all = (edit.start, edit.end) == (place.start, place.end)
            return choice.choice_of(edit.after, place) if is_of_kind and is_all else None
    return place.choice


def _touches(edit: Edit, place: ChoicePlace) -> bool:
    if place.start == place.end:
        return edit.start <= place.start <= edit.end
    return edit.start < place.end and place.start < edit.end
