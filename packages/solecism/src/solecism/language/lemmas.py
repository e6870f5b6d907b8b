"""Lemmas, the dictionary forms of words, in the conventions of UD English.

A table of irregular forms answers first, then learned endings: how a word's end changes into
another form's end. The longest known ending of a word decides, the whole word being the longest.
Learned from a dictionary the rules give back all of it, in a fraction of its size, and serve
unknown words: no dictionary is loaded, and every word and tag is worked out once.

The other way leads to the forms of a word: verb forms, number, comparison, regular adverbs, and
*a* or *an*. Letters keep their case: *Children* becomes *Child*, *CHILDREN* becomes *CHILD*.

Changes of words have names that fit any word, so that they can be learnt: see `changed`.
"""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from typing import Literal

from solecism.errors import FormatError
from solecism.language.irregular_forms import FORMS, LEMMAS
from solecism.system.installation import model_path, read_model

_MAX_DIGITS = 4

WORD_START = "^"
MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class EndingChange:
    """Take `n_cut` letters off the end of a word and put `ending` there."""

    n_cut: int
    ending: str

    def apply(self, word: str) -> str:
        """The changed word.

        >>> EndingChange(3, "y").apply("ponies")
        'pony'
        """
        return word[: len(word) - self.n_cut] + self.ending


UNCHANGED = EndingChange(0, "")


def change_between(source: str, target: str) -> EndingChange:
    """The smallest change that takes one word to the other."""
    n_same = 0
    while n_same < min(len(source), len(target)) and source[n_same] == target[n_same]:
        n_same += 1
    return EndingChange(len(source) - n_same, target[n_same:])


@dataclass(frozen=True, slots=True)
class Endings:
    """The change that goes with each ending."""

    changes: Mapping[str, EndingChange]

    def apply(self, word: str) -> str:
        """The word changed by the rule of its longest known ending."""
        whole = WORD_START + word
        for start in range(len(whole) + 1):
            change = self.changes.get(whole[start:])
            if change is not None:
                return change.apply(word) if change.n_cut < len(whole) else word
        return word


def learn_endings(pairs: Mapping[str, str]) -> Endings:
    """Rules that turn every source of `pairs` into its target.

    An ending becomes a rule where most of its words, at least MIN_WORDS of them, change as no
    shorter rule says; what is left over is kept as whole words.
    """
    votes: dict[str, Counter[EndingChange]] = defaultdict(Counter)
    for source, target in pairs.items():
        change = change_between(source, target)
        for start in range(len(source) + 1):
            votes[source[start:]][change] += 1
    rules: dict[str, EndingChange] = {}
    learned = Endings(rules)
    for ending in sorted(votes, key=lambda ending: (len(ending), ending)):
        change, n_words = min(votes[ending].items(), key=_most_words)
        inherited = _inherited(rules, ending)
        if n_words >= MIN_WORDS and n_words > votes[ending][inherited] and change != inherited:
            rules[ending] = change
    for source, target in pairs.items():
        if learned.apply(source) != target:
            rules[WORD_START + source] = change_between(source, target)
    return learned


def _most_words(vote: tuple[EndingChange, int]) -> tuple[int, int, str]:
    change, n_words = vote
    return -n_words, change.n_cut, change.ending


def _inherited(rules: Mapping[str, EndingChange], ending: str) -> EndingChange:
    for start in range(1, len(ending) + 1):
        if (change := rules.get(ending[start:])) is not None:
            return change
    return UNCHANGED


def format_endings(tables: Mapping[str, Endings]) -> Iterator[str]:
    """Lines of text: a table's name, then one line per change with the endings it applies to."""
    for name, endings in tables.items():
        yield f"# {name}\n"
        by_change: dict[EndingChange, list[str]] = defaultdict(list)
        for ending, change in endings.changes.items():
            by_change[change].append(ending or "-")
        for change in sorted(by_change, key=lambda change: (change.n_cut, change.ending)):
            yield f"{change.n_cut}{change.ending} {' '.join(sorted(by_change[change]))}\n"


def parse_endings(lines: Iterable[str], *, file: str) -> dict[str, Endings]:
    """The tables in the lines that `format_endings` gives."""
    tables: dict[str, dict[str, EndingChange]] = {}
    table: dict[str, EndingChange] | None = None
    for number, line in zip(count(1), lines, strict=False):
        head, _, rest = line.strip().partition(" ")
        if head == "#":
            table = tables.setdefault(rest, {})
        elif head and (table is None or not head[0].isdecimal() or not head[0].isascii()):
            raise FormatError(file, number, f"{line.strip()!r} is not a rule of an ending.")
        elif head and table is not None:
            ending = head.lstrip(string.digits)
            n_digits = len(head) - len(ending)
            if n_digits > _MAX_DIGITS:
                raise FormatError(file, number, f"a number of {n_digits} digits is too large.")
            change = EndingChange(int(head[:n_digits]), ending)
            table.update((ending.strip("-"), change) for ending in rest.split())
    return {name: Endings(changes) for name, changes in tables.items()}


_MODEL = model_path("inflection.txt")
_MAX_CACHED = 1 << 14
_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d\d\d)")
_ENDINGS_OF_TAG = {
    "NNS": "NNS",
    "NNPS": "NNS",
    "VBZ": "VBZ",
    "VBD": "VBD",
    "VBN": "VBN",
    "VBG": "VBG",
    "JJR": "JJR",
    "RBR": "JJR",
    "JJS": "JJS",
    "RBS": "JJS",
}
_OTHER_PAST = {"VBD": "VBN", "VBN": "VBD"}
_NATIONALITY = re.compile(
    r"(?:[A-Z]\w+(?:[^aeiou]ian|eian|ican|nese|mese|uese)"
    r"|(?:Ira[nq]|Israel|Pakistan|Bengal|Kuwait|Saud|Yemen|Chin|Ind)(?:i|ian|ese)"
    r"|French|British|English|Spanish|Irish|Dutch|Greek|Czech|Polish|Danish|Swedish|Finnish|Turkish"
    r"|Jewish|Arab|Arabic|Islamic|Muslim|Moslem|Sunni|Shiite|Catholic|Afghan|German|Swiss|Welsh"
    r"|Asian|European|Korean|Mexican|Roman)"
)
# Names that are plural in form only.
_SINGULAR_NAMES = frozenset(
    "Athletics Bahamas Economics Emirates Falls Games Heights Highlands Maldives Mathematics "
    "Netherlands Olympics Paralympics Philippines Physics Politics Series Studios Towers".split()
)


def lemma(word: str, tag: str) -> str:
    """The lemma of a word with a Penn tag, in small letters except in names and *I*.

    >>> lemma("Children", "NNS"), lemma("lay", "VBD"), lemma("Americans", "NNPS")
    ('child', 'lie', 'American')
    """
    return _KNOWN[word, tag]


def verb_lemma(word: str) -> str:
    """The plain form of a verb whose tag is not known: the first that is not the word itself.

    >>> verb_lemma("has"), verb_lemma("went"), verb_lemma("singing"), verb_lemma("are")
    ('have', 'go', 'sing', 'be')
    """
    candidates = (lemma(word, tag) for tag in ("VBZ", "VBD", "VBN", "VBG", "VBP"))
    return next((each for each in candidates if each != word), word)


def lemmas(words: Sequence[str], tags: Sequence[str]) -> tuple[str, ...]:
    """The lemma of every word."""
    return tuple(map(_KNOWN.__getitem__, zip(words, tags, strict=True)))


@cache
def endings() -> dict[str, Endings]:
    """The learned rules: `NNS to lemma`, `NNS from lemma`, and so on for each inflected tag."""
    lines = read_model(_MODEL).decode("utf-8").splitlines()
    return parse_endings(lines, file=_MODEL.name)


class _Lemmas(dict[tuple[str, str], str]):
    """Lemmas by word and tag, each computed when it is first used."""

    def __missing__(self, key: tuple[str, str]) -> str:
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[key] = value = work_out(*key)
        return value


_KNOWN = _Lemmas()


def _irregular_lemmas() -> dict[tuple[str, str], str]:
    table: dict[tuple[str, str], str] = {}
    for (base, tag), forms in FORMS.items():
        for form in forms:
            table.setdefault((form, tag), base)
    return table | LEMMAS


_IRREGULAR = _irregular_lemmas()


def work_out(word: str, tag: str) -> str:
    """The lemma of a word with a Penn tag, without the cache of `lemma`."""
    plain = word if word.isalpha() else word.translate(_PLAIN)
    if tag in ("NNP", "NNPS"):
        return _name(plain, is_plural=tag == "NNPS")
    lower = plain.lower()
    known = _IRREGULAR.get((lower, tag))
    if known is not None:
        return known
    if tag in _ENDINGS_OF_TAG and not lower[:1].isdigit():
        return _by_endings(lower, tag)
    return _OTHER.get(tag, str.lower)(plain)


def _by_endings(lower: str, tag: str) -> str:
    tag = _ENDINGS_OF_TAG[tag]
    head, hyphen, last = lower.rpartition("-")
    stem = _by_rule(last, tag)
    if stem == last and tag in _OTHER_PAST:
        # Learners write *have went* and *I seen*.
        stem = _by_rule(last, _OTHER_PAST[tag])
    return head + hyphen + stem


def _by_rule(lower: str, tag: str) -> str:
    return _IRREGULAR.get((lower, tag)) or endings()[f"{tag} to lemma"].apply(lower)


def _name(word: str, *, is_plural: bool) -> str:
    name = word if not word.islower() else word[0].upper() + word[1:]
    if not is_plural or name in _SINGULAR_NAMES:
        return name
    lower = name.lower()
    singular = _by_endings(lower, "NNPS")
    if singular == lower:
        # Endings take *Iraqis* for something like *basis*; the tag knows better.
        singular = lower.removesuffix("s")
    if name.isupper():
        return singular.upper()
    if lower.startswith(singular):
        return name[: len(singular)]
    return singular[:1].upper() + singular[1:]


def _adjective(word: str) -> str:
    return word.capitalize() if _NATIONALITY.fullmatch(word) else word.lower()


def _number(word: str) -> str:
    return word.upper() if set(word.upper()) <= set("IVX") else _THOUSANDS.sub("", word).lower()


_OTHER: dict[str, Callable[[str], str]] = {
    "CD": _number,
    "ADD": str,
    "GW": str,
    "SYM": str,
    "LS": str,
    "JJ": _adjective,
}


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
_MAX_CACHED_FORMS = 1 << 12

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


@lru_cache(_MAX_CACHED_FORMS)
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
    if len(adjective) < _LEAST_LETTERS or adjective in _IRREGULAR_FORMS:
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
_IRREGULAR_FORMS = frozenset(("good", "fast", "hard", "late", "early", "long", "far"))


# Vowel letters that begin with a consonant sound (*use*, *European*, *one*, *Utah*).
_CONSONANT_SOUND = re.compile(
    r"eu(?!ler)|ew|uni(?!n|m(?!o)|d(?!i)|ll|ss|rr)|un(?:anim|ary|ic|esco|hcr)|us(?:[aeiu]|ur)|ut[eio]"
    r"|utah|ura|ure[at]|uro|uri|uk|ub[io]|ufo\b|uef|u(?:ig|yg)h|ugan"
    r"|once|one(?![ir])|ouija|oui\b|u(?=$|-)"
)
# A silent h (*hour*, *honest*, *heir*).
_SILENT_H = re.compile(r"hour|hono[u]?r|honest|heir(?!l)|heirloom|hors d")
# Numbers said with a vowel first: eight, eighty, eleven, eighteen, their thousands, and years
# such as 1895; four digits from 1100 on are said in two ways.
_VOWEL_NUMBER = re.compile(r"8|1[18](?:\D|$|(?:\d{3})+\b|,\d)|18\d\d(?!\d)")
_MONEY = "$£€¥"
_VOWEL_LETTERS = frozenset("AEFHILMNORSX")
_LATIN_VOWELS, _GREEK_VOWELS = "aeiouáéèíóúàäöü", "αεηιουωΩ"
# Capitals at the beginning of a word, without lower-case letters beside them: *MP*, *U.S.-led*,
# *H5N1*, *R&D*, *MPs*, *FIFA's*; not *L'Oréal* and *McCoy*.
_CAPITALS = re.compile(r"([A-Z](?:[A-Z.]+s?)?)(?![^\W\d_]|['’](?!s))")
# Degrees and ministries that are read letter by letter in spite of their small letters, and a
# letter before a hyphen or capitals: *x-ray*, *mRNA*.
_SPELT_OUT = re.compile(r"M(?:Sc|Phil|Res|Ed|oD)\b|[a-z](?=-|[A-Z])")
# Short acronyms that are said as words, counted in native news and encyclopaedias.
_SAID_AS_WORDS = frozenset("FAT LAN MAC MOS MUD RAM ROM SAR SIM SAM".split())
_BEGINNING_OF_NO_WORD = re.compile(
    r"(?!sc|sh|s[klmnpqtw]|sph|[bcfgkps]l|[bcdfgkptw]r|[cptw]h|kn|gn|ps|rh|tw|dw|y)[^aeiouy]{2}"
)
_LONGEST_ABBREVIATION = 3


def indefinite_article(word: str) -> str:
    """The article, *a* or *an*, that goes before the word.

    >>> [indefinite_article(word) for word in ("hour", "European", "MBA", "umbrella", "11th")]
    ['an', 'a', 'an', 'an', 'an']
    >>> [indefinite_article(word) for word in ("NATO", "NCAA", "US-led", "H5N1", "$80", "1890s")]
    ['a', 'an', 'a', 'an', 'an', 'an']
    """
    plain = word.lstrip(_MONEY)
    if plain[:1].isdigit():
        return "an" if _VOWEL_NUMBER.match(plain) else "a"
    if letter := spelt_letter(word):
        return "an" if letter in _VOWEL_LETTERS else "a"
    lower = word.lower()
    if lower[:1] == "h":
        return "an" if _SILENT_H.match(lower) else "a"
    if lower[:1] and lower[0] in _LATIN_VOWELS:
        return "a" if _CONSONANT_SOUND.match(lower) else "an"
    return "an" if lower[:1] and lower[0] in _GREEK_VOWELS else "a"


def spelt_letter(word: str) -> str:
    """The first letter of a word that is read letter by letter; empty for any other word.

    >>> [spelt_letter(word) for word in ("BBC", "U.S.-led", "x-ray", "UNESCO", "ROM", "Bob")]
    ['B', 'U', 'X', '', '', '']
    """
    if _SPELT_OUT.match(word):
        return word[0].upper()
    found = _CAPITALS.match(word)
    if found is None:
        return ""
    capitals = found[1].rstrip("s")
    letters = capitals.replace(".", "")
    has_vowel = bool(set(letters) & set("AEIOUY"))
    is_spelt_out = (
        "." in capitals[:-1]
        or len(letters) <= _LONGEST_ABBREVIATION
        or not has_vowel
        or _BEGINNING_OF_NO_WORD.match(letters.lower()) is not None
        # The Union, the UN and the USA stand at the head of most others.
        or (letters[0] == "U" and len(letters) == _LONGEST_ABBREVIATION + 1)
    )
    return letters[0] if is_spelt_out and letters not in _SAID_AS_WORDS else ""


# What becomes of a word, whatever the word is: another case, the place of the next word, one word
# with the next, the adverb of an adjective and the reverse. The form of a change is one of these,
# the tag of an inflection, or the new word in small letters.
CAPITAL, SMALL, UPPER, SWAP, JOIN, HYPHEN, TO_ADVERB, TO_ADJECTIVE = (
    "CAPITAL",
    "SMALL",
    "UPPER",
    "SWAP",
    "JOIN",
    "HYPHEN",
    "+LY",
    "-LY",
)
ARTICLES = ("a", "an")
NUMBER_TAGS = ("NN", "NNS")
_PAST_OF_BE = {"was": "were", "were": "was"}
_PLURAL_BE = ("are", "'re")
_I = re.compile(r"\bi\b")


def changed(form: str, words: Sequence[str], place: int) -> str | None:
    """The text for the word at a place, or the two words there; None if nothing would change.

    >>> changed("NNS", ["two", "dog"], 1), changed("on", ["In", "Monday"], 0)
    ('dogs', 'On')
    >>> changed(SWAP, ["Never", "he", "sleeps"], 0), changed("VBD", ["they", "are"], 1)
    ('He never', 'were')
    """
    old = words[place]
    if form in CASES:
        new = CASES[form](old)
        return None if new == old else new
    if form in _OF_TWO:
        return _OF_TWO[form](old, words[place + 1]) if place + 1 < len(words) else None
    text = _fitting(_form(form, old, words[max(0, place - 1) : place]), words[place + 1 :])
    if text is None or text.lower() == old.lower():
        return None
    return capitalised(text) if old[:1].isupper() else text


def inserted(form: str, words: Sequence[str], place: int) -> str | None:
    """The text to be put in before the word at a place."""
    return _fitting(form, words[place:])


def n_words(form: str) -> int:
    """The number of words that a change is made to: two that change places or become one."""
    return 2 if form in _OF_TWO else 1


def capitalised(word: str) -> str:
    """The word with a capital."""
    return word[:1].upper() + word[1:]


def _fitting(text: str | None, following: Sequence[str]) -> str | None:
    """The text, which is in small letters, with a capital *I*, and the article that fits."""
    if text in ARTICLES and following:
        return indefinite_article(following[0])
    return None if text is None else _I.sub("I", text)


def _swapped(first: str, second: str) -> str:
    """Two words in each other's place; the capital of a first word stays in front."""
    if first[:1].isupper() and first != "I":
        return f"{second[:1].upper()}{second[1:]} {first[:1].lower()}{first[1:]}"
    return f"{second} {first}"


CASES = {CAPITAL: capitalised, SMALL: str.lower, UPPER: str.upper}
_OF_TWO = {SWAP: _swapped, JOIN: "{}{}".format, HYPHEN: "{}-{}".format}


def _form(form: str, word: str, before: Sequence[str]) -> str | None:
    """The form of a word that a change asks for; `before` is the word before it."""
    if form in NUMBER_TAGS:
        base = lemma(word.lower(), "NNS")
        return base if form == "NN" else _first(inflect(lemma(word.lower(), "NN"), form))
    if form in VERB_TAGS:
        base = verb_lemma(word.lower())
        if base == "be" and form == "VBD":
            return _past_of_be(word.lower(), *map(str.lower, before))
        return _first(inflect(base, form))
    if form == TO_ADVERB:
        return adverb_of(word.lower())
    return adjective_of(word.lower()) if form == TO_ADJECTIVE else form


def _past_of_be(word: str, subject: str = "") -> str:
    """*Was* for *were* and the reverse; for other forms of *be* the one that fits the subject.

    >>> _past_of_be("was", "we"), _past_of_be("were", "he"), _past_of_be("is", "they")
    ('were', 'was', 'were')
    """
    if word in _PAST_OF_BE:
        return _PAST_OF_BE[word]
    return "were" if word in _PLURAL_BE or subject in PLURAL_SUBJECTS else "was"


def _first(forms: Sequence[str]) -> str | None:
    return forms[0] if forms else None
