"""Files of people's own rules: what is read, and what is refused with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.formats import rules
from solecism.rulebook.rule import MOST_LISTED

RULE = """
[[rule]]
id = "{id}"
kind = "wrong-word"
message = "Write get in touch."
pattern = {pattern}
suggestion = "get~$1 in touch"
"""
MANY = " ".join(map(str, range(MOST_LISTED + 1)))


def rule(id: str = "touch-base", pattern: str = '"<touch> base"') -> str:
    return RULE.format(id=id, pattern=pattern)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house-rules.toml"


def test_rules_have_the_name_of_the_file_as_their_subject_and_their_place(file: Path) -> None:
    lists = '[lists]\nbase = "base bases"\n'
    file.write_text(lists + rule() + rule("two", '"<touch> @base @modal"'))
    first, second = rules.read(str(file))
    assert (first.subject, first.place) == ("house-rules", f"{file}:4")
    assert (second.id, second.place) == ("two", f"{file}:11")
    assert "bases" in second.cases[0].pattern.elements[1].words


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (rule() + rule(), ":9: rule 'touch-base': there are two rules"),
        (rule("one") + rule("two", '"of ("'), ":9: rule 'two': a parenthesis is not closed"),
        (rule(pattern='"@nothing"'), ":2: rule 'touch-base': there is no list 'nothing'"),
        (rule(pattern="7"), ":2: rule 'touch-base': pattern: is not a text"),
        (rule(pattern='["of", 7]'), ":2: rule 'touch-base': pattern: is not a text"),
        (rule(pattern=str(["of"] * 41).replace("'", '"')), "pattern: has 41 entries"),
        ('[[rule]]\nid = "a"\n', ":1: rule 'a': kind is missing"),
        ("rule = 1\n", "rule: is not a list"),
        ("rule = [1]\n", ":1: rule 1: is not a table"),
        ("lists = 1\n", "lists: is not a table"),
        ("[lists]\na = 1\n", "lists: a: is not a text"),
        (
            f'[lists]\na = "{" ".join(map(str, range(MOST_LISTED + 1)))}"\n',
            "more than 10,000 words",
        ),
        ('[rules]\nid = "a"\n', "there is no table 'rules'"),
        ("[[rule]\n", ":1: is not valid TOML"),
        (f"a = {'[' * 5_000}", "nested too deeply"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(file: Path, text: str, problem: str) -> None:
    file.write_text(text)
    with pytest.raises(InputError) as error:
        rules.read(str(file))
    assert str(error.value).startswith(str(file))
    assert problem in str(error.value)


def test_bad_utf_8_is_told_with_its_line(file: Path) -> None:
    file.write_bytes(b"# one\n# caf\xe9\n")
    with pytest.raises(InputError, match=":2: is not UTF-8"):
        rules.read(str(file))


def test_a_file_that_is_too_large_is_not_read(file: Path) -> None:
    file.write_bytes(b"#" * (rules.MOST_BYTES + 1))
    with pytest.raises(InputError, match="larger than 16 MB"):
        rules.read(str(file))


@pytest.mark.parametrize(
    "patterns",
    [
        ['"of"'] * 40,
        ['"<@verb>{0,8} of"'] * 40,
        [f'"{"|".join(f"w{number}" for number in range(90))} of"'] * 40,
    ],
)
def test_rules_with_thousands_of_patterns_are_refused(file: Path, patterns: list[str]) -> None:
    verbs = " ".join(f"verb{number}" for number in range(2_000))
    several = (rule(f"r{number}", f"[{', '.join(patterns)}]") for number in range(600))
    file.write_text(f'[lists]\nverb = "{verbs}"\n{"".join(several)}')
    with pytest.raises(InputError, match="more than 20,000 patterns and 200,000 words"):
        rules.read(str(file))
