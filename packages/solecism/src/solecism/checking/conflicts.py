"""One finding per error: conflicts are resolved, and what cannot be followed is left out.

1. Words in the wrong place that stand side by side are one error. They are moved past the noun
   phrase after them, or have no suggestion; two words in the wrong order take the phrases with
   them that they are parts of. The detector knows these two sorts: words that do not belong where
   they are, and two words in the wrong order, of which it does not know that they may be parts of
   phrases. *Where is the station* becomes *where the station is*.
2. A suggestion that would leave a badly written sentence is left out (`grammatical_edit`). A
   finding whose suggestions are all of that sort is no finding. Another form of a word that is
   misspelt is not suggested either.
3. Two findings clash if they have a word in common, if both would insert at the same place, or if
   one would insert a word beside a word of the same sort that the other changes, or leave out the
   word before a verb that the other changes. A word to leave out and one to insert beside it are
   one word to replace. Two changes of verbs side by side are one change if they go together: *is
   living* becomes *has been living*, *have eaten* becomes *ate*. Of others the surer one stays; if
   both change the same words, it keeps the other's suggestions, too.
4. Two findings about number clash if what they suggest does not go together (*a dogs*, *these dog*,
   *the dogs is*): the surer one stays.
5. *Of* stays between a quantity and what has a determiner: *most the people* is not written.
6. If all first suggestions together would write a word twice, the less sure one goes.

Suggestions are in order of probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solecism import site as sites
from solecism.checking.suggested_edits import edit_of, grammatical_edit, repeats_word, tags_of
from solecism.detect.detector import (
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSING_WORD,
    MISSPELLING,
    UNNEEDED_ARTICLE,
    WORD_ORDER,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
    WRONG_WORD,
)
from solecism.language.lemmas import grammatical_number as number_of
from solecism.language.lemmas import inflect, lemma, verb_lemma
from solecism.language.tagger import is_known_word
from solecism.locate.noun_table import bundled_nouns
from solecism.locate.sites import DETERMINERS
from solecism.sentence import Sentence
from solecism.site import DETERMINER, NUMBER, Flag, Suggestion

# What a word that is left out and one that is inserted beside it are together.
_REPLACED = {
    EXTRANEOUS_PREPOSITION: WRONG_PREPOSITION,
    MISSING_PREPOSITION: WRONG_PREPOSITION,
    UNNEEDED_ARTICLE: WRONG_ARTICLE,
    MISSING_ARTICLE: WRONG_ARTICLE,
    EXTRA_WORD: WRONG_WORD,
    MISSING_WORD: WRONG_WORD,
}
# Kinds of sites that are one choice of the writer: whether to write *goes*, *is going* or *went*.
_VERBAL = frozenset(("agreement", "tense", "verb", "verb-form"))
# A determiner, its noun and the verb are at most this many words apart.
_REACH = 4
_AGREEMENT = "agreement"
# The forms of verbs that can follow an auxiliary.
_FORMS_AFTER = {
    **dict.fromkeys("have has had having 've".split(), ("VBN",)),
    **dict.fromkeys("be am is are was were been being 'm 're".split(), ("VBG", "VBN")),
    **dict.fromkeys(
        "to do does did can could may might must shall should will would 'll".split(), ("VB",)
    ),
}
_QUANTITIES = frozenset("most some many much few several any each none".split())
_PLURAL_VERBS = ("are", "were", "have", "do")


@dataclass(frozen=True, slots=True)
class _Error:
    """A flag that says error, and its words `start` to `end`; `site` is that of the first flag."""

    flag: Flag
    start: int
    end: int
    kind: str
    site: str

    @property
    def confidence(self) -> float:
        return self.flag.confidence or 0.0

    @property
    def first(self) -> Suggestion | None:
        return self.flag.suggestions[0] if self.flag.suggestions else None

    @property
    def is_gap(self) -> bool:
        return self.start == self.end

    @property
    def is_removal(self) -> bool:
        return not self.is_gap and self.first is not None and not self.first.text


def resolve_conflicts(sentence: Sentence, flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """The flags of a sentence; of errors that clash only one is still an error."""
    flags = tuple(flags)
    errors = [_error(flag) for flag in flags if flag.error]
    if not errors:
        return flags
    errors = _with_moves(sentence, errors)
    errors = [each for error in errors if (each := _followable(sentence, error))]
    errors = _without_place_clashes(sentence, errors)
    errors = _without_number_clashes(sentence, errors)
    errors = _without_quantity_clashes(sentence, errors)
    errors = _without_doubling(sentence, errors)
    kept = {error.site: error.flag for error in errors}
    return tuple(
        kept.get(flag.site, replace(flag, error=False, suggestions=())) if flag.error else flag
        for flag in flags
    )


def _error(flag: Flag) -> _Error:
    site = sites.parse(flag.site)
    return _Error(flag, site.start, site.end, site.kind, flag.site)


def _with_flag(error: _Error, flag: Flag) -> _Error:
    return replace(error, flag=flag)


def _with_moves(sentence: Sentence, errors: Sequence[_Error]) -> list[_Error]:
    """The errors; those of words in the wrong place side by side are one, with where they go."""
    result: list[_Error] = []
    for error in sorted(errors, key=lambda error: (error.start, error.end)):
        if result and _is_displaced(error) and _is_displaced(result[-1]):
            left = result[-1]
            if left.end == error.start:
                surer = max(left, error, key=lambda each: each.confidence)
                result[-1] = replace(surer, start=left.start, end=error.end)
                continue
        result.append(error)
    return [_with_move(sentence, each) for each in result]


def _is_displaced(error: _Error) -> bool:
    """Whether its words are in the wrong place, and nothing says where they belong."""
    return error.flag.kind == WORD_ORDER and (error.first is None or not error.first.text)


def _with_move(sentence: Sentence, error: _Error) -> _Error:
    """The error with the new order of whole phrases, if it is one of word order."""
    if _is_displaced(error):
        move = move_past_noun_phrase(sentence, error.start, error.end)
        confidence = 1.0 if error.flag.confidence is None else error.flag.confidence
        if move is None:
            return _placed(error, error.start, error.end)
        return _placed(error, error.start, move[0], Suggestion(move[1], SHARE_MOVED * confidence))
    is_pair = error.end - error.start == 2 and not error.flag.rule
    if error.flag.kind == WORD_ORDER and error.first and is_pair:
        swap = swap_phrases(sentence, error.start)
        if swap is not None:
            start, end, text = swap
            return _placed(error, start, end, Suggestion(text, error.first.p))
    return error


def _placed(error: _Error, start: int, end: int, *suggestions: Suggestion) -> _Error:
    site = sites.id_of(sites.sentence_of(error.site), start, end, error.kind)
    flag = replace(error.flag, site=site, suggestions=suggestions)
    return replace(error, start=start, end=end, flag=flag)


def _followable(sentence: Sentence, error: _Error) -> _Error | None:
    """The error with the suggestions that can be followed; None if it had others only."""
    given = error.flag.suggestions
    if not given:
        return error
    p_of: dict[str, float | None] = {}
    for suggestion in given:
        edit = grammatical_edit(sentence, edit_of(error.flag, sentence.words, suggestion))
        if edit is not None:
            text = suggestion.text if edit.after else ""
            p_of.setdefault(text, suggestion.p)
    if not p_of:
        return None
    p_of = {text: p for text, p in p_of.items() if not _is_inflected_slip(error, sentence, text)}
    return _with_flag(error, _suggesting(error.flag, p_of))


def _is_inflected_slip(error: _Error, sentence: Sentence, text: str) -> bool:
    """Whether a suggestion is another form of a misspelt word: *tryes* for *trye*."""
    if error.kind == MISSPELLING or error.end - error.start != 1:
        return False
    old, new = sentence.words[error.start].lower(), text.lower()
    return new.isalpha() and not is_known_word(new) and not is_known_word(old)


def _suggesting(flag: Flag, p_of: dict[str, float | None]) -> Flag:
    ordered = sorted(p_of.items(), key=lambda item: -(item[1] or 0.0))
    return replace(flag, suggestions=tuple(Suggestion(text, p) for text, p in ordered))


def _without_place_clashes(sentence: Sentence, errors: Sequence[_Error]) -> list[_Error]:
    result: list[_Error] = []
    for error in sorted(errors, key=lambda error: (error.start, error.end)):
        while result and _is_clash(result[-1], error):
            error = _one_of(sentence, result.pop(), error)
        result.append(error)
    return result


def _is_clash(left: _Error, right: _Error) -> bool:
    if right.start < left.end or (left.is_gap and right.is_gap and left.start == right.start):
        return True
    if right.start != left.end:
        return False
    if left.is_gap != right.is_gap:
        return _is_one_choice(left.kind, right.kind)
    # What is left out before a verb decides on its form: *am agree*, *suggested to going*.
    return left.is_removal and right.kind in _VERBAL and not right.is_removal


def _is_one_choice(first: str, second: str) -> bool:
    return first == second or {first, second} <= _VERBAL


def _one_of(sentence: Sentence, left: _Error, right: _Error) -> _Error:
    surer, other = sorted((left, right), key=lambda error: -error.confidence)
    if left.is_gap != right.is_gap:
        gap, word = (left, right) if left.is_gap else (right, left)
        if word.is_removal and gap.first is not None:
            return _replacing(word, gap)
    if left.end == right.start and _is_one_choice(left.kind, right.kind) and left.kind in _VERBAL:
        return _joined(sentence, left, right) or surer
    if (left.start, left.end) == (right.start, right.end):
        options = (*surer.flag.suggestions, *other.flag.suggestions)
        p_of: dict[str, float | None] = {}
        for option in options:
            p_of.setdefault(option.text, option.p)
        return _with_flag(surer, _suggesting(surer.flag, p_of))
    return surer


def _joined(sentence: Sentence, left: _Error, right: _Error) -> _Error | None:
    """Two changes of verbs side by side as one; None if that would leave a bad sentence.

    Both are made as often as the less probable one is; the more probable one alone makes up the
    rest, where the sentence can do without the other.
    """
    first, second = left.first, right.first
    if first is None or second is None or not _go_together(first.text, second.text):
        return None
    word = left if right.is_gap else right
    site = sites.id_of(sites.sentence_of(word.site), left.start, right.end, word.kind)
    surer = max(left, right, key=lambda error: error.confidence)
    flag = replace(surer.flag, site=site, kind=word.flag.kind)
    p_first, p_second = (1.0 if each.p is None else each.p for each in (first, second))
    p_of: dict[str, float | None] = {f"{first.text} {second.text}".strip(): min(p_first, p_second)}
    if left.is_removal:
        removed, verb = (" ".join(sentence.words[each.start : each.end]) for each in (left, right))
        # A rule that leaves a word out knows the verb.
        if left.flag.rule and p_first >= p_second:
            return left
        if p_second > p_first:
            p_of[f"{removed} {second.text}"] = p_second - p_first
        elif _is_plain(verb):
            p_of[verb] = p_first - p_second
    joined = _Error(_suggesting(flag, p_of), left.start, right.end, word.kind, word.site)
    return _followable(sentence, joined)


def _go_together(auxiliary: str, verb: str) -> bool:
    """Whether the second word has the form that the auxiliary before it wants, if there is one.

    >>> _go_together("has", "been"), _go_together("to", "walking"), _go_together("", "ate")
    (True, False, True)
    """
    tags = _FORMS_AFTER.get(auxiliary.lower(), ())
    return not auxiliary or any(verb in inflect(verb_lemma(verb), tag) for tag in tags)


def _is_plain(verb: str) -> bool:
    """Whether a verb can do without the word before it: *am agree*, but not *have eaten*."""
    return verb in inflect(verb_lemma(verb), "VB")


def _replacing(word: _Error, gap: _Error) -> _Error:
    """The error of a word that is to be replaced by what was to be inserted beside it."""
    kind = _REPLACED.get(word.flag.kind or "", word.flag.kind)
    confidence = max(word.confidence, gap.confidence)
    flag = replace(word.flag, kind=kind, confidence=confidence, suggestions=gap.flag.suggestions)
    return _with_flag(word, flag)


def _without_number_clashes(sentence: Sentence, errors: Sequence[_Error]) -> list[_Error]:
    result: list[_Error] = []
    for error in errors:
        if result and _is_number_clash(sentence, result[-1], error):
            error = max(result.pop(), error, key=lambda error: error.confidence)
        result.append(error)
    return result


def _is_number_clash(sentence: Sentence, left: _Error, right: _Error) -> bool:
    """Whether a noun would not go with the determiner before it or the verb behind it."""
    if right.start - left.end > _REACH:
        return False
    between = tags_of(sentence)[left.end : right.start]
    if any(tag.startswith("V") or tag in ("IN", ",", "CC") for tag in between):
        return False
    if left.first is None or right.first is None:
        return False
    kinds = (left.kind, right.kind)
    if kinds == (DETERMINER, NUMBER):
        noun, old_noun = right.first.text, sentence.words[right.start]
        return _determiner_number(left, noun) not in (None, _noun_number(old_noun, noun))
    if kinds == (NUMBER, _AGREEMENT):
        number = _noun_number(sentence.words[left.start], left.first.text)
        return _verb_number(right.first.text.lower()) != number
    return False


def _determiner_number(error: _Error, noun: str) -> str | None:
    """The number that a determiner needs, or a noun from which its article is taken away."""
    word = error.first.text.lower() if error.first else ""
    if not word:
        is_counted = not bundled_nouns().has_no_plural(noun.lower())
        return "plural" if error.flag.kind == UNNEEDED_ARTICLE and is_counted else None
    return "singular" if word in ("a", "an") else number_of(word, "DT")


def _noun_number(old: str, new: str) -> str:
    return "singular" if new.lower() == lemma(old.lower(), "NNS") else "plural"


def _verb_number(verb: str) -> str:
    return "plural" if verb in _PLURAL_VERBS or not verb.endswith("s") else "singular"


def _without_quantity_clashes(sentence: Sentence, errors: Sequence[_Error]) -> list[_Error]:
    removed = {error.start for error in errors if error.is_removal}
    return [
        error
        for error in errors
        if not (error.is_removal and _is_partitive(sentence, error)) or error.end in removed
    ]


def _is_partitive(sentence: Sentence, error: _Error) -> bool:
    """Whether the word of an error is the *of* of *most of the people*."""
    words = [word.lower() for word in sentence.words[max(0, error.start - 1) : error.end + 1]]
    if len(words) != 3 or words[1] != "of":
        return False
    return words[0] in _QUANTITIES and words[2] in DETERMINERS


def _without_doubling(sentence: Sentence, errors: Sequence[_Error]) -> list[_Error]:
    # By number, because a sentence may have thousands of errors.
    gone: set[int] = set()
    for numbers in pairwise(range(len(errors))):
        both = [
            edit_of(errors[number].flag, sentence.words, first)
            for number in numbers
            if number not in gone and (first := errors[number].first) is not None
        ]
        if len(both) == 2 and repeats_word(sentence, both):
            gone.add(min(numbers, key=lambda number: errors[number].confidence))
    return [error for number, error in enumerate(errors) if number not in gone]


# Of the words that annotators of W&I train and the FCE moved, and that a noun phrase follows,
# these were moved just past it: 64 of 85 verbs, and 30 of 48 adverbs with no verb behind it.
SHARE_MOVED = 0.7
_VERBS, _ADVERBS = ("VB", "MD"), ("RB",)
_NOUN_PHRASE = "NP"
# Adverbs that go with the adverb after them: *speaks very well English*.
_DEGREES = frozenset("very so too quite really extremely".split())


def move_past_noun_phrase(sentence: Sentence, start: int, end: int) -> tuple[int, str] | None:
    """The end of the noun phrase after some words, and the text with the words behind it.

    None where nothing tells where the words belong. A sentence may begin with its verb.

    >>> from solecism.language.annotate import annotate_sentences
    >>> from solecism.language.sentence_splitter import sentences
    >>> [sentence] = annotate_sentences(sentences("I know where is the station.", "letter"))
    >>> move_past_noun_phrase(sentence, 3, 4)
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
    return (
        phrase_end,
        f"{_phrase_text(sentence, end, phrase_end)} {_phrase_text(sentence, start, end)}",
    )


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


def swap_phrases(sentence: Sentence, start: int) -> tuple[int, int, str] | None:
    """Start, end and new order of the phrases that two words, to be swapped, belong to.

    None where they are no parts of longer phrases.

    >>> from solecism.language.annotate import annotate_sentences
    >>> from solecism.language.sentence_splitter import sentences
    >>> [sentence] = annotate_sentences(sentences("She speaks very well English.", "letter"))
    >>> swap_phrases(sentence, 3)
    (2, 5, 'English very well')
    """
    tag = sentence.tags[start] if sentence.tags else ""
    has_degree = start > 1 and sentence.words[start - 1].lower() in _DEGREES
    first = start - 1 if has_degree and tag.startswith(_ADVERBS) else start
    # An adverb may belong inside the phrase: *whole my life*.
    if first == start and not tag.startswith(_VERBS):
        return None
    move = move_past_noun_phrase(sentence, first, start + 1)
    return None if move is None else (first, *move)


def _phrase_text(sentence: Sentence, start: int, end: int) -> str:
    """The words `start` to `end` as they are written."""
    last = sentence.starts[end - 1] + len(sentence.words[end - 1])
    return sentence.text[sentence.starts[start] : last]
