"""Varieties of English: what is right in one of them is no error in a text that is written in it.

In British English a noun for several people takes a plural verb as well as a singular one (*the
committee have met*, *Arsenal are playing*; Quirk et al. 1985, 10.36), and *data* takes either in
all varieties. Annotators of learners' text, who are British, left 46 of 71 such verbs as they were
(W&I train). Some verbs and adjectives have another preposition, or none, in one variety (*protest
the decision*, *different to*; Swan, American and British English). Words that are spelt in two ways
are right in their own variety, and in any where none was asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from solecism.checking.reading import FlaggedSentence
from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSPELLING,
    NOUN_NUMBER,
    PRONOUN,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG_PREPOSITION,
    Detector,
    Proposal,
    proposals,
    shown,
)
from solecism.language import dictionary
from solecism.language.dictionary import Variety, spelt_as, variety_of
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, id_of, split_id

AUTO, ANY = "auto", "any"
BRITISH, AMERICAN = "british", "american"
VARIETIES = (AUTO, BRITISH, AMERICAN, ANY)

_SPELLING_OF: dict[str, Variety] = {BRITISH: dictionary.BRITISH, AMERICAN: dictionary.AMERICAN}
_NAME_OF = {spelling: name for name, spelling in _SPELLING_OF.items()}


def variety_of_text(sentences: Iterable[Sentence], asked: str = AUTO) -> str:
    """The variety that was asked for; with auto that of most words that tell, or auto if none do.

    >>> from solecism.language.sentence_splitter import sentences
    >>> [variety_of_text(sentences(text, "a")) for text in ("My favourite colour.", "A dog.")]
    ['british', 'auto']
    >>> variety_of_text(sentences("Mr. Hill drove toward the gray house.", "a"))
    'american'
    """
    if asked != AUTO:
        return asked
    counts = Counter(_told_by(word) for sentence in sentences for word in sentence.words)
    if counts[BRITISH] == counts[AMERICAN]:
        return AUTO
    return BRITISH if counts[BRITISH] > counts[AMERICAN] else AMERICAN


# Titles with and without a full stop, and words that hardly anybody uses in the other variety.
_TELLING = {
    **dict.fromkeys("Mr Mrs Ms MP MPs £ whilst amongst learnt spelt burnt lorry".split(), BRITISH),
    **dict.fromkeys("Mr. Mrs. Ms. toward gotten sidewalk apartments congressman".split(), AMERICAN),
}


@lru_cache(1 << 14)
def _told_by(word: str) -> str:
    spelling = variety_of(word)
    return _TELLING.get(word, "") if spelling is None else _NAME_OF[spelling]


def in_variety(flagged: Sequence[FlaggedSentence], asked: str = AUTO) -> Sequence[FlaggedSentence]:
    """The sentences of a text with their flags in the variety that was asked for, or of the text.

    What is right in it is correct, and no suggestion has the spelling of the other variety; where
    neither prevails suggestions are left as they are.
    """
    if not any(flag.error for _, flags, _ in flagged for flag in flags):
        return flagged
    variety = variety_of_text((sentence for sentence, _, _ in flagged), asked)
    return [
        (sentence, _spelt(without_variants(sentence, flags, variety), variety), is_english)
        for sentence, flags, is_english in flagged
    ]


def _spelt(flags: tuple[Flag, ...], variety: str) -> tuple[Flag, ...]:
    spelling = _SPELLING_OF.get(variety)
    if spelling is None or not any(map(_has_two_spellings, flags)):
        return flags
    return tuple(
        replace(flag, suggestions=_spelt_suggestions(flag, spelling))
        if _has_two_spellings(flag)
        else flag
        for flag in flags
    )


def _has_two_spellings(flag: Flag) -> bool:
    return flag.error and any(
        variety_of(word) for each in flag.suggestions for word in each.text.split()
    )


def _spelt_suggestions(flag: Flag, spelling: Variety) -> tuple[Suggestion, ...]:
    suggestions: dict[str, Suggestion] = {}
    for each in flag.suggestions:
        text = " ".join(spelt_as(word, spelling) for word in each.text.split())
        suggestions.setdefault(text, replace(each, text=text))
    return tuple(suggestions.values())


# Nouns for several people who may be thought of one by one.
_GROUPS = frozenset(
    "audience band cast choir club committee council couple crew crowd duo enemy family gang "
    "government group jury majority media military minority opposition orchestra pair panel police "
    "press public quartet squad staff team trio youth".split()
)
# Nouns for institutions; a plural verb with them is a sign of British English, or of a learner.
_INSTITUTIONS = frozenset(
    "academy agency airline army association authority bank board brewery broadcaster charity "
    "church college commission community company corporation court department faculty federation "
    "firm league leadership management manufacturer ministry navy network office parliament party "
    "regiment retailer school service side supermarket syndicate union university".split()
)
# They take a singular and a plural verb everywhere.
_EITHER_NUMBER = frozenset(("data", "media"))
_PLURAL_VERBS = {
    "are": "is",
    "'re": "is",
    "were": "was",
    "have": "has",
    "'ve": "has",
    "do": "does",
}
_PLURAL_PRONOUNS = {"they": "it", "their": "its", "them": "it", "themselves": "itself"}
_VERB_KINDS = frozenset((DISAGREEMENT, VERB_FORM, TENSE))
_PREPOSITION_KINDS = frozenset((WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION))
# What may stand between a subject and its verb, beside phrases with prepositions.
_BETWEEN = frozenset(("RB", "MD", "WDT", "WP", ",", "-LRB-", "-RRB-"))
_RELATIVE = frozenset(("who", "which", "that"))
_MOST_BETWEEN = 12
# In their sentences the name of a place or firm is that of its team.
_SPORT = frozenset(
    "away beat beaten champions championship coach cup defeat defeated draw drew fans final "
    "fixture football game games goal goals group home league lead lose losing lost match matches "
    "midfield penalty penalties play played playing players points promoted qualified relegated "
    "score scored season semi-final side squad stadium striker team title tournament trophy win "
    "winning won".split()
)
_ORGANISATIONS = frozenset("fifa nasa nato opec uefa unesco unicef".split())
_TEAM = re.compile(
    r"(?:United|City|Town|Rovers|Wanderers|Athletic|Albion|County|Hotspur|Villa|Rangers|Celtic"
    r"|FC|Police|Council|Party|Army|Navy|Office|Orchestra|Plc|Ltd|Group|Bank|Airways|Motors)"
)


def without_variants(sentence: Sentence, flags: Sequence[Flag], variety: str) -> tuple[Flag, ...]:
    """The flags of a tagged sentence; what only another variety calls an error is correct.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("The committee have met.", "a")
    >>> flag = Flag("a.1:2-3:verb", "mine", True, DISAGREEMENT, 0.8, (Suggestion("has", 0.8),))
    >>> [without_variants(sentence, [flag], each)[0].error for each in ("british", "american")]
    [False, True]
    """
    if not any(flag.error for flag in flags):
        return tuple(flags)
    return tuple(
        flag.as_correct if flag.error and _is_variant(sentence, flag, variety) else flag
        for flag in flags
    )


def _is_variant(sentence: Sentence, flag: Flag, variety: str) -> bool:
    """Whether a flag is about a plural after a collective noun, or the other way of spelling."""
    _, start, end, _ = split_id(flag.site)
    words = [word.lower() for word in sentence.words[start:end]]
    new = flag.suggestions[0].text.lower() if flag.suggestions else ""
    if flag.kind == MISSPELLING:
        return variety != _other_variety(words) and _is_respelling(words, new)
    if not sentence.tags:
        return False
    if flag.kind in _PREPOSITION_KINDS:
        return _is_preposition_of_variety(sentence, (start, end), flag, variety)
    if flag.kind in (MISSING_ARTICLE, UNNEEDED_ARTICLE):
        return _is_article_of_variety(sentence, (start, end), variety)
    if len(words) != 1:
        return False
    [word] = words
    if flag.kind in _VERB_KINDS:
        return _is_made_singular(word, new) and _is_plural(_subject(sentence, start), variety)
    if flag.kind == PRONOUN:
        names = ((sentence, place) for place in range(start))
        is_singular = _PLURAL_PRONOUNS.get(word, "-") == new
        return is_singular and any(_is_plural(each, variety) for each in names)
    # The noun is made plural for its verb: *the team are* to *the teams are*.
    if flag.kind == NOUN_NUMBER and new.startswith(word[:-1]):
        verb = start + 1
        is_before_verb = verb < len(sentence.words) and (
            sentence.words[verb].lower() in _PLURAL_VERBS
        )
        return is_before_verb and _is_plural((sentence, start), variety)
    return False


# *In hospital* is British, *in the hospital* American; *city hall* is a name in American English.
_INSTITUTION_AFTER = {"hospital": ("in", "to"), "university": ("at", "to")}


def _is_article_of_variety(sentence: Sentence, place: tuple[int, int], variety: str) -> bool:
    """Whether the article of a noun, or none, is right in a variety."""
    start, end = place
    before = [word.lower() for word in sentence.words[max(0, start - 1) : start]]
    behind = [word.lower() for word in sentence.words[end : end + 2]]
    if start == end and behind == ["city", "hall"]:
        return variety != BRITISH
    if not before or not behind or before[0] not in _INSTITUTION_AFTER.get(behind[0], ()):
        return False
    return variety != (AMERICAN if start == end else BRITISH)


# What verbs have without a preposition in one variety: *protest the decision*, *write him*.
_WITHOUT_PREPOSITION = {
    "protest": (AMERICAN, ("against",)),
    "appeal": (AMERICAN, ("against",)),
    "graduate": (AMERICAN, ("from",)),
    "write": (AMERICAN, ("to",)),
}
# In a learner's text this is an error more often than not, unless the variety is known.
_IF_ASKED_FOR = frozenset(("write",))
_OBJECTS = frozenset("me you him her us them".split())
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
# Prepositions of which one variety has the one and the other the other, by the words around them.
_EITHER_PREPOSITION = (
    ({"different", "differently"}, {"from", "to", "than"}, None),
    (None, {"at", "on", "over"}, {"weekend", "weekends"}),
    (None, {"in", "on"}, {"street", "avenue", "road", "team", "course"}),
    ({"past", "quarter", "half"} | _DAYS, {"to", "through", "past", "after", "of", "till"}, None),
    ({"fill", "filled", "filling", "fills"}, {"in", "out"}, None),
    ({"meet", "met", "visit", "talk", "talked", "speak", "spoke"}, {"to", "with", ""}, None),
)


def _is_preposition_of_variety(
    sentence: Sentence, place: tuple[int, int], flag: Flag, variety: str
) -> bool:
    """Whether a preposition, or none, is right in a variety: *different to*, *gave it me*."""
    start, end = place
    lower = [word.lower() for word in sentence.words]
    before, behind = lower[max(0, start - 1) : start], lower[end : end + 3]
    new = flag.suggestions[0].text.lower() if flag.suggestions else ""
    if not before or not flag.suggestions:
        return False
    if start < end:
        pair = {" ".join(lower[start:end]), new}
        return any(
            pair <= prepositions
            and (governors is None or before[0] in governors)
            and (complements is None or not complements.isdisjoint(behind))
            for governors, prepositions, complements in _EITHER_PREPOSITION
        )
    verb = sentence.lemmas[start - 1].lower() if sentence.lemmas else before[0]
    own, left_out = _WITHOUT_PREPOSITION.get(verb, ("", ()))
    if new in left_out and variety in (own, ANY, *((AUTO,) * (verb not in _IF_ASKED_FOR))):
        return verb != "write" or not _OBJECTS.isdisjoint(behind[:1])
    if new == "on" and behind and behind[0] in _DAYS:
        return variety != BRITISH
    # *She gave it me.*
    is_two_objects = before[0] in ("it", "them") and not _OBJECTS.isdisjoint(behind[:1])
    return new == "to" and is_two_objects and variety != AMERICAN


def _other_variety(words: Sequence[str]) -> str:
    """The variety in which these words are spelt in another way, empty if there is none."""
    spelling = next(filter(None, map(variety_of, words)), None)
    if spelling is None:
        return ""
    return AMERICAN if spelling == dictionary.BRITISH else BRITISH


def _is_respelling(words: Sequence[str], new: str) -> bool:
    """Whether the new words are the old ones in the spelling of the other variety."""
    return any(
        new == " ".join(spelt_as(word, each) for word in words) != " ".join(words)
        for each in _NAME_OF
    )


def _is_made_singular(word: str, new: str) -> bool:
    return new != word and (new == _PLURAL_VERBS.get(word) or new in (f"{word}s", f"{word}es"))


# A word by its sentence and place.
_Word = tuple[Sentence, int]


def _subject(sentence: Sentence, verb: int) -> _Word | None:
    """The noun that seems to be the subject of a verb, in the noun phrases before it.

    A phrase with a preposition before it belongs to the phrase before that.
    """
    tags, words = sentence.tags or (), sentence.words
    phrases = [each for each in sentence.chunks or () if each.label == "NP" and each.end <= verb]
    for phrase in reversed(phrases[-3:]):
        if verb - phrase.end > _MOST_BETWEEN:
            return None
        if words[phrase.head].lower() in _RELATIVE:
            continue
        between = tags[phrase.end : verb]
        is_near = all(tag in _BETWEEN or tag.startswith("V") for tag in between)
        is_after_preposition = phrase.start > 0 and tags[phrase.start - 1] == "IN"
        if is_near and not is_after_preposition:
            return sentence, phrase.head
        if is_after_preposition:
            verb = phrase.start - 1
    return None


def _is_plural(word: _Word | None, variety: str) -> bool:
    """Whether a singular noun may take a plural verb in a variety."""
    if word is None:
        return False
    sentence, place = word
    noun, tag = sentence.words[place], (sentence.tags or ())[place]
    if noun.lower() in _EITHER_NUMBER:
        return True
    if variety == AMERICAN:
        return False
    if tag.startswith("NN") and noun.isupper() and len(noun) > 1 and not sentence.text.isupper():
        return True
    if tag.startswith("NNP"):
        return _is_team(sentence, place) or (variety != AUTO and _is_organisation(noun))
    return tag == "NN" and (noun in _GROUPS or (variety != AUTO and noun in _INSTITUTIONS))


def _is_team(sentence: Sentence, place: int) -> bool:
    """Whether a name is that of a team, by its last word or by what its sentence tells."""
    if _TEAM.fullmatch(sentence.words[place]):
        return True
    return not _SPORT.isdisjoint(word.lower() for word in sentence.words)


def _is_organisation(name: str) -> bool:
    lower = name.lower()
    return lower in _ORGANISATIONS or lower in _GROUPS or lower in _INSTITUTIONS


# A word in the spelling of the other variety is wrong where one was asked for.
P_BY_VARIETY, BY_VARIETY = 0.9, "variety"


class VarietySpelling:
    """A detector that also flags words in the spelling of another variety than the one asked for.

    Words with a capital inside a sentence are names: *Pearl Harbor*, *the Labour Party*.

    >>> from solecism.detect.registry import light
    >>> from solecism.language.annotate import annotate
    >>> detector = VarietySpelling(light(), AMERICAN)
    >>> found = detector.flags(annotate("The colour of Labour is red.", "a"))
    >>> [(flag.site, flag.suggestions[0].text) for flag in found if flag.error]
    [('a.1:1-2:spelling', 'color')]
    """

    def __init__(self, detector: Detector, variety: str) -> None:
        self.detector, self.name = detector, detector.name
        self.kinds = tuple(dict.fromkeys((*detector.kinds, MISSPELLING)))
        self.note = getattr(detector, "note", "")
        self.unreachable = getattr(detector, "unreachable", ())
        self._variety = _SPELLING_OF[variety]

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of the detector, and those of words that the other variety spells so."""
        every = list(sentences)
        own = {flag.site: flag for sentence in every for flag in self._spellings(sentence)}
        flags = (flag for flag in self.detector.flags(every) if flag.site not in own)
        return chain(flags, own.values())

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        """What the detector proposes, and the same words."""
        result = []
        for sentence, each in zip(
            sentences, proposals(self.detector, sentences, contexts), strict=True
        ):
            own = {flag.site: flag for flag in self._spellings(sentence)}
            flags = (flag for flag in each.flags if flag.site not in own)
            result.append(replace(each, flags=(*flags, *own.values())))
        return result

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags that the detector shows, and all of these words."""
        for flag in flags:
            if flag.rule == BY_VARIETY:
                yield flag
            else:
                yield from shown(self.detector, [flag], context)

    def _spellings(self, sentence: Sentence) -> Iterator[Flag]:
        tags = sentence.tags or ("",) * len(sentence.words)
        for place, (word, tag) in enumerate(zip(sentence.words, tags, strict=True)):
            is_name = word[:1].isupper() and (place or tag.startswith("NNP"))
            if is_name or variety_of(word) in (None, self._variety):
                continue
            new = spelt_as(word, self._variety)
            if new != word:
                site = id_of(sentence.id, place, place + 1, MISSPELLING)
                best = Suggestion(new, P_BY_VARIETY)
                told = (MISSPELLING, P_BY_VARIETY, (best,), None, BY_VARIETY)
                yield Flag(site, self.name, True, *told)


def replaced_spelling(old: str, new: str) -> Variety | None:
    """The variety whose spelling of a word is replaced by that of the other one; else None.

    >>> replaced_spelling("colour", "color"), replaced_spelling("coluor", "color")
    ('British', None)
    """
    is_one_word = len(old.split()) == len(new.split()) == 1
    return variety_of(old) if is_one_word and _is_respelling([old.lower()], new.lower()) else None
