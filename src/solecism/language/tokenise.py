"""Words of a text with their places: Penn Treebank and English Web Treebank conventions."""

from __future__ import annotations

import re
from itertools import accumulate

# Apostrophes as people type them; U+0092 is a curly one whose code page was lost.
QUOTE = r"['’‘´`\x92]"
# Marks that belong to the letter before them, soft hyphens and joiners: not `\w` in Python.
MARK = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0963\u0981-\u0983\u09bc-\u09cd"
    "\u0a01-\u0a03\u0a3c-\u0a51\u0abc-\u0acd\u0b3c-\u0b57\u0bbe-\u0bcd\u0c3e-\u0c56"
    "\u0cbc-\u0cd6\u0d3b-\u0d4d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200c\u200d"
)
LETTER = f"[^\\W\\d_{MARK}]"
INNER = rf"[\w{MARK}]"

# Spaces that nobody sees, and which `\s` does not know.
INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def any_case(word: str) -> str:
    """A pattern for a word in small letters, capitals or with a capital first.

    >>> any_case("can")
    '(?:[Cc]an|CAN)'
    """
    first = f"[{word[0].upper()}{word[0]}]"
    return f"(?:{first}{word[1:]}|{word.upper()})" if len(word) > 1 else first


# Two words written as one: the first is cut off where the second follows.
RUN_TOGETHER = {
    "can": "not", "gon": "na", "wan": "na", "got": "ta", "gim": "me", "lem": "me",
    "ca": "nt", "wo": "nt", "do": "nt", "does": "nt", "did": "nt", "is": "nt", "are": "nt",
    "was": "nt", "were": "nt", "has": "nt", "have": "nt", "had": "nt", "could": "nt",
    "would": "nt", "should": "nt", "ai": "nt",
}  # fmt: skip
# Hyphens stay after these: the list of affixes of the Linguistic Data Consortium's treebanks.
PREFIX = (
    "e|a|agro|ante|anti|arch|be|bi|bio|co|counter|cross|cyber|de|eco|ex|extra|infra|inter|intra|"
    "macro|mega|micro|mid|mini|multi|neo|non|over|pan|para|peri|post|pre|pro|pseudo|quasi|re|semi|"
    "sub|super|supra|sur|trans|tri|ultra|un|uni"
)
SUFFIX = "esque|ette|fest|fold|gate|itis|less|most|rama|wise"
ABBREVIATION = (
    "Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Rev|Hon|Gen|Col|Lt|Sgt|Capt|Maj|Gov|Sen|Rep|Reps|Pres|Inc|Corp|"
    "Ltd|Co|Ft|Mt|Blvd|Ave|Rd|Vol|Dept|Attn|Univ|Jan|Feb|Aug|Sept|Sep|Oct|Nov|Dec|Tues|Thurs|Thur|"
    "vs|etc|approx|dept|govt|eg|ie|cf|al|ca|viz|resp|incl|min|max|tel|ext|esp|yrs|hrs|mins|lbs|oz"
)
UNIT = (
    "[aApP]\\.?[mM]|[kKmMbBtT]|bn|mm|cm|km|kg|mg|ml|ft|lbs?|oz|[kKmMgG][bB]|[kMG]?Hz|hrs?|mins?|"
    "secs?|yrs?|mph|hh|MM"
)
DOMAIN = (
    "com|org|net|edu|gov|info|biz|mil|int|uk|ca|de|fr|eu|au|ru|cn|jp|br|io|tv|"
    "docx?|xlsx?|pptx?|pdf|html?|php|txt|jpe?g|png|gif|zip|exe|mp3|mp4|csv"
)
EMOJI = "[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
MODIFIER = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"

TOKEN = re.compile(
    "(?:"
    + "|".join(
        [
            # Two words in one, then what most words are.
            *(rf"{any_case(a)}(?={any_case(b)}\b)" for a, b in RUN_TOGETHER.items()),
            r"[A-Za-z]++(?=[\s,])",
            rf"[A-Za-z]+(?=[nN]{QUOTE}[tT]\b)",
            rf"[nN]{QUOTE}[tT]\b",
            rf"[,;\"()](?!{QUOTE})",
            # Addresses.
            r"(?:https?://|ftp://|mailto:|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]'’]",
            rf"\w[\w.+%-]{{0,63}}+@[\w-]{{1,63}}+(?:\.[\w-]{{1,63}}+){{0,8}}",
            rf"\w[\w-]{{0,63}}(?:\.[\w-]{{1,63}}+){{0,8}}\.(?:{DOMAIN})\b",
            # Abbreviations.
            r"(?:[A-Za-z]\.){2,}(?!\w)|(?:[A-Za-z]\.){1,8}[A-Za-z]\b(?!['’])",
            rf"(?:{ABBREVIATION})\.(?!\.)",
            r"[A-HJ-Z]\.(?=\s?[A-Z])|No\.(?=\s?\d)",
            # Words with hyphens and apostrophes.
            rf"(?:{PREFIX}|(?i:{PREFIX}))-{LETTER}{INNER}*+",
            rf"[A-Za-z]+-(?:{SUFFIX})\b",
            rf"{LETTER}{INNER}*+(?={QUOTE}(?:[sSmMdD]|ll|re|ve|LL|RE|VE)\b)",
            rf"(?<=\w){QUOTE}(?:[sSmMdD]|ll|re|ve|LL|RE|VE)\b",
            rf"{LETTER}{INNER}*+(?:['’]{LETTER}{INNER}*+)*+",
            # Numbers.
            r"\d{1,4}/\d{1,2}/\d{1,4}\b|\d{1,2}-\d{1,2}-\d{2,4}\b",
            r"(?:1-)?(?:\d{3}[-/.])?\d{3}[-.]\d{4}\b",
            r"(?:\d{1,3}(?:,\d{3})++(?!\d)|\d++)(?:[.:]\d++)*+"
            rf"(?:(?=(?:{UNIT})\b)|(?:st|nd|rd|th|['’]?s)\b|)",
            r"(?<![\w.])\.\d++|['’]\d\ds?\b",
            # Emoji, emoticons, tags.
            "[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3",
            f"{EMOJI}{MODIFIER}*+(?:\u200d{EMOJI}{MODIFIER}*+)*+",
            r"[:;=]['’]?-?[)(\]\[DPpOo/|\\3*]++(?![\w/])|<3+|\^_*\^|-_+-",
            r"[#@][A-Za-z]\w*+",
            # Runs of one sign, then anything at all.
            r"[.?!…]++|``",
            *(rf"{re.escape(sign)}{{2,}}+" for sign in "-=*~_+<>|$'’‘,^#/\\"),
            rf"{INNER}++",
            rf"\S[{MARK}]*+",
        ]
    )
    + r")\s*+"
)


def tokenise(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a text and the character at which each begins; all else is white space.

    >>> tokenise("I don't know.")
    (('I', 'do', "n't", 'know', '.'), (0, 2, 4, 8, 12))
    """
    if not text.isascii():
        text = INVISIBLE.sub(" ", text)
    before = len(text) - len(text.lstrip())
    pieces: list[str] = TOKEN.findall(text, before)
    starts = tuple(accumulate(map(len, pieces), initial=before))
    return tuple(map(str.rstrip, pieces)), starts[:-1]
