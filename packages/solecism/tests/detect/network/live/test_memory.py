"""The memory of a live detector."""

from __future__ import annotations

from solecism.detect.network.sentence_memory import SentenceMemory
from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.site import Flag

TEXT = "She has two cats. He has a dog. We saw them."


def test_remembered_sentences_have_the_same_tags_under_other_ids() -> None:
    memory = SentenceMemory()
    for first, document in ((1, "a"), (7, "b"), (7, "b")):
        sentences = sentence_splitter.sentences(TEXT, document, first=first)
        assert list(memory.annotated(sentences)) == list(annotate_sentences(sentences))


def test_sentences_are_the_same_by_their_words() -> None:
    memory = SentenceMemory()
    one, other, same = memory.of(sentence_splitter.sentences("I  see. I saw. I see.", "a"))
    assert one is same
    assert one is not other


def test_the_memory_is_bounded() -> None:
    memory = SentenceMemory(max_words=60)
    for number in range(40):
        list(
            memory.annotated(sentence_splitter.sentences(f"This is the bus number {number}.", "a"))
        )
    assert 1 <= len(memory) <= 60 // 7


def test_a_sentence_is_kept_in_few_contexts() -> None:
    [known] = SentenceMemory().of(sentence_splitter.sentences("I see.", "a"))
    for number in range(50):
        kept = known.put((number,), [])
        assert known.contexts[number,] is kept
    assert len(known.contexts) < 10


def test_contexts_that_change_nothing_share_what_is_known() -> None:
    [known] = SentenceMemory().of(sentence_splitter.sentences("I see.", "a"))
    one, same, other = (known.put((n,), [(0, 1, "number", p)]) for n, p in enumerate((0.2, 0.2, 1)))
    assert one is same
    assert other is not one


def test_flags_are_kept_for_few_shifts_and_renamed_with_their_sentence() -> None:
    [known] = SentenceMemory().of(sentence_splitter.sentences("I see.", "a"))
    kept = known.put((), [])
    for shift in range(50):
        kept.put_flags("a.1", (0, float(shift)), (Flag("a.1:0-1:number", "me", True),))
    assert kept.flags("a.1", (0, 0.0)) is None
    flags = kept.flags("b.27", (0, 49.0))
    assert flags == (Flag("b.27:0-1:number", "me", True),)
    assert kept.flags("b.27", (0, 49.0)) is flags
    assert kept.flags("b.27", (1, 49.0)) is None
