"""Markup is blanked, offsets stay true, and the text comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.formats import text as plain_text
from solecism.language.markup import UnmarkedText
from strategies import lines

PIECES = st.sampled_from(
    "<b> </b> <!-- --> <p> </p> <script> </script> <code> </code> ` `` ``` ~~~ | [a](b) ![a](b) "
    "[a]: [a][b] &amp; * ** _ # > --- title: <a\nhref= <a@b.c> <http://a.b>".split(" ")
)
MARKED_UP = st.lists(st.one_of(PIECES, st.sampled_from(["word", " ", "\n", ". "])), max_size=30)


def unmarked(text: str) -> str:
    return "".join(UnmarkedText(lines(text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I <b>wait</b> for you.", "I wait for you."),
        ('a <a href="of.html" title="of">link</a> b', "a link b"),
        ("see `of` here", "see xxxx here"),
        ("see <code>of it</code> here", "see xxxxxxxx xxxxxxxxx here"),
        ("```\ndepend of\n```\nyes", "yes"),
        ("~~~ python\ndepend of\n```\n~~~\nyes", "yes"),
        ("<script>\nvar of;\n</script> yes", "yes"),
        ("<!-- of\nof\n--> yes", "yes"),
        ('<div\n  class="of">yes</div>', "yes"),
        ("| of | in |\n|----|----|\n| a | b |\nyes", "yes"),
        ("of | in\n---|---\nyes", "of | in yes"),
        ("---\ntitle: of\n\ntags: in\n---\nyes", "yes"),
        ("---\nA scene, and then no more.\n---\nyes", "--- A scene, and then no more. --- yes"),
        ("## A *trip* to __Rome__", "A trip to Rome"),
        ("> I wait", "I wait"),
        ("[the bus](http://bus.of/in) and [you][1]", "the bus and you"),
        ("![of](of.png) yes", "yes"),
        ("[1]: http://of.in\nyes", "yes"),
        ("you&nbsp;and &lt;I&gt;", "you and I"),
        ("write to <of@in.com> or <http://of.in>", "write to xxxxxxxxxxx or xxxxxxxxxxxxxx"),
    ],
)
def test_only_prose_is_left(text: str, words: str) -> None:
    assert unmarked(text).split() == words.split()


@pytest.mark.parametrize(
    "text",
    [
        "2 < 3 and 4 > 3, I <3 you, a * b, snake_case, R&D, 5 | 6 and [sic].",
        "if a <b\nthen c> d",
        "He said `yes' and then ``no''.",
    ],
)
def test_plain_text_is_left_alone(text: str) -> None:
    assert unmarked(text) == text


def test_tags_of_blocks_end_sentences() -> None:
    text = "<ul><li>my dog</li><li>my cat</li></ul>\n"
    sentences = list(plain_text.parse(UnmarkedText([text]), document="d", file="d"))
    assert [sentence.words for sentence in sentences] == [("my", "dog"), ("my", "cat")]


@given(MARKED_UP.map("".join))
def test_offsets_stay_true_and_the_text_comes_back(text: str) -> None:
    unmarked = UnmarkedText(lines(text))
    offset = 0
    whole = ""
    for sentence in plain_text.parse(unmarked, document="d", file="d"):
        written = unmarked.restored(sentence, offset)
        assert len(written.words) == len(sentence.words)
        assert text.startswith(written.text + written.after, offset)
        whole += written.text + written.after
        offset = len(whole)
    assert whole == text


@pytest.mark.parametrize(
    "piece", ["`", "<a ", "[", "[a](", "*_", "<!--", "<code>", "a|", "&a", "<a b="]
)
def test_long_lines_of_one_sign_keep_their_length(piece: str) -> None:
    text = piece * 20_000
    assert len(unmarked(text)) == len(text)
