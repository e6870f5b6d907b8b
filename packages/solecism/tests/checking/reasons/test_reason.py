"""Reasons in a learner's words: one per kind and cause."""

from __future__ import annotations

import re
from dataclasses import replace

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
from solecism.rulebook.bundled import unmeasured_rules
from solecism.site import Flag, Suggestion

UNCOUNTABLE = '"information" cannot be counted, so it has no plural: "some information"'
WITH_S = (
    'a verb has an "-s" with a singular subject ("she works") and none with a plural one ("they '
    'work")'
)
PAST = 'the past simple is for what happened and is over: "We met last year"'
WORD_BEFORE = 'the word before mostly decides the preposition: "depend on", "a reason for"'
LISTEN = 'some verbs need a preposition before what follows: "listen to music"'
ONE_OR_MANY = (
    'one has the singular, several the plural, and what cannot be counted has no plural: "a car", '
    '"two cars", "some information"'
)
CAN_GO = 'the word before decides the form of a verb: "can go", "have gone", "without going"'
SUBJECT_AND_VERB = 'every clause has a subject and a verb: "It is late", "She is tired"'
ALONE = 'an "-ing" form alone cannot be the verb of a clause: "they live", "they are living"'
BE_AND_ING = 'the "-ing" form and the past participle go with "be", not "do": "It is raining"'
PAST_OF_BE = PAST
SUBJECT = 'every verb needs a subject; where there is no other, it is "it": "It is raining"'


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
            'native writers write "depend on" ',
        ),
        (
            "I listen music.",
            "2-2",
            MISSING_PREPOSITION,
            "to",
            'native writers write "listen to something" ',
        ),
        (
            "She is interested on art.",
            "3-4",
            WRONG_PREPOSITION,
            "in",
            'native writers write "interested in" ',
        ),
        (
            "We stayed in home.",
            "2-3",
            WRONG_PREPOSITION,
            "at",
            'native writers write "at home" ',
        ),
        (
            *("We discussed about the plan.", "2-3", EXTRANEOUS_PREPOSITION, ""),
            'native writers write "discuss" with an object and no preposition ',
        ),
    ],
)
def test_what_native_writers_write_is_told_with_counts_and_examples(
    text: str, span: str, kind: str, option: str, begins: str
) -> None:
    told = reason(finding(text, f"{span}:preposition", kind, option))
    assert told.startswith(begins)
    assert re.search(r" times and .+ in \d+ million words, for example \".+\"$", told)


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        (
            "We zlorped at it.",
            "2-3",
            WRONG_PREPOSITION,
            ["upon"],
            f'"upon" fits better than "at": {WORD_BEFORE}',
        ),
        (
            "We zlorped at it.",
            "2-3",
            EXTRANEOUS_PREPOSITION,
            [""],
            'many verbs have their object without a preposition: "visit London", "answer it"',
        ),
        (
            "We zlorped it.",
            "2-2",
            MISSING_PREPOSITION,
            ["upon"],
            f'"upon" seems to be missing between "zlorped" and "it": {LISTEN}',
        ),
        (
            "We zlorped at it.",
            "2-3",
            WRONG_PREPOSITION,
            [],
            f'"at" does not seem to fit here: {WORD_BEFORE}',
        ),
        (
            "We zlorped it.",
            "2-2",
            MISSING_PREPOSITION,
            [],
            f'a word seems to be missing between "zlorped" and "it": {LISTEN}',
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
            '"dog" is a singular that can be counted, and it needs a word such as "a", "the" or '
            '"my" before it',
        ),
        (
            *("He is best player.", "2-2:determiner", MISSING_ARTICLE, ["the"]),
            '"the" comes before "best": "the best", "the same"',
        ),
        (
            *("We wait until end of the year.", "3-3:determiner", MISSING_ARTICLE, ["the"]),
            'what comes after "of" says which "end" it is, so it has "the"',
        ),
        (
            *("I like sea.", "2-2:determiner", MISSING_ARTICLE, ["the"]),
            '"the" is for what the reader can tell which it is: "Please close the door"',
        ),
        (
            *("We go to beach tomorrow.", "3-3:determiner", MISSING_ARTICLE, ["the"]),
            '"the" is for what the reader can tell which it is: "Please close the door"',
        ),
        (
            "I see",
            "2-2:determiner",
            MISSING_ARTICLE,
            ["it"],
            '"see" has an object after it: "see it"',
        ),
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
            '"Canada" is a name, and names of people, towns and most countries have no article',
        ),
        (
            *("They love the dogs.", "2-3:determiner", UNNEEDED_ARTICLE, [""]),
            '"dogs" has no "the" where it is meant in general: "I like music and dogs"',
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
            '"these" goes with the plural, here "books"',
        ),
        (
            *("I have much friends.", "2-3:determiner", WRONG_ARTICLE, ["many"]),
            '"many" goes with what can be counted, "much" with what cannot',
        ),
        (
            *("A sun is hot.", "0-1:determiner", WRONG_ARTICLE, ["The"]),
            '"the" is for what the reader can tell which it is: "Please close the door"',
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
        ("I need informations.", "2-3", ["information"], UNCOUNTABLE),
        ("I bought one cars.", "3-4", ["car"], 'after "one" comes the singular'),
        ("I have many book.", "3-4", ["books"], 'after "many" comes the plural'),
        ("It is one of the reason.", "5-6", ["reasons"], 'after "one of" comes the plural'),
        (
            "We saw the dog.",
            "3-4",
            ["dogs"],
            "more than one is meant, so the noun is in the plural",
        ),
        ("It is a big problems.", "4-5", [], 'after "a" comes the singular'),
        ("We saw the dogs.", "3-4", ["dog"], "one is meant, so the noun is in the singular"),
        ("We saw the dog.", "3-4", [], f'"dog" does not seem to fit here: {ONE_OR_MANY}'),
    ],
)
def test_one_or_many_is_explained_by_the_words_before(
    text: str, span: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, f"{span}:number", NOUN_NUMBER, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        ("He go home.", "1-2", DISAGREEMENT, ["goes"], 'with "he", the verb is "goes"'),
        (
            "The city give me hope.",
            "2-3",
            DISAGREEMENT,
            ["gives"],
            'the subject, "the city", is singular, so the verb is "gives"',
        ),
        (
            "The passengers has rights.",
            "2-3",
            DISAGREEMENT,
            ["have"],
            'the subject, "the passengers", is plural, so the verb is "have"',
        ),
        (
            "There is many people.",
            "1-2",
            DISAGREEMENT,
            ["are"],
            'after "there", the verb agrees with what follows: "many people" is plural',
        ),
        (
            "He go home.",
            "1-2",
            DISAGREEMENT,
            [],
            f'"go" does not seem to agree with its subject: {WITH_S}',
        ),
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
            'after "did not" comes the plain form: "go"',
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
            'after "enjoy" comes the "-ing" form: "enjoy swimming"',
        ),
        (
            "She has went home.",
            "2-3",
            VERB_FORM,
            ["gone"],
            'after "has" comes the past participle: "gone"',
        ),
        (
            "Yesterday we go home.",
            "2-3",
            "tense",
            ["went"],
            '"yesterday" is a finished time, so the past simple is used: "went"',
        ),
        ("We go home often.", "1-2", "tense", ["went"], PAST),
        (
            "She can sings well.",
            "2-3",
            "wrong-verb",
            ["sing"],
            'after "can" comes the plain form: "sing"',
        ),
        ("We goed home.", "1-2", VERB_FORM, [], f'"goed" does not seem to fit here: {CAN_GO}'),
        (
            *("She has went home.", "2-3", VERB_FORM, []),
            'after "has" comes the past participle: "has gone"',
        ),
        ("I knowing it.", "1-2", VERB_FORM, [], ALONE),
        (
            *("I have not talking to her.", "3-4", "tense", []),
            'after "have" comes the past participle: "have talked"',
        ),
        ("Hoping that you come.", "0-1", VERB_FORM, ["Hope"], ALONE),
        ("It does not going well.", "1-2", VERB_FORM, ["is"], BE_AND_ING),
        ("They are ready.", "1-2", "tense", ["were"], PAST_OF_BE),
    ],
)
def test_verbs_are_explained_by_their_subject_or_the_word_before(
    text: str, span: str, kind: str, options: list[str], told: str
) -> None:
    assert reason(finding(text, f"{span}:verb", kind, *options)) == told


@pytest.mark.parametrize(
    ("text", "span", "kind", "options", "told"),
    [
        ("Is raining.", "0-0:other", MISSING_WORD, ["it"], SUBJECT),
        (
            *("It is in", "3-3:other", MISSING_WORD, []),
            f'a word seems to be missing after "in": {SUBJECT_AND_VERB}',
        ),
        (
            "It is in rain",
            "3-3:verb",
            MISSING_WORD,
            [],
            f'a word seems to be missing between "in" and "rain": {SUBJECT_AND_VERB}',
        ),
        ("Stop", "0-1:other", WRONG_WORD, [], '"Stop" does not seem to fit here'),
        ("We have ate.", "1-2:tense", EXTRA_WORD, [], '"have" does not seem to fit here'),
        (
            "My brother he left.",
            "2-3:pronoun",
            EXTRA_WORD,
            [""],
            '"brother" is the subject already, so "he" is not needed',
        ),
        ("We wiht go.", "1-2:spelling", MISSPELLING, ["will"], '"wiht" seems to be misspelt'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, ["bought"], 'the right form is "bought"'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, ["buried"], '"buyed" seems to be misspelt'),
        ("I buyed it.", "1-2:spelling", MISSPELLING, [], '"buyed" seems to be misspelt'),
        (
            "I speak english.",
            "2-3:capitals",
            "capitals",
            ["English"],
            '"English" has a capital letter, as names, languages, days and months do',
        ),
        (
            "He sings good.",
            "2-3:adverb",
            "adverb",
            ["well"],
            '"well" says how something is done ("sings well"), "good" what something is like ("a '
            'good singer")',
        ),
        (
            "He sings strange.",
            "2-3:adverb",
            "adverb",
            ["strangely"],
            '"strangely" goes with verbs and whole sentences, "strange" says what something is '
            "like",
        ),
        (
            "I know what is it.",
            "3-5:word-order",
            "word-order",
            ["it is"],
            'inside a sentence, a question has the order of a statement: "I know where he is"',
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


@pytest.mark.parametrize(
    ("text", "span", "options", "part"),
    [
        ("In my point of view, it is late.", "3-4", ["opinion"], '"from my point of view"'),
        ("Despite they are new, I left.", "2-3", [], '"despite" has a noun or "-ing" after it'),
        ("He was exited.", "2-3", [], '"exited" is went out'),
        ("The moths of the year.", "1-2", [], 'a year has twelve "months"'),
        ("I do not know everyone.", "4-5", ["anyone"], "questions"),
        ("They enable us do it.", "3-3", ["to"], "what is wanted, planned or meant"),
        ("He gave me in the book.", "3-4", [""], "follows the person directly"),
        ("It was my complain.", "3-4", [], '"complaint" the noun'),
        ("She gone home.", "1-1", ["has"], 'needs "have", "has" or "had"'),
        ("She changed my life.", "1-1", ["has"], "the present perfect is for"),
        (
            "Because that it rained, I left.",
            "1-2",
            [""],
            'begins a clause by itself, without "that"',
        ),
        ("Most the people came.", "1-1", ["of"], '"of" only before "the"'),
        ("It is cheaper then that.", "3-4", ["than"], '"than" is for comparing'),
        ("It is very useful than that.", "2-3", ["more"], 'before "than" there is "more"'),
        ("Not only we do sing.", "2-4", ["do we"], "the auxiliary comes before the subject"),
        ("They go to work car.", "4-4", ["by"], 'how one travels is told with "by"'),
        ("He is good in chess.", "3-4", ["at"], "good"),
        ("I found any information.", "2-3", ["no"], "negative by itself"),
        ("At first, thank you.", "0-1", [""], '"first" begins a list'),
        ("We meet twice in a week.", "3-4", [""], '"twice a week"'),
        ("The film was slowly.", "3-4", ["slow"], "what somebody or something is like"),
        ("All you do is going there.", "4-5", ["go"], "what one does"),
        ("It was my staying there.", "3-4", ["stay"], 'after "my" comes a noun'),
    ],
)
def test_words_are_explained_by_those_around_them(
    text: str, span: str, options: list[str], part: str
) -> None:
    assert part in reason(finding(text, f"{span}:other", WRONG_WORD, *options))


def test_a_note_about_negatives_needs_one() -> None:
    told = reason(finding("I never know something.", "3-4:other", WRONG_WORD, "anything"))
    assert "questions" in told
    told = reason(finding("Or never leaving home.", "1-2:other", "adverb", "ever"))
    assert "negative" not in told


def test_words_of_endless_length_are_cut() -> None:
    found = finding(f"I {'a' * 9_000} it", "1-2:other", "wrong-word")
    assert reason(found) == f'"{"a" * 39}…" does not seem to fit here'


def test_a_verb_that_is_not_needed_has_no_other_form() -> None:
    found = finding("I am agree.", "1-2:verb-form", EXTRA_WORD, "")
    assert reason(found) == (
        '"agree" is a verb by itself, so it has no form of "be" before it: "I agree", not "I am '
        'agree"'
    )


@pytest.mark.parametrize(
    ("text", "span", "kind", "option", "begins"),
    [
        ("It was a strong rain.", "3-4", "adjective", "heavy", '"heavy rain" '),
        ("We did a decision.", "1-2", "wrong-verb", "made", '"make ... decision" '),
        ("He tends being late.", "2-3", VERB_FORM, "to be", '"tend" with "to" and a verb '),
    ],
)
def test_words_that_go_together_are_counted(
    text: str, span: str, kind: str, option: str, begins: str
) -> None:
    told = reason(finding(text, f"{span}:other", kind, option))
    assert told.startswith(f"native writers write {begins}")


@pytest.mark.parametrize(
    ("text", "span", "options"),
    [
        # The nearest noun is not the subject, and the nearest word not the determiner.
        ("The price of the tickets are high.", "5-6", ["is"]),
        ("It is a sport and use a lot of power.", "5-6", ["uses"]),
        ("The team are ready.", "2-3", ["is"]),
    ],
)
def test_a_word_that_may_be_the_wrong_one_is_not_named(
    text: str, span: str, options: list[str]
) -> None:
    told = reason(finding(text, f"{span}:agreement", DISAGREEMENT, *options))
    assert not re.search('"(the )?(tickets|sport|team|lot|power)"', told)


@pytest.mark.parametrize(
    ("text", "span", "kind", "option", "told"),
    [
        (
            *("They did not went home.", "1-4", VERB_FORM, "did not go"),
            'after "did not" comes the plain form: "go"',
        ),
        (
            *("We are looking forward to see you.", "2-6", VERB_FORM, "looking forward to seeing"),
            'after "forward to" comes the "-ing" form: "seeing"',
        ),
        (
            *("I have saw him yesterday.", "1-3", "tense", "saw"),
            '"ago" and "yesterday" are finished times, so the past simple is used: "I saw it"',
        ),
    ],
)
def test_of_a_suggestion_of_several_words_the_part_that_changes_is_explained(
    text: str, span: str, kind: str, option: str, told: str
) -> None:
    assert reason(finding(text, f"{span}:verb", kind, option)) == told


def test_what_a_rule_found_has_the_message_of_the_rule() -> None:
    rule = next(unmeasured_rules())
    found = finding("I depend of you.", "2-3:preposition", WRONG_PREPOSITION, "on")
    flag = replace(found.flag, rule=rule.id)
    assert reason(replace(found, flag=flag)) == rule.message.removesuffix(".")
    assert "native writers" in reason(replace(found, flag=replace(flag, rule="nothing")))
    own = replace(flag, message="We never write so.")
    assert reason(replace(found, flag=own)) == "We never write so"
