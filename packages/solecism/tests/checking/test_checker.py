"""Live checking finds what checking the whole text finds, whatever was edited before."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import is_

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.texts import check_text
from solecism.detect.network.reading import Reading
from solecism.detect.network.strong_detector import StrongDetector
from solecism.finding import CheckedSentence
from solecism.sentence import Sentence
from solecism.system.installation import EXAMPLES

TEXTS = [(EXAMPLES / "texts" / f"{name}.txt").read_text() for name in ("landlord", "novel")]
GERMAN = "Ich warte nun schon seit zwei Stunden auf den Bus, und niemand kommt zu mir.\n\n"
INSERTED = ["", " the", " of", "a ", ". ", "\n\n", "<b>", " informations", GERMAN, "She go home. "]
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(INSERTED)),
    min_size=1,
    max_size=4,
)
AUDIENCES = ("author", "learner", "teacher")


def told(sentences: tuple[CheckedSentence, ...]) -> list[object]:
    """All that is told of a checked text but probabilities."""
    return [
        (
            each.place,
            each.sentence.text,
            each.sentence.after,
            each.is_checked,
            [
                (finding.kind, finding.place, finding.start, finding.end, finding.suggestions)
                for finding in each.findings
            ],
        )
        for each in sentences
    ]


def probabilities(sentences: Sequence[CheckedSentence]) -> list[float]:
    return [
        p or 0.0
        for each in sentences
        for finding in each.findings
        for p in (finding.confidence, finding.flag.readers)
    ]


def fresh(text: str, options: DetectorOptions) -> tuple[CheckedSentence, ...]:
    lines = text.splitlines(keepends=True)
    return tuple(check_text(lines, options.load(), document="text", file="text"))


# Each example takes long: a failure is shown as it is.
@settings(max_examples=5, deadline=None, phases=[Phase.generate])
@given(st.sampled_from(TEXTS), EDITS, st.sampled_from(AUDIENCES))
@pytest.mark.slow
def test_after_edits_the_findings_are_those_of_the_whole_text(
    text: str, edits: list[tuple[float, int, str]], audience: str
) -> None:
    options = DetectorOptions(audience=audience)
    checker = TextChecker(options, remembers=True)
    for share, n_removed, inserted in edits:
        place = int(share * len(text))
        text = text[:place] + inserted + text[place + n_removed :]
        live, whole = checker.check(text).sentences, fresh(text, options)
        assert told(live) == told(whole)
        assert probabilities(live) == pytest.approx(probabilities(whole), abs=1e-5)


def test_only_new_sentences_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    checker = TextChecker(DetectorOptions(audience="learner"), remembers=True)
    checker.check("We waited the bus in the rain. My brothers name is Jon. I am agree with you.")
    read: list[tuple[str, ...]] = []
    strong = checker.detector
    assert isinstance(strong, StrongDetector)
    reading = strong.reading

    def recorded(sentences: Sequence[Sentence]) -> Reading:
        read.extend(each.words for each in sentences)
        return reading(sentences)

    monkeypatch.setattr(strong, "reading", recorded)
    checker.check("We waited the bus in the rain. My brothers name is Tom. I am agree with you.")
    assert read
    assert all("Tom" in words for words in read)


def test_findings_elsewhere_are_kept_after_an_edit() -> None:
    checker = TextChecker(DetectorOptions(audience="learner"), remembers=True)
    endings = ("late", "dark", "cold", "wet", "warm", "good", "old", "big", "new", "nice")
    versions = [checker.check(f"It is {word}.\n\n{TEXTS[1]}") for word in endings]
    wrong = [[each for each in text.sentences if each.findings] for text in versions]
    assert len(wrong[0]) > 5
    # Now and then an edit changes how many errors the text seems to have, and all of them with it.
    alike = [pair for pair in pairwise(wrong) if probabilities(pair[0]) == probabilities(pair[1])]
    assert alike
    assert all(_is_kept(*pair) for pair in alike)


def _is_kept(old: list[CheckedSentence], new: list[CheckedSentence]) -> bool:
    return len(old) == len(new) and all(map(is_, old, new))


def test_what_did_not_look_like_errors_is_read_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # So many errors make errors of places that the network alone finds right.
    text = " ".join(f"he have {n} informations and she go in home by feets ," for n in range(40))
    checker = TextChecker(DetectorOptions(audience="teacher"), remembers=True)
    strong = checker.detector
    assert isinstance(strong, StrongDetector)
    reading, n_read = strong.reading, 0

    def counted(sentences: Sequence[Sentence]) -> Reading:
        nonlocal n_read
        n_read += 1
        return reading(sentences)

    monkeypatch.setattr(strong, "reading", counted)
    assert len(checker.check(text)) > 40
    # The text and two corrections of it, each with its less probable errors.
    assert n_read <= 6


def test_checkers_with_other_settings_share_what_was_read() -> None:
    some, other = (
        TextChecker(DetectorOptions(kinds=(kind,)), remembers=True)
        for kind in ("spelling", "tense")
    )
    assert some._memory is other._memory
    text = "I depend of you. He have recieved it."
    assert [finding.kind for finding in some.check(text)] == ["spelling"]
    assert not other.check(text)


def test_threads_may_share_a_checker() -> None:
    checker = TextChecker(DetectorOptions(audience="teacher"), remembers=True)
    versions = [f"{TEXTS[0]} Number {n} are bigger then me." for n in range(12)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(checker.check, versions))
    for text, checked in zip(versions, together, strict=True):
        assert told(checked.sentences) == told(checker.check(text).sentences)


def test_an_empty_text_has_no_findings() -> None:
    checker = TextChecker(DetectorOptions(), remembers=True)
    assert not checker.check("").sentences
    assert not checker.check(" \n\n ").findings


def test_detectors_without_a_network_are_asked_as_they_are() -> None:
    [finding] = TextChecker(DetectorOptions(name="light"), remembers=True).check("I depend of you.")
    assert finding.suggestions[0] == "on"


def test_emoji_signs_and_other_alphabets_are_left_alone() -> None:
    text = "😀 I love it 😀 very much. She said おはよう to me. It costs ¥700. ✓ Done."
    checked = TextChecker(DetectorOptions(audience="teacher")).check(text)
    assert checked.fixed == text
    assert not checked.findings
