"""Constructions that look wrong and are right: a detector that calls them errors is overruled.

Plain verbs in subjunctives (*insist that he go*, Quirk et al. 1985, 3.58 to 3.62) and in wishes
(*God save us*), nouns in *-s* that are singular (*darts is*, *a barracks*), names of two parts or
in the plural (*Great Expectations was*), headlines and instructions without articles and stops,
archaic English, and some single idioms. Only what a sentence shows by its words is decided here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter

from solecism.checking.reading import FlaggedSentence
from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_WORD,
    NOUN_NUMBER,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    VERB_FORM,
    WORD_FORM,
    WRONG_ARTICLE,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.language.lemmas import verb_lemma
from solecism.sentence import Sentence
from solecism.site import Flag, split_id

_VERB_KINDS = frozenset((DISAGREEMENT, TENSE, VERB_FORM, WRONG_VERB, WRONG_WORD))
_MODALS = frozenset("would will should could can must had may might to".split())
# After these a clause with *that* has a plain verb: what is asked for, not what is so.
_MANDATIVE = frozenset(
    "advise advised advisable ask asked asking command commanded condition crucial decree decreed "
    "demand demanded demanding demands desirable essential imperative important insist insisted "
    "insistence insisting insists instruct instructed mandatory move moved necessary order ordered "
    "ordering orders plead pleaded prefer preferable preferred proposal propose proposed proposes "
    "proposing recommend recommendation recommended recommending recommends request requested "
    "requesting requests require required requirement requires requiring rule ruled stipulate "
    "stipulated stipulates suggest suggested suggesting suggestion suggests urge urged urges "
    "urgent vital".split()
)
# They take such a clause without *that* as well.
_MANDATIVE_ALONE = frozenset(
    "demand demanded demands insist insisted insists propose proposed recommend recommended "
    "recommends suggest suggested suggests request requested".split()
)
_SUBJECT_TAGS = ("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD", "POS", "IN", "PDT")
_MOST_OF_SUBJECT = 7
_UNREAL = frozenset("if though unless wish wishes wished suppose supposing imagine rather".split())
_MOST_BEFORE_WERE = 6
# The start of a wish or of a fixed phrase, and the plain verb in it.
_WISH = re.compile(
    r"""(?xi)
      \b(?:god|heaven|heavens|lord|allah|devil|fortune)\s(?:you\s)?
        (?:bless|save|help|forbid|rest|grant|speed|damn|forgive|preserve|keep|take|be|willing)\b
    | \blong\slive\b | \bfar\sbe\sit\b | \bso\sbe\sit\b
    | \bbe\sthat\sas\sit\smay\b | \bsuffice\s(?:it\s)?to\b | \bcome\swhat\smay\b
    | \bif\sneed\sbe\b | \bif\s(?:that|this|it|such|truth)\sbe\b
    | (?:^|,\s)come\s(?:the\s\w+|\w+day|spring|summer|autumn|winter|hell|rain|morning)\b
    | \bwhat(?:so)?ever\sbe\b | \bas\sit\swere\b | \bwould\s(?:that\s)?\w+\swere\b
    | \blest\s(?:\w+\s){1,3}?(?:be|forget|think|fall|lose|miss|do|go|come|seem|have|get|see)\b
    | \btill\sdeath\s\w*\s*(?:do|us)\b | \bpeace\sbe\b | \bwoe\s(?:betide|be)\b
    | \b(?:everyone|everybody|someone|somebody)\shave\sa\s
        (?:good|nice|great|happy|wonderful|lovely|safe|merry|fun|blessed)\b
    | \bfor\swhat\s\w+\sworth\b | \bmust\sneeds\b
    | \bthe\spowers\sthat\sbe\b | \btry\sas\s\w+\s(?:might|may|would)\b
    | \b(?:were|had|should)\sthat\sbe\b | \bthere\sbe\slight\b
    """
)
# Nouns in -s that take a singular verb, and those that take either.
_SINGULAR_IN_S = frozenset(
    "news darts billiards draughts dominoes bowls skittles cards checkers measles mumps rickets "
    "shingles rabies diabetes herpes mathematics physics maths gymnastics athletics aerobics "
    "linguistics genetics robotics phonetics economics logistics".split()
)
_EITHER_IN_S = frozenset(
    "barracks crossroads gallows headquarters means series species works innings politics "
    "statistics ethics acoustics electronics mechanics tactics kennels lodgings gasworks".split()
)
_ALIKE_IN_NUMBER = (_EITHER_IN_S - {"works"}) | {"aircraft", "offspring", "spacecraft"}
# Of the United Nations and its like.
_SINGULAR_NAMES = frozenset(
    "bahamas maldives netherlands philippines emirates states nations seychelles hebrides".split()
)
_PAIRS = re.compile(
    r"(?i)(?:antigua and barbuda|trinidad and tobago|bosnia and herzegovina|(?:saint|st\.?) kitts "
    r"and nevis|sao tome and principe|marks and spencer|procter and gamble|johnson and johnson"
    r"|smith and wesson|black and decker|ernst and young|crabtree and evelyn|fortnum and mason"
    r"|bread and butter|fish and chips|gin and tonic|bacon and eggs|ham and eggs|law and order"
    r"|bed and breakfast|wear and tear|supply and demand|trial and error|research and development"
    r"|rock and roll|hide and seek|mac(?:aroni)? and cheese|salt and vinegar|cheese and wine"
    r"|whisky and soda|bubble and squeak|strawberries and cream|rice and beans"
    r"|toing and froing|coming and going|war and peace|crime and punishment"
    r"|pride and prejudice|sense and sensibility)\Z"
)
_SINGULAR_TO_PLURAL = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "'s": "are",
    "its": "their",
}
_PLURAL_TO_SINGULAR = {new: old for old, new in _SINGULAR_TO_PLURAL.items() if old != "'s"}
_ARCHAIC = frozenset(
    "thou thee thy thine ye hath doth hast dost wilt shalt canst wert oft ere o'er e'er ne'er 'tis "
    "'twas 'twere 'twill methinks whence whither hither thither nay yea alas betwixt begat unto "
    "saith prithee forsooth verily".split()
)
_SURELY_ARCHAIC = _ARCHAIC - frozenset("ye nay yea alas whence unto oft".split())
# What a headline, a notice or an instruction has none of.
_PRONOUNS = ("PRP", "PRP$")
_LEAST_OF_HEADLINE, _MOST_OF_HEADLINE = 4, 14
# Articles, and forms of verbs that headlines leave out.
_NO_HEADLINE = frozenset("a an the is are was were am has have had this that there".split())
_HEADLINE_KINDS = frozenset((MISSING_ARTICLE, WRONG_ARTICLE, MISSING_WORD, TENSE, VERB_FORM))
_TWO_WORD_VERBS = frozenset(
    "way log logs logged move moves moved check checks checked come comes came go goes went hand "
    "hands handed give gives gave turn turns turned put puts carry carries carried drop dropped "
    "get gets got call calls called join joined settle settled set log sign signed".split()
)


def without_right_constructions(flagged: Sequence[FlaggedSentence]) -> Sequence[FlaggedSentence]:
    """The sentences of a text with their flags; what only looks wrong is correct.

    >>> from solecism.language.annotate import annotate
    >>> from solecism.site import Suggestion
    >>> [sentence] = annotate("They insist that he go.", "a")
    >>> flag = Flag("a.1:4-5:verb", "x", True, DISAGREEMENT, 0.9, (Suggestion("goes", 0.9),))
    >>> [(_, [found], _)] = without_right_constructions([(sentence, (flag,), True)])
    >>> found.error
    False
    """
    if not any(flag.error for _, flags, _ in flagged for flag in flags):
        return flagged
    return [
        (sentence, _without(sentence, flags), is_english) for sentence, flags, is_english in flagged
    ]


def _without(sentence: Sentence, flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    if not sentence.tags or not any(flag.error for flag in flags):
        return flags
    wording = _Wording(sentence)
    return tuple(
        flag.as_correct
        if flag.error and any(is_right(wording, flag) for is_right in _CHECKS)
        else flag
        for flag in flags
    )


class _Wording:
    """A sentence, and what is worked out once for all of its flags."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.words = tuple(word.lower().replace("’", "'") for word in sentence.words)

    @cached_property
    def starts(self) -> list[int]:
        """Where each word begins if one space stands between words, and where one more would."""
        return list(accumulate((len(word) + 1 for word in self.words), initial=0))

    @cached_property
    def wishes(self) -> list[tuple[int, int]]:
        """The spans of wishes and fixed phrases in that text, from left to right."""
        return [found.span() for found in _WISH.finditer(" ".join(self.words))]

    @cached_property
    def is_in_capitals(self) -> bool:
        """Whether it has no small letter."""
        return self.sentence.text.isupper()

    @cached_property
    def is_archaic(self) -> bool:
        """Whether it is written in the English of old poems and prayers."""
        n_archaic = sum(word in _ARCHAIC for word in self.words)
        return n_archaic > 1 or not _SURELY_ARCHAIC.isdisjoint(self.words)

    @cached_property
    def is_like_headline(self) -> bool:
        """Whether it has nothing that headlines, notices and instructions do without."""
        has_pronouns = any(tag in _PRONOUNS for tag in self.sentence.tags)
        return not has_pronouns and _NO_HEADLINE.isdisjoint(self.words)

    @cached_property
    def is_instruction(self) -> bool:
        """Whether it begins with a plain verb, and joins several things."""
        tags = self.sentence.tags
        return tags[0] == "VB" and "CC" in tags


def _first(flag: Flag) -> str | None:
    return flag.suggestions[0].text.lower() if flag.suggestions else None


def _is_subjunctive(wording: _Wording, flag: Flag) -> bool:
    """Whether the plain verb of *insist that he go* is to be changed, or to have a modal."""
    sentence, words = wording.sentence, wording.words
    _, start, end, _ = split_id(flag.site)
    if end == start:
        is_verb = start < len(words) and (_is_plain(words[start]) or words[start] == "not")
        new = _first(flag)
        return is_verb and new in _MODALS and _is_in_mandative(sentence, words, start)
    if flag.kind not in _VERB_KINDS or end - start != 1 or not _is_plain(words[start]):
        return False
    return _is_in_mandative(sentence, words, start)


def _is_plain(word: str) -> bool:
    return word == "be" or verb_lemma(word) == word


def _is_in_mandative(sentence: Sentence, words: Sequence[str], verb: int) -> bool:
    tags = sentence.tags
    first = verb
    while first > 0 and words[first - 1] in ("not", "never", "always", "also"):
        first -= 1
    subject = first
    while (
        subject > 0
        and first - subject < _MOST_OF_SUBJECT
        and words[subject - 1] != "that"
        and tags[subject - 1] in _SUBJECT_TAGS
    ):
        subject -= 1
    if subject == first:
        return False
    if subject and words[subject - 1] == "that":
        return not _MANDATIVE.isdisjoint(words[max(0, subject - 5) : subject - 1])
    return words[subject - 1] in _MANDATIVE_ALONE if subject else False


def _is_unreal(wording: _Wording, flag: Flag) -> bool:
    """Whether *were* is that of *if I were you*, *as if it were*, *were she here*."""
    sentence, words = wording.sentence, wording.words
    _, start, end, _ = split_id(flag.site)
    if flag.kind not in _VERB_KINDS or end - start != 1 or words[start] != "were":
        return False
    if _first(flag) not in ("was", "be", "is", "had", "where", "would"):
        return False
    before = words[max(0, start - _MOST_BEFORE_WERE) : start]
    if not before or before[-1] == ",":
        following = words[start + 1 : start + 2]
        return bool(following) and sentence.tags[start + 1].startswith(("PRP", "DT", "NN"))
    return not _UNREAL.isdisjoint(before)


def _is_wish(wording: _Wording, flag: Flag) -> bool:
    """Whether a plain verb is that of a wish or of a fixed phrase."""
    _, start, end, _ = split_id(flag.site)
    if flag.kind in (PUNCTUATION, MISSING_ARTICLE):
        return False
    wishes, first = wording.wishes, wording.starts[start]
    if start == end:
        number = bisect_left(wishes, first, key=itemgetter(0)) - 1
        return number >= 0 and first < wishes[number][1]
    number = bisect_right(wishes, first, key=itemgetter(0)) - 1
    return number >= 0 and wording.starts[end] - 1 <= wishes[number][1]


def _is_singular_in_s(wording: _Wording, flag: Flag) -> bool:
    """Whether a verb, or the number of its subject, is right because of the subject's form."""
    sentence, words = wording.sentence, wording.words
    _, start, end, _ = split_id(flag.site)
    if end - start != 1:
        return False
    word, new = words[start], _first(flag)
    if flag.kind == NOUN_NUMBER:
        return word in _ALIKE_IN_NUMBER and new in (word.removesuffix("s"), f"{word}es", None)
    if flag.kind not in (*_VERB_KINDS, PRONOUN, WRONG_ARTICLE) or not start:
        return False
    noun, tag = words[start - 1], sentence.tags[start - 1]
    if _SINGULAR_TO_PLURAL.get(word) == new and new is not None:
        is_name = tag.startswith("NNP") and noun in _SINGULAR_NAMES
        return (
            noun in _SINGULAR_IN_S | _EITHER_IN_S
            or is_name
            or _is_pair(words, start)
            or _is_title(wording, start)
            or _has_either(words, start)
        )
    if _PLURAL_TO_SINGULAR.get(word) == new and new is not None:
        return noun in _EITHER_IN_S or _has_either(words, start)
    return False


def _is_pair(words: Sequence[str], end: int) -> bool:
    """Whether *X and Y* before a place is one thing."""
    return any(_PAIRS.match(" ".join(words[end - n : end])) for n in (3, 4, 5) if n <= end)


def _is_title(wording: _Wording, end: int) -> bool:
    """Whether several words with capitals before a place are the name of a work or a group."""
    sentence, first = wording.sentence, end
    # It does not matter how many words more than two there are.
    while first > max(0, end - 3) and _has_capital(sentence.words[first - 1]):
        first -= 1
    if end - first < 2 or wording.is_in_capitals:
        return False
    words = sentence.words[first:end]
    # *The British*, *Many Italians*: only what stands beside a first word tells.
    return words[-1].endswith("s") and (len(words) > 2 or words[0] not in ("The", "Many", "Most"))


def _has_capital(word: str) -> bool:
    return word[:1].isupper() and word.isalpha()


def _has_either(words: Sequence[str], end: int) -> bool:
    """Whether the subject is *a series of lectures*, *a species of birds*."""
    before = words[max(0, end - 5) : end]
    return any(noun in ("series", "species") and after == "of" for noun, after in pairwise(before))


def _is_in_headline(wording: _Wording, flag: Flag) -> bool:
    """Whether an article or a stop is missing in a headline, a notice or an instruction."""
    sentence, words = wording.sentence, wording.words
    _, start, end, _ = split_id(flag.site)
    is_gap = start == end
    if flag.kind == PUNCTUATION:
        is_last = is_gap and start == len(words) and _first(flag) == "."
        return is_last and _is_line(sentence) and wording.is_like_headline
    if flag.kind not in _HEADLINE_KINDS or not wording.is_like_headline:
        return False
    # Headlines are in the present tense; so few words may as well be a learner's.
    if _is_line(sentence) and len(words) >= _LEAST_OF_HEADLINE and "VBD" not in sentence.tags:
        return True
    return flag.kind == MISSING_ARTICLE and wording.is_instruction


def _is_line(sentence: Sentence) -> bool:
    """Whether a sentence seems to be a line of its own, and no mark ends it."""
    is_alone = not sentence.after or "\n" in sentence.after
    begins = sentence.words[0][:1]
    return (
        is_alone
        and (begins.isupper() or begins.isdigit())
        and len(sentence.words) <= _MOST_OF_HEADLINE
        and sentence.words[-1][-1:].isalnum()
    )


def _is_archaic(wording: _Wording, flag: Flag) -> bool:
    """Whether the sentence is archaic, so that all but its marks is right."""
    return flag.kind != PUNCTUATION and wording.is_archaic


def _is_idiom(wording: _Wording, flag: Flag) -> bool:
    """Whether it is *aren't I*, *the way in in winter*, *D'you*, or *the reason being*."""
    words = wording.words
    _, start, end, _ = split_id(flag.site)
    around = words[max(0, start - 2) : end + 2]
    if flag.kind in (WORD_FORM, DISAGREEMENT, VERB_FORM) and words[start:end] in (
        ("are",),
        ("n't",),
    ):
        return words[start : start + 3] == ("are", "n't", "i")
    if flag.kind == EXTRANEOUS_PREPOSITION and end - start == 1:
        pairs = zip(around, around[1:], around[2:], strict=False)
        return any(
            verb in _TWO_WORD_VERBS and particle == preposition == words[start]
            for verb, particle, preposition in pairs
        )
    if words[start:end] and words[start].startswith("d'y"):
        return True
    is_being = flag.kind in _VERB_KINDS and words[start:end] == ("being",)
    return is_being and start > 0 and _first(flag) in ("is", "are", "was", "were")


_CHECKS: tuple[Callable[[_Wording, Flag], bool], ...] = (
    _is_subjunctive,
    _is_unreal,
    _is_wish,
    _is_singular_in_s,
    _is_in_headline,
    _is_archaic,
    _is_idiom,
)
