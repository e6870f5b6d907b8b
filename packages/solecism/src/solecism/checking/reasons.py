"""Why something is an error: one short sentence per kind and cause, in a learner's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solecism import site as sites
from solecism.detect.detector import (
    CAPITALS,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSPELLING,
    NOUN_NUMBER,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
    WRONG_VERB,
)
from solecism.detect.light.preposition_usage import (
    COMPLEMENT,
    NONE,
    OBJECT,
    Governor,
    Usage,
    bundled_usage,
    governor_context,
)
from solecism.finding import Finding
from solecism.language.annotate import annotate_sentences
from solecism.language.lemmas import PLURAL_SUBJECTS, SINGULAR_SUBJECTS, inflect, lemma, verb_lemma
from solecism.language.lemmas import grammatical_number as number_of
from solecism.language.speller import bundled_speller, right_forms
from solecism.locate.noun_table import bundled_nouns, noun_usage
from solecism.sentence import Chunk, Sentence

# Longer strings are not words, and would fill the screen.
_MOST_LETTERS = 40


@dataclass(frozen=True, slots=True)
class WordContext:
    """Words `start` to `end` of an annotated sentence, and the words to write there.

    `new` is None if there is no suggestion, and empty if the words are to be left out.
    """

    sentence: Sentence
    start: int
    end: int
    old: str
    new: str | None

    @property
    def is_gap(self) -> bool:
        """Whether a word is missing."""
        return self.start == self.end

    def word(self, place: int) -> str:
        """The word at a place of the sentence, empty if there is none."""
        return self.sentence.words[place] if 0 <= place < len(self.sentence.words) else ""

    def tag(self, place: int) -> str:
        """The tag of that word."""
        return self.sentence.tags[place] if 0 <= place < len(self.sentence.words) else ""

    @property
    def before(self) -> str:
        """The word before."""
        return self.word(self.start - 1)

    @property
    def behind(self) -> str:
        """The word after."""
        return self.word(self.end)

    def phrase(self, label: str, place: int) -> Chunk | None:
        """The phrase that a place is in."""
        return next(
            (
                chunk
                for chunk in self.sentence.chunks
                if chunk.label == label and chunk.start <= place < chunk.end
            ),
            None,
        )


def word_context(finding: Finding) -> WordContext:
    """What is around a finding; its sentence is annotated if it is not yet."""
    site = sites.parse(finding.flag.site)
    sentence = finding.sentence
    if not sentence.tags:
        [sentence] = annotate_sentences([sentence])
    options = finding.flag.suggestions
    new = options[0].text if options else None
    return WordContext(sentence, site.start, site.end, finding.text, new)


def quoted(text: str) -> str:
    """The text in quotation marks, cut if it is very long."""
    return f'"{shortened(text)}"'


def shortened(text: str, most: int = _MOST_LETTERS) -> str:
    """The text, or its beginning if it is longer than `most`.

    >>> shortened("antidisestablishmentarianism", 8)
    'antidis…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


_INDEFINITE = ("a", "an")
_PLURAL_TAGS = ("NNS", "NNPS")
_COUNTED = frozenset(("many", "few", "fewer", "several"))
_MASS = frozenset(("much", "little", "less"))
_ONE_OF_A_KIND = frozenset(("same", "only", "first", "last", "next", "second", "third", "most"))
_TIMES = frozenset("yesterday today tomorrow tonight".split())
_MOST_WORDS_BETWEEN = 3


def missing_article_reason(around: WordContext) -> str:
    """The rule behind a missing article, where there is one."""
    noun = _noun(around)
    if noun is None:
        return f"an article is usual before {quoted(around.behind)}" if around.behind else _MISSING
    place, text = noun
    first = next((n for n in range(around.end, place) if _is_unique(around, n)), None)
    if around.new == "the" and first is not None:
        return f'"the" comes before {quoted(around.word(first))}'
    if around.new == "the" and around.word(place + 1).lower() == "of":
        return f'what comes after "of" says which {quoted(text)} it is, so it has "the"'
    if around.new in _INDEFINITE and around.tag(place) == "NN" and _can_be_counted(text):
        return f"{quoted(text)} can be counted, and one of them needs {quoted(_indefinite(around))}"
    return f"an article is usual before {quoted(text)} here"


_MISSING = "an article seems to be missing"


def unneeded_article_reason(around: WordContext) -> str:
    """The rule behind an article that is not needed, where there is one."""
    noun = _noun(around)
    if noun is None:
        return f"{quoted(around.old)} is usually left out here"
    place, text = noun
    has_a = around.old.lower() in _INDEFINITE
    if has_a and around.tag(place) in _PLURAL_TAGS:
        return f"{quoted(around.old)} means one, and {quoted(text)} is plural"
    if has_a and bundled_nouns().has_no_plural(text.lower()):
        return f"{quoted(text)} cannot be counted, so it has no {quoted(around.old.lower())}"
    if around.tag(place) == "NNP":
        return f"{quoted(text)} is a name, and most names have no article"
    is_general = around.tag(place) == "NNS" or bundled_nouns().has_no_plural(text.lower())
    if around.old.lower() == "the" and is_general:
        return f'{quoted(text)} has no "the" where it is meant in general'
    return f"{quoted(text)} usually has no {quoted(around.old.lower())} here"


def wrong_article_reason(around: WordContext) -> str:
    """The rule behind another article or determiner, where there is one."""
    new, old = (around.new or "").lower(), around.old.lower()
    if new in _INDEFINITE and old in _INDEFINITE and around.behind:
        sound = "vowel" if new == "an" else "consonant"
        return f"{quoted(new)} comes before a {sound} sound: {quoted(f'{new} {around.behind}')}"
    noun = _noun(around)
    text = noun[1] if noun else around.behind
    if not new:
        return f"{quoted(around.old)} is unusual{_before(text)}"
    if new in _COUNTED:
        return f"{quoted(new)} goes with what can be counted"
    if new in _MASS:
        return f"{quoted(new)} goes with what cannot be counted"
    number = number_of(new, "DT")
    if number and number != number_of(old, "DT") and new not in _INDEFINITE:
        return f"{quoted(new)} goes with the {number}{_before(text)}"
    return f"{quoted(new)} is more usual than {quoted(old)}{_before(text)} here"


def noun_number_reason(around: WordContext) -> str:
    """Singular or plural: what says which."""
    singular = lemma(around.old, "NNS").lower()
    is_to_be_singular = (around.new or "").lower() == singular
    if is_to_be_singular and bundled_nouns().has_no_plural(singular):
        return f"{quoted(singular)} has no plural"
    number = "singular" if is_to_be_singular else "plural"
    if word := _number_word(around, number):
        return f"after {quoted(word)} comes the {number}"
    if around.new is None:
        return f"{quoted(around.old)} may have to be singular or plural"
    many = "one" if is_to_be_singular else "more than one"
    return f"{many} seems to be meant, so the {number} is needed"


def _number_word(around: WordContext, number: str) -> str:
    """The word before a noun that asks for this number; empty if there is none."""
    phrase = around.phrase("NP", around.start)
    begin = phrase.start if phrase else max(0, around.start - _MOST_WORDS_BETWEEN)
    first = (around.word(begin - 2) + " " + around.word(begin - 1)).lower()
    if number == "plural" and first == "one of":
        return first
    for place in range(begin, around.start):
        word = around.word(place).lower()
        asked = "singular" if word in ("a", "an") else number_of(word, around.tag(place))
        if asked == number:
            return around.word(place)
    return ""


def _noun(around: WordContext) -> tuple[int, str] | None:
    """The place and the text of the noun that an article belongs to."""
    phrase = around.phrase("NP", around.end) or around.phrase("NP", around.start)
    if phrase is None:
        return None
    head = phrase.head
    # A word of time may stand directly after the noun: *to the beach tomorrow*.
    while head > around.end and around.word(head).lower() in _TIMES:
        head -= 1
    return (head, around.word(head)) if around.tag(head).startswith("NN") else None


def _is_unique(around: WordContext, place: int) -> bool:
    return around.tag(place) == "JJS" or around.word(place).lower() in _ONE_OF_A_KIND


def _can_be_counted(noun: str) -> bool:
    return noun_usage(bundled_nouns(), noun.lower()).countability == "count"


def _indefinite(around: WordContext) -> str:
    return around.new or "a"


def _before(text: str) -> str:
    return f" before {quoted(text)}" if text else ""


_BE = frozenset("be am is are was were been being 'm 're".split())
_HAVE = frozenset("have has had having 've".split())
_HELPERS = frozenset("do does did n't not".split())
_PAST_TIMES = frozenset(("yesterday", "ago", "last"))
_WITH_ING = frozenset(
    "enjoy avoid finish keep mind suggest practise practice consider miss dislike imagine".split()
)
_SUBJECT_NUMBER = {
    **dict.fromkeys(SINGULAR_SUBJECTS, "singular"),
    **dict.fromkeys((*PLURAL_SUBJECTS, "i"), "plural"),
}


def agreement_reason(around: WordContext) -> str:
    """The subject that needs another form of the verb."""
    if around.new is None:
        return f"{quoted(around.old)} does not seem to fit its subject"
    subject = _subject(around)
    number = "singular" if _is_singular(around) else "plural"
    if subject is None:
        return f"{quoted(around.new)} seems to fit the subject, {quoted(around.old)} does not"
    text, its_number = subject
    if text.lower() == "there":
        return f'after "there", the verb fits what follows: {quoted(f"there {around.new}")}'
    if text.lower() in _SUBJECT_NUMBER:
        return f"{quoted(text)} needs {quoted(around.new)}"
    if its_number == number:
        return f"{quoted(text)} is {number}, so it needs {quoted(around.new)}"
    return f"{quoted(around.new)} seems to fit the subject, {quoted(around.old)} does not"


def verb_form_reason(around: WordContext) -> str:
    """The word before that asks for another form of the verb."""
    if around.new is None:
        return f"{quoted(around.old)} seems to be the wrong form here"
    base = verb_lemma(around.old.lower())
    new = around.new.lower()
    asking = _word_that_asks(around)
    form = _form(base, new)
    if asking and form == _ASKED[asking[1]]:
        return f"after {quoted(asking[0])} comes the {_SHOWN[form]}: {quoted(around.new)}"
    if form == "VBD" and (time := _past_time(around)):
        return f"{quoted(time)} says that it is over: {quoted(around.new)}"
    return f"{quoted(around.new)} is the usual form here"


def wrong_verb_reason(around: WordContext) -> str:
    """The same where the verb stays and only its form changes; else what is more usual."""
    if around.new and verb_lemma(around.new.lower()) == verb_lemma(around.old.lower()):
        return verb_form_reason(around)
    return general_reason(around)


_ASKED = {"plain": "VB", "ing": "VBG", "third": "VBN"}
_SHOWN = {"VB": "plain form", "VBG": '"-ing" form', "VBN": "third form"}


def _word_that_asks(around: WordContext) -> tuple[str, str] | None:
    """The word before a verb, and which form comes after it."""
    place = around.start - 1
    # Adverbs may come between: *can easily find*.
    while around.tag(place) == "RB" and around.word(place).lower() not in _HELPERS:
        place -= 1
    word, tag = around.word(place), around.tag(place)
    normal = word.lower().replace("’", "'")
    if tag in ("TO", "MD") or normal in _HELPERS:
        return word, "plain"
    if normal in _HAVE:
        return word, "third"
    if tag == "IN" or verb_lemma(normal) in _WITH_ING:
        return word, "ing"
    if normal in _BE and (around.new or "").endswith("ing"):
        return word, "ing"
    return None


def _form(base: str, new: str) -> str:
    if new == base:
        return "VB"
    return next((tag for tag in ("VBG", "VBN", "VBD", "VBZ") if new in inflect(base, tag)), "")


def _past_time(around: WordContext) -> str:
    return next((word for word in around.sentence.words if word.lower() in _PAST_TIMES), "")


def _subject(around: WordContext) -> tuple[str, str | None] | None:
    """The noun or pronoun right before the verb phrase, and its number."""
    verb = around.phrase("VP", around.start)
    begin = verb.start if verb else around.start
    if around.word(begin - 1).lower() == "there":
        return around.word(begin - 1), None
    subject = around.phrase("NP", begin - 1)
    if subject is None:
        return None
    if around.word(subject.start - 1).lower() in ("of", "and", "in", "or"):
        return None
    return around.word(subject.head), number_of(around.word(subject.head), around.tag(subject.head))


def _is_singular(around: WordContext) -> bool:
    new = (around.new or "").lower()
    return new not in ("are", "were", "have", "do") and new.endswith("s")


# These verbs go with everything.
_SAYING_NOTHING = frozenset(("be", "have", "do"))
# A word goes with a preposition if it has this share of its uses, and many times that of the other.
_LEAST_SHARE, _USUAL_SHARE, _LEAST_RATIO = 0.25, 0.5, 3.0


def preposition_reason(around: WordContext) -> str:
    """The word that asks for the preposition to write, with examples, if it is known."""
    if around.new is None:
        return general_reason(around)
    old, new = around.old.lower() or NONE, around.new.lower() or NONE
    if found := _governor(around, old, new):
        return _governed(*found, new)
    if new == NONE:
        return f"{quoted(around.old)} is usually left out here"
    if old == NONE:
        return f"{quoted(around.new)} is usual before {quoted(around.behind)} here"
    return f"{quoted(new)} is more usual here than {quoted(old)}"


def _governor(around: WordContext, old: str, new: str) -> tuple[Governor, Usage] | None:
    """The word that has the new preposition much more often than the old one."""
    table = bundled_usage()
    candidates: list[tuple[float, Governor, Usage]] = []
    for governor in governor_context(around.sentence, around.start, around.end).governors:
        usages = table.get(governor, {})
        usage, other = usages.get(new), usages.get(old)
        other_share = other.share if other else 0.0
        if governor.text in _SAYING_NOTHING or usage is None:
            continue
        if usage.share >= max(_LEAST_SHARE, _LEAST_RATIO * other_share):
            candidates.append((usage.share, governor, usage))
    if not candidates:
        return None
    _, governor, usage = max(candidates, key=lambda each: each[0])
    return governor, usage


def _governed(governor: Governor, usage: Usage, new: str) -> str:
    examples = ", ".join(map(quoted, usage.phrases))
    how = "usually" if usage.share >= _USUAL_SHARE else "often"
    text = quoted(governor.text)
    if new == NONE:
        what = f"{text} {how} has no preposition after it"
    elif governor.role == COMPLEMENT:
        what = f"{quoted(new)} {how} comes before {text}"
    elif governor.role == OBJECT:
        what = f"{quoted(f'{governor.text} somebody or something')} {how} goes with {quoted(new)}"
    else:
        what = f"{text} {how} goes with {quoted(new)}"
    return f"{what} ({examples})" if examples else what


def general_reason(around: WordContext) -> str:
    """What to write, with the words around it; for kinds of which no rule is known."""
    if around.is_gap:
        return _missing(around)
    if around.new is None:
        return f"{quoted(around.old)} is unusual here"
    if not around.new:
        return f"{quoted(around.old)} is usually left out here"
    if around.new.lower() == around.old.lower():
        return capitals_reason(around)
    if around.new.lower() == f"{around.old.lower()}ly":
        old, new = quoted(around.old), quoted(around.new)
        return f"{new} says how something is done, {old} what something is like"
    if sorted(around.new.lower().split()) == sorted(around.old.lower().split()):
        return f"the usual order is {quoted(around.new)}"
    return f"{quoted(around.new)} is more usual here than {quoted(around.old)}"


def spelling_reason(around: WordContext) -> str:
    """That a word seems to be misspelt."""
    new, old = ((text or "").lower() for text in (around.new, around.old))
    if "'" in new and new.replace("'", "") == old.replace(" ", ""):
        return f"{quoted(around.old)} needs an apostrophe"
    if new in right_forms(old, bundled_speller().dictionary.counts):
        return f"the right form is {quoted(around.new or '')}"
    return f"{quoted(around.old)} seems to be misspelt"


def capitals_reason(around: WordContext) -> str:
    """That a word has a capital letter, or none."""
    if around.new is None:
        return f"the capitals of {quoted(around.old)} are unusual"
    if around.new[:1].isupper():
        return f"{quoted(around.new)} has a capital letter"
    return f"{quoted(around.new)} has no capital letter here"


def _missing(around: WordContext) -> str:
    before, behind = around.before, around.behind
    if before and behind:
        place = f"between {quoted(before)} and {quoted(behind)}"
    else:
        place = f"after {quoted(before)}" if before else f"before {quoted(behind)}"
    if around.new:
        return f"{quoted(around.new)} seems to be missing {place}"
    return f"a word seems to be missing {place}"


_BY_KIND: dict[str, Callable[[WordContext], str]] = {
    WRONG_PREPOSITION: preposition_reason,
    EXTRANEOUS_PREPOSITION: preposition_reason,
    MISSING_PREPOSITION: preposition_reason,
    WRONG_ARTICLE: wrong_article_reason,
    UNNEEDED_ARTICLE: unneeded_article_reason,
    MISSING_ARTICLE: missing_article_reason,
    NOUN_NUMBER: noun_number_reason,
    DISAGREEMENT: agreement_reason,
    VERB_FORM: verb_form_reason,
    TENSE: verb_form_reason,
    WRONG_VERB: wrong_verb_reason,
    MISSPELLING: spelling_reason,
    CAPITALS: capitals_reason,
}


def reason(finding: Finding) -> str:
    """What is wrong, and why, in one sentence without its full stop."""
    given = word_context(finding)
    explain = _BY_KIND.get(finding.flag.kind or "") or _BY_KIND.get(
        _site_kind(finding), general_reason
    )
    is_unneeded = given.new == "" or (given.new is None and finding.flag.kind == EXTRA_WORD)
    is_form = not given.is_gap and not is_unneeded
    return explain(given) if is_form or explain not in _OF_WORDS else general_reason(given)


# Explanations of other forms of a word; what is missing or not needed is explained in another way.
_OF_WORDS = (
    noun_number_reason,
    agreement_reason,
    verb_form_reason,
    spelling_reason,
    capitals_reason,
)


def _site_kind(finding: Finding) -> str:
    return sites.parse(finding.flag.site).kind
