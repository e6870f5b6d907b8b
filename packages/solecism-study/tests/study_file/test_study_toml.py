"""Study files: what is read, what is refused and how, and that the schema agrees."""

from __future__ import annotations

import tomllib
from typing import Any

import jsonschema_rs
import pytest

from places import EXAMPLES, ROOT
from solecism.errors import FormatError, InputError
from solecism_study.study_file.schema import schema
from solecism_study.study_file.study_toml import format, line_of, parse

EXAMPLE = (EXAMPLES / "study.toml").read_text()
WHOLE = """
study = "folder"
title = 'Sentences of "learners"'
seed = 9

[task]
name = "acceptability"
points = 5
instructions = "guide.txt"

[items]
file = "a.txt"
judgments = 4
order = "gain"
outputs = ["one.txt", "two.txt"]

[[items.batch]]
name = "first"
size = 3

[[items.batch]]
name = "second"
size = 2
after = 10

[people]
raters = 20
most_each = 60
open_to_all = true
retention_days = 90

[people.rules.limits]
item_seconds = 30

[[people.rules.question]]
name = "age"
ask = "How old are you?"
kind = "number"
least = 18

[control_items]
answers = "gold.jsonl"
share = 0.2
bar = 0.8

[money]
price = 0.05
fee = 0.33
budget = "12.5"
currency = "EUR"

[platform]
name = "panel:worker"
return_url = "https://panel.example/{code}"

[platform.codes]
complete = "C1"
"1:complete" = "C2"

[stages]
delay_hours = 48

[stopping]
width = 0.1
figure = "recall"

[analysis]
plan = \"\"\"
Alpha over all items.
No rater is left out.\"\"\"
error_share = 0.1
"""


def test_what_is_written_is_what_was_read() -> None:
    for text in (EXAMPLE, WHOLE):
        read = parse(text, file="study.toml")
        assert parse(format(read), file="study.toml") == read
    assert read.items.batches[1].after == 10
    assert read.platform is not None
    assert read.platform.codes == {"complete": "C1", "1:complete": "C2"}
    assert read.analysis.plan == "Alpha over all items.\nNo rater is left out."


def test_the_documentation_shows_the_bundled_file() -> None:
    page = (ROOT / "docs" / "study_file.md").read_text()
    without_comment = EXAMPLE.split("\n", 2)[2]
    assert f"```toml\n{without_comment}```" in page


def refused(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(text, file="study.toml")
    return str(caught.value)


WRONG = [
    ("judgments = 4", "judgments = 0", "13: items.judgments is 0. Give a whole number from 1 to"),
    ("judgments = 4", 'judgments = "4"', '13: items.judgments is "4". Give a whole number'),
    ("judgments = 4", "judgment = 4", "13: items.judgment is not known here. Did you mean judg"),
    ("raters = 12", "raters = 1.5", "16: people.raters is 1.5. Give a whole number from 1 to 1,"),
    ("share = 0.15", "share = 0.6", "21: control_items.share is 0.6. Give a number from 0 to 0.5"),
    ("share = 0.15", "share = nan", "21: control_items.share is nan. Give a number from 0 to 0.5"),
    ("share = 0.15", "bar = 1.0", "21: control_items.bar is 1.0. Give a number above 0 and below"),
    ('price = "0.08"', 'price = "8 c"', '24: money.price is "8 c". Give an amount such as "0.05"'),
    ("fee = 0.33", 'currency = "EURO"', '25: money.currency is "EURO". Give three capital letters'),
    ('complete = "C0MPLETE"', "complete = 7", "32: platform.codes.complete is 7. Give a text in"),
    ('file = "sites.jsonl"', "", "10: items.file is missing. Give a text in quotation marks."),
    ('name = "usage"', 'kinds = ["verb"]', '8: task.kinds[1] is "verb". Give one of determiner,'),
    ("[people]", "[peoples]", "15: peoples is not known here. Did you mean people?"),
]


@pytest.mark.parametrize(("old", "new", "told"), WRONG)
def test_a_wrong_value_is_told_with_its_line_and_what_to_write(
    old: str, new: str, told: str
) -> None:
    message = refused(EXAMPLE.replace(old, new))
    assert message.startswith(f"study.toml:{told}")
    assert not {"`", "$", "Expected", "Object"} & set(message.replace(".", " ").split())


def test_what_would_do_nothing_is_told() -> None:
    without_price = EXAMPLE.replace('price = "0.08"', "")
    assert refused(without_price).startswith(
        "study.toml:25: money.fee does nothing here: it is about money: give money.price."
    )
    without_gold = EXAMPLE.replace('answers = "control.answers.jsonl"', "")
    assert "control_items.share does nothing here: it is about control items" in refused(
        without_gold
    )


def test_what_is_no_toml_and_what_does_not_fit_together_are_told() -> None:
    assert refused("[task\n").startswith("study.toml:1: is not valid TOML")
    question = '[[people.rules.question]]\nname = "a"\nask = "b"'
    text = EXAMPLE.replace("most_each = 120", question)
    assert "question 'a': give at least two options" in refused(text)


def test_the_line_is_that_of_the_nearest_table_where_the_value_has_none() -> None:
    text = "[items]\nfile = 'a'\n[[items.batch]]\nname = 'b'\n[[items.batch]]\nname = 'c'\n"
    assert line_of(text, ("items", "batch", 1, "size")) == 5
    assert line_of(text, ("items", "batch", 0, "name")) == 4
    assert line_of(text, ("money", "price")) == 1


def is_valid(table: dict[str, Any]) -> bool:
    return bool(jsonschema_rs.Draft202012Validator(schema()).is_valid(table))


def test_the_schema_is_one_and_accepts_what_the_reader_accepts() -> None:
    assert jsonschema_rs.meta.is_valid(schema())
    for text in (EXAMPLE, WHOLE):
        assert is_valid(tomllib.loads(text))


# JSON has no NaN.
@pytest.mark.parametrize(("old", "new"), [row[:2] for row in WRONG if "nan" not in row[1]])
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    assert not is_valid(tomllib.loads(EXAMPLE.replace(old, new)))


def test_an_error_knows_its_line() -> None:
    with pytest.raises(FormatError) as caught:
        parse(EXAMPLE.replace("seed = 7", "seed = -1"), file="f")
    assert (caught.value.file, caught.value.line) == ("f", 5)
