"""Forms of words: verb forms, number, comparison, regular adverbs, and *a* or *an*.

Irregular forms answer first (`irregular_forms.py`), then learned endings (`lemmas.py`). Letters
keep their case: *Children* becomes *Child*, *CHILDREN* becomes *CHILD*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from solecism.language.irregular_forms import FORMS
from solecism.language.lemmas import endings, lemma


@dataclass(frozen=True, slots=True)
class WordForms:
    """A lemma and the spellings of one of its forms, the usual one first."""

    lemma: str
    tag: str
    spellings: tuple[str, ...]


SINGULAR_SUBJECTS = frozenset(
    "he she it this that everyone everybody someone somebody nobody".split()
)
# *I* has the forms of a plural, except of *be*.
PLURAL_SUBJECTS = frozenset("we you they these those".split())


Number = Literal["singular", "plural"]

VERB_TAGS = ("VB", "VBP", "VBZ", "VBD", "VBG", "VBN")
_SAME_AS = {"NNPS": "NNS", "RBR": "JJR", "RBS": "JJS"}
_COMPARED = {"JJR": "more", "JJS": "most"}
_MAX_CACHED = 1 << 12

# Singular and plural of what is neither noun nor ordinary verb; no word (the plural of *a*) is "".
_PAIRS: dict[str, dict[str, str]] = {
    "DT": {"this": "these", "that": "those", "a": "", "an": "", "another": "other"},
    "VBZ": {"is": "are", "'s": "'re", "has": "have", "does": "do"},
    "VBP": {"am": "are", "'m": "'re"},
    "VBD": {"was": "were"},
    "PRP": {
        **{"i": "we", "me": "us", "he": "they", "she": "they", "it": "they", "him": "them"},
        **{"myself": "ourselves", "yourself": "yourselves"},
        **{"himself": "themselves", "herself": "themselves", "itself": "themselves"},
    },
    "PRP$": {"my": "our", "his": "their", "its": "their"},
}
_SINGULAR_OF = {
    **{"these": "this", "those": "that", "other": "another"},
    **{"are": "is", "'re": "'s", "have": "has", "do": "does", "were": "was"},
    **{"we": "I", "us": "me", "they": "it", "them": "it", "ourselves": "myself"},
    **{"themselves": "itself", "yourselves": "yourself", "our": "my", "their": "its"},
}
_ONLY = {
    "singular": frozenset("each every either neither one much her".split()),
    "plural": frozenset("both all few many several some".split()),
}
_BY_TAG: dict[str, Number] = {
    "NN": "singular",
    "NNP": "singular",
    "VBZ": "singular",
    "NNS": "plural",
    "NNPS": "plural",
}


@lru_cache(_MAX_CACHED)
def inflect(lemma: str, tag: str) -> tuple[str, ...]:
    """The forms that a lemma has under a Penn tag, the commonest first.

    >>> inflect("travel", "VBD"), inflect("Child", "NNS"), inflect("beautiful", "JJR")
    (('traveled', 'travelled'), ('Children',), ('more beautiful',))
    """
    lower = lemma.lower()
    if tag == "NNPS" and lower.endswith("y"):
        return (with_case_of(lemma, lower + "s"),)
    if tag in ("RBR", "RBS") and lower.endswith("ly") and lower != "early":
        return (f"{_COMPARED[_SAME_AS[tag]]} {lemma}",)
    tag = _SAME_AS.get(tag, tag)
    forms = FORMS.get((lower, tag))
    if forms is None:
        rules = endings().get(f"{tag} from lemma")
        if rules is None:
            return (lemma,)
        head, hyphen, last = lower.rpartition("-")
        forms = FORMS.get((last, tag)) or (_regular(last, tag),)
        forms = tuple(head + hyphen + form for form in forms)
    return tuple(with_case_of(lemma, form) for form in forms)


def grammatical_number(word: str, tag: str) -> Number | None:
    """Whether a word is singular or plural, if its form says so."""
    lower = word.lower().replace("’", "'")
    if lower in _PAIRS.get(tag, {}):
        return "singular"
    if tag in ("VBD", "PRP", "PRP$", "DT") and lower in _SINGULAR_OF:
        return "plural"
    if tag == "VBP":
        return "plural"
    if tag in ("DT", "PDT", "JJ", "CD", "PRP", "PRP$"):
        if lower in ("one", "1"):
            return "singular"
        if tag == "CD":
            return "plural"
        return next((kind for kind in _NUMBERS if lower in _ONLY[kind]), None)
    return _BY_TAG.get(tag)


_NUMBERS: tuple[Number, Number] = ("singular", "plural")


def with_number(word: str, tag: str, number: Number) -> str:
    """The word in this number, unchanged if it has one form only; "" if no word is needed.

    >>> with_number("These", "DT", "singular"), with_number("has", "VBZ", "plural")
    ('This', 'have')
    """
    lower = word.lower().replace("’", "'")
    if tag in ("NN", "NNP", "NNS", "NNPS"):
        return _noun_with_number(word, tag, number)
    pairs = _PAIRS.get("VBZ" if tag == "VBP" and number == "singular" else tag, {})
    if number == "plural" and lower in pairs:
        return with_case_of(word, pairs[lower])
    if number == "plural" and tag == "VBZ":
        return with_case_of(word, lemma(word, tag))
    if number == "singular" and tag in ("DT", "VBP", "VBD", "PRP", "PRP$"):
        if lower in _SINGULAR_OF:
            return with_case_of(word, _SINGULAR_OF[lower])
        if tag == "VBP" and lower not in _PAIRS["VBP"]:
            return inflect(word, "VBZ")[0]
    return word


def with_case_of(model: str, word: str) -> str:
    """The word with the capitals of another word.

    >>> with_case_of("MICE", "mouse"), with_case_of("Mice", "mouse"), with_case_of("I", "we")
    ('MOUSE', 'Mouse', 'we')
    """
    if model == "I" or model.islower():
        return word
    if model.isupper() and len(model) > 1:
        return word.upper()
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word


def _noun_with_number(word: str, tag: str, number: Number) -> str:
    if number == "plural":
        return word if tag in ("NNS", "NNPS") else inflect(word, "NNS")[0]
    if tag in ("NN", "NNP"):
        return word
    if word.lower() == "people":
        return with_case_of(word, "person")
    return with_case_of(word, lemma(word, "NNS"))


def _regular(lower: str, tag: str) -> str:
    if tag in _COMPARED and not _is_compared_by_ending(lower):
        return f"{_COMPARED[tag]} {lower}"
    return endings()[f"{tag} from lemma"].apply(lower)


def _is_compared_by_ending(adjective: str) -> bool:
    """Whether a word takes -er and -est: one syllable, or two with *-y*, *-le*, *-ow* or *-er*."""
    if adjective.endswith(("ed", "ing", "ful", "less", "ous", "ive", "ish", "al", "ic", "ant")):
        return len(adjective) <= 4
    groups = "".join(c if c in "aeiouy" else " " for c in adjective.removesuffix("e")).split()
    return len(groups) < 2 or (
        len(groups) == 2 and adjective.endswith(("y", "le", "ow", "er", "et", "re"))
    )


_LEAST_LETTERS = 3


def adverb_of(adjective: str) -> str | None:
    """The adverb in *-ly*; None where there is no regular one.

    >>> [adverb_of(word) for word in ("quick", "happy", "gentle", "basic", "full", "good")]
    ['quickly', 'happily', 'gently', 'basically', 'fully', None]
    """
    if len(adjective) < _LEAST_LETTERS or adjective in _IRREGULAR:
        return None
    if adjective.endswith("y"):
        return adjective[:-1] + "ily"
    if adjective.endswith("le") and adjective[-3] not in "aeiou":
        return adjective[:-1] + "y"
    if adjective.endswith("ic"):
        return adjective + "ally"
    return adjective + ("y" if adjective.endswith("ll") else "ly")


def adjective_of(adverb: str) -> str | None:
    """The adjective of a regular adverb; None where the word is none.

    >>> [adjective_of(word) for word in ("quickly", "happily", "gently", "basically", "fully")]
    ['quick', 'happy', 'gentle', 'basic', 'full']
    >>> [adjective_of(word) for word in ("usually", "truly", "only", "fly")]
    ['usual', None, None, None]
    """
    if adverb in _NO_ADVERBS:
        return None
    if adverb in _ADJECTIVES:
        return _ADJECTIVES[adverb]
    for ending, other in _ENDINGS:
        adjective = adverb.removesuffix(ending) + other
        if adverb.endswith(ending) and adverb_of(adjective) == adverb:
            return adjective
    return None


_ENDINGS = (("ically", "ic"), ("ily", "y"), ("bly", "ble"), ("ply", "ple"), ("ly", ""))
_ADJECTIVES = {"fully": "full", "gently": "gentle"}
_NO_ADVERBS = frozenset(("only", "family", "fly", "reply", "supply", "apply", "truly", "early"))
_IRREGULAR = frozenset(("good", "fast", "hard", "late", "early", "long", "far"))


# Vowel letters that begin with a consonant sound (*use*, *European*, *one*).
_CONSONANT_SOUND = re.compile(
    r"eu|ew|uni(?!n|m(?!o)|d(?!i)|ll|ss|rr)|un(?:anim|ic)|us(?:[aeiu]|ur)|ut[eio]|ura|uro|uri|uk|ub[io]|ufo\b"
    r"|once|one\b|one-|ouija|oui\b|u(?=$|-)"
)
# A silent h (*hour*, *honest*, *heir*).
_SILENT_H = re.compile(r"hour|hono[u]?r|honest|heir(?!l)|heirloom|hors d")
# Numbers said with a vowel first: eight, eighty, eleven, eighteen, and their thousands.
_VOWEL_NUMBER = re.compile(r"8|1[18](?:\D|$|(?:\d{3})+\b|,\d)")
_VOWEL_LETTERS = frozenset("AEFHILMNORSX")


def indefinite_article(word: str) -> str:
    """The article, *a* or *an*, that goes before the word.

    >>> [indefinite_article(word) for word in ("hour", "European", "MBA", "umbrella", "11th")]
    ['an', 'a', 'an', 'an', 'an']
    """
    if word[:1].isdigit():
        return "an" if _VOWEL_NUMBER.match(word) else "a"
    lower = word.lower()
    if _is_spelt_out(word):
        return "an" if word[0] in _VOWEL_LETTERS else "a"
    if lower[:1] == "h":
        return "an" if _SILENT_H.match(lower) else "a"
    if lower[:1] and lower[0] in "aeiouáéèíóúàäöü":
        return "a" if _CONSONANT_SOUND.match(lower) else "an"
    return "a"


def _is_spelt_out(word: str) -> bool:
    """Whether the word is read letter by letter: a few capitals, or capitals without a vowel."""
    letters = word.replace(".", "").rstrip("0123456789")
    if not letters.isascii() or not letters.isalpha() or not letters.isupper():
        return bool(re.match(r"[A-Za-z]-", word)) and word[0].upper() == word[0]
    return len(letters) <= 3 or not set(letters) & set("AEIOUY")
