"""Rules beside the network: their evidence is combined, and one place has one error."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.other_evidence import FlagsBySite, outside, with_rules
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.network.tuning import NEVER, GroupTuning, Tuning, untuned
from solecism.language.annotate import annotate
from solecism.numeric import Floats
from solecism.rulebook.book import RuleBook, bundled_rules
from solecism.rulebook.rule import OWN, Rule, rules_in
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, split_id
from strong_models import random_model

RULES = """
[[rule]]
id = "reach-to"
kind = "wrong-verb"
message = "We arrive at a place."
pattern = "reached to"
suggestion = "arrived at"

[[rule]]
id = "blue"
kind = "wrong-word"
message = "Nothing is blue."
pattern = "blue"
"""
P, P_SUGGESTION = 0.8, 0.6


def rules(
    p: float = P, p_suggestion: float = P_SUGGESTION, *, subject: str = "verbs"
) -> list[Rule]:
    found = rules_in(tomllib.loads(RULES), file="own.toml", subject=subject, lists={})
    return [replace(rule, p=p, p_suggestion=p_suggestion) for rule in found]


BOOK = RuleBook(rules())


@pytest.fixture(scope="module")
def sentence() -> Sentence:
    [found] = annotate("We reached to the town.", "a")
    return found


def places(sentence: Sentence, p: float, *, gap: bool = False, at: int = 2) -> Floats:
    """The network's probability at one place, and hardly any at all others."""
    found = np.full((2, len(sentence.words) + 1), 1e-4)
    found[int(gap), at] = p
    return found


def by_site(*flags: Flag) -> FlagsBySite:
    return {split_id(flag.site)[1:]: flag for flag in flags}


def error(site: str, p: float, **options: float) -> Flag:
    told = tuple(Suggestion(text.replace("_", " ").strip(), each) for text, each in options.items())
    return Flag(f"a.1:{site}", "me", True, "wrong-preposition", p, told)


def found_with(sentence: Sentence, flags: FlagsBySite, p: float = 0.5, shift: float = 0.0) -> Flag:
    found = with_rules(sentence, flags, BOOK, "me", places(sentence, p), shift)
    [flag] = [each for each in found.values() if each.rule == "reach-to"]
    return flag


def log_odds(p: float) -> float:
    return math.log(p / (1 - p))


@pytest.mark.parametrize(("p", "shift"), [(0.5, 0.0), (0.9, 0.0), (0.05, 0.5), (0.5, -1.0)])
def test_the_log_odds_of_rule_and_network_add_up(
    sentence: Sentence, p: float, shift: float
) -> None:
    flag = found_with(sentence, {}, p, shift)
    odds = 0.37 + 0.72 * (log_odds(P) + shift) + 0.47 * log_odds(p)
    assert flag.confidence == pytest.approx(1 / (1 + math.exp(-odds)))
    assert (flag.site, flag.kind) == ("a.1:1-3:verb", "wrong-verb")
    assert [each.text for each in flag.suggestions] == ["arrived at"]
    assert flag.suggestions[0].p == pytest.approx((flag.confidence or 0) * P_SUGGESTION / P)


@pytest.mark.parametrize("p", [0.3, 0.9, 1.0])
def test_a_rule_of_ones_own_keeps_the_probability_that_it_was_given(
    sentence: Sentence, p: float
) -> None:
    book = RuleBook(rules(p, p / 2, subject=OWN))
    for of_network, shift in ((1e-4, 0.0), (0.5, -2.0), (0.99, 2.0)):
        found = with_rules(sentence, {}, book, "me", places(sentence, of_network), shift)
        [flag] = found.values()
        assert flag.confidence == p
        assert [each.p for each in flag.suggestions] == [pytest.approx(p / 2)]


def test_the_network_counts_at_the_words_of_the_rule_and_the_gaps_beside_them(
    sentence: Sentence,
) -> None:
    def confidence(at: int, *, gap: bool) -> float:
        p_places = places(sentence, 0.9, gap=gap, at=at)
        [flag] = with_rules(sentence, {}, BOOK, "me", p_places, 0.0).values()
        return flag.confidence or 0.0

    of_words = [confidence(at, gap=False) > 0.5 for at in range(len(sentence.words))]
    of_gaps = [confidence(at, gap=True) > 0.5 for at in range(len(sentence.words))]
    assert of_words == [False, True, True, False, False, False]
    assert of_gaps == [False, True, True, True, False, False]


def test_no_error_is_certain(sentence: Sentence) -> None:
    assert found_with(sentence, {}, 1.0, 30.0).confidence == 0.995


def test_errors_of_the_network_inside_are_further_suggestions(sentence: Sentence) -> None:
    inside = replace(error("2-3:preposition", 0.9, at=0.05, into=0.02), readers=0.4)
    outside_it = error("4-5:noun", 0.7, city=0.7)
    found = with_rules(
        sentence, by_site(inside, outside_it), BOOK, "me", places(sentence, 0.5), 0.0
    )
    assert found.keys() == {(1, 3, "verb"), (4, 5, "noun")}
    flag = found[1, 3, "verb"]
    assert [each.text for each in flag.suggestions] == ["arrived at", "reached at", "reached into"]
    assert [each.p for each in flag.suggestions[1:]] == [0.05, 0.02]
    assert flag.readers == 0.4


def test_what_the_network_would_write_as_well_is_not_made_twice(sentence: Sentence) -> None:
    flag = found_with(sentence, by_site(error("1-3:other", 0.9, arrived_at=0.9)))
    assert [each.text for each in flag.suggestions] == ["arrived at"]
    assert flag.suggestions[0].p == pytest.approx((flag.confidence or 0) * P_SUGGESTION / P)


def test_what_would_write_a_word_of_the_rule_once_more_is_no_suggestion(
    sentence: Sentence,
) -> None:
    flag = found_with(sentence, by_site(error("1-1:other", 0.5, to=0.05, once=0.04)))
    assert [each.text for each in flag.suggestions] == ["arrived at", "once reached to"]


def test_what_reaches_beyond_the_words_of_the_rule_gives_no_suggestion(sentence: Sentence) -> None:
    wide = error("2-4:preposition", 0.9, at=0.9)
    found = with_rules(sentence, by_site(wide), BOOK, "me", places(sentence, 0.5), 0.0)
    assert found.keys() == {(1, 3, "verb")}
    assert [each.text for each in found[1, 3, "verb"].suggestions] == ["arrived at"]


def test_correct_sites_stay_beside_a_rule_but_not_at_its_own(sentence: Sentence) -> None:
    right = [
        Flag(f"a.1:{site}", "me", False, None, 0.1)
        for site in ("2-3:preposition", "1-3:verb", "4-5:number")
    ]
    found = with_rules(sentence, by_site(*right), BOOK, "me", places(sentence, 0.5), 0.0)
    assert found.keys() == {(2, 3, "preposition"), (1, 3, "verb"), (4, 5, "number")}
    assert found[1, 3, "verb"].error


def test_a_rule_without_a_suggestion_takes_those_of_the_network() -> None:
    [sentence] = annotate("The blue sky.", "a")
    flags = by_site(error("1-2:other", 0.5, black=0.3))
    [flag] = with_rules(sentence, flags, BOOK, "me", places(sentence, 0.5, at=1), 0.0).values()
    assert [(each.text, each.p) for each in flag.suggestions] == [("black", 0.3)]


options = st.dictionaries(
    st.sampled_from(["at", "in", "into", "on", "_"]), st.floats(0, 1), max_size=4
)


@given(options, options, st.floats(0.01, 0.99), st.floats(0.01, 1), st.floats(-2, 2))
def test_suggestions_never_sum_to_more_than_the_error(
    of_word: dict[str, float], of_gap: dict[str, float], p: float, share: float, shift: float
) -> None:
    [sentence] = annotate("We reached to the town.", "a")
    book = RuleBook(rules(p, p * share))
    flags = by_site(error("2-3:preposition", 0.9, **of_word), error("3-3:other", 0.9, **of_gap))
    [flag] = with_rules(sentence, flags, book, "me", places(sentence, 0.5), shift).values()
    told = [each.p or 0.0 for each in flag.suggestions]
    assert sum(told) <= (flag.confidence or 0.0) + 1e-9
    assert min(told) >= -1e-9
    assert told == sorted(told, reverse=True)
    assert len({each.text for each in flag.suggestions}) == len(told)


def test_errors_inside_a_certain_one_are_left_out() -> None:
    certain = by_site(Flag("a.1:1-3:preposition", "me", True, "wrong-preposition", 0.95))
    flags = by_site(error("1-2:verb", 0.9), error("2-2:other", 0.9), error("3-4:noun", 0.9))
    assert outside(flags, certain).keys() == {(3, 4, "noun")}


def test_own_rules_are_shown_where_bundled_ones_are_not() -> None:
    """Nothing is sure enough for a threshold that no probability reaches."""
    never = Tuning(dict.fromkeys(untuned().groups, GroupTuning(threshold=NEVER)))
    network = replace(random_model(), tuning=never)
    sentences = list(annotate("We depend of it. We reached to the blue town.", "a"))

    def found(**settings: object) -> set[str]:
        # A test may give any setting, whatever its type.
        detector = StrongDetector(network, threshold=1.0, **settings)  # type: ignore[arg-type]
        return {flag.rule for flag in detector.flags(sentences) if flag.error}

    assert found() == set()
    assert found(own_rules=iter(rules())) == {"reach-to", "blue"}
    assert found(own_rules=rules(), without_rules=["blue"]) == {"reach-to"}


def test_only_rules_of_ones_own_bring_their_message() -> None:
    [sentence] = annotate("We depend of it and reached to it.", "a")
    book = bundled_rules().with_rules(rules())
    found = with_rules(sentence, {}, book, "me", places(sentence, 0.5), 0.0).values()
    assert [(flag.rule, flag.message) for flag in found] == [
        ("depend-of", ""),
        ("reach-to", "We arrive at a place."),
    ]


def test_rules_that_are_left_out_find_nothing() -> None:
    sentences = list(annotate("It depends of you.", "a"))
    network = random_model()
    [id] = {
        flag.rule
        for flag in StrongDetector(network, threshold=0.05).flags(sentences)
        if flag.rule is not None
    } - {""}
    without = StrongDetector(network, threshold=0.05, without_rules=[id]).flags(sentences)
    assert not any(flag.rule for flag in without)
