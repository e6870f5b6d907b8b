"""CoNLL-U: read, written, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import strategies
from solecism.errors import FormatError, InputError
from solecism.formats import conllu, files, jsonl
from solecism.sentence import Sentence, from_words

EXAMPLE = """\
# newdoc id = letter
# sent_id = letter-1
# newpar
# text = I don't know, says Kim's mum.
# speaker = Kim
#strange comment
# speaker = Lee
1	I	I	PRON	PRP	Case=Nom	3	nsubj	3:nsubj	_
2-3	don't	_	_	_	_	_	_	_	_
2	do	do	AUX	VBP	_	4	aux	4:aux	_
3	n't	not	PART	RB	_	4	advmod	4:advmod	_
4	know	know	VERB	VB	_	0	root	0:root	SpaceAfter=No
5	,	,	PUNCT	,	_	4	punct	4:punct	_
5.1	that	_	_	_	_	_	_	_	CopyOf=-1
6	says	say	VERB	VBZ	_	4	parataxis	4:parataxis	X=Y
7-8	Kim's	_	_	_	_	_	_	_	_
7	Kim	Kim	PROPN	NNP	_	9	nmod:poss	9:nmod:poss	_
8	's	's	PART	POS	_	7	case	7:case	_
9	mum	mum	NOUN	NN	_	6	nsubj	6:nsubj	SpaceAfter=No
10	.	.	PUNCT	.	_	4	punct	4:punct	_
10.1	it	_	_	_	_	_	_	_	_

# newpar
# sent_id = letter-2
# text = Yes
1	Yes	yes	INTJ	UH	_	0	root	0:root	SpaceAfter=No

"""


def read(text: str) -> list[Sentence]:
    return list(conllu.parse(strategies.lines(text), document="essay", file="x.conllu"))


def write(sentences: list[Sentence]) -> str:
    return "".join(conllu.format(sentences))


def words(*forms: str) -> str:
    rows = enumerate(forms, 1)
    return "".join(f"{number}\t{form}" + "\t_" * 8 + "\n" for number, form in rows)


def test_a_file_comes_back_as_it_was() -> None:
    assert write(read(EXAMPLE)) == EXAMPLE


def test_words_of_a_multiword_token_are_found_in_it() -> None:
    first = read(EXAMPLE)[0]
    assert first.text == "I don't know, says Kim's mum."
    assert first.words[1:4] == ("do", "n't", "know")
    assert first.starts[1:4] == (2, 4, 8)
    assert (first.tags[2], first.lemmas[2]) == ("RB", "not")
    assert first.columns["deprel"][2] == "advmod"


def test_white_space_between_sentences_is_told_by_paragraphs_and_misc() -> None:
    assert [sentence.after for sentence in read(EXAMPLE)] == ["\n\n", ""]


def test_words_that_do_not_spell_their_token_take_its_place() -> None:
    text = (
        "# sent_id = a\n# text = im Haus\n1-2\tim" + "\t_" * 8 + "\n" + words("in", "dem", "Haus")
    )
    (sentence,) = read(text + "\n")
    assert (sentence.text, sentence.starts) == ("in dem Haus", (0, 3, 7))
    assert write([sentence]) == text + "\n"


def test_a_text_that_contradicts_the_words_is_only_kept_as_a_note() -> None:
    text = "# sent_id = a\n# text = Hallo\n" + words("Hello") + "\n"
    (sentence,) = read(text)
    assert (sentence.text, sentence.notes["text"]) == ("Hello", "Hallo")
    assert write([sentence]) == text


def test_a_text_with_other_spaces_is_believed() -> None:
    text = "# sent_id = a\n# text = a\u00a0bc\n" + words("a", "b", "c") + "\n"
    (sentence,) = read(text)
    assert sentence.starts == (0, 2, 3)
    assert write([sentence]) == text


def test_sentences_without_an_id_are_numbered() -> None:
    sentences = read(words("a") + "\n" + "# sent_id = x\n" + words("b") + "\n" + words("c"))
    assert [sentence.id for sentence in sentences] == ["essay.1", "x", "essay.3"]


def test_our_own_sentences_get_universal_tags_and_spaces() -> None:
    plain = from_words("essay.1", ["It", "'s", "late"], text=" It's\nlate")
    sentence = Sentence(
        *(plain.id, plain.text, plain.words, plain.starts), tags=("PRP", "VBZ", "JJ")
    )
    assert write([sentence]) == (
        "# sent_id = essay.1\n"
        "# text =  It's late\n"
        "1\tIt\t_\tPRON\tPRP\t_\t_\t_\t_\tSpaceAfter=No|SpacesBefore=\\s\n"
        "2\t's\t_\tVERB\tVBZ\t_\t_\t_\t_\tSpacesAfter=\\n\n"
        "3\tlate\t_\tADJ\tJJ\t_\t_\t_\t_\t_\n"
        "\n"
    )
    assert read(write([sentence])) == [sentence]


@st.composite
def held(draw: st.DrawFn) -> Sentence:
    forms = tuple(draw(st.lists(strategies.WORD, min_size=1, max_size=5)))
    text, starts = draw(strategies.spaced(forms))
    end = starts[-1] + len(forms[-1])
    column = st.lists(strategies.WORD, min_size=len(forms), max_size=len(forms)).map(tuple)
    known = column.filter(lambda values: set(values) != {"_"})
    return Sentence(
        draw(strategies.NAME),
        text[:end],
        forms,
        starts,
        tags=draw(known | st.just(())),
        lemmas=draw(known | st.just(())),
        after=draw(strategies.SPACE),
        columns=draw(st.fixed_dictionaries({}, optional={"head": known, "feats": known})),
        notes=draw(
            st.dictionaries(st.sampled_from(["l1", "newdoc id"]), strategies.NAME, max_size=2)
        ),
    )


@given(st.lists(held(), max_size=3))
def test_what_is_written_is_read_back(sentences: list[Sentence]) -> None:
    lines = strategies.lines(write(sentences))
    again = list(conllu.parse(lines, document="d", file="f"))
    assert [sentence.id for sentence in again] == [sentence.id for sentence in sentences]
    assert again == sentences


@given(st.lists(strategies.sentences(), max_size=2))
@settings(max_examples=40)
def test_any_sentence_is_written_or_refused(sentences: list[Sentence]) -> None:
    try:
        lines = strategies.lines(write(sentences))
    except InputError:
        reject()
    again = list(conllu.parse(lines, document="d", file="f"))
    assert [sentence.words for sentence in again] == [sentence.words for sentence in sentences]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("1\tHi\n", 1, "has 2 columns, not ten"),
        ("# text = Hi\n" + words("Hi").replace("Hi", ""), 2, "column 2 of .* is empty"),
        (words("Hi").replace("1", "2"), 1, "word number '2' where 1 is expected"),
        (words("a") + words("b"), 2, "word number '1' where 2 is expected"),
        (words("a") + "# speaker = Kim\n", 2, "'# speaker = Kim' is between words"),
        ("\n1-2\tab" + "\t_" * 8 + "\n" + words("a"), 2, "'ab' has more words than the sentence"),
        ("# speaker = Kim\n\n", 1, "neither words nor a text"),
        ("hello\n", 1, "'hello' has 1 columns"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("x.conllu", line)


def test_words_that_the_columns_cannot_hold_are_refused() -> None:
    with pytest.raises(InputError, match=r"essay.1: CoNLL-U cannot hold the word 'a\\tb'"):
        write([from_words("essay.1", ["a\tb"])])


def test_a_carriage_return_inside_a_line_is_told() -> None:
    line = "1\tI\tI\tPRON\tPRP\t_\t0\t\rroot\t_\t_\n"
    with pytest.raises(FormatError, match=r"f:1: .* has a carriage return inside"):
        list(conllu.parse([line], document="d", file="f"))


@given(strategies.mutated(EXAMPLE))
def test_damaged_files_give_sentences_that_come_back_or_a_format_error(lines: list[str]) -> None:
    try:
        sentences = list(conllu.parse(lines, document="d", file="f"))
    except FormatError:
        return
    again = list(conllu.parse(strategies.lines(write(sentences)), document="d", file="f"))
    assert [sentence.words for sentence in again] == [sentence.words for sentence in sentences]


@given(st.lists(strategies.ANY_TEXT | st.sampled_from(["# text = a", "1-2" + "\ta" * 9, "\t" * 9])))
def test_any_lines_give_sentences_or_a_format_error(lines: list[str]) -> None:
    try:
        sentences = list(conllu.parse(lines, document="d", file="f"))
    except FormatError:
        return
    assert all(isinstance(sentence, Sentence) for sentence in sentences)


@pytest.mark.parametrize(
    "name", ["ewt-dev", "ewt-test", "gum-dev", "gum-test", "ewt-train", "gum-train"]
)
def test_real_treebanks_come_back_byte_for_byte(shared_data: Path, name: str) -> None:
    lines = list(files.read_lines(str(shared_data / "ud" / f"{name}.conllu.xz")))
    if "train" in name:
        lines = lines[: lines.index("\n", 30_000) + 1]
    sentences = list(conllu.parse(lines, document="x", file=name))
    assert "".join(conllu.format(sentences)) == "".join(lines)
    if name == "ewt-dev":
        assert list(jsonl.parse(jsonl.format(sentences), file="x")) == sentences
