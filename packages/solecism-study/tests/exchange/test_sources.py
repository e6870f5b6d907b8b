"""Items from sites, sentences, suggestions and known answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.language import sentence_splitter
from solecism.site import Flag, Site, Suggestion
from solecism_study.exchange.item_sources import (
    items_of_sentences,
    items_of_sites,
    with_known_answers,
    with_suggestions,
)
from solecism_study.item import CONTROL, Item, item_of_site
from solecism_study.tasks.registry import task_named

TEXT = "We live here. It's cold (often), isn't it? We depend of the heating."


def whole(item: Item) -> str:
    return item.before + item.target + item.after


def test_a_site_with_its_context_is_shown_as_people_write() -> None:
    words = "It 's cold ( often ) in here , is n't it ?"
    item = item_of_site(Site("letter.2", 6, 7, "preposition", "in", words))
    assert whole(item) == "It's cold (often) in here, isn't it?"
    assert item.target == "in"


@given(words=st.lists(st.sampled_from(["it", "(", ")", ",", "n't", "'s", "?", "of"]), min_size=1))
def test_however_words_are_joined_the_target_is_cut_out_where_it_is(words: list[str]) -> None:
    for place, word in enumerate(words):
        if not word.isalpha():
            continue
        item = item_of_site(Site("a.1", place, place + 1, "preposition", word, " ".join(words)))
        assert item.target == word
        joined = "".join(words)
        assert whole(item).replace(" ", "") == joined
        assert item.before.replace(" ", "") == "".join(words[:place])


@pytest.mark.parametrize(
    "site",
    [
        Site("a.1", 0, 1, "preposition", "of"),
        Site("a.1", 0, 1, "preposition", "of", "It is"),
        Site("a.1", 7, 8, "preposition", "of", "It is"),
    ],
)
def test_a_site_that_is_not_in_its_context_is_refused(site: Site) -> None:
    with pytest.raises(InputError, match=r"a\.1"):
        item_of_site(site)


def test_of_sentences_every_preposition_is_an_item_after_the_sentence_before() -> None:
    items = list(
        items_of_sentences(sentence_splitter.sentences(TEXT, "letter"), task_named("usage"))
    )
    assert [item.target for item in items] == ["of"]
    assert items[0].context == ("It's cold (often), isn't it?",)
    assert whole(items[0]) == "We depend of the heating."
    assert items[0].site == "letter.3:2-3:preposition"


def test_context_does_not_go_over_the_end_of_a_document() -> None:
    sentences = [
        *sentence_splitter.sentences("One day.", "a"),
        *sentence_splitter.sentences("We wait for you.", "b"),
    ]
    [item] = items_of_sentences(sentences, task_named("usage"))
    assert item.context == ()


def test_sites_get_their_context_from_sentences_that_are_given() -> None:
    site = Site("letter.3", 2, 3, "preposition", "of")
    [item] = items_of_sites(
        [site], task_named("usage"), sentence_splitter.sentences(TEXT, "letter")
    )
    assert item.context == ("It's cold (often), isn't it?",)


def test_acceptability_asks_about_whole_sentences() -> None:
    items = list(
        items_of_sentences(sentence_splitter.sentences(TEXT, "letter"), task_named("acceptability"))
    )
    assert [whole(item) for item in items] == [
        "We live here.",
        "It's cold (often), isn't it?",
        "We depend of the heating.",
    ]
    assert items[0].site == "letter.1:0-4:sentence"


def test_a_suggestion_that_is_what_was_written_is_no_choice() -> None:
    items = [Item(f"a.{i}:0-1:preposition", "", "Of", " it.") for i in range(3)]
    flags = [
        Flag("a.0:0-1:preposition", "s", True, suggestions=(Suggestion("On"),)),
        Flag("a.1:0-1:preposition", "s", True, suggestions=(Suggestion("of"),)),
        Flag("a.2:0-1:preposition", "s", False),
    ]
    [item] = with_suggestions(items, flags)
    assert item.offers == {"writer": "of", "system": "on"}


def test_items_with_known_answers_are_control_items() -> None:
    items = [Item(f"a.{i}:0-1:preposition", "", "Of", " it.") for i in range(2)]
    known = [
        Judgment("a.1:0-1:preposition", "expert", "error", notes={"why": "No word needed."}),
        Judgment("a.1:0-1:preposition", "other", "unknown"),
    ]
    first, second = with_known_answers(items, known, CONTROL)
    assert first.pool == "data"
    assert (second.pool, second.gold, second.why) == (
        CONTROL,
        {"": ("error", "unknown")},
        "No word needed.",
    )
    with pytest.raises(InputError, match=r"a\.9"):
        with_known_answers(items, [Judgment("a.9:0-1:preposition", "x", "ok")], CONTROL)


def test_the_blank_of_a_noun_takes_its_article_with_it() -> None:
    [item] = items_of_sentences(
        sentence_splitter.sentences("We saw an old house.", "a"), task_named("article-number")
    )
    assert (item.before, item.target, item.after) == ("We saw ", "an old house", ".")
    assert item.site == "a.1:4-5:number"


def test_sites_alone_do_not_do_for_constructions() -> None:
    site = Site("a.1", 4, 5, "number", "house", "We saw an old house .")
    with pytest.raises(InputError, match="whole sentences"):
        list(items_of_sites([site], task_named("article-number")))
