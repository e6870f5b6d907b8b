"""CLC-FCE XML, on scripts of our own making and on the real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solecism.edit import Edit, apply
from solecism.errors import FormatError
from solecism.formats import fce
from solecism.formats.fce import UNCORRECTED
from solecism.formats.files import read_lines
from solecism.sentence import Sentence

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<learner><head sortkey="KV1*0100*2000*01">
<candidate><personnel><language>Norse</language><age>21-25</age></personnel>
<score>31.0</score></candidate>
<text><answer1><question_number>1</question_number><exam_score>3.2</exam_score>
<coded_answer>"""
FOOT = "</coded_answer></answer1></text></head></learner>\n"


def sentences(*paragraphs: str) -> list[Sentence]:
    script = HEAD + "".join(f"<p>{paragraph}</p>\n" for paragraph in paragraphs) + FOOT
    return list(fce.parse(script.splitlines(keepends=True), document="doc7", file="doc7.xml"))


def edits(paragraph: str) -> list[tuple[int, str, str, str]]:
    (sentence,) = sentences(paragraph)
    return [
        (edit.start, " ".join(edit.before), " ".join(edit.after), edit.kind)
        for edit in sentence.annotations[0].edits
    ]


def problem(script: str) -> str:
    with pytest.raises(FormatError) as caught:
        list(fce.parse(script.splitlines(keepends=True), document="d", file="d.xml"))
    return str(caught.value)


def test_a_script_becomes_sentences_with_facts() -> None:
    first, second = sentences("Dear Kim,", "It rains.")
    assert (first.id, second.id) == ("doc7.1", "doc7.2")
    assert (first.text, first.after, second.words) == ("Dear Kim,", "\n", ("It", "rains", "."))
    assert second.notes == {
        "sortkey": "KV1*0100*2000*01",
        "first_language": "Norse",
        "age": "21-25",
        "score": "31.0",
        "question_number": "1",
        "exam_score": "3.2",
    }


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        (
            'We met <NS type="RT"><i>in</i><c>on</c></NS> Monday.',
            [(2, "in", "on", "RT")],
        ),
        ('Play <NS type="MD"><c>the</c></NS> piano.', [(1, "", "the", "MD")]),
        ('Enter <NS type="UT"><i>in</i></NS> the room.', [(1, "in", "", "UT")]),
        ('<NS type="MD"><c>The</c></NS> moon rose.', [(0, "", "The", "MD")]),
        ('It was late<NS type="MP"><c>.</c></NS>', [(3, "", ".", "MP")]),
        ('my friend<NS type="MP"><c>\'s</c></NS> car', [(2, "", "'s", "MP")]),
        ('a bed<NS type="RP"><i> </i><c></c></NS>room door', [(1, "bed room", "bedroom", "RP")]),
        ('an al<NS type="S"><i>l</i></NS>one man', [(1, "allone", "alone", "S")]),
        ('<NS type="RP"><i>alot</i><c>a lot</c></NS> of rain', [(0, "alot", "a lot", "RP")]),
    ],
)
def test_corrections_are_widened_to_whole_words_and_no_further(
    paragraph: str, expected: list[tuple[int, str, str, str]]
) -> None:
    assert edits(paragraph) == expected


def test_an_outer_correction_takes_the_inner_one_in() -> None:
    inner = '<NS type="RT"><i>of</i><c>on</c></NS>'
    outer = f'It <NS type="RV"><i>depends {inner}</i><c>rests upon</c></NS> us.'
    assert edits(outer) == [(1, "depends of", "rests upon", "RT+RV")]


def test_a_correction_may_itself_be_corrected() -> None:
    correct = 'such <NS type="FD"><i>a</i><c>an</c></NS>'
    paragraph = f'<NS type="W"><i>a such</i><c>{correct}</c></NS> owl'
    assert edits(paragraph) == [(0, "a such", "such an", "FD+W")]


def test_an_error_without_correction_is_marked() -> None:
    (sentence,) = sentences('A very <NS type="RJ">suitable</NS> owl <NS type="M"/>.')
    adjective, missing = sentence.annotations[0].edits
    assert adjective == Edit(2, ("suitable",), ("suitable",), "RJ", comment=UNCORRECTED)
    assert missing == Edit(4, (), (), "M", comment=UNCORRECTED)


def test_errors_inside_one_without_correction_stay_edits() -> None:
    inner = '<NS type="S"><i>hapy</i><c>happy</c></NS>'
    (sentence,) = sentences(f'We were <NS type="CE">much {inner} at there</NS>.')
    found = [(edit.start, edit.kind, bool(edit.comment)) for edit in sentence.annotations[0].edits]
    assert found == [(2, "CE", True), (3, "S+CE", False), (4, "CE", True)]
    assert apply(sentence.words, sentence.annotations[0].edits)[3] == "happy"


def test_a_correction_across_sentences_keeps_them_together() -> None:
    paragraph = 'I ran<NS type="RP"><i>. And</i><c> and</c></NS> fell. We laughed.'
    first, second = sentences(paragraph)
    assert first.text == "I ran. And fell."
    assert apply(first.words, first.annotations[0].edits) == ("I", "ran", "and", "fell", ".")
    assert second.text == "We laughed."


def test_corrections_that_share_a_word_become_one_edit() -> None:
    paragraph = 'a<NS type="S"><i>n</i></NS>d<NS type="S"><c>d</c></NS>er snake'
    assert edits(paragraph) == [(0, "ander", "adder", "S")]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("<a/>", "d.xml:1: the document is <a>, not <learner>"),
        (HEAD + "<p>cut", "not well-formed XML"),
        ("", "d.xml:1: not well-formed XML: no element found"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]>\n<learner>&a;</learner>', "declares the entity 'a'"),
        (
            '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<learner>&a;</learner>',
            "declares the entity 'a'",
        ),
        ("<learner>" + "<b>" * 5_000, "nested more than 100 deep"),
        ("<learner><NS type='S'/></learner>", "an <NS> outside any <p>"),
        (HEAD + "<p><NS type='S'><i>a</i><i>b</i></NS></p>" + FOOT, "a second <i> in one <NS>"),
        ("<learner>\ud800</learner>", "a character that is not text"),
    ],
)
def test_a_file_that_is_no_script_is_one_clear_error(script: str, expected: str) -> None:
    assert expected in problem(script)


PIECES = st.sampled_from(
    [
        "<p>",
        "</p>",
        '<NS type="RT">',
        "</NS>",
        "<i>",
        "</i>",
        "<c>",
        "</c>",
        "in ",
        "a.B ",
        ". ",
        " ",
    ]
)


@given(st.lists(PIECES, max_size=25), st.text(max_size=5))
@settings(deadline=None)
def test_any_text_gives_sentences_or_a_format_error(pieces: list[str], text: str) -> None:
    for script in (HEAD + "".join(pieces) + FOOT, HEAD + "".join(pieces) + text, text):
        try:
            found = list(fce.parse([script], document="d", file="d.xml"))
        except FormatError:
            continue
        for sentence in found:
            apply(sentence.words, sentence.annotations[0].edits)


ERROR = st.recursive(
    st.text("ab. ", max_size=4),
    lambda inner: st.builds(
        lambda shape, code, i, c: shape.format(code=code, i=i, c=c),
        st.sampled_from(
            [
                '<NS type="{code}"><i>{i}</i><c>{c}</c></NS>',
                '<NS type="{code}"><c>{c}</c></NS>',
                '<NS type="{code}"><i>{i}</i></NS>',
                '<NS type="{code}">{i}</NS>',
                "{i} {c}",
            ]
        ),
        st.sampled_from(["S", "RT"]),
        inner,
        inner,
    ),
    max_leaves=6,
)


def version(paragraph: str, kept: str) -> str:
    """The letters of one version, by rewriting errors from the inside out."""
    pattern = re.compile(r'<NS type="\w+">((?:(?!<NS)[^>]|</?[ic]>)*?)</NS>')
    while found := pattern.search(paragraph):
        inner = found[1]
        if "<i>" in inner or "<c>" in inner:
            part = re.search(rf"<{kept}>(.*?)</{kept}>", inner)
            inner = part[1] if part else ""
        paragraph = paragraph[: found.start()] + inner + paragraph[found.end() :]
    return re.sub(r"\s", "", paragraph)


@given(st.lists(ERROR, min_size=1, max_size=4).map(" ".join))
@example(
    '<NS type="S"><i></i><c>.</c></NS> <NS type="S"><i>. </i><c></c></NS> '
    '<NS type="S"><i>.</i><c></c></NS>'
)
@example(
    '<NS type="S"><i></i><c>.a</c></NS> <NS type="S"><i></i><c></c></NS> '
    '<NS type="S"><i>.</i><c></c></NS>'
)
@settings(deadline=None)
def test_applying_the_edits_gives_the_corrected_text(paragraph: str) -> None:
    found = sentences(paragraph)
    corrected = [apply(sentence.words, sentence.annotations[0].edits) for sentence in found]
    assert "".join(word for sentence in found for word in sentence.words) == version(paragraph, "i")
    assert "".join(word for words in corrected for word in words) == version(paragraph, "c")


def test_a_folder_of_real_scripts_reads(shared_data: Path) -> None:
    codes: list[str] = []
    for path in sorted((shared_data / "learner" / "fce" / "0100_2000_6").glob("*.xml"))[:120]:
        for sentence in fce.parse(read_lines(str(path)), document=path.stem, file=str(path)):
            apply(sentence.words, sentence.annotations[0].edits)
            codes += [c for e in sentence.annotations[0].edits for c in e.kind.split("+")]
    assert codes.count("RT") > codes.count("MT") > codes.count("UT") > 0
