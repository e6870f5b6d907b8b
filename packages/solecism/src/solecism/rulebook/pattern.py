"""The pattern language of rules: one line that says which words are wrong.

A pattern is a row of elements with spaces between them:

    go                the word, in any case; `a|an|the` any of these words
    <go>              any form of the word: go, goes, went, gone, going; `<do|make>` of several
    *ing              a word with this ending
    VBD  VB*          a word with this tag, or with a tag that begins so
    PAST  THIRD       a word with the form of a past tense, or of the third person, whatever its tag
    *                 any word; a mark such as a comma is no word
    @period           any word of a list; `<@verb>` any form of a word of a list
    <answer>/VB*      a word with a tag; all of the above may be mixed: `a|PRP$|<such>`
    monday/SMALL      a word without a capital
    very?  *{0,3}     an element that may be missing, or come several times
    NP  VP            a whole noun phrase or verb phrase
    !of  !-the        here the next word is not this, or the word before is not
    START  END  STOP  the beginning of the sentence, its end, its end or a mark such as a comma;
                      `STOP|and|but` is an edge or one of these words

Parentheses enclose the part that the suggestion replaces; without them it replaces everything, and
`()` is a gap where words are missing.

Matching takes time in proportion to the length of a sentence: elements come a bounded number of
times, and what failed at a place is not tried there again.

Forms of verbs are told by spelling and not by the tag, since a tagger reads an error in the light
of the words around it: *knew* in *did not knew* is a plain form to it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from solecism.errors import InputError
from solecism.language.lemmas import inflect, lemma
from solecism.sentence import Sentence

MOST_CHARACTERS = 600
MOST_ELEMENTS = 24
MOST_TIMES = 8
# Longer phrases are not matched.
LONGEST_PHRASE = 10
TAGS = frozenset(
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB".split()
)
# What stands where tags do, for a word without a capital.
SMALL = "SMALL"
_PHRASES = ("NP", "VP")
_EDGES = ("START", "END", "STOP")
_FINAL = frozenset((".", "!", "?", "...", "…"))
_QUOTES = frozenset(("'", '"', "''", "”", "’", ")", "-RRB-"))
TOKEN = re.compile(r"[()]|[^\s()]+")
_TIMES = re.compile(r"(?P<core>.+)\{(?P<least>\d{1,2})(?:,(?P<most>\d{1,2}))?\}")
_ALTERNATIVE = re.compile(r"<(?P<forms>[^<>]+)>|(?P<plain>[^|<>]+)")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")

# The commonest words of English, in order: a rule is rather looked up by another of its words.
_COMMON = (
    ", . the of and to a in that is was it for on with as he be at by i this had not are but from "
    "or have an they which you were their one been all we has her more would there who if will "
    "when no what do up out about so can them into some could than other then only its two my our "
    "these any such me over also your much many n't 's did very"
).split()
_COST_OF = {word: 1 / (rank + 1) for rank, word in enumerate(_COMMON)}
_COST_OF_OTHERS = 1 / 2_000

Role = Literal["word", "phrase", "next", "before", "edge"]
Lists = Mapping[str, frozenset[str]]
Span = tuple[int, int]


class Words:
    """A sentence as patterns look at it: words in small letters, and tags when they are asked for.

    Before its tags are known, `is_tagged` is false and every tag is possible.
    """

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self.written = sentence.words
        self.lower = lower_words(sentence)
        self.is_tagged = False

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tag of each word."""
        return self._sentence.tags

    @cached_property
    def phrases(self) -> dict[tuple[str, int], int]:
        """The end of each phrase by its label and start; an owner belongs to what is owned."""
        ends: dict[tuple[str, int], int] = {}
        last: tuple[str, int] | None = None
        for chunk in self._sentence.chunks:
            is_owned = chunk.label == "NP" and self.tags[chunk.start] == "POS"
            if is_owned and last is not None and ends[last] == chunk.start:
                ends[last] = chunk.end
            else:
                last = (chunk.label, chunk.start)
                ends[last] = chunk.end
        return ends

    @cached_property
    def last(self) -> int:
        """Where the marks begin that end the sentence."""
        end = len(self.lower)
        while end and self.lower[end - 1] in _FINAL | _QUOTES:
            end -= 1
        return end


def lower_words(sentence: Sentence) -> list[str]:
    """The words in small letters, with straight apostrophes."""
    if sentence.text.isascii():
        return [word.lower() for word in sentence.words]
    return [word.lower().replace("’", "'") for word in sentence.words]


@dataclass(frozen=True, slots=True)
class Element:
    """One element: what stands at its place, and how many times.

    A word fits if it is one of `words`, has one of `endings`, `tags` or `classes`, or if
    `is_any`; with `within`, its tag must be one of these as well, and with `is_small` it has no
    capital. One of the `edges` may stand in place of a word.
    """

    role: Role
    words: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    classes: tuple[Callable[[str], bool], ...] = ()
    is_any: bool = False
    edges: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    is_small: bool = False
    name: str = ""
    least: int = 1
    most: int = 1

    @property
    def is_counted(self) -> bool:
        """Whether the element stands for words, so that a suggestion can refer to it."""
        return self.role in ("word", "phrase")

    @property
    def is_trigger(self) -> bool:
        """Whether there is no match without one of its words."""
        others = self.endings or self.tags or self.classes or self.is_any or self.edges
        return self.role == "word" and self.least > 0 and not others

    def fits(self, sentence: Words, place: int) -> bool:
        """Whether the word at a place is one of those that the element stands for."""
        word = sentence.lower[place]
        is_known = sentence.is_tagged
        if is_known and self.within and sentence.tags[place] not in self.within:
            return False
        if self.is_small and not sentence.written[place].islower():
            return False
        if word in self.words or (self.endings and word.endswith(self.endings)):
            return True
        if any(is_of(word) for is_of in self.classes):
            return True
        if self.is_any and any(map(str.isalnum, word)):
            return True
        return bool(self.tags) and (not is_known or sentence.tags[place] in self.tags)

    def ends(self, sentence: Words, place: int) -> Iterator[int]:
        """Where the element may end if it begins at a place, the longest first."""
        n_words = len(sentence.lower)
        if self.role == "word":
            end, furthest = place, min(n_words, place + self.most)
            while end < furthest and self.fits(sentence, end):
                end += 1
            yield from range(end, place + self.least - 1, -1)
            if any(_is_at_edge(sentence, place, name) for name in self.edges):
                yield place
        elif self.role == "phrase":
            yield from self._phrase_ends(sentence, place)
        elif self.role == "edge":
            if _is_at_edge(sentence, place, self.name):
                yield place
        else:
            looked_at = place if self.role == "next" else place - 1
            is_there = 0 <= looked_at < n_words
            # What depends on tags is decided when they are known.
            is_open = not sentence.is_tagged and bool(self.tags or self.within)
            if not is_there or is_open or not self.fits(sentence, looked_at):
                yield place

    def _phrase_ends(self, sentence: Words, place: int) -> Iterator[int]:
        if not sentence.is_tagged:
            yield from range(place + 1, min(len(sentence.lower), place + LONGEST_PHRASE) + 1)
        else:
            end = sentence.phrases.get((self.name, place), place)
            if place < end <= place + LONGEST_PHRASE:
                yield end
        if self.least == 0:
            yield place


def _is_at_edge(sentence: Words, place: int, name: str) -> bool:
    if name == "START":
        return place == 0 or not any(
            map(str.isalnum, "".join(sentence.lower[max(0, place - 2) : place]))
        )
    if place >= sentence.last:
        return True
    return name == "STOP" and not any(map(str.isalnum, sentence.lower[place]))


@dataclass(frozen=True)
class Pattern:
    """Elements in a row; the suggestion replaces what stands for elements `first` to `last`."""

    elements: tuple[Element, ...]
    first: int
    last: int

    def match(self, sentence: Words, start: int) -> tuple[Span, ...] | None:
        """The span of each element of a match that begins at a place; None without a match."""
        return self._match(sentence, 0, start, set())

    def _match(
        self, sentence: Words, number: int, place: int, failed: set[tuple[int, int]]
    ) -> tuple[Span, ...] | None:
        if number == len(self.elements):
            return ()
        if (number, place) in failed:
            return None
        for end in self.elements[number].ends(sentence, place):
            rest = self._match(sentence, number + 1, end, failed)
            if rest is not None:
                return ((place, end), *rest)
        failed.add((number, place))
        return None

    @cached_property
    def needs_tags(self) -> bool:
        """Whether a match depends on tags or phrases."""
        return any(each.tags or each.within or each.role == "phrase" for each in self.elements)

    @cached_property
    def trigger(self) -> int:
        """The number of the element by which the pattern is looked up: its words are rarest."""
        triggers = [n for n, element in enumerate(self.elements) if element.is_trigger]
        return min(
            triggers,
            key=lambda number: (
                math.fsum(
                    _COST_OF.get(word, _COST_OF_OTHERS) for word in self.elements[number].words
                )
                * len(self.offsets(number))
            ),
        )

    @property
    def triggers(self) -> frozenset[str]:
        """The words one of which is in every match."""
        return self.elements[self.trigger].words

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The numbers of the elements that suggestions refer to as $1, $2 and so on."""
        return tuple(n for n, each in enumerate(self.elements) if each.is_counted)

    def offsets(self, number: int) -> range:
        """How many words may stand before an element."""
        before = [each for each in self.elements[:number] if each.is_counted]
        least = sum(0 if each.edges else each.least for each in before)
        most = sum(LONGEST_PHRASE if each.role == "phrase" else each.most for each in before)
        return range(least, most + 1)

    def changed(self, spans: Sequence[Span]) -> Span:
        """The words that the suggestion replaces, given the spans of a match."""
        begin = spans[self.first][0] if self.first < len(spans) else spans[-1][1]
        end = spans[self.last - 1][1] if self.last > self.first else begin
        return begin, end


def parse_pattern(text: str, lists: Lists) -> Pattern:
    """The pattern that a line describes; InputError says which part of it is wrong.

    >>> pattern = parse_pattern("<depend> (of|from)", {})
    >>> len(pattern.elements), pattern.first, pattern.last
    (2, 1, 2)
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"a pattern of {len(text)} characters is too long.")
    elements: list[Element] = []
    marks: dict[str, int] = {}
    for token in TOKEN.findall(text):
        if token in "()":
            if token in marks or (token == ")" and "(" not in marks):
                raise InputError("a pattern has at most one pair of parentheses.")
            marks[token] = len(elements)
        else:
            elements.append(_element(token, lists))
    if len(marks) == 1:
        raise InputError("a parenthesis is not closed.")
    if len(elements) > MOST_ELEMENTS:
        raise InputError(f"a pattern may have {MOST_ELEMENTS} elements, not {len(elements)}.")
    if not any(element.is_trigger for element in elements):
        raise InputError("a pattern needs at least one word, or its forms, that is always there.")
    return Pattern(tuple(elements), marks.get("(", 0), marks.get(")", len(elements)))


def _element(token: str, lists: Lists) -> Element:
    if token in _EDGES:
        return Element("edge", name=token)
    core, least, most = split_times(token)
    role: Role = "word"
    for sign, its_role in (("!-", "before"), ("!", "next")):
        if core.startswith(sign) and len(core) > len(sign) and role == "word":
            core, role = core.removeprefix(sign), its_role  # type: ignore[assignment]
    if core in _PHRASES and role == "word":
        if most > 1:
            raise InputError(f"{token!r}: a phrase comes once.")
        return Element("phrase", name=core, least=least)
    if role != "word" and (least, most) != (1, 1):
        raise InputError(f"{token!r}: what is not there has no number of times.")
    core, _, suffix = core.rpartition("/") if has_tags(core) else (core, "", "")
    tags = [tag for tag in suffix.split("|") if tag]
    within = frozenset[str]().union(*(_tags(tag) for tag in tags if tag != SMALL))
    if not core:
        raise InputError(f"{token!r}: nothing stands before the tag.")
    parts = _Parts(lists)
    for found in alternatives(core):
        parts.add(found)
    if parts.edges and role != "word":
        raise InputError(f"{token!r}: an edge cannot be negated.")
    return Element(
        role,
        frozenset(parts.words),
        tuple(parts.endings),
        frozenset(parts.tags),
        tuple(parts.classes),
        parts.is_any,
        frozenset(parts.edges),
        within,
        SMALL in tags,
        least=least,
        most=most,
    )


def has_tags(core: str) -> bool:
    """Whether an element ends in tags, after a slash."""
    return "/" in core and core.rpartition("/")[2][:1].isupper()


def split_times(token: str) -> tuple[str, int, int]:
    """An element without its number of times, and the least and the most of these."""
    if token.endswith("?") and len(token) > 1:
        return token[:-1], 0, 1
    found = _TIMES.fullmatch(token)
    if found is None:
        return token, 1, 1
    least = int(found["least"])
    most = int(found["most"]) if found["most"] else least
    if not 0 <= least <= most <= MOST_TIMES or most == 0:
        raise InputError(f"{token!r}: an element comes at most {MOST_TIMES} times.")
    return found["core"], least, most


def alternatives(core: str) -> Iterator[tuple[str, bool]]:
    """The alternatives of an element, and whether all forms of each are meant."""
    done = 0
    while done < len(core):
        found = _ALTERNATIVE.match(core, done)
        if found is None:
            raise InputError(f"{core!r} is not understood. Write words, <forms>, TAGS or @lists.")
        if found["forms"] is not None:
            yield from ((each, True) for each in found["forms"].split("|"))
        else:
            yield found["plain"], False
        done = found.end()
        if done < len(core) and core[done] == "|" and done + 1 < len(core):
            done += 1
        elif done < len(core):
            raise InputError(f"{core!r} is not understood: alternatives have | between them.")


class _Parts:
    """The parts of an element, collected from its alternatives."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self.words: set[str] = set()
        self.endings: list[str] = []
        self.tags: set[str] = set()
        self.classes: list[Callable[[str], bool]] = []
        self.is_any = False
        self.edges: set[str] = set()

    def add(self, alternative: tuple[str, bool]) -> None:
        text, has_forms = alternative
        if not text:
            raise InputError("an alternative is empty.")
        if text.startswith("@"):
            self._add_words(_listed(text[1:], self._lists), has_forms)
        elif has_forms:
            self._add_words([_word(text)], has_forms)
        elif text == "*":
            self.is_any = True
        elif text in _EDGES:
            self.edges.add(text)
        elif text.startswith("*"):
            self.endings.append(_word(text[1:]))
        elif text in WORD_CLASSES:
            self.classes.append(WORD_CLASSES[text])
        elif text[:1].isupper():
            self.tags |= _tags(text)
        else:
            self.words.add(_word(text))

    def _add_words(self, words: Sequence[str] | frozenset[str], has_forms: bool) -> None:
        for word in words:
            self.words |= all_forms(word) if has_forms else {word}


def _listed(name: str, lists: Lists) -> frozenset[str]:
    if not _NAME.fullmatch(name) or name not in lists:
        known = ", ".join(sorted(lists)) or "none"
        raise InputError(f"there is no list {name!r}. Lists: {known}.")
    return lists[name]


def _word(text: str) -> str:
    if text != text.lower() or "|" in text or "@" in text:
        raise InputError(f"{text!r} is not a word in small letters.")
    return text


def _tags(text: str) -> frozenset[str]:
    tags = {tag for tag in TAGS if tag == text or (text[-1:] == "*" and tag.startswith(text[:-1]))}
    if not tags:
        raise InputError(f"{text!r} is not a tag. Words are written in small letters.")
    return frozenset(tags)


_MAX_CACHED = 1 << 14
_SHORTEST_PAST = 3
# Past forms that are plain forms of other verbs as well, and words that only look like past forms.
_NO_PAST = frozenset("lay fell bound ground wound rose rent hundred sacred naked wicked".split())
_IN_EED = frozenset("agreed disagreed freed guaranteed refereed".split())
FORMS_OF_BE = {
    **{"am": "VBP", "are": "VBP", "'m": "VBP", "'re": "VBP", "is": "VBZ", "'s": "VBZ"},
    **{"was": "VBD", "were": "VBD", "be": "VB", "been": "VBN", "being": "VBG"},
}
_CLITICS = {"be": ("'m", "'re", "'s"), "have": ("'ve", "'d"), "will": ("'ll", "wo"), "can": ("ca",)}
_INFLECTED = ("VBZ", "VBP", "VBD", "VBN", "VBG", "NNS")


@lru_cache(_MAX_CACHED)
def is_past(word: str) -> bool:
    """Whether a word, in small letters, is a past form or a participle and no plain form.

    >>> [is_past(word) for word in ("knew", "wanted", "gone", "put", "need", "hundred")]
    [True, True, True, False, False, False]
    """
    return _plain_of_past(word) is not None


@lru_cache(_MAX_CACHED)
def _plain_of_past(word: str) -> str | None:
    is_other = word.endswith("eed") and word not in _IN_EED
    if len(word) < _SHORTEST_PAST or not word.isalpha() or word in _NO_PAST or is_other:
        return None
    for tag in ("VBD", "VBN"):
        base = lemma(word, tag)
        if base != word and word in inflect(base, tag):
            return base
    return None


@lru_cache(_MAX_CACHED)
def is_third_person(word: str) -> bool:
    """Whether a word, in small letters, looks like a verb with the *s* of the third person.

    >>> [is_third_person(word) for word in ("goes", "has", "needs", "pass", "is")]
    [True, True, True, False, True]
    """
    base = lemma(word, "VBZ")
    return word.endswith("s") and base != word and word in inflect(base, "VBZ")


@lru_cache(_MAX_CACHED)
def plain_verb(word: str) -> str:
    """The plain form of a verb, told by its spelling.

    >>> [plain_verb(word) for word in ("went", "goes", "going", "need", "bring", "been")]
    ['go', 'go', 'go', 'need', 'bring', 'be']
    """
    if word in FORMS_OF_BE:
        return "be"
    if is_past(word):
        return _plain_of_past(word) or word
    if is_third_person(word):
        return lemma(word, "VBZ")
    base = lemma(word, "VBG") if word.endswith("ing") else word
    # A stem without a vowel, as of *bring*, is no verb.
    return base if set(base) & set("aeiouy") else word


@lru_cache(_MAX_CACHED)
def all_forms(base: str) -> frozenset[str]:
    """A word and its inflected forms, with contractions, for *be* and *have*.

    >>> sorted(all_forms("take"))
    ['take', 'taken', 'takes', 'taking', 'took']
    """
    forms = {form for tag in _INFLECTED for form in inflect(base, tag)}
    return frozenset((base, *forms, *_CLITICS.get(base, ())))


# What PAST and THIRD stand for.
WORD_CLASSES: dict[str, Callable[[str], bool]] = {"PAST": is_past, "THIRD": is_third_person}
