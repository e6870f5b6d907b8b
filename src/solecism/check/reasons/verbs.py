"""Why another form of a verb is needed: its subject, or the word before it."""

from __future__ import annotations

from solecism.check.reasons.around import Around, quoted
from solecism.check.reasons.others import other
from solecism.language.forms.inflect import inflect
from solecism.language.forms.inflect import number as number_of
from solecism.language.forms.lemma import verb_lemma
from solecism.language.forms.subjects import PLURAL_SUBJECTS, SINGULAR_SUBJECTS

_BE = frozenset("be am is are was were been being 'm 're".split())
_HAVE = frozenset("have has had having 've".split())
_HELPERS = frozenset("do does did n't not".split())
_PAST_TIMES = frozenset(("yesterday", "ago", "last"))
_WITH_ING = frozenset(
    "enjoy avoid finish keep mind suggest practise practice consider miss dislike imagine".split()
)
_SUBJECT_NUMBER = {
    **dict.fromkeys(SINGULAR_SUBJECTS, "singular"),
    **dict.fromkeys((*PLURAL_SUBJECTS, "i"), "plural"),
}


def agreement(around: Around) -> str:
    """The subject that needs another form of the verb."""
    if around.new is None:
        return f"{quoted(around.old)} does not seem to fit its subject"
    subject = _subject(around)
    number = "singular" if _is_singular(around) else "plural"
    if subject is None:
        return f"{quoted(around.new)} seems to fit the subject, {quoted(around.old)} does not"
    text, its_number = subject
    if text.lower() == "there":
        return f'after "there", the verb fits what follows: {quoted(f"there {around.new}")}'
    if text.lower() in _SUBJECT_NUMBER:
        return f"{quoted(text)} needs {quoted(around.new)}"
    if its_number == number:
        return f"{quoted(text)} is {number}, so it needs {quoted(around.new)}"
    return f"{quoted(around.new)} seems to fit the subject, {quoted(around.old)} does not"


def verb_form(around: Around) -> str:
    """The word before that asks for another form of the verb."""
    if around.new is None:
        return f"{quoted(around.old)} seems to be the wrong form here"
    base = verb_lemma(around.old.lower())
    new = around.new.lower()
    asking = _word_that_asks(around)
    form = _form(base, new)
    if asking and form == _ASKED[asking[1]]:
        return f"after {quoted(asking[0])} comes the {_SHOWN[form]}: {quoted(around.new)}"
    if form == "VBD" and (time := _past_time(around)):
        return f"{quoted(time)} says that it is over: {quoted(around.new)}"
    return f"{quoted(around.new)} is the usual form here"


def wrong_verb(around: Around) -> str:
    """The same where the verb stays and only its form changes; else what is more usual."""
    if around.new and verb_lemma(around.new.lower()) == verb_lemma(around.old.lower()):
        return verb_form(around)
    return other(around)


_ASKED = {"plain": "VB", "ing": "VBG", "third": "VBN"}
_SHOWN = {"VB": "plain form", "VBG": '"-ing" form', "VBN": "third form"}


def _word_that_asks(around: Around) -> tuple[str, str] | None:
    """The word before a verb, and which form comes after it."""
    place = around.start - 1
    # Adverbs may come between: *can easily find*.
    while around.tag(place) == "RB" and around.word(place).lower() not in _HELPERS:
        place -= 1
    word, tag = around.word(place), around.tag(place)
    normal = word.lower().replace("’", "'")
    if tag in ("TO", "MD") or normal in _HELPERS:
        return word, "plain"
    if normal in _HAVE:
        return word, "third"
    if tag == "IN" or verb_lemma(normal) in _WITH_ING:
        return word, "ing"
    if normal in _BE and (around.new or "").endswith("ing"):
        return word, "ing"
    return None


def _form(base: str, new: str) -> str:
    if new == base:
        return "VB"
    return next((tag for tag in ("VBG", "VBN", "VBD", "VBZ") if new in inflect(base, tag)), "")


def _past_time(around: Around) -> str:
    return next((word for word in around.sentence.words if word.lower() in _PAST_TIMES), "")


def _subject(around: Around) -> tuple[str, str | None] | None:
    """The noun or pronoun right before the verb phrase, and its number."""
    verb = around.phrase("VP", around.start)
    begin = verb.start if verb else around.start
    if around.word(begin - 1).lower() == "there":
        return around.word(begin - 1), None
    subject = around.phrase("NP", begin - 1)
    if subject is None:
        return None
    if around.word(subject.start - 1).lower() in ("of", "and", "in", "or"):
        return None
    return around.word(subject.head), number_of(around.word(subject.head), around.tag(subject.head))


def _is_singular(around: Around) -> bool:
    new = (around.new or "").lower()
    return new not in ("are", "were", "have", "do") and new.endswith("s")
