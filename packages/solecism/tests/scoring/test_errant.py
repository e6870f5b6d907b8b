"""Edits counted as ERRANT's `compare` counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from solecism.edit import Edit
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.scoring.edit_counts import (
    CORRECTION,
    MATCHINGS,
    SPAN,
    TOKEN,
    EditCounts,
    Matching,
    TypeCounts,
    best_references,
    edit_types,
    precision_recall_f,
    total,
    type_counts,
)
from solecism.scoring.edit_scores import Grouping, group_of
from solecism.sentence import Sentence

AT = Edit(2, ("to",), ("at",), "R:PREP")
IN = Edit(2, ("to",), ("in",), "R:PREP")
THE = Edit(3, (), ("the",), "M:DET")
UNKNOWN = Edit(5, ("so",), (), "UNK")


def compared(
    hypothesis: Sequence[Edit], reference: Sequence[Edit], matching: Matching
) -> EditCounts:
    return total(type_counts(edit_types(hypothesis, matching), edit_types(reference, matching)))


def test_a_correction_has_the_same_span_and_words() -> None:
    assert compared([AT, THE], [IN, THE], CORRECTION) == (1, 1, 1)


def test_a_detection_has_the_same_span_whatever_the_words() -> None:
    assert compared([AT, THE], [IN, THE], SPAN) == (2, 0, 0)


def test_the_type_need_not_be_the_same_and_a_hit_has_that_of_the_reference() -> None:
    counts = type_counts(
        edit_types([AT], CORRECTION),
        edit_types([Edit(2, ("to",), ("at",), "R:OTHER")], CORRECTION),
    )
    assert counts == {"R:OTHER": (1, 0, 0)}


def test_a_false_positive_has_the_type_of_the_hypothesis() -> None:
    counts = type_counts(edit_types([AT], CORRECTION), edit_types([THE], CORRECTION))
    assert counts == {"R:PREP": (0, 1, 0), "M:DET": (0, 0, 1)}


def test_tokens_of_a_span_count_one_by_one_and_a_gap_counts_as_the_token_on_its_right() -> None:
    wide = Edit(2, ("to", "station"), ("home",), "R:OTHER")
    assert compared([AT], [wide], TOKEN) == (1, 0, 1)
    assert compared([THE], [wide], TOKEN) == (1, 0, 1)


@pytest.mark.parametrize("matching", [SPAN, TOKEN])
def test_each_of_two_reference_edits_at_a_span_is_a_hit(matching: Matching) -> None:
    two = [Edit(3, (), ("the",), "M:DET"), Edit(3, (), ("big",), "M:ADJ")]
    assert compared([THE], two, matching) == (2, 0, 0)
    assert compared(two, [THE], matching) == (1, 0, 0)
    assert compared(two, [], matching) == (0, 2, 0)
    assert compared([], two, matching) == (0, 0, 2)


def test_an_edit_of_unknown_words_can_be_detected_but_not_corrected() -> None:
    removed = Edit(5, ("so",), (), "U:ADV")
    assert compared([removed], [UNKNOWN], CORRECTION) == (0, 1, 0)
    assert compared([removed], [UNKNOWN], SPAN) == (1, 0, 0)


def test_alternatives_are_not_taken_one_by_one() -> None:
    either = Edit(2, ("to",), ("at",), "R:PREP", alternatives=(("in",),))
    assert compared([AT], [either], CORRECTION) == (0, 1, 1)


@pytest.mark.parametrize("matching", MATCHINGS)
def test_no_edit_is_neither_right_nor_wrong(matching: Matching) -> None:
    assert compared([], [], matching) == (0, 0, 0)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0), (1.0, 1.0, 1.0)),
        ((0, 0, 3), (1.0, 0.0, 0.0)),
        ((0, 2, 0), (0.0, 1.0, 0.0)),
        ((0, 2, 3), (0.0, 0.0, 0.0)),
        ((3, 0, 3), (1.0, 0.5, 0.8333333333333334)),
    ],
)
def test_precision_is_1_without_false_positives_and_recall_without_false_negatives(
    counts: EditCounts, expected: tuple[float, float, float]
) -> None:
    assert precision_recall_f(counts, 0.5) == pytest.approx(expected)


def best(*sentences: Sequence[TypeCounts]) -> list[TypeCounts]:
    return list(best_references(sentences, 0.5))


def test_the_reference_with_the_best_f_so_far_is_chosen() -> None:
    assert best([{"A": (1, 1, 1)}, {"B": (2, 0, 1)}]) == [{"B": (2, 0, 1)}]


def test_sentences_before_weigh_in_the_choice() -> None:
    # Alone, F0.5 of both is 0: the tie goes to fewer false positives. After 100 false negatives
    # more of them change less than a false positive does.
    first: TypeCounts = {"A": (100, 0, 100)}
    few_wrong: TypeCounts = {"B": (0, 1, 2)}
    much_missed: TypeCounts = {"C": (0, 0, 5)}
    assert best([first], [few_wrong, much_missed])[1] == much_missed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((0, 1, 3), (0, 2, 2)),  # no hit: fewer false positives
        ((0, 1, 2), (0, 1, 3)),  # then fewer false negatives
    ],
)
def test_ties_go_to_fewer_false_positives_then_fewer_false_negatives(
    one: EditCounts, other: EditCounts
) -> None:
    assert best([{"B": other}, {"A": one}]) == [{"A": one}]
    assert best([{"A": one}, {"B": other}]) == [{"A": one}]


def test_a_difference_of_f_in_the_fifth_digit_is_a_tie_that_more_hits_decide() -> None:
    start: TypeCounts = {"A": (1_000_000, 1_000_000, 1_000_000)}
    accurate: TypeCounts = {"B": (1, 0, 0)}
    many: TypeCounts = {"C": (2, 3, 3)}
    assert best([start], [accurate, many])[1] == many


def test_full_ties_go_to_the_first_annotator() -> None:
    assert best([{"A": (1, 0, 0)}, {"B": (1, 0, 0)}]) == [{"A": (1, 0, 0)}]


REFERENCES = {
    "W&I+LOCNESS dev": [f"wi/{level}.dev.m2" for level in "ABCN"],
    "CoNLL-14, two annotators": ["conll14/NUCLE.m2"],
    "CoNLL-14, ten annotators": ["conll14/BN.m2"],
}


def read(*paths: Path) -> list[Sentence]:
    return [
        sentence
        for path in paths
        for sentence in m2.parse(read_lines(str(path)), document="d", file=path.name)
    ]


def printed(counts: EditCounts) -> list[float]:
    """A line of ERRANT's table."""
    return [*counts, *(round(value, 4) for value in precision_recall_f(counts, 0.5))]


def printed_tables(path: Path) -> Iterator[tuple[str, dict[str, list[float]]]]:
    """The title of each table that ERRANT printed, and its lines by type."""
    for block in path.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, *lines = block.splitlines()
        rows = [line.split() for line in lines]
        yield (
            title,
            {
                row[0] if len(row) == 7 else "all": [float(cell) for cell in row[-6:]]
                for row in rows
                if len(row) in (6, 7) and row[0] not in ("TP", "Category")
            },
        )


def test_every_figure_that_errant_printed_for_real_systems_is_the_same(shared_data: Path) -> None:
    references = {
        corpus: read(*(shared_data / "learner" / name for name in names))
        for corpus, names in REFERENCES.items()
    }
    n_figures = 0
    for title, expected in printed_tables(shared_data / "systems" / "errant" / "tables.txt"):
        system, _, table = title.partition(": ")
        corpus = next(name for name in REFERENCES if table.startswith(name))
        name = f"{'wi-dev' if corpus.startswith('W&I') else 'conll14'}.{system}.m2.xz"
        hypothesis = read(shared_data / "systems" / "errant" / name)
        matching = SPAN if "-ds" in table else CORRECTION
        by: Grouping | None = "type" if "-cat 3" in table else None
        sums = summed(chosen(hypothesis, references[corpus], matching), by)
        assert {type: printed(counts) for type, counts in sums.items()} == expected, title
        n_figures += sum(map(len, expected.values()))
    assert n_figures > 1500


def chosen(
    hypothesis: Sequence[Sentence], reference: Sequence[Sentence], matching: Matching
) -> Iterator[TypeCounts]:
    counts = []
    for own, other in zip(hypothesis, reference, strict=True):
        edits = own.annotations[0].edits if own.annotations else ()
        notes = [note.edits for note in other.annotations] or [()]
        types = edit_types(edits, matching)
        counts.append([type_counts(types, edit_types(note, matching)) for note in notes])
    return best_references(counts, 0.5)


def summed(rows: Iterator[TypeCounts], by: Grouping | None) -> dict[str, EditCounts]:
    sums: dict[str, EditCounts] = {"all": (0, 0, 0)}
    for row in rows:
        for type, counts in row.items():
            for name in ("all", *([group_of(type, by)] if by else [])):
                one, two, three = sums.get(name, (0, 0, 0))
                sums[name] = one + counts[0], two + counts[1], three + counts[2]
    return sums
