"""Findings in plain words: what they are called, what to write instead, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from solecism.check.advice.changes import new_words
from solecism.check.reasons.around import quoted
from solecism.counted import count
from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_FORM,
    WORD_ORDER,
    WRONG,
    WRONG_ARTICLE,
    WRONG_NOUN,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.finding import Finding
from solecism.flag import Suggestion

NAMES = {
    WRONG: "wrong preposition",
    EXTRANEOUS: "unneeded preposition",
    MISSING: "missing preposition",
    WRONG_ARTICLE: "wrong article",
    UNNEEDED_ARTICLE: "unneeded article",
    MISSING_ARTICLE: "missing article",
    NOUN_NUMBER: "one or many",
    DISAGREEMENT: "agreement",
    TENSE: "tense",
    VERB_FORM: "verb form",
    WRONG_VERB: "wrong verb",
    WRONG_NOUN: "wrong noun",
    PRONOUN: "pronoun",
    ADJECTIVE: "adjective",
    ADVERB: "adverb",
    CONJUNCTION: "conjunction",
    WORD_FORM: "word form",
    WORD_ORDER: "word order",
    MISSPELLING: "spelling",
    CAPITALS: "capitals",
    PUNCTUATION: "punctuation",
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
    TENSE: "Another tense is usual here.",
    VERB_FORM: "Another form of this verb is usual here.",
    WRONG_VERB: "Another verb is usual here.",
    WRONG_NOUN: "Another noun is usual here.",
    PRONOUN: "Another pronoun, or none, is usual here.",
    ADJECTIVE: "Another adjective is usual here.",
    ADVERB: "Another adverb is usual here.",
    CONJUNCTION: "Another conjunction, or none, is usual here.",
    WORD_FORM: "Another form of this word is usual here, such as a noun for a verb.",
    WORD_ORDER: "These words are usually in another order.",
    MISSPELLING: "This word seems to be misspelt.",
    CAPITALS: "Capitals, or words joined and divided, are usually different here.",
    PUNCTUATION: "Another sign, or none, is usual here.",
    WRONG_WORD: "Another word is usual here.",
    EXTRA_WORD: "This word is usually left out here.",
    MISSING_WORD: "There is usually a word between these words.",
}
# What is looked for, in few words; other kinds have their own names.
_OTHER_WORDS = "other words"
_LOOKED_FOR = {
    **dict.fromkeys((WRONG, EXTRANEOUS, MISSING), "prepositions"),
    **dict.fromkeys((WRONG_ARTICLE, UNNEEDED_ARTICLE, MISSING_ARTICLE), "articles"),
    VERB_FORM: "verb forms",
    PRONOUN: "pronouns",
    **dict.fromkeys((WRONG_WORD, EXTRA_WORD, MISSING_WORD, WRONG_VERB, WRONG_NOUN), _OTHER_WORDS),
    **dict.fromkeys((ADJECTIVE, ADVERB, CONJUNCTION, WORD_FORM), _OTHER_WORDS),
}
_MOST_SUGGESTIONS = 3
# Suggestions after the first that are less probable than this are not shown.
_LEAST_P = 0.05


def name(kind: str | None) -> str:
    """The name of a kind of error for people.

    >>> name("extraneous-preposition"), name("noun-number")
    ('unneeded preposition', 'one or many')
    """
    return NAMES.get(kind or "", (kind or "error").replace("-", " "))


def advice(finding: Finding) -> str:
    """The suggestions, best first, each with its probability; empty where there are none."""
    verb = "insert" if finding.start == finding.end else "write"
    options: list[str] = []
    for suggestion in worthwhile(finding.flag.suggestions):
        words = new_words(finding, suggestion)
        what = f"{verb} {quoted(words)}" if words else "leave it out"
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


def looked_for(kinds: Iterable[str]) -> str:
    """Which kinds of error were looked for, and what that means for all that is not marked.

    >>> looked_for(["wrong-preposition", "missing-preposition", "spelling"])
    'Looked for: prepositions, spelling. What is not marked may still be wrong.'
    """
    names = dict.fromkeys(map(_group, kinds))
    ordered = sorted(names, key=_OTHER_WORDS.__eq__)
    return f"Looked for: {', '.join(ordered)}. What is not marked may still be wrong."


def not_looked_for(kinds: Iterable[str]) -> str:
    """Which kinds of error were not looked for, and what is never looked for.

    >>> not_looked_for(set(NAMES) - {"punctuation"})
    'Not looked for: punctuation, style, content.'
    """
    looked = {_group(kind) for kind in kinds}
    others = dict.fromkeys(group for group in map(_group, NAMES) if group not in looked)
    return f"Not looked for: {', '.join((*others, 'style', 'content'))}."


def sentence_case(text: str) -> str:
    """The text with a capital at its beginning, and the rest as it is.

    >>> sentence_case("write \\"on\\"")
    'Write "on"'
    """
    return text[:1].upper() + text[1:]


def _group(kind: str) -> str:
    return _LOOKED_FOR.get(kind) or name(kind)
