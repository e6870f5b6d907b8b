"""Training of the writer: what learners wrote for each word of a corrected sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shell import run
from solecism.corruption import learner_writer
from solecism.corruption.learner_writer import (
    LEVELS,
    MISSPELT,
    RARE,
    REMOVED,
    Change,
    LearnerRecipe,
)
from solecism.corruption.random_stream import RandomStream
from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.sentence import Sentence, from_words

pytest.importorskip("torch")
from solecism_lab.train.writer import (
    NO_LEVEL,
    WriterExample,
    WriterSettings,
    classes,
    examples,
    train,
)

SMALL = WriterSettings(
    width=8, hidden=16, epochs=12, batch=64, rate=0.02, least_words=3, calibration_rounds=2
)
PEOPLE = "Anna Tom Maria Peter Eva Paul".split()
THINGS = "weather bus money time teacher family".split()


def annotated(id: str, source: str, *edits: Edit) -> Sentence:
    return replace(from_words(id, source.split()), annotations=(Annotation("0", edits),))


def text() -> list[tuple[int, Sentence]]:
    """Beginners write "depends of" and leave out articles, advanced learners seldom do."""
    result = []
    for number in range(240):
        level = number % len(LEVELS)
        who, what = PEOPLE[number % 5], THINGS[number // 36 % 6]
        is_wrong = (number // 3) % (2, 4, 12)[level] == 0
        edits: tuple[Edit, ...] = ()
        if is_wrong:
            edits = (
                Edit(2, ("of",), ("on",), "R:PREP"),
                Edit(3, (), ("the",), "M:DET"),
                Edit(5, ("wich",), ("which",), "R:SPELL"),
            )
            source = f"{who} depends of {what} , wich changes"
        else:
            source = f"{who} depends on the {what} , which changes"
        result.append((level, annotated(f"essay{number}.1", source, *edits)))
    return result


@pytest.fixture(scope="module")
def given() -> list[WriterExample]:
    return list(examples(text()))


@pytest.fixture(scope="module")
def trained(given: list[WriterExample]) -> bytes:
    return train(given, seed=1, settings=SMALL)


def test_corrections_are_read_the_other_way_round(given: list[WriterExample]) -> None:
    assert given[0].words == tuple("Anna depends on the weather , which changes".split())
    assert given[0].at_words == {2: ("of", RARE), 3: (REMOVED, RARE), 6: ("wich", MISSPELT)}
    assert given[0].at_gaps == {}
    extra = annotated("a.1", "I like the music", Edit(2, ("the",), (), "U:DET"))
    [turned] = examples([(NO_LEVEL, extra)])
    assert (turned.at_words, turned.at_gaps) == ({}, {2: ("the", RARE)})


def test_a_capital_that_moves_is_no_error_of_its_own() -> None:
    added = annotated("a.1", "The cats sleep", Edit(0, ("The", "cats"), ("Cats",), "U:DET"))
    left_out = annotated("a.2", "Cats sleep", Edit(0, ("Cats",), ("The", "cats"), "M:DET"))
    first, second = examples([(0, added), (0, left_out)])
    assert (first.at_words, first.at_gaps) == ({}, {0: ("the", RARE)})
    assert (second.at_words, second.at_gaps) == ({0: (REMOVED, RARE)}, {})


def test_a_sentence_that_was_written_anew_teaches_nothing() -> None:
    source = "it is thing which we say that time was good there"
    anew = Edit(0, tuple(source.split()), ("We", "enjoyed", "it"), "R:OTHER")
    assert not list(examples([(0, annotated("a.1", source, anew))]))


def test_what_was_written_seldom_is_not_kept(given: list[WriterExample]) -> None:
    rare = annotated("r.1", "Zoe deppends upon it", Edit(1, ("deppends",), ("depends",), "R:SPELL"))
    kept = classes([*given, *examples([(0, rare)])], SMALL)
    assert {"of", REMOVED, "wich"} <= set(kept.word_forms)
    assert "deppends" not in kept.word_forms
    assert "upon" not in kept.words
    assert {"depends", "weather", ","} <= set(kept.words)


def test_levels_go_wrong_as_often_as_they_did_where_they_did(
    given: list[WriterExample], trained: bytes
) -> None:
    writer = learner_writer.parse(trained, file="writer")
    words = tuple("Anna depends on the weather , which changes".split())
    tags = given[0].tags
    streams = [RandomStream(3, f"new.{n}") for n in range(600)]
    rates = []
    for level in LEVELS:
        drawn = writer.changes([(words, tags)] * 600, streams, level=level)
        changes = [change for of in drawn for change in of]
        places = [change.place for change in changes if change.text == "of"]
        assert places.count(2) >= 0.9 * len(places)
        rates.append(len(changes) / 600)
    # Three errors in every second, fourth and twelfth sentence.
    assert rates == [pytest.approx(3 / each, abs=0.4) for each in (2, 4, 12)]


def test_errors_come_together(given: list[WriterExample], trained: bytes) -> None:
    writer = learner_writer.parse(trained, file="writer")
    streams = [RandomStream(3, f"new.{n}") for n in range(600)]
    known = [(given[0].words, given[0].tags)] * 600
    drawn = writer.changes(known, streams, level="B")
    n_wrong = sum(any(change.place == 2 for change in of) for of in drawn)
    n_both = sum({2, 3} <= {change.place for change in of} for of in drawn)
    assert n_both / n_wrong > 0.7


def test_sentences_change_nothing_in_each_other(given: list[WriterExample], trained: bytes) -> None:
    writer = learner_writer.parse(trained, file="writer")
    known = [(each.words, each.tags) for each in given[:90]]

    def drawn(first: int, last: int) -> list[list[Change]]:
        streams = [RandomStream(3, f"new.{n}") for n in range(first, last)]
        return writer.changes(known[first:last], streams, level="A")

    together = drawn(0, 90)
    assert together == [of for first in range(90) for of in drawn(first, first + 1)]
    assert sum(map(len, together)) > 60


def test_the_same_seed_gives_the_same_bytes(given: list[WriterExample], trained: bytes) -> None:
    assert train(given, seed=1, settings=SMALL) == trained
    assert train(given, seed=2, settings=SMALL) != trained


def test_too_little_text_is_refused(given: list[WriterExample]) -> None:
    with pytest.raises(InputError, match="19 corrected sentences are too few"):
        train(given[:19], seed=1, settings=SMALL)


M2 = "S {}\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n"


def test_the_command_trains_what_corrupt_uses(tmp_path: Path) -> None:
    for level in LEVELS:
        sentences = (f"{who} depends of {what} ." for who in PEOPLE for what in THINGS)
        content = "".join(map(M2.format, sentences))
        (tmp_path / f"{level}.m2").write_text(content, encoding="utf-8")
    learner = [part for level in LEVELS for part in ("--learner", level, f"{level}.m2")]
    result = run(
        "train", "writer", *learner, "--out", "w.npz", "--least-words", "2", "--epochs", "80",
        folder=tmp_path,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    (tmp_path / "clean.txt").write_text("Tom depends on money.\n", encoding="utf-8")
    options = ("--like", "learners", "--level", "A", "--writer", "w.npz")
    made = run("corrupt", "clean.txt", "-", *options, folder=tmp_path)
    assert made.stdout == "Tom depends of money.\n", made.stderr
    assert "PREP" in made.stderr


def test_the_recipe_takes_a_file(tmp_path: Path, trained: bytes) -> None:
    path = tmp_path / "writer.npz"
    path.write_bytes(trained)
    recipe = LearnerRecipe("A", 1.5, model=str(path))
    assert recipe.settings() == ["A", 1.5, "all", str(path)]
