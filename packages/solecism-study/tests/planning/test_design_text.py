"""What a design says of money, stages and the codes that raters get."""

from __future__ import annotations

from typing import Any

import msgspec

from solecism_study.configuration import Configuration, Control, Pay, Platform, Stopping
from solecism_study.item import Item
from solecism_study.planning.design_text import design_sections, design_text
from solecism_study.planning.planned_study import planned_from_items
from solecism_study.screening.rater_rules import Quota, Screening, ScreeningQuestion
from solecism_study.work.control_rule import rule_in_words
from studies import control_items, data_items

NOUN = Item("a.1:1-2:number", "We like ", "dogs", " here.")


def sections(items: list[Item], **settings: Any) -> dict[str, tuple[str, ...]]:
    configuration = Configuration(**{"name": "plan", "task": "extraneous", "seed": 7, **settings})
    found = design_sections(planned_from_items(configuration, items))
    return {one.title: one.sentences for one in found}


def test_each_outcome_of_each_stage_has_its_code_and_its_way_back() -> None:
    platform = Platform(
        name="panel",
        id_parameter="pid",
        code="LAST",
        codes={"1:complete": "FIRST", "stopped": "EARLY"},
        return_url="https://panel.example/{code}",
    )
    given = {"task": "article-number", "platform": platform, "access": "platform"}
    seen = sections([NOUN], **given)["What a rater sees at the end"]
    assert seen[:2] == (
        "A rater who completes the work in stage 1 gets the code FIRST and a link to "
        "https://panel.example/FIRST.",
        "A rater who completes the work in stage 2 gets the code LAST and a link to "
        "https://panel.example/LAST.",
    )
    assert (
        "A rater who is removed by hand in stage 1 gets an individual code and no link back."
        in (seen)
    )
    without = msgspec.structs.replace(platform, codes={})
    seen = sections([NOUN], **{**given, "platform": without})["What a rater sees at the end"]
    assert seen[0] == (
        "A rater who completes the work in stage 1 gets no code before the last stage."
    )


def test_money_is_told_to_the_millionth_and_per_hour() -> None:
    pay = Pay(price=17_600, fee_share=0.2, budget=2_000_000)
    # 30 items of three judgments, at 0.0176 and a fee of 0.00352.
    assert sections(data_items(30), pay=pay)["Money"] == (
        "A judgment is paid 0.0176 USD and costs 0.02112 USD with fees; at 12 seconds each a rater "
        "earns 5.28 USD per hour.",
        "The study needs 90 answers (90 judgments of data, 0 to control items, 0 in practice), and "
        "costs about 1.9008 USD, without answers of raters who are removed.",
        "Nothing is spent beyond the budget of 2.00 USD, fees included.",
    )


def test_the_rule_of_control_items_is_told_in_numbers() -> None:
    items = [*data_items(40), *control_items(4)]
    told = sections(items, control=Control(share=0.2))["Control items"]
    assert told[0] == (
        "One question in 5 is one of 4 control items, at a place that raters cannot foresee: in 44 "
        "questions a rater meets 4 of them."
    )
    # With a third right, one or none of four are with 16/81 + 32/81; 19 questions have the fourth
    # control item with 4/5 only.
    assert told[3] == (
        "A rater who guesses is right on 33% of them and is removed by then with probability 59% "
        "(half of such raters within 20 questions)."
    )
    assert told[1] == rule_in_words(Control())
    assert told[2] == "That is with 1 or fewer of 4 right."


def test_what_is_asked_by_gain_until_recall_is_known_is_told() -> None:
    rule = Stopping(width=0.1, figure="recall")
    told = sections(data_items(30), order="gain", stopping=rule)
    assert any(
        "where the estimate for the system gains most" in one for one in told["What is asked"]
    )
    assert told["When it ends"] == (
        "No new items are asked once the 95% interval of the system's recall, which is valid "
        "however often one looks, is no wider than 0.1; it goes by the majority for items with all "
        "their judgments.",
    )


def test_raters_of_systems_are_not_told_whose_a_correction_is() -> None:
    hidden = "nor which system wrote what"
    assert hidden in sections(data_items(5), task="choice")["What is asked"][-1]
    assert hidden not in sections(data_items(5))["What is asked"][-1]


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    question = ScreeningQuestion(name="home", ask="Where?", options=("a", "b"))
    screening = Screening(questions=(question,), quotas=(Quota(where={"home": "a"}, places=9),))
    told = sections(data_items(5), n_judgments=1, screening=screening)["Raters"]
    assert told[1:] == (
        "Before work, raters are screened by 1 question.",
        "There is 1 quota with 9 places in all.",
        "One rater can answer at most 5 questions, so at least 1 rater is needed.",
        "With 1 rater, each answers about 5 questions, which takes 1 minute at 12 seconds per "
        "question.",
    )


def test_the_text_is_all_sections() -> None:
    planned = planned_from_items(Configuration(name="p", task="extraneous", seed=1), data_items(5))
    whole = design_text(planned)
    for section in design_sections(planned):
        assert " ".join(section.sentences) in whole
