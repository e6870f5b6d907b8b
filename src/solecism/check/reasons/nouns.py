"""Why an article is wrong, missing or not needed, and why a noun is to be singular or plural."""

from __future__ import annotations

from solecism.check.reasons.around import Around, quoted
from solecism.language.forms.inflect import number as number_of
from solecism.language.forms.lemma import lemma
from solecism.locate.noun_table import bundled_nouns
from solecism.locate.noun_usage import noun_usage

_INDEFINITE = ("a", "an")
_PLURAL_TAGS = ("NNS", "NNPS")
_COUNTED = frozenset(("many", "few", "fewer", "several"))
_MASS = frozenset(("much", "little", "less"))
_ONE_OF_A_KIND = frozenset(("same", "only", "first", "last", "next", "second", "third", "most"))
_TIMES = frozenset("yesterday today tomorrow tonight".split())
_MOST_WORDS_BETWEEN = 3


def missing_article(around: Around) -> str:
    """The rule behind a missing article, where there is one."""
    noun = _noun(around)
    if noun is None:
        return f"an article is usual before {quoted(around.behind)}" if around.behind else _MISSING
    place, text = noun
    first = next((n for n in range(around.end, place) if _is_unique(around, n)), None)
    if around.new == "the" and first is not None:
        return f'"the" comes before {quoted(around.word(first))}'
    if around.new == "the" and around.word(place + 1).lower() == "of":
        return f'what comes after "of" says which {quoted(text)} it is, so it has "the"'
    if around.new in _INDEFINITE and around.tag(place) == "NN" and _can_be_counted(text):
        return f"{quoted(text)} can be counted, and one of them needs {quoted(_indefinite(around))}"
    return f"an article is usual before {quoted(text)} here"


_MISSING = "an article seems to be missing"


def unneeded_article(around: Around) -> str:
    """The rule behind an article that is not needed, where there is one."""
    noun = _noun(around)
    if noun is None:
        return f"{quoted(around.old)} is usually left out here"
    place, text = noun
    has_a = around.old.lower() in _INDEFINITE
    if has_a and around.tag(place) in _PLURAL_TAGS:
        return f"{quoted(around.old)} means one, and {quoted(text)} is plural"
    if has_a and bundled_nouns().has_no_plural(text.lower()):
        return f"{quoted(text)} cannot be counted, so it has no {quoted(around.old.lower())}"
    if around.tag(place) == "NNP":
        return f"{quoted(text)} is a name, and most names have no article"
    is_general = around.tag(place) == "NNS" or bundled_nouns().has_no_plural(text.lower())
    if around.old.lower() == "the" and is_general:
        return f'{quoted(text)} has no "the" where it is meant in general'
    return f"{quoted(text)} usually has no {quoted(around.old.lower())} here"


def wrong_article(around: Around) -> str:
    """The rule behind another article or determiner, where there is one."""
    new, old = (around.new or "").lower(), around.old.lower()
    if new in _INDEFINITE and old in _INDEFINITE and around.behind:
        sound = "vowel" if new == "an" else "consonant"
        return f"{quoted(new)} comes before a {sound} sound: {quoted(f'{new} {around.behind}')}"
    noun = _noun(around)
    text = noun[1] if noun else around.behind
    if not new:
        return f"{quoted(around.old)} is unusual{_before(text)}"
    if new in _COUNTED:
        return f"{quoted(new)} goes with what can be counted"
    if new in _MASS:
        return f"{quoted(new)} goes with what cannot be counted"
    number = number_of(new, "DT")
    if number and number != number_of(old, "DT") and new not in _INDEFINITE:
        return f"{quoted(new)} goes with the {number}{_before(text)}"
    return f"{quoted(new)} is more usual than {quoted(old)}{_before(text)} here"


def noun_number(around: Around) -> str:
    """One or many: what says which."""
    singular = lemma(around.old, "NNS").lower()
    is_to_be_singular = (around.new or "").lower() == singular
    if is_to_be_singular and bundled_nouns().has_no_plural(singular):
        return f"{quoted(singular)} has no plural"
    number = "singular" if is_to_be_singular else "plural"
    if word := _number_word(around, number):
        return f"after {quoted(word)} comes the {number}"
    if around.new is None:
        return f"{quoted(around.old)} may have to be singular or plural"
    many = "one" if is_to_be_singular else "more than one"
    return f"{many} seems to be meant, so the {number} is needed"


def _number_word(around: Around, number: str) -> str:
    """The word before a noun that asks for this number; empty if there is none."""
    phrase = around.phrase("NP", around.start)
    begin = phrase.start if phrase else max(0, around.start - _MOST_WORDS_BETWEEN)
    first = (around.word(begin - 2) + " " + around.word(begin - 1)).lower()
    if number == "plural" and first == "one of":
        return first
    for place in range(begin, around.start):
        word = around.word(place).lower()
        asked = "singular" if word in ("a", "an") else number_of(word, around.tag(place))
        if asked == number:
            return around.word(place)
    return ""


def _noun(around: Around) -> tuple[int, str] | None:
    """The place and the text of the noun that an article belongs to."""
    phrase = around.phrase("NP", around.end) or around.phrase("NP", around.start)
    if phrase is None:
        return None
    head = phrase.head
    # A word of time may stand directly after the noun: *to the beach tomorrow*.
    while head > around.end and around.word(head).lower() in _TIMES:
        head -= 1
    return (head, around.word(head)) if around.tag(head).startswith("NN") else None


def _is_unique(around: Around, place: int) -> bool:
    return around.tag(place) == "JJS" or around.word(place).lower() in _ONE_OF_A_KIND


def _can_be_counted(noun: str) -> bool:
    return noun_usage(bundled_nouns(), noun.lower()).countability == "count"


def _indefinite(around: Around) -> str:
    return around.new or "a"


def _before(text: str) -> str:
    return f" before {quoted(text)}" if text else ""
