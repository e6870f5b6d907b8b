"""Which steps are one edit: one example for each rule."""

from __future__ import annotations

import pytest

from solecism.align import typed_edits
from solecism.align.alignment import alignment_steps
from solecism.align.tagged_words import AlignmentStep, Side, side_of


def tagged(text: str) -> Side:
    """A side from words with their tags: `the/DT cat/NN`."""
    pairs = [token.rsplit("/", 1) for token in text.split()]
    return side_of([word for word, _ in pairs], [tag for _, tag in pairs])


def spans(source: str, corrected: str) -> list[str]:
    """The edits as text: what is replaced, and by what."""
    before, after = tagged(source), tagged(corrected)
    return [
        " ".join(word.text for word in before[step.start : step.end])
        + " -> "
        + " ".join(word.text for word in after[step.other_start : step.other_end])
        for step in typed_edits.merge(before, after, alignment_steps(before, after))
    ]


@pytest.mark.parametrize(
    ("source", "corrected", "expected"),
    [
        pytest.param(
            "we/PRP met/VBD", "we/PRP met/VBD at/IN the/DT", [" -> at the"], id="insertions"
        ),
        pytest.param(
            "we/PRP met/VBD at/IN the/DT", "we/PRP met/VBD", ["at the -> "], id="deletions"
        ),
        pytest.param(
            "my/PRP$ friends/NNS car/NN",
            "my/PRP$ friend/NN 's/POS car/NN",
            ["friends -> friend 's"],
            id="a possessive ending goes with its noun",
        ),
        pytest.param(
            "Ann/NNP 's/POS red/JJ car/NN",
            "Ann/NNP '/POS blue/JJ car/NN",
            ["'s -> '", "red -> blue"],
            id="a possessive ending at the start is an edit of its own",
        ),
        pytest.param(
            "Big/JJ cat/NN slept/VBD",
            "The/DT big/JJ cat/NN slept/VBD",
            ["Big -> The big"],
            id="a new first word changes the case of the next",
        ),
        pytest.param(
            "it/PRP rained/VBD ,/, we/PRP left/VBD",
            "it/PRP rained/VBD ./. We/PRP left/VBD",
            [", we -> . We"],
            id="a full stop changes the case of the next word",
        ),
        pytest.param(
            "a/DT sub/NN -/HYPH way/NN ride/NN",
            "a/DT subway/NN ride/NN",
            ["sub - way -> subway"],
            id="other spaces and hyphens",
        ),
        pytest.param(
            "I/PRP like/VBP to/TO swim/VB",
            "I/PRP like/VBP swimming/VBG",
            ["to swim -> swimming"],
            id="verbs and their particles",
        ),
        pytest.param(
            "my/PRP$ city/NN house/NN", "my/PRP$ villa/NN", ["city house -> villa"], id="nouns"
        ),
        pytest.param(
            "it/PRP is/VBZ in/IN a/DT box/NN",
            "it/PRP is/VBZ on/IN my/PRP$ box/NN",
            ["in -> on", "a -> my"],
            id="two words for two words",
        ),
        pytest.param(
            "he/PRP walk/VBP home/NN",
            "he/PRP walks/VBZ to/IN home/NN",
            ["walk -> walks", " -> to"],
            id="a word that is changed a little",
        ),
        pytest.param(
            "we/PRP met/VBD friend/NN",
            "we/PRP visited/VBD the/DT friend/NN",
            ["met -> visited", " -> the"],
            id="a last article",
        ),
        pytest.param(
            "he/PRP went/VBD here/RB",
            "he/PRP drove/VBD to/IN it/PRP here/RB",
            ["went -> drove to it"],
            id="content words",
        ),
        pytest.param(
            "about/IN this/DT",
            "of/IN it/PRP ,/, this/DT",
            ["about -> of", " -> it", " -> ,"],
            id="none",
        ),
    ],
)
def test_rules(source: str, corrected: str, expected: list[str]) -> None:
    assert spans(source, corrected) == expected


def test_steps_with_an_unchanged_word_between_them_stay_apart() -> None:
    assert spans("He/PRP go/VBP in/IN school/NN", "He/PRP goes/VBZ in/IN schools/NNS") == [
        "go -> goes",
        "school -> schools",
    ]


def test_words_that_changed_places_stay_alone() -> None:
    assert typed_edits.runs(
        [AlignmentStep(0, 1, 0, 1), AlignmentStep(1, 3, 1, 3), AlignmentStep(3, 4, 3, 4)]
    ) == [
        [AlignmentStep(0, 1, 0, 1)],
        [AlignmentStep(1, 3, 1, 3)],
        [AlignmentStep(3, 4, 3, 4)],
    ]


def test_long_rows_of_steps_are_cut() -> None:
    steps = [
        AlignmentStep(place, place + 1, place, place + 1)
        for place in range(2 * typed_edits.MAX_RUN + 1)
    ]
    assert list(map(len, typed_edits.runs(steps))) == [typed_edits.MAX_RUN, typed_edits.MAX_RUN, 1]
