"""Words of a text with their places: Penn Treebank and English Web Treebank conventions.

The lists of English spelling conventions at the head serve the sentence splitter, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

# Apostrophes as people type them; U+0092 is a curly one whose code page was lost.
APOSTROPHE = r"['’‘´`\x92]"
CLITIC = rf"{APOSTROPHE}(?:[sSmMdD]|ll|re|ve|LL|RE|VE)\b(?![-'’])"

# Marks that belong to the letter before them, soft hyphens and joiners: not `\w` in Python.
MARK = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0963\u0981-\u0983\u09bc-\u09cd"
    "\u0a01-\u0a03\u0a3c-\u0a51\u0abc-\u0acd\u0b3c-\u0b57\u0bbe-\u0bcd\u0c3e-\u0c56"
    "\u0cbc-\u0cd6\u0d3b-\u0d4d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200c\u200d"
)
# Invisible spaces and signs that `\s` does not match.
INVISIBLE = "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"

EMOJI = "[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
EMOJI_MODIFIER = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
EMOTICON = r"[:;=]['’]?-?[)(\]\[DPpOo/|\\*]++(?![\w/])|<3++(?!\w)|\^_*+\^|-_++-"

# Two words written as one: the first is cut off where the second follows.
RUN_TOGETHER = (
    *("can not", "gon na", "wan na", "got ta", "gim me", "lem me"),
    *("ca nt", "wo nt", "ai nt", "do nt", "does nt", "did nt", "is nt", "are nt", "was nt"),
    *("were nt", "has nt", "have nt", "had nt", "could nt", "would nt", "should nt"),
    *("i m", "i ve", "you ve", "they ve", "you re", "they re", "that s", "what s", "there s"),
)

# Hyphens stay beside these: the affixes of the Linguistic Data Consortium's English treebanks.
PREFIXES = """
    agro ante anti arch be bi bio co counter cross cyber de eco ex extra infra inter intra macro
    mega micro mid mini multi neo non over pan para peri post pre pro pseudo quasi re semi sub
    super supra sur trans tri ultra un uni
"""
SUFFIXES = "esque ette fest fold gate itis less most rama wise"

# A full stop after these ends no sentence.
TITLES = """
    Mr Mrs Ms Dr Drs St Prof Rev Hon Gen Col Lt Sgt Capt Maj Gov Sen Rep Reps Pres Ft Mt Attn Pvt
    vs cf
"""
# A full stop after these belongs to them, and may end the sentence as well.
ABBREVIATIONS = """
    Jr Sr Inc Corp Ltd Co Blvd Ave Rd Vol Dept Univ Jan Feb Aug Sept Sep Oct Nov Dec Tues Thurs
    Thur etc approx dept govt eg ie al viz resp incl tel ext esp yrs hrs mins lbs
"""
# These are abbreviations before a number only.
BEFORE_NUMBERS = "No Nos Mon Tue Wed Thu Fri Sat Sun Mar Apr Jun Jul Fig pp Ch Sec"

UNITS = """
    am pm AM PM a.m p.m a.m. p.m. k K m M b bn mm cm km kg mg ml ft lb lbs oz kb KB Kb mb MB Mb
    gb GB Gb Hz kHz MHz GHz hr hrs min mins sec secs yr yrs mph hh MM
"""
DOMAINS = """
    com org net edu gov info biz mil uk ca de fr eu au ru cn jp br io tv doc docx xls xlsx ppt pptx
    pdf htm html php txt jpg jpeg png gif zip exe mp3 mp4 csv
"""

# Words that begin sentences more often than they have a capital for another reason.
STARTERS = """
    A According Actually After Again All Also Although Always An And Another Any Anyway Are As At
    Attached Be Because Before Best Both But By Call Can Check Could Dear Did Do Does During Even
    Every Everyone Everything Excellent Finally First For From FYI Get Go Good Great Had Has Have He
    Hello Her Here Hey Hi His Hope How However I If In Is It Its Just Keep Last Let Like Look Love
    Make Many Maybe More Most My Never No Not Now Of Often Oh Ok OK On Once One Or Other Our Over
    Overall Perhaps Please Put Recently Regards Right See She Should Since So Some Sometimes Sorry
    Take Thank Thanks That The Their Then There These They This Those To Try Unfortunately Very Was
    We Well Were What When Where Which While Who Why Will With Would Yes You Your
"""


LETTER = rf"[^\W\d_{MARK}]"
INNER = rf"[\w{MARK}]"


def one_of(words: str) -> str:
    """A pattern for any of the words, grouped by first letter, which matches faster.

    >>> one_of("Mr Ms Dr")
    '(?:D(?:r)|M(?:r|s))'
    """
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words.split())):
        rests.setdefault(word[0], []).append(re.escape(word[1:]))
    return "(?:{})".format(
        "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in rests.items())
    )


def first_of_two(pairs: Iterable[str]) -> list[str]:
    """Patterns for the first word of two that are written as one, in any usual case.

    >>> first_of_two(["gon na"])
    ['g(?:on(?=na\\\\b))', 'G(?:on(?=na\\\\b)|ON(?=NA\\\\b))']
    """
    by_letter: dict[str, list[str]] = {}
    for pair in pairs:
        for left, right in (pair.split(), pair.capitalize().split(), pair.upper().split()):
            by_letter.setdefault(left[0], []).append(rf"{left[1:]}(?={right}\b)")
    return [f"{first}(?:{'|'.join(rest)})" for first, rest in by_letter.items()]


PREFIX = one_of(f"{PREFIXES} {PREFIXES.title()}")
DOMAIN = one_of(f"{DOMAINS} {DOMAINS.upper()}")
FULL_STOP = r"\.(?![.\w])"
NOT_LAST = r"(?!\s*+\Z)"

# Greatest lengths and possessive runs: so that no text, however odd, takes more than linear time.
ADDRESSES = (
    r"(?:https?://|ftp://|mailto:|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]'’]",
    r"\w[\w.+%-]{0,63}+@\w[\w-]{0,63}+(?:\.\w[\w-]{0,63}+){0,8}",
    rf"\w[\w-]{{0,63}}+(?:\.[\w-]{{1,63}}+){{0,8}}\.{DOMAIN}\b",
)
WORDS = (
    *first_of_two(RUN_TOGETHER),
    r"[A-Za-z]++(?=[ ,\n])",
    # Abbreviations. The last full stop of a sentence is a word of its own, but for titles.
    rf"{one_of(TITLES)}\.(?!\.)",
    rf"{one_of(ABBREVIATIONS)}{FULL_STOP}{NOT_LAST}",
    r"[a-z]++(?=[.;:?!)\"](?:\s|\Z))",
    rf"{one_of(BEFORE_NUMBERS)}\.(?=\s?\d)",
    rf"Ph\.?D\b\.?{NOT_LAST}|[A-HJ-Z]\.(?=\s?[A-Z])(?![A-Z]\b)|(?:[A-Za-z]\.){{2,9}}(?!\w){NOT_LAST}",
    r"(?:[A-Za-z]\.){1,8}[A-Za-z]\b(?!['’@]|\.\w)",
    # Not, and other words with apostrophes.
    rf"[A-Za-z]+(?=[nN]{APOSTROPHE}[tT])|[nN]{APOSTROPHE}[tT]",
    rf"{LETTER}{INNER}*+(?={CLITIC})",
    *ADDRESSES,
    # Words with hyphens, ampersands and other apostrophes, and all other words.
    rf"[Ee]-(?=[a-z]{{2}}){INNER}++|{PREFIX}-(?={INNER}{{2}}){INNER}++",
    r"[bB]/[cC]\b|[nN]/[aA]\b|w/o\b|w/(?=\s)",
    rf"[A-Za-z]+-{one_of(SUFFIXES)}\b|[A-Z]{{1,4}}&[A-Z]{{1,4}}\b",
    rf"{LETTER}{INNER}*+(?:(?!{CLITIC})['’]{LETTER}{INNER}*+)*+",
)
NUMBERS = (
    "[0-9]\ufe0f?\u20e3",
    r"\d{1,4}/\d{1,2}/\d{1,4}\b|(?:0?[1-9]|1[0-2])/[0-3]\d\b|\d{1,2}-\d{1,2}-\d{2,4}\b",
    r"(?:1-)?(?:\d{3}[-/.])?\d{3}[-.]\d{4}\b",
    *ADDRESSES[1:],
    r"(?:\d{1,3}(?:,\d{3})++(?!\d)|\d{1,3},\d{1,2}(?![\d,])|\d++)(?:[.:]\d++)*+"
    rf"(?:(?={one_of(UNITS)}\b|[a-z]{{3}})|(?:['’]s\b)|{INNER}*+)",
)
SIGNS = (
    CLITIC,
    r"(?<![\w.])\.\d++|(?<!\d)['’](?:\d\ds?|em|cause|til)\b|\+\d{1,3}\b",
    EMOTICON,
    r"[#@][A-Za-z]\w*+|[#*]\ufe0f?\u20e3",
    r"\.\.++|[.?!…]++|``",
    *(rf"{re.escape(sign)}{{2,}}+" for sign in "-=*~_+<>|$'’‘,^#/\\"),
    "[\U0001f1e6-\U0001f1ff]{2}",
    rf"{EMOJI}{EMOJI_MODIFIER}*+"
    rf"(?:\u200d{EMOJI}{EMOJI_MODIFIER}*+)*+",
)
# What is most frequent comes first: words before a space that cannot be two in one, then stops.
TOKEN = re.compile(
    r"(?:[A-Za-z]++(?=[ ,\n])(?<![nNtTmMoOvVrRiI][tTaAeEsSmM])|\.(?=\s|\Z)|,(?!,)|[\"()]"
    rf"|(?=[^\W\d])(?:{'|'.join(WORDS)})|(?=\d)(?:{'|'.join(NUMBERS)})|{'|'.join(SIGNS)}"
    rf"|{INNER}++|\S[{MARK}]*+)\s*+"
)
INVISIBLE_PATTERN = re.compile(INVISIBLE)


def tokenise(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a text and the character at which each begins; all else is white space.

    >>> tokenise("I don't know.")
    (('I', 'do', "n't", 'know', '.'), (0, 2, 4, 8, 12))
    """
    if not text.isascii():
        text = INVISIBLE_PATTERN.sub(" ", text)
    before = len(text) - len(text.lstrip())
    pieces: list[str] = TOKEN.findall(text, before)
    words = tuple(map(str.rstrip, pieces))
    if not words:
        return (), ()
    pieces.pop()
    return words, tuple(accumulate(map(len, pieces), initial=before))
