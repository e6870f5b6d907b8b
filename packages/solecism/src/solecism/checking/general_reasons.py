"""Rules of a general kind, for changes of which nothing more special is known.

They say what the change does, with an example; where not even that is certain there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.checking.word_context import WordContext
from solecism.language.lemmas import verb_lemma
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

_OBJECTS = frozenset("me you him her it us them".split())
_SUBJECTS = ("PRP", "EX")
_FINITE = ("VBD", "VBP", "VBZ", "MD")
_CONDITIONS = frozenset("if when while because although after before since until unless as".split())
# A clause that comes first in a sentence, or in a part of it, may stand behind these.
_BEFORE_CLAUSES = frozenset(("and", "but", "that", "so", "or", ",", ";", ":", '"', "“", "``"))
_WITH_PRESENT = _CONDITIONS - {"because", "although", "since"}
_TAGS_OF_QUESTIONS = frozenset("is are was were do does did has have can will would".split())
_JOINING = frozenset(("so", "and", "but", "or"))
_ADDED = frozenset(("especially", "specially", "particularly", "such", "including", "which", "not"))
_TIME_SPENT = frozenset("time hour hours day days week weeks minutes money energy years".split())
_BE = frozenset("am is are was were be been being 'm 're 's".split())
_MOST_WORDS = 3


def general_reason(around: WordContext) -> str | None:
    """A general rule by which something is inserted, left out or replaced."""
    if around.new is None:
        return None
    if around.is_gap:
        return _of_mark(around) or _of_missing(around)
    if not around.new:
        return _of_needless(around)
    return _of_replaced(around)


def _of_mark(around: WordContext) -> str | None:
    if around.new == "-":
        return 'words that are one idea are joined by a hyphen: "a well-known singer", "make-up"'
    if around.new in ("'", "’") and around.tag(around.start - 1) in ("NNS", "NNPS"):
        return (
            "a plural in -s has an apostrophe where it shows whose something is, or how long it "
            'lasts: "my parents\' house", "two weeks\' holiday"'
        )
    if around.new == "." and around.behind:
        return 'two sentences are divided by a full stop, or joined by a word such as "and"'
    if around.new == ":":
        return 'a colon comes before what explains or lists: "I like two sports: tennis and golf"'
    return _of_comma(around) if around.new == "," else None


def _of_comma(around: WordContext) -> str:
    """What a missing comma divides."""
    behind, following = around.lower(around.end), around.lower(around.end + 1)
    if behind in _TAGS_OF_QUESTIONS and following in ("n't", "not"):
        return 'a comma comes before a short question at the end: "It is late, isn\'t it?"'
    if behind in ('"', "“", "``"):
        return 'a comma divides a quotation from what comes before it: He said, "I know"'
    if behind in _ADDED:
        return f"a comma comes before what is added to a sentence: {quoted(f', {behind} ...')}"
    first = _clause_before(around)
    if first:
        return f"a clause with {quoted(first)} that comes first ends in a comma"
    is_noun = all(around.tag(place).startswith("NN") for place in (around.start - 1, around.end))
    if is_noun:
        return 'the parts of a list are divided by commas: "red, green and blue"'
    if around.tag(around.end) in _SUBJECTS and around.tag(around.end + 1) in _FINITE:
        return (
            "a second sentence does not follow a first one without a mark, or a word such as "
            '"and", between them'
        )
    return (
        "commas divide what comes first, or what is added, from the main clause: "
        '"In my town, as you know, it rains"'
    )


def _clause_before(around: WordContext) -> str:
    """The word that begins a clause before a gap; empty where there is none."""
    for place in range(around.start - 1, -1, -1):
        if around.lower(place) in (",", ";", ":", "."):
            return ""
        if around.lower(place) in _CONDITIONS:
            if place and around.lower(place - 1) not in _BEFORE_CLAUSES:
                return ""
            return around.lower(place) if has_finite(around, place, around.start) else ""
    return ""


def has_finite(around: WordContext, start: int, end: int) -> bool:
    """Whether there is a verb with a subject between two places."""
    return any(around.tag(place) in _FINITE for place in range(start, end))


def _of_missing(around: WordContext) -> str | None:
    new, before = (around.new or "").lower(), around.before
    tag = around.tag(around.start - 1)
    if new == "ago":
        return '"ago" counts back from now: "two years ago"'
    if new in _OBJECTS and tag.startswith("VB"):
        return f"{quoted(before)} has an object after it: {quoted(f'{before} {new}')}"
    if new in _OBJECTS and tag in ("IN", "TO"):
        return f"a preposition has a noun or a pronoun after it: {quoted(f'{before} {new}')}"
    phrase = next((each for each in around.sentence.chunks if each.start == around.end), None)
    if (
        not preposition_number(new)
        or phrase is None
        or phrase.label != "NP"
        or not before.isalpha()
    ):
        return _of_preposition(new)
    words = around.sentence.words[phrase.start : min(phrase.end, phrase.start + _MOST_WORDS)]
    rest = ("...",) if len(words) < phrase.end - phrase.start else ()
    whole = " ".join((before, new, *words, *rest))
    return f"{quoted(before)} and what follows are joined by a preposition: {quoted(whole)}"


# What prepositions are for, with examples: true wherever they stand.
_PREPOSITIONS = {
    "about": '"about" comes before what one speaks, writes or thinks of: "a book about Africa"',
    "at": '"at" is for a point: "at the station", "at a concert", "at six", "at the end"',
    "by": '"by" comes before who does something, or how: "by my sister", "by train"',
    "for": '"for" says for whom, why or how long: "a gift for you", "famous for it", "for a week"',
    "from": '"from" says where something begins or comes from: "from London", "from two to four"',
    "in": '"in" is for what is around: "in a box", "in the letter", "in my town", "in July"',
    "into": '"into" is for a movement to the inside: "go into the house"',
    "of": '"of" joins a part or a property to what has it: "the end of the film", "a cup of tea"',
    "on": '"on" is for surfaces, days and media: "on the table", "on Friday", "on the phone"',
    "to": '"to" leads to a place or a person: "a trip to London", "a letter to my friend"',
    "with": '"with" is for who or what goes along, or is used: "with my class", "with a pen"',
}


def _of_preposition(new: str) -> str | None:
    """What a preposition is for."""
    return _PREPOSITIONS.get(new)


def _of_needless(around: WordContext) -> str | None:
    old, behind, before = around.old.lower(), around.lower(around.end), around.before.lower()
    if old in (before, behind):
        return f"{quoted(old)} is written twice"
    if old == ",":
        return _of_needless_comma(around, before)
    if old in ("'s", "’s") and around.tag(around.start - 1).startswith("NN"):
        return 'a plural has no apostrophe: "CDs", "the 1990s"'
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
    """Verbs whose object follows directly."""
    phrase = next((each for each in around.sentence.chunks if each.start == around.end), None)
    has_object = phrase is not None and phrase.label == "NP"
    if preposition_number(old) and has_object and around.tag(around.start - 1).startswith("VB"):
        return 'many verbs have their object without a preposition: "visit London", "answer it"'
    return None


def _first_of(words: set[str]) -> str:
    return next((each for each in ("if", "when", "until", "unless", "before") if each in words), "")


def _of_needless_comma(around: WordContext, before: str) -> str:
    tag, following = around.tag(around.start - 1), around.tag(around.end)
    if before in _JOINING:
        return f"no comma comes after {quoted(before)} when it joins clauses"
    if (tag.startswith("NN") or tag == "PRP") and following in _FINITE:
        return "no comma comes between a subject and its verb"
    return (
        "no comma divides words that belong together, such as a verb and its object: "
        '"I like good music"'
    )


def _of_replaced(around: WordContext) -> str | None:
    new, old = (around.new or "").lower(), around.old.lower()
    if " " in new or " " in old:
        return _of_verb_form(around, new)
    if old in _MARKS:
        return _of_other_mark(around, old, new)
    if new == "to" and around.tag(around.end) == "VB":
        verb = around.behind
        return f'before the plain form of a verb comes "to": {quoted(f"to {verb}")}'
    if preposition_number(old) and new in _PREPOSITIONS:
        return _of_preposition(new)
    return _of_pair(old, new) or _of_joined_verbs(around) or _of_verb_form(around, new)


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


def _of_verb_form(around: WordContext, new: str) -> str | None:
    """What the form of a verb is for, where the verb stays the same."""
    words, old = new.split(), around.old.lower().split()
    if not words or not old or verb_lemma(words[-1]) != verb_lemma(old[-1]):
        return None
    if words[0] == "to" and len(words) == 2:
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


_MARKS = frozenset(".,;:!?-")
_GREETINGS = frozenset(("dear", "hello", "hi"))
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


def _of_other_mark(around: WordContext, old: str, new: str) -> str | None:
    """Why a mark is another one."""
    if around.lower(0) in _GREETINGS and new in (",", ":") and not around.behind:
        return 'after the greeting of a letter comes a comma, or in America a colon: "Dear Ann,"'
    if new == "," and (behind := around.lower(around.end)) in _CONDITIONS:
        return f"a clause with {quoted(behind)} is no sentence by itself: it belongs to another one"
    if new == "," and old in (".", ";", ":"):
        return "what is no whole sentence is not divided from the rest by more than a comma"
    if new == "?":
        return 'a question ends in a question mark: "Where is it?"'
    if new == ":":
        return 'a colon comes before what explains or lists: "I like two sports: tennis and golf"'
    if new in (".", ";") and old in (":", "-"):
        return 'two sentences are divided by a full stop, or joined by a word such as "and"'
    return None


def _is_same_form(around: WordContext) -> bool:
    """Whether a verb before the word before has the form that is to be written, and not the old."""
    corrected = around.corrected
    tag, before = corrected.tag(around.start), corrected.tag(around.start - 2)
    is_verb = tag.startswith("VB") and verb_lemma(around.old.lower()) == verb_lemma(
        (around.new or "").lower()
    )
    return is_verb and tag == before != around.tag(around.start)


def _of_ing(around: WordContext, new: str) -> str | None:
    near: Sequence[str] = [around.lower(place) for place in (around.start - 1, around.start - 2)]
    if not _TIME_SPENT.isdisjoint(near):
        return 'what time or money is spent on has the "-ing" form: "spend hours waiting"'
    if around.tag(around.end) in ("NN", "NNS"):
        example = quoted(f"{new} {around.behind}")
        return f"before a noun a verb has the form of an adjective: {example}"
    return None
