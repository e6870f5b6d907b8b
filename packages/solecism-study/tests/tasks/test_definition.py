"""Users' own tasks: read from TOML, checked, answered, imported, and carried in bundles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism_study.configuration import Configuration, canonical_json, decode_configuration
from solecism_study.exchange.bundle import bundle, read_bundle
from solecism_study.exchange.imports import import_judgments
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.study import Study, create_study, open_study
from solecism_study.tasks.registry import (
    TaskDefinition,
    defined_task,
    read_definition,
    user_defined_task,
)
from studies import START, data_items, make_study, new_rater, work

Made = Callable[..., Study]
# As version 0.1.0 computed it.
DIGEST = "5a8b5790c7d782447d0e4562831f042de89b0a1b292b71ad62cf5f9a7e946c84"
TEXT = """
name = "register"
title = "Does it fit?"
prompt = "How does the marked word sound?"
guideline = "Judge the marked word."
kinds = ["preposition"]

[[fields]]
name = "answer"
label = "It is"
options = [
  { value = "fits", label = "Fitting", key = "1", means = "ok" },
  { value = "informal", label = "Too informal", key = "2", means = "error" },
  { value = "rude", label = "Rude", key = "3", means = "error" },
]

[[fields]]
name = "better"
label = "Better"
kind = "words"
when = ["informal", "rude"]
max_words = 2

[[fields]]
name = "sure"
label = "How sure?"
options = [
  { value = "low", label = "Not very", key = "l", confidence = 0.5 },
  { value = "high", label = "Sure", key = "h", confidence = 1.0 },
]
"""


def own() -> TaskDefinition:
    return read_definition(TEXT, file="own.toml")


def own_study(location: str) -> Study:
    return make_study(location, task="register", definition=own())


def test_answers_mean_what_the_file_says(scratch: Path) -> None:
    study = own_study(str(scratch / "own"))
    ann = new_rater(study)
    values = {"answer": ["rude"], "better": ["on, upon"], "sure": ["low"]}
    work(study, ann, answers=lambda lease: values, n=1)
    work(study, ann, answers=lambda lease: {"answer": ["fits"], "sure": ["high"]}, n=1)
    first, second = recorded_judgments(study)
    assert (first.answer, first.alternatives, first.confidence) == ("error", ("on", "upon"), 0.5)
    assert (first.task, first.notes["rating"], first.notes["sure"]) == ("register", "rude", "low")
    assert (second.answer, second.notes["rating"]) == ("ok", "fits")
    assert defined_task(own()).tells_errors
    study.close()
    assert open_study(str(scratch / "own")).task.title == "Does it fit?"


def test_judgments_made_elsewhere_are_imported(scratch: Path) -> None:
    study = own_study(str(scratch / "own"))
    site = data_items(1)[0].site
    judgment = Judgment(site, "ann", "error", confidence=1.0, alternatives=("on",))
    assert import_judgments(study, [judgment], now=START).n_imported == 1
    [kept] = recorded_judgments(study)
    assert (kept.answer, kept.notes["rating"], kept.confidence) == ("error", "informal", 1.0)


def test_a_bundle_carries_the_task_as_data(scratch: Path) -> None:
    study = own_study(str(scratch / "own"))
    contents = read_bundle(bundle(study, now=START), file="own.zip")
    again = create_study(str(scratch / "again"), contents.configuration, contents.items, now=START)
    assert again.task.prompt == {"": "How does the marked word sound?"}
    assert again.configuration.digest == study.configuration.digest


def test_studies_without_an_own_task_keep_their_bytes() -> None:
    # The default of late answers was a day when this digest was computed.
    plain = Configuration(name="test", task="extraneous", seed=7, late_minutes=1440)
    assert b"definition" not in canonical_json(plain)
    assert decode_configuration(canonical_json(plain)).digest == plain.digest == DIGEST


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('= "register"', '= "usage"'), "known already"),
        (('= "register"', '= "Re gister"'), "name"),
        (('kinds = ["preposition"]', 'kinds = ["verb"]'), "no kind 'verb'"),
        (('name = "answer"', 'name = "verdict"'), "no field is called 'answer'"),
        (('key = "2"', 'key = "1"'), "the key '1' is given twice"),
        (('key = "2"', 'key = "u"'), "key"),
        (('when = ["informal", "rude"]', 'when = ["wrong"]'), "is no option"),
        (('value = "high"', 'value = "low"'), "two options have the same value"),
        (('name = "sure"', 'name = "better"'), "two fields have the same name"),
        (("title", "titel"), "titel"),
        (('label = "It is"', 'label = "It is"\nscale = true'), "numbers as values"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(change: tuple[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        user_defined_task(read_definition(TEXT.replace(*change), file="own.toml"))


def test_what_is_no_toml_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match=r"own\.toml:2: is not valid TOML"):
        read_definition("name = 'a'\ntitle = = 'b'\n", file="own.toml")
