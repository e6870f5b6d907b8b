"""Findings in plain words: what is wrong, why, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from solecism import site as sites
from solecism.check.advice.changes import new_words
from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG,
    WRONG_ARTICLE,
    WRONG_WORD,
)
from solecism.finding import Finding
from solecism.flag import Suggestion
from solecism.language.forms.lemma import lemma
from solecism.locate.noun_table import bundled_nouns

NAMES = {
    WRONG: "wrong preposition",
    EXTRANEOUS: "unneeded preposition",
    MISSING: "missing preposition",
    WRONG_ARTICLE: "wrong article",
    UNNEEDED_ARTICLE: "unneeded article",
    MISSING_ARTICLE: "missing article",
    NOUN_NUMBER: "noun number",
    DISAGREEMENT: "agreement",
    VERB_FORM: "verb form",
    MISSPELLING: "spelling",
    WRONG_WORD: "wrong word",
    EXTRA_WORD: "unneeded word",
    MISSING_WORD: "missing word",
}
REASONS = {
    WRONG: "Another preposition is usual with these words.",
    EXTRANEOUS: "These words usually have no preposition between them.",
    MISSING: "A preposition is usual between these words.",
    WRONG_ARTICLE: "Another article or determiner is usual with this noun here.",
    UNNEEDED_ARTICLE: "This noun usually has no article here.",
    MISSING_ARTICLE: "This noun usually has an article here.",
    NOUN_NUMBER: "This noun is usually in the other number, singular or plural, here.",
    DISAGREEMENT: "This verb does not seem to agree with its subject.",
    VERB_FORM: "Another form of this verb is usual here.",
    MISSPELLING: "This word seems to be misspelt.",
    WRONG_WORD: "Another word is usual here.",
    EXTRA_WORD: "This word is usually left out here.",
    MISSING_WORD: "There is usually a word between these words.",
}
# The problem of a word that is explained without the words around it.
_PROBLEMS: dict[str | None, str] = {
    DISAGREEMENT: "does not seem to agree with its subject",
    VERB_FORM: "seems to be the wrong verb form here",
    MISSPELLING: "seems to be misspelt",
}
_MOST_SUGGESTIONS = 3
# Longer strings are not words, and would fill the screen.
_MOST_LETTERS = 40
# Suggestions after the first that are less probable than this are not shown.
_LEAST_P = 0.05


def shortened(text: str, most: int = _MOST_LETTERS) -> str:
    """The text, or its beginning if it is longer than `most`.

    >>> shortened("antidisestablishmentarianism", 8)
    'antidis…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def name(kind: str | None) -> str:
    """The name of a kind of error for people.

    >>> name("extraneous-preposition"), name("noun-number")
    ('unneeded preposition', 'noun number')
    """
    return NAMES.get(kind or "", (kind or "error").replace("-", " "))


def reason(finding: Finding) -> str:
    """What is wrong, with the words around it."""
    site = sites.parse(finding.flag.site)
    words = finding.sentence.words
    before = _quoted(words[site.start - 1]) if site.start else ""
    behind = _quoted(words[site.end]) if site.end < len(words) else ""
    if finding.flag.kind in _REASON_OF_KIND:
        return _REASON_OF_KIND[finding.flag.kind](finding, behind)
    around = f" after {before}" if before else _before(behind)
    if site.start == site.end:
        between = f" between {before} and {behind}" if before and behind else around
        return f"a word seems to be missing{between}"
    if finding.flag.kind in _PROBLEMS:
        return f"{_quoted(finding.text)} {_PROBLEMS[finding.flag.kind]}"
    problem = "is not needed" if finding.flag.kind in (EXTRANEOUS, EXTRA_WORD) else "is unusual"
    return f"{_quoted(finding.text)} {problem}{around}"


def _quoted(text: str) -> str:
    return f'"{shortened(text)}"'


def _before(behind: str) -> str:
    return f" before {behind}" if behind else ""


def _missing_article(finding: Finding, behind: str) -> str:
    return f"an article seems to be missing{_before(behind)}"


def _unneeded_article(finding: Finding, behind: str) -> str:
    return f"{_quoted(finding.text)} is not needed{_before(behind)}"


def _wrong_article(finding: Finding, behind: str) -> str:
    options = [option.text.lower() for option in finding.flag.suggestions[:1]]
    if behind and {finding.text.lower(), *options} == {"a", "an"}:
        return f"{_quoted(finding.text)} does not fit the sound of {behind}"
    return f"{_quoted(finding.text)} is unusual{_before(behind)}"


def _noun_number(finding: Finding, behind: str) -> str:
    singular = lemma(finding.text, "NNS").lower()
    is_plural = any(option.text.lower() == singular for option in finding.flag.suggestions)
    if is_plural and bundled_nouns().has_no_plural(singular):
        return f"{_quoted(singular)} has no plural"
    return f"use the {'singular' if is_plural else 'plural'} of {_quoted(finding.text)} here"


_REASON_OF_KIND: dict[str | None, Callable[[Finding, str], str]] = {
    MISSING_ARTICLE: _missing_article,
    UNNEEDED_ARTICLE: _unneeded_article,
    WRONG_ARTICLE: _wrong_article,
    NOUN_NUMBER: _noun_number,
}


def advice(finding: Finding) -> str:
    """The suggestions, best first, each with its probability; empty where there are none."""
    verb = "insert" if finding.start == finding.end else "write"
    options: list[str] = []
    for suggestion in worthwhile(finding.flag.suggestions):
        words = new_words(finding, suggestion)
        what = f"{verb} {_quoted(words)}" if words else "leave it out"
        if options and options[0].startswith(verb):
            what = what.removeprefix(f"{verb} ")
        options.append(what if suggestion.p is None else f"{what} ({suggestion.p:.0%})")
    return " or ".join(options)


def worthwhile(suggestions: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
    """The best suggestion, and up to two others that are probable enough."""
    others = (each for each in suggestions[1:] if each.p is None or each.p >= _LEAST_P)
    return (*suggestions[:1], *islice(others, _MOST_SUGGESTIONS - 1))


def certainty(finding: Finding) -> str:
    """The confidence and the share of readers who would object; empty where not known."""
    flag = finding.flag
    sure = "" if flag.confidence is None else f"{flag.confidence:.0%} sure"
    return ", ".join(filter(None, (sure, objections(flag.readers))))


def objections(readers: float | None) -> str:
    """The share of readers who would object, in words; empty where it is not known.

    >>> objections(0.83), objections(0.02)
    ('about 8 of 10 readers would object', 'hardly any reader would object')
    """
    if readers is None:
        return ""
    n = round(10 * readers)
    who = {0: "hardly any reader", 1: "about 1 reader in 10", 10: "every reader"}
    return f"{who.get(n, f'about {n} of 10 readers')} would object"


def summary(n_findings: int, n_sentences: int, n_files: int) -> str:
    """The numbers of findings, sentences and files, in one line.

    >>> summary(1, 200, 3)
    '1 finding in 200 sentences of 3 files.'
    """
    return (
        f"{count(n_findings, 'finding')} in {count(n_sentences, 'sentence')} "
        f"of {count(n_files, 'file')}."
    )


def count(n: int, noun: str) -> str:
    """A number with its noun, in the singular or plural.

    >>> count(1, "finding"), count(2000, "finding")
    ('1 finding', '2,000 findings')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
