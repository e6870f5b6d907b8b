"""The kinds of site: which words are prepositions, determiners and nouns, and what can be chosen.

Prepositions and determiners are closed lists of words, with tags that exclude other uses; every
common noun is singular or plural by the writer's choice.

Detectors choose among 34 prepositions, as in Tetreault and Chodorow (2008). The paper does not
print its list. Ours is made of the eleven of its Table 1 and of the words that are prepositions
(tag IN) most often in 1.2 million words of news, encyclopedia and blogs, less those that only join
clauses or compare (*that, if, because, than, while, although, whether*), and those that hardly ever
can be mistaken for another (*per, despite, except*) or come as the first half of one (*out of*).
Variants count as one preposition.

A noun has five constructions, by article and number (Lee, Tetreault and Chodorow 2009, Table 1):
*stone, a stone, the stone, stones, the stones*.

The sites of a sentence: those of its words, and those that edits refer to.

The site of an edit depends on the source sentence and the edit alone, so that systems and
annotators that correct the same error have the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.sentence import Sentence
from solecism.site import DETERMINER, KINDS, NUMBER, PREPOSITION, Site, kinds_of

PREPOSITIONS = frozenset(
    "aboard about above across after against along alongside amid among amongst around as at "
    "before behind below beneath beside besides between beyond by concerning despite down during "
    "except excluding following for from in including inside into like near of off on onto "
    "opposite out outside over past per plus regarding round since than through throughout till "
    "to toward towards under underneath unlike until unto up upon upto versus via with within "
    "without".split()
)
# "to" before a verb is TO; adverbs, verbs and conjunctions have tags of their own.
PREPOSITION_TAGS = frozenset(("IN", "RP"))


def can_be_preposition(word: str) -> bool:
    """Whether the word can be a preposition.

    >>> can_be_preposition("On"), can_be_preposition("because")
    (True, False)
    """
    return word.lower() in PREPOSITIONS


def is_preposition(word: str, tag: str) -> bool:
    """Whether the word is a preposition here, or a particle such as "up"."""
    return tag in PREPOSITION_TAGS and can_be_preposition(word)


DETERMINERS = frozenset(
    "a an the this that these those my your his her its our their whose all another any both "
    "each either enough every few fewer less little many more most much neither no other several "
    "some such what whatever which whichever".split()
)
_DETERMINER_TAGS = frozenset(("DT", "PDT", "PRP$", "WDT", "WP$"))


def can_be_determiner(word: str) -> bool:
    """Whether the word can be a determiner.

    >>> can_be_determiner("An"), can_be_determiner("house")
    (True, False)
    """
    return word.lower() in DETERMINERS


def is_determiner(word: str, tag: str) -> bool:
    """Whether the word is a determiner here."""
    return tag in _DETERMINER_TAGS and can_be_determiner(word)


_NOUN_TAGS = frozenset(("NN", "NNS"))


def can_be_noun(word: str) -> bool:
    """Whether the word can be a noun: any word with a letter in it.

    >>> can_be_noun("info"), can_be_noun("...")
    (True, False)
    """
    return any(map(str.isalpha, word))


def is_common_noun(word: str, tag: str) -> bool:
    """Whether the word is a common noun here."""
    return tag in _NOUN_TAGS and can_be_noun(word)


NO_PREPOSITION = 0
PREPOSITION_CHOICES = (
    "",
    *"of in to for on with as by at from about after into like since over before through during "
    "between under until against without around among within along off across behind near "
    "throughout towards".split(),
)
PREPOSITION_VARIANTS = {"toward": "towards", "amongst": "among", "till": "until", "'til": "until"}
PREPOSITION_NUMBER = {word: number for number, word in enumerate(PREPOSITION_CHOICES) if word}
PREPOSITION_NUMBER.update(
    {variant: PREPOSITION_NUMBER[word] for variant, word in PREPOSITION_VARIANTS.items()}
)

# Prepositions that open clauses, too: *after he left*.
SUBORDINATORS = frozenset(
    PREPOSITION_NUMBER[word] for word in ("after", "as", "before", "for", "like", "since", "until")
)
# One preposition in two words is one choice, that of its last word.
TWO_WORDS = frozenset(
    (PREPOSITION_NUMBER[first], PREPOSITION_NUMBER[second])
    for first, second in (
        pair.split()
        for pair in (
            "across from|along with|as for|as from|as of|as to|near to|off of|over to|from among"
            "|from behind|from between|from under|from within|since before|until after"
        ).split("|")
    )
)


def preposition_number(word: str) -> int:
    """The number of a preposition among the 34, 0 if it is none of them.

    >>> PREPOSITION_CHOICES[preposition_number("Toward")], preposition_number("house")
    ('towards', 0)
    """
    return PREPOSITION_NUMBER.get(word.lower(), NO_PREPOSITION)


CONSTRUCTIONS = ("null singular", "a singular", "the singular", "null plural", "the plural")
# None of the five: *a stones*, as learners may write.
NO_CONSTRUCTION = len(CONSTRUCTIONS)

# Table 1 of the paper, in this order: 8 million nouns of schoolbooks.
PRINTED_SHARES = (0.425, 0.114, 0.227, 0.176, 0.057)

NULL, A, THE = 0, 1, 2
ARTICLES = ("", "a", "the")

# By number (singular, plural) and article.
CONSTRUCTION_OF = ((0, 1, 2), (3, NO_CONSTRUCTION, 4))
ARTICLE_OF = (NULL, A, THE, NULL, THE)
IS_PLURAL = (False, False, False, True, True)


@dataclass(frozen=True, slots=True)
class _Rule:
    """The rules for words of a kind: by the word alone, and by the word and its tag."""

    is_word: Callable[[str], bool]
    is_located: Callable[[str, str], bool]


_RULES = {
    PREPOSITION: _Rule(can_be_preposition, is_preposition),
    DETERMINER: _Rule(can_be_determiner, is_determiner),
    NUMBER: _Rule(can_be_noun, is_common_noun),
}


def located(sentence: Sentence, *, kinds: Iterable[str] = KINDS) -> Iterator[Site]:
    """The prepositions, determiners and nouns of a sentence, kind by kind, from left to right.

    A sentence without tags is tagged here; many sentences are tagged much faster all at once.

    >>> from solecism.sentence import from_words
    >>> sentence = from_words("letter.1", ["I", "wait", "on", "the", "bus", "."])
    >>> [site.id for site in located(sentence)]
    ['letter.1:2-3:preposition', 'letter.1:3-4:determiner', 'letter.1:4-5:number']
    """
    tags = sentence.tags
    if not tags:
        # Imported here: what only compares edits does without the tagger.
        from solecism.language.tagger import tag

        tags = next(tag([sentence])).tags
    for kind in kinds:
        rule = _rule(kind)
        for index, (word, its_tag) in enumerate(zip(sentence.words, tags, strict=True)):
            if rule.is_located(word, its_tag):
                yield site_at(sentence, index, index + 1, kind)


def sites_of(sentence: Sentence, edit: Edit, *, kinds: Iterable[str] = KINDS) -> tuple[Site, ...]:
    """The site that an edit refers to, for each of its kinds.

    Words that the edit leaves unchanged do not count. An insertion refers to the gap; a replacement
    or deletion to the first word of the kind among the changed ones, or else to the first of them.

    >>> from solecism.sentence import from_words
    >>> sentence = from_words("letter.1", ["I", "wait", "on", "the", "bus", "."])
    >>> [site.id for site in sites_of(sentence, Edit(1, ("wait", "on"), ("wait", "for"), "Prep"))]
    ['letter.1:2-3:preposition']
    >>> [site.id for site in sites_of(sentence, Edit(5, (), ("at", "night"), "M:PREP"))]
    ['letter.1:5-5:preposition']
    """
    smaller = trimmed(edit)
    return tuple(
        site_at(sentence, *_span(smaller, kind), kind)
        for kind in kinds_of(edit.kind)
        if kind in kinds
    )


def is_touched(site: Site, edit: Edit) -> bool:
    """Whether an edit refers to this site: of its kind, and with a word or the gap in common."""
    if site.kind not in kinds_of(edit.kind):
        return False
    smaller = trimmed(edit)
    if not smaller.before or site.start == site.end:
        return (site.start, site.end) == _span(smaller, site.kind)
    return site.start < smaller.end and smaller.start < site.end


def site_at(sentence: Sentence, start: int, end: int, kind: str) -> Site:
    """The site of some words of a sentence."""
    return Site(sentence.id, start, end, kind, " ".join(sentence.words[start:end]))


def check_kinds(kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds as a tuple; an error if one of them is not known."""
    for kind in kinds:
        _rule(kind)
    return tuple(kinds)


def _rule(kind: str) -> _Rule:
    try:
        return _RULES[kind]
    except KeyError:
        raise InputError(
            f"there is no kind of site {kind!r}. There are {', '.join(KINDS)}."
        ) from None


def _span(edit: Edit, kind: str) -> tuple[int, int]:
    """The words that a trimmed edit refers to."""
    if not edit.before:
        return edit.start, edit.start
    is_word = _rule(kind).is_word
    first = next((index for index, word in enumerate(edit.before) if is_word(word)), 0)
    return edit.start + first, edit.start + first + 1
