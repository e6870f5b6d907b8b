"""The subject of a verb, by chunks and tags; none is named where any doubt is left.

The head of the noun phrase before prepositional phrases (*the price of tickets*), what stands
behind *there is* and behind the auxiliary of a question, the antecedent of *who* and *which*,
coordination, quantities (*a lot of*, *one of*) and clauses as subjects are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solecism.checking.word_context import WordContext
from solecism.language.lemmas import lemma
from solecism.sentence import Chunk

Number = Literal["singular", "plural"]
SINGULAR: Number = "singular"
PLURAL: Number = "plural"
Role = Literal["subject", "there", "question", "relative", "clause"]

_SINGULAR_PRONOUNS = frozenset(
    "he she it this that everyone everybody everything someone somebody something nobody nothing "
    "anyone anybody anything".split()
)
_PLURAL_PRONOUNS = frozenset("we they these those".split())
_SUBJECT_PRONOUNS = frozenset("i you he she it we they".split())
_SINGULAR_DETERMINERS = frozenset("a an this that each every another one".split())
_PLURAL_DETERMINERS = frozenset("these those many several few both two three four five six".split())
# Of these a variety, a speaker or a sense decides.
_COLLECTIVE = frozenset(
    "team family government group club company audience class committee crowd public band couple "
    "pair majority minority number lot data media staff army press firm party crew council board "
    "band population rest half part none all any some most more such kind kinds type types sort "
    "sorts variety series species means headquarters politics economics physics mathematics maths "
    "statistics percent % who which what fish sheep deer youth faculty school university hospital "
    "united england arsenal chelsea per".split()
)
_ALWAYS_PLURAL = frozenset("people police men women children".split())
# What comes after *of* decides the number: *a lot of people are*.
_QUANTITIES = frozenset("lot lots plenty most some all half rest none majority percent".split())
_ONE = frozenset("one each either neither every".split())
_SUBORDINATORS = frozenset(
    "that because if when while although though whether since before after until unless as where "
    "so why how than".split()
)
_SAYING = frozenset(
    "think say know believe hope feel mean suppose guess understand find see tell show hear "
    "imagine agree learn realise realize notice".split()
)
_TIMES = frozenset(
    "day days week weeks month months year years time morning evening afternoon night today "
    "yesterday tomorrow nowadays moment summer winter spring autumn".split()
)
_AUXILIARIES = frozenset("be am is are was were do does did have has had".split())
_OPENERS = (",", ":", ";", '"', "“", "(", "-", "``", "—")
_LONGEST_TEXT = 4


@dataclass(frozen=True, slots=True)
class Subject:
    """The words to name, the number of the subject, and how it stands to its verb.

    `other` is the relative pronoun that stands for the subject.
    """

    text: str
    number: Number
    role: Role = "subject"
    other: str = ""


def subject_of(around: WordContext, place: int) -> Subject | None:
    """The subject of the finite verb at a place, None where it is not plain."""
    phrase = around.phrase("VP", place)
    if phrase is not None and not _is_first(around, phrase, place):
        return None
    begin = around.before_adverbs(min(place, phrase.start) if phrase else place)
    before = around.lower(begin - 1)
    if behind := _question(around, place):
        return behind
    if before == "there":
        return _behind_there(around, place)
    if before in ("who", "which", "that"):
        return _antecedent(around, begin - 1)
    candidate = around.phrase_ending("NP", begin) or _taken_for_noun(around, place)
    if candidate is None or around.tag(begin - 1) in ("POS", "CC"):
        return None
    return _in_its_place(around, candidate)


def _taken_for_noun(around: WordContext, place: int) -> Chunk | None:
    """The noun phrase before a verb that was tagged as its last noun: *my brother lives*."""
    phrase = around.phrase("NP", place)
    if phrase is None or phrase.end != place + 1 or phrase.start == place:
        return None
    return Chunk("NP", phrase.start, place, place - 1)


def _is_first(around: WordContext, phrase: Chunk, place: int) -> bool:
    """Whether a place is that of the first verb of its phrase."""
    return all(around.tag(each).startswith("RB") for each in range(phrase.start, place))


def _question(around: WordContext, place: int) -> Subject | None:
    """The pronoun right behind an auxiliary: *where does she live*."""
    if around.lower(place) not in _AUXILIARIES:
        return None
    behind, before = around.lower(place + 1), around.tag(place - 1)
    is_open = place == 0 or before in ("WRB", "WP", "WDT", ",", "CC")
    if not is_open or behind not in _SUBJECT_PRONOUNS - {"you", "i"}:
        return None
    number: Number = SINGULAR if behind in _SINGULAR_PRONOUNS else PLURAL
    return Subject(around.word(place + 1), number, "question")


def _behind_there(around: WordContext, place: int) -> Subject | None:
    verb = around.phrase("VP", place)
    behind = around.phrase("NP", verb.end if verb else place + 1)
    if behind is None or behind.start != (verb.end if verb else place + 1):
        return None
    if around.lower(behind.end) in ("and", "or", ","):
        return None
    return _described(around, behind, "there")


def _antecedent(around: WordContext, place: int) -> Subject | None:
    """What *who*, *which* or *that* stands for: the noun phrase right before it."""
    end = place - 1 if around.word(place - 1) == "," else place
    phrase = around.phrase_ending("NP", end)
    if phrase is None or not around.tag(phrase.head).startswith("NN"):
        return None
    before = around.lower(phrase.start - 1)
    if around.tag(phrase.start - 1) in ("IN", "TO", "CC", "POS") or before in (",", "of"):
        return None
    found = _described(around, phrase, "relative")
    if found is None:
        return None
    return Subject(found.text, found.number, "relative", around.lower(place))


def _in_its_place(around: WordContext, phrase: Chunk) -> Subject | None:
    """The subject that ends in a noun phrase, which stands right before the verb."""
    first, before = phrase.start, around.lower(phrase.start - 1)
    tag = around.tag(first - 1)
    if phrase.end - first == 1 and around.lower(first) in _SUBJECT_PRONOUNS:
        return _pronoun(around, phrase)
    if _begins_clause(around, first):
        if around.lower(first).endswith("ing") and phrase.end - first > 1:
            return Subject(_shown(around, first, phrase.end), SINGULAR, "clause")
        return _described(around, phrase, "subject")
    if before == "of" or tag in ("IN", "TO"):
        return _before_preposition(around, phrase, before)
    if before == "and":
        return _coordinated(around, phrase)
    if tag == "VBG" and _begins_clause(around, first - 1):
        return Subject(_shown(around, first - 1, phrase.end), SINGULAR, "clause")
    if around.sentence.lemmas[first - 1] in _SAYING and tag.startswith("VB"):
        return _described(around, phrase, "subject")
    return None


def _begins_clause(around: WordContext, place: int) -> bool:
    """Whether a noun phrase that begins at a place is the first of its clause."""
    before = around.lower(place - 1)
    if place == 0 or before in _OPENERS:
        # After a comma there may be a list: *cats, dogs are*.
        return before != "," or not _ends_list(around, place - 1)
    if before in ("but", "because", "if", "when", "while", "although", "though", "whether"):
        return True
    if before == "that":
        return around.tag(place - 2).startswith("VB")
    earlier = around.phrase_ending("NP", place)
    return (
        earlier is not None
        and around.lower(earlier.head) in _TIMES
        and (earlier.start == 0 or around.tag(earlier.start - 1) in (",", "IN"))
    )


def _ends_list(around: WordContext, comma: int) -> bool:
    """Whether the phrase before a comma may be a part of the subject."""
    earlier = around.phrase_ending("NP", comma)
    return (
        earlier is not None
        and (earlier.start == 0 or around.tag(earlier.start - 1) in (",", "CC", "IN"))
        and not _opens_with_preposition(around, earlier)
    )


def _opens_with_preposition(around: WordContext, phrase: Chunk) -> bool:
    """Whether a phrase is *in my city* at the beginning of its sentence."""
    return phrase.start == 1 and around.tag(0) in ("IN", "TO")


def _pronoun(around: WordContext, phrase: Chunk) -> Subject | None:
    """A pronoun right before the verb.

    If it ends a list, *my friend and she*, its number is not that of the suggested verb.
    """
    text = around.lower(phrase.start)
    if text in ("i", "you"):
        return None
    number: Number = SINGULAR if text in _SINGULAR_PRONOUNS else PLURAL
    return Subject(around.word(phrase.start), number)


def _before_preposition(around: WordContext, last: Chunk, preposition: str) -> Subject | None:
    """The head before a prepositional phrase: *the price of tickets*, *one of the girls*."""
    first = around.phrase_ending("NP", last.start - 1)
    if first is None or not _begins_clause(around, first.start):
        return None
    head = around.lower(first.head)
    if preposition == "of" and head in _ONE:
        return Subject(_shown(around, first.start, last.end), SINGULAR)
    if preposition == "of" and head in _QUANTITIES:
        return _described(around, last, "subject")
    return _described(around, first, "subject")


def _coordinated(around: WordContext, last: Chunk) -> Subject | None:
    """Two noun phrases with *and* between them at the beginning of a clause are plural."""
    first = around.phrase_ending("NP", last.start - 1)
    if first is None or not _begins_clause(around, first.start):
        return None
    if around.lower(first.start) in ("each", "every") or not _is_short(first, last):
        return None
    return Subject(_shown(around, first.start, last.end), PLURAL)


def _is_short(first: Chunk, last: Chunk) -> bool:
    return last.end - first.start <= 2 * _LONGEST_TEXT


def _described(around: WordContext, phrase: Chunk, role: Role) -> Subject | None:
    """A noun phrase with its number, None if that is not plain."""
    number = number_of_phrase(around, phrase)
    if number is None:
        return None
    start = phrase.start
    while start < phrase.head and around.tag(start) == "RB":
        start += 1
    is_whole = phrase.end - start <= _LONGEST_TEXT
    text = _shown(around, start, phrase.end) if is_whole else around.word(phrase.head)
    return Subject(text, number, role)


def _shown(around: WordContext, start: int, end: int) -> str:
    """Some words, without the capital letter of the beginning of the sentence."""
    text = around.text(start, end)
    is_name = around.tag(start).startswith("NNP") or around.word(start) == "I"
    return text if is_name else text[:1].lower() + text[1:]


def number_of_phrase(around: WordContext, phrase: Chunk) -> Number | None:
    """The number of a noun phrase, None where it is not plain."""
    head, tag = around.lower(phrase.head), around.tag(phrase.head)
    first = around.lower(phrase.start)
    inside = [around.lower(place) for place in range(phrase.start, phrase.end)]
    if phrase.head != phrase.end - 1 or {"and", "or", "'s", "/", "&"} & set(inside):
        return None
    if len(inside) == 1 and head in _SINGULAR_PRONOUNS:
        return SINGULAR
    if len(inside) == 1 and head in _PLURAL_PRONOUNS:
        return PLURAL
    if head in _ALWAYS_PLURAL:
        return PLURAL if first not in _SINGULAR_DETERMINERS else None
    if head in _COLLECTIVE:
        return None
    return _number_of_noun(head, tag, first)


def _number_of_noun(head: str, tag: str, first: str) -> Number | None:
    if tag == "NN" and not (head.endswith("s") and not head.endswith(("ss", "us", "is", "ness"))):
        is_plural = first in _PLURAL_DETERMINERS
        return None if is_plural else SINGULAR
    if tag == "NNS" and (head.endswith("s") or lemma(head, "NNS") != head):
        is_singular = first in _SINGULAR_DETERMINERS or head == "news"
        return None if is_singular else PLURAL
    return None
