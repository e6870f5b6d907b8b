"""Right answers in the words of the page, for every task."""

from __future__ import annotations

from pathlib import Path

import pytest

from rater_pages import item_for
from solecism.errors import InputError
from solecism_study.item import CONTROL, PRACTICE, Pool
from solecism_study.tasks.registry import TASKS
from solecism_study.tasks.task import check_right_answers, right_answer_labels
from studies import make_study


@pytest.mark.parametrize(
    ("task", "stage", "gold", "words"),
    [
        ("cloze", "", {"": ("on", "upon")}, ("on or upon",)),
        ("choice", "", {"": ("system", "both")}, ("on or Both are equally good",)),
        ("usage", "", {"": ("error",)}, ("Extraneous or Incorrect",)),
        ("extraneous", "", {"": ("ok",)}, ("OK",)),
        ("acceptability", "", {"": ("error",)}, ("Not acceptable",)),
        ("edit", "", {"": ("error",)}, ("Accept",)),
        (
            "ranking",
            "",
            {"1-3": ("second", "tie")},
            (
                "“The plan depends on the weather of the week.” is better than “Plan depends at "
                "the weather of the week.”, or “Plan depends at the weather of the week.” and “The "
                "plan depends on the weather of the week.” are equally good",
            ),
        ),
        (
            "article-number",
            "no-context",
            {"no-context|a singular": ("yes",), "in-context|the plural": ("no",)},
            ("a tall tree: Yes",),
        ),
    ],
)
def test_what_is_right_reads_as_on_the_page(
    task: str, stage: str, gold: dict[str, tuple[str, ...]], words: tuple[str, ...]
) -> None:
    found = TASKS[task]
    assert right_answer_labels(found, item_for(task, 1), stage, found.defaults or {}, gold) == words


@pytest.mark.parametrize(
    ("task", "gold"),
    [
        ("cloze", {"": ("on", "upon")}),
        ("choice", {"": ("system", "neither")}),
        ("usage", {"": ("error", "ok")}),
        ("extraneous", {"": ("unknown",)}),
        ("acceptability", {"": ("error",)}),
        ("edit", {"": ("ok",)}),
        ("ranking", {"1-3": ("second", "tie"), "2-3": ("first",)}),
        ("article-number", {"no-context|a singular": ("yes",), "in-context|the plural": ("yes*",)}),
    ],
)
def test_answers_that_raters_can_give_are_accepted(
    task: str, gold: dict[str, tuple[str, ...]]
) -> None:
    check_right_answers(TASKS[task], item_for(task, 1, gold=gold), TASKS[task].defaults or {})


@pytest.mark.parametrize(
    ("task", "gold", "message"),
    [
        ("extraneous", {"": ("yes",)}, "'yes' is not an answer of task extraneous. Give error or"),
        ("usage", {"": ("extraneous",)}, "'extraneous' is not an answer of task usage"),
        ("acceptability", {"": ("7",)}, "'7' is not an answer"),
        ("cloze", {"": ("7",)}, "is not a word"),
        ("cloze", {"": ("On",)}, "raters' words are like 'on', not 'On'"),
        ("choice", {"": ("on",)}, "'on' is not an answer of task choice"),
        ("ranking", {"1-4": ("first",)}, "is about '1-4', but task ranking asks about '1-2'"),
        ("ranking", {"1-2": ("ok",)}, "'ok' is not an answer"),
        ("article-number", {"a singular": ("yes",)}, "is about 'a singular', but"),
        ("article-number", {"no-context|a singular": ("yes*",)}, "'yes\\*' is not an answer"),
    ],
)
def test_answers_that_nobody_can_give_are_refused(
    task: str, gold: dict[str, tuple[str, ...]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        check_right_answers(TASKS[task], item_for(task, 1, gold=gold), TASKS[task].defaults or {})


@pytest.mark.parametrize("pool", [CONTROL, PRACTICE])
def test_a_study_with_such_a_control_item_is_not_made(scratch: Path, pool: Pool) -> None:
    items = [item_for("extraneous", 1), item_for("extraneous", 2, pool=pool, gold={"": ("yes",)})]
    with pytest.raises(InputError, match="is not an answer of task extraneous"):
        make_study(str(scratch / "study"), items=items)
    assert not (scratch / "study").exists()
