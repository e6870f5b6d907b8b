"""General rules, told where nothing more special is known."""

from __future__ import annotations

import pytest

from solecism.checking.general_reasons import general_reason
from solecism.checking.reasons import reason
from solecism.checking.word_context import word_context
from solecism.finding import CheckedSentence, Finding, Place
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion


def finding(text: str, span: str, new: str, kind: str = "wrong-word") -> Finding:
    [sentence] = annotate(text, "a")
    flag = Flag(f"a.1:{span}:edit", "x", True, kind, 0.9, (Suggestion(new, 0.9),))
    [found] = CheckedSentence("a.txt", Place(1, 0), sentence, (flag,)).findings
    return found


def told(text: str, span: str, new: str) -> str | None:
    """The general reason for a change of the words of a span."""
    return general_reason(word_context(finding(text, span, new)))


@pytest.mark.parametrize(
    ("text", "span", "new", "part"),
    [
        ("Thank you for informing that I won.", "4-4", "me", '"informing me"'),
        ("It is the best thing for.", "6-6", "us", '"for us"'),
        ("I want an opportunity for show you.", "4-5", "to", '"to show"'),
        ("If it will rain, we stay.", "2-3", "", 'after "if"'),
        ("He went because of of it.", "3-4", "", "written twice"),
        ("We spend hours to park.", "3-5", "parking", "time or money is spent"),
        ("I want this books.", "2-3", "these", '"these" goes with a plural'),
        ("It is worst than before.", "2-3", "worse", "compare two"),
        ("I like eating and drink there.", "4-5", "drinking", "joined by"),
        ("It is a place for living.", "4-6", "to live", "what something is for"),
        ("What do you do you can say?", "3-4", "", '"do" is for questions'),
        ("The city was improved last year.", "2-3", "", "something is done to the subject"),
        ("We visited to London.", "2-3", "", "without a preposition"),
        ("We met two years.", "4-4", "ago", "counts back from now"),
        ("She is a nice girl.", "3-4", "kind", None),
        ("A chair, table.", "2-3", "-", None),
    ],
)
def test_general_rules(text: str, span: str, new: str, part: str | None) -> None:
    reason = told(text, span, new)
    assert reason is None if part is None else part in (reason or "")


@pytest.mark.parametrize(
    ("text", "span", "new", "kind", "part"),
    [
        ("We came, it rained.", "3-4", "It", "capitals", "a sentence begins with"),
        ("She speaks french.", "2-3", "French", "capitals", "as names, languages"),
        ("Then i left.", "1-2", "I", "capitals", '"I" always has'),
        ("Your faithfully.", "0-1", "Yours", "adverb", "Yours"),
        ("We live in a big rooms.", "3-3", "a", "missing-article", "the noun is singular"),
        ("It does not going well.", "1-2", "is", "verb-form", "is"),
        ("He saw my friend house.", "4-4", "'s", "missing-word", "an apostrophe shows whose"),
        ("Well, it quite fun.", "3-3", "'s", "missing-word", "a sentence needs a verb"),
        ("We go to shopping.", "2-3", "", "extraneous-preposition", '"go shopping"'),
    ],
)
def test_reasons_name_no_rule_that_does_not_hold(
    text: str, span: str, new: str, kind: str, part: str
) -> None:
    said = reason(finding(text, span, new, kind))
    assert part in said
    assert "plural of" not in said
    assert "facts and habits" not in said
