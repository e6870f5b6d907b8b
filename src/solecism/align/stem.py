"""Stems of words, so that derived words can be recognised.

The algorithm and the rules are those of Paice (1990), "Another stemmer", SIGIR Forum 24 (3), known
as the Lancaster stemmer. A rule has the ending backwards, `*` if it is for words that are still as
they were written, the number of letters to remove, those to add, and `>` if more rules may follow.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_VOWELS = frozenset("aeiouy")
_RULES_AS_PUBLISHED = """
ai*2. a*1. bb1. city3s. ci2> cn1t> dd1. dei3y> deec2ss. dee1. de2> dooh4> e1> feil1v. fi2> gni3>
gai3y. ga2> gg1. ht*2. hsiug5ct. hsi3> i*1. i1y> ji1d. juf1s. ju1d. jo1d. jeh1r. jrev1t. jsim2t.
jn1d. j1s. lbaifi6. lbai4y. lba3> lbi3. lib2l> lc1. lufi4y. luf3> lu2. lai3> lau3> la2> ll1. mui3.
mu*2. msi3> mm1. nois4j> noix4ct. noi3> nai3> na2> nee0. ne2> nn1. pihs4> pp1. re2> rae0. ra2. ro2>
ru2> rr1. rt1> rei3y> sei3y> sis2. si2> ssen4> ss0. suo3> su*2. s*1> s0. tacilp4y. ta2> tnem4> tne3>
tna3> tpir2b. tpro2b. tcud1. tpmus2. tpec2iv. tulo2v. tsis0. tsi3> tt1. uqi3. ugo1. vis3j> vie0.
vi2> ylb1> yli3y> ylp0. yl2> ygo1. yhp1. ymo1. ypo1. yti3> yte3> ytl2. yrtsi5. yra3> yro3> yfi3.
ycn2t> yca3> zi2> zy1s.
"""


class _Rule(NamedTuple):
    ending: str
    is_for_whole_words: bool
    n_removed: int
    added: str
    is_last: bool


def _parse(rule: str) -> _Rule:
    match = re.fullmatch(r"([a-z]+)(\*?)(\d)([a-z]*)([>.])", rule)
    if match is None:
        raise ValueError(f"{rule!r} is not a rule")
    ending, star, n_removed, added, mark = match.groups()
    return _Rule(ending[::-1], star == "*", int(n_removed), added, mark == ".")


_RULES = tuple(map(_parse, _RULES_AS_PUBLISHED.split()))
_RULES_BY_LETTER = {
    letter: tuple(rule for rule in _RULES if rule.ending.endswith(letter))
    for letter in {rule.ending[-1] for rule in _RULES}
}


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """The stem of a word in lower case.

    >>> stem("happiness"), stem("happily"), stem("provision"), stem("thing")
    ('happy', 'happy', 'provid', 'thing')
    """
    whole = word
    while True:
        rule = _rule(word, is_whole=word == whole)
        if rule is None:
            return word
        word = word[: len(word) - rule.n_removed] + rule.added
        if rule.is_last:
            return word


def _rule(word: str, *, is_whole: bool) -> _Rule | None:
    """The first rule for the end of the word that leaves enough of it."""
    for rule in _RULES_BY_LETTER.get(word[-1:], ()):
        if (
            word.endswith(rule.ending)
            and (is_whole or not rule.is_for_whole_words)
            and _leaves_enough(word, rule.n_removed)
        ):
            return rule
    return None


def _leaves_enough(word: str, n_removed: int) -> bool:
    """Two letters after a first vowel; three with a vowel near after a first consonant."""
    if word[0] in _VOWELS:
        return len(word) - n_removed >= 2
    return len(word) - n_removed >= 3 and not _VOWELS.isdisjoint(word[1:3])
