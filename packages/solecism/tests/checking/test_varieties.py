"""What is right in one variety of English, and which variety a text is written in."""

from __future__ import annotations

import pytest

from rule_detector import RuleDetector
from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.reasons import reason
from solecism.checking.varieties import (
    AMERICAN,
    ANY,
    AUTO,
    BRITISH,
    VarietySpelling,
    variety_of_text,
    without_variants,
)
from solecism.detect.detector import DISAGREEMENT, MISSPELLING, NOUN_NUMBER, PRONOUN
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.language.sentence_splitter import sentences
from solecism.site import Flag, Suggestion, id_of


def is_error(text: str, old: str, new: str, variety: str, kind: str = DISAGREEMENT) -> bool:
    """Whether a flag that replaces a word of a sentence is still an error in a variety."""
    [sentence] = annotate(text, "a")
    place = sentence.words.index(old)
    site = id_of(sentence.id, place, place + 1, kind)
    flag = Flag(site, "mine", True, kind, 0.9, (Suggestion(new, 0.9),))
    [found] = without_variants(sentence, [flag], variety)
    return found.error


GROUPS = [
    ("The committee have met.", "have", "has"),
    ("The committee, which have met twice, are not happy.", "are", "is"),
    ("The team of doctors were late.", "were", "was"),
    ("My family live in Spain.", "live", "lives"),
    ("The government, in a letter to the council, have said so.", "have", "has"),
    ("Hull City are two goals down.", "are", "is"),
    ("England were beaten in the final.", "were", "was"),
]


@pytest.mark.parametrize(("text", "old", "new"), GROUPS)
@pytest.mark.parametrize("variety", [BRITISH, ANY, AUTO])
def test_nouns_for_several_people_take_a_plural_verb(
    text: str, old: str, new: str, variety: str
) -> None:
    assert not is_error(text, old, new, variety)


@pytest.mark.parametrize(("text", "old", "new"), GROUPS)
def test_not_so_in_american_english(text: str, old: str, new: str) -> None:
    assert is_error(text, old, new, AMERICAN)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [("The company have failed.", "have", "has"), ("Uefa have decided.", "have", "has")],
)
def test_a_plural_with_an_institution_is_right_only_where_the_text_is_british(
    text: str, old: str, new: str
) -> None:
    assert not is_error(text, old, new, BRITISH)
    assert not is_error(text, old, new, ANY)
    assert is_error(text, old, new, AUTO)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("My brother have a dog.", "have", "has"),
        ("The man in the group are tall.", "are", "is"),
        ("The committee has met and he have gone.", "have", "has"),
        ("The families of the team is here.", "is", "are"),
        ("The committee have meet.", "meet", "met"),
    ],
)
def test_other_errors_stay(text: str, old: str, new: str) -> None:
    assert is_error(text, old, new, BRITISH)


def test_data_is_singular_and_plural_everywhere() -> None:
    for variety in (BRITISH, AMERICAN, ANY, AUTO):
        assert not is_error("The data are old.", "are", "is", variety)


def test_the_noun_need_not_become_a_plural_nor_its_pronoun_a_singular() -> None:
    text = "The team are proud of their shirts."
    assert not is_error(text, "team", "teams", BRITISH, NOUN_NUMBER)
    assert not is_error(text, "their", "its", BRITISH, PRONOUN)
    assert is_error(text, "shirts", "shirt", BRITISH, NOUN_NUMBER)


def test_the_other_spelling_is_an_error_only_where_its_variety_was_not_asked_for() -> None:
    text = "The colour is fine."
    found = [
        is_error(text, "colour", "color", each, MISSPELLING)
        for each in (BRITISH, ANY, AUTO, AMERICAN)
    ]
    assert found == [False, False, False, True]
    assert is_error("The coluor is fine.", "coluor", "color", ANY, MISSPELLING)


@pytest.mark.parametrize(
    ("text", "variety"),
    [
        ("The colour of the theatre in the center.", BRITISH),
        ("Mr Hill, whose neighbors are MPs, said so.", BRITISH),
        ("My favorite color.", AMERICAN),
        ("They organized a trip.", AUTO),
        ("One is gray, the other is grey.", AUTO),
    ],
)
def test_the_variety_is_that_of_most_words_that_tell(text: str, variety: str) -> None:
    assert variety_of_text(sentences(text, "a")) == variety
    assert variety_of_text(sentences(text, "a"), ANY) == ANY


def spellings(text: str, variety: str) -> dict[str, str]:
    detector = VarietySpelling(RuleDetector(), variety)
    every = list(annotate(text, "a"))
    return {
        flag.site: flag.suggestions[0].text
        for flag in detector.flags(every)
        if flag.kind == MISSPELLING
    }


def test_words_of_the_other_variety_are_misspelt_where_one_was_asked_for() -> None:
    text = "We organised a colorful theatre programme."
    assert spellings(text, AMERICAN) == {
        "a.1:1-2:spelling": "organized",
        "a.1:4-5:spelling": "theater",
        "a.1:5-6:spelling": "program",
    }
    assert spellings(text, BRITISH) == {"a.1:3-4:spelling": "colourful"}


def test_names_and_words_in_ize_are_left_alone() -> None:
    assert not spellings("He went to Pearl Harbor to organize it.", BRITISH)
    assert not spellings("The Labour Party met.", AMERICAN)


def test_a_variety_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match=r"no variety 'scottish'\. There are auto, british"):
        DetectorOptions(variety="scottish")


def test_a_checker_tells_which_spelling_it_is() -> None:
    checker = TextChecker(DetectorOptions(name="light", variety=AMERICAN))
    [finding] = checker.check("I like this colour.")
    assert (finding.kind, finding.suggestions) == (MISSPELLING, ("color",))
    assert "is the British spelling" in reason(finding)
    without = DetectorOptions(name="light", variety=AMERICAN, kinds=("wrong-preposition",))
    assert not list(TextChecker(without).check("I like this colour."))


def is_preposition_error(text: str, span: str, kind: str, new: str, variety: str) -> bool:
    """Whether a flag that changes or inserts a preposition or an article is still an error."""
    [sentence] = annotate(text, "a")
    flag = Flag(f"{sentence.id}:{span}", "mine", True, kind, 0.9, (Suggestion(new, 0.9),))
    [found] = without_variants(sentence, [flag], variety)
    return found.error


@pytest.mark.parametrize(
    ("text", "span", "kind", "new", "right_in"),
    [
        ("It is different than that.", "3-4:preposition", "wrong-preposition", "from", "all"),
        ("We met at the weekend.", "2-3:preposition", "wrong-preposition", "on", "all"),
        ("She gave it me.", "3-3:preposition", "missing-preposition", "to", "any auto british"),
        ("I will write you soon.", "3-3:preposition", "missing-preposition", "to", "any american"),
        ("I'll come Sunday.", "3-3:preposition", "missing-preposition", "on", "any american auto"),
        ("He is in hospital.", "3-3:determiner", "missing-article", "the", "any auto british"),
        ("He is in the hospital.", "3-4:determiner", "unneeded-article", "", "any american auto"),
        ("It depends of that.", "2-3:preposition", "wrong-preposition", "on", ""),
        ("She explained it me.", "2-2:preposition", "missing-preposition", "to", ""),
    ],
)
def test_prepositions_and_articles_of_one_variety_are_right_in_it(
    text: str, span: str, kind: str, new: str, right_in: str
) -> None:
    varieties = (AMERICAN, ANY, AUTO, BRITISH)
    right = {each for each in varieties if not is_preposition_error(text, span, kind, new, each)}
    assert right == set(varieties if right_in == "all" else right_in.split())


def test_organisations_by_their_letters_take_a_plural_verb() -> None:
    assert not is_error("The FARC are a group.", "are", "is", AUTO)
    assert is_error("The FARC are a group.", "are", "is", AMERICAN)
