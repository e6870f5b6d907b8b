"""The role of a word in its sentence, as far as types of edits need it, from the tags around it.

ERRANT reads these roles off a dependency parse; the names are those of its parser.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.align.side import Side

AUXILIARY = "aux"
PREPOSITION = "prep"
PARTICLE = "prt"
DETERMINER = "det"
POSSESSIVE = "poss"
ARGUMENT = "nsubj"
ADJECTIVE = "amod"
ADVERB = "advmod"
PUNCTUATION = "punct"
NO_ROLE = ""

VERB_TAGS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"))
AUXILIARY_LEMMAS = frozenset(("be", "have", "do", "get", "'s", "'d", "'ve", "'re", "'m", "'ll"))
SUBJECT_TAGS = frozenset(("PRP", "EX", "NNP"))
NOUN_PHRASE_TAGS = frozenset(
    "NN NNS NNP NNPS JJ JJR JJS CD VBG VBN RB RBR RBS PRP$ POS `` DT".split()
)
MAX_DISTANCE = 4
_ROLES = {
    "MD": AUXILIARY,
    "RP": PARTICLE,
    "IN": PREPOSITION,
    "PDT": DETERMINER,
    "PRP$": POSSESSIVE,
    "WP$": POSSESSIVE,
    **dict.fromkeys(("PRP", "WP"), ARGUMENT),
    **dict.fromkeys(("JJ", "JJR", "JJS"), ADJECTIVE),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), ADVERB),
}


def role(side: Side, place: int) -> str:
    """The role of the word at a place; "" for those that no type of edit depends on."""
    word = side[place]
    if word.category == "PUNCT":
        return PUNCTUATION
    if word.lower == "to":
        is_infinitive = word.tag == "TO" or _next_tag(side, place) == "VB"
        return AUXILIARY if is_infinitive else PREPOSITION
    if word.tag in ("DT", "WDT"):
        return DETERMINER if _begins_noun_phrase(side, place) else ARGUMENT
    if word.tag != "MD" and word.tag in VERB_TAGS:
        return AUXILIARY if _helps_verb(side, place) else NO_ROLE
    return _ROLES.get(word.tag, NO_ROLE)


def follows_auxiliary(side: Side, place: int) -> bool:
    """Whether an auxiliary stands before a verb, perhaps with adverbs between them."""
    for other in range(place - 1, max(-1, place - MAX_DISTANCE - 1), -1):
        if role(side, other) == AUXILIARY:
            return True
        if not side[other].tag.startswith("RB"):
            return False
    return False


def n_left_context(tags: Sequence[str], start: int) -> int:
    """How many words before a place the roles there depend on: adverbs and one more.

    >>> n_left_context(("PRP", "VBZ", "RB", "VBN"), 3)
    2
    """
    last = max(0, start - MAX_DISTANCE)
    first = start
    while first > last:
        first -= 1
        if not tags[first].startswith("RB"):
            break
    return start - first


def n_right_context(tags: Sequence[str], end: int) -> int:
    """How many words from a place on the roles before it depend on: as in `_helps_verb`.

    >>> n_right_context(("VBZ", "PRP", "RB", "VBN", "IN"), 1)
    3
    """
    last = min(len(tags), end + MAX_DISTANCE)
    place = end
    while place < last:
        tag = tags[place]
        place += 1
        if not (tag.startswith("RB") or tag in SUBJECT_TAGS):
            break
    return place - end


def _next_tag(side: Side, place: int) -> str:
    return side[place + 1].tag if place + 1 < len(side) else ""


def _begins_noun_phrase(side: Side, place: int) -> bool:
    return _next_tag(side, place) in NOUN_PHRASE_TAGS


def _helps_verb(side: Side, place: int) -> bool:
    """Whether a verb is the auxiliary of one that follows, perhaps after adverbs or a subject."""
    if side[place].lemma not in AUXILIARY_LEMMAS:
        return False
    for following in side[place + 1 : place + 1 + MAX_DISTANCE]:
        if following.tag in VERB_TAGS:
            return True
        if not (following.tag.startswith("RB") or following.tag in SUBJECT_TAGS):
            return False
    return False
