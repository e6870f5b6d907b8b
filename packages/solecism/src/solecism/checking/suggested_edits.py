"""Suggestions as edits of words, each with all that follows from it, such as *a* or *an*.

A suggestion asks for an `Edit` of words. It is completed with the changes that it brings about in
itself and in the words beside it, so that the sentence stays well written: articles, *many* or
*much*, capitals, contractions. A checked sentence with its edits is annotated text, as the output
of other systems is.

Edits of words as changes of characters, so that everything else in the text stays as it is.

Texts are fixed with them: every first suggestion that is probable enough is applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solecism import site as sites
from solecism.edit import Annotation, Edit, in_order
from solecism.finding import CheckedSentence, Finding
from solecism.language.lemmas import indefinite_article, lemma, with_case_of
from solecism.language.tagger import normal_form, tag
from solecism.language.tokeniser import tokenise
from solecism.locate.noun_table import LEAST_SURE_TIMES, bundled_nouns
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, errant_type

ANNOTATOR = "0"
# A best suggestion that is less probable is shown, but not written for anybody. On learners' text
# kept for tuning, corrections have the best F0.5 from about here on, and few of those for an author
# are wrong (docs/notes/operating_points.md).
_LEAST_P_WRITTEN = 0.5
# Those of rules are written from here on: of ten in this text that are less probable than others
# have to be, annotators changed all, six of them to the same words.
_LEAST_P_WRITTEN_BY_RULE = 0.4
# Errors without a suggestion have this type of ERRANT's, and their words stay.
_UNKNOWN = "UNK"


def annotated(checked: CheckedSentence) -> Sentence:
    """The sentence with an edit per error, which writes the best suggestion, and what follows.

    The words of an error whose best suggestion is not probable enough stay as they are.
    """
    sentence = checked.sentence
    edits = completed_edits(sentence, first_edits(checked))
    unknown = [_unchanged(flag, sentence.words) for flag in checked.flags if _is_unmended(flag)]
    return replace(
        sentence, annotations=(Annotation(ANNOTATOR, tuple(in_order([*edits, *unknown]))),)
    )


def first_edits(checked: CheckedSentence) -> list[Edit]:
    """The edits that write the best suggestion of every error, where it is probable enough."""
    return [
        edit_of(flag, checked.sentence.words, suggestion)
        for flag in checked.flags
        if flag.error and (suggestion := suggestion_to_write(flag)) is not None
    ]


def suggestion_to_write(flag: Flag) -> Suggestion | None:
    """The best suggestion, if it is probable enough to be written without asking.

    >>> unsure = Flag("1:0-1:verb", "mine", True, suggestions=(Suggestion("make", 0.3),))
    >>> suggestion_to_write(unsure) is None
    True
    """
    least = _LEAST_P_WRITTEN_BY_RULE if flag.rule else _LEAST_P_WRITTEN
    for best in flag.suggestions[:1]:
        if best.p is None or best.p >= least:
            return best
    return None


def edit_of(flag: Flag, words: Sequence[str], suggestion: Suggestion) -> Edit:
    """The edit of words that a suggestion asks for, without what follows from it."""
    site = sites.parse(flag.site)
    before, after = tuple(words[site.start : site.end]), _words(suggestion.text)
    kind = errant_type(site.kind, is_gap=not before, is_removed=not after)
    return Edit(site.start, before, after, kind)


def _words(text: str) -> tuple[str, ...]:
    """The words of a suggestion; a contraction is two of them, as in sentences."""
    return tokenise(text)[0] if "'" in text else tuple(text.split())


def _is_unmended(flag: Flag) -> bool:
    return flag.error and suggestion_to_write(flag) is None


def _unchanged(flag: Flag, words: Sequence[str]) -> Edit:
    site = sites.parse(flag.site)
    before = tuple(words[site.start : site.end])
    return Edit(site.start, before, before, _UNKNOWN)


ORTHOGRAPHY = "R:ORTH"
NOT = "n't"
# What is written as a part of the word before it.
CLITICS = frozenset((NOT, "'s", "'re", "'ve", "'ll", "'d", "'m"))
_POSSESSIVE = "'s"
_POSSESSIVES = frozenset((_POSSESSIVE, "'"))
# The first half of a contraction with *n't*, by the word that it stands for.
_HALF_OF = {"can": "ca", "will": "wo", "shall": "sha"}
_WHOLE_OF = {half: whole for whole, half in _HALF_OF.items()}
_BEFORE_NOT = frozenset(
    "is are was were do does did has have had ca could wo would sha should must might need".split()
)
_AUXILIARIES = _BEFORE_NOT | frozenset(_HALF_OF) | frozenset(("am", "be", "been", "may"))
_ARTICLES = ("a", "an")
# What stands before a plural, and before the singular: *many pieces*, *much news*.
_BEFORE_SINGULAR = {"many": "much", "few": "little", "these": "this", "those": "that"}
_BEFORE_ANY_SINGULAR = ("these", "those")
# How many words on either side of a change can depend on it.
_REACH = 3
_NAME_TAGS = ("NNP", "NNPS")
_FULL_STOPS = (".", "!", "?")
_STOPS_ALONE = tuple((stop,) for stop in _FULL_STOPS)


@dataclass(slots=True)
class _Word:
    """A word after the changes; `source` is its place before them, and `edit` what wrote it.

    `is_beside` is true of the first word after a change.
    """

    text: str
    source: int | None
    edit: int | None
    is_beside: bool = False

    @property
    def is_new(self) -> bool:
        return self.edit is not None

    @property
    def is_letters(self) -> bool:
        return any(map(str.isalnum, self.text))


def completed_edits(sentence: Sentence, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits of a sentence, with all that follows from them.

    >>> from solecism.sentence import from_words
    >>> words = from_words("a.1", ["I", "ca", "n't", "see", "a", "animal"])
    >>> [edit.id for edit in completed_edits(words, [Edit(1, ("ca",), ("may",))])]
    ['1-2::may', '2-3:R:OTHER:not']
    """
    ordered = in_order(edits)
    words = _words_after(sentence.words, ordered)
    first = next((n for n, word in enumerate(sentence.words) if _has_letter(word)), 0)
    _keep_case(words, ordered)
    _join_contractions(words, sentence)
    _fit_quantities(words, sentence)
    _fit_articles(words, first)
    _begin_new_sentences(words)
    _go_on_with_sentences(words, ordered, sentence)
    if sentence.words and ordered and ordered[0].start <= _REACH:
        _keep_first_capital(words, sentence, first)
    return tuple(in_order(_edits(words, ordered, sentence.words)))


def grammatical_edit(sentence: Sentence, edit: Edit) -> Edit | None:
    """The edit if it leaves a well-written sentence; None if it does not.

    A word that would stand twice is left out instead: *a the* becomes *the*, not *the the*. A
    contraction is neither divided nor left without its first half, and a hyphenated word is not
    divided either. After *s*, *'s* is for names only: *James's*, but not *friends's*.
    """
    if edit.before == edit.after or not _fits_contraction(sentence, edit):
        return None
    if edit.after[:1] == (NOT,) and not _can_have_not(sentence, edit.start - 1):
        return None
    if not edit.before and _is_in_compound(sentence, edit.start):
        return None
    if edit.after[:1] == (_POSSESSIVE,) and _ends_in_s(sentence, edit.start - 1):
        return None
    if not repeats_word(sentence, [edit]):
        return edit
    shorter = replace(edit, after=())
    return shorter if edit.before and not repeats_word(sentence, [shorter]) else None


def _ends_in_s(sentence: Sentence, place: int) -> bool:
    """Whether a word that is not a singular name ends in *s*."""
    is_name = place >= 0 and tags_of(sentence)[place] == "NNP"
    return _normal(sentence.words, place).endswith("s") and not is_name


def repeats_word(sentence: Sentence, edits: Iterable[Edit]) -> bool:
    """Whether the edits together put the same word twice, side by side.

    >>> from solecism.sentence import from_words
    >>> repeats_word(from_words("a.1", ["wait", "for", "it"]), [Edit(1, (), ("for",))])
    True
    """
    return any(
        _is_pair_new(left, right) and left.is_letters and left.text.lower() == right.text.lower()
        for left, right in pairwise(_words_after(sentence.words, in_order(edits)))
    )


def tags_of(sentence: Sentence) -> Sequence[str]:
    """The tags of a sentence, which is tagged here if it has none."""
    return sentence.tags or (next(tag([sentence])).tags if sentence.words else ())


def _is_pair_new(left: _Word, right: _Word) -> bool:
    return left.is_new or right.is_new or right.is_beside


def _normal(words: Sequence[str], place: int) -> str:
    return normal_form(words[place]) if 0 <= place < len(words) else ""


def _is_in_compound(sentence: Sentence, place: int) -> bool:
    """Whether a gap is inside a word, as beside the hyphen of *well-known*."""
    if not 0 < place < len(sentence.words):
        return False
    is_joined = (
        sentence.starts[place - 1] + len(sentence.words[place - 1]) == sentence.starts[place]
    )
    before, after = sentence.words[place - 1], sentence.words[place]
    is_hyphen = "-" in (before, after)
    return is_joined and (is_hyphen or (before[-1:].isalnum() and after[:1].isalnum()))


def _fits_contraction(sentence: Sentence, edit: Edit) -> bool:
    """Whether the new words can have the contraction that follows them, if one does."""
    clitic = _normal(sentence.words, edit.end)
    if clitic not in CLITICS:
        return True
    if not edit.before or not edit.after:
        return False
    last = edit.after[-1].lower()
    if clitic == NOT:
        return _HALF_OF.get(last, last) != edit.before[-1].lower()
    if last in _AUXILIARIES:
        return False
    is_verb = tags_of(sentence)[edit.end] != "POS"
    # *The boat's new* with *boats*: the verb would have to change, too.
    return not (is_verb and clitic == "'s" and last == f"{edit.before[-1].lower()}s")


def _can_have_not(sentence: Sentence, place: int) -> bool:
    """Whether *n't* can be written behind the word at a place."""
    word = _normal(sentence.words, place)
    return _HALF_OF.get(word, word) in _BEFORE_NOT


def _words_after(words: Sequence[str], edits: Sequence[Edit]) -> list[_Word]:
    """The words after the edits, from a little before the first one to a little after the last.

    The others do not matter, and a sentence may be as long as a book.
    """
    if not edits:
        return []
    result: list[_Word] = []
    done = max(0, edits[0].start - _REACH)
    end = min(len(words), edits[-1].end + _REACH)
    for number, edit in enumerate(edits):
        result += _kept(words, done, edit.start, is_beside=number > 0)
        is_same = len(edit.before) == len(edit.after)
        result += [
            _Word(text, edit.start + offset if is_same else None, number)
            for offset, text in enumerate(edit.after)
        ]
        done = edit.end
    return result + _kept(words, done, end, is_beside=True)


def _kept(words: Sequence[str], start: int, end: int, *, is_beside: bool) -> list[_Word]:
    """The words from one change to the next; `is_beside` tells whether there is a first one."""
    return [
        _Word(words[place], place, None, is_beside=is_beside and place == start)
        for place in range(start, end)
    ]


def _keep_case(words: Iterable[_Word], edits: Sequence[Edit]) -> None:
    """Give the first word of every replacement the capitals of the first word replaced."""
    seen: set[int] = set()
    for word in words:
        if word.edit is None or word.edit in seen:
            continue
        seen.add(word.edit)
        before = edits[word.edit].before
        if before and before[0].lower() != word.text.lower():
            word.text = with_case_of(before[0], word.text)


def _join_contractions(words: Sequence[_Word], sentence: Sentence) -> None:
    for word, following in pairwise(words):
        if not _is_pair_new(word, following):
            continue
        normal, clitic = normal_form(word.text), normal_form(following.text)
        if clitic == NOT:
            half = _HALF_OF.get(normal, normal)
            if half in _BEFORE_NOT:
                word.text = with_case_of(word.text, half)
            else:
                following.text = "not"
        elif normal in _WHOLE_OF:
            word.text = with_case_of(word.text, _WHOLE_OF[normal])
        elif clitic in _POSSESSIVES and _is_possessive(following, sentence):
            following.text = "'" if _has_apostrophe_only(word, sentence) else "'s"


def _is_possessive(word: _Word, sentence: Sentence) -> bool:
    if word.source is None:
        return False
    is_quote = normal_form(word.text) == "'" and "'" in map(
        normal_form, sentence.words[: word.source]
    )
    return not is_quote and tags_of(sentence)[word.source] in ("POS", "''")


def _has_apostrophe_only(word: _Word, sentence: Sentence) -> bool:
    """Whether the possessive is written without an *s*, as of a plural, or as its writer did."""
    if word.source is None:
        return False
    old, new = sentence.words[word.source].lower(), word.text.lower()
    was_so = [*map(normal_form, sentence.words[word.source + 1 : word.source + 2])] == ["'"]
    if old == new:
        return was_so
    return new.endswith("s") and (was_so or not old.endswith("s"))


def _fit_articles(words: Sequence[_Word], first: int) -> None:
    for word, following in pairwise(word for word in words if word.is_letters):
        is_letter_a = word.text == "A" and word.source != first
        if word.text.lower() in _ARTICLES and _is_pair_new(word, following) and not is_letter_a:
            word.text = with_case_of(word.text, indefinite_article(following.text))


def _fit_quantities(words: Sequence[_Word], sentence: Sentence) -> None:
    """Write *much information* where *informations* had *many* before it."""
    for number, noun in enumerate(words):
        if not number or not noun.is_new or noun.source is None:
            continue
        old, new = sentence.words[noun.source].lower(), noun.text.lower()
        if old == new or lemma(old, "NNS") != new:
            continue
        place = number - 1
        while place > 0 and _is_adjective(sentence, words[place]):
            place -= 1
        word = words[place]
        quantity = word.text.lower()
        if word.is_new or quantity not in _BEFORE_SINGULAR:
            continue
        if quantity in _BEFORE_ANY_SINGULAR or bundled_nouns().has_no_plural(new):
            word.text = with_case_of(word.text, _BEFORE_SINGULAR[quantity])


def _is_adjective(sentence: Sentence, word: _Word) -> bool:
    if word.source is None or word.text.lower() in _BEFORE_SINGULAR:
        return False
    return tags_of(sentence)[word.source] == "JJ"


def _begin_new_sentences(words: Iterable[_Word]) -> None:
    """Give the word after a new full stop a capital."""
    for word, following in pairwise(words):
        if word.is_new and word.text in _FULL_STOPS:
            following.text = following.text[:1].upper() + following.text[1:]


def _go_on_with_sentences(
    words: Iterable[_Word], edits: Iterable[Edit], sentence: Sentence
) -> None:
    """Take the capital from the word after a full stop that is none any more, but not a name's."""
    begun = {
        edit.end
        for edit in edits
        if edit.before[-1:] in _STOPS_ALONE and edit.after[-1:] not in _STOPS_ALONE
    }
    for word in words:
        if word.source in begun and not word.is_new and not _is_name(sentence, word.source):
            word.text = word.text[:1].lower() + word.text[1:]


def _keep_first_capital(words: Sequence[_Word], sentence: Sentence, first: int) -> None:
    """Give the word that is now the first one the capital of the one that was, at `first`."""
    new = next((word for word in words if _has_letter(word.text)), None)
    if new is None or not sentence.words[first][:1].isupper():
        return
    if new.source == first and not new.is_new:
        return
    new.text = new.text[:1].upper() + new.text[1:]
    for word in words:
        if word.source == first and not word.is_new and not _is_name(sentence, first):
            word.text = word.text[:1].lower() + word.text[1:]


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _is_name(sentence: Sentence, place: int) -> bool:
    """Whether a word has a capital anywhere in a sentence: a name, *I*, *English*, an acronym."""
    word, its_tag = sentence.words[place], tags_of(sentence)[place]
    if len(word) > 1 and not word[1:].islower():
        return True
    is_capital = lemma(word, its_tag)[:1].isupper()
    return is_capital and not (its_tag in _NAME_TAGS and _is_common_noun(word.lower()))


def _is_common_noun(word: str) -> bool:
    """Whether native text often has the word as a noun: taggers take capitals for names."""
    nouns = bundled_nouns()
    row = nouns.row(lemma(word, "NNS"))
    return row is not None and bool(nouns.counts[row].sum() >= LEAST_SURE_TIMES)


def _edits(
    words: Sequence[_Word], edits: Sequence[Edit], old_words: Sequence[str]
) -> Iterator[Edit]:
    after: dict[int, list[str]] = {}
    for word in words:
        if word.edit is not None:
            after.setdefault(word.edit, []).append(word.text)
        elif word.source is not None and word.text != (old := old_words[word.source]):
            yield Edit(word.source, (old,), (word.text,), _kind(old, word.text))
    for number, edit in enumerate(edits):
        yield replace(edit, after=tuple(after.get(number, ())))


def _kind(old: str, new: str) -> str:
    """The ERRANT type of a change that follows from another one."""
    if old.lower() == new.lower():
        return ORTHOGRAPHY
    is_determiner = new.lower() in (*_ARTICLES, *_BEFORE_SINGULAR.values())
    return "R:DET" if is_determiner else "R:OTHER"


_NO_SPACE_BEFORE = frozenset(",.;:!?%)]}…") | CLITICS | {"'"}
_OPENING = frozenset("([{\"'“‘«-/")


@dataclass(frozen=True, slots=True)
class TextChange:
    """Characters `start` to `end` of a sentence's text, and the text to put there."""

    start: int
    end: int
    text: str


def apply_changes(text: str, changes: Iterable[TextChange]) -> str:
    """The text after changes, which are given from left to right and do not overlap.

    >>> apply_changes("I depend of you.", [TextChange(9, 11, "on")])
    'I depend on you.'
    """
    pieces: list[str] = []
    done = 0
    for change in changes:
        pieces += (text[done : change.start], change.text)
        done = change.end
    return "".join((*pieces, text[done:]))


def text_changes(sentence: Sentence, edits: Iterable[Edit]) -> list[TextChange]:
    """The changes of characters for some edits of words and all that follows from them.

    Spaces come and go with words; line ends, markup and all other characters stay.
    """
    result: list[TextChange] = []
    whole = _joined_deletions(completed_edits(sentence, edits))
    new_at = {edit.start: edit.after for edit in whole if edit.before}
    for edit in whole:
        is_cannot = edit.after == ("not",) and new_at.get(edit.start - 1) == ("can",)
        change = _change(sentence, edit, is_cannot=is_cannot)
        done = result[-1].end if result else 0
        if change.start < done:
            change = TextChange(done, max(done, change.end), change.text)
        if result and change.start == done and result[-1].text.endswith(" "):
            change = TextChange(done, change.end, change.text.removeprefix(" "))
        result.append(change)
    return result


def change_of(finding: Finding, suggestion: Suggestion) -> TextChange:
    """The one change, of as few characters as possible, that follows a suggestion.

    >>> from solecism.finding import CheckedSentence, Place
    >>> from solecism.site import Flag
    >>> from solecism.sentence import from_words
    >>> flag = Flag("a.1:2-3:number", "me", True)
    >>> sentence = from_words("a.1", ["It", "is", "book"])
    >>> [finding] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    >>> change_of(finding, Suggestion("books"))
    TextChange(start=6, end=10, text='books')
    """
    sentence = finding.sentence
    edit = edit_of(finding.flag, sentence.words, suggestion)
    parts = text_changes(sentence, [edit])
    start, end = parts[0].start, parts[-1].end
    shifted = [TextChange(each.start - start, each.end - start, each.text) for each in parts]
    return TextChange(start, end, apply_changes(sentence.text[start:end], shifted))


def new_words(finding: Finding, suggestion: Suggestion) -> str:
    """The words to write by a suggestion, with words beside them that change as well, for people.

    They are empty if words are to be left out, whatever follows from that.
    """
    sentence = finding.sentence
    own, *others = sorted(
        completed_edits(sentence, [edit_of(finding.flag, sentence.words, suggestion)]),
        key=lambda edit: edit.start != sites.parse(finding.flag.site).start,
    )
    if own.after and any(each.kind != ORTHOGRAPHY for each in others):
        return change_of(finding, suggestion).text.strip()
    return text_of(own.after)


def _joined_deletions(edits: Sequence[Edit]) -> list[Edit]:
    """The edits, with deletions of neighbouring words joined, which share the spaces between."""
    result: list[Edit] = []
    for edit in in_order(edits):
        last = result[-1] if result else None
        if last and last.end == edit.start and edit.before and not (last.after or edit.after):
            result[-1] = Edit(last.start, last.before + edit.before, ())
        else:
            result.append(edit)
    return result


def _change(sentence: Sentence, edit: Edit, *, is_cannot: bool) -> TextChange:
    """The change of characters for an edit; *can't* becomes *cannot*, in one word."""
    if not edit.before:
        return _insertion(sentence, edit)
    start = sentence.starts[edit.start]
    end = sentence.starts[edit.end - 1] + len(edit.before[-1])
    if not edit.after:
        return _deletion(sentence.text, start, end)
    return _replacement(sentence, edit, start, end, is_joined=is_cannot)


def _insertion(sentence: Sentence, edit: Edit) -> TextChange:
    text, words = sentence.text, text_of(edit.after)
    previous = _end_of_word(sentence, edit.start - 1)
    if _needs_no_space(edit.after[0]):
        return TextChange(previous, previous, words)
    if edit.start == len(sentence.words):
        return TextChange(previous, previous, f" {words}" if previous else words)
    place = sentence.starts[edit.start]
    is_joined = place == previous > 0 and text[previous - 1] not in _OPENING
    return (
        TextChange(previous, previous, f" {words}")
        if is_joined
        else TextChange(place, place, f"{words} ")
    )


def _deletion(text: str, start: int, end: int) -> TextChange:
    """Delete the space behind as well, or that before the words at the end of a line or phrase."""
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if behind in (" ", "\t") and (not before or before.isspace() or before in _OPENING):
        end += 1
    elif before in (" ", "\t") and (not behind or behind.isspace() or not behind.isalnum()):
        start -= 1
    return TextChange(start, end, "")


def _replacement(
    sentence: Sentence, edit: Edit, start: int, end: int, *, is_joined: bool
) -> TextChange:
    text, words = sentence.text, text_of(edit.after)
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if _needs_no_space(edit.after[0]) and before == " ":
        start -= 1
    elif before.isalnum() and words[0].isalnum() and not is_joined:
        words = f" {words}"
    follows_clitic = normal_form(_word(sentence, edit.end)) in CLITICS
    if behind.isalnum() and words[-1].isalnum() and not follows_clitic:
        words = f"{words} "
    return TextChange(start, end, words)


def _needs_no_space(word: str) -> bool:
    return normal_form(word) in _NO_SPACE_BEFORE


def text_of(words: Sequence[str]) -> str:
    """The words with a space between two of them, but before signs and contractions."""
    return "".join(
        word if not number or _needs_no_space(word) else f" {word}"
        for number, word in enumerate(words)
    )


def _word(sentence: Sentence, place: int) -> str:
    return sentence.words[place] if 0 <= place < len(sentence.words) else ""


def _end_of_word(sentence: Sentence, place: int) -> int:
    return sentence.starts[place] + len(sentence.words[place]) if place >= 0 else 0


def fixed_text(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """The text of checked sentences, piece by piece, with all first suggestions applied.

    Findings without a suggestion, and all characters outside the changed words, stay as they are.
    """
    for each in checked:
        sentence = each.sentence
        yield (
            apply_changes(sentence.text, text_changes(sentence, first_edits(each))) + sentence.after
        )
