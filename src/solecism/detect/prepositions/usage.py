"""Which prepositions native text has with which words, and example phrases.

The table says what a reader may be told: that *depend* goes with *on*, as in *depend on the
weather*. It decides nothing: that is the work of the detectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from solecism.corrupt.tables import word_table
from solecism.corrupt.tables.word_counts import UNWELCOME
from solecism.errors import ModelError
from solecism.locate.governors import COMPLEMENT, Governed, Governor

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
    for role, word, preposition, *counts, one, other in word_table.parse(
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
    return word_table.format(_COLUMNS, rows)


def _is_open(phrase: str) -> bool:
    """Whether a phrase seems to go on: *interested in making*."""
    return phrase.endswith("ing")


def _different(phrases: Iterable[tuple[bool, int, str]], *, place: int) -> list[str]:
    """The first two phrases that differ in the word at a place, not only in its number."""
    chosen: dict[str, str] = {}
    for *_, phrase in phrases:
        chosen.setdefault(phrase.split()[place].removesuffix("s"), phrase)
    return list(chosen.values())[:_N_PHRASES]
