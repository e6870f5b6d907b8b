"""Why something is an error: one short sentence per finding, in a learner's words.

Words are named only where the structure of the sentence is plain. Otherwise the reason is a rule
with an example, what native writers write, or, where nothing is known, what is to be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solecism import site as sites
from solecism.checking.general_reasons import general_reason, preposition_meaning
from solecism.checking.missing_word_reasons import missing_word_reason, unneeded_word_reason
from solecism.checking.neighbour_counts import neighbour_counts
from solecism.checking.noun_reasons import (
    general_plural_reason,
    missing_article_reason,
    noun_number_reason,
    unneeded_article_reason,
    unsuggested_number_reason,
    wrong_article_reason,
)
from solecism.checking.punctuation_reasons import punctuation_reason
from solecism.checking.spelling_reasons import (
    capitals_reason,
    similar_word_reason,
    spacing_reason,
    spelling_reason,
)
from solecism.checking.tense_reasons import tense_reason
from solecism.checking.usage_reasons import (
    adjective_counts,
    noun_counts,
    object_counts,
    person_reason,
    place_and_time,
    preposition_counts,
    relative_preposition,
)
from solecism.checking.verb_reasons import (
    agreement_reason,
    disagreement_rule,
    verb_form_reason,
)
from solecism.checking.word_context import WordContext, word_context
from solecism.checking.word_reasons import (
    feeling_reason,
    form_reason,
    noted_reason,
    order_reason,
    other_word_reason,
    phrase_reason,
)
from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    DISAGREEMENT,
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
)
from solecism.finding import Finding
from solecism.language.lemmas import verb_lemma
from solecism.rulebook.book import RuleBook, bundled_rules
from solecism.system.display_text import quoted

__all__ = ["reason", "word_context"]

Explain = Callable[[WordContext], str | None]


def reason(finding: Finding, *, rules: RuleBook | None = None) -> str:
    """What is wrong, and why, in one sentence without its full stop.

    What a rule found has the rule's message; `rules` is the book to look it up in if the flag does
    not have it, which is the bundled one if there is no other.
    """
    if message := finding.flag.message.removesuffix(".") or rule_message(finding.flag.rule, rules):
        return message
    given = word_context(finding)
    kind = finding.flag.kind or ""
    asked = _BY_KIND.get(kind) or _BY_KIND.get(_site_kind(finding), ())
    for explain in (*asked, *_FOR_ALL):
        if explained := explain(given):
            return explained
    said = plain_statement(given)
    rule = _RULES_OF_KINDS.get(kind or _site_kind(finding))
    is_needed = not given.is_unneeded or kind == EXTRANEOUS_PREPOSITION
    is_told = given.is_gap == (kind in _OF_GAPS) and is_needed and given.tag(given.start) != "MD"
    return f"{said}: {rule}" if rule and is_told else said


def rule_message(id: str, rules: RuleBook | None = None) -> str:
    """The message of a rule without its full stop; empty where there is no such rule."""
    rule = (bundled_rules() if rules is None else rules).rule(id) if id else None
    return rule.message.removesuffix(".") if rule is not None else ""


def wrong_verb_reason(around: WordContext) -> str | None:
    """The reason for another form where the verb stays; else the verb that goes with the object."""
    core = around.core
    if core.new and verb_lemma(core.new.lower()) == verb_lemma(core.old.lower()):
        return verb_form_reason(around) or tense_reason(around)
    return object_counts(around)


def same_verb_reason(around: WordContext) -> str | None:
    """The reason for another form of one verb, whatever the kind is called."""
    core = around.core
    if core.is_gap:
        return tense_reason(around)
    if not core.new or not core.tag(core.start).startswith("VB"):
        return None
    if verb_lemma(core.new.lower()) != verb_lemma(core.old.lower()):
        return None
    return agreement_reason(around) or tense_reason(around)


def plain_statement(around: WordContext) -> str:
    """What is to be changed, for which no reason is known."""
    if around.is_gap:
        return _missing(around)
    old = quoted(around.old)
    if around.new is None:
        return f"{old} does not seem to fit here"
    if not around.new:
        return f"{old} is not needed"
    return f"{quoted(around.new)} fits better than {old}"


def _missing(around: WordContext) -> str:
    before, behind = around.before, around.behind
    if before and behind:
        place = f"between {quoted(before)} and {quoted(behind)}"
    else:
        place = f"after {quoted(before)}" if before else f"before {quoted(behind)}"
    if around.new:
        return f"{quoted(around.new)} seems to be missing {place}"
    return f"a word seems to be missing {place}"


_PREPOSITION = (
    unneeded_word_reason,
    place_and_time,
    preposition_counts,
    person_reason,
    relative_preposition,
)
_BY_KIND: dict[str, Sequence[Explain]] = {
    **dict.fromkeys((WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION), _PREPOSITION),
    WRONG_ARTICLE: (wrong_article_reason,),
    UNNEEDED_ARTICLE: (unneeded_article_reason,),
    MISSING_ARTICLE: (missing_article_reason,),
    NOUN_NUMBER: (unsuggested_number_reason, noun_number_reason, general_plural_reason),
    DISAGREEMENT: (agreement_reason, tense_reason, disagreement_rule),
    VERB_FORM: (verb_form_reason, tense_reason, agreement_reason),
    TENSE: (tense_reason, agreement_reason, verb_form_reason),
    WRONG_VERB: (wrong_verb_reason,),
    WRONG_NOUN: (noun_number_reason, noun_counts),
    ADJECTIVE: (feeling_reason, adjective_counts),
    WORD_FORM: (feeling_reason, noun_number_reason, form_reason, adjective_counts),
    WORD_ORDER: (order_reason,),
    MISSPELLING: (noted_reason, spelling_reason),
    CAPITALS: (spacing_reason, capitals_reason),
    PUNCTUATION: (noted_reason, punctuation_reason),
}
_OF_GAPS = (MISSING_PREPOSITION, MISSING_ARTICLE, MISSING_WORD)
# A rule with an example for kinds of error, where no more is known of a place.
_RULES_OF_KINDS = {
    WRONG_PREPOSITION: (
        'the word before mostly decides the preposition: "depend on", "a reason for"'
    ),
    EXTRANEOUS_PREPOSITION: (
        'some verbs and times have no preposition: "visit London", "go home", "last week"'
    ),
    **dict.fromkeys(
        (WRONG_ARTICLE, UNNEEDED_ARTICLE),
        '"a" is for one that is new to the reader, "the" for what the reader can identify, and '
        'neither for things in general: "I saw a film. The film was about music"',
    ),
    MISSING_WORD: 'every clause has a subject and a verb: "It is late", "She is tired"',
    MISSING_PREPOSITION: 'some verbs need a preposition before what follows: "listen to music"',
    MISSING_ARTICLE: 'a singular noun for one of several things needs "a", "the" or "my"',
    NOUN_NUMBER: (
        'one has the singular, several the plural, and what cannot be counted has no plural: "a '
        'car", "two cars", "some information"'
    ),
    VERB_FORM: (
        'the word before decides the form of a verb: "can go", "have gone", "without going"'
    ),
    TENSE: 'the tense says when: "I went yesterday", "I go there often"',
    WRONG_VERB: 'verbs go with certain nouns: "make a mistake", "do homework", "take a photo"',
    WRONG_NOUN: 'nouns go with certain words: "take a trip", "have a chance", "a city centre"',
    ADJECTIVE: 'an adjective goes with its noun, or follows "be": "heavy rain", "it is likely"',
    ADVERB: 'verbs have adverbs, and nouns adjectives: "answer quickly", "a quick answer"',
    PRONOUN: 'a pronoun has the form of its place: "I know her", "she knows me"',
    WORD_FORM: 'the place decides the form: "a success", "to succeed", "a successful plan"',
    WORD_ORDER: (
        'the usual order is subject, verb, object, then place and time: "We met friends in town on '
        'Friday"'
    ),
}
# Whatever the kind of a finding is called, these know some words that are confused.
_FOR_ALL: tuple[Explain, ...] = (
    spacing_reason,
    noted_reason,
    phrase_reason,
    punctuation_reason,
    missing_word_reason,
    unneeded_word_reason,
    feeling_reason,
    order_reason,
    preposition_counts,
    object_counts,
    verb_form_reason,
    capitals_reason,
    adjective_counts,
    form_reason,
    same_verb_reason,
    general_reason,
    neighbour_counts,
    preposition_meaning,
    general_plural_reason,
    similar_word_reason,
    other_word_reason,
)


def _site_kind(finding: Finding) -> str:
    return sites.parse(finding.flag.site).kind
