"""`solecism.Checker` and what its findings say of themselves."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import solecism
from sample_documents import make_docx
from solecism.checking.checked_text import TextFinding

TEXT = (
    "\n\n  I depend of you.\r\n\r\n# A *title*\n\nShe have *went* of home 😀 today.\rHe go home.\n"
)


@pytest.fixture(scope="module")
def checker() -> solecism.Checker:
    return solecism.Checker(detector="light", audience="teacher")


@pytest.mark.parametrize("markup", [True, False])
def test_offsets_are_those_of_the_text_that_was_given(markup: bool) -> None:
    checked = solecism.check(TEXT, audience="teacher", markup=markup)
    assert checked.text == TEXT
    assert [finding.text for finding in checked][:1] == ["of"]
    assert len(checked) > 2
    for finding in checked:
        assert TEXT[finding.offset : finding.end_offset] == finding.text


def test_each_of_several_texts_has_its_own_offsets(checker: solecism.Checker) -> None:
    first, second = checker.check(["I depend of you.", "We insist of it."])
    assert (first.file, first.offset, second.file, second.offset) == ("text1", 9, "text2", 10)


def test_offsets_in_a_document_are_those_of_its_plain_text(
    checker: solecism.Checker, tmp_path: Path
) -> None:
    path = tmp_path / "letter.docx"
    path.write_bytes(make_docx(["This is a title.", "I depend of you."]))
    checked = checker.check(path)
    [finding] = checked
    assert finding.where == "paragraph 2"
    assert checked.text[finding.offset : finding.end_offset] == finding.text == "of"


def test_a_finding_says_everything_in_json(checker: solecism.Checker) -> None:
    [finding] = checker.check("Hello. I depend of you.")
    told = json.loads(json.dumps(finding.to_dict()))
    assert told["explanation"] == finding.explanation
    assert "depend" in finding.explanation
    assert told.pop("suggestions")[0] == {"text": "on", "p": finding.flag.suggestions[0].p}
    assert told == {
        "text": "of",
        "offset": 16,
        "end_offset": 18,
        "kind": "wrong-preposition",
        "confidence": finding.confidence,
        "readers": finding.readers,
        "explanation": finding.explanation,
        "page": "prepositions",
        "rule": "",
        "file": "text",
        "line": 1,
        "column": 17,
        "where": "",
        "sentence": "I depend of you.",
    }


def test_an_error_without_a_kind_is_called_an_error(checker: solecism.Checker) -> None:
    [found] = checker.check("I depend of you.")
    flag = type(found.flag)(found.flag.site, "mine", error=True)
    place, sentence = found.place, found.sentence
    unnamed = TextFinding(flag, "text", place, sentence, found.start, found.end, found.origin)
    assert (unnamed.kind, unnamed.page, unnamed.readers) == ("error", "", None)


def test_many_texts_and_files_are_checked_in_their_order(
    checker: solecism.Checker, tmp_path: Path
) -> None:
    path = tmp_path / "note.txt"
    path.write_text("We insist of it.", encoding="utf-8")
    given: list[str | Path] = ["I depend of you.", path, "I like it."]
    found = [[finding.text for finding in checked] for checked in checker.check_many(given)]
    assert found == [["of"], ["of"], []]


def test_a_single_text_is_not_taken_for_many(checker: solecism.Checker) -> None:
    with pytest.raises(TypeError, match="Give check a single one"):
        checker.check_many("I depend of you.")


def test_threads_and_tasks_share_a_checker() -> None:
    shared = solecism.Checker(audience="teacher", remembers=True)
    texts = [f"I depend of you. She have went to the {n}th floor." for n in range(8)]
    expected = [[each.to_dict() for each in shared.check(text)] for text in texts]

    with ThreadPoolExecutor(8) as threads:
        assert [
            [e.to_dict() for e in each] for each in threads.map(shared.check, texts)
        ] == expected

    async def all_at_once() -> list[list[dict[str, object]]]:
        checked = await asyncio.gather(*map(shared.check_async, texts))
        return [[each.to_dict() for each in found] for found in checked]

    # In a thread of its own, because this one may have a loop for a browser.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(all_at_once())).result() == expected


def test_a_fixed_text_is_a_string(checker: solecism.Checker) -> None:
    assert checker.fix("I depend of you.\n") == "I depend on you.\n"


def test_half_a_character_harms_neither_its_text_nor_later_ones() -> None:
    [finding] = solecism.check("He \ud800 went to home \udfff.", audience="teacher")
    assert finding.text == "to"
    [other] = solecism.check("We all depend of the weather.")
    assert other.suggestions[0] == "on"
