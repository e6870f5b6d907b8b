"""Right answers in the words of the page, for every task."""

from __future__ import annotations

import pytest
from rater_pages import item_for

from solecism.collect.tasks.registry import TASKS
from solecism.collect.tasks.right_answers import right_answer_labels


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
