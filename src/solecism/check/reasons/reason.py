"""The reason for a finding: one short sentence per kind and cause, in a learner's words."""

from __future__ import annotations

from collections.abc import Callable

from solecism import site as sites
from solecism.check.reasons.around import Around, around
from solecism.check.reasons.nouns import (
    missing_article,
    noun_number,
    unneeded_article,
    wrong_article,
)
from solecism.check.reasons.others import capitals, other, spelling
from solecism.check.reasons.prepositions import preposition
from solecism.check.reasons.verbs import agreement, verb_form, wrong_verb
from solecism.detect.detector import (
    CAPITALS,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    MISSPELLING,
    NOUN_NUMBER,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG,
    WRONG_ARTICLE,
    WRONG_VERB,
)
from solecism.finding import Finding

_BY_KIND: dict[str, Callable[[Around], str]] = {
    WRONG: preposition,
    EXTRANEOUS: preposition,
    MISSING: preposition,
    WRONG_ARTICLE: wrong_article,
    UNNEEDED_ARTICLE: unneeded_article,
    MISSING_ARTICLE: missing_article,
    NOUN_NUMBER: noun_number,
    DISAGREEMENT: agreement,
    VERB_FORM: verb_form,
    TENSE: verb_form,
    WRONG_VERB: wrong_verb,
    MISSPELLING: spelling,
    CAPITALS: capitals,
}


def reason(finding: Finding) -> str:
    """What is wrong, and why, in one sentence without its full stop."""
    given = around(finding)
    explain = _BY_KIND.get(finding.flag.kind or "") or _BY_KIND.get(_site_kind(finding), other)
    is_unneeded = given.new == "" or (given.new is None and finding.flag.kind == EXTRA_WORD)
    is_form = not given.is_gap and not is_unneeded
    return explain(given) if is_form or explain not in _OF_WORDS else other(given)


# Explanations of other forms of a word; what is missing or not needed is explained in another way.
_OF_WORDS = (noun_number, agreement, verb_form, spelling, capitals)


def _site_kind(finding: Finding) -> str:
    return sites.parse(finding.flag.site).kind
