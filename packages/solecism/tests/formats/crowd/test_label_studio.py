"""Label Studio's JSON export."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import EXAMPLES
from solecism.errors import FormatError
from solecism.formats.crowd import label_studio
from solecism.formats.crowd.column_layout import PLAIN, ColumnLayout
from solecism.formats.crowd.label_studio import json_objects
from solecism.judgment import Judgment
from strategies import ANY_TEXT, mutated

EXAMPLE = EXAMPLES / "crowd" / "label-studio.json"
LAYOUT = ColumnLayout(
    places={"item": "site"}, answers=("error",), labels={"yes": "error", "no": "ok"}
)


def task(*annotations: dict[str, Any], **data: Any) -> str:
    return json.dumps([{"id": 7, "data": data, "annotations": annotations}])


def annotation(rater: Any = 3, **value: Any) -> dict[str, Any]:
    return {"completed_by": rater, "result": [{"from_name": "q", "value": value}]}


def read(text: str, layout: ColumnLayout = PLAIN) -> list[Judgment]:
    return list(label_studio.parse([text], layout, file="a.json"))


def test_annotations_are_judgments_and_predictions_are_not() -> None:
    skipped: Counter[str] = Counter()
    found = list(label_studio.parse([EXAMPLE.read_text()], LAYOUT, file="a.json", skipped=skipped))
    assert skipped == {"skipped annotations": 1, "ground-truth annotations": 1}
    assert len(found) == 5 * 3 - 1
    assert {judgment.rater for judgment in found} == {
        f"{n}@example.org" for n in ("ann", "bob", "cy")
    }
    assert [judgment.site for judgment in found if judgment.gold == "error"] == ["control.1"] * 3
    assert all(judgment.seconds for judgment in found)


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ({"choices": ["yes"]}, "yes"),
        ({"choices": ["a", "b"]}, "a, b"),
        ({"rating": 4}, "4"),
        ({"number": 2.5}, "2.5"),
        ({"selected": "left"}, "left"),
        ({"text": ["on"]}, "on"),
    ],
)
def test_several_kinds_of_control_give_answers(value: dict[str, Any], answer: str) -> None:
    assert read(task(annotation(**value))) == [Judgment("7", "3", answer)]


def test_data_of_a_task_may_be_item_gold_and_notes() -> None:
    layout = ColumnLayout(places={"item": "site", "gold": "known"}, notes={"words": "text"})
    text = task(annotation("ann", choices=["ok"]), site="s", known="ok", text="I am .")
    assert read(text, layout) == [Judgment("s", "ann", "ok", gold="ok", notes={"words": "I am ."})]


@given(st.integers(1, 400))
def test_pieces_may_end_anywhere(size: int) -> None:
    text = EXAMPLE.read_text()
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    whole, cut = (
        list(label_studio.parse(given, LAYOUT, file="a.json")) for given in ([text], pieces)
    )
    assert cut == whole


def test_objects_are_read_one_at_a_time() -> None:
    taken: list[int] = []

    def pieces() -> Any:
        yield "["
        for number in range(1000):
            taken.append(number)
            yield '{"a": 1},\n'
        yield "]"

    found = json_objects(pieces(), file="a.json")
    assert next(found) == (1, {"a": 1})
    assert len(taken) < 5
    assert list(found)[-1] == (1000, {"a": 1})


@pytest.mark.parametrize(
    ("text", "layout", "problem"),
    [
        ('[{"id": 1, "text": "x", "error": "yes"}]', PLAIN, "a.json:1: no task with annotations"),
        ('[\n7]', PLAIN, "a.json:2: '7]' is not a JSON object"),
        ('[{"id": 1, "annotations"', PLAIN, "a.json:1: the object that begins here is not JSON"),
        ('[{"a": ' + "[" * 100_000, PLAIN, "a.json:1: "),
        ('[{"a": ' + "1" * 5000 + "}]", PLAIN, "a.json:1: the object that begins here is not"),
        ('[{"id": 1, "annotations": 3}]', PLAIN, "a.json:1: no task of Label Studio: Expected"),
        (task(annotation(None, choices=["ok"])), PLAIN, "a.json:1: an annotation of task 7 does"),
        (task(annotation(choices=["no"])), ColumnLayout(labels={"y": "z"}),
         "a.json:1: the answer 'no' is in no --map"),
        (task(annotation(choices=["no"])), ColumnLayout(places={"item": "site"}),
         "task 7 has no 'site'"),
        (task(annotation(choices=["a"]), annotation(choices=["b"])), PLAIN, "'3' answers '7' a s"),
        (EXAMPLE.read_text(), PLAIN, "a.json:2: the page has several answers: error, sure. Choose"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(text: str, layout: ColumnLayout, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        read(text, layout)


@given(st.one_of(ANY_TEXT, mutated(EXAMPLE.read_text()[:1500] + "]").map("".join)))
def test_any_text_gives_judgments_or_our_error(text: str) -> None:
    with suppress(FormatError):
        assert all(judgment.rater for judgment in read(text, LAYOUT))


@pytest.mark.parametrize("text", [r'"\ud800"', r'"a\uDFFFb"', r'"\udc00\ud83d"'])
def test_half_a_character_is_told(text: str) -> None:
    whole = task(annotation(choices=["yes"]), sentence="HERE", site="a").replace('"HERE"', text)
    with pytest.raises(FormatError, match=r"t\.json:1: .* is not a character"):
        list(label_studio.parse([whole], PLAIN, file="t.json"))


def test_a_character_of_two_halves_is_read() -> None:
    [judgment] = label_studio.parse(
        [task(annotation(rater="\U0001f600", choices=["yes"]))], PLAIN, file="t.json"
    )
    assert judgment.rater == "\U0001f600"
