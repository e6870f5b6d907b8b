"""Patterns in plain words, for people who do not read the pattern language."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.rulebook.pattern import TOKEN, alternatives, has_tags, split_times

_NAMED = {
    "NP": "a noun phrase",
    "VP": "a verb phrase",
    "PAST": "a past form",
    "THIRD": "a verb with -s",
    "*": "any word",
    "SMALL": "a word without a capital",
    "START": "(at the beginning of the sentence)",
    "END": "(at the end of the sentence)",
    "STOP": "(at the end of the sentence or before a mark)",
    **{"VB": "a plain verb", "VBD": "a verb in the past", "VBG": "a verb in -ing"},
    **{"VBN": "a past participle", "VBP": "a verb in the present", "VBZ": "a verb with -s"},
    **{"VB*": "a verb", "NN": "a singular noun", "NNS": "a plural noun", "NN*": "a noun"},
    **{"NNP": "a name", "NNPS": "a plural name", "N*": "a noun", "MD": "a modal verb"},
    **{"JJ": "an adjective", "JJR": "a comparative", "JJS": "a superlative", "DT": "a determiner"},
    **{"J*": "an adjective", "JJ*": "an adjective", "RB": "an adverb", "RB*": "an adverb"},
    **{"RBR": "a comparative adverb", "RBS": "a superlative adverb", "IN": "a preposition"},
    **{"PRP": "a pronoun", "PRP$": "a possessive", "CD": "a number", "TO": "to", "CC": "and or or"},
    **{"W*": "a question word", "WP": "who or what", "WDT": "which or that", "WRB": "when or how"},
    **{"EX": "there", "POS": "'s", "PDT": "all or both", "RP": "a particle", "PRP*": "a pronoun"},
}
# Of more words, only the first ones are named.
_MOST_WORDS = 6
_SIGNS = (("!-", "not after"), ("!", "not before"))


def in_words(pattern: str) -> str:
    """What a pattern finds, in words; what the suggestion replaces stands in brackets.

    >>> in_words("<depend> (of|from) !course")
    'a form of "depend"; ["of" or "from"]; not before "course"'
    >>> in_words("@modal/MD not? (PAST/VB*)")
    'a word of @modal (as a modal verb); perhaps "not"; [a past form (as a verb)]'
    """
    text = "; ".join(_pieces(pattern))
    return text.replace("[; ", "[").replace("; ]", "]").replace("[]", "[gap]")


def _pieces(pattern: str) -> Iterator[str]:
    for token in TOKEN.findall(pattern):
        yield {"(": "[", ")": "]"}.get(token) or _element(token)


def _element(token: str) -> str:
    core, least, most = split_times(token)
    sign = next((text for mark, text in _SIGNS if core.startswith(mark) and core != mark), "")
    if sign:
        core = core.removeprefix("!").removeprefix("-")
    core, _, tags = core.rpartition("/") if has_tags(core) else (core, "", "")
    words = _joined([_alternative(*each) for each in alternatives(core)])
    if tags:
        words += f" (as {_joined([_NAMED.get(tag, tag) for tag in tags.split('|')])})"
    if sign:
        return f"{sign} {words}"
    if (least, most) == (0, 1):
        return f"perhaps {words}"
    if (least, most) != (1, 1):
        return f"{least} to {most} times {words}" if least < most else f"{most} times {words}"
    return words


def _alternative(text: str, has_forms: bool) -> str:
    if text.startswith("@"):
        return f"a form of a word of {text}" if has_forms else f"a word of {text}"
    if has_forms:
        return f'a form of "{text}"'
    if text.startswith("*") and len(text) > 1:
        return f"a word in -{text[1:]}"
    return _NAMED.get(text, text if text[:1].isupper() else f'"{text}"')


def _joined(several: list[str]) -> str:
    """The alternatives with *or* before the last.

    >>> _joined(["of", "from", "in"])
    'of, from or in'
    """
    if len(several) > _MOST_WORDS:
        several = [*several[:_MOST_WORDS], f"{len(several) - _MOST_WORDS} others"]
    return " or ".join(filter(None, (", ".join(several[:-1]), several[-1])))
