"""Suggestions are tried in their sentence: what would be flagged again is not made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import pytest

from solecism.checking.texts import _one_per_site, check_text
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion

# The start and the end of an error, how sure it is, and what to write with which probability.
Found = tuple[int, int, float, dict[str, float]]
Find = Callable[[Sequence[str]], Iterator[Found]]


@dataclass
class Rule:
    """A detector that knows one rule."""

    find: Find
    name: str = "rule"
    kinds: tuple[str, ...] = ("wrong-preposition",)
    group: str = "preposition"
    rule: str = ""

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        for sentence in sentences:
            for start, end, confidence, options in self.find(sentence.words):
                site = f"{sentence.id}:{start}-{end}:{self.group}"
                suggestions = tuple(Suggestion(text, p) for text, p in options.items())
                flag = Flag(site, self.name, True, self.kinds[0], confidence, suggestions)
                yield replace(flag, rule=self.rule)


def found(
    find: Find, text: str, *, group: str = "preposition", rule: str = ""
) -> list[tuple[str, dict[str, float | None]]]:
    """The words of each finding, and its suggestions."""
    detector = Rule(find, group=group, rule=rule)
    checked = check_text([text], detector, document="d", file="d.txt")
    return [
        (finding.text, {each.text: each.p for each in finding.flag.suggestions})
        for sentence in checked
        for finding in sentence.findings
    ]


def replaced(options: dict[str, dict[str, float]]) -> Find:
    """A rule that replaces words wherever they stand."""

    def find(words: Sequence[str]) -> Iterator[Found]:
        for place, word in enumerate(words):
            if word in options:
                yield place, place + 1, 0.9, options[word]

    return find


# It wants *on* for *of* and *of* for *on*, but *to* for *at*.
UNDECIDED = replaced({"of": {"on": 0.9}, "on": {"of": 0.9}, "at": {"to": 0.9}})


def test_what_is_flagged_again_has_no_suggestion_and_stays_a_finding() -> None:
    assert found(UNDECIDED, "We depend of it.") == [("of", {})]


def test_other_suggestions_of_the_sentence_stay() -> None:
    assert found(UNDECIDED, "We look at it and depend of it.") == [("at", {"to": 0.9}), ("of", {})]


def test_every_sentence_is_tried() -> None:
    both = found(UNDECIDED, "We look at it. All is well. We listen at it.")
    assert both == [("at", {"to": 0.9}), ("at", {"to": 0.9})]


class SternWithOne(Rule):
    """A detector that flags more in a text of one sentence than in a longer one."""

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        for _, text in groupby(sentences, lambda sentence: sentence.id.rpartition(".")[0]):
            its = list(text)
            find = UNDECIDED if len(its) == 1 else replaced({"of": {"on": 0.9}})
            yield from Rule(find).flags(its)


def test_every_sentence_is_tried_as_a_text_of_its_own() -> None:
    text = ["We depend of it. We dream of it."]
    checked = check_text(text, SternWithOne(UNDECIDED), document="d", file="d.txt")
    flags = [finding.flag for sentence in checked for finding in sentence.findings]
    assert [flag.suggestions for flag in flags] == [(), ()]


@pytest.mark.parametrize(("p", "left"), [(0.3, {"upon": 0.3}), (0.2, {"upon": 0.2}), (0.19, {})])
def test_the_next_suggestion_is_made_if_it_is_probable_and_not_flagged(
    p: float, left: dict[str, float]
) -> None:
    find = replaced({"of": {"on": 0.6, "upon": p}, "on": {"of": 0.9}})
    assert found(find, "We depend of it.") == [("of", left)]


def test_the_next_suggestion_is_not_made_if_it_is_flagged_too() -> None:
    find = replaced({"of": {"on": 0.5, "upon": 0.4}, "on": {"of": 0.9}, "upon": {"of": 0.9}})
    assert found(find, "We depend of it.") == [("of", {})]


def for_or_to(words: Sequence[str]) -> Iterator[Found]:
    """Of *for to* either word may go, but not both: *went out play*."""
    for place, word in enumerate(words[1:], 1):
        if (words[place - 1], word) == ("for", "to"):
            yield place - 1, place, 0.7, {"": 0.7}
            yield place, place + 1, 0.6, {"": 0.6}
        if (words[place - 1], word) == ("out", "play"):
            yield place, place + 1, 0.9, {}


def test_where_two_sure_errors_fail_as_one_the_surer_one_is_put_right_alone() -> None:
    # *We went out to play* is right, and *to* is no error in it.
    assert found(for_or_to, "We went out for to play.") == [("for", {"": 0.7})]


def of_or_at(words: Sequence[str]) -> Iterator[Found]:
    """Neither of two errors side by side can be mended, with or without the other."""
    for place, word in enumerate(words):
        if word in ("of", "upon"):
            yield place, place + 1, 0.9, {"upon" if word == "of" else "of": 0.8}
        if word in ("at", "by"):
            yield place, place + 1, 0.8, {"by" if word == "at" else "at": 0.8}


def test_where_the_surer_part_fails_as_well_nothing_is_suggested() -> None:
    assert found(of_or_at, "We look of at it.") == [("of", {}), ("at", {})]


def test_the_surer_part_of_what_grew_and_failed_is_tried_in_a_third_reading() -> None:
    def find(words: Sequence[str]) -> Iterator[Found]:
        text = " ".join(words)
        if "look of at it" in text:
            yield 2, 3, 0.7, {"to": 0.7}
            yield 3, 4, 0.9, {"in": 0.9}
        elif "look to in it" in text:
            yield 3, 4, 0.95, {"on": 0.9}
        elif "look to on it" in text:
            yield 2, 3, 0.9, {}
        elif "look of in it" in text:
            yield 2, 3, 0.7, {"to": 0.7}

    assert found(find, "We look of at it.") == [("of", {}), ("at", {"in": 0.9})]


def test_errors_that_are_not_side_by_side_are_mended_each_by_itself() -> None:
    find = replaced({"of": {"on": 0.6, "upon": 0.4}, "on": {"of": 0.9}})
    text = "We depend of it of him."
    assert found(find, text) == [("of", {"upon": 0.4})] * 2


def lot_of_works(words: Sequence[str]) -> Iterator[Found]:
    """The verb agrees with a noun that is wrong itself."""
    is_singular, place = "work" in words, 1
    if (words[1], is_singular) == ("is", False):
        yield place, place + 1, 0.7, {"are": 0.7}
    if (words[1], is_singular) == ("are", True):
        yield place, place + 1, 0.9, {"is": 0.9}
    if not is_singular:
        place = list(words).index("works")
        yield place, place + 1, 0.8, {"work": 0.8}


def test_a_verb_that_agrees_once_its_noun_is_right_is_no_error() -> None:
    text = "There is a lot of works to do."
    assert found(lot_of_works, text, group="number", rule="house") == [("works", {"work": 0.8})]
    # Of errors that do not agree with each other each is one, whatever is wanted then.
    assert len(found(lot_of_works, text, rule="house")) == 2


def test_what_a_measured_rule_writes_is_not_changed_again() -> None:
    find = replaced({"many": {"much": 0.7}, "much": {"of": 0.6}})
    assert found(find, "I have many luck.", rule="house") == [("many", {"much": 0.7})]


def say_or_tell(words: Sequence[str]) -> Iterator[Found]:
    """*Said me* needs *told*; a preposition seems to be missing behind *said*, too."""
    for place, word in enumerate(words[1:], 1):
        if (words[place - 1], word) == ("said", "me"):
            yield place - 1, place, 0.8, {"told": 0.8}
            yield place, place, 0.7, {}
        if word == "it" and words[place - 1] == "was":
            yield place, place + 1, 0.6, {}


def test_an_error_that_is_mended_by_the_change_beside_it_is_no_finding() -> None:
    assert found(say_or_tell, "He said me that.") == [("said", {"told": 0.8})]


def test_an_error_without_a_suggestion_stays_where_nothing_beside_it_is_mended() -> None:
    both = found(say_or_tell, "He said me what was it.")
    assert both == [("said", {"told": 0.8}), ("it", {})]


def test_an_error_without_a_suggestion_stays_if_the_change_beside_it_does_not_mend_it() -> None:
    def find(words: Sequence[str]) -> Iterator[Found]:
        for place, word in enumerate(words):
            if word == "said":
                yield place, place + 1, 0.8, {"told": 0.8}
            if word == "mee":
                yield place, place + 1, 0.7, {}

    assert found(find, "He said mee that.") == [("said", {"told": 0.8}), ("mee", {})]


def test_another_trial_does_not_spoil_what_was_good() -> None:
    def find(words: Sequence[str]) -> Iterator[Found]:
        """*To* is good for *at*, unless *upon* follows; *on* for *of* is never."""
        for place, word in enumerate(words):
            if word == "at" or (word == "to" and "upon" in words):
                yield place, place + 1, 0.8, {"to": 0.8}
            if word in ("of", "on"):
                yield place, place + 1, 0.8, {"on": 0.5, "upon": 0.3}

    both = found(find, "We look at it and depend of it.")
    assert both == [("at", {"to": 0.8}), ("of", {"upon": 0.3})]


def test_a_site_has_one_flag_and_that_is_the_error() -> None:
    correct = Flag("a.1:1-2:other", "me", False, None, 0.2)
    wrong = Flag("a.1:1-2:other", "me", True, "wrong-word", 0.8)
    other = Flag("a.1:0-1:other", "me", False, None, 0.1)
    assert _one_per_site((other, correct, wrong)) == (other, wrong)
    assert _one_per_site((other, wrong)) == (other, wrong)
