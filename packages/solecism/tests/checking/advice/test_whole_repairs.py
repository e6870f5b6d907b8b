"""Repairs are made whole: which errors are one, and what the one suggests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from solecism.checking.suggested_edits import TextChange, apply_changes
from solecism.checking.whole_repairs import composed, joined_repairs, may_be_one_repair
from solecism.language.annotate import annotate
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion

# The span and kind of an error, its probability, and what to write with which probability.
Part = tuple[str, float, dict[str, float]]
# The span and kind of a finding, its probability, its suggestion and the probability of that.
Whole = tuple[str, float | None, list[tuple[str, float | None]]]


def sentence_of(text: str) -> Sentence:
    [sentence] = annotate(text, "a")
    return sentence


def flag_of(part: Part) -> Flag:
    span, p, options = part
    told = tuple(Suggestion(text, each) for text, each in options.items())
    return Flag(f"a.1:{span}", "me", True, span.split(":")[1], p, told)


def whole_of(flag: Flag) -> Whole:
    told = [(each.text, each.p) for each in flag.suggestions]
    return flag.site.removeprefix("a.1:"), flag.confidence, told


def joined(text: str, *parts: Part) -> list[Whole]:
    return [whole_of(each) for each in joined_repairs(sentence_of(text), map(flag_of, parts))]


def apart(*parts: Part) -> list[Whole]:
    return [whole_of(flag_of(part)) for part in parts]


HAVE: Part = ("1-2:agreement", 0.9, {"has": 0.8, "had": 0.1})
WENT: Part = ("2-3:verb-form", 0.7, {"gone": 0.65})


def test_an_auxiliary_and_its_verb_are_one() -> None:
    [whole] = joined("She have went home.", HAVE, WENT)
    assert whole == ("1-3:agreement", 0.9, [("has gone", 0.65)])


def test_the_surer_part_gives_the_kind_and_the_less_sure_one_the_probability() -> None:
    surer: Part = ("2-3:verb-form", 0.95, {"gone": 0.95})
    [whole] = joined("She have went home.", HAVE, surer)
    assert whole == ("1-3:verb-form", 0.95, [("has gone", 0.8)])


def test_three_parts_are_one() -> None:
    leave_out: Part = ("3-4:preposition", 0.8, {"": 0.75})
    [whole] = joined("She have went to home.", HAVE, WENT, leave_out)
    assert whole == ("1-4:agreement", 0.9, [("has gone", 0.65)])


def test_a_preposition_is_inserted_with_its_verb() -> None:
    verb: Part = ("1-2:verb", 0.8, {"listen": 0.8})
    to: Part = ("2-2:preposition", 0.9, {"to": 0.85})
    [whole] = joined("They hear music.", verb, to)
    assert whole == ("1-2:preposition", 0.9, [("listen to", 0.8)])


def test_an_article_and_its_noun_are_one_with_an_adjective_between_them() -> None:
    these: Part = ("2-3:determiner", 0.9, {"these": 0.9})
    cars: Part = ("4-5:number", 0.7, {"cars": 0.7})
    [whole] = joined("They like this red car.", these, cars)
    assert whole == ("2-5:determiner", 0.9, [("these red cars", 0.7)])


def test_an_article_and_a_noun_behind_a_verb_are_two() -> None:
    this: Part = ("0-1:determiner", 0.9, {"These": 0.9})
    cars: Part = ("2-3:number", 0.7, {"cars": 0.7})
    assert joined("This needs car parts.", this, cars) == apart(this, cars)


def test_a_noun_far_behind_its_article_is_another_error() -> None:
    these: Part = ("2-3:determiner", 0.9, {"these": 0.9})
    cars: Part = ("6-7:number", 0.7, {"cars": 0.7})
    text = "They like this big old red car."
    assert joined(text, these, cars) == apart(these, cars)


def test_a_word_that_moves_is_one() -> None:
    leave_out: Part = ("2-3:adverb", 0.8, {"": 0.8})
    insert: Part = ("5-5:adverb", 0.7, {"always": 0.7})
    [whole] = joined("They go always to school.", leave_out, insert)
    assert whole == ("2-5:adverb", 0.8, [("to school always", 0.7)])
    [back] = joined(
        "They go to school always.",
        ("1-1:adverb", 0.7, {"always": 0.7}),
        ("4-5:adverb", 0.8, {"": 0.8}),
    )
    assert back == ("1-5:adverb", 0.8, [("always go to school", 0.7)])


def test_a_word_left_out_and_another_one_inserted_are_two() -> None:
    leave_out: Part = ("2-3:adverb", 0.8, {"": 0.8})
    insert: Part = ("5-5:adverb", 0.7, {"often": 0.7})
    assert joined("They go always to school.", leave_out, insert) == apart(leave_out, insert)


@pytest.mark.parametrize(
    "other",
    [
        # Not sure enough, without a probable suggestion, a mark, another sort, and behind a word.
        ("2-3:verb-form", 0.59, {"gone": 0.59}),
        ("2-3:verb-form", 0.9, {}),
        ("2-3:verb-form", 0.9, {"going": 0.19}),
        ("2-3:spelling", 0.9, {"gone": 0.9}),
        ("2-3:number", 0.9, {"gone": 0.9}),
        ("3-4:verb-form", 0.9, {"homeward": 0.9}),
    ],
)
def test_other_errors_stay_as_they_are(other: Part) -> None:
    assert joined("She have went home.", HAVE, other) == apart(HAVE, other)


def test_correct_sites_between_the_parts_stay() -> None:
    right = Flag("a.1:1-2:preposition", "me", False, None, 0.1)
    flags = joined_repairs(
        sentence_of("She have went home."), [flag_of(HAVE), right, flag_of(WENT)]
    )
    assert [whole_of(each)[0] for each in flags] == ["1-3:agreement", "1-2:preposition"]
    assert flags[1] is right


def test_what_together_changes_nothing_is_not_joined() -> None:
    leave_out: Part = ("1-2:verb", 0.9, {"": 0.9})
    insert: Part = ("2-2:verb", 0.9, {"have": 0.9})
    assert joined("She have went home.", leave_out, insert) == apart(leave_out, insert)


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("agreement", "verb-form", True),
        ("tense", "tense", True),
        ("preposition", "verb", True),
        ("verb-form", "other", True),
        ("word-form", "verb-form", True),
        ("determiner", "number", True),
        ("number", "number", True),
        ("preposition", "preposition", True),
        ("preposition", "other", False),
        ("word-form", "preposition", False),
        ("determiner", "verb", False),
        ("noun", "noun", False),
        ("noun", "verb", False),
        ("spelling", "verb", False),
        ("spelling", "spelling", False),
        ("verb-form", "punctuation", False),
        ("capitals", "number", False),
    ],
)
def test_kinds_that_may_be_one_repair(one: str, other: str, is_one: bool) -> None:
    flags = flag_of((f"1-2:{one}", 0.9, {})), flag_of((f"2-3:{other}", 0.9, {}))
    assert may_be_one_repair(*flags) is is_one
    assert may_be_one_repair(*flags[::-1]) is is_one


@dataclass
class Changed:
    """A sentence after one change of the original, and what its characters stood for."""

    before: Sentence
    changes: Sequence[TextChange]

    @property
    def sentence(self) -> Sentence:
        return sentence_of(apply_changes(self.before.text, self.changes))

    def original(self, start: int, end: int) -> tuple[int, int]:
        own = self.changes[0]
        growth = len(own.text) - (own.end - own.start)
        return min(start, own.start), max(end - growth, own.end)


SUGGEST = "They suggested to go there."
TO: Part = ("2-3:preposition", 0.9, {"": 0.85})
WITHOUT_TO = TextChange(15, 18, "")


def test_a_change_grows_by_what_the_changed_sentence_needs() -> None:
    sentence = sentence_of(SUGGEST)
    changed = Changed(sentence, [WITHOUT_TO])
    assert changed.sentence.text == "They suggested go there."
    going = flag_of(("2-3:verb-form", 0.7, {"going": 0.65}))
    larger = composed(sentence, flag_of(TO), [WITHOUT_TO], going, changed)
    assert larger is not None
    # The error is as sure as it was, and of its kind.
    assert whole_of(larger) == ("2-4:preposition", 0.9, [("going", 0.65)])


def test_a_change_to_the_left_is_taken_in_too() -> None:
    sentence = sentence_of(SUGGEST)
    told = flag_of(("1-2:verb", 0.7, {"decided to": 0.95}))
    larger = composed(sentence, flag_of(TO), [WITHOUT_TO], told, Changed(sentence, [WITHOUT_TO]))
    assert larger is not None
    # *To* is there again, so that only the verb is another.
    assert whole_of(larger) == ("1-2:preposition", 0.9, [("decided", 0.85)])


def test_there_is_no_larger_change_without_a_suggestion_or_a_change() -> None:
    sentence = sentence_of(SUGGEST)
    changed = Changed(sentence, [WITHOUT_TO])
    silent, going = (flag_of(("2-3:verb-form", 0.7, each)) for each in ({}, {"going": 0.7}))
    assert composed(sentence, flag_of(TO), [WITHOUT_TO], silent, changed) is None
    assert composed(sentence, flag_of(TO), [], going, changed) is None


def test_a_larger_change_does_not_undo_the_first_one() -> None:
    sentence = sentence_of(SUGGEST)
    changed = Changed(sentence, [WITHOUT_TO])
    back = flag_of(("2-2:verb-form", 0.7, {"to": 0.7}))
    assert composed(sentence, flag_of(TO), [WITHOUT_TO], back, changed) is None


def test_a_change_does_not_grow_over_another_one() -> None:
    sentence = sentence_of(SUGGEST)
    other = TextChange(18, 20, "walk")
    changed = Changed(sentence, [WITHOUT_TO, other])
    walking = flag_of(("2-3:verb-form", 0.7, {"walking": 0.7}))
    assert composed(sentence, flag_of(TO), [WITHOUT_TO], walking, changed) is None


def test_a_whole_repair_of_verbs_has_one_kind_whichever_part_is_surer() -> None:
    surer: Part = ("2-3:verb-form", 0.95, {"gone": 0.95})
    for went in (WENT, surer):
        parts = map(flag_of, (HAVE, went))
        [whole] = joined_repairs(sentence_of("She have went home."), parts)
        assert whole.kind == "verb-form"
