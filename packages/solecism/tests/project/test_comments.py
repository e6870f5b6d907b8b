"""Comments that turn checking off, and what is said about those that are wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rule_detector import RuleDetector
from solecism.checking.suggested_edits import fixed_text
from solecism.checking.texts import check_text
from solecism.finding import CheckedSentence, Place
from solecism.project.comments import CheckingComments, read_comments, without_disabled_findings


def checked(text: str, *, markup: bool = True) -> tuple[list[CheckedSentence], CheckingComments]:
    comments = CheckingComments(markup)
    lines = text.splitlines(keepends=True)
    sentences = check_text(lines, RuleDetector(), document="a", file="a.md", markup=markup)
    return list(without_disabled_findings(sentences, comments)), comments


def places(text: str, *, markup: bool = True) -> list[tuple[int, str]]:
    sentences, _ = checked(text, markup=markup)
    return [(found.place.line, found.text) for each in sentences for found in each.findings]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("We depend of it. <!-- solecism: ignore-line -->\nWe depend of it.\n", [2]),
        ("We depend of it. % solecism: ignore-line\nWe depend of it.\n", [2]),
        ("<!-- solecism: ignore-next-line -->\nWe depend of it.\nWe depend of it.\n", [3]),
        ("solecism: ignore-next-line\nWe depend of it.\nWe depend of it.", [3]),
        ("We depend of it.\n\nsolecism: off\n\nWe depend of it.\nWe depend of it.\n", [1]),
        ("solecism: off\nWe depend of it.\nsolecism: on\nWe depend of it.\n", [4]),
        ("solecism: off spelling, tense\nWe depend of it.\n", [2]),
        ("solecism: off wrong-preposition\nWe depend of it.\nWe discuss about it.\n", [3]),
        ("solecism: off\nWe depend of it.\nsolecism: on wrong-preposition\nWe depend of it.", [4]),
        ("# solecism: off\n", []),
        ("```\n<!-- solecism: off -->\n```\n\nWe depend of it.\n", [5]),
        ("We depend of it, `<!-- solecism: ignore-line -->`.\n", [1]),
        ("We depend\n% solecism: ignore-next-line\nof it, as you know.\nWe depend of it.\n", [4]),
        ("We depend of it. We depend of it. <!-- solecism: ignore-line -->", []),
    ],
)
def test_what_comments_turn_off(text: str, shown: list[int]) -> None:
    assert [line for line, _ in places(text)] == shown


def test_a_block_may_be_inside_a_line() -> None:
    quoted = "<!-- solecism: off -->We depend of it.<!-- solecism: on -->"
    sentences, _ = checked(f"We depend of it. {quoted} We depend of it.")
    assert [found.place.column for each in sentences for found in each.findings] == [11, 88]


def test_code_fences_mean_nothing_in_plain_text() -> None:
    assert places("```\nsolecism: off\n```\nWe depend of it.\n", markup=False) == []


def test_the_text_of_a_comment_is_not_checked_and_stays() -> None:
    text = "Look. <!-- solecism: off depend of -->\n\nWe depend of it. % solecism: ignore-line\n"
    sentences, _ = checked(text)
    assert [word for each in sentences for word in each.sentence.words if "sole" in word] == []
    assert "".join(fixed_text(sentences)) == text


def test_what_is_hidden_is_not_mended() -> None:
    text = "We depend of it.\nWe depend of it. % solecism: ignore-line\n"
    sentences, _ = checked(text)
    assert "".join(fixed_text(sentences)) == text.replace("of", "on", 1)


def test_sentences_come_as_soon_as_their_line_is_read() -> None:
    taken: list[int] = []

    def sentences() -> Iterator[CheckedSentence]:
        source = ["We depend of it.\n\n"] * 5
        for number, each in enumerate(
            check_text(source, RuleDetector(), document="a", file="a.md"), 1
        ):
            taken.append(number)
            yield each

    stream = without_disabled_findings(sentences(), CheckingComments())
    next(stream)
    assert taken == [1]
    assert len(list(stream)) == 4


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("solecism: of", "a.md:1: `solecism: of` is not known. Did you mean 'off'?"),
        (
            "<!-- solecism: -->",
            "a.md:1: `solecism:` is not known. Allowed: off, on, ignore-line, ignore-next-line.",
        ),
        (
            "% solecism: ignore-nextline",
            "a.md:1: `solecism: ignore-nextline` is not known. Did you mean 'ignore-next-line'?",
        ),
        (
            "solecism: off wrong-prepositon",
            "a.md:1: `solecism: off wrong-prepositon` names 'wrong-prepositon', which is no kind "
            "of error. Did you mean 'wrong-preposition'?",
        ),
        ("solecism: off", "a.md:1: `solecism: off` hides no finding."),
        ("solecism: on", "a.md:1: `solecism: on` ends no `solecism: off`."),
        ("solecism: ignore-line", "a.md:1: `solecism: ignore-line` hides no finding."),
        (
            "<!-- solecism: \x1b[2J -->",
            "a.md:1: `solecism: \ufffd[2J` is not known. "
            "Allowed: off, on, ignore-line, ignore-next-line.",
        ),
    ],
)
def test_comments_that_are_wrong_or_useless_get_a_note(line: str, note: str) -> None:
    assert read_comments([line]).notes("a.md") == [note]


def test_comments_that_hide_something_get_none() -> None:
    _, comments = checked("solecism: off\nWe depend of it.\nsolecism: on\nAll is well.\n")
    assert comments.notes("a.md") == []


def test_a_comment_about_kinds_that_are_not_looked_for_gets_none() -> None:
    comments = read_comments(["solecism: off spelling"])
    assert comments.notes("a.md", ["wrong-preposition"]) == []
    assert len(comments.notes("a.md", ["spelling"])) == 1


def test_many_wrong_comments_get_few_notes() -> None:
    comments = read_comments(["solecism: of"] * 500)
    notes = comments.notes("a.md")
    assert len(notes) == 11
    assert notes[-1] == "a.md: 490 more comments are wrong or have no effect."


def test_kinds_of_other_detectors_are_hidden_by_comments_about_all_kinds() -> None:
    comments = read_comments(["solecism: off"])
    assert comments.hides(Place(2, 1), Place(2, 2), "clumsiness")
    assert comments.hides(Place(2, 1), Place(2, 2), None)
