"""Errors of agreement (Foster 2007, section 4.1.4 and Fig. 5), of verbs and determiners.

The word to the right, a subject's verb or a determiner's noun, is the wrong one two times out of
three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.corrupt.types.error_type import synthetic_error
from solecism.corrupt.types.other_form import of_other_number
from solecism.corrupt.types.word_class import COMMON_NOUN_TAGS

NAME = "agreement"
SUBJECT_VERB, DETERMINER_NOUN = "subject-verb", "determiner-noun"
_PRESENT = ("VBZ", "VBP")
_BEFORE_INFINITIVE = ("VB", "MD", "TO")
_FINITE = frozenset(("VBZ", "VBP", "VBD"))
_IN_PHRASE = frozenset("JJ JJR JJS CD NN NNS NNP VBG VBN".split())
_COMPARING = frozenset(("more", "less"))
# What follows half of a word: *a pixel-wide line*, *a street singing*.
_AFTER_HALF = (("HYPH",), ("VBG",))
_DETERMINERS = frozenset(("DT", "JJ", "PDT"))
_AGREEING = _FINITE | _DETERMINERS
_PAST = frozenset(("was", "were"))
_BEFORE_NOUNS = frozenset("DT JJ JJR JJS CD NN NNS NNP PRP$ POS VBG VBN HYPH RB".split())
# They ask for a number; those without a form of the other number leave the noun to be changed.
_NUMBERED = {
    **dict.fromkeys(("a", "an", "another", "each", "every", "this", "that"), "NN"),
    **dict.fromkeys(("these", "those", "both", "many", "several", "few"), "NNS"),
}


def agreement(draft: Draft, stream: Stream) -> Iterator[SyntheticError]:
    """Errors that put a verb, a noun or a determiner into the other number."""
    for place in stream.shuffled(_places(draft)):
        partner = _partner(draft, place)
        is_determiner = draft.tags[place] in _DETERMINERS
        subtype = DETERMINER_NOUN if is_determiner else SUBJECT_VERB
        if partner is None:
            yield from _with_other_number(draft, place, subtype)
            continue
        is_left = stream.below(3) == 0 and not _is_in_a_phrase(draft.tags, place)
        first, second = (place, partner) if is_left else (partner, place)
        yield from _with_other_number(draft, first, subtype)
        yield from _with_other_number(draft, second, subtype)


def _places(draft: Draft) -> list[int]:
    """The places of verbs and determiners that have a number, and of nouns before such verbs."""
    tags = draft.tags
    places = []
    for place, tag in enumerate(tags):
        if tag not in _AGREEING:
            continue
        if tag in _FINITE:
            if _is_numbered_verb(draft, place):
                places.append(place)
                if place and tags[place - 1] in COMMON_NOUN_TAGS and not _is_name(draft, place - 1):
                    places.append(place - 1)
        elif _partner(draft, place) is not None:
            places.append(place)
    return places


def _partner(draft: Draft, place: int) -> int | None:
    """The word to the right of a place with which the word there agrees."""
    following = place + 1
    tags = draft.tags
    if following >= len(tags):
        return None
    if tags[place] in COMMON_NOUN_TAGS:
        return following if _is_numbered_verb(draft, following) else None
    wanted = _NUMBERED.get(draft.words[place].lower())
    if wanted is None or tags[place] not in _DETERMINERS:
        return None
    if tags[following] == "JJ":
        following += 1
    if following < len(tags) and not _can_precede_noun(draft, following):
        return None
    while tags[following + 1 : following + 2] in (("NN",), ("NNS",)):
        # Of a compound the last noun agrees.
        following += 1
    if (
        tags[following : following + 1] != (wanted,)
        or tags[following + 1 : following + 2] in _AFTER_HALF
    ):
        return None
    return following


def _can_precede_noun(draft: Draft, place: int) -> bool:
    """Whether the word can be in a noun phrase before the noun; *more* precedes adjectives."""
    return draft.tags[place] in _IN_PHRASE and draft.words[place].lower() not in _COMPARING


def _is_in_a_phrase(tags: Sequence[str], noun: int) -> bool:
    """Whether the noun before a verb is not its subject, but follows a preposition or noun."""
    place = noun - 1
    while place >= 0 and tags[place] in _BEFORE_NOUNS:
        place -= 1
    return place >= 0 and tags[place] in ("IN", "TO", "CC")


def _is_name(draft: Draft, place: int) -> bool:
    """Whether a capital inside a sentence shows that the word is a name, despite its tag."""
    return place > 0 and draft.words[place].istitle()


def _is_numbered_verb(draft: Draft, place: int) -> bool:
    tag = draft.tags[place]
    if tag == "VBD":
        return draft.words[place].lower() in _PAST
    if tag not in _PRESENT or _is_name(draft, place):
        return False
    # In *go get* and *will get* it is an infinitive, whatever the tagger says.
    return tag == "VBZ" or draft.tags[max(0, place - 1)] not in _BEFORE_INFINITIVE


def _with_other_number(draft: Draft, place: int, subtype: str) -> Iterator[SyntheticError]:
    word, tag = draft.words[place], draft.tags[place]
    if tag == "VBZ" and draft.tags[place + 1 : place + 2] == ("VBN",) and word in ("'s", "’s"):
        # *it's been* is *it has been*.
        has = (word[0] + "ve",), ("VBP",)
        yield synthetic_error(NAME, draft, place, place + 1, *has, subtype)
        return
    other = of_other_number(word, tag)
    if other is not None:
        yield synthetic_error(NAME, draft, place, place + 1, other[:1], other[1:], subtype)
