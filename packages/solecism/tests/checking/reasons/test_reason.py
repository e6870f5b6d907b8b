"""Reasons in a learner's words: one per kind and cause."""

from __future__ import annotations

import pytest

from solecism.checking.reasons import reason
from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
    WRONG_WORD,
)
from solecism.finding import CheckedSentence, Finding, Place
from solecism.language.sentence_splitter import sentences
from solecism.site import Flag, Suggestion


def finding(text: str, span: str, kind: str, *options: str) -> Finding:
    [sentence] = sentences(text, "a")
    suggestions = tuple(Suggestion(option, 0.9) for option in options)
    flag = Flag(f"a.1:{span}", "mine", True, kind, 0.9, suggestions)
    [found] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    return found


@pytest.mark.parametrize(
    ("text", "span", "kind", "option", "begins"),
    [
        (
            "It depends of the size.",
            "2-3",
            WRONG_PREPOSITION,
            "on",
            '"depend" usually goes with "on" ("depend',
        ),
        (
            "I listen music.",
            "2-2",
            MISSING_PREPOSITION,
            "to",
            '"listen" usually goes with "to" ("listen to',
        ),
        (
            "She is interested on art.",
            "3-4",
            WRONG_PREPOSITION,
            "in",
            '"interested" usually goes with "in" (',
        ),
        (
            "We stayed in home.",
            "2-3",
            WRONG_PREPOSITION,
            "at",
            '"at" usually comes before "home" ("',
        ),
        (
            *("We discussed about the plan.", "2-3", EXTRANEOUS_PREPOSITION, ""),
            '"discuss" usually has no preposition after it ("discuss',
        ),
    ],
)
def test_the_word_that_asks_for_a_preposition_is_named_with_examples(
    text: str, span: str, kind: str, option: str, begins: str
) -> None:
    told = reason(finding(text, f"{span}:preposition", kind, option))
    assert told.startswith(begins)
    assert told.endswith('")')


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        (
            "We zlorped at it.",
            "2-3",
            WRONG_PREPOSITION,
            ["upon"],
            '"upon" is more usual here than "at"',
        ),
        ("We zlorped at it.", "2-3", EXTRANEOUS_PREPOSITION, [""], '"at" is usually left out here'),
        (
            "We zlorped it.",
            "2-2",
            MISSING_PREPOSITION,
            ["upon"],
            '"upon" is usual before "it" here',
        ),
        ("We zlorped at it.", "2-3", WRONG_PREPOSITION, [], '"at" is unusual here'),
        (
            "We zlorped it.",
            "2-2",
            MISSING_PREPOSITION,
            [],
            'a word seems to be missing between "zlorped" and "it"',
        ),
    ],
)
def test_no_word_is_named_that_is_not_known(
    text: str, span: str, kind: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, f"{span}:preposition", kind, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        (
            *("She has dog.", "2-2:determiner", MISSING_ARTICLE, ["a"]),
            '"dog" can be counted, and one of them needs "a"',
        ),
        (
            *("He is best player.", "2-2:determiner", MISSING_ARTICLE, ["the"]),
            '"the" comes before "best"',
        ),
        (
            *("We wait until end of the year.", "3-3:determiner", MISSING_ARTICLE, ["the"]),
            'what comes after "of" says which "end" it is, so it has "the"',
        ),
        (
            *("I like sea.", "2-2:determiner", MISSING_ARTICLE, ["the"]),
            'an article is usual before "sea" here',
        ),
        (
            *("We go to beach tomorrow.", "3-3:determiner", MISSING_ARTICLE, ["the"]),
            'an article is usual before "beach" here',
        ),
        ("I see", "2-2:determiner", MISSING_ARTICLE, ["it"], "an article seems to be missing"),
        (
            *("I need an advice.", "2-3:determiner", UNNEEDED_ARTICLE, [""]),
            '"advice" cannot be counted, so it has no "an"',
        ),
        (
            *("I bought a books.", "2-3:determiner", UNNEEDED_ARTICLE, [""]),
            '"a" means one, and "books" is plural',
        ),
        (
            *("I live in the Canada.", "3-4:determiner", UNNEEDED_ARTICLE, [""]),
            '"Canada" is a name, and most names have no article',
        ),
        (
            *("They love the dogs.", "2-3:determiner", UNNEEDED_ARTICLE, [""]),
            '"dogs" has no "the" where it is meant in general',
        ),
        (
            *("It took a hour.", "2-3:determiner", WRONG_ARTICLE, ["an"]),
            '"an" comes before a vowel sound: "an hour"',
        ),
        (
            *("We met an doctor.", "2-3:determiner", WRONG_ARTICLE, ["a"]),
            '"a" comes before a consonant sound: "a doctor"',
        ),
        (
            *("I like this books.", "2-3:determiner", WRONG_ARTICLE, ["these"]),
            '"these" goes with the plural before "books"',
        ),
        (
            *("I have much friends.", "2-3:determiner", WRONG_ARTICLE, ["many"]),
            '"many" goes with what can be counted',
        ),
        (
            *("A sun is hot.", "0-1:determiner", WRONG_ARTICLE, ["The"]),
            '"the" is more usual than "a" before "sun" here',
        ),
    ],
)
def test_the_rule_behind_an_article_is_told_where_there_is_one(
    text: str, span: str, kind: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, span, kind, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "options", "told"),
    [
        ("I need informations.", "2-3", ["information"], '"information" has no plural'),
        ("I bought one cars.", "3-4", ["car"], 'after "one" comes the singular'),
        ("I have many book.", "3-4", ["books"], 'after "many" comes the plural'),
        ("It is one of the reason.", "5-6", ["reasons"], 'after "one of" comes the plural'),
        (
            "We saw the dog.",
            "3-4",
            ["dogs"],
            "more than one seems to be meant, so the plural is needed",
        ),
        ("We saw the dogs.", "3-4", ["dog"], "one seems to be meant, so the singular is needed"),
        ("We saw the dog.", "3-4", [], '"dog" may have to be singular or plural'),
    ],
)
def test_one_or_many_is_explained_by_the_words_before(
    text: str, span: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, f"{span}:number", NOUN_NUMBER, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        ("He go home.", "1-2", DISAGREEMENT, ["goes"], '"He" needs "goes"'),
        (
            "The city give me hope.",
            "2-3",
            DISAGREEMENT,
            ["gives"],
            '"city" is singular, so it needs "gives"',
        ),
        (
            "The passengers has rights.",
            "2-3",
            DISAGREEMENT,
            ["have"],
            '"passengers" is plural, so it needs "have"',
        ),
        (
            "There is many people.",
            "1-2",
            DISAGREEMENT,
            ["are"],
            'after "there", the verb fits what follows: "there are"',
        ),
        ("He go home.", "1-2", DISAGREEMENT, [], '"go" does not seem to fit its subject'),
        ("I want to went home.", "3-4", VERB_FORM, ["go"], 'after "to" comes the plain form: "go"'),
        (
            "She can sings well.",
            "2-3",
            VERB_FORM,
            ["sing"],
            'after "can" comes the plain form: "sing"',
        ),
        (
            "I did not went home.",
            "3-4",
            VERB_FORM,
            ["go"],
            'after "not" comes the plain form: "go"',
        ),
        (
            "He left without say it.",
            "3-4",
            VERB_FORM,
            ["saying"],
            'after "without" comes the "-ing" form: "saying"',
        ),
        (
            "We enjoy swim here.",
            "2-3",
            VERB_FORM,
            ["swimming"],
            'after "enjoy" comes the "-ing" form: "swimming"',
        ),
        (
            "She has went home.",
            "2-3",
            VERB_FORM,
            ["gone"],
            'after "has" comes the third form: "gone"',
        ),
        (
            "Yesterday we go home.",
            "2-3",
            "tense",
            ["went"],
            '"Yesterday" says that it is over: "went"',
        ),
        ("We go home often.", "1-2", "tense", ["went"], '"went" is the usual form here'),
        (
            "She can sings well.",
            "2-3",
            "wrong-verb",
            ["sing"],
            'after "can" comes the plain form: "sing"',
        ),
        ("We do a mistake.", "1-2", "wrong-verb", ["make"], '"make" is more usual here than "do"'),
        ("We goed home.", "1-2", VERB_FORM, [], '"goed" seems to be the wrong form here'),
    ],
)
def test_verbs_are_explained_by_their_subject_or_the_word_before(
    text: str, span: str, kind: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, f"{span}:verb", kind, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        ("Is raining.", "0-0:other", MISSING_WORD, ["it"], '"it" seems to be missing before "Is"'),
        ("It is in", "3-3:other", MISSING_WORD, [], 'a word seems to be missing after "in"'),
        (
            "It is in rain",
            "3-3:verb",
            MISSING_WORD,
            [],
            'a word seems to be missing between "in" and "rain"',
        ),
        ("Stop", "0-1:other", WRONG_WORD, [], '"Stop" is unusual here'),
        ("We have ate.", "1-2:tense", EXTRA_WORD, [], '"have" is unusual here'),
        (
            "We do a mistake.",
            "1-2:other",
            WRONG_WORD,
            ["make"],
            '"make" is more usual here than "do"',
        ),
        ("My brother he left.", "2-3:pronoun", EXTRA_WORD, [""], '"he" is usually left out here'),
        ("We wiht go.", "1-2:spelling", MISSPELLING, ["will"], '"wiht" seems to be misspelt'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, ["bought"], 'the right form is "bought"'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, ["buried"], '"buyed" seems to be misspelt'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, [], '"buyed" seems to be misspelt'),
        (
            "I speak english.",
            "2-3:capitals",
            "capitals",
            ["English"],
            '"English" has a capital letter',
        ),
        (
            "He sings good.",
            "2-3:adverb",
            "adverb",
            ["well"],
            '"well" is more usual here than "good"',
        ),
        (
            "He sings bad.",
            "2-3:adverb",
            "adverb",
            ["badly"],
            '"badly" says how something is done, "bad" what something is like',
        ),
        (
            "I know what is it.",
            "3-5:word-order",
            "word-order",
            ["it is"],
            'the usual order is "it is"',
        ),
        (
            "He is in the home.",
            "1-1:verb-form",
            VERB_FORM,
            ["was"],
            '"was" seems to be missing between "He" and "is"',
        ),
    ],
)
def test_other_kinds_are_told_with_what_to_write(
    text: str, span: str, kind: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, span, kind, *options)) == told


def test_words_of_endless_length_are_cut() -> None:
    found = finding(f"I {'a' * 9_000} it", "1-2:other", "wrong-word")
    assert reason(found) == f'"{"a" * 39}…" is unusual here'


def test_a_verb_that_is_not_needed_has_no_other_form() -> None:
    found = finding("I am agree.", "1-2:verb-form", EXTRA_WORD, "")
    assert reason(found) == '"am" is usually left out here'
