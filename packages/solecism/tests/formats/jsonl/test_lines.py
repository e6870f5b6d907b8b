"""JSON Lines: every type of object, checked by type and range."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from solecism.edit import Annotation, Edit
from solecism.errors import FormatError, InputError
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.sentence import Sentence, from_words
from solecism.site import Flag, Site
from solecism.tree import NOTHING, Leaf, Tree

KINDS: list[type[Any]] = [Sentence, Site, Flag, Judgment]


@given(st.lists(strategies.sentences(), max_size=2))
def test_sentences_come_back(sentences: list[Sentence]) -> None:
    assert list(jsonl.parse(jsonl.format(sentences), file="x")) == sentences


@given(
    st.lists(strategies.sites(), max_size=3),
    st.lists(strategies.FLAGS, max_size=3),
    st.lists(strategies.JUDGMENTS, max_size=3),
)
def test_sites_flags_and_judgments_come_back(
    sites: list[Site], flags: list[Flag], judgments: list[Judgment]
) -> None:
    assert list(jsonl.parse(jsonl.format(sites), Site, file="x")) == sites
    assert list(jsonl.parse(jsonl.format(flags), Flag, file="x")) == flags
    assert list(jsonl.parse(jsonl.format(judgments), Judgment, file="x")) == judgments


def test_empty_fields_are_left_out() -> None:
    judgment = Judgment("essay7.3:4-5:preposition", "ann", "ok")
    assert list(jsonl.format([judgment])) == [
        '{"site":"essay7.3:4-5:preposition","rater":"ann","answer":"ok"}\n'
    ]
    assert list(jsonl.format([from_words("essay7.3", ["Hi"])])) == [
        '{"id":"essay7.3","text":"Hi","words":["Hi"],"starts":[0]}\n'
    ]


def test_a_site_is_written_with_its_id() -> None:
    (line,) = jsonl.format([Site("essay7.3", 4, 5, "preposition", "at")])
    assert '"id":"essay7.3:4-5:preposition"' in line


def test_a_tree_is_nested_lists_with_its_surface_tags() -> None:
    tree = Tree(
        "NP-SBJ", (Leaf("DT", "the"), Tree("NP", (Leaf("NN", "car", "NNS"),)), Tree("X", ()))
    )
    (line,) = jsonl.format([Sentence("a", "", (), (), trees=(tree,))])
    assert '"trees":[["NP-SBJ",["DT","the"],["NP",["NN","car","NNS"]],["X"]]]' in line


def test_a_deep_tree_comes_back() -> None:
    tree = Tree("NP", (Leaf("NN", "car"),))
    for _ in range(450):
        tree = Tree("NP", (tree,))
    (sentence,) = jsonl.parse(jsonl.format([Sentence("a", "", (), (), trees=(tree,))]), file="x")
    assert len(list(sentence.trees[0].phrases())) == 451


def test_starts_may_be_left_out_where_the_text_tells_them() -> None:
    line = '{"id":"a.1","text":"It\'s me","words":["It","\'s","me"]}'
    (sentence,) = jsonl.parse([line], file="x")
    assert sentence.starts == (0, 2, 5)


def test_blank_lines_are_passed_over() -> None:
    lines = list(jsonl.format([Site("a", 0, 1, "b"), Site("c", 0, 1, "d")]))
    assert len(list(jsonl.parse(["\n", lines[0], "  \n", lines[1]], Site, file="x"))) == 2


JUDGMENT = '{"site":"a","rater":"b","answer":"ok"'
EDIT = '{"start":0,"before":["Ho"],"after":[]}'
SENTENCE = '{"id":"a","text":"Hi","words":["Hi"],"starts":[0]'


@pytest.mark.parametrize(
    ("noun", "line", "problem"),
    [
        (Judgment, JUDGMENT + ',"confidence":1.5}', "confidence is 1.5. Expected `float` <= 1.0"),
        (Judgment, JUDGMENT + ',"seconds":-2}', "seconds is -2. Expected `float` >= 0.0"),
        (Judgment, JUDGMENT + ',"seconds":"2"}', "seconds is '2'. Expected `float"),
        (Judgment, JUDGMENT + ',"mood":1}', "unknown field `mood`. The fields are site, rater"),
        (Judgment, JUDGMENT + ',"seconds":NaN}', "not a JSON object"),
        (Judgment, JUDGMENT + ',"seconds":1e999}', "out of range"),
        (Judgment, JUDGMENT + ',"seconds":' + "9" * 5000 + "}", "out of range"),
        (Judgment, JUDGMENT + ',"notes":{"a":1}}', "notes"),
        (Judgment, JUDGMENT, "not a JSON object"),
        (Judgment, JUDGMENT + "} {}", "not a JSON object"),
        (Judgment, '{"site":"a","rater":"","answer":"ok"}', "rater is ''"),
        (Judgment, '{"site":"a","rater":"b"}', "missing required field `answer`"),
        (Judgment, '{"site":"\\ud800","rater":"b","answer":"ok"}', "surrogate"),
        (Judgment, "[1, 2]", "Expected `object`, got `array`"),
        (Judgment, "hello", "'hello' is not a JSON object"),
        (Flag, '{"site":"a","system":"b","error":1}', "error is 1. Expected `bool`"),
        (
            Flag,
            '{"site":"a","system":"b","error":true,"suggestions":[{"text":"x","p":2}]}',
            r"suggestions\[0\].p is 2",
        ),
        (Site, '{"sentence":"a","start":2,"end":1,"kind":"b"}', "ends at 1, before it starts at 2"),
        (Site, '{"sentence":"a","start":-2,"end":1,"kind":"b"}', "start is -2"),
        (
            Site,
            '{"id":"x","sentence":"a","start":1,"end":1,"kind":"b"}',
            "id is 'x', but the other fields make it 'a:1-1:b'",
        ),
        (Sentence, '{"id":"a","text":"Hi","words":["Hi"],"starts":[1]}', "not at character 1"),
        (Sentence, '{"id":"a","text":"Hi","words":["Ho"]}', "'Ho' is not in the text"),
        (Sentence, SENTENCE + ',"tags":["NN","NN"]}', "1 words but 2 tags"),
        (Sentence, SENTENCE + ',"columns":{"head":["1","2"]}}', "1 words but 2 head"),
        (
            Sentence,
            SENTENCE + ',"chunks":[{"label":"NP","start":0,"end":2,"head":0}]}',
            "the chunk NP 0-2 with head 0 does not fit",
        ),
        (
            Sentence,
            SENTENCE + ',"annotations":[{"annotator":"0","edits":[' + EDIT + "]}]}",
            "expects 'Ho' but finds 'Hi'",
        ),
        (Sentence, SENTENCE + ',"trees":[["NP",5]]}', "not a phrase of a tree"),
        (Sentence, SENTENCE + ',"trees":[["NN","Hi"]]}', "not a phrase of a tree"),
        (
            Sentence,
            SENTENCE + ',"trees":[' + '["NP",' * 600 + '["X"]' + "]" * 601 + "}",
            "more than 500 phrases",
        ),
        (
            Sentence,
            SENTENCE + ',"trees":[' + '["NP",' * 100_000 + "]" * 100_001 + "}",
            "nested too deeply",
        ),
    ],
)
def test_mistakes_are_told_with_line_and_value(noun: type[Any], line: str, problem: str) -> None:
    good = {
        Judgment: JUDGMENT + "}",
        Sentence: SENTENCE + "}",
        Flag: '{"site":"a","system":"b","error":true}',
        Site: '{"sentence":"a","start":1,"end":1,"kind":"b"}',
    }[noun]
    with pytest.raises(FormatError, match=problem) as caught:
        list(jsonl.parse([good, good, line, good], noun, file="x.jsonl"))
    assert (caught.value.file, caught.value.line) == ("x.jsonl", 3)
    assert len(str(caught.value)) < 250


def many_judgments(path: Path, line: str, number: int) -> str:
    """A file of plain judgments, of which one line is another."""
    lines = [f'{{"site":"s{n}","rater":"b","answer":"ok"}}' for n in range(10_000)]
    lines[number - 1] = line
    path.write_bytes("\n".join(lines).encode(errors="surrogateescape"))
    return str(path)


@pytest.mark.parametrize("number", [1, 1500, 10_000])
@pytest.mark.parametrize(
    "line",
    [
        JUDGMENT + ',"gold":"ok","seconds":2.5,"notes":{"a":"b"}}',
        JUDGMENT + ',"task":"t","stage":"1","batch":"2"}',
        "   ",
    ],
)
def test_answers_are_those_of_the_judgments(line: str, number: int, tmp_path: Path) -> None:
    path = many_judgments(tmp_path / "j.jsonl", line, number)
    fields = ("site", "rater", "answer", "task", "stage", "batch", "seconds", "gold", "notes")
    judgments = jsonl.read(path, Judgment)
    for answer, judgment in zip(jsonl.read_answers(path), judgments, strict=True):
        assert all(getattr(answer, name) == getattr(judgment, name) for name in fields)


@pytest.mark.parametrize("number", [1, 1500, 10_000])
@pytest.mark.parametrize(
    "line",
    [
        JUDGMENT + ',"mood":1}',
        JUDGMENT + ',"seconds":-2}',
        JUDGMENT,
        '{"site":"a","rater":"","answer":"ok"}',
        '{"site":"a","rater":"b"}',
        '{"site":"\\ud800","rater":"b","answer":"ok"}',
        '{"site":"\udcff","rater":"b","answer":"ok"}',
        "[1, 2]",
    ],
)
def test_mistakes_in_answers_are_told_as_those_in_judgments(
    line: str, number: int, tmp_path: Path
) -> None:
    path = many_judgments(tmp_path / "j.jsonl", line, number)
    with pytest.raises(FormatError) as expected:
        list(jsonl.read(path, Judgment))
    with pytest.raises(FormatError) as caught:
        list(jsonl.read_answers(path))
    assert str(caught.value) == str(expected.value)
    assert caught.value.line == number


def test_what_is_no_character_is_not_written() -> None:
    with pytest.raises(InputError, match=r"'a': '\\ud800' is not a character"):
        list(jsonl.format([from_words("a", ["\ud800"])]))


def test_what_could_not_be_read_is_not_written() -> None:
    with pytest.raises(InputError, match="confidence"):
        list(jsonl.format([Judgment("a", "b", "ok", confidence=2)]))
    edit = Annotation("0", (Edit(-1, (), ()),))
    with pytest.raises(InputError, match="start"):
        list(jsonl.format([Sentence("a", "", (), (), annotations=(edit,))]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | strategies.ANY_TEXT,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(strategies.ANY_TEXT, inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(KINDS), st.lists(strategies.ANY_TEXT | JSON.map(repr), max_size=3))
def test_any_lines_give_objects_or_a_format_error(noun: type[Any], lines: list[str]) -> None:
    try:
        found = list(jsonl.parse(lines, noun, file="x"))
    except FormatError:
        return
    assert all(isinstance(one, noun) for one in found)


@given(st.data(), strategies.sentences(), strategies.FLAGS)
def test_damaged_lines_give_objects_or_a_format_error(
    data: st.DataObject, sentence: Sentence, flag: Flag
) -> None:
    given_nouns: list[tuple[type[Any], Any]] = [(Sentence, sentence), (Flag, flag)]
    for noun, given_noun in given_nouns:
        lines = data.draw(strategies.mutated("".join(jsonl.format([given_noun]))))
        try:
            found = list(jsonl.parse(lines, noun, file="x"))
        except FormatError:
            continue
        assert all(isinstance(one, noun) for one in found)


def test_a_tree_keeps_what_stood_where_errors_were_made() -> None:
    leaves = (
        Leaf("VBZ", "in", "IN", Leaf("VBZ", "is")),
        Leaf("TO", "to", None, NOTHING),
        Leaf("-NONE-", "0", None, Leaf("DT", "the")),
    )
    sentence = Sentence("a", "", (), (), trees=(Tree("VP", leaves),))
    (line,) = jsonl.format([sentence])
    assert '["VBZ","in","IN",["VBZ","is"]],["TO","to",null,[]]' in line
    assert list(jsonl.parse([line], file="x")) == [sentence]


@pytest.mark.parametrize(
    "leaf",
    ['["A","b",null,["C"]]', '["A","b",1,[]]', '["A","b",null,"c"]', '["A","b",null,[],[]]'],
)
def test_a_leaf_that_cannot_have_been_changed_so_is_refused(leaf: str) -> None:
    line = f'{{"id":"a","text":"","words":[],"trees":[["NP",{leaf}]]}}'
    with pytest.raises(FormatError, match="is not a phrase of a tree"):
        list(jsonl.parse([line], file="x"))
