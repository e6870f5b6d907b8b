"""One error, one finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.checking.conflicts import resolve_conflicts
from solecism.detect.detector import (
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_ORDER,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
    WRONG_WORD,
)
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion

Row = tuple[str, str, float, dict[str, float]]


def resolve(text: str, *rows: Row, rule: str = "") -> list[tuple[str, str | None, tuple[str, ...]]]:
    [sentence] = annotate(text, "d")
    flags = [
        Flag(
            f"{sentence.id}:{span}",
            "me",
            True,
            kind,
            confidence,
            tuple(Suggestion(option, p) for option, p in options.items()),
            rule=rule,
        )
        for span, kind, confidence, options in rows
    ]
    kept = resolve_conflicts(sentence, flags)
    for old, new in zip(flags, kept, strict=True):
        assert new.site == old.site or new.error
    return [
        (flag.site.removeprefix("d.1:"), flag.kind, tuple(each.text for each in flag.suggestions))
        for flag in kept
        if flag.error
    ]


def test_a_word_to_leave_out_and_one_to_insert_beside_it_are_one_replacement() -> None:
    removal: Row = ("2-3:preposition", EXTRANEOUS_PREPOSITION, 0.7, {"": 0.7})
    for gap in ("2-2", "3-3"):
        insertion: Row = (f"{gap}:preposition", MISSING_PREPOSITION, 0.6, {"on": 0.5, "in": 0.1})
        found = resolve("We depend of it.", removal, insertion)
        assert found == [("2-3:preposition", WRONG_PREPOSITION, ("on", "in"))]


@pytest.mark.parametrize(("p_word", "p_gap", "kept"), [(0.9, 0.6, "2-3"), (0.5, 0.6, "2-2")])
def test_of_a_replacement_and_an_insertion_beside_it_the_surer_one_stays(
    p_word: float, p_gap: float, kept: str
) -> None:
    found = resolve(
        "We go to home now.",
        ("2-3:preposition", WRONG_PREPOSITION, p_word, {"at": p_word}),
        ("2-2:preposition", MISSING_PREPOSITION, p_gap, {"by": p_gap}),
    )
    assert [site for site, *_ in found] == [f"{kept}:preposition"]


def test_errors_of_different_sorts_beside_each_other_both_stay() -> None:
    found = resolve(
        "He go school now.",
        ("1-2:agreement", "agreement", 0.8, {"goes": 0.8}),
        ("2-2:preposition", MISSING_PREPOSITION, 0.7, {"to": 0.7}),
    )
    assert len(found) == 2


def test_verbs_that_are_changed_and_inserted_side_by_side_are_one_error() -> None:
    found = resolve(
        "He going home now.",
        ("1-1:verb", "missing-word", 0.8, {"is": 0.8}),
        ("1-2:verb-form", VERB_FORM, 0.7, {"goes": 0.7}),
    )
    assert [site for site, *_ in found] == ["1-1:verb"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_changes_of_verbs_that_go_together_are_one_change(order: tuple[int, int]) -> None:
    rows: list[Row] = [
        ("1-1:tense", "missing-word", 0.6, {"has": 0.5, "had": 0.1}),
        ("1-2:tense", "tense", 0.8, {"been": 0.7}),
    ]
    found = resolve("She is living here since May.", *(rows[number] for number in order))
    assert found == [("1-2:tense", "tense", ("has been",))]
    after: Row = ("2-2:tense", "missing-word", 0.6, {"been": 0.5})
    found = resolve(
        "She is living here since May.", ("1-2:tense", "tense", 0.8, {"has": 0.7}), after
    )
    assert found == [("1-2:tense", "tense", ("has been",))]


def test_changes_of_verbs_that_do_not_go_together_are_a_choice() -> None:
    insertion: Row = ("2-2:verb-form", "missing-word", 0.6, {"to": 0.6})
    found = resolve(
        "I prefer walk.", insertion, ("2-3:verb-form", VERB_FORM, 0.8, {"walking": 0.8})
    )
    assert found == [("2-3:verb-form", VERB_FORM, ("walking",))]
    found = resolve(
        "I prefer walk.", insertion, ("2-3:verb-form", VERB_FORM, 0.5, {"walking": 0.5})
    )
    assert found == [("2-2:verb-form", "missing-word", ("to",))]


@pytest.mark.parametrize(
    ("p_removal", "p_form", "suggestions"),
    [
        (0.6, 0.8, {"agreed": 0.6, "am agreed": 0.2}),
        (0.9, 0.5, {"agreed": 0.5, "agree": 0.4}),
        (0.9, 0.3, {"agree": 0.6, "agreed": 0.3}),
    ],
)
def test_a_word_left_out_before_a_verb_and_another_form_of_it_are_one_error(
    p_removal: float, p_form: float, suggestions: dict[str, float]
) -> None:
    [sentence] = annotate("I am agree with you.", "d")
    options = (Suggestion("", p_removal),), (Suggestion("agreed", p_form),)
    flags = [
        Flag("d.1:1-2:verb", "me", True, EXTRA_WORD, p_removal, options[0], 0.7),
        Flag("d.1:2-3:verb", "me", True, VERB_FORM, p_form, options[1], 0.4),
    ]
    removed, joined = resolve_conflicts(sentence, flags)
    assert removed == replace(flags[0], error=False, suggestions=())
    assert (joined.site, joined.kind, joined.error) == ("d.1:1-3:verb", VERB_FORM, True)
    assert (joined.confidence, joined.readers) == (
        (p_removal, 0.7) if p_removal > p_form else (p_form, 0.4)
    )
    assert [each.text for each in joined.suggestions] == list(suggestions)
    assert [each.p for each in joined.suggestions] == pytest.approx([*suggestions.values()])


def test_a_verb_that_cannot_stand_alone_is_not_left_alone() -> None:
    found = resolve(
        "We have eaten it yesterday.",
        ("1-2:tense", EXTRA_WORD, 0.9, {"": 0.9}),
        ("2-3:tense", "tense", 0.5, {"ate": 0.4}),
    )
    assert found == [("1-3:tense", "tense", ("ate",))]


def test_two_findings_of_the_same_words_become_one_with_the_suggestions_of_both() -> None:
    found = resolve(
        "He is to good.",
        ("2-3:spelling", "spelling", 0.6, {"too": 0.6}),
        ("2-3:other", WRONG_WORD, 0.7, {"very": 0.2}),
    )
    assert found == [("2-3:other", WRONG_WORD, ("too", "very"))]


def test_of_two_findings_with_a_word_in_common_the_surer_one_stays() -> None:
    found = resolve(
        "You are late?",
        ("0-2:word-order", "word-order", 0.9, {"are you": 0.9}),
        ("1-2:agreement", "agreement", 0.6, {"is": 0.6}),
    )
    assert [site for site, *_ in found] == ["0-2:word-order"]


@pytest.mark.parametrize(
    ("text", "spans", "found"),
    [
        ("I know where is the station.", ["3-4"], ("3-6", "the station is")),
        ("We enjoyed very much the trip.", ["2-3", "3-4"], ("2-6", "the trip very much")),
        ("I like much my friend's house.", ["2-3"], ("2-7", "my friend's house much")),
        ("I know what's the problem.", ["3-4"], ("3-4", None)),
        # The verb of a question comes first, and an adverb has another place before a subject.
        ("Is the train late?", ["0-1"], ("0-1", None)),
        ("I think that probably the train is late.", ["3-4"], ("3-4", None)),
        ("We like it always.", ["3-4"], ("3-4", None)),
    ],
)
def test_words_in_the_wrong_place_go_behind_the_noun_phrase_after_them(
    text: str, spans: list[str], found: tuple[str, str | None]
) -> None:
    rows: list[Row] = [(f"{span}:word-order", WORD_ORDER, 0.8, {}) for span in spans]
    span, new = found
    assert resolve(text, *rows) == [
        (f"{span}:word-order", WORD_ORDER, () if new is None else (new,))
    ]


def test_the_probability_of_a_move_is_its_share_of_that_of_the_error() -> None:
    [sentence] = annotate("I know where is the station.", "d")
    flag = Flag("d.1:3-4:word-order", "me", True, WORD_ORDER, 0.8)
    [kept] = resolve_conflicts(sentence, [flag])
    assert kept.suggestions[0].p == pytest.approx(0.8 * 0.7)
    assert kept.confidence == 0.8


@pytest.mark.parametrize(
    ("text", "span", "swap", "found"),
    [
        ("Say when will the train arrive.", "2-4", "the will", ("2-5", "the train will")),
        ("She speaks very well English.", "3-5", "English well", ("2-5", "English very well")),
        ("I know why are they late.", "3-5", "they are", ("3-5", "they are")),
        ("He is enough old to drive.", "2-4", "old enough", ("2-4", "old enough")),
        ("I lived there whole my life.", "3-5", "my whole", ("3-5", "my whole")),
    ],
)
def test_words_to_swap_take_the_phrases_with_them_that_they_are_parts_of(
    text: str, span: str, swap: str, found: tuple[str, str]
) -> None:
    [(site, _, options)] = resolve(text, (f"{span}:word-order", WORD_ORDER, 0.7, {swap: 0.6}))
    assert (site, options) == (f"{found[0]}:word-order", (found[1],))


@pytest.mark.parametrize(
    ("text", "span", "options", "left"),
    [
        ("We wait for it.", "2-2", {"for": 0.5, "to": 0.2}, ("to",)),
        ("We wait for it.", "2-2", {"for": 0.5}, None),
        ("We saw a the man.", "2-3", {"the": 0.5, "this": 0.2}, ("", "this")),
        ("I can't go.", "1-2", {"can": 0.5}, None),
        ("The boat's new.", "2-2", {"is": 0.5}, None),
        ("The boat's new.", "1-2", {"is": 0.5}, None),
        ("The boat's new.", "1-2", {"": 0.5}, None),
        ("A well-known man.", "2-2", {"of": 0.5}, None),
        ("We go home.", "1-2", {"go": 0.5}, None),
        ("We go home.", "1-2", {"walk": 0.2, "run": 0.5}, ("run", "walk")),
        ("We go hoome.", "2-3", {}, ()),
        ("I not understand.", "1-2", {"n't": 0.5, "never": 0.2}, ("never",)),
        ("I not understand.", "1-2", {"n't": 0.5}, None),
        ("I can not understand.", "2-3", {"n't": 0.5}, ("n't",)),
    ],
)
def test_suggestions_that_break_a_sentence_are_left_out(
    text: str, span: str, options: dict[str, float], left: tuple[str, ...] | None
) -> None:
    found = resolve(text, (f"{span}:other", WRONG_WORD, 0.7, options))
    assert [suggestions for *_, suggestions in found] == ([] if left is None else [left])


@pytest.mark.parametrize(
    ("text", "rows", "kept"),
    [
        (
            "I have dog here.",
            [
                ("2-2:determiner", MISSING_ARTICLE, 0.8, {"a": 0.8}),
                ("2-3:number", NOUN_NUMBER, 0.6, {"dogs": 0.6}),
            ],
            ["2-2:determiner"],
        ),
        (
            "I like this dogs.",
            [
                ("2-3:determiner", WRONG_ARTICLE, 0.6, {"these": 0.6}),
                ("3-4:number", NOUN_NUMBER, 0.8, {"dog": 0.8}),
            ],
            ["3-4:number"],
        ),
        (
            "I need an informations.",
            [
                ("2-3:determiner", UNNEEDED_ARTICLE, 0.6, {"": 0.6}),
                ("3-4:number", NOUN_NUMBER, 0.8, {"information": 0.8}),
            ],
            ["2-3:determiner", "3-4:number"],
        ),
        (
            "The dogs is here.",
            [
                ("1-2:number", NOUN_NUMBER, 0.6, {"dog": 0.6}),
                ("2-3:agreement", "agreement", 0.7, {"are": 0.7}),
            ],
            ["2-3:agreement"],
        ),
        (
            "The dog are here with the cat.",
            [
                ("2-3:agreement", "agreement", 0.7, {"is": 0.7}),
                ("6-7:number", NOUN_NUMBER, 0.6, {"cats": 0.6}),
            ],
            ["2-3:agreement", "6-7:number"],
        ),
    ],
)
def test_numbers_that_do_not_go_together_are_not_both_suggested(
    text: str, rows: list[Row], kept: list[str]
) -> None:
    assert [site for site, *_ in resolve(text, *rows)] == kept


@pytest.mark.parametrize(
    ("text", "rows", "kept"),
    [
        ("Most of the people came.", ["1-2:preposition"], []),
        ("Most of the people came.", ["1-2:preposition", "2-3:determiner"], ["1-2", "2-3"]),
        ("Most of people came.", ["1-2:preposition"], ["1-2"]),
        ("All of the people came.", ["1-2:preposition"], ["1-2"]),
        ("Most for the people came.", ["1-2:preposition"], ["1-2"]),
    ],
)
def test_of_stays_between_a_quantity_and_a_determiner(
    text: str, rows: list[str], kept: list[str]
) -> None:
    found = resolve(text, *((site, EXTRA_WORD, 0.8, {"": 0.8}) for site in rows))
    assert [site.partition(":")[0] for site, *_ in found] == kept


def test_two_findings_never_write_a_word_twice_between_them() -> None:
    found = resolve(
        "We speak the word now.",
        ("2-3:determiner", UNNEEDED_ARTICLE, 0.6, {"of": 0.6}),
        ("3-4:other", EXTRA_WORD, 0.7, {"of": 0.7}),
    )
    assert found == [("3-4:other", EXTRA_WORD, ("of",))]


def test_flags_without_errors_stay_as_they_are() -> None:
    [sentence] = annotate("All is well.", "d")
    flags = (Flag("d.1:1-2:verb", "me", False, confidence=0.1),)
    assert resolve_conflicts(sentence, flags) == flags


@pytest.mark.parametrize(
    ("text", "place", "kept"),
    [
        ("We saw my friends house.", 4, ("'",)),
        ("We saw my friend house.", 4, ("'s", "'")),
        ("We met James brother.", 3, ("'s", "'")),
    ],
)
def test_a_plural_gets_an_apostrophe_alone(text: str, place: int, kept: tuple[str, ...]) -> None:
    row: Row = (f"{place}-{place}:noun", "missing-word", 0.8, {"'s": 0.6, "'": 0.2})
    [(_, _, options)] = resolve(text, row)
    assert options == kept


def test_what_a_rule_suggests_is_not_joined_with_less_sure_forms_or_moved_further() -> None:
    am: Row = ("1-2:verb-form", VERB_FORM, 0.9, {"": 0.8})
    going: Row = ("2-3:verb-form", VERB_FORM, 0.7, {"going": 0.6})
    assert resolve("I am go to work.", am, going) == [("1-3:verb-form", VERB_FORM, ("going", "go"))]
    alone = resolve("I am go to work.", am, going, rule="house")
    assert alone == [("1-2:verb-form", VERB_FORM, ("",))]
    hair: Row = ("2-4:word-order", WORD_ORDER, 0.8, {"long brown": 0.7})
    kept = resolve("She has brown long hair.", hair, rule="house")
    assert kept == [("2-4:word-order", WORD_ORDER, ("long brown",))]
