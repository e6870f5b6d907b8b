"""Direct anaphora, against a plain search."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from prepositional import annotated
from solecism.locate.noun_phrases import N_CONTEXT, Mentions, documents_of, mentions, noun_phrases
from solecism.locate.sentence_columns import columns
from solecism.sentence import Sentence

SENTENCES = ("The dog saw the cats .", "A cat slept .", "It rained .", "Two dogs met a dog .")


def found(sentences: list[Sentence]) -> Mentions:
    table = columns(sentences)
    return mentions(table, noun_phrases(table), documents=documents_of(sentences))


def plain_search(sentences: list[Sentence]) -> list[tuple[int, bool]]:
    """How many sentences back the same head was, and whether it was in the sentence."""
    heads = [
        [each.lemmas[chunk.head] for chunk in each.chunks if each.tags[chunk.head] in ("NN", "NNS")]
        for each in sentences
    ]
    documents = documents_of(sentences).tolist()
    result = []
    for number, own in enumerate(heads):
        for place, head in enumerate(own):
            back = [
                n
                for n in range(1, min(N_CONTEXT, number) + 1)
                if head in heads[number - n] and documents[number - n] == documents[number]
            ]
            result.append((min(back, default=0), head in own[:place]))
    return result


@given(st.lists(st.tuples(st.sampled_from(SENTENCES), st.booleans()), max_size=14))
def test_mentions_are_those_that_a_plain_search_finds(drawn: list[tuple[str, bool]]) -> None:
    # Documents one after another.
    drawn = sorted(drawn, key=lambda pair: pair[1])
    sentences = [
        each
        for is_second in (False, True)
        for each in annotated(
            [text.split() for text, second in drawn if second == is_second], f"d{is_second}"
        )
    ]
    result = found(sentences)
    table = columns(sentences)
    nouns = [
        n for n, place in enumerate(noun_phrases(table).heads) if table.roles[place] in (17, 18)
    ]
    pairs = [(int(result.n_back[n]), bool(result.is_in_sentence[n])) for n in nouns]
    assert pairs == plain_search(sentences)


def test_six_sentences_back_is_too_far() -> None:
    far = ["The dog saw it ."] + ["It rained ."] * N_CONTEXT + ["A dog slept ."]
    near = far[:1] + far[2:]
    assert found(annotated([text.split() for text in far])).n_back[-1] == 0
    assert found(annotated([text.split() for text in near])).n_back[-1] == N_CONTEXT


def test_the_last_mention_is_known_by_its_number() -> None:
    texts = ["A dog saw a cat .", "It saw a bird .", "The dog and the other dog slept ."]
    assert found(annotated([text.split() for text in texts])).last.tolist() == [-1] * 4 + [0, 4]
