"""M2: read, written, and what it refuses."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import strategies
from solecism.edit import Annotation, Edit, apply
from solecism.errors import EditError, FormatError, InputError
from solecism.formats import files, jsonl, m2
from solecism.sentence import Sentence, from_words

EXAMPLE = """\
S I am agree with you .
A 1 3|||R:VERB|||agree|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S She  depends of  the weather
A 2 3|||R:PREP|||on||upon|||OPTIONAL|||see the list|||B

S

S Nobody has looked .

"""


def read(text: str, document: str = "essay") -> list[Sentence]:
    lines = strategies.lines(text)
    return list(m2.parse(lines, document=document, file="essay.m2"))


def write(sentences: list[Sentence]) -> str:
    return "".join(m2.format(sentences))


def test_edits_are_read_with_the_words_they_replace() -> None:
    first, second, _, last = read(EXAMPLE)
    agree = Edit(1, ("am", "agree"), ("agree",), "R:VERB")
    assert first.annotations == (Annotation("0", (agree,)), Annotation("1", ()))
    on = Edit(2, ("of",), ("on",), "R:PREP", (("upon",),), False, "see the list")
    assert second.annotations == (Annotation("B", (on,)),)
    assert last.annotations == ()
    assert [sentence.id for sentence in read(EXAMPLE)] == [f"essay.{n}" for n in (1, 2, 3, 4)]


def test_double_spaces_make_no_words_and_are_given_back() -> None:
    second = read(EXAMPLE)[1]
    assert second.words == ("She", "depends", "of", "the", "weather")
    assert write(read(EXAMPLE)).splitlines()[4] == "S She  depends of  the weather"


def test_a_file_comes_back_as_it_was() -> None:
    text = EXAMPLE.replace("S\n", "S \n").replace("|||B", "|||2")
    assert write(read(text)) == text


def test_annotators_with_names_get_free_numbers_and_keep_their_names_in_comments() -> None:
    edit = (Edit(0, ("a",), (), "U", comment="why"),)
    notes = [Annotation(name, edit if name != "1" else ()) for name in ("ref0", "1", "0", "an x")]
    given = [Sentence("e.1", "a", ("a",), (0,), annotations=tuple(notes))]
    lines = write(given).splitlines()
    assert [line.split("|||", 4)[4] for line in lines[1:5]] == [
        "annotator=ref0 why|||0",
        "-NONE-|||1",
        "annotator=0 why|||2",
        "annotator=an%20x why|||3",
    ]
    assert read(write(given), "e") == given


@pytest.mark.parametrize("is_first_noop", [True, False])
def test_interleaved_annotators_are_put_together(is_first_noop: bool) -> None:
    a, b = "A 0 1|||R|||x|||REQUIRED|||-NONE-|||0", "A 1 2|||R|||y|||REQUIRED|||-NONE-|||0"
    between = "A 0 1|||R|||z|||REQUIRED|||-NONE-|||1"
    (sentence,) = read("\n".join(["S a b", a, between, b]))
    assert [len(annotation.edits) for annotation in sentence.annotations] == [2, 1]
    assert write([sentence]).splitlines()[1:4] == [a, b, between]


def test_a_replacement_may_contain_bars() -> None:
    (sentence,) = read("S a b\nA 0 1|||R:PUNCT||||||||REQUIRED|||-NONE-|||0\n")
    assert sentence.annotations[0].edits[0].alternatives == ((),)
    (sentence,) = read("S a b\nA 0 1|||R:PUNCT|||||||REQUIRED|||-NONE-|||0\n")
    assert sentence.annotations[0].edits[0].after == ("|",)


def test_none_as_a_replacement_means_no_words() -> None:
    (sentence,) = read("S a b\nA 0 1|||U|||-NONE-|||REQUIRED|||-NONE-|||0\n")
    assert sentence.annotations[0].edits[0].after == ()


def test_other_line_ends_are_understood() -> None:
    assert read(EXAMPLE.replace("\n", "\r\n")) == read(EXAMPLE)


def test_an_insertion_behind_the_end_is_kept_though_it_cannot_be_applied() -> None:
    text = "S a b\nA 9 9|||M:OTHER|||c|||REQUIRED|||-NONE-|||0\n\n"
    (sentence,) = read(text)
    assert write([sentence]) == text
    with pytest.raises(EditError):
        apply(sentence.words, sentence.annotations[0].edits)


def test_ids_that_are_not_running_are_kept_in_the_comments() -> None:
    accepted, edited = (Annotation("0"),), (Annotation("0", (Edit(0, ("a",), (), "U"),)),)
    given = [
        Sentence("essay8.1", "a", ("a",), (0,), annotations=accepted),
        Sentence("essay8.2", "a", ("a",), (0,), annotations=edited),
        Sentence("essay8.4", "a", ("a",), (0,), annotations=edited),
        Sentence("letter 9|50%", "a", ("a",), (0,), annotations=accepted),
    ]
    text = write(given)
    assert read(text, "essay8") == given
    assert "essay8.2" not in text
    assert "|||id=essay8.4|||0" in text
    assert "|||id=letter%209%7C50%25|||0" in text


HELD_WORD = strategies.WORD.filter(lambda word: "||" not in word and word.strip("|") != "-NONE-")


@st.composite
def held(draw: st.DrawFn) -> Sentence:
    words = tuple(draw(st.lists(strategies.WORD, max_size=5)))
    id = draw(strategies.ANY_TEXT.filter(bool))
    sentence = from_words(id, words)
    annotations = draw(strategies.annotation_sets(words, word=HELD_WORD).filter(bool))
    return Sentence(id, sentence.text, words, sentence.starts, annotations=annotations)


@given(st.lists(held(), max_size=2))
def test_what_is_written_is_read_back(sentences: list[Sentence]) -> None:
    try:
        lines = "".join(m2.format(sentences)).split("\n")
    except InputError:
        reject()
    document = sentences[0].id.removesuffix(".1") if sentences else ""
    assert list(m2.parse(lines, document=document, file="x")) == sentences


@given(st.lists(strategies.sentences(), max_size=1))
def test_any_sentence_is_written_or_refused_with_its_id(sentences: list[Sentence]) -> None:
    complaint = ""
    try:
        text = "".join(m2.format(sentences))
    except InputError as error:
        complaint = str(error)
    if complaint:
        assert any(sentence.id in complaint for sentence in sentences)
        assert "cannot hold" in complaint
        return
    again = list(m2.parse(text.split("\n"), document="x", file="x"))
    assert [sentence.words for sentence in again] == [sentence.words for sentence in sentences]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("A 0 1|||R|||x|||REQUIRED|||-NONE-|||0", 1, "before any sentence"),
        ("S a\nA 0 1|||R|||x|||REQUIRED|||-NO", 2, "cut short"),
        ("S a\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||", 2, "cut short"),
        ("S a\nA 0", 2, "cut short"),
        ("S a\n\nS b c", 3, "cut short"),
        ("S a\nA 0 2|||R|||x|||REQUIRED|||-NONE-|||0", 2, "'0 2' does not fit a sentence of 1"),
        ("S a\nA 1 0|||R|||x|||REQUIRED|||-NONE-|||0", 2, "'1 0' does not fit"),
        ("S a\nA x 1|||R|||x|||REQUIRED|||-NONE-|||0", 2, "'x 1' is not a span"),
        ("S a\nA -1 -1|||R|||x|||REQUIRED|||-NONE-|||0", 2, "'-1 -1' is not a span"),
        ("S a\n\nhello", 3, "'hello' begins neither"),
    ],
)
def test_bad_lines_are_named(text: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("essay.m2", line)


@given(st.lists(st.sampled_from(["S ", "A ", "0 1", "|||", "||", "a", " ", "\n", "-NONE-", "id="])))
def test_pieces_of_m2_in_any_order_give_sentences_or_a_format_error(pieces: list[str]) -> None:
    try:
        sentences = read("".join(pieces))
    except FormatError:
        return
    assert write(sentences) is not None


@given(strategies.mutated(EXAMPLE))
def test_damaged_files_give_sentences_or_a_format_error(lines: list[str]) -> None:
    try:
        list(m2.parse(lines, document="d", file="f"))
    except FormatError as error:
        assert error.line <= len(lines)  # noqa: PT017 - either outcome is right


def test_reading_holds_one_sentence_at_a_time() -> None:
    block = EXAMPLE.splitlines(keepends=True)
    tracemalloc.start()
    try:
        lines = (line for _ in range(1000) for line in block)
        assert sum(1 for _ in m2.parse(lines, document="d", file="f")) == 4000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000


REAL_FILES = [
    *(f"wi/{level}.{part}" for level in "ABC" for part in ("train", "dev")),
    "wi/N.dev",
    "cweb/CWEB-G.dev",
    "cweb/CWEB-S.dev",
    *(f"conll14/{name}" for name in ("BN", "NUCLE", "EXPMIN", "EXPFLUENCY")),
    *(f"conll14/{name}" for name in ("TURKMIN", "TURKFLUENCY")),
]


@pytest.mark.parametrize("name", REAL_FILES)
def test_real_files_come_back_byte_for_byte(shared_data: Path, name: str) -> None:
    path = shared_data / "learner" / f"{name}.m2"
    lines = list(files.read_lines(str(path)))
    sentences = list(m2.parse(lines, document="x", file=name))
    text = "".join(lines)
    assert "".join(m2.format(sentences)) == text
    if path.stat().st_size < 450_000:
        through_json = jsonl.parse(jsonl.format(sentences), file="x")
        assert "".join(m2.format(through_json)) == text


def test_all_real_files_are_tested(shared_data: Path) -> None:
    folder = shared_data / "learner"
    found = {str(path.relative_to(folder)) for path in folder.glob("**/*.m2")}
    assert found == {f"{name}.m2" for name in REAL_FILES}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_machine(end: str) -> None:
    lines = ["S I am agree .", "A 1 3|||R:VERB|||agree|||REQUIRED|||-NONE-|||0", "", "S Yes", ""]
    text = end.join(lines)
    first, second = m2.parse(text.splitlines(keepends=True), document="a", file="a.m2")
    # A file is cut at line feeds alone, so that one with returns comes as one line.
    assert [first, second] == list(
        m2.parse(io.StringIO(text, newline="\n"), document="a", file="x")
    )
    assert (first.words, second.words) == (("I", "am", "agree", "."), ("Yes",))
    assert first.annotations[0].edits[0].after == ("agree",)


def test_a_return_in_a_sentence_cannot_be_written() -> None:
    with pytest.raises(InputError, match="line break"):
        list(m2.format([from_words("a.1", ["a\rb"])]))
