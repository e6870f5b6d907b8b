"""Kinds of error and findings in plain words: names, groups, advice, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from solecism.checking.suggested_edits import new_words
from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
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
    WRONG_ARTICLE,
    WRONG_NOUN,
    WRONG_PREPOSITION,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.finding import Finding
from solecism.site import Suggestion
from solecism.system.display_text import count, quoted

KIND_NAMES = {
    WRONG_PREPOSITION: "wrong preposition",
    EXTRANEOUS_PREPOSITION: "unneeded preposition",
    MISSING_PREPOSITION: "missing preposition",
    WRONG_ARTICLE: "wrong article",
    UNNEEDED_ARTICLE: "unneeded article",
    MISSING_ARTICLE: "missing article",
    NOUN_NUMBER: "singular and plural",
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
KIND_DESCRIPTIONS = {
    WRONG_PREPOSITION: "Another preposition is usual with these words.",
    EXTRANEOUS_PREPOSITION: "These words usually have no preposition between them.",
    MISSING_PREPOSITION: "A preposition is usual between these words.",
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
    PUNCTUATION: "Another punctuation mark, or none, is usual here.",
    WRONG_WORD: "Another word is usual here.",
    EXTRA_WORD: "This word is usually left out here.",
    MISSING_WORD: "There is usually a word between these words.",
}
# The pages about kinds of error, in the order in which they are listed.
KINDS_OF_PAGE = {
    "articles": (MISSING_ARTICLE, UNNEEDED_ARTICLE, WRONG_ARTICLE),
    "prepositions": (WRONG_PREPOSITION, MISSING_PREPOSITION, EXTRANEOUS_PREPOSITION),
    "singular-and-plural": (NOUN_NUMBER,),
    "agreement": (DISAGREEMENT,),
    "tense": (TENSE,),
    "verb-form": (VERB_FORM,),
    "word-choice": (WRONG_WORD, WRONG_VERB, WRONG_NOUN),
    "adjectives-and-adverbs": (ADJECTIVE, ADVERB),
    "pronouns": (PRONOUN,),
    "conjunctions": (CONJUNCTION,),
    "word-form": (WORD_FORM,),
    "word-order": (WORD_ORDER,),
    "missing-and-unneeded-words": (MISSING_WORD, EXTRA_WORD),
    "spelling": (MISSPELLING,),
    "capitals": (CAPITALS,),
    "punctuation": (PUNCTUATION,),
}
_PAGE_OF = {kind: name for name, kinds in KINDS_OF_PAGE.items() for kind in kinds}
# What is looked for, in few words; other kinds have their own names.
_OTHER_WORDS = "other words"
_LOOKED_FOR = {
    **dict.fromkeys(
        (WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION), "prepositions"
    ),
    **dict.fromkeys((WRONG_ARTICLE, UNNEEDED_ARTICLE, MISSING_ARTICLE), "articles"),
    VERB_FORM: "verb forms",
    PRONOUN: "pronouns",
    **dict.fromkeys((WRONG_WORD, EXTRA_WORD, MISSING_WORD, WRONG_VERB, WRONG_NOUN), _OTHER_WORDS),
    **dict.fromkeys((ADJECTIVE, ADVERB, CONJUNCTION, WORD_FORM), _OTHER_WORDS),
}
_MOST_SUGGESTIONS = 3
# Suggestions after the first that are less probable than this are not shown.
_LEAST_P = 0.05


def kind_name(kind: str | None) -> str:
    """The name of a kind of error for people.

    >>> kind_name("extraneous-preposition"), kind_name("noun-number")
    ('unneeded preposition', 'singular and plural')
    """
    return KIND_NAMES.get(kind or "", (kind or "error").replace("-", " "))


def page_name(kind: str | None) -> str:
    """The name of the page about a kind of error; empty for one that has none.

    >>> page_name("missing-article"), page_name("metre")
    ('articles', '')
    """
    return _PAGE_OF.get(kind or "", "")


def page_names(kinds: Iterable[str | None]) -> list[str]:
    """The names of the pages about some kinds of error, each once, in their usual order.

    >>> page_names(["tense", "wrong-article", "missing-article", None])
    ['articles', 'tense']
    """
    names = {page_name(kind) for kind in kinds}
    return [name for name in KINDS_OF_PAGE if name in names]


def advice(finding: Finding) -> str:
    """The suggestions, best first, each with its probability; empty where there are none."""
    verb = "insert" if finding.start == finding.end else "write"
    options: list[str] = []
    for suggestion in best_suggestions(finding.flag.suggestions):
        words = new_words(finding, suggestion)
        what = f"{verb} {quoted(words)}" if words else "leave it out"
        if options and options[0].startswith(verb):
            what = what.removeprefix(f"{verb} ")
        options.append(what if suggestion.p is None else f"{what} ({suggestion.p:.0%})")
    return " or ".join(options)


def best_suggestions(suggestions: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
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


def summary_line(n_findings: int, n_sentences: int, n_files: int) -> str:
    """The numbers of findings, sentences and files, in one line.

    >>> summary_line(1, 200, 3)
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

    >>> not_looked_for(set(KIND_NAMES) - {"punctuation"})
    'Not looked for: punctuation, style, content.'
    """
    looked = {_group(kind) for kind in kinds}
    others = dict.fromkeys(group for group in map(_group, KIND_NAMES) if group not in looked)
    return f"Not looked for: {', '.join((*others, 'style', 'content'))}."


def sentence_case(text: str) -> str:
    """The text with a capital at its beginning, and the rest as it is.

    >>> sentence_case("write \\"on\\"")
    'Write "on"'
    """
    return text[:1].upper() + text[1:]


def _group(kind: str) -> str:
    return _LOOKED_FOR.get(kind) or kind_name(kind)


@dataclass(frozen=True, slots=True)
class KindGroup:
    """A name for several kinds of error, and the types that ERRANT has for them."""

    name: str
    kinds: tuple[str, ...]
    errant_types: tuple[str, ...] = ()


GROUPS = (
    KindGroup("Articles", (MISSING_ARTICLE, UNNEEDED_ARTICLE, WRONG_ARTICLE), ("DET",)),
    KindGroup(
        "Prepositions", (WRONG_PREPOSITION, MISSING_PREPOSITION, EXTRANEOUS_PREPOSITION), ("PREP",)
    ),
    KindGroup("Singular and plural", (NOUN_NUMBER,), ("NOUN:NUM",)),
    KindGroup("Agreement", (DISAGREEMENT,), ("VERB:SVA",)),
    KindGroup("Tense and verb forms", (TENSE, VERB_FORM), ("VERB:TENSE", "VERB:FORM")),
    KindGroup("Spelling", (MISSPELLING,), ("SPELL",)),
    KindGroup(
        "Word choice and form",
        (
            WRONG_NOUN,
            WRONG_VERB,
            ADJECTIVE,
            ADVERB,
            PRONOUN,
            CONJUNCTION,
            WORD_FORM,
            WRONG_WORD,
        ),
        ("NOUN", "VERB", "ADJ", "ADV", "PRON", "CONJ", "MORPH", "OTHER"),
    ),
    KindGroup("Missing, extra or misplaced words", (MISSING_WORD, EXTRA_WORD, WORD_ORDER)),
    KindGroup("Capitals and punctuation", (CAPITALS, PUNCTUATION), ("ORTH", "PUNCT")),
)
_OTHER = "Other"

ADVICE = {
    MISSING_ARTICLE: "A singular noun that can be counted needs a word before it: a, the, my, "
    "this. Look at every such noun once more.",
    UNNEEDED_ARTICLE: "Things in general have no article: life is short, I like music.",
    WRONG_ARTICLE: "Use a for something new, the when the reader knows which one; an stands "
    "before a vowel sound.",
    WRONG_PREPOSITION: "Learn a verb, noun or adjective together with its preposition: depend on, "
    "interested in, a reason for.",
    MISSING_PREPOSITION: "Some verbs need a preposition before what follows: listen to music, "
    "wait for a bus.",
    EXTRANEOUS_PREPOSITION: "Some verbs take no preposition: discuss a problem, enter a room, "
    "go home.",
    NOUN_NUMBER: "Ask of every noun: one, many, or something that cannot be counted, such as "
    "information and advice?",
    DISAGREEMENT: "Find the subject of each verb: he, she or it needs an s in the present (she "
    "works), they do not.",
    TENSE: "Decide when it happened, and stay in that tense; the past simple goes with a finished "
    "time such as yesterday.",
    VERB_FORM: "After to, can, must and did comes the plain verb (to go, can swim); after a "
    "preposition the -ing form (good at swimming).",
    MISSPELLING: "Write each of these words three times, and keep a list of your own.",
    WRONG_NOUN: "Look the noun up in a learners' dictionary, and read its examples.",
    WRONG_VERB: "Learn verbs with the nouns they go with: make a mistake, do homework, take a "
    "photo.",
    ADJECTIVE: "Look up which nouns an adjective goes with; compare with -er or with more, never "
    "with both.",
    ADVERB: "A verb is described by an adverb, which often ends in -ly: she sings beautifully.",
    PRONOUN: "Check whom each pronoun stands for, and whether it is subject (I, she) or object "
    "(me, her).",
    CONJUNCTION: "One joining word per pair of clauses: although or but, because or so.",
    WORD_FORM: "Ask whether the place needs a noun, a verb, an adjective or an adverb: success, "
    "succeed, successful, successfully.",
    WRONG_WORD: "Look the word up in a learners' dictionary, and compare its examples with your "
    "sentence.",
    WORD_ORDER: "The usual order is subject, verb, object, then place and time.",
    MISSING_WORD: "Read the sentence aloud, slowly: is a word left out?",
    EXTRA_WORD: "Read the sentence without this word; if nothing is lost, leave it out.",
    CAPITALS: "Capitals begin sentences, names, languages, days and months; the word I is always "
    "a capital.",
    PUNCTUATION: "End each sentence with a full stop; put a comma after a clause that comes before "
    "the main one.",
}
_NO_ADVICE = "Compare each place with its explanation below."


def groups_of(kinds: Iterable[str]) -> tuple[KindGroup, ...]:
    """The groups with these kinds of error only; kinds that no group has come last.

    >>> [group.name for group in groups_of(["spelling", "tense", "metre"])]
    ['Tense and verb forms', 'Spelling', 'Other']
    """
    looked_for = tuple(dict.fromkeys(kinds))
    known = {kind for group in GROUPS for kind in group.kinds}
    others = tuple(kind for kind in looked_for if kind not in known)
    some = (
        KindGroup(group.name, kept, group.errant_types)
        for group in (*GROUPS, KindGroup(_OTHER, others))
        if (kept := tuple(kind for kind in group.kinds if kind in looked_for))
    )
    return tuple(some)


def advice_about_kind(kind: str) -> str:
    """A sentence of advice about a kind of error."""
    return ADVICE.get(kind, _NO_ADVICE)
