"""A document: from characters to the names of places, and back to the source."""

from __future__ import annotations

from solecism.documents.document import Document, PlainText, TextBlock, joined_paragraphs

PARAGRAPHS = [("One.", "paragraph 1", 1), ("Two, three.", "paragraph 2", 4)]


def test_blocks_lie_where_their_texts_are() -> None:
    document = joined_paragraphs(PARAGRAPHS)
    assert document.text == "One.\n\nTwo, three."
    assert document.blocks == (
        TextBlock(0, 4, "paragraph 1", 1),
        TextBlock(6, 17, "paragraph 2", 4),
    )


def test_a_character_between_blocks_belongs_to_the_one_before() -> None:
    document = joined_paragraphs(PARAGRAPHS)
    labels = [block.label for at in (0, 3, 5, 6, 16) if (block := document.block_at(at))]
    assert labels == ["paragraph 1"] * 3 + ["paragraph 2"] * 2
    assert Document("x", (TextBlock(1, 1, "a"),)).block_at(0) is None


def test_labels_of_a_stretch_begin_where_their_blocks_do() -> None:
    lines = tuple(TextBlock(start, start + 4, f"line {start // 5 + 1}") for start in (0, 5, 10))
    document = Document("aaaa bbbb cccc", lines)
    assert document.labels(0, 4) == ((0, "line 1"),)
    assert document.labels(2, 12) == ((0, "line 1"), (3, "line 2"), (8, "line 3"))
    assert document.labels(5, 5) == ((0, "line 2"),)
    assert Document("aaaa").labels(0, 4) == ()


def test_labels_are_counted_in_the_source_if_there_is_one() -> None:
    plain = PlainText("<b>a b</b> [2] <i>c</i>")
    plain.keep(3, 6)
    plain.add(" ", 10, 10)
    plain.keep(18, 19)
    document = Document(plain.text, (TextBlock(0, 3, "1"), TextBlock(4, 5, "2")), plain.map)
    assert document.text == "a b c"
    assert document.labels(0, 5) == ((0, "1"), (18, "2"))


def test_only_documents_without_places_of_their_own_are_text() -> None:
    assert Document("a").is_text
    assert Document("a", (TextBlock(0, 1, "00:01"),), PlainText("a").map).is_text
    assert not joined_paragraphs(PARAGRAPHS).is_text
