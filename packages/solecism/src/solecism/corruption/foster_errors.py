"""The five types of error of Foster (2007), section 4.1: one function per type.

Missing words (4.1.1 and Fig. 2): one of seven classes is left out. Extra words (4.1.2 and Fig. 3):
a word is said twice, or doubled by another one of its tag, or some word is put where none is
needed; each as likely as the others, and the printed positions never allow a first word. Real-word
spelling errors (4.1.3 and Fig. 4): *then* for *them*. Agreement (4.1.4 and Fig. 5), of verbs and
determiners: the word to the right, a subject's verb or a determiner's noun, is the wrong one two
times out of three. Verb form (4.1.5 and Fig. 6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solecism.corruption import word_classes
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.synthetic_error import Draft, SyntheticError, synthetic_error
from solecism.corruption.word_classes import (
    COMMON_NOUN_TAGS,
    CONJUNCTION,
    DETERMINER,
    INFINITIVE,
    NOUN,
    NOUN_TAGS,
    PREPOSITION,
    PRONOUN,
    PUNCTUATION_TAGS,
    VERB,
    carries_clitic,
    carries_negation,
    has_two_words,
    is_clitic,
    is_spelt,
    of_other_number,
    places_of,
)
from solecism.corruption.word_lists import Insertions, bundled_insertions, bundled_spellings
from solecism.language.lemmas import with_case_of

MISSING_WORD = "missing-word"
# Percentages of what was found missing; they sum to 98.
SHARES = {
    DETERMINER: 28.0,
    VERB: 23.0,
    PREPOSITION: 21.0,
    PRONOUN: 10.0,
    NOUN: 7.0,
    INFINITIVE: 7.0,
    CONJUNCTION: 2.0,
}


def missing_word(draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
    """Errors that leave out a word, whose class is drawn by its share in the draft."""
    if not has_two_words(draft.tags):
        return
    # To draw again where a class is not there is to draw among those that are.
    for word_class in stream.drawn(SHARES):
        for place in stream.shuffled(places_of(draft, word_class)):
            if _can_go(draft, place):
                yield synthetic_error(MISSING_WORD, draft, place, place + 1, (), (), word_class)


def _can_go(draft: Draft, place: int) -> bool:
    """Whether deleting the word makes an error: not in a compound or name, and not before n't."""
    if not any(map(str.isalpha, draft.words[place])) or carries_clitic(draft, place):
        return False
    if draft.tags[place] not in NOUN_TAGS:
        return True
    beside = draft.tags[max(0, place - 1) : place] + draft.tags[place + 1 : place + 2]
    return not NOUN_TAGS.intersection(beside)


EXTRA_WORD = "extra-word"
REPEATED_WORD, REPEATED_TAG, RANDOM_WORD = "repeated word", "repeated tag", "random word"
_ADJECTIVES = frozenset(("JJ", "JJR", "JJS"))
_TIGHT = frozenset(("POS", "HYPH"))
_LOOSE = frozenset((",", ":", "``", "-LRB-", "("))
_KEEP_CAPITALS = frozenset(("NNP", "NNPS"))


def extra_word(draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
    """Errors that insert an extra word."""
    words = bundled_insertions()
    ways: tuple[_Way, ...] = (_repeated_word, _repeated_tag, _unneeded_word)
    way = ways[stream.below(len(ways))]
    yield from way(draft, stream, words)
    if way is not _unneeded_word:
        yield from _unneeded_word(draft, stream, words)


_Way = Callable[[Draft, RandomStream, Insertions], Iterator[SyntheticError]]


def _repeated_word(
    draft: Draft, stream: RandomStream, words: Insertions
) -> Iterator[SyntheticError]:
    for place in _places_for_extra_word(draft, stream):
        word, tag = draft.words[place], draft.tags[place]
        if tag not in _ADJECTIVES and is_spelt(word) and not is_clitic(word):
            if place == _first_word(draft) and tag not in _KEEP_CAPITALS and word != "I":
                word = word if word.isupper() and len(word) > 1 else word.lower()
            gap = place + 1
            yield synthetic_error(EXTRA_WORD, draft, gap, gap, (word,), (tag,), REPEATED_WORD)


def _repeated_tag(
    draft: Draft, stream: RandomStream, words: Insertions
) -> Iterator[SyntheticError]:
    for place in _places_for_extra_word(draft, stream):
        tag = draft.tags[place]
        if tag not in _ADJECTIVES and tag in words.of_tag:
            word = words.drawn(stream, tag)
            yield _inserted(draft, place, word, tag, REPEATED_TAG)


def _unneeded_word(
    draft: Draft, stream: RandomStream, words: Insertions
) -> Iterator[SyntheticError]:
    for place in _places_for_extra_word(draft, stream):
        word, tag = words.any(stream)
        yield _inserted(draft, place, word, tag, RANDOM_WORD)


def _inserted(draft: Draft, place: int, word: str, tag: str, subtype: str) -> SyntheticError:
    beside = draft.words[place]
    if beside.isupper() and len(beside) > 1 and all(map(str.isupper, _neighbours(draft, place))):
        word = word.upper()
    return synthetic_error(EXTRA_WORD, draft, place + 1, place + 1, (word,), (tag,), subtype)


def _neighbours(draft: Draft, place: int) -> list[str]:
    around = draft.words[max(0, place - 2) : place + 3]
    return [word for word in around if word.isalpha() and len(word) > 1]


def _places_for_extra_word(draft: Draft, stream: RandomStream) -> Iterator[int]:
    """The words, in random order, after which another word can be inserted."""
    words, tags, _ = draft
    for place in stream.shuffled(range(len(tags))):
        following = tags[place + 1 : place + 2]
        if following and (following[0] in _TIGHT or is_clitic(words[place + 1])):
            continue
        # Beside at least one word, so that nothing stands behind the last full stop.
        if tags[place] not in PUNCTUATION_TAGS or (
            tags[place] in _LOOSE and following and following[0] not in PUNCTUATION_TAGS
        ):
            yield place


def _first_word(draft: Draft) -> int:
    return next((place for place, tag in enumerate(draft.tags) if tag not in PUNCTUATION_TAGS), -1)


REAL_WORD = "real-word"
_NAME_TAGS = ("NNP", "NNPS")


def real_word(draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
    """Errors that replace a word by another word that differs in one letter."""
    others_of = bundled_spellings()
    words = draft.words
    places = [place for place, word in enumerate(words) if word.lower() in others_of]
    for place in stream.shuffled(places):
        word = words[place]
        if draft.tags[place] in _NAME_TAGS or carries_negation(draft, place):
            continue
        for other, tag in stream.shuffled(others_of[word.lower()]):
            yield synthetic_error(
                REAL_WORD, draft, place, place + 1, (with_case_of(word, other),), (tag,)
            )


AGREEMENT = "agreement"
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


def agreement(draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
    """Errors that put a verb, a noun or a determiner into the other number."""
    for place in stream.shuffled(_places_with_number(draft)):
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


def _places_with_number(draft: Draft) -> list[int]:
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
        yield synthetic_error(AGREEMENT, draft, place, place + 1, *has, subtype)
        return
    other = of_other_number(word, tag)
    if other is not None:
        yield synthetic_error(AGREEMENT, draft, place, place + 1, other[:1], other[1:], subtype)


VERB_FORM = "verb-form"
# No past for a present (*They laughed* is as good as *They laugh*), and no change of number.
OTHER_TAGS = {
    "VBN": ("VB", "VBG", "VBZ"),
    "VB": ("VBN", "VBG", "VBZ"),
    "VBG": ("VBN", "VB", "VBZ"),
    "VBP": ("VBG",),
    "VBZ": ("VBG",),
}
_FORM_NAMES = {
    "VBN": "past participle",
    "VB": "infinitive",
    "VBG": "present participle",
    "VBZ": "third person",
}
_FORM_NAMES_BEFORE = {**_FORM_NAMES, "VBP": "present", "VBZ": "present"}


def verb_form(draft: Draft, stream: RandomStream) -> Iterator[SyntheticError]:
    """Errors that put a verb into another form."""
    places = [place for place, tag in enumerate(draft.tags) if tag in OTHER_TAGS]
    for place in stream.shuffled(places):
        if carries_negation(draft, place):
            continue
        word, tag = draft.words[place], draft.tags[place]
        for other_tag in stream.shuffled(OTHER_TAGS[tag]):
            other = word_classes.other_verb_form(word, tag, other_tag)
            if other is not None:
                subtype = conversion(tag, other_tag)
                end = place + 1
                yield synthetic_error(VERB_FORM, draft, place, end, (other,), (other_tag,), subtype)


def conversion(tag: str, other_tag: str) -> str:
    """The name of the conversion of a verb with one tag to a form with another.

    >>> conversion("VB", "VBG"), conversion("VBP", "VBG")
    ('infinitive to present participle', 'present to present participle')
    """
    return f"{_FORM_NAMES_BEFORE[tag]} to {_FORM_NAMES[other_tag]}"
