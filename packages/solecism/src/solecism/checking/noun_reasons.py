"""Why an article, a determiner or the number of a noun is wrong, by the noun phrase it is in."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.checking.word_context import WordContext
from solecism.language.lemmas import grammatical_number as number_of
from solecism.language.lemmas import inflect, lemma
from solecism.locate.noun_table import NounUsage, bundled_nouns, noun_usage
from solecism.sentence import Chunk
from solecism.system.display_text import quoted

_INDEFINITE = ("a", "an")
_PLURAL_TAGS = ("NNS", "NNPS")
_COUNTED = frozenset(("many", "few", "fewer", "several"))
_MASS = frozenset(("much", "little", "less"))
_UNIQUE = frozenset("same only first last next second third most".split())
_TIMES = frozenset("yesterday today tomorrow tonight".split())
_POSSESSIVES = frozenset("my your his her its our their".split())
_DEMONSTRATIVES = frozenset("this that these those".split())
_PREDETERMINERS = frozenset("all both such quite what half only just also very".split())
_ASKS_FOR_SINGULAR = frozenset("a an one each every another this that".split())
_ASKS_FOR_PLURAL = frozenset("many few several these those both various numerous".split())
_PLURAL_BEFORE_NOUNS = frozenset("sports clothes goods sales customs arms savings".split())
_PLURAL_ALREADY = frozenset("media data people men women children feet teeth".split())
_DETERMINER_TAGS = ("DT", "PRP$", "POS", "CD", "WDT", "WP$")
# Places that one goes to for what they are for.
_INSTITUTIONS = frozenset("school work bed prison hospital church home university college".split())
_MEALS = frozenset("breakfast lunch dinner supper".split())
_INTO = ("to", "at", "in", "from", "into", "for")
# The shares of constructions, in the order of the table: bare, a, the; bare plural, the plural.
_BARE, _A, _THE, _BARE_PLURAL, _THE_PLURAL = range(5)
LEAST_TIMES = 100
_HARDLY, _MOSTLY = 0.08, 0.6


@dataclass(frozen=True, slots=True)
class _Noun:
    """The noun that an article belongs to, in its phrase."""

    place: int
    text: str
    tag: str

    @property
    def is_plural(self) -> bool:
        return self.tag in _PLURAL_TAGS

    @property
    def is_name(self) -> bool:
        return self.tag.startswith("NNP")

    @property
    def has_no_plural(self) -> bool:
        return not self.is_plural and bundled_nouns().has_no_plural(self.text.lower())

    @property
    def usage(self) -> NounUsage:
        return noun_usage(bundled_nouns(), self.text.lower())


def noun_of(around: WordContext) -> _Noun | None:
    """The noun of the phrase that an article begins, None where it is not plain."""
    phrase = around.phrase("NP", around.end)
    if phrase is None or not _is_beginning(around, phrase):
        return None
    head = phrase.head
    # A word of time may stand directly after the noun: *to the beach tomorrow*.
    while head > around.end and around.lower(head) in _TIMES:
        head -= 1
    tag, behind = around.tag(head), around.tag(head + 1)
    is_last = not behind.startswith("NN") and behind != "POS" and around.word(head + 1) != "-"
    in_list = around.lower(head + 1) in ("and", "or", "/")
    has_and = any(around.lower(each) in ("and", "or") for each in range(around.end, head))
    if not tag.startswith("NN") or not is_last or has_and or in_list:
        return None
    return _Noun(head, around.word(head), tag)


def _is_beginning(around: WordContext, phrase: Chunk) -> bool:
    return all(
        around.lower(place) in _PREDETERMINERS for place in range(phrase.start, around.start)
    )


def missing_article_reason(around: WordContext) -> str | None:
    """The rule behind a missing article."""
    new, noun = (around.new or "").lower(), noun_of(around)
    if new in _POSSESSIVES:
        return _about_owner(new)
    if new == "the":
        return _definite(around, noun)
    if around.new is None and noun is not None and not noun.is_plural and not noun.is_name:
        return _hardly_bare(noun)
    if new not in _INDEFINITE:
        return None
    if noun is None:
        return _SINGULAR_RULE
    if noun.is_plural:
        return f'after {quoted(new)} the noun is singular: "a room", "two rooms"'
    if noun.is_name or noun.has_no_plural:
        return None
    return _hardly_bare(noun) or (
        f"{quoted(noun.text)} is a singular that can be counted, and it needs "
        f'a word such as {quoted(new)}, "the" or "my" before it'
        if noun.usage.countability == "count"
        else _SINGULAR_RULE
    )


_SINGULAR_RULE = (
    'a singular noun for one of several things needs a word such as "a", "the" or "my" before it: '
    '"I have a car"'
)


def _about_owner(new: str) -> str:
    return f'{quoted(new)} says whose it is: English says "she washed her hands"'


def _hardly_bare(noun: _Noun) -> str | None:
    """Counts of the singular without an article, if native writers hardly ever write it."""
    usage = noun.usage
    if usage.shares is None or noun.is_name or noun.is_plural:
        return None
    shares = usage.shares
    n_singular = round(usage.n_times * (shares[_BARE] + shares[_A] + shares[_THE]))
    n_bare = round(usage.n_times * shares[_BARE])
    if n_singular < LEAST_TIMES or n_bare > _HARDLY * n_singular:
        return None
    return (
        f"{quoted(noun.text)} can be counted, and its singular needs an article or the like: in "
        f"native text it has none {n_bare:,} of {n_singular:,} times"
    )


def _definite(around: WordContext, noun: _Noun | None) -> str:
    if noun is not None:
        unique = next(
            (each for each in range(around.end, noun.place) if _is_unique(around, each)), None
        )
        if unique is not None:
            return f'"the" comes before {quoted(around.word(unique))}: "the best", "the same"'
        behind = around.lower(noun.place + 1)
        text = quoted(noun.text)
        if behind == "of":
            verb = "they are" if noun.is_plural else "it is"
            return f'what comes after "of" says which {text} {verb}, so it has "the"'
        if behind in ("that", "which", "who", "where") or _has_clause(around, noun.place):
            verb = "are" if noun.is_plural else "is"
            return f'what follows says which {text} {verb} meant, so it has "the"'
        if noun.is_name:
            return (
                "names of rivers, seas, mountains, organisations and groups of countries have "
                '"the": "the Thames", "the Alps", "the United Nations"'
            )
    return '"the" is for what the reader can tell which it is: "Please close the door"'


def _has_clause(around: WordContext, place: int) -> bool:
    """Whether a clause follows the noun without *that*: *the time I spent there*."""
    following = around.phrase("NP", place + 1)
    return (
        following is not None
        and around.tag(place + 1) == "PRP"
        and around.tag(place + 2).startswith(("VB", "MD"))
    )


def _is_unique(around: WordContext, place: int) -> bool:
    return around.tag(place) == "JJS" or around.lower(place) in _UNIQUE


def unneeded_article_reason(around: WordContext) -> str | None:
    """The rule behind an article that is not needed."""
    old, noun = around.old.lower(), noun_of(around)
    if around.new != "":
        return general_plural_reason(around)
    if noun is None:
        return _rule_of_use(around, old)
    text = quoted(noun.text)
    is_one = old in _INDEFINITE
    if is_one and noun.is_plural and noun.text.endswith("s"):
        return f"{quoted(old)} means one, and {text} is plural"
    if is_one and noun.has_no_plural:
        return f"{text} cannot be counted, so it has no {quoted(old)}"
    if around.lower(around.end) in _POSSESSIVES | _DEMONSTRATIVES | {"every", "each"}:
        return f"there is one determiner before a noun: {quoted(around.behind)} stands alone"
    if noun.text.lower() in _INSTITUTIONS and around.lower(around.start - 1) in _INTO:
        return (
            f"{text} has no article when somebody is there for its usual purpose: "
            '"go to school", "be in prison"'
        )
    if noun.text.lower() in _MEALS:
        return 'meals have no article: "have lunch", "after dinner"'
    if noun.is_name and around.lower(noun.place + 1) != "of":
        return f"{text} is a name, and names of people, towns and most countries have no article"
    if old == "the" and (noun.is_plural or noun.has_no_plural):
        return f'{text} has no "the" where it is meant in general: "I like music and dogs"'
    return _mostly_bare(noun) or _rule_of_use(around, old)


def _rule_of_use(around: WordContext, old: str) -> str | None:
    if old == "the" and around.lower(around.end) in ("last", "next"):
        return 'a time with "last" or "next" that is counted from now has no "the": "last year"'
    return _RULES_OF_USE.get(old)


_RULES_OF_USE = {
    "the": (
        '"the" is for what the reader can tell which it is; what is meant in general has none: '
        '"I like music"'
    ),
    **dict.fromkeys(
        _POSSESSIVES,
        "a possessive says whose something is; what is nobody's in particular has none: "
        '"People have cars", not "My people have cars"',
    ),
    **dict.fromkeys(
        _INDEFINITE,
        '"a" and "an" come before the singular of what can be counted: "a car", but "cars"',
    ),
}


def general_plural_reason(around: WordContext) -> str | None:
    """*The teenager likes* for *teenagers like*, and *the tents* for *a tent*."""
    old, new = around.old.lower().split(), (around.new or "").lower().split()
    if len(old) not in (1, 2) or not new or len(new) > 2:
        return None
    singular, is_one = lemma(old[-1], "NNS").lower(), len(new) == 1
    if (
        is_one
        and len(old) == 2
        and old[0] in ("a", "an", "the")
        and new[0] in inflect(singular, "NNS")
    ):
        return (
            'things or people of one kind in general are a plural without "the": '
            '"Teenagers like music"'
        )
    if not is_one and new == ["the", singular] and singular in _PLURAL_ALREADY:
        return f'{quoted(singular)} is plural already, and mostly has "the"'
    if not is_one and new[0] in _INDEFINITE and new[1] == singular:
        return f'{quoted(new[0])} with the singular is for any one of a kind: "I need a pen"'
    return None


def _mostly_bare(noun: _Noun) -> str | None:
    """Counts of the noun without an article, if that is how native writers mostly write it."""
    shares = noun.usage.shares
    if shares is None or noun.is_plural or noun.is_name:
        return None
    n_singular = round(noun.usage.n_times * (shares[_BARE] + shares[_A] + shares[_THE]))
    n_bare = round(noun.usage.n_times * shares[_BARE])
    if n_singular < LEAST_TIMES or n_bare < _MOSTLY * n_singular:
        return None
    return (
        f"{quoted(noun.text)} mostly has no article where it is meant in general: in native text "
        f"it has none {n_bare:,} of {n_singular:,} times"
    )


def wrong_article_reason(around: WordContext) -> str | None:
    """The rule behind another article or determiner."""
    core = around.core
    new, old = (core.new or "").lower(), core.old.lower()
    if new in _INDEFINITE and old in _INDEFINITE and core.behind:
        sound = "vowel" if new == "an" else "consonant"
        return f"{quoted(new)} comes before a {sound} sound: {quoted(f'{new} {core.behind}')}"
    if new in _COUNTED and old in _MASS:
        return f"{quoted(new)} goes with what can be counted, {quoted(old)} with what cannot"
    if new in _MASS and old in _COUNTED:
        return f"{quoted(new)} goes with what cannot be counted, {quoted(old)} with what can"
    if around.new and " " in around.new and " " in around.old:
        return general_plural_reason(around)
    if {new, old} <= _DEMONSTRATIVES:
        return _demonstrative(core, new, old)
    if new in _POSSESSIVES:
        return _about_owner(new)
    if new == "the":
        return _definite(core, noun_of(core))
    if new in _INDEFINITE:
        return f'{quoted(new)} is for one that is new to the reader: "I saw a film"'
    return None


def _demonstrative(core: WordContext, new: str, old: str) -> str:
    number, other = (number_of(word, "DT") for word in (new, old))
    noun = noun_of(core)
    if noun is not None and number and number != other:
        is_plural = noun.is_plural
        if is_plural == (number == "plural"):
            return f"{quoted(new)} goes with the {number}, here {quoted(noun.text)}"
    return '"this" and "that" go with the singular, "these" and "those" with the plural'


def noun_number_reason(around: WordContext) -> str | None:
    """Singular or plural: what says which."""
    core = around.core
    if not core.new or core.is_gap or " " in core.old:
        return None
    singular, new = lemma(core.old, "NNS").lower(), core.new.lower()
    is_noun = core.tag(core.start).startswith("NN")
    is_bare = core.tag(core.start - 1) not in _DETERMINER_TAGS
    is_adjective = core.tag(core.start) == "JJ" and is_bare
    if not is_noun and not (is_adjective and new in inflect(singular, "NNS")):
        return None
    if special := _special_plural(singular, new):
        return special
    to_singular = new == singular and new != core.old.lower()
    to_plural = not to_singular and lemma(new, "NNS") in (core.old.lower(), singular)
    if not to_singular and not to_plural:
        return None
    number = "singular" if to_singular else "plural"
    if to_singular and bundled_nouns().has_no_plural(singular):
        return f'{quoted(singular)} cannot be counted, so it has no plural: "some information"'
    if word := _number_word(core, number):
        return f"after {quoted(word)} comes the {number}"
    phrase = core.phrase("NP", core.start)
    if to_singular:
        return _singular(core, singular, phrase)
    if core.tag(core.end).startswith("NN") and new in _PLURAL_BEFORE_NOUNS:
        return 'some nouns are plural before another noun: "a sports club", "a clothes shop"'
    is_bare = phrase is not None and not any(
        core.tag(place) in _DETERMINER_TAGS for place in range(phrase.start, core.start)
    )
    if is_bare and noun_usage(bundled_nouns(), singular).countability == "count":
        return (
            f'a noun that can be counted, such as {quoted(singular)}, is plural where no "a", '
            '"the" or "my" comes before it'
        )
    return "more than one is meant, so the noun is in the plural"


def unsuggested_number_reason(around: WordContext) -> str | None:
    """The word before that asks for the other number, where nothing is suggested."""
    core = around.core
    if core.new is not None or core.is_gap:
        return None
    numbers = {"NNS": "singular", "NN": "plural"}
    number = numbers.get(core.tag(core.start))
    word = _number_word(core, number) if number else ""
    return f"after {quoted(word)} comes the {number}" if word else None


def _special_plural(singular: str, new: str) -> str | None:
    """Words that are plural without an -s."""
    if singular in ("people", "person"):
        return '"people" is plural: one person, two people; "peoples" are nations'
    if new == singular and singular in _PLURAL_ALREADY:
        return f'{quoted(singular)} is plural already, so it has no "-s"'
    return None


def _singular(core: WordContext, singular: str, phrase: Chunk | None) -> str | None:
    is_modifier = phrase is not None and core.tag(core.end).startswith("NN")
    if is_modifier and core.end < phrase.end if phrase else False:
        return 'a noun before another noun is mostly singular: "a shoe shop", "a two-hour film"'
    usage = noun_usage(bundled_nouns(), singular)
    if usage.shares is not None and usage.n_times >= LEAST_TIMES:
        n_plural = round(usage.n_times * (usage.shares[_BARE_PLURAL] + usage.shares[_THE_PLURAL]))
        if n_plural <= _HARDLY * usage.n_times:
            return (
                f"{quoted(singular)} hardly ever has a plural: in native text "
                f"{n_plural:,} of {usage.n_times:,} times"
            )
    if usage.countability == "non-count":
        return f"{quoted(singular)} is mostly not counted, so it has no plural here"
    if usage.countability != "count":
        return "one is meant, or an amount that is not counted, so the noun is in the singular"
    return "one is meant, so the noun is in the singular"


def _number_word(core: WordContext, number: str) -> str:
    """The word in the same phrase that asks for this number; empty if there is none."""
    phrase = core.phrase("NP", core.start)
    if phrase is None or phrase.head != core.start:
        return ""
    first = f"{core.lower(phrase.start - 2)} {core.lower(phrase.start - 1)}"
    if number == "plural" and first == "one of":
        return first
    for place in range(phrase.start, core.start):
        word = core.lower(place)
        if word in (_ASKS_FOR_SINGULAR if number == "singular" else _ASKS_FOR_PLURAL):
            return _whole(core, place, number)
        if core.tag(place) == "CD" and word not in ("one", "1") and number == "plural":
            return core.word(place)
    return ""


def _whole(core: WordContext, place: int, number: str) -> str:
    """The word that asks for a number; empty for *a few* and *another two*, which ask for more."""
    followers = {core.lower(each) for each in range(place + 1, core.start)}
    is_other = number == "singular" and followers & {"few", "lot", "couple", "number", "dozen"}
    has_number = any(core.tag(each) == "CD" for each in range(place + 1, core.start))
    return "" if is_other or (has_number and number == "singular") else core.word(place)
