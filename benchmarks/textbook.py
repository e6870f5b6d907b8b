"""Are the errors that every textbook lists found and put right, and are correct traps left alone?

    python benchmarks/textbook.py                        the half that is for development
    python benchmarks/textbook.py --half held-out        totals of the other half
    python benchmarks/textbook.py --show                 and every sentence, with what was written

`textbook/errors.tsv` has 300 sentences, 30 for each of ten first languages, with an error that
speakers of that language make: `I [am agree|agree] with you.` has what is written and what is right
(several ways, if there are several, and further whole sentences in `also`). `textbook/traps.tsv`
has 300 correct sentences that look wrong, and `textbook/topics.tsv` where grammars and textbooks
treat each topic. All sentences were written for this file, before any rule of this package was.

Half of them, by a hash of the sentence, is held out: nobody looks at its sentences one by one.
Each sentence is checked as a text of its own. An error is found if a finding touches it, and put
right if the text that `check --fix` writes is one of the corrections. It is shown right if it is
put right, or if the first suggestion of a finding, though too improbable to be written unasked,
makes one of the corrections of the sentence.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checked_text import CheckedText
from solecism.checking.checker import TextChecker
from solecism.uncertainty.proportion import wilson

DATA = Path(__file__).with_suffix("")
HALVES = ("development", "held-out")
AUDIENCES = ("author", "teacher")
_MARKED = re.compile(r"\[([^]]*)\]")


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence with the places of its error, which a trap does not have, and its corrections."""

    id: str
    topic: str
    text: str
    kind: str = ""
    first_language: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    corrections: tuple[str, ...] = ()

    @property
    def half(self) -> str:
        """The half of the sentences that this one is in."""
        return HALVES[sha256(self.text.encode()).digest()[0] % 2]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a sentence."""

    item: Item
    is_found: bool
    is_right: bool
    is_shown_right: bool
    fixed: str


def read_errors(path: Path = DATA / "errors.tsv") -> list[Item]:
    """The sentences with errors."""
    return [_error(row) for row in _rows(path)]


def read_traps(path: Path = DATA / "traps.tsv") -> list[Item]:
    """The correct sentences."""
    return [Item(row["id"], row["topic"], row["sentence"]) for row in _rows(path)]


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _error(row: dict[str, str]) -> Item:
    """An item by a line of the file, in which brackets hold what is written and what is right.

    >>> _error({"id": "a", "topic": "agree", "kind": "verb form", "first_language": "Spanish",
    ...     "sentence": "I [am agree|agree] with you.", "also": ""}).corrections
    ('I agree with you.',)
    """
    # Every other piece is one in brackets.
    pieces = [
        piece.split("|") if number % 2 else [piece]
        for number, piece in enumerate(_MARKED.split(row["sentence"]))
    ]
    text, spans = "", []
    for number, (written, *right) in enumerate(pieces):
        if number % 2 and not right:
            raise ValueError(f"{row['id']}: brackets without a correction.")
        spans += [(len(text), len(text) + len(written))] if number % 2 else []
        text += written
    ways = product(*(right or [written] for written, *right in pieces))
    also = [each.strip() for each in row["also"].split("|") if each.strip()]
    corrections = [*(_spaced("".join(way)) for way in ways), *also]
    # A word that is missing leaves two spaces, which are one in the text.
    return Item(
        row["id"],
        row["topic"],
        _spaced(text),
        row["kind"],
        row["first_language"],
        tuple(_in_spaced(text, start, end) for start, end in spans),
        tuple(corrections),
    )


def _spaced(text: str) -> str:
    return re.sub(r" +", " ", text).strip()


def _in_spaced(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the characters are after `_spaced`."""
    first = min(len(re.sub(r" +", " ", text[:start])), len(_spaced(text)))
    return first, first + (end - start)


def results(items: Sequence[Item], checker: TextChecker) -> list[Result]:
    """What the checker makes of each sentence, as a text of its own."""
    checked = checker.check_all([item.text for item in items])
    return [_result(item, each) for item, each in zip(items, checked, strict=True)]


def _result(item: Item, checked: CheckedText) -> Result:
    starts, position = {}, 0
    for sentence in checked.sentences:
        starts[sentence.sentence.id] = position
        position += len(sentence.sentence.text) + len(sentence.sentence.after)
    places = [
        (starts[each.sentence.id] + each.start, starts[each.sentence.id] + each.end)
        for each in checked.findings
    ]
    is_found = any(_touches(place, span) for place in places for span in item.spans)
    fixed = _spaced(checked.fixed)
    is_right = any(_same(fixed, each) for each in item.corrections)
    shown = (
        f"{item.text[:start]} {each.suggestions[0]} {item.text[end:]}"
        for each, (start, end) in zip(checked.findings, places, strict=True)
        if each.suggestions
    )
    is_shown_right = is_right or any(
        _same(_spaced(_without_spaces_before_marks(text)), right)
        for text in shown
        for right in item.corrections
    )
    return Result(item, is_found if item.spans else bool(places), is_right, is_shown_right, fixed)


def _without_spaces_before_marks(text: str) -> str:
    """A text without spaces before its marks.

    >>> _without_spaces_before_marks("He came , and left .")
    'He came, and left.'
    """
    return re.sub(r"\s+(?=[.,;:?!])", "", text)


def _touches(place: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a finding is at an error: they share a character, or one is a gap beside the other.

    >>> _touches((3, 5), (5, 9)), _touches((3, 5), (6, 6)), _touches((3, 5), (4, 9))
    (False, True, True)
    """
    if place[0] < place[1] and span[0] < span[1]:
        return place[0] < span[1] and span[0] < place[1]
    return place[0] <= span[1] + 1 and span[0] <= place[1] + 1


def _same(one: str, other: str) -> bool:
    return one[:1].lower() + one[1:] == other[:1].lower() + other[1:]


def show_totals(name: str, errors: Sequence[Result], traps: Sequence[Result]) -> None:
    """Print the shares of errors found and put right, and of traps flagged, with intervals."""
    for what, n_true, n in (
        ("errors found", sum(each.is_found for each in errors), len(errors)),
        ("errors put right", sum(each.is_right for each in errors), len(errors)),
        ("shown right", sum(each.is_shown_right for each in errors), len(errors)),
        ("traps flagged", sum(each.is_found for each in traps), len(traps)),
    ):
        print(f"{name:8} {what:17} {n_true:3} of {n:3}  {n_true / n:.3f} {wilson(n_true, n)}")


def show_groups(
    title: str,
    group: Callable[[Item], str],
    columns: Sequence[tuple[str, Sequence[Result]]],
    *,
    traps: bool = False,
) -> None:
    """Print found / put right / all of each group, or flagged / all for traps, per audience."""
    print(f"\n{title}\t" + "\t".join(name for name, _ in columns))
    names = sorted({group(each.item) for _, found in columns for each in found})
    for name in names:
        cells = []
        for _, found in columns:
            own = [each for each in found if group(each.item) == name]
            counts = [sum(each.is_found for each in own), len(own)]
            if not traps:
                counts.insert(1, sum(each.is_right for each in own))
            cells.append("/".join(map(str, counts)))
        print(f"{name}\t" + "\t".join(cells))


def show_sentences(audience: str, found: Sequence[Result]) -> None:
    """Print each sentence with its verdict and what would be written."""
    for each in found:
        item = each.item
        verdict = "right" if each.is_right else "found" if each.is_found else "-"
        written = each.fixed if each.fixed != item.text else ""
        print(f"{audience}\t{item.id}\t{verdict}\t{item.topic}\t{item.text}\t{written}")


def main() -> None:
    """Print totals, then the development half by first language, kind and topic."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--half", choices=HALVES, default=HALVES[0])
    parser.add_argument("--detector", help="The name of a detector; the default one otherwise.")
    parser.add_argument("--show", action="store_true", help="Print each sentence as well.")
    options = parser.parse_args()
    errors, traps = (
        [item for item in items if item.half == options.half]
        for items in (read_errors(), read_traps())
    )
    on_errors, on_traps = [], []
    for audience in AUDIENCES:
        checker = TextChecker(DetectorOptions(name=options.detector, audience=audience))
        on_errors.append((audience, results(errors, checker)))
        on_traps.append((audience, results(traps, checker)))
        show_totals(audience, on_errors[-1][1], on_traps[-1][1])
        if options.show:
            show_sentences(audience, [*on_errors[-1][1], *on_traps[-1][1]])
    if options.half == HALVES[0]:
        show_groups("first language", lambda item: item.first_language, on_errors)
        show_groups("kind", lambda item: item.kind, on_errors)
        show_groups("topic", lambda item: item.topic, on_errors)
        show_groups("trap", lambda item: item.topic, on_traps, traps=True)


if __name__ == "__main__":
    main()
