"""The pattern language, suggestions and hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.rulebook.book import RuleBook, RuleHit, corrected
from solecism.rulebook.pattern import MOST_TIMES, Element, Words, parse_pattern
from solecism.rulebook.rule import rules_in
from solecism.rulebook.suggestion import change_of, parse_template
from solecism.sentence import Sentence, from_words

LISTS = {"fruit": frozenset(("apple", "pear"))}


def _book(pattern: str, suggestion: str = "X") -> RuleBook:
    rule = {
        "id": "test",
        "kind": "wrong-word",
        "message": "Why.",
        "pattern": pattern,
        "suggestion": suggestion,
    }
    return RuleBook(rules_in({"rule": [rule]}, file="f", subject="s", lists=LISTS))


def _sentence(text: str) -> Sentence:
    [sentence] = annotate(text, "text")
    return sentence


def _found(pattern: str, text: str) -> str | None:
    """The words that a pattern would replace, None without a hit."""
    sentence = _sentence(text)
    hits = _book(pattern).hits(sentence)
    return " ".join(sentence.words[hits[0].start : hits[0].end]) if hits else None


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("sat", "The cat SAT down.", "SAT"),
        ("<sit>", "The cats sit here.", "sit"),
        ("<sit>", "The cat sat down.", "sat"),
        ("cat|dog (sat)", "The dog sat down.", "sat"),
        ("cat|dog (sat)", "The cow sat down.", None),
        ("an? @fruit", "She ate an apple.", "an apple"),
        ("<@fruit>", "She ate two pears.", "pears"),
        ("the *ing", "The meeting is over.", "The meeting"),
        ("the NN", "He sold the car.", "the car"),
        ("the N*", "He sold the cars.", "the cars"),
        ("the saw/VB*", "He sold the saw.", None),
        ("the saw/N*", "He sold the saw.", "the saw"),
        ("not PAST", "He did not knew it.", "not knew"),
        ("can (THIRD)", "He can swims.", "swims"),
        ("sold *{0,2} car", "He sold the old car.", "sold the old car"),
        ("sold *{0,2} car", "He sold the very old car.", None),
        ("sold *{1,3} car", "He sold, the car was old.", None),
        ("sold NP", "He sold the very old car today.", "sold the very old car"),
        ("!-not sold", "He has not sold it.", None),
        ("!-not sold", "He has sold it.", "sold"),
        ("sold !it|them", "He has sold it.", None),
        ("sold !it|them", "He has sold.", "sold"),
        ("START he", "He came.", "He"),
        ("START came", "He came.", None),
        ("sold END", "The car was sold.", "sold"),
        ("sold END", "It was sold, they say.", None),
        ("sold STOP", "It was sold, they say.", "sold"),
        ("(sold) STOP|and", "It was sold, they say.", "sold"),
        ("(sold) STOP|and", "It was sold and forgotten.", "sold"),
        ("(sold) STOP|and", "It was sold yesterday.", None),
        ("START|but he", "Well, but he came.", "but he"),
        ("START|but he", "He came.", "He"),
        ("did n't", "He didn’t come.", "did n’t"),
        ("in (may/SMALL)", "It is in may.", "may"),
        ("in (may/SMALL)", "It is in May.", None),
    ],
)
def test_patterns_find_what_they_describe(pattern: str, text: str, found: str | None) -> None:
    assert _found(pattern, text) == found


@pytest.mark.parametrize(
    ("pattern", "suggestion", "text", "right"),
    [
        ("<depend> (of)", "on", "It depends of you.", "It depends on you."),
        ("<discuss> (about)", "", "We discussed about it.", "We discussed it."),
        ("<wait> () me", "for", "Wait me here.", "Wait for me here."),
        ("(about) you", "", "About you I know nothing.", "You I know nothing."),
        ("(are) you", "$2 $1", "Where are you?", "Where you are you?"),
        ("are you", "$2 $1", "Are you tired?", "You are tired?"),
        ("<do> mistakes", "make~$1 $2", "He does mistakes.", "He makes mistakes."),
        ("a advice", "a/an apple", "He took a advice.", "He took an apple."),
        ("he come", "$1 $2.third", "He come home.", "He comes home."),
        ("people (was)", "$2.they", "People was there.", "People were there."),
        ("people (has)", "$2.they", "People has time.", "People have time."),
        ("it (were)", "$2.it", "It were late.", "It was late."),
        ("it (go)", "$2.it", "It go on.", "It goes on."),
        ("does n't", "do $2", "It doesn't know.", "It don't know."),
        ("informations", "$1.singular", "Informations are here.", "Information are here."),
        ("a CD stars hotel", "a/an $2 - $3.singular $4", "A 8 stars hotel.", "An 8-star hotel."),
        ("most better", "$2.superlative", "It is most better.", "It is best."),
        ("tooth brush", "$1 + $2", "My tooth brush is new.", "My toothbrush is new."),
        ("my (brother) car", "$2 's", "My brother car is new.", "My brother's car is new."),
        ("speak (well *)", "$3 $2", "I speak well Polish.", "I speak Polish well."),
        ("like me to VB", "$1 that $2.subject $4", "Like me to go.", "Like that I go."),
    ],
)
def test_suggestions_are_written_into_the_sentence(
    pattern: str, suggestion: str, text: str, right: str
) -> None:
    sentence = _sentence(text)
    hits = _book(pattern, suggestion).hits(sentence)
    assert corrected(sentence, hits) == right


def test_a_hit_covers_everything_that_changes_and_nothing_else() -> None:
    sentence = _sentence("They made him to go there.")
    [hit] = _book("<make> PRP to VB there", "$1 $2 $4 here").hits(sentence)
    assert (hit.start, hit.end, hit.words) == (3, 6, ("go", "here"))


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("the dog", "dog"),
        ("dog|cat home", "home"),
        ("dog|cat *{0,3} home", "cat dog"),
        ("went? home", "home"),
    ],
)
def test_a_pattern_is_looked_up_by_its_rarest_words_that_are_always_there(
    pattern: str, word: str
) -> None:
    assert parse_pattern(pattern, {}).triggers == set(word.split())


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("it depends of you", "it depends on you", ("of", "on")),
        ("he is is late", "he is late", ("is", "")),
        ("we discussed it", "we discussed it", ("", "")),
    ],
)
def test_a_change_has_the_words_that_differ(old: str, new: str, change: tuple[str, str]) -> None:
    expected = tuple(tuple(side.split()) for side in change)
    assert change_of(tuple(old.split()), tuple(new.split())) == expected


def test_a_change_has_a_kind_where_all_rules_agree() -> None:
    rules = [
        {"id": id, "kind": kind, "message": "m.", "pattern": "go", "wrong": wrong}
        for id, kind, wrong in (
            ("a", "wrong-preposition", ["It depends {of -> on} him.", "Go {in -> to} bed."]),
            ("b", "wrong-word", ["Think {of -> on} it."]),
        )
    ]
    book = RuleBook(rules_in({"rule": rules}, file="f", subject="s", lists={}))
    assert book.kinds_of_changes == {(("in",), ("to",)): "wrong-preposition"}


def test_a_flag_names_the_rule() -> None:
    sentence = _sentence("It depends of you.")
    [hit] = _book("<depend> (of)", "on").hits(sentence)
    flag = hit.flag("mine")
    assert (flag.site, flag.rule, flag.suggestions[0].text) == ("text.1:2-3:other", "test", "on")
    assert flag.as_correct.rule == ""
    measured = replace(hit, rule=replace(hit.rule, p=0.8, p_suggestion=0.6)).flag("mine")
    assert (measured.confidence, measured.suggestions[0].p) == (0.8, 0.6)


def test_of_hits_that_overlap_the_more_probable_one_is_given() -> None:
    rules = [
        {"id": id, "kind": "wrong-word", "message": "m", "pattern": pattern, "p": p}
        for id, pattern, p in (("short", "of you", 0.9), ("long", "depends of you", 0.8))
    ]
    book = RuleBook(rules_in({"rule": rules}, file="f", subject="s", lists={}))
    sentence = _sentence("It depends of you.")
    assert [hit.rule.id for hit in book.hits(sentence)] == ["short"]
    assert len(book.all_hits(sentence)) == 2


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("NN", "at least one word"),
        ("", "at least one word"),
        ("of{0,9}", "at most 8 times"),
        ("(of", "not closed"),
        ("(of) (to)", "one pair"),
        ("of NNX", "not a tag"),
        ("of Paris", "not a tag"),
        ("of @vegetables", "no list"),
        ("of <a", "not understood"),
        ("of a||b", "not understood"),
        ("of !STOP|and", "negated"),
        ("of /VB", "before the tag"),
        ("of !a?", "number of times"),
        ("of NP{2}", "comes once"),
        ("of " * 30, "24 elements"),
        ("o" * 700, "too long"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused_with_a_reason(pattern: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_pattern(pattern, LISTS)


@pytest.mark.parametrize("suggestion", ["$0", "$1.future", "~$1", "$1~make", "$$"])
def test_a_suggestion_that_cannot_be_used_is_refused(suggestion: str) -> None:
    with pytest.raises(InputError):
        parse_template(suggestion)


_PIECES = st.just(" ") | st.sampled_from(
    "of the <go> * *ing NN VB* PAST THIRD NP VP !of !-to START END STOP ( ) ? {0,8} {2} | / @fruit "
    "< >".split(" ")
)
_WORDS = st.lists(
    st.sampled_from(["of", "the", "to", "go", "going", ",", "apple", "."]), max_size=30
)


@given(st.lists(_PIECES, max_size=14).map("".join) | st.text(max_size=80), _WORDS)
def test_any_text_is_a_pattern_or_refused_and_matching_ends(text: str, words: list[str]) -> None:
    try:
        pattern = parse_pattern(text, LISTS)
    except InputError:
        return
    tags = tuple("NN" if word == "apple" else "IN" for word in words)
    sentence = from_words("a.1", words).with_columns(tags=tags, lemmas=(), chunks=())
    view = Words(sentence)
    view.is_tagged = True
    for start in range(len(words)):
        spans = pattern.match(view, start)
        if spans is not None:
            begin, end = pattern.changed(spans)
            assert start <= begin <= end <= len(words)


def test_each_element_is_tried_once_at_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways there are to fill the gaps of a pattern, the work does not explode."""
    tried: Counter[int] = Counter()
    ends = Element.ends

    def counted(element: Element, sentence: Words, place: int) -> Iterator[int]:
        tried[place] += 1
        assert tried[place] <= 24
        return ends(element, sentence, place)

    monkeypatch.setattr(Element, "ends", counted)
    pattern = "of " + f"*{{0,{MOST_TIMES}}} " * 22 + "nowhere"
    sentence = from_words("a.1", ["of"] * 300)
    sentence = sentence.with_columns(tags=("IN",) * 300, lemmas=(), chunks=())
    assert parse_pattern(pattern, {}).match(Words(sentence), 0) is None
    assert sum(tried.values()) > 1_000


def test_hits_can_be_sent_to_another_process() -> None:
    import pickle

    sentence = _sentence("It depends of you.")
    [hit] = _book("<depend> (of)", "on").hits(sentence)
    copy = pickle.loads(pickle.dumps(hit))
    assert isinstance(copy, RuleHit)
    assert copy.flag("mine") == hit.flag("mine")
