"""Words in the wrong place: *where is the station* becomes *where the station is*.

The detector knows two sorts of them: words that do not belong where they are, and two words in the
wrong order, of which it does not know that they may be parts of phrases.
"""

from __future__ import annotations

from solecism.sentence import Sentence

# Of the words that annotators of W&I train and the FCE moved, and that a noun phrase follows,
# these were moved just past it: 64 of 85 verbs, and 30 of 48 adverbs with no verb behind it.
SHARE_MOVED = 0.7
_VERBS, _ADVERBS = ("VB", "MD"), ("RB",)
_NOUN_PHRASE = "NP"
# Adverbs that go with the adverb after them: *speaks very well English*.
_DEGREES = frozenset("very so too quite really extremely".split())


def moved(sentence: Sentence, start: int, end: int) -> tuple[int, str] | None:
    """The end of the noun phrase after some words, and the text with the words behind it.

    None where nothing tells where the words belong. A sentence may begin with its verb.

    >>> from solecism.language.annotate import annotate_sentences
    >>> from solecism.language.text.split import sentences
    >>> [sentence] = annotate_sentences(sentences("I know where is the station.", "letter"))
    >>> moved(sentence, 3, 4)
    (6, 'the station is')
    """
    if not start or not sentence.tags or _is_clitic(sentence, start):
        return None
    phrase_end = _noun_phrase_end(sentence, end)
    if phrase_end is None:
        return None
    tag, following = sentence.tags[end - 1][:2], sentence.tags[phrase_end : phrase_end + 1]
    is_subject = any(each.startswith(_VERBS) for each in following)
    if tag not in _VERBS and (tag not in _ADVERBS or is_subject):
        return None
    return phrase_end, f"{_text(sentence, end, phrase_end)} {_text(sentence, start, end)}"


def _is_clitic(sentence: Sentence, place: int) -> bool:
    """Whether a word is written as a part of the word before it, as *n't* is."""
    before = place - 1
    return sentence.starts[before] + len(sentence.words[before]) == sentence.starts[place]


def _noun_phrase_end(sentence: Sentence, start: int) -> int | None:
    """Where the noun phrase ends that begins at a place; it goes on after a possessive *'s*.

    None if none begins there, or if it is not known what is possessed.
    """
    end = None
    for chunk in sentence.chunks:
        is_first = end is None and chunk.start == start
        is_owned = chunk.start == end and sentence.tags[chunk.start] == "POS"
        if chunk.label == _NOUN_PHRASE and (is_first or is_owned):
            end = chunk.end
    return None if end is None or sentence.tags[end - 1] == "POS" else end


def swapped(sentence: Sentence, start: int) -> tuple[int, int, str] | None:
    """Start, end and new order of the phrases that two words, to be swapped, belong to.

    None where they are no parts of longer phrases.

    >>> from solecism.language.annotate import annotate_sentences
    >>> from solecism.language.text.split import sentences
    >>> [sentence] = annotate_sentences(sentences("She speaks very well English.", "letter"))
    >>> swapped(sentence, 3)
    (2, 5, 'English very well')
    """
    tag = sentence.tags[start] if sentence.tags else ""
    has_degree = start > 1 and sentence.words[start - 1].lower() in _DEGREES
    first = start - 1 if has_degree and tag.startswith(_ADVERBS) else start
    # An adverb may belong inside the phrase: *whole my life*.
    if first == start and not tag.startswith(_VERBS):
        return None
    move = moved(sentence, first, start + 1)
    return None if move is None else (first, *move)


def _text(sentence: Sentence, start: int, end: int) -> str:
    """The words `start` to `end` as they are written."""
    last = sentence.starts[end - 1] + len(sentence.words[end - 1])
    return sentence.text[sentence.starts[start] : last]
