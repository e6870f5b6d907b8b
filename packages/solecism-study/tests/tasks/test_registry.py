"""Every task: its questions, its answers, and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.agreement.accepted_constructions import IN_CONTEXT, NO_CONTEXT
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.item import Item
from solecism_study.tasks.registry import TASKS, task_named
from solecism_study.tasks.task import (
    Field,
    Interpretation,
    Question,
    Task,
    is_right,
    rater_question,
    read_answer,
)

ITEM = Item(
    "essay.3:2-3:preposition",
    "It depends ",
    "Of",
    " the weather.",
    context=("I may come.", "Or not."),
    offers={
        "writer": "of",
        "system": "on",
        "null singular": "stone",
        "a singular": "a stone",
        "the singular": "the stone",
        "null plural": "stones",
        "the plural": "the stones",
    },
)
CHOICE_ITEM = Item(
    "essay.3:2-3:preposition", "It depends ", "of", " it.", offers={"writer": "of", "system": "on"}
)


RANKED_ITEM = Item(
    "essay.3:0-4:sentence",
    "It depends of it.",
    "",
    "",
    offers={
        "bold": "It depends on it.",
        "idle": "It depends of it.",
        "late": "It depends on it.",
        "odd": "It depend on it.",
    },
)
EDIT_ITEM = Item(
    "essay.3:2-3:edit", "It depends ", "of", " it.", offers={"correction": "on", "type": "R:PREP"}
)
OWN_ITEMS = {"choice": CHOICE_ITEM, "ranking": RANKED_ITEM, "edit": EDIT_ITEM}


def item_for(task: Task) -> Item:
    return OWN_ITEMS.get(task.name, ITEM)


def question_for(task: Task, *, stage: str | None = None, rater: str = "ann") -> Question:
    stage = task.stages[0] if stage is None else stage
    settings = dict(task.defaults or {})
    return rater_question(
        task, item_for(task), stage=stage, settings=settings, seed="7", rater=rater
    )


def said_by(
    task: Task, values: dict[str, list[str]], *, stage: str | None = None
) -> tuple[Interpretation, ...]:
    stage = task.stages[0] if stage is None else stage
    answer = read_answer(question_for(task, stage=stage).fields, values)
    return task.interpret(item_for(task), stage, answer)


def filled(field: Field) -> list[str]:
    if field.kind == "words":
        return ["with"]
    return [field.options[0].value] if field.kind == "choice" else []


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_a_task_can_be_finished_by_keys_that_differ(task: Task) -> None:
    for stage in task.stages:
        for field in question_for(task, stage=stage).fields:
            keys = [option.key for option in field.options]
            assert all(keys)
            assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_an_answer_restated_from_its_judgments_means_the_same(task: Task) -> None:
    for stage in task.stages:
        fields = question_for(task, stage=stage).fields
        answer = read_answer(fields, {field.name: filled(field) for field in fields})
        said = task.interpret(item_for(task), stage, answer)
        judgments = [
            Judgment(
                ITEM.site,
                "ann",
                one.answer,
                stage=stage or None,
                confidence=one.confidence,
                alternatives=one.alternatives,
                notes=one.notes or {},
            )
            for one in said
        ]
        again = read_answer(fields, task.form_values(item_for(task), judgments))
        assert task.interpret(item_for(task), stage, again) == said


@pytest.mark.parametrize("name", ["cloze", "choice", "article-number"])
def test_what_stood_in_the_blank_is_not_in_the_passage(name: str) -> None:
    task = task_named(name)
    for stage in task.stages:
        passage = question_for(task, stage=stage).passage
        assert passage.mark == "blank"
        assert passage.target == ""


def test_the_two_words_of_a_choice_come_in_both_orders_and_do_not_tell_whose_they_are() -> None:
    task = task_named("choice")
    orders = set()
    for rater in range(20):
        question = question_for(task, rater=str(rater))
        values = [option.value for option in question.fields[0].options]
        assert values[2:] == ["both", "neither"]
        assert not {"writer", "system"} & set(values)
        orders.add(tuple(values[:2]))
    assert orders == {("word:of", "word:on"), ("word:on", "word:of")}


def test_a_choice_is_the_writers_or_the_systems() -> None:
    task = task_named("choice")
    answers = [
        said_by(task, {"answer": [value]})[0].answer for value in ("word:of", "word:on", "both")
    ]
    assert answers == ["writer", "system", "both"]


@pytest.mark.parametrize(
    ("rating", "meaning"),
    [("extraneous", "error"), ("incorrect", "error"), ("correct", "ok"), ("equal", "ok")],
)
def test_usage_ratings_mean_error_or_ok(rating: str, meaning: str) -> None:
    values = {
        "answer": [rating],
        "alternatives": ["on, upon"],
        "equals": ["on"],
        "confidence": ["low"],
    }
    [said] = said_by(task_named("usage"), {**values, "context": ["grammar", "spelling"]})
    assert said.answer == meaning
    assert said.confidence == 0.5
    assert said.notes == {"rating": rating, "context": "grammar+spelling"}
    expected = {"incorrect": ("on", "upon"), "equal": ("on",)}
    assert said.alternatives == expected.get(rating, ())


def test_a_wrong_preposition_needs_a_better_one() -> None:
    with pytest.raises(InputError, match="Best preposition"):
        said_by(task_named("usage"), {"answer": ["incorrect"], "confidence": ["high"]})


def test_only_the_second_stage_shows_context_and_asks_for_the_writers_own() -> None:
    task = task_named("article-number")
    first, second = (question_for(task, stage=stage) for stage in (NO_CONTEXT, IN_CONTEXT))
    assert first.passage.context == ()
    assert second.passage.context == ITEM.context
    values = [[option.value for option in one.fields[0].options] for one in (first, second)]
    assert values == [["yes", "no"], ["yes", "no", "yes*"]]


def test_five_constructions_are_five_judgments() -> None:
    task = task_named("article-number")
    values = {name: ["no"] for name in CONSTRUCTIONS}
    said = said_by(task, {**values, "the plural": ["yes*"]}, stage=IN_CONTEXT)
    assert [one.answer for one in said] == ["no", "no", "no", "no", "yes*"]
    assert said[-1].notes == {"construction": "the plural", "words": "the stones"}


def test_equal_corrections_are_ranked_as_one_and_do_not_tell_whose_they_are() -> None:
    task = task_named("ranking")
    orders = set()
    for rater in range(40):
        question = question_for(task, rater=str(rater))
        fields = question.fields
        assert question.order["fields"] == [field.name for field in fields]
        assert {field.name: field.label for field in fields} == {
            "correction1": "It depend on it.",
            "correction2": "It depends of it.",
            "correction3": "It depends on it.",
        }
        assert all([option.value for option in field.options] == [*"123"] for field in fields)
        orders.add(tuple(field.name for field in fields))
    assert len(orders) == 6


def test_a_ranking_is_kept_pair_by_pair() -> None:
    ranks = {"correction1": ["3"], "correction2": ["1"], "correction3": ["1"]}
    said = said_by(task_named("ranking"), ranks)
    assert [(one.about, one.answer) for one in said] == [
        ("1-2", "second"),
        ("1-3", "second"),
        ("2-3", "tie"),
    ]
    assert said[1].notes == {"construction": "1-3", "first": "odd", "second": "bold|late"}


def test_a_pair_alone_makes_a_ranking_in_which_the_rest_is_best() -> None:
    task = task_named("ranking")
    known = [Judgment(RANKED_ITEM.site, "a", "first", notes={"construction": "2-3"})]
    assert task.form_values(RANKED_ITEM, known) == {
        "correction1": ["1"],
        "correction2": ["1"],
        "correction3": ["2"],
    }
    for construction in ("", "2", "2-9"):
        with pytest.raises(InputError, match="is not a pair of corrections"):
            task.form_values(
                RANKED_ITEM, [Judgment("s", "a", "first", notes={"construction": construction})]
            )


@pytest.mark.parametrize(
    ("verdict", "meaning"), [("accept", "error"), ("reject", "ok"), ("unsure", "unknown")]
)
def test_an_edit_that_is_accepted_corrects_an_error(verdict: str, meaning: str) -> None:
    [said] = said_by(task_named("edit"), {"answer": [verdict]})
    assert said.answer == meaning
    assert said.notes == {"before": "of", "after": "on", "type": "R:PREP"}


def test_an_insertion_is_shown_between_spaces() -> None:
    item = Item("a.1:2-2:edit", "I waited ", "", "the bus.", offers={"correction": "for"})
    passage = task_named("edit").passage(item, "")
    assert (passage.before, passage.after) == ("I waited ", " the bus.")
    assert (passage.mark, passage.correction) == ("edit", "for")


def test_a_scale_has_as_many_points_as_the_study_asks_for() -> None:
    task = task_named("acceptability")
    question = rater_question(task, ITEM, stage="", settings={"points": 7}, seed="7", rater="ann")
    assert [option.value for option in question.fields[0].options] == [*"1234567", "unknown"]


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("cloze", Item("essay.3:2-2:preposition", "It depends ", "", " the weather.")),
        ("choice", Item("essay.3:2-3:preposition", "It depends ", "of", " it.")),
        (
            "choice",
            Item("a.1:2-3:preposition", "A ", "of", ".", offers={"writer": "of", "system": "of"}),
        ),
        ("article-number", Item("essay.3:2-3:number", "We threw ", "stones", ".")),
        ("ranking", Item("a.1:0-2:sentence", "Ah .", "", "", offers={"one": "A", "other": "A"})),
        ("ranking", Item("a.1:0-2:sentence", "Ah .", "", "", offers={n: n for n in "abcdef"})),
        ("ranking", Item("a.1:0-2:sentence", "Ah .", "", "", offers={"a|b": "A", "c": "B"})),
        ("edit", Item("essay.3:2-3:edit", "It depends ", "of", " it.")),
        ("edit", Item("a.1:2-3:edit", "A ", "of", ".", offers={"correction": "of"})),
    ],
)
def test_an_item_that_a_task_cannot_use_is_refused(name: str, item: Item) -> None:
    with pytest.raises(InputError, match=item.site):
        task_named(name).check(item)


def test_an_unknown_task_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="cloze"):
        task_named("quiz")


def test_control_answers_are_right_stage_by_stage() -> None:
    gold = {"in-context|the plural": ("yes", "yes*")}
    assert is_right(
        [Interpretation("yes*", "the plural"), Interpretation("no", "a singular")], gold, IN_CONTEXT
    )
    assert not is_right([Interpretation("no", "the plural")], gold, IN_CONTEXT)
    assert is_right([Interpretation("no", "the plural")], gold, NO_CONTEXT)


values = st.dictionaries(
    st.sampled_from(["answer", "alternatives", "equals", "context", "confidence", "gold", ""]),
    st.lists(
        st.one_of(
            st.text(max_size=60),
            st.sampled_from(
                ["error", "ok", "incorrect", "equal", "high", "spelling", "on", "of, at"]
            ),
        ),
        max_size=4,
    ),
    max_size=6,
)


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
@given(values=values)
def test_whatever_is_sent_is_a_good_answer_or_refused_by_us(
    task: Task, values: dict[str, list[str]]
) -> None:
    fields = question_for(task).fields
    try:
        answer = read_answer(fields, values)
    except InputError:
        return
    said = task.interpret(item_for(task), task.stages[0], answer)
    assert all(one.answer for one in said)
    for field in fields:
        if field.kind != "words":
            assert set(answer.get(field.name, ())) <= {option.value for option in field.options}


@pytest.mark.parametrize("name", ["usage", "extraneous"])
def test_tasks_about_prepositions_refuse_other_sites(name: str) -> None:
    task = task_named(name)
    task.check(ITEM)
    with pytest.raises(InputError, match="is no preposition, which this task asks about"):
        task.check(Item("essay.3:2-3:determiner", "It is ", "a", " day."))


def test_a_grey_answer_is_offered_on_request() -> None:
    task = task_named("article-number")
    item = Item("d.1:1-2:number", "We saw ", "house", ".", offers=dict.fromkeys(CONSTRUCTIONS, "x"))
    for stage in task.stages:
        plain, grey = (
            {option.value for option in task.fields(item, stage, {"grey": n})[0].options}
            for n in (0, 1)
        )
        assert grey - plain == {"grey"}
