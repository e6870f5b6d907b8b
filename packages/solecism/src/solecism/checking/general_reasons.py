"""Rules of a general kind, for changes of which nothing more special is known.

They say what the change does, with an example; where not even that is certain there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.checking.word_context import WordContext
from solecism.checking.word_reasons import FEELINGS
from solecism.language.lemmas import verb_lemma
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

_SUBJECTS = frozenset("i he she we they".split())
_OBJECTS = frozenset("me you him her it us them".split())
_TIME_SPENT = frozenset("time hour hours day days week weeks minutes money energy years".split())
# What follows these without a preposition is mostly no object.
_WITHOUT_OBJECT = frozenset("be become seem get do go come stay live develop".split())
_WITH_TWO_OBJECTS = frozenset("give tell show send offer ask teach lend bring cost".split())
_VEHICLES = frozenset(
    "car bus train plane boat ship bike bicycle taxi tram metro underground subway".split()
)
# So many words away a word still asks for another.
_REACH = 6
_BE = frozenset("am is are was were be been being 'm 're 's".split())


def general_reason(around: WordContext) -> str | None:
    """A general rule by which something is inserted, left out or replaced."""
    if around.new is None:
        return None
    if around.is_gap:
        return _of_missing(around)
    if not around.new:
        return _of_needless(around)
    return _of_replaced(around)


def _of_missing(around: WordContext) -> str | None:
    new, before = (around.new or "").lower(), around.before
    if reason := _of_word(around, new):
        return reason
    tag = around.tag(around.start - 1)
    if new == "ago":
        return '"ago" counts back from now: "two years ago"'
    if new in _OBJECTS and tag.startswith("VB"):
        return f"{quoted(before)} has an object after it: {quoted(f'{before} {new}')}"
    if new in _OBJECTS and tag in ("IN", "TO"):
        return f"a preposition has a noun or a pronoun after it: {quoted(f'{before} {new}')}"
    return None


# What prepositions are for, with examples: true wherever they stand.
_PREPOSITIONS = {
    "about": '"about" comes before what one speaks, writes or thinks of: "a book about Africa"',
    "as": '"as" says what somebody or something is or does: "I work as a waiter"',
    "at": '"at" is for a point: "at the station", "at a concert", "at six", "at the end"',
    "by": '"by" comes before who does something, or how: "by my sister", "by train"',
    "among": '"among" is for one of several: "among friends"',
    "along": '"along" follows a line: "along the river"',
    "between": '"between" is for two, or for single ones: "between Rome and Milan"',
    "during": '"during" tells when something happens: "during the holidays"',
    "over": '"over" is for higher than, more than and across: "over the bridge"',
    "through": '"through" is from one side or end to the other: "through the forest"',
    "towards": '"towards" is in the direction of: "towards the sea"',
    "under": '"under" is for lower than and less than: "under the table"',
    "without": '"without" says what is missing: "without a coat"',
    "for": '"for" says for whom, why or how long: "a gift for you", "famous for it", "for a week"',
    "from": '"from" says where something begins or comes from: "from London", "from two to four"',
    "in": (
        '"in" is for what is around, and for fields and ways: "in my town", "in the letter", '
        '"in sport", "in English"'
    ),
    "into": '"into" is for a movement to the inside: "go into the house"',
    "of": '"of" joins a part or a property to what has it: "the end of the film", "a cup of tea"',
    "on": (
        '"on" is for surfaces, days, media, journeys and subjects: "on the table", "on Friday", '
        '"on the phone", "on a trip", "a book on art"'
    ),
    "to": (
        '"to" leads to a place, a person or an aim: "a trip to London", "a letter to my friend", '
        '"the answer to a question"'
    ),
    "with": '"with" is for who or what goes along, or is used: "with my class", "with a pen"',
}


_LASTING = frozenset(
    "second minute hour day night week weekend month year decade century time while moment "
    "occasion".split()
)
# These have verbs in -ing after them in the sense that is told.
_BEFORE_ING = frozenset(("about", "by", "for"))


def preposition_meaning(around: WordContext) -> str | None:
    """What a preposition is for, where a noun phrase follows it."""
    core = around.core
    new, old = (core.new or "").lower(), core.old.lower()
    if new not in _PREPOSITIONS or not (core.is_gap or preposition_number(old)):
        return None
    is_participle = core.tag(core.start - 1) in ("VBN", "VBG")
    is_feeling = is_participle and verb_lemma(core.lower(core.start - 1)) in FEELINGS
    phrase = next((each for each in core.sentence.chunks if each.start == core.end), None)
    is_time = phrase is not None and core.sentence.lemmas[phrase.head] in _LASTING
    is_adjective = core.tag(core.start - 1).startswith("JJ") and not core.is_gap
    if (is_adjective or is_feeling) and not is_time:
        return 'adjectives have prepositions of their own: "good at", "interested in", "afraid of"'
    if core.tag(core.end) == "VBG":
        return _PREPOSITIONS[new] if new in _BEFORE_ING else None
    is_clause = phrase is not None and core.lower(phrase.start) in _SUBJECTS
    if phrase is None or phrase.label != "NP" or is_clause:
        return None
    if new == "for" and core.sentence.lemmas[phrase.head] in _LASTING:
        return '"for" says how long something lasts: "for a week", "for two years"'
    return _PREPOSITIONS[new]


def _of_needless(around: WordContext) -> str | None:
    old, behind, before = around.old.lower(), around.lower(around.end), around.before.lower()
    if old in (before, behind) and old.isalnum():
        return f"{quoted(old)} is written twice"
    if reason := _of_needless_verb(around, old) or _of_needless_preposition(around, old):
        return reason
    earlier = {around.lower(place) for place in range(around.start)}
    if old in ("will", "'ll") and (first := _first_of(earlier)):
        return (
            f"after {quoted(first)} the future is told in the present: "
            f"{quoted(f'{first} it rains')}, not {quoted(f'{first} it will rain')}"
        )
    return None


def _of_needless_verb(around: WordContext, old: str) -> str | None:
    """Auxiliaries that make a question or a passive where none is meant."""
    if old in ("do", "does", "did"):
        return '"do" is for questions and "not": "Do you like it?", but "I like it"'
    if old in _BE and around.tag(around.end) in ("VBN", "VBD"):
        return (
            'with "be" something is done to the subject ("it was built"); without, the subject '
            'does it or changes by itself ("it improved")'
        )
    return None


def _of_needless_preposition(around: WordContext, old: str) -> str | None:
    """Verbs whose object follows directly, and a second preposition."""
    before = around.lower(around.start - 1)
    if preposition_number(old) and preposition_number(before) and around.tag(around.start) == "IN":
        return f"one preposition is enough, and {quoted(before)} stands here already"
    if around.tag(around.start - 1) == "PRP" and (
        verb_lemma(around.lower(around.start - 2)) in _WITH_TWO_OBJECTS
    ):
        return 'what is given or told follows the person directly: "give me the book"'
    phrase = next((each for each in around.sentence.chunks if each.start == around.end), None)
    has_object = phrase is not None and phrase.label == "NP" and around.tag(around.end) != "VBG"
    is_time = phrase is not None and around.sentence.lemmas[phrase.head] in _LASTING
    is_plain = has_object and not is_time and verb_lemma(before) not in _WITHOUT_OBJECT
    if preposition_number(old) and is_plain and around.tag(around.start - 1).startswith("VB"):
        return 'many verbs have their object without a preposition: "visit London", "answer it"'
    return None


def _first_of(words: set[str]) -> str:
    return next((each for each in ("if", "when", "until", "unless", "before") if each in words), "")


def _of_replaced(around: WordContext) -> str | None:
    new, old = (around.new or "").lower(), around.old.lower()
    if " " in new or " " in old:
        return _of_verb_form(around, new) or _of_pair(old.split()[0], new.split()[0])
    if new == "to" and around.tag(around.end) == "VB":
        verb = around.behind
        return f'before the plain form of a verb comes "to": {quoted(f"to {verb}")}'
    return (
        _of_pair(old, new)
        or _of_word(around, new)
        or _of_joined_verbs(around)
        or _of_verb_form(around, new)
    )


def _of_pair(old: str, new: str) -> str | None:
    """The difference between two words that are forms of one."""
    if (old, new) == ("person", "people"):
        return '"people" is the plural of "person"'
    if (old, new) in _POINTING:
        number = "plural" if new in ("these", "those") else "singular"
        return f'{quoted(new)} goes with a {number}: "this book", "these books"'
    if new.endswith(("self", "selves")) and old in _OBJECTS:
        return f'what the subject does to itself has {quoted(new)}: "I hurt myself", not "me"'
    if (old, new) in _COMPARED:
        return (
            '"better" and "worse" compare two, "best" and "worst" are for one of all: '
            '"worse than before", "the worst day"'
        )
    return None


def _of_joined_verbs(around: WordContext) -> str | None:
    joined = around.lower(around.start - 1)
    if joined not in ("and", "or") or not _is_same_form(around):
        return None
    return (
        f"verbs that are joined by {quoted(joined)} have the same form: "
        '"eating and drinking", "to eat and drink"'
    )


def _of_word(around: WordContext, new: str) -> str | None:
    """Words that a certain neighbour asks for."""
    following = {around.lower(place) for place in range(around.end, around.end + _REACH)}
    if new == "more" and "than" in following:
        return 'before "than" there is "more" or "-er": "more useful than", "older than"'
    if new == "than" and any(
        around.tag(place) in ("JJR", "RBR") or around.lower(place) in ("more", "less", "rather")
        for place in range(around.start - _REACH, around.start)
    ):
        return '"than" follows a comparison: "older than me", "more useful than that"'
    if new == "rather" and "than" in following:
        return '"rather than" stands before what is not chosen: "by train rather than by car"'
    if new == "by" and around.lower(around.end) in _VEHICLES:
        return 'how one travels is told with "by": "by car", "by train"'
    if new == "why" and around.before.lower() in ("reason", "reasons"):
        return 'after "reason" comes "why" or "that": "the reason why I left"'
    if new == "to" and around.old.lower() == "na" and around.before.lower() == "gon":
        return '"gonna" is how "going to" is spoken; in writing it is "going to"'
    if new == "as" and around.tag(around.end) == "DT":
        return _PREPOSITIONS["as"]
    return None


def _of_verb_form(around: WordContext, new: str) -> str | None:
    """What the form of a verb is for, where the verb stays the same."""
    words, old = new.split(), around.old.lower().split()
    if not words or not old or verb_lemma(words[-1]) != verb_lemma(old[-1]):
        return None
    if words[0] == "to" and len(words) > 1:
        return (
            '"to" and a verb say what is wanted, planned or meant, or what something is for: '
            '"I want to go", "a good place to live"'
        )
    if len(words) == 1 and words[0].endswith("ing") and words != old:
        return _of_ing(around, new) or (
            'the "-ing" form names an action, or goes with a form of "be": '
            '"swimming is healthy", "I am swimming"'
        )
    return None


_POINTING = frozenset(
    (one, other)
    for a, b in (("this", "these"), ("that", "those"))
    for one, other in ((a, b), (b, a))
)
_COMPARED = frozenset(
    (one, other)
    for a, b in (("worse", "worst"), ("better", "best"))
    for one, other in ((a, b), (b, a))
)


def _is_same_form(around: WordContext) -> bool:
    """Whether a verb before the word before has the form that is to be written, and not the old."""
    corrected = around.corrected
    tag = corrected.tag(around.start)
    earlier = range(around.start - 2, max(-1, around.start - 2 - _REACH), -1)
    before = next(
        (corrected.tag(each) for each in earlier if corrected.tag(each).startswith("VB")), ""
    )
    is_verb = tag.startswith("VB") and verb_lemma(around.old.lower()) == verb_lemma(
        (around.new or "").lower()
    )
    return is_verb and tag == before != around.tag(around.start)


def _of_ing(around: WordContext, new: str) -> str | None:
    near: Sequence[str] = [around.lower(place) for place in (around.start - 1, around.start - 2)]
    if not _TIME_SPENT.isdisjoint(near):
        return 'what time or money is spent on has the "-ing" form: "spend hours waiting"'
    is_described = around.tag(around.start - 1) in ("DT", "PRP$", "IN", "JJ")
    if is_described and around.tag(around.end) in ("NN", "NNS"):
        example = quoted(f"{new} {around.behind}")
        return f"before a noun a verb has the form of an adjective: {example}"
    return None
