"""Why a verb is wrong: its subject, the word that asks for its form, or the time it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
    new = (core.new or "").lower()
    old = core.old.lower()
    number = _number_of_verb(new, old)
    if number is None:
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


_SHOWN = {
    "VB": "plain form",
    "VBG": '"-ing" form',
    "VBN": "third form",
}


@dataclass(frozen=True, slots=True)
class _Asking:
    """The words that ask for a form of a verb, and that form."""

    words: str
    form: str


def verb_form_reason(around: WordContext) -> str | None:
    """The word before that asks for another form of the verb."""
    core = around.core
    if not core.new or core.is_gap:
        return None
    new, old = core.new.lower(), core.old.lower()
    if new == f"to {old}" or new == f"to {verb_lemma(old)}":
        return _to_do(core, new)
    if old.startswith("to ") and new == _form_of(old.removeprefix("to "), "VBG"):
        return _after_verb(core, new)
    form = _form(verb_lemma(old), new)
    for asking in _asking(core):
        if asking.form == form:
            return f"after {quoted(asking.words)} comes the {_SHOWN[form]}: {quoted(new)}"
        return None
    if form == "VBG":
        return _after_verb(core, new) or _as_noun(core, new)
    if form in ("VBZ", "VBD", "VB") and old.endswith("ing") and _stands_alone(core):
        return 'an "-ing" form alone cannot be the verb of a clause: "they live", "they are living"'
    return None


def _stands_alone(core: WordContext) -> bool:
    """Whether a verb stands right behind its subject or a question word."""
    is_ing = len(core.old) > len("thing")
    return is_ing and core.tag(core.start - 1) in ("PRP", "NNS", "WRB", "WP", "WDT")


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
    new = (core.new or "").lower()
    form = _form(verb_lemma(core.old.lower()), new)
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
        if has_verb and core.tag(core.start - 1) != "PRP":
            return f'a verb that is used as a subject has the "-ing" form: {quoted(new)}'
    return None


_PAST_TIMES = frozenset(("yesterday", "ago"))
_PERIODS = frozenset(
    "week weekend month year summer winter spring autumn night morning evening monday tuesday "
    "wednesday thursday friday saturday sunday january february march april june july august "
    "september october november december christmas".split()
)
_CLAUSE_BEGINS = frozenset(
    "that because when if while who which where although though so but and or unless until before "
    "after as whether since".split()
)
_EXAMPLES = {
    "past": 'the past simple is for what happened and is over: "We met last year"',
    "present": 'the present simple is for facts and habits: "The shop opens at nine"',
    "perfect": (
        'the present perfect is for what began in the past and matters now: "I have lost my key"'
    ),
    "past perfect": (
        'the past perfect is for what was over before another past event: "The train had left '
        'when we came"'
    ),
    "present continuous": 'the present continuous is for what is going on: "It is raining"',
    "past continuous": (
        'the past continuous is for what was going on at a time in the past: "I was cooking when '
        'you rang"'
    ),
    "will": '"will" tells what is to come: "We will be late"',
    "would": (
        '"would" is for what is imagined or wished, and for the future seen from the past: '
        '"I would love to come", "She said she would come"'
    ),
    "can": '"can" says that something is possible now or in general: "You can see the sea"',
    "could": (
        '"could" is for what was possible in the past, or would be possible: "I could not sleep"'
    ),
    "should": '"should" is for advice and for what is right: "You should see a doctor"',
    "passive": (
        'the passive, "be" with the third form, is for what is done to the subject: "The door was '
        'opened"'
    ),
}


def tense_reason(around: WordContext) -> str | None:
    """The time that the clause tells of, or what the suggested tense is for."""
    core = around.core
    if not core.new or core.is_gap:
        return _tense_of_gap(around)
    for asking in _asking(core):
        if _form(verb_lemma(core.old.lower()), core.new.lower()) == asking.form:
            return verb_form_reason(around)
    tense = _tense(core)
    if tense is None:
        return None
    time = _time(core)
    if tense == "past" and time:
        return f"{quoted(time)} is a finished time, so the past simple is used: {quoted(core.new)}"
    if tense == "past" and (other := _other_past(core)):
        return (
            f"the other verbs tell of the past ({quoted(other)}), and so does this one: "
            f"{quoted(core.new)}"
        )
    return _EXAMPLES[tense]


def _tense_of_gap(around: WordContext) -> str | None:
    words = (around.new or "").lower().split()
    return _EXAMPLES.get(words[0]) if around.is_gap and words else None


def _tense(core: WordContext) -> str | None:
    """The name of the tense that the suggested words make with those behind them."""
    words = (core.new or "").lower().replace("’", "'").split()
    first, rest = words[0], words[1:]
    following = rest[0] if rest else _verb_behind(core)
    modal = {"wo": "will", "'ll": "will", "'d": "would"}.get(first, first)
    if modal in _EXAMPLES and modal not in ("past", "present", "perfect", "passive"):
        return modal
    is_third = bool(following) and following in inflect(verb_lemma(following), "VBN")
    if first in ("have", "has", "'ve", "had"):
        name = "past perfect" if first == "had" else "perfect"
        return name if is_third else ("past" if first == "had" else "present")
    if first in ("am", "is", "are", "was", "were", "'m", "'re"):
        is_past = first in ("was", "were")
        if following.endswith("ing") and len(following) > len("thing"):
            return "past continuous" if is_past else "present continuous"
        if is_third:
            return "passive" if rest else None
        # *Does not* for *is not* is no other tense.
        return "past" if is_past else None if core.old.lower() in _DO else "present"
    return None if rest else _simple_tense(core, first)


def _simple_tense(core: WordContext, new: str) -> str | None:
    base = verb_lemma(new)
    old = core.old.lower()
    before = core.lower(core.before_adverbs(core.start) - 1)
    if before in _BE | _HAVE | _DO or core.tag(core.start - 1) in ("MD", "TO"):
        return None
    is_past = new in inflect(base, "VBD") and (new != base or old in inflect(base, "VBZ"))
    if is_past and (new != base or _time(core)):
        return "past"
    is_present = new == base or new in inflect(base, "VBZ")
    was_past = old in inflect(base, "VBD") or len(old.split()) > 1
    return "present" if is_present and was_past and old != base else None


def _verb_behind(core: WordContext) -> str:
    place = core.end
    while core.tag(place) == "RB":
        place += 1
    return core.lower(place) if core.tag(place).startswith("VB") else ""


def _clause(core: WordContext) -> range:
    """The places of the clause around the verb, between signs and words that begin clauses."""
    first, last = core.start, core.end
    while first > 0 and not _is_border(core, first - 1):
        first -= 1
    while last < len(core.sentence.words) and not _is_border(core, last):
        last += 1
    return range(first, last)


def _is_border(core: WordContext, place: int) -> bool:
    word = core.lower(place)
    return word in _CLAUSE_BEGINS or not any(map(str.isalnum, word.replace("'", "x")))


def _time(core: WordContext) -> str:
    """The finished time in the clause: *yesterday*, *two days ago*, *last year*."""
    for place in _clause(core):
        word = core.lower(place)
        if word in _PAST_TIMES:
            return core.word(place).lower()
        if word == "in" and _is_past_year(core.word(place + 1)):
            return core.text(place, place + 2)
        is_last = word == "last" and core.lower(place - 1) != "the"
        if is_last and core.lower(place + 1) in _PERIODS:
            return core.text(place, place + 2)
    return ""


def _is_past_year(word: str) -> bool:
    return len(word) == len("1900") and word.isdecimal() and "1000" < word < "2020"


def _other_past(core: WordContext) -> str:
    """Another verb in the past simple, before this one."""
    for place in range(core.start - 1, -1, -1):
        if core.tag(place) == "VBD" and core.lower(place) not in ("had", "'d", "used"):
            return core.word(place)
    return ""
