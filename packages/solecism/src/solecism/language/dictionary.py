"""Which words are English.

The word list is that of `symspellpy` (82,000 words of SCOWL, British and most American spellings,
with their counts in books), stored in a file of this package; there are also words that native text
has besides, and everyday words that are short, spoken or new.

British and American spellings of the same word are here, too, and which of them a text has. Some
words are only British: *practice*, *meter* and *check* are right everywhere, with a meaning or part
of speech that *practise*, *metre* and *cheque* do not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Literal

import numpy as np

from solecism.language.lemmas import inflect, lemma, with_case_of
from solecism.numeric import UInts8
from solecism.system import archive
from solecism.system.archive import check_arrays, check_range, spec
from solecism.system.installation import model_path, read_model

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def one_letter_apart(word: str, *, swaps: bool = True) -> Iterator[str]:
    """What a word becomes when a letter is left out, changed or added, or two are swapped.

    >>> ["ba" in one_letter_apart("ab", swaps=each) for each in (True, False)]
    [True, False]
    """
    for place in range(len(word) + 1):
        left, right = word[:place], word[place:]
        yield from (left + letter + right for letter in _LETTERS)
        if right:
            yield left + right[1:]
            yield from (left + letter + right[1:] for letter in _LETTERS)
        if swaps and len(right) > 1:
            yield left + right[1] + right[0] + right[2:]


_SHORT_WORDS = (
    "ad cm dr dvd eg et ex gb gps ie kb kg km kw mb mg mins ml mm mr ms ok pdf pp ps sms tv usb vs"
)
_SPOKEN = "bestie besties bff btw haha lol mom omg uh y'all yay"
_FOOD_AND_TRAVEL = (
    "chai glamping jetlag jetlagged mochi overtourism panini sakura staycation staycations udon"
)
_SCREENS = (
    "chatbot chatbots clickbait cyberbullies cyberbully cyberbullying deepfake deepfakes emoji "
    "emojis esports gif gifs hashtags influencer influencers livestream livestreamed livestreaming "
    "livestreams photobomb selfie selfies smartwatch smartwatches spotify tiktok tiktoker "
    "tiktokers unfollow unfriend vlog vlogger vloggers vlogging vlogs whatsapp youtuber youtubers"
)
_OTHERS = "bitcoin bitcoins crossfit crypto fangirl upcycle upcycled upcycling zumba"

EVERYDAY = frozenset(" ".join((_SHORT_WORDS, _SPOKEN, _FOOD_AND_TRAVEL, _SCREENS, _OTHERS)).split())
# As words are told apart: ca|n't, wo|n't, sha|n't, ai|n't, gon|na.
PARTS_OF_CONTRACTIONS = frozenset({"ai", "ca", "gon", "n't", "na", "sha", "wo"})


BUNDLED_MODEL = model_path("dictionary.npz")
VERSION = 1
_FORMS = {
    "listed": spec("uint8", "letters of listed words"),
    "listed_counts": spec("float64", "listed words"),
    "others": spec("uint8", "letters of other words"),
    "other_counts": spec("float32", "other words"),
    "names": spec("uint8", "letters of names"),
}
_REMEDY = "Make it again with `solecism train dictionary`."
_APOSTROPHES = str.maketrans("’‘´`\x92", "'''''")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*'?")
_ENDINGS = ("'s", "'", "'d", "'ll", "n't", "'ve", "'re")
# Contractions have one count, which is far too small, for all of them.
_CONTRACTION = 3e7
# The count of everyday words that the list does not have.
_EVERYDAY_COUNT = 1e6
# A word is common if it has at least this count.
_COMMON = 3e6
# Shorter parts of hyphenated words (e-mail, T-shirt, co-op) are not looked up.
_LEAST_PART = 3
# Longer strings are no words.
_MOST_LETTERS = 30
_MOST_CAPITALS = 5


@dataclass(frozen=True, slots=True)
class WordList:
    """Words in lower case with counts: those of a list, and others that native text has.

    `names` are known words that are written with a capital.
    """

    listed: Mapping[str, float]
    others: Mapping[str, float]
    names: frozenset[str]


def format(words: WordList) -> bytes:
    """The bytes of the file of a word list."""
    return archive.format(
        {
            "listed": joined(words.listed),
            "listed_counts": np.array(list(words.listed.values())),
            "others": joined(words.others),
            "other_counts": np.array(list(words.others.values()), np.float32),
            "names": joined(sorted(words.names)),
        },
        version=VERSION,
    )


def parse(data: bytes, *, file: str) -> WordList:
    """The word list in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        check_arrays(arrays, _FORMS)
        # Logarithms are taken of counts.
        check_range("listed_counts", arrays["listed_counts"], 1e-9)
        check_range("other_counts", arrays["other_counts"], 1e-9)
        listed, others = (
            dict(zip(split(arrays[words]), arrays[counts].tolist(), strict=True))
            for words, counts in (("listed", "listed_counts"), ("others", "other_counts"))
        )
        return WordList(listed, others, frozenset(split(arrays["names"])))


def joined(words: Iterable[str]) -> UInts8:
    """The letters of words, one word per line."""
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def split(letters: UInts8) -> list[str]:
    """The words whose letters `joined` gives."""
    return letters.tobytes().decode().split()


@cache
def bundled_words() -> WordList:
    """The word list that comes with this package, read when first asked for."""
    return parse(read_model(BUNDLED_MODEL), file=BUNDLED_MODEL.name)


@cache
def listed_counts() -> Mapping[str, float]:
    """The words of the list, in lower case, with their counts."""
    counts = bundled_words().listed
    return {**counts, **{word: _CONTRACTION for word in counts if "'" in word}}


class Dictionary:
    """The words of the list, everyday words and others, in lower case, with their counts.

    >>> dictionary = Dictionary({"favorite": 100.0})
    >>> [dictionary.is_known(word) for word in ("Favorite", "favourite", "favuorite", "faxs")]
    [True, True, False, False]
    """

    def __init__(self, others: Mapping[str, float]) -> None:
        everyday = dict.fromkeys(EVERYDAY, _EVERYDAY_COUNT)
        self.counts: dict[str, float] = {**listed_counts(), **everyday, **others}
        self.is_known = lru_cache(maxsize=1 << 14)(self._is_known)

    def _is_known(self, word: str) -> bool:
        """Whether a word is English, or nothing that a dictionary could decide on.

        Numbers, addresses, abbreviations and other alphabets count as known; so do possessives,
        contractions, plurals of common words (*informations*: if it is wrong, it is not misspelt)
        and hyphenated words whose parts are known.
        """
        plain = plain_form(word)
        if plain in self.counts or plain in PARTS_OF_CONTRACTIONS or not is_word(word):
            return True
        if "-" in plain:
            return all(map(self._is_known_part, plain.split("-")))
        return self._is_short_for(plain) or self._is_regular_plural(plain)

    def _is_short_for(self, plain: str) -> bool:
        return any(
            plain.endswith(ending) and plain.removesuffix(ending) in self.counts
            for ending in _ENDINGS
        )

    def is_unlisted_plural(self, word: str) -> bool:
        """Whether a word is only known as the plural of a common word, like *informations*."""
        plain = plain_form(word)
        return plain not in self.counts and self._is_regular_plural(plain)

    def _is_regular_plural(self, plain: str) -> bool:
        base = lemma(plain, "NNS")
        is_common_noun = self.counts.get(base, 0.0) >= _COMMON and lemma(base, "NNS") == base
        return is_common_noun and plain in inflect(base, "NNS")

    def _is_known_part(self, part: str) -> bool:
        return len(part) < _LEAST_PART or self.is_known(part)


def is_word(word: str) -> bool:
    """Whether a string is made of Latin letters and is neither an abbreviation nor too long.

    >>> [is_word(each) for each in ("well-known", "C3PO", "UNESCO", "NATO", "iPad", "a.b", "café")]
    [True, False, True, False, False, False, True]
    """
    if len(word) == 1 or len(word) > _MOST_LETTERS or not _WORD.fullmatch(plain_form(word)):
        return False
    if word.isupper():
        return len(word) > _MOST_CAPITALS
    return word[1:].islower() and plain_form(word).replace("'", "").replace("-", "").isascii()


def plain_form(word: str) -> str:
    """The word in lower case, without accents, with straight apostrophes.

    >>> plain_form("Café"), plain_form("don’t")
    ('cafe', "don't")
    """
    word = word.lower()
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFD", word.translate(_APOSTROPHES))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


Variety = Literal["British", "American"]
BRITISH: Variety = "British"
AMERICAN: Variety = "American"

_OUR = (
    "arm behavi cand clam col demean endeav fav ferv flav harb hon hum lab neighb od ranc rig rum "
    "sav splend tum val vap vig"
).split()
_RE = "calib cent centimet fib kilomet lit lust meag millimet somb spect theat".split()
_L = (
    "cancel channel counsel dial duel equal fuel funnel jewel label level marvel model panel pedal "
    "quarrel signal snorkel total travel tunnel"
).split()
_PAIRS = (
    ("analyse", "analyze"),
    ("behavioural", "behavioral"),
    ("paralyse", "paralyze"),
    ("catalyse", "catalyze"),
    ("defence", "defense"),
    ("offence", "offense"),
    ("pretence", "pretense"),
    ("aeroplane", "airplane"),
    ("aluminium", "aluminum"),
    ("cosy", "cozy"),
    ("enrol", "enroll"),
    ("enrolment", "enrollment"),
    ("fulfil", "fulfill"),
    ("grey", "gray"),
    ("jewellery", "jewelry"),
    ("manoeuvre", "maneuver"),
    ("marvellous", "marvelous"),
    ("mould", "mold"),
    ("moustache", "mustache"),
    ("plough", "plow"),
    ("pyjamas", "pajamas"),
    ("sceptical", "skeptical"),
    ("sceptic", "skeptic"),
    ("skilful", "skillful"),
    ("wilful", "willful"),
    ("woollen", "woolen"),
)
# Words that only British writers use so; their American spellings are British words as well.
_ONLY_BRITISH = {
    "cheque": "check",
    "cheques": "checks",
    "kerb": "curb",
    "kerbs": "curbs",
    "licence": "license",
    "licences": "licenses",
    "metre": "meter",
    "metres": "meters",
    "practise": "practice",
    "practised": "practiced",
    "practises": "practices",
    "practising": "practicing",
    "programme": "program",
    "programmes": "programs",
    "tyre": "tire",
    "tyres": "tires",
}
# Endings of the words that are made of these stems.
_VARIETY_ENDINGS = " s ed ing er ers able ably ful fully less ite ites hood hoods ly".split(" ")
_ISE = re.compile(r"(?<=[a-z]{2})is(?=(?:e|es|ed|ing|er|ers|able|ation|ations)$)")
_OTHER_WORDS = frozenset(("prise", "prised", "prises", "prising"))


def variety_of(word: str) -> Variety | None:
    """The variety whose spelling a word has; None for a word that has only one.

    >>> [variety_of(word) for word in ("Colour", "favorite", "hour", "organised", "prize")]
    ['British', 'American', None, 'British', None]
    """
    plain = plain_form(word)
    if _american_spelling(plain) is not None:
        return BRITISH
    return AMERICAN if plain in _british_spellings() else None


def spelt_as(word: str, variety: Variety) -> str:
    """A word in the spelling of a variety, with its capitals.

    A word in *-ize* is left as it is: many British writers spell it so.

    >>> spelt_as("Colors", BRITISH), spelt_as("realise", AMERICAN), spelt_as("dog", BRITISH)
    ('Colours', 'realize', 'dog')
    """
    plain = plain_form(word)
    other = _american_spelling(plain) if variety == AMERICAN else _british_spellings().get(plain)
    return word if other is None else with_case_of(word, other)


def _american_spelling(plain: str) -> str | None:
    """The American spelling of a word in British spelling and lower case; None for others."""
    if other := _american_spellings().get(plain):
        return other
    other = _ISE.sub("iz", plain)
    if other == plain or plain in _OTHER_WORDS:
        return None
    # The list is read only where a word may have two spellings.
    return other if other in listed_counts() else None


@cache
def _american_spellings() -> Mapping[str, str]:
    """American spellings by British ones, without words in *-ise*; not all of them are words."""
    return {**dict(_pairs()), **_ONLY_BRITISH}


@cache
def _british_spellings() -> Mapping[str, str]:
    """British spellings by American ones, without words in *-ize*; not all of them are words."""
    return {american: british for british, american in _pairs()}


def _pairs() -> Iterator[tuple[str, str]]:
    for stem, ending in product(_OUR, _VARIETY_ENDINGS):
        yield f"{stem}our{ending}", f"{stem}or{ending}"
    for stem, (british, american) in product(_RE, (("re", "er"), ("res", "ers"), ("red", "ered"))):
        yield stem + british, stem + american
    for stem, ending in product(_L, ("ed", "ing", "er", "ers")):
        yield f"{stem}l{ending}", stem + ending
    for (british, american), ending in product(_PAIRS, ("", "s", "d", "ly")):
        yield british + ending, american + ending
