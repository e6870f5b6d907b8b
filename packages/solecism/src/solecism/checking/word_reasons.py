"""Why another word, a missing or unneeded word, or another order is right: rules with examples.

`word_notes.tsv` says of words that are often confused what each of them is for.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

from solecism.checking.word_context import WordContext
from solecism.language.lemmas import adverb_of, verb_lemma
from solecism.system.display_text import quoted

NOTES = Path(__file__).parent / "word_notes.tsv"

_BE = frozenset("be am is are was were been 'm 're 's".split())
_SUBJECTS = frozenset("i you he she it we they".split())
_MODALS = frozenset("can could may might must shall should will would ca wo 'll 'd cannot".split())
_FREQUENCY = frozenset(
    "always usually often sometimes never rarely seldom also just only still probably already "
    "really hardly ever even almost nearly certainly definitely".split()
)
_AUXILIARIES = _BE | _MODALS | frozenset("have has had do does did 've".split())
_QUESTION = frozenset("what where when why how who which".split())
FEELINGS = frozenset(
    "interest bore excite tire surprise annoy amaze confuse disappoint relax satisfy shock "
    "embarrass frighten worry please depress disgust encourage exhaust fascinate frustrate "
    "impress move puzzle scare terrify thrill touch upset motivate amuse convince inspire "
    "astonish overwhelm".split()
)
_SPORTS = frozenset(
    "sport sports football soccer tennis basketball volleyball golf rugby hockey cricket handball "
    "baseball badminton judo karate yoga gymnastics athletics aerobics boxing chess game".split()
)
_PRONOUNS = ("i", "you", "he", "she", "it", "we", "they")
_VERBS = ("am", "are", "is", "was", "were", "have", "has", "had", "do", "does", "did")
_NEGATIVES = frozenset("not n't never no nobody nothing without hardly".split())
_POINT_OF_VIEW = 'one says "in my opinion" or "from my point of view"'
_DESPITE = 'a clause begins with "although"; "despite" has a noun or "-ing" after it'
_PHRASES: dict[tuple[str, ...], str] = {
    ("in", "my", "point", "of", "view"): _POINT_OF_VIEW,
    **{("despite", word, verb): _DESPITE for word in _PRONOUNS for verb in _VERBS},
}
_BEGINNING = 4
_LENGTHS = sorted({len(phrase) for phrase in _PHRASES})
_AFTER_NEGATIVES = ('after "not"', "after a negative")


@cache
def _notes() -> dict[frozenset[str], str]:
    """What the words of each pair are for."""
    notes: dict[frozenset[str], str] = {}
    for line in NOTES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            words, _, note = line.partition("\t")
            for pair in combinations(words.lower().split(" / "), 2):
                notes.setdefault(frozenset(pair), note)
    return notes


def noted_reason(around: WordContext) -> str | None:
    """What the two words are for, if they are often confused."""
    core = around.core
    if not core.new or core.is_gap or not core.old:
        return None
    words = tuple(text.lower().replace("’", "'") for text in (core.new, core.old))
    is_practice = any(word.startswith("practi") for word in words)
    if is_practice and not _is_about_sports(core) and verb_lemma(words[0]) in ("do", "play"):
        return '"practise" is to do something again and again, to get better at it'
    note = _notes().get(frozenset(words)) if words[0] != words[1] else None
    if note is None or not note.startswith(_AFTER_NEGATIVES) or _has_negative(core):
        return note
    is_negative = words[0] in _NEGATIVES and words[0] != "without"
    return f'{quoted(words[0])} is negative by itself: "I have no time"' if is_negative else None


def phrase_reason(around: WordContext) -> str | None:
    """Phrases that are mixed up, wherever in them the finding is."""
    for length in _LENGTHS:
        for place in range(max(0, around.end - length), around.start + 1):
            words = tuple(around.lower(each) for each in range(place, place + length))
            if note := _PHRASES.get(words):
                return note
    return None


def other_word_reason(around: WordContext) -> str | None:
    """What a word means that is often written for a similar one, if nothing is suggested."""
    if around.new is not None or around.is_gap:
        return None
    old = around.old.lower()
    notes = [
        note
        for pair, note in _notes().items()
        if old in pair and _are_alike(*pair) and max(map(len, pair)) > len("then")
    ]
    return notes[0] if len(set(notes)) == 1 else None


def _are_alike(one: str, other: str) -> bool:
    """Whether two words differ in few letters, or begin alike."""
    if one[:_BEGINNING] == other[:_BEGINNING] and min(len(one), len(other)) > _BEGINNING:
        return True
    if abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    return sum(one.count(letter) != other.count(letter) for letter in {*one, *other}) <= 1


_AFTER_NEGATIVES = ('after "not"', "after a negative")


def _has_negative(core: WordContext) -> bool:
    return any(core.lower(place) in _NEGATIVES for place in range(core.start))


def _is_about_sports(core: WordContext) -> bool:
    """Whether a game or a sport stands right behind a verb."""
    return any(core.lower(place) in _SPORTS for place in range(core.end, core.end + 3))


def feeling_reason(around: WordContext) -> str | None:
    """*Interested* and *interesting*."""
    core = around.core
    new, old = (core.new or "").lower(), core.old.lower()
    pair = {new[-2:], old[-3:]} if new.endswith("ed") else {old[-2:], new[-3:]}
    if (
        verb_lemma(new) not in FEELINGS
        or pair != {"ed", "ing"}
        or " " in new + old
        or verb_lemma(new) != verb_lemma(old)
    ):
        return None
    feeling, cause = (new, old) if new.endswith("ed") else (old, new)
    if core.tag(core.start - 1) == "MD":
        return None
    return (
        f"{quoted(feeling)} says how somebody feels or what was done, {quoted(cause)} what "
        'something is like: "I am bored", "it is boring"'
    )


def order_reason(around: WordContext) -> str | None:
    """The usual order of adverbs, questions and adjectives."""
    if not around.new or around.is_gap:
        return None
    new = [word.lower() for word in around.new.split()]
    old = [word.lower() for word in around.sentence.words[around.start : around.end]]
    if _is_inverted(around, new):
        return (
            'after "never", "not only" and the like at the beginning, the auxiliary comes before '
            'the subject: "Not only do I sing, I dance"'
        )
    if sorted(new) != sorted(old) or new == old or len(new) < 2:
        return None
    adverb = next((word for word in new if word in _FREQUENCY), None)
    if adverb is not None:
        return (
            f"words such as {quoted(adverb)} come before the main verb, but after "
            '"be" and the first auxiliary: "I often go", "I am often late", "I can often go"'
        )
    if _is_indirect(around, new):
        return 'inside a sentence, a question has the order of a statement: "I know where he is"'
    if new[0] in _AUXILIARIES and new[-1] in _SUBJECTS:
        return 'in a question, the auxiliary comes before the subject: "Where do you live?"'
    return f"the usual order is {quoted(around.new)}"


def _is_inverted(around: WordContext, new: list[str]) -> bool:
    """Whether an auxiliary and its subject follow a negative that begins the sentence."""
    first = around.lower(0) in ("never", "hardly", "rarely", "seldom", "nor")
    is_negative = first or (around.lower(0), around.lower(1)) in (("not", "only"), ("only", "by"))
    return len(new) == 2 and is_negative and new[0] in _AUXILIARIES and new[1] in _SUBJECTS


def _is_indirect(around: WordContext, new: list[str]) -> bool:
    has_question_word = any(
        around.lower(place) in _QUESTION | {"if"}
        for place in range(max(0, around.start - 4), around.end)
    )
    return has_question_word and new[-1] in _AUXILIARIES and around.start > 1


def form_reason(around: WordContext) -> str | None:
    """The class of word that the place needs, where the suggestion has it and the old has not."""
    core = around.core
    if not core.new or core.is_gap or " " in core.new or " " in core.old:
        return None
    is_verb = core.tag(core.start) == "VBZ" and core.new.lower() == verb_lemma(core.old.lower())
    if is_verb or not _are_related(core.new.lower(), core.old.lower()):
        return None
    if core.new.lower() == adverb_of(core.old.lower()):
        old, new = quoted(core.old), quoted(core.new)
        return f"{new} goes with verbs and whole sentences, {old} says what something is like"
    if core.old.lower() == adverb_of(core.new.lower()):
        old, new = quoted(core.old), quoted(core.new)
        return f"{new} says what somebody or something is like, {old} how something is done"
    return _class_reason(core)


def _are_related(new: str, old: str) -> bool:
    n_same = next((n for n, (a, b) in enumerate(zip(new, old, strict=False)) if a != b), len(old))
    return n_same >= max(3, min(len(new), len(old)) - 3)


def _class_reason(core: WordContext) -> str | None:
    """The sentence is tagged again with the new word, and says which class the place has."""
    corrected = core.corrected
    new, old, after = corrected.tag(core.start), core.tag(core.start), corrected.tag(core.start + 1)
    text, before = quoted(core.new or ""), core.lower(core.start - 1)
    if new[:2] == old[:2]:
        return None
    if new == "JJ" and after in ("NN", "NNS"):
        return f"before a noun comes an adjective: {quoted(f'{core.new} {core.behind}')}"
    if new == "JJ" and before in _BE:
        return f"after {quoted(before)}, an adjective says what the subject is like: {text}"
    is_noun = new in ("NN", "NNS") and core.tag(core.start - 1) in ("DT", "PRP$", "JJ", "IN")
    if is_noun or (new.startswith("VB") and core.tag(core.start - 1) == "PRP$"):
        return f"after {quoted(before)} comes a noun here: {text}"
    if new == "RB" and after in ("JJ", "VBN"):
        return f"before an adjective comes an adverb: {quoted(f'{core.new} {core.behind}')}"
    return None
