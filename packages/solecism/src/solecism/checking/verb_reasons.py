"""Why a verb is wrong: its subject, the word that asks for its form, or the time it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solecism.checking.clauses import begins_clause, has_finite
from solecism.checking.native_usage import DOING, TO_DO, VERB, Governor
from solecism.checking.subjects import PLURAL, SINGULAR, Subject, subject_of
from solecism.checking.usage_reasons import counted
from solecism.checking.word_context import WordContext
from solecism.language.lemmas import inflect, verb_lemma
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

_BE = frozenset("be am is are was were been being 'm 're".split())
_HAVE = frozenset("have has had having 've".split())
_DO = frozenset("do does did".split())
_NOT = frozenset("not n't n’t".split())
_SINGULAR_FORMS = frozenset("is was has does".split())
_PLURAL_FORMS = frozenset("are were have do".split())
_WITH_ING = frozenset(
    "enjoy avoid finish keep mind suggest practise practice consider miss dislike imagine "
    "recommend risk admit deny delay involve".split()
)
_WITH_TO = frozenset(
    "want decide hope agree refuse manage promise offer plan expect wish afford pretend deserve "
    "intend learn fail".split()
)
_WITH_PLAIN = frozenset(("let", "make"))
# Verbs with two prepositions' *to*: *look forward to seeing*.
_BEFORE_TO = frozenset(
    "forward used accustomed addition opposed committed devoted dedicated object".split()
)
_NOT_BEFORE_ING = frozenset(
    "that if because as than although though so whether unless since like".split()
)


def agreement_reason(around: WordContext) -> str | None:
    """The subject that needs another form of the verb, or what the forms go with."""
    core = around.core
    if core.is_gap or len(core.sentence.words) < 2:
        return None
    new = (core.new or "").lower()
    old = core.old.lower()
    number = _number_of_verb(new, old)
    if number is None or core.tag(core.start - 1) in ("POS", "PRP$", "JJ"):
        return None
    if _form(verb_lemma(old), new) in ("VBG", "VBN"):
        return None
    subject = subject_of(core.corrected, core.start)
    if subject is None or subject.number != number:
        return _rule_of_agreement(new, number)
    return _about_subject(subject, new)


def disagreement_rule(around: WordContext) -> str | None:
    """The rule, for a verb of which no other form is suggested."""
    if around.is_gap or around.new is not None:
        return None
    return f"{quoted(around.old)} does not seem to agree with its subject: {_WITH_S}"


def _number_of_verb(new: str, old: str) -> str | None:
    """The number that a new form has and the old one has not."""
    first_new, first_old = new.partition(" ")[0], old.partition(" ")[0]
    if any({first_new, first_old} <= forms for forms in (_SINGULAR_FORMS, _PLURAL_FORMS)):
        return None
    if first_old in ("am", "'m", "'s", "'re") or first_old.endswith("ing"):
        return None
    if first_new in _SINGULAR_FORMS or (
        first_old and first_new in inflect(_base(first_old), "VBZ")
    ):
        return SINGULAR
    is_plain = first_new == _base(first_old) and first_old.endswith("s")
    return PLURAL if first_new in _PLURAL_FORMS or is_plain else None


def _base(word: str) -> str:
    return verb_lemma(word) if word else ""


def _about_subject(subject: Subject, new: str) -> str:
    text, verb = quoted(subject.text), quoted(new)
    if subject.role == "there":
        return f'after "there", the verb agrees with what follows: {text} is {subject.number}'
    if subject.role == "relative":
        other = quoted(subject.other)
        return f"{other} stands for {text}, which is {subject.number}, so the verb is {verb}"
    if subject.role == "clause":
        return f"the subject is what somebody does, {text}, which counts as singular: {verb}"
    if subject.text.lower() in ("he", "she", "it", "we", "they", "this", "that", "these", "those"):
        return f"with {quoted(subject.text.lower())}, the verb is {verb}"
    return f"the subject, {text}, is {subject.number}, so the verb is {verb}"


def _rule_of_agreement(new: str, number: str) -> str:
    pairs = {"is": "are", "was": "were", "has": "have", "does": "do"}
    singular = next((one for one, many in pairs.items() if new in (one, many)), None)
    if singular is not None:
        persons = '"you"' if new in ("are", "were") else '"I" and "you"'
        who = (
            "a singular subject" if number == SINGULAR else f"a plural subject, and with {persons}"
        )
        return f"{quoted(new)} goes with {who}"
    return f"in the present, {_WITH_S}"


_WITH_S = (
    'a verb has an "-s" with a singular subject ("she works") and none with a plural one ("they '
    'work")'
)


_AFTER_DO = ("VB", "VBP", "VBD", "VBN", "NN")
_SHOWN = {
    "VB": "plain form",
    "VBG": '"-ing" form',
    "VBN": "past participle",
}


@dataclass(frozen=True, slots=True)
class _Asking:
    """The words that ask for a form of a verb, and that form."""

    words: str
    form: str


def verb_form_reason(around: WordContext) -> str | None:
    """The word before that asks for another form of the verb."""
    core = around.core
    if core.is_gap or core.new == "":
        return None
    if core.new is None:
        return _unsuggested(core)
    new, old = core.new.lower(), core.old.lower()
    return _be_or_do(core, new, old) or _to_and_ing(core, new, old) or _of_form(core, new, old)


def _be_or_do(core: WordContext, new: str, old: str) -> str | None:
    """*Be* goes with *-ing*, and *do* with the plain form."""
    if old in _DO and new in _BE and core.tag(core.before_verb(core.end)) in ("VBG", "VBN"):
        return 'the "-ing" form and the past participle go with "be", not "do": "It is raining"'
    if old in _BE and new in _DO and core.tag(core.before_verb(core.end)) in _AFTER_DO:
        return '"not" and the plain form of a verb go with "do", not "be": "I do not know"'
    return None


def _to_and_ing(core: WordContext, new: str, old: str) -> str | None:
    """The verb before has *to* or *-ing* after it."""
    if new == f"to {old}" or new == f"to {verb_lemma(old)}":
        return _to_do(core, new)
    if old.startswith("to ") and new == _form_of(old.removeprefix("to "), "VBG"):
        return _after_verb(core, new)
    return None


def _of_form(core: WordContext, new: str, old: str) -> str | None:
    """The form that the words before ask for."""
    if asked := asked_form(core):
        return asked
    if new == verb_lemma(new) and core.lower(core.start - 2) in ("do", "did"):
        return 'what one does is told with the plain form: "All you have to do is wait"'
    if _is_lone_participle(core, old, new):
        return 'a past participle needs "have" or "be" before it: "I know", "I have known"'
    form = _new_form(core)
    if next(_asking(core), None):
        return None
    if form == "VBG":
        return _after_verb(core, new) or _as_noun(core, new)
    if form in ("VBZ", "VBD", "VB") and old.endswith("ing") and _stands_alone(core):
        return _ALONE
    return None


def asked_form(core: WordContext) -> str | None:
    """The word before that asks for the form that is to be written."""
    form = _new_form(core)
    asking = next(_asking(core), None)
    if asking is None or asking.form != form:
        return None
    return (
        f"after {quoted(asking.words)} comes the {_SHOWN[form]}: {quoted((core.new or '').lower())}"
    )


def _new_form(core: WordContext) -> str:
    """The form of the verb that is to be written; empty if it is another verb."""
    new, *behind = (core.new or "").lower().split()
    if behind and not all(map(preposition_number, behind)):
        return ""
    return _form(verb_lemma(core.old.lower().split()[-1]), new)


def _unsuggested(core: WordContext) -> str | None:
    """What the word before asks for, where no form is suggested and this one cannot be right."""
    old, tag = core.old.lower(), core.tag(core.start)
    place = core.start - 1
    while core.lower(place) in _NOT or core.tag(place) == "RB":
        place -= 1
    base, before = verb_lemma(old), core.lower(place)
    if " " in old or not tag.startswith("VB"):
        return None
    is_after_to = before == "to" and core.lower(place - 1) not in _BEFORE_TO
    if old != base and (core.tag(place) == "MD" or before in _DO or is_after_to):
        return f"after {quoted(before)} comes the plain form: {quoted(f'{before} {base}')}"
    if before in _HAVE and old not in inflect(base, "VBN"):
        third = _form_of(base, "VBN")
        return f"after {quoted(before)} comes the past participle: {quoted(f'{before} {third}')}"
    if (
        before in _BE
        and place == core.start - 1
        and old == base
        and old not in inflect(base, "VBN")
    ):
        return (
            '"be" and the plain form of a verb do not go together: "I agree", "I am working", '
            '"it was done"'
        )
    return _ALONE if old.endswith("ing") and _stands_alone(core) else None


_ALONE = 'an "-ing" form alone cannot be the verb of a clause: "they live", "they are living"'


def _stands_alone(core: WordContext) -> bool:
    """Whether a verb stands right behind its subject or a question word, or begins a sentence."""
    is_ing = len(core.old) > len("thing") and " " not in core.old
    subject = core.tag(core.before_adverbs(core.start) - 1)
    is_first = core.start == 0 and not _has_main_clause(core)
    if has_finite(core, 0, core.start) and subject == "NNS":
        return False
    return is_ing and (is_first or subject in ("PRP", "NNS", "WRB", "WP", "WDT"))


def _is_lone_participle(core: WordContext, old: str, new: str) -> bool:
    """Whether a past participle such as *known* stands right behind its subject."""
    base = verb_lemma(old)
    is_participle = old in inflect(base, "VBN") and old not in inflect(base, "VBD")
    is_finite = new == base or new in (*inflect(base, "VBD"), *inflect(base, "VBZ"))
    return is_participle and is_finite and core.tag(core.start - 1) == "PRP"


def _has_main_clause(core: WordContext) -> bool:
    """Whether a clause without a joining word follows a verb that begins the sentence."""
    return any(
        begins_clause(core, place) and core.lower(place - 1) not in _NOT_BEFORE_ING
        for place in range(core.end, len(core.sentence.words))
    )


def _form_of(base: str, tag: str) -> str:
    return next(iter(inflect(verb_lemma(base), tag)), "")


def _form(base: str, new: str) -> str:
    if new == base:
        return "VB"
    return next((tag for tag in ("VBG", "VBN", "VBD", "VBZ") if new in inflect(base, tag)), "")


def _asking(core: WordContext) -> Iterator[_Asking]:
    """What the word before asks for, if it asks for one form; nothing where it is not plain."""
    place, negation = core.start - 1, ""
    while core.tag(place) in ("RB", "RBR") or core.lower(place) in _NOT:
        if core.lower(place) in _NOT:
            negation = core.word(place)
        place -= 1
    if core.tag(place) == "PRP" and core.lower(place - 1) in _DO:
        yield _Asking(core.text(place - 1, place + 1), "VB")
        return
    word, tag = core.lower(place), core.tag(place)
    shown = _with_not(core, place, negation)
    form = _new_form(core)
    if tag == "MD" or (word in _DO and (negation or core.tag(place - 1) in ("WRB", ""))):
        yield _Asking(shown, "VB")
    elif word == "to":
        yield from _after_to(core, place, form)
    elif word in _HAVE and form == "VBN":
        yield _Asking(shown, "VBN")
    elif word in _BE and form in ("VBG", "VBN"):
        yield _Asking(shown, form)
    elif (tag == "IN" or preposition_number(word)) and word not in _NOT_BEFORE_ING:
        yield _Asking(core.word(place).lower(), "VBG")
    elif core.phrase_ending("NP", place + 1) and form == "VB":
        yield from _after_object(core, place)


def _with_not(core: WordContext, place: int, negation: str) -> str:
    if not negation:
        return core.word(place).lower()
    return (
        core.text(place, place + 2).lower()
        if core.lower(place + 1) in _NOT
        else (core.word(place).lower())
    )


def _after_to(core: WordContext, place: int, form: str) -> Iterator[_Asking]:
    """*To* asks for the plain form, but where it is a preposition: *forward to seeing*."""
    if form == "VB":
        yield _Asking("to", "VB")
    elif form == "VBG" and core.lower(place - 1) in _BEFORE_TO:
        yield _Asking(core.text(place - 1, place + 1).lower(), "VBG")


def _after_object(core: WordContext, place: int) -> Iterator[_Asking]:
    """*Let* and *make* with an object ask for the plain form: *let me go*."""
    phrase = core.phrase_ending("NP", place + 1)
    if phrase is None:
        return
    verb = verb_lemma(core.lower(phrase.start - 1))
    if verb in _WITH_PLAIN:
        yield _Asking(f"{verb} somebody", "VB")


def _after_verb(core: WordContext, new: str) -> str | None:
    """The verb right before that is followed by an -ing form."""
    verb = verb_lemma(core.lower(core.start - 1))
    if not core.tag(core.start - 1).startswith("VB"):
        return None
    if verb in _WITH_ING:
        return f'after {quoted(verb)} comes the "-ing" form: {quoted(f"{verb} {new}")}'
    return counted(Governor(VERB, verb), DOING, TO_DO)


def _to_do(core: WordContext, new: str) -> str | None:
    """The verb right before that is followed by *to*."""
    verb = verb_lemma(core.lower(core.start - 1))
    if core.tag(core.start - 1).startswith("VB"):
        if verb in _WITH_TO:
            return f'after {quoted(verb)} comes "to" with the plain form: {quoted(new)}'
        return counted(Governor(VERB, verb), TO_DO, DOING if core.old.endswith("ing") else None)
    return None


def _as_noun(core: WordContext, new: str) -> str | None:
    """A verb that begins a clause as its subject: *swimming is fun*."""
    before = core.lower(core.start - 1)
    if core.start == 0 or before in (",", "that", "because", "and", "but", "."):
        has_verb = any(
            core.tag(each) in ("VBZ", "MD") for each in range(core.end + 1, core.end + 6)
        )
        if has_verb and core.tag(core.start - 1) != "PRP" and core.behind != "that":
            return f'a verb that is used as a subject has the "-ing" form: {quoted(new)}'
    return None
