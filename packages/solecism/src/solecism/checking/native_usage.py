"""What native writers write: which words go together, and how often.

A verb, adjective, adverb or noun has a preposition right after it (*depend on*, *interested in*),
an infinitive (*decide to go*) or a verb in -ing (*enjoy reading*); a verb with an object has a
preposition after the object (*thank you for*); and what follows may ask for the one before it
(*on Monday*). A verb with a noun phrase right after it has none (*discuss the plan*). A noun goes
with the verbs that it is the object of (*make a mistake*), and with the adjectives before it
(*heavy rain*).

The table of counts says what a reader may be told: that native writers write *depend on* so many
times, as in *depend on the weather*. It decides nothing: that is the work of the detectors.
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

VERB, ADJECTIVE, ADVERB, NOUN = "verb", "adjective", "adverb", "noun"
# A verb and its object, what comes after a preposition, and a noun with its verbs and adjectives.
OBJECT, COMPLEMENT, OBJECT_NOUN, DESCRIBED_NOUN = "object", "complement", "taken", "described"
# What may come after a word besides prepositions.
NONE, TO_DO, DOING = "-", "to do", "doing"
_CLASS_OF = {
    **dict.fromkeys(("VB", "VBD", "VBG", "VBP", "VBZ"), VERB),
    # *Interested* and *married* are tagged in both ways.
    **dict.fromkeys(("JJ", "JJR", "JJS", "VBN"), ADJECTIVE),
    "RB": ADVERB,
    **dict.fromkeys(("NN", "NNS"), NOUN),
}
_PREPOSITION_TAGS = ("IN", "TO")
_COMMON_NOUNS = ("NN", "NNS")
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_MOST_WORDS = 3
_DAYS_AND_MONTHS = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June "
    "July August September October November December".split()
)


class Governor(NamedTuple):
    """A word, or a short phrase, and in which way it goes with other words."""

    role: str
    text: str


class Governed(NamedTuple):
    """What a governor has (a preposition, NONE, TO_DO, DOING or a word), and the phrase of both.

    The phrase is empty if it is long, or has names, numbers or pronouns in it.
    """

    governor: Governor
    choice: str
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
    """The governors of a sentence with what they have."""
    yield from _with_prepositions(sentence)
    yield from _with_verbs(sentence)
    yield from _with_adjectives(sentence)


def _with_prepositions(sentence: Sentence) -> Iterator[Governed]:
    """Words with their prepositions, verbs with objects, and objects with verbs."""
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
            if sentence.tags[object.head] in _COMMON_NOUNS:
                noun = sentence.lemmas[object.head].lower()
                yield Governed(Governor(OBJECT_NOUN, noun), lemma.lower(), phrase)


def _with_verbs(sentence: Sentence) -> Iterator[Governed]:
    """Words with an infinitive or a verb in -ing right after them."""
    tags, words = sentence.tags, sentence.words
    for place, tag in enumerate(tags[1:], 1):
        role = _CLASS_OF.get(tags[place - 1])
        if role in (None, ADVERB):
            continue
        text = _text_of(sentence, place - 1, role)
        if tag == "TO" and tags[place + 1 : place + 2] == ("VB",):
            verb = words[place + 1].lower()
            yield Governed(Governor(role, text), TO_DO, f"{text} to {verb}")
        elif tag == "VBG" and role == VERB and _is_in_verb_phrase(sentence, place):
            yield Governed(Governor(role, text), DOING, f"{text} {words[place].lower()}")


def _is_in_verb_phrase(sentence: Sentence, place: int) -> bool:
    return any(
        chunk.label == "VP" and chunk.start <= place < chunk.end for chunk in sentence.chunks
    )


def _with_adjectives(sentence: Sentence) -> Iterator[Governed]:
    """Nouns with the adjective before them."""
    for chunk in sentence.chunks:
        head = chunk.head
        has_adjective = head > chunk.start and sentence.tags[head - 1] == "JJ"
        if has_adjective and sentence.tags[head] in _COMMON_NOUNS:
            adjective, noun = (word.lower() for word in sentence.words[head - 1 : head + 1])
            governor = Governor(DESCRIBED_NOUN, sentence.lemmas[head].lower())
            yield Governed(governor, adjective, f"{adjective} {noun}")


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


BUNDLED = "phrases.gz"
_COLUMNS = ("role", "word", "uses", "choice=times=phrase=phrase|...")
_N_WORDS = "# words"
LEAST_TIMES = 40
# What has less of a word's uses is not usual, and has no phrases.
_LEAST_SHARE = 0.05
_LEAST_PHRASE_TIMES = 3
_N_PHRASES = 2
_MOST_ENTRIES = 3_000_000
# What a word has less often than this share of `least` is not listed; nouns have many adjectives.
_RARE = {OBJECT_NOUN: 0.3, DESCRIBED_NOUN: 0.3}
_RARE_ELSEWHERE = 0.1
# Many adverbs stand before a preposition by chance.
_UNLISTED = (ADVERB,)
# Not to be shown to pupils as examples of good English.
_UNPLEASANT = UNWELCOME | frozenset(
    "abuse abusing alcohol attack bomb cancer corpse crime dead death die died drug drugs gun guns "
    "kill killed killing murder murdered murdering prison rape sexual shoot shot suicide terrorism "
    "torture violence war weapon weapons".split()
)


@dataclass(frozen=True, slots=True)
class Usage:
    """How often a word has another, of how many uses, and up to two example phrases."""

    n_times: int
    n_uses: int
    phrases: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The share of the word's uses that have the other."""
        return self.n_times / self.n_uses


@dataclass(slots=True)
class UsageCounts:
    """Counts of what governors have, and of the phrases of both, in so many words of text."""

    uses: Counter[Governor] = field(default_factory=Counter)
    times: Counter[tuple[Governor, str]] = field(default_factory=Counter)
    phrases: Counter[tuple[Governor, str, str]] = field(default_factory=Counter)
    n_words: int = 0

    def add(self, each: Governed) -> None:
        """Count one; rare phrases are forgotten if there are too many."""
        self.uses[each.governor] += 1
        self.times[each.governor, each.choice] += 1
        if each.phrase:
            self.phrases[each] += 1
            if len(self.phrases) > _MOST_ENTRIES:
                self.phrases = Counter({key: n for key, n in self.phrases.items() if n > 1})


class UsageTable:
    """What governors have, as far as it is known; a row is parsed when it is first asked for."""

    def __init__(self, rows: Mapping[Governor, tuple[int, str]], n_words: int, file: str) -> None:
        self.n_words = n_words
        self._rows, self._file = rows, file
        self._parsed: dict[Governor, dict[str, Usage]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, governor: Governor) -> bool:
        return governor in self._rows

    def usages(self, governor: Governor) -> Mapping[str, Usage]:
        """What a governor has, by preposition, form or word; empty for one that is not listed."""
        if governor not in self._rows:
            return {}
        if governor not in self._parsed:
            n_uses, text = self._rows[governor]
            entries = (self._entry(governor, n_uses, part) for part in text.split("|"))
            self._parsed[governor] = dict(entries)
        return self._parsed[governor]

    def _entry(self, governor: Governor, n_uses: int, part: str) -> tuple[str, Usage]:
        choice, _, rest = part.partition("=")
        times, *phrases = rest.split("=")
        n_times = word_table.count_of(times, file=self._file)
        if n_times > n_uses or not choice or len(phrases) > _N_PHRASES:
            raise ModelError(f"{self._file}: {governor.text!r} has {part!r} in {n_uses} uses.")
        return choice, Usage(n_times, n_uses, tuple(phrases))


@cache
def bundled_usage() -> UsageTable:
    """The table that comes with this package."""
    return parse(word_table.bundled_lines(BUNDLED), file=BUNDLED)


def parse(lines: Sequence[str], *, file: str) -> UsageTable:
    """The table in the lines that `format` gives."""
    rows: dict[Governor, tuple[int, str]] = {}
    for role, word, n_uses, choices in word_table.parse_rows(lines, len(_COLUMNS), file=file):
        rows[Governor(role, word)] = (word_table.count_of(n_uses, file=file), choices)
    heading = next((line for line in lines if line.startswith(_N_WORDS)), f"{_N_WORDS}\t0")
    n_words = word_table.count_of(heading.removeprefix(_N_WORDS).strip(), file=file)
    return UsageTable(rows, n_words, file)


def count_usage(sentences: Iterable[Sentence]) -> UsageCounts:
    """The counts of annotated sentences."""
    counts = UsageCounts()
    for sentence in sentences:
        counts.n_words += len(sentence.words)
        for each in governed(sentence):
            counts.add(each)
    return counts


def format(counts: UsageCounts, *, least: int = LEAST_TIMES) -> Iterator[str]:
    """The lines of the table: governors that usually have something, with all that they have."""
    phrases: dict[tuple[Governor, str], list[tuple[bool, int, str]]] = {}
    for (governor, choice, phrase), n in counts.phrases.items():
        if n >= _LEAST_PHRASE_TIMES and _UNPLEASANT.isdisjoint(phrase.split()):
            phrases.setdefault((governor, choice), []).append((_is_open(phrase), -n, phrase))
    choices: dict[Governor, list[tuple[int, str]]] = {}
    for (governor, choice), n in counts.times.items():
        is_listed = n >= least * _RARE.get(governor.role, _RARE_ELSEWHERE)
        is_listed &= governor.role not in _UNLISTED
        is_listed &= (governor.role, choice) != (OBJECT_NOUN, "be")
        if is_listed and _is_word(governor.text) and (choice == NONE or _is_word(choice)):
            choices.setdefault(governor, []).append((-n, choice))
    rows: list[Sequence[object]] = []
    for governor in sorted(choices):
        n_uses = counts.uses[governor]
        entries: list[str] = []
        for minus, choice in sorted(choices[governor]):
            examples = _examples(
                governor, -minus, n_uses, phrases.get((governor, choice), []), least
            )
            entries.append("=".join((choice, str(-minus), *examples)))
        if any(entry.count("=") > 1 for entry in entries):
            rows.append((*governor, n_uses, "|".join(entries)))
    yield f"{_N_WORDS}\t{counts.n_words}\n"
    yield from word_table.format_rows(_COLUMNS, rows)


def _examples(
    governor: Governor,
    n_times: int,
    n_uses: int,
    phrases: list[tuple[bool, int, str]],
    least: int,
) -> list[str]:
    """Two frequent phrases, if a governor has this often enough."""
    if n_times < least or n_times < _LEAST_SHARE * n_uses:
        return []
    return _different(sorted(phrases), place=0 if governor.role == COMPLEMENT else -1)


def _is_word(text: str) -> bool:
    return text.isascii() and text.replace(" ", "").replace("-", "").isalpha()


def _is_open(phrase: str) -> bool:
    """Whether a phrase seems to go on: *interested in making*."""
    return phrase.endswith("ing")


def _different(phrases: Iterable[tuple[bool, int, str]], *, place: int) -> list[str]:
    """The first two phrases that differ in the word at a place, not only in its number."""
    chosen: dict[str, str] = {}
    for *_, phrase in phrases:
        chosen.setdefault(phrase.split()[place].removesuffix("s"), phrase)
    return list(chosen.values())[:_N_PHRASES]
