"""Which words ask for which preposition, and how often native text has them together.

A verb, adjective, adverb or noun asks for the preposition right after it (*depend on*, *interested
in*); a verb with an object also for the one after the object (*thank you for*); and what follows
may ask for the one before it (*on Monday*). A verb with a noun phrase right after it asks for none
(*discuss the plan*).

The table of counts says what a reader may be told: that *depend* goes with *on*, as in *depend on
the weather*. It decides nothing: that is the work of the detectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from solecism.corruption import counts as word_table
from solecism.corruption.counts import UNWELCOME
from solecism.errors import ModelError
from solecism.locate.sites import (
    NO_PREPOSITION,
    PREPOSITION_CHOICES,
    SUBORDINATORS,
    preposition_number,
)
from solecism.sentence import Chunk, Sentence

VERB, ADJECTIVE, ADVERB, NOUN, OBJECT, COMPLEMENT = (
    "verb",
    "adjective",
    "adverb",
    "noun",
    "object",
    "complement",
)
NONE = "-"
_CLASS_OF = {
    **dict.fromkeys(("VB", "VBD", "VBG", "VBP", "VBZ"), VERB),
    # *Interested* and *married* are tagged in both ways.
    **dict.fromkeys(("JJ", "JJR", "JJS", "VBN"), ADJECTIVE),
    "RB": ADVERB,
    **dict.fromkeys(("NN", "NNS"), NOUN),
}
_PREPOSITION_TAGS = ("IN", "TO")
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_MOST_WORDS = 3
_DAYS_AND_MONTHS = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June "
    "July August September October November December".split()
)


class Governor(NamedTuple):
    """A word, or a short phrase, and in which way it asks for a preposition."""

    role: str
    text: str


class Governed(NamedTuple):
    """A preposition (NONE: no preposition) that a governor has, and the phrase of both.

    The phrase is empty if it is long, or has names, numbers or pronouns in it.
    """

    governor: Governor
    preposition: str
    phrase: str


class GovernorContext(NamedTuple):
    """What is around a preposition or a gap: candidates for its governor, with phrases."""

    governors: tuple[Governor, ...]
    before: tuple[str, ...]
    behind: str


def governor_context(sentence: Sentence, start: int, end: int) -> GovernorContext:
    """The candidates for the governor of the preposition at words `start:end`, or of a gap.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("They depend of the weather.", "a")
    >>> [governor.text for governor in governor_context(sentence, 2, 3).governors]
    ['depend', 'the weather']
    """
    governors: list[Governor] = []
    before: list[str] = []
    for place in _words_before(sentence, start):
        role = _CLASS_OF[sentence.tags[place]]
        text = _text_of(sentence, place, role)
        governors.append(Governor(role, text))
        before.append(text)
    if found := _verb_with_object(sentence, start):
        verb, object = found
        governors.append(Governor(OBJECT, sentence.lemmas[verb]))
        words = _plain(sentence, object.start, object.end, pronouns=True)
        before.append(f"{sentence.lemmas[verb]} {words}" if words else "")
    behind = _phrase_behind(sentence, end)
    if complement := _complement(sentence, end):
        governors.append(Governor(COMPLEMENT, complement))
        is_verb = start > 0 and _CLASS_OF.get(sentence.tags[start - 1]) == VERB
        before.append(sentence.lemmas[start - 1] if is_verb else "")
    return GovernorContext(tuple(governors), tuple(before), behind)


def governed(sentence: Sentence) -> Iterator[Governed]:
    """The governors of a sentence with their prepositions, and of verbs without one."""
    for place, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        choice = preposition_number(word) if tag in _PREPOSITION_TAGS else NO_PREPOSITION
        if choice != NO_PREPOSITION and _has_complement(sentence, place, choice):
            yield from _with(sentence, place, place + 1, PREPOSITION_CHOICES[choice])
    for verb, object in _pairs(sentence.chunks):
        head = sentence.tags[verb.end - 1]
        if verb.label == "VP" and object.label == "NP" and _CLASS_OF.get(head) == VERB:
            lemma = sentence.lemmas[verb.end - 1]
            words = _plain(sentence, object.start, object.end)
            phrase = f"{lemma} {words}" if words else ""
            yield Governed(Governor(VERB, lemma), NONE, phrase)


def _with(sentence: Sentence, start: int, end: int, preposition: str) -> Iterator[Governed]:
    around = governor_context(sentence, start, end)
    for governor, before in zip(around.governors, around.before, strict=True):
        is_whole = before and around.behind
        yield Governed(
            governor, preposition, f"{before} {preposition} {around.behind}" if is_whole else ""
        )


def _words_before(sentence: Sentence, start: int) -> Iterator[int]:
    """The word before, and the one before that if it is an adverb: *depend mostly on*."""
    for place in range(start - 1, max(-1, start - 3), -1):
        role = _CLASS_OF.get(sentence.tags[place])
        if role is not None:
            yield place
        if role != ADVERB:
            return


def _text_of(sentence: Sentence, place: int, role: str) -> str:
    if role in (VERB, NOUN):
        return sentence.lemmas[place].lower()
    return sentence.words[place].lower()


def _pairs(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, Chunk]]:
    """Phrases that follow each other without a word between them."""
    return ((left, right) for left, right in pairwise(chunks) if left.end == right.start)


def _verb_with_object(sentence: Sentence, place: int) -> tuple[int, Chunk] | None:
    """The verb whose object ends before a place, and the object."""
    for verb, object in _pairs(sentence.chunks):
        if object.end == place and (verb.label, object.label) == ("VP", "NP"):
            is_active = _CLASS_OF.get(sentence.tags[verb.end - 1]) == VERB
            return (verb.end - 1, object) if is_active else None
    return None


def _has_complement(sentence: Sentence, place: int, choice: int) -> bool:
    """Whether a phrase follows a preposition, and not a clause."""
    for number, chunk in enumerate(sentence.chunks):
        if chunk.start == place + 1:
            if chunk.label == "VP":
                return sentence.tags[chunk.start] == "VBG"
            following = sentence.chunks[number + 1 : number + 2]
            is_clause = any(
                each.start == chunk.end and sentence.tags[each.start] in _FINITE
                for each in following
            )
            return not (is_clause and choice in SUBORDINATORS)
    return False


def _complement(sentence: Sentence, place: int) -> str:
    """The noun phrase at a place, of at most three words, as one may look it up."""
    chunk = next((each for each in sentence.chunks if each.start == place), None)
    if chunk is None or chunk.label != "NP" or chunk.end - chunk.start > _MOST_WORDS:
        return ""
    words = sentence.words[chunk.start : chunk.end]
    if len(words) == 1 and words[0].capitalize() in _DAYS_AND_MONTHS:
        return words[0].capitalize()
    return _plain(sentence, chunk.start, chunk.end)


def _phrase_behind(sentence: Sentence, place: int) -> str:
    chunk = next((each for each in sentence.chunks if each.start == place), None)
    if chunk is None:
        return ""
    if chunk.label == "VP":
        return sentence.words[place].lower() if sentence.tags[place] == "VBG" else ""
    return _plain(sentence, chunk.start, chunk.end) or _complement(sentence, place)


def _plain(sentence: Sentence, start: int, end: int, *, pronouns: bool = False) -> str:
    """A short phrase of ordinary words in small letters; empty if it is none."""
    if end - start > _MOST_WORDS:
        return ""
    words, tags = sentence.words[start:end], sentence.tags[start:end]
    is_pronoun = tags[-1] in ("PRP", "DT", "WDT", "WP", "EX")
    is_odd = any(tag in ("NNP", "NNPS", "CD", "POS", "FW") for tag in tags)
    is_plain = all(
        word.isalpha() and (word.islower() or place == 0) for place, word in enumerate(words, start)
    )
    if is_odd or (is_pronoun and not pronouns) or not is_plain:
        return ""
    return " ".join(words).lower()


BUNDLED = "phrases.tsv"
_COLUMNS = ("role", "word", "preposition", "times", "of", "phrase", "phrase")
LEAST_TIMES = 40
# A preposition that has less of a word's uses is not listed: its share is nearly none.
_LEAST_SHARE = 0.05
_LEAST_PHRASE_TIMES = 3
_N_PHRASES = 2
_MOST_ENTRIES = 3_000_000
_NO_PHRASE = "-"
# Not to be shown to pupils as examples of good English.
_UNPLEASANT = UNWELCOME | frozenset(
    "abuse abusing alcohol attack bomb cancer corpse crime dead death die died drug drugs gun guns "
    "kill killed killing murder murdered murdering prison rape sexual shoot shot suicide terrorism "
    "torture violence war weapon weapons".split()
)


@dataclass(frozen=True, slots=True)
class Usage:
    """How often a word has a preposition, of how many uses, and up to two example phrases."""

    n_times: int
    n_uses: int
    phrases: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of the word's uses that have this preposition."""
        return self.n_times / self.n_uses


@dataclass(slots=True)
class UsageCounts:
    """Counts of prepositions by governor, and of the phrases of both."""

    uses: Counter[Governor] = field(default_factory=Counter)
    times: Counter[tuple[Governor, str]] = field(default_factory=Counter)
    phrases: Counter[tuple[Governor, str, str]] = field(default_factory=Counter)

    def add(self, each: Governed) -> None:
        """Count one; rare phrases are forgotten if there are too many."""
        self.uses[each.governor] += 1
        self.times[each.governor, each.preposition] += 1
        if each.phrase:
            self.phrases[each] += 1
            if len(self.phrases) > _MOST_ENTRIES:
                self.phrases = Counter({key: n for key, n in self.phrases.items() if n > 1})


UsageTable = Mapping[Governor, Mapping[str, Usage]]


@cache
def bundled_usage() -> UsageTable:
    """The table that comes with this package, by governor and preposition."""
    return parse(word_table.bundled_lines(BUNDLED), file=BUNDLED)


def parse(lines: Iterable[str], *, file: str) -> UsageTable:
    """The table in the lines that `format` gives."""
    table: dict[Governor, dict[str, Usage]] = {}
    for role, word, preposition, *counts, one, other in word_table.parse_rows(
        lines, len(_COLUMNS), file=file
    ):
        examples = tuple(phrase for phrase in (one, other) if phrase != _NO_PHRASE)
        n_times, n_uses = (word_table.count_of(each, file=file) for each in counts)
        if n_times > n_uses or not n_uses:
            raise ModelError(f"{file}: {word!r} has {n_times} of {n_uses} uses.")
        usage = Usage(n_times, n_uses, examples)
        table.setdefault(Governor(role, word), {})[preposition] = usage
    return table


def count_usage(found: Iterable[Governed]) -> UsageCounts:
    """The counts of governors."""
    counts = UsageCounts()
    for each in found:
        counts.add(each)
    return counts


def format(counts: UsageCounts, *, least: int = LEAST_TIMES) -> Iterator[str]:
    """The lines of the table: governors with enough uses, and their usual prepositions."""
    phrases: dict[tuple[Governor, str], list[tuple[bool, int, str]]] = {}
    for (governor, preposition, phrase), n in counts.phrases.items():
        if n >= _LEAST_PHRASE_TIMES and _UNPLEASANT.isdisjoint(phrase.split()):
            phrases.setdefault((governor, preposition), []).append((_is_open(phrase), -n, phrase))
    rows: list[Sequence[object]] = []
    for (governor, preposition), n in sorted(counts.times.items()):
        n_uses = counts.uses[governor]
        ordered = sorted(phrases.get((governor, preposition), []))
        examples = _different(ordered, place=0 if governor.role == COMPLEMENT else -1)
        if n >= least and n >= _LEAST_SHARE * n_uses and examples and governor.text.isascii():
            examples += [_NO_PHRASE] * (_N_PHRASES - len(examples))
            rows.append((*governor, preposition, n, n_uses, *examples))
    return word_table.format_rows(_COLUMNS, rows)


def _is_open(phrase: str) -> bool:
    """Whether a phrase seems to go on: *interested in making*."""
    return phrase.endswith("ing")


def _different(phrases: Iterable[tuple[bool, int, str]], *, place: int) -> list[str]:
    """The first two phrases that differ in the word at a place, not only in its number."""
    chosen: dict[str, str] = {}
    for *_, phrase in phrases:
        chosen.setdefault(phrase.split()[place].removesuffix("s"), phrase)
    return list(chosen.values())[:_N_PHRASES]
