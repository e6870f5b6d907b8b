"""Flags against annotated text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.formats import corrected, m2
from solecism.formats.files import read_lines
from solecism.locate.flags_and_judgments import flags_of_corrections
from solecism.scoring.m2 import CORRECTION, LENIENT, STRICT, M2Score, score_m2
from solecism.sentence import Sentence, from_words
from solecism.site import Flag, Suggestion

WORDS = "I arrived to station in the 5 o'clock .".split()
SENTENCE = replace(
    from_words("d.1", WORDS),
    annotations=(
        Annotation("0", (Edit(2, ("to",), ("at",), "R:PREP"), Edit(3, (), ("the",), "M:DET"))),
        Annotation("1", (Edit(4, ("in", "the"), ("at",), "Others"),)),
    ),
)


def flag(start: int, end: int, kind: str, text: str) -> Flag:
    return Flag(f"d.1:{start}-{end}:{kind}", "me", True, kind, suggestions=(Suggestion(text),))


def scored(flags: Iterable[Flag], sentences: Iterable[Sentence]) -> dict[tuple[str, str], M2Score]:
    found = score_m2(flags, list(sentences), rng=np.random.default_rng(1), n_draws=200)
    return {(one.kind, one.mode): one for one in found.scores}


def test_lenient_takes_any_edit_strict_its_kind_and_correction_its_words() -> None:
    flags = [flag(2, 3, "preposition", "in"), flag(4, 5, "preposition", "at")]
    found = scored(flags, [SENTENCE])
    assert [found["preposition", mode].n_right for mode in (LENIENT, STRICT, CORRECTION)] == [
        2,
        1,
        0,
    ]
    assert [found["preposition", mode].n_found for mode in (LENIENT, STRICT, CORRECTION)] == [
        1,
        1,
        0,
    ]
    assert found["preposition", LENIENT].n_edits == 1


def test_the_same_words_are_a_correction() -> None:
    found = scored([flag(2, 3, "preposition", "at")], [SENTENCE])["preposition", CORRECTION]
    assert (found.n_right, found.n_found) == (1, 1)
    assert found.figures["F0.5"].value == 1


def test_an_alternative_of_the_annotator_is_a_correction_too() -> None:
    edit = Edit(2, ("to",), ("at",), "R:PREP", alternatives=(("in",),))
    sentence = replace(SENTENCE, annotations=(Annotation("0", (edit,)),))
    found = scored([flag(2, 3, "preposition", "in")], [sentence])
    assert found["preposition", CORRECTION].n_right == 1


def test_a_gap_touches_the_words_on_either_side() -> None:
    found = scored([flag(5, 5, "determiner", "a")], [SENTENCE])
    assert found["determiner", LENIENT].n_right == 1
    assert found["determiner", STRICT].n_right == 0


def test_acceptances_do_not_count() -> None:
    flags = [Flag("d.1:2-3:preposition", "me", False), flag(2, 3, "preposition", "at")]
    assert scored(flags, [SENTENCE])["preposition", LENIENT].n_flags == 1


def test_no_flags_and_no_edits_of_a_kind_give_nan_with_a_reason() -> None:
    found = scored([flag(2, 3, "preposition", "at")], [SENTENCE, replace(SENTENCE, id="d.2")])
    number = found["number", LENIENT].figures
    assert math.isnan(number["precision"].value)
    assert number["precision"].interval.method == "the system flags nothing"
    assert number["recall"].interval.method == "no annotator has such an edit"
    assert math.isnan(number["F0.5"].value)


def test_flags_outside_the_text_are_counted() -> None:
    outside = Flag("d.7:2-3:preposition", "me", True)
    result = score_m2(
        [flag(2, 3, "preposition", "at"), outside], [SENTENCE], rng=np.random.default_rng(1)
    )
    assert result.n_outside == {"me": 1}
    with pytest.raises(InputError, match=r"no flag of me is in the annotated text: d\.7 is"):
        scored([outside], [SENTENCE])


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(InputError, match="no flag"):
        scored([], [SENTENCE])
    with pytest.raises(InputError, match="no annotated sentence"):
        scored([flag(2, 3, "preposition", "at")], [])


# Lenient P, R and F0.5 as measured by others with other edits; ours differ by their extraction.
ANCHORS = {
    ("conll14", "preposition"): (0.92, 0.39, 0.72),
    ("conll14", "determiner"): (0.89, 0.46, 0.75),
    ("conll14", "number"): (0.85, 0.50, 0.75),
    ("wi-dev", "preposition"): (0.83, 0.46, 0.72),
    ("wi-dev", "determiner"): (0.82, 0.53, 0.74),
    ("wi-dev", "number"): (0.80, 0.51, 0.72),
}
GOLD = {
    "conll14": ["conll14/NUCLE.m2"],
    "wi-dev": [f"wi/{level}.dev.m2" for level in "ABCN"],
}


@pytest.mark.parametrize("corpus", GOLD)
def test_a_known_system_scores_as_others_measured_it(corpus: str, shared_data: Path) -> None:
    paths = [str(shared_data / "learner" / name) for name in GOLD[corpus]]
    lines = chain.from_iterable(map(read_lines, paths))
    folder = shared_data / "systems" / corpus
    versions = (read_lines(str(folder / name)) for name in ("SOURCE.txt", "GECToR-2024.txt"))
    texts = corrected.parse(*versions, document="d", file="SOURCE")
    flags = flags_of_corrections(texts, "gector")
    found = scored(flags, m2.parse(lines, document="d", file=corpus))
    for (name, kind), expected in ANCHORS.items():
        if name == corpus:
            measures = found[kind, LENIENT].figures
            values = [measures[measure].value for measure in ("precision", "recall", "F0.5")]
            assert values == pytest.approx(expected, abs=0.025)
