"""Why a verb has another tense: the time that the clause tells of, or what the tense is for."""

from __future__ import annotations

from solecism.checking.clauses import has_finite
from solecism.checking.verb_reasons import asked_form
from solecism.checking.word_context import WordContext
from solecism.language.lemmas import inflect, verb_lemma
from solecism.system.display_text import quoted

_BE = frozenset("be am is are was were been being 'm 're".split())
_HAVE = frozenset("have has had having 've".split())
_DO = frozenset("do does did".split())
_CAUSING = frozenset("make keep leave get".split())
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
        'the passive, "be" with the past participle, is for what is done to the subject: "The door '
        'was opened"'
    ),
}


def tense_reason(around: WordContext) -> str | None:
    """The time that the clause tells of, or what the suggested tense is for."""
    core = around.core
    if not core.new or core.is_gap:
        return _tense_of_gap(around)
    if asked := asked_form(core):
        return asked
    phrase = core.phrase_ending("NP", core.start)
    if phrase is not None and verb_lemma(core.lower(phrase.start - 1)) in _CAUSING:
        return 'what somebody becomes is told with an adjective: "It made us worried"'
    tense = _tense(core)
    if tense is None or (tense == "past" and _is_past(core.old.lower())):
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


def _is_past(word: str) -> bool:
    return word in ("was", "were", "had", "did") or word in inflect(verb_lemma(word), "VBD")


def _tense_of_gap(around: WordContext) -> str | None:
    words = (around.new or "").lower().split()
    return _EXAMPLES.get(words[0]) if around.is_gap and words else None


def _tense(core: WordContext) -> str | None:
    """The name of the tense that the suggested words make with those behind them."""
    words = (core.new or "").lower().replace("’", "'").split()
    first, rest = words[0], words[1:]
    following = rest[0] if rest else _verb_behind(core)
    if following == "to":
        return None
    modal = {"wo": "will", "'ll": "will", "'d": "would"}.get(first, first)
    if modal in _EXAMPLES and modal not in ("past", "present", "perfect", "passive"):
        return modal
    is_third = bool(following) and following in inflect(verb_lemma(following), "VBN")
    if first in ("have", "has", "'ve", "had"):
        if is_third:
            return "past perfect" if first == "had" else "perfect"
        has_object = core.phrase("NP", core.end) is not None or core.tag(core.end) == "TO"
        return ("past" if first == "had" else "present") if has_object and not rest else None
    if first in ("be", "been", "being"):
        return "passive" if rest and is_third else None
    if first in ("am", "is", "are", "was", "were", "'m", "'re"):
        if is_third and not rest and (first in ("was", "were")) != _is_past(core.old.lower()):
            return "past" if first in ("was", "were") else "present"
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
    # A clause has one finite verb.
    if new.startswith("'") or has_finite(core, _clause(core).start, core.start):
        return None
    before = core.tag(core.start - 1)
    if before == ":" or (core.tag(core.end).startswith("NN") and before in ("DT", "JJ")):
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
