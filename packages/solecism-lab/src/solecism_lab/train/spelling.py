"""Training of the spelling model on native text, learners' corrected text and a network.

Misspelt words and what was meant come from annotators' corrections. They teach which letters
learners confuse, how candidates are ranked, and how much the readings of the network count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize

from solecism.detect.network.error_drafts import (
    EVIDENCE,
    N_UNREAD,
    TOLD,
    Candidates,
    Misspellings,
    WordPlace,
    same_word,
)
from solecism.detect.network.reading import Reading, read
from solecism.detect.network.repairs import (
    INSERT,
    OTHER,
    SPELLING,
    Repair,
    group_of_edit,
    repairs_of,
)
from solecism.edit import Edit, trimmed
from solecism.errors import FormatError
from solecism.language import collocations
from solecism.language.dictionary import Dictionary, listed_counts, one_letter_apart, plain_form
from solecism.language.speller import Speller, plain_speller
from solecism.language.spelling_model import N_LETTERS, Confusions, SpellingModel, numbered, uniform
from solecism.numeric import Bools, Floats, Floats32, fit_logistic
from solecism.sentence import Sentence
from solecism.system.processes import batches

if TYPE_CHECKING:
    from solecism.detect.network.model import StrongModel


def word_counts(lines: Iterable[str], *, file: str) -> dict[str, float]:
    """The words of a list, one word and its count per line.

    >>> word_counts(["the 23135851162", "of 13151942776"], file="words.txt")
    {'the': 23135851162.0, 'of': 13151942776.0}
    """
    counts = {}
    for number, line in enumerate(lines, 1):
        word, _, count = line.lstrip("\ufeff").strip().partition(" ")
        if not word or not count.isascii() or not count.isdecimal():
            raise FormatError(file, number, f"{line[:60]!r} is not a word and its count.")
        counts[word] = float(count)
    return counts


def misspellings(
    sentences: Iterable[Sentence], dictionary: Dictionary
) -> Iterator[tuple[str, str]]:
    """Pairs of an unknown word and what the first annotator writes for it, in lower case.

    That is a known word, or known words that were written as one.
    """
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                if len(edit.before) == 1 and is_misspelling(edit, dictionary):
                    yield plain_form(edit.before[0]), plain_form(" ".join(edit.after))


def is_misspelling(edit: Edit, dictionary: Dictionary) -> bool:
    """Whether an edit writes one known word, or the same letters as several, for an unknown one."""
    written = plain_form(edit.before[0])
    intended = [plain_form(word) for word in edit.after]
    if dictionary.is_known(edit.before[0]) or any(
        each not in dictionary.counts for each in intended
    ):
        return False
    if len(intended) == 1:
        return group_of_edit(edit.kind) == SPELLING
    return "".join(intended) == written


def error_groups(repair: Repair, word: str, speller: Speller) -> tuple[str, ...]:
    """The groups of an annotator's repair of a word, by the dictionary.

    An unknown word that is corrected is misspelt, whatever else is wrong with it; a known word that
    is spelt otherwise is the wrong word.
    """
    if repair.operation == INSERT:
        return (repair.group,)
    if not speller.is_known(word):
        return tuple(dict.fromkeys((SPELLING, repair.group)))
    return (OTHER if repair.group == SPELLING else repair.group,)


_WORD = re.compile(r"(?<![\w'’-])[A-Za-z]+(?![\w'’-])")
_LEAST_LETTERS = 4
# Occurrences of a word in small letters, or of a name.
_LEAST_WORD, _LEAST_NAME = 8, 25
# A name has a capital in this share of its occurrences.
_NAME_SHARE = 0.95
# A word one letter away from a word so many times as common is taken for a slip.
_SLIP = 100


class NativeWords(NamedTuple):
    """Words that the list does not have, with counts on its scale, and words with a capital."""

    others: dict[str, float]
    names: frozenset[str]


def native_words(paragraphs: Iterable[str]) -> NativeWords:
    """The words of native text, in lower case."""
    as_words: Counter[str] = Counter()
    as_names: Counter[str] = Counter()
    for word, n in Counter(word for each in paragraphs for word in _WORD.findall(each)).items():
        (as_words if word.islower() else as_names)[word.lower()] += n
    together = as_words + as_names
    listed = listed_counts()
    scale = sum(listed.values()) / max(together.total(), 1)
    others = {
        word: n * scale
        for word, n in sorted(together.items())
        if word not in listed
        and len(word) >= _LEAST_LETTERS
        and (as_words[word] >= _LEAST_WORD or as_names[word] >= _LEAST_NAME)
        and not _is_slip(word, n, together, listed)
    }
    names = frozenset(
        word
        for word, n in as_names.items()
        if (word in listed or word in others)
        and n >= _LEAST_NAME
        and n >= _NAME_SHARE * together[word]
    )
    return NativeWords(others, names)


def _is_slip(word: str, n: int, counts: Mapping[str, int], listed: Mapping[str, float]) -> bool:
    return any(
        other in listed and counts.get(other, 0) >= _SLIP * n for other in one_letter_apart(word)
    )


# Words that learners wrote less often are left out.
_LEAST_WRITTEN = 3


def learners_counts(sentences: Iterable[Sentence], dictionary: Dictionary) -> dict[str, float]:
    """How often learners wrote known words.

    What they misspelt does not count: a right word that was learnt from would be told by its count.
    """
    counts = Counter(plain_form(word) for sentence in sentences for word in sentence.words)
    return {
        word: float(n)
        for word, n in sorted(counts.items())
        if n >= _LEAST_WRITTEN and word in dictionary.counts
    }


_N_ROUNDS = 3
_TOLERANCE = 1e-3
_MOST_CHANGES = 3
# Imagined chances of every change, at the mean rate of all changes.
_PRIOR = 40.0
_REPLACED, _OMITTED, _ADDED, _SWAPPED = "replaced", "omitted", "added", "swapped"


class _Step(NamedTuple):
    """What happened to letters: a replacement (written, intended), or whether one repeats."""

    kind: str
    first: int
    second: int


def learn_confusions(pairs: Sequence[tuple[str, str]]) -> Confusions:
    """The costs by pairs of a misspelt word and the right one, aligned again in every round.

    Pairs that differ in too many letters are another word rather than a misspelling.
    """
    confusions = uniform()
    pairs = [pair for pair in pairs if _is_near(*pair, confusions)]
    n_letters = _n_letters(intended for _, intended in pairs)
    for _ in range(_N_ROUNDS):
        counts = Counter(step for pair in pairs for step in _steps(*pair, confusions))
        confusions = _costs(counts, n_letters)
    return confusions


def _is_near(written: str, intended: str, uniform_costs: Confusions) -> bool:
    distance = uniform_costs.costs(numbered([written])[0], numbered([intended]))[0]
    return bool(distance <= min(_MOST_CHANGES, len(written) / 2))


def _steps(written: str, intended: str, confusions: Confusions) -> Iterator[_Step]:
    """The changes of letters on the cheapest way from the intended word to the writing."""
    letters, word = numbered([written])[0].tolist(), numbered([intended])[0].tolist()
    rows = confusions.table(numbered([written])[0], numbered([intended]))
    table = [row[0].tolist() for row in rows]
    i, j = len(letters), len(word)
    while i or j:
        for step, back_i, back_j, cost in _possible(letters, word, i, j, confusions):
            if abs(table[i - back_i][j - back_j] + cost - table[i][j]) < _TOLERANCE:
                yield step
                i, j = i - back_i, j - back_j
                break
        else:
            raise AssertionError(f"no way from {intended!r} to {written!r}.")


def _possible(
    letters: Sequence[int], word: Sequence[int], i: int, j: int, confusions: Confusions
) -> Iterator[tuple[_Step, int, int, float]]:
    """The last changes that lead to these beginnings: letters back in both words, and the cost."""
    if i and j:
        pair = letters[i - 1], word[j - 1]
        yield _Step(_REPLACED, *pair), 1, 1, float(confusions.replaced[pair])
    if i > 1 and j > 1 and letters[i - 2 : i] == word[j - 2 : j][::-1]:
        yield _Step(_SWAPPED, 0, 0), 2, 2, confusions.swapped
    if i:
        repeats = _is_doubled(letters, i - 1)
        step = _Step(_ADDED, repeats, letters[i - 1])
        yield step, 1, 0, float(confusions.added[repeats, letters[i - 1]])
    if j:
        repeats = _is_doubled(word, j - 1)
        step = _Step(_OMITTED, repeats, word[j - 1])
        yield step, 0, 1, float(confusions.omitted[repeats, word[j - 1]])


def _is_doubled(letters: Sequence[int], place: int) -> int:
    return int(letters[place] in (*letters[max(place - 1, 0) : place], *letters[place + 1 :][:1]))


def _costs(counts: Counter[_Step], n_letters: Floats) -> Confusions:
    """The costs by counts of steps; `n_letters` has those of single and of doubled letters."""
    replaced = np.zeros((N_LETTERS, N_LETTERS))
    omitted, added = np.zeros((2, N_LETTERS)), np.zeros((2, N_LETTERS))
    tables = {_REPLACED: replaced, _OMITTED: omitted, _ADDED: added}
    for step, n in counts.items():
        if step.kind != _SWAPPED:
            tables[step.kind][step.first, step.second] += n
    np.fill_diagonal(replaced, 0)
    total = n_letters.sum()
    costs = _negative_logs(replaced, np.broadcast_to(n_letters.sum(axis=0), replaced.shape))
    np.fill_diagonal(costs, 0)
    # Any letter may be added anywhere, but only a letter that is there can be doubled.
    chances = np.stack([np.full(N_LETTERS, total), n_letters.sum(axis=0)])
    return Confusions(
        costs,
        np.stack([_negative_logs(*each) for each in zip(omitted, n_letters, strict=True)]),
        np.stack([_negative_logs(*each) for each in zip(added, chances, strict=True)]),
        float(-np.log((counts[_Step(_SWAPPED, 0, 0)] + 1) / (total + 1))),
    )


def _negative_logs(counts: Floats, chances: Floats) -> Floats32:
    """The costs of changes that happened so often of so many chances, drawn to their mean rate."""
    rate = (counts.sum() + 1) / (chances.sum() + 1)
    p = (counts + _PRIOR * rate) / (chances + _PRIOR)
    return np.asarray(-np.log(p), np.float32)


def _n_letters(words: Iterable[str]) -> Floats:
    """The number of single and of doubled letters, by number of the letter."""
    counts = np.zeros((2, N_LETTERS))
    for word in words:
        letters = numbered([word])[0].tolist()
        for place, letter in enumerate(letters):
            counts[_is_doubled(letters, place), letter] += 1
    return counts


START = np.array([-0.5, 0.7, 1.2, -0.2, 1.3])
_RANKING_PENALTY = 1e-3


def learn_ranking(speller: Speller, pairs: Iterable[tuple[str, str]]) -> Floats:
    """The weights by pairs of a misspelt word and the right one, if it is among the candidates."""
    return fit_choices(_choices(speller, pairs), START)


def _choices(speller: Speller, pairs: Iterable[tuple[str, str]]) -> list[tuple[Floats, int]]:
    choices = []
    for written, intended in pairs:
        texts, features = speller.features(written)
        if intended in texts:
            choices.append((features, texts.index(intended)))
    return choices


def fit_choices(choices: list[tuple[Floats, int]], start: Floats) -> Floats:
    """The weights of features under which the chosen rows are most probable (McFadden 1974).

    They are held near `start`, and stay there without choices.
    """
    if not choices:
        return start
    sizes = np.array([len(features) for features, _ in choices])
    table = np.concatenate([features for features, _ in choices])
    starts = np.cumsum(sizes) - sizes
    chosen = starts + np.array([number for _, number in choices])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        odds = np.exp(scores)
        totals = np.add.reduceat(odds, starts)
        p = odds / np.repeat(totals, sizes)
        value = float(np.log(totals).sum() - scores[chosen].sum())
        slope = (table * p[:, None]).sum(axis=0) - table[chosen].sum(axis=0)
        gap = weights - start
        return value + _RANKING_PENALTY * float(gap @ gap), slope + 2 * _RANKING_PENALTY * gap

    return np.asarray(minimize(loss, start, jac=True, method="BFGS").x)


_EVIDENCE_PENALTY = 1e-2
# So many misspellings are enough for the weights of a choice.
_MOST_CHOICES = 2_500

ReadWords = Callable[[Sequence[Sequence[str]]], Reading]


def learn_evidence(
    learners: Sequence[Sentence],
    native: Sequence[Sentence],
    misspellings: Misspellings,
    read_words: ReadWords,
) -> Floats:
    """The weights of the parts of EVIDENCE.

    An unknown word of learners is misspelt if the first annotator corrects it; none of native text
    is.
    """
    tables, answers = [np.zeros((0, len(EVIDENCE)))], [np.zeros(0, np.bool_)]
    for sentences in (*batches(learners), *batches(native)):
        table, is_misspelt = _evidence(sentences, misspellings, read_words)
        tables.append(table)
        answers.append(is_misspelt)
    columns, hits = np.concatenate(tables), np.concatenate(answers).astype(np.float64)
    return fit_logistic(columns, hits, penalty=_EVIDENCE_PENALTY)


def _evidence(
    sentences: Sequence[Sentence], misspellings: Misspellings, read_words: ReadWords
) -> tuple[Floats, Bools]:
    words = [sentence.words for sentence in sentences]
    reading = read_words(words)
    rows, table = misspellings.evidence(reading, words)
    is_corrected = np.zeros(len(reading.words), np.bool_)
    for first, sentence in zip(reading.places.tolist(), sentences, strict=False):
        is_corrected[[first + place for place in _corrected(sentence)]] = True
    return table, is_corrected[rows]


def _corrected(sentence: Sentence) -> set[int]:
    """The words that the first annotator corrects."""
    return {
        place
        for annotation in sentence.annotations[:1]
        for place, repair in repairs_of(annotation.edits)
        if repair.operation != INSERT
    }


def learn_choice(
    learners: Iterable[Sentence], misspellings: Misspellings, read_words: ReadWords
) -> Floats:
    """The weights of the parts of CHOICE, by misspellings whose right word is a candidate.

    Those of what needs no reading are learnt first, because they say which candidates are read.
    """
    misspelt = list(_misspelt(learners, misspellings))
    unread = [(misspellings.wide_table(place), text) for place, text in misspelt]
    start = misspellings.speller.model.choice
    first = fit_choices(list(_chosen(unread)), start[:N_UNREAD])
    misspellings.choice = np.concatenate([first, start[N_UNREAD:]])
    some = misspelt[:: len(misspelt) // _MOST_CHOICES + 1]
    return fit_choices(list(_chosen(_read(some, misspellings, read_words))), misspellings.choice)


def _read(
    misspelt: Sequence[tuple[WordPlace, str]], misspellings: Misspellings, read_words: ReadWords
) -> Iterator[tuple[Candidates, str]]:
    """The candidates that are read in place of misspelt words, and the right words."""
    for some in batches(misspelt):
        places = [place for place, _ in some]
        candidates = [misspellings.candidates(place) for place in places]
        tables = misspellings.context(candidates, places, read_words)
        for (_, text), several, table in zip(some, candidates, tables, strict=True):
            yield Candidates(several.texts, table), text


def _chosen(given: Iterable[tuple[Candidates, str]]) -> Iterator[tuple[Floats, int]]:
    """The tables of candidates, and the row of the right word where it is one of them."""
    for several, text in given:
        texts = [*map(plain_form, several.texts)]
        if text in texts:
            yield several.table, texts.index(text)


def _misspelt(
    sentences: Iterable[Sentence], misspellings: Misspellings
) -> Iterator[tuple[WordPlace, str]]:
    dictionary = misspellings.speller.dictionary
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                if len(edit.before) == 1 and is_misspelling(edit, dictionary):
                    place = WordPlace(sentence.words, edit.start)
                    yield place, plain_form(" ".join(edit.after))


def corrected_unknown_words(
    sentences: Iterable[Sentence], dictionary: Dictionary
) -> Iterator[tuple[WordPlace, Edit]]:
    """The unknown words that the first annotators correct, whatever they call it, and the edits."""
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                for place in range(edit.start, edit.end):
                    if not dictionary.is_known(sentence.words[place]):
                        yield WordPlace(sentence.words, place), edit


def is_written(text: str, edit: Edit) -> bool:
    """Whether an annotator writes a text, in British or American spelling.

    >>> is_written("Favorite", Edit(3, ("favuorite", "of"), ("favourite", "among")))
    True
    """
    if len(edit.before) == 1:
        return same_word(text) == same_word(" ".join(edit.after))
    return f" {same_word(text)} " in f" {same_word(' '.join(edit.after))} "


def learn_told(
    learners: Iterable[Sentence], misspellings: Misspellings, read_words: ReadWords
) -> Floats:
    """The weights of the parts of TOLD, by whether annotators write what is suggested first."""
    model = misspellings.speller.model
    columns, hits = [np.zeros((0, len(TOLD)))], list[float]()
    corrected = corrected_unknown_words(learners, misspellings.speller.dictionary)
    for some in batches(list(corrected)):
        places = [place for place, _ in some]
        candidates = [misspellings.candidates(place) for place in places]
        tables = misspellings.context(candidates, places, read_words)
        for (place, edit), several, table in zip(some, candidates, tables, strict=True):
            if several.texts:
                shares = misspellings.shares(several.texts, table)
                best = int(shares.argmax())
                told = misspellings.told_features(place, table, shares)
                columns.append(told[best : best + 1])
                hits.append(float(is_written(several.texts[best], edit)))
    if not hits:
        return model.told
    return fit_logistic(np.concatenate(columns), np.array(hits), penalty=_EVIDENCE_PENALTY)


def learn_words(paragraphs: Iterable[str], learners: Iterable[Sentence]) -> SpellingModel:
    """The model without what a network adds: native words, confused letters, ranking."""
    words = native_words(paragraphs)
    pairs = list(misspellings(learners, Dictionary(words.others)))
    rest = plain_speller().model
    model = replace(rest, words=words.others, names=words.names, confusions=learn_confusions(pairs))
    model = replace(model, ranking=START)
    return replace(model, ranking=learn_ranking(Speller(model), pairs))


@dataclass(frozen=True, slots=True)
class SpellingText:
    """Learners' text that is learnt from, that for tuning, and native text for tuning.

    Without native text it cannot be learnt what makes a word misspelt at all.
    """

    learners: Sequence[Sentence]
    tuning: Sequence[Sentence]
    native: Sequence[Sentence] | None = None


def with_network(model: SpellingModel, network: StrongModel, given: SpellingText) -> SpellingModel:
    """The model with learners' words, and weights for collocations and a network's readings.

    Candidates are chosen by learners' text; how sure the choice is, and what is misspelt at all, is
    learnt from tuning text.
    """

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return read(sentences, network.session, network.pieces)

    def with_model() -> Misspellings:
        return Misspellings(network.repairs, Speller(model, collocations.bundled))

    dictionary = with_model().speller.dictionary
    model = replace(model, learners=learners_counts(given.learners, dictionary))
    model = replace(model, choice=learn_choice(given.learners, with_model(), read_words))
    model = replace(model, told=learn_told(given.tuning, with_model(), read_words))
    if given.native is None:
        return model
    evidence = learn_evidence(given.tuning, given.native, with_model(), read_words)
    return replace(model, evidence=evidence)
