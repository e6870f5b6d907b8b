"""Steps that remember: which errors stay depends on the order of probabilities alone."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from solecism.checking.checker import RememberedSteps
from solecism.checking.conflicts import resolve_conflicts
from solecism.detect.network.sentence_memory import SentenceMemory
from solecism.finding import Place
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion

SENTENCES = list(annotate("He have a dogs in the house. These dog is at home.", "essay"))
STEPS = RememberedSteps(SentenceMemory())
P = st.sampled_from([0.0, 0.2, 0.35, 0.5, 0.51, 0.8, 0.9])
KINDS = ["determiner", "number", "agreement", "preposition", "verb", "spelling"]
WORDS = ["", "a", "the", "dog", "dogs", "has", "are", "in"]


@st.composite
def flags(draw: st.DrawFn, sentence: str) -> tuple[Flag, ...]:
    """Flags of errors in a sentence, which may clash."""
    found: dict[str, Flag] = {}
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, 4))
        end = start + draw(st.integers(0, 1))
        site = f"{sentence}:{start}-{end}:{draw(st.sampled_from(KINDS))}"
        p_error = draw(P)
        texts = draw(st.lists(st.sampled_from(WORDS), unique=True, max_size=3))
        options = tuple(Suggestion(text, p_error * draw(P)) for text in texts)
        found[site] = Flag(site, "me", True, "wrong-article", p_error, options, 0.4)
    return tuple(found.values())


@given(st.data(), st.sampled_from(SENTENCES))
def test_remembered_errors_are_resolved_as_others(data: st.DataObject, at: object) -> None:
    sentence = next(each for each in SENTENCES if each is at)
    given_flags = data.draw(flags(sentence.id))
    assert STEPS.resolve(sentence, given_flags) == resolve_conflicts(sentence, given_flags)


def test_the_same_flags_give_the_same_objects() -> None:
    sentence = next(annotate("He have it.", "c"))
    flag = Flag(f"{sentence.id}:1-2:agreement", "me", True, "agreement", 0.9, (Suggestion("has"),))
    first = STEPS.resolve(sentence, [flag])
    assert STEPS.resolve(sentence, [flag]) is first
    assert STEPS.resolve(sentence, [replace(flag, confidence=0.8)])[0].confidence == 0.8
    places = Place(1, 1), Place(1, 1), Place(2, 1)
    one, same, other = (STEPS.checked("c", place, sentence, first, True) for place in places)
    assert one is same
    assert other.findings[0].place == Place(2, 4)


def test_a_paragraph_is_divided_anew_for_another_place() -> None:
    text = "One is here. Two are there."
    first = STEPS.divide(text, "a")
    assert [each.id for each in first] == ["a.1", "a.2"]
    assert [each.id for each in STEPS.divide(text, "b", first=5)] == ["b.5", "b.6"]
    assert STEPS.divide(text, "a") == first


def test_a_sentence_is_fixed_under_its_own_id() -> None:
    one, other = (next(annotate("He have it.", name)) for name in ("a", "b"))
    for sentence in (one, other):
        flag = Flag(
            f"{sentence.id}:1-2:agreement", "me", True, "agreement", 0.9, (Suggestion("has"),)
        )
        fixed = STEPS.fix(sentence, [flag]).sentence
        assert fixed is not None
        assert (fixed.id, fixed.text) == (sentence.id, "He has it.")
