"""Training of the network that writes as learners do: what they wrote for each corrected word.

Annotators' edits are turned round. What stands in the corrected sentence is given, and what becomes
of each word, and what is put in before it, is learnt. Forms that were written seldom, and words
that are rare, are not kept, so that nothing of anybody's text is in the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from solecism.corruption.learner_writer import (
    KEPT,
    LEVELS,
    MISSPELT,
    MOST_BEFORE,
    N_CASES,
    N_KINDS,
    N_NEAR,
    N_POSITIONS,
    N_SPECIAL,
    RARE,
    REMOVED,
    Vocabulary,
    Window,
    format,
    kind_of_change,
    parse,
)
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.word_classes import is_clitic
from solecism.detect.network.repairs import INSERT, REMOVE, SPELLING, UNSAID, repairs_of
from solecism.edit import Edit, apply, invert, trimmed
from solecism.errors import InputError
from solecism.formats.corpora import first_edits
from solecism.language import lemmas
from solecism.language.dictionary import joined, listed_counts
from solecism.language.lemmas import CAPITAL, SMALL
from solecism.language.tagger import tag
from solecism.numeric import Ints
from solecism.sentence import Sentence, from_words

# The level of text of which none is known.
NO_LEVEL = len(LEVELS)
Form = tuple[str, str]
# Longer edits say that a sentence was written anew, not what was wrong with its words.
_LONGEST_EDIT = 12
FEWEST_SENTENCES = 20


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """Sizes of the network and of the training.

    Forms are kept that were written `least_forms` times, and words that occur `least_words` times.
    """

    width: int = 32
    hidden: int = 96
    epochs: int = 5
    batch: int = 2_048
    rate: float = 2e-3
    dropout: float = 0.2
    least_forms: int = 5
    least_words: int = 20
    calibration_rounds: int = 2
    calibration_sentences: int = 1_500


@dataclass(frozen=True, slots=True)
class WriterExample:
    """A corrected sentence, and what a learner of a level had written for its words and gaps.

    Each form comes with the one that stands for it if it is seldom written.
    """

    level: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    at_words: Mapping[int, Form]
    at_gaps: Mapping[int, Form]


def examples(sentences: Iterable[tuple[int, Sentence]]) -> Iterator[WriterExample]:
    """The examples in annotated sentences of some levels, by the first annotation of each."""
    kept = []
    for level, sentence in sentences:
        edits = first_edits(sentence)
        right = apply(sentence.words, edits)
        longest = max((len(e.before) + len(e.after) for e in map(trimmed, edits)), default=0)
        if right and longest <= _LONGEST_EDIT:
            kept.append((level, from_words(sentence.id, right), *_forms(right, invert(edits))))
    tagged = tag([sentence for _, sentence, _, _ in kept])
    for (level, _, at_words, at_gaps), sentence in zip(kept, tagged, strict=True):
        yield WriterExample(level, sentence.words, sentence.tags, at_words, at_gaps)


def _forms(
    right: Sequence[str], reverse: Iterable[Edit]
) -> tuple[dict[int, Form], dict[int, Form]]:
    """What the reverse of the corrections makes of the words, and puts in before them."""
    at_words: dict[int, Form] = {}
    at_gaps: dict[int, Form] = {}
    for place, repair in repairs_of(reverse):
        if repair.operation == INSERT:
            at_gaps.setdefault(place, (repair.form, RARE))
        elif place < len(right):
            form = REMOVED if repair.operation == REMOVE else repair.form
            other = MISSPELT if repair.group == SPELLING else RARE
            at_words.setdefault(place, (form, other))
    # Capitals that move with the first word are not errors of their own.
    if 0 in at_gaps and at_words.get(0, KEEP)[0] == SMALL:
        del at_words[0]
    if at_words.get(0, KEEP)[0] == REMOVED and at_words.get(1, KEEP)[0] == CAPITAL:
        del at_words[1]
    for place in [place for place, (form, _) in at_words.items() if lemmas.n_words(form) > 1]:
        at_words.pop(place + 1, None)
        at_gaps.pop(place + 1, None)
    return at_words, at_gaps


KEEP = (UNSAID, UNSAID)


@dataclass(frozen=True, slots=True)
class Classes:
    """The words, tags and forms that are kept."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    word_forms: tuple[str, ...]
    gap_forms: tuple[str, ...]

    @property
    def vocabulary(self) -> Vocabulary:
        """The words and tags by number."""
        numbers = (
            {each: n for n, each in enumerate(of, N_SPECIAL)} for of in (self.words, self.tags)
        )
        return Vocabulary(*numbers)


def classes(given: Sequence[WriterExample], settings: WriterSettings) -> Classes:
    """What occurs often enough in the examples to be kept, most frequent first."""
    listed = listed_counts()
    words = Counter(word.lower() for each in given for word in each.words)
    known = [
        word
        for word, n in words.most_common()
        if n >= settings.least_words
        and (word in listed or is_clitic(word) or not any(map(str.isalnum, word)))
    ]
    sides = []
    for side in ("at_words", "at_gaps"):
        forms = Counter(form for each in given for form, _ in getattr(each, side).values())
        often = [form for form, n in forms.most_common() if n >= settings.least_forms]
        sides.append(tuple(form for form in often if form != UNSAID))
    tags = sorted({tag for each in given for tag in each.tags})
    return Classes(tuple(known), tuple(tags), (RARE, MISSPELT, *sides[0]), (RARE, *sides[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """All places of some examples (rows): what stands there, and what was written.

    `word_forms` and `gap_forms` are -1 where all is as it should be, and `is_word` is false at
    the ends of sentences. `before` has one column for each number of what was drawn before.
    """

    window: Window
    levels: Ints
    before: Ints
    word_forms: Ints
    gap_forms: Ints
    is_word: npt.NDArray[np.bool_]


def places(given: Sequence[WriterExample], kept: Classes) -> Places:
    """The places of examples."""
    window = kept.vocabulary.window([(each.words, each.tags) for each in given])
    sides = []
    for side, forms in (("at_words", kept.word_forms), ("at_gaps", kept.gap_forms)):
        numbers = {form: number for number, form in enumerate(forms)}
        column = []
        for each in given:
            of = getattr(each, side)
            row = [-1] * (len(each.words) + 1)
            for place, (form, other) in of.items():
                row[min(place, len(each.words))] = numbers.get(form, numbers[other])
            column += row
        sides.append(np.array(column, np.int64))
    kinds = np.array([kind_of_change(form) for form in kept.word_forms] + [KEPT])
    before = []
    first = 0
    for each in given:
        rows = slice(first, first + len(each.words) + 1)
        before.append(_before(kinds[sides[0][rows]], sides[1][rows] >= 0))
        first = rows.stop
    none = np.zeros((0, 4), np.int64)
    sizes = np.array([len(each.words) + 1 for each in given], np.int64)
    is_word = np.ones(first, np.bool_)
    is_word[np.cumsum(sizes) - 1] = False
    levels = np.repeat(np.array([each.level for each in given], np.int64), sizes)
    at_words, at_gaps = sides
    return Places(window, levels, np.concatenate([none, *before]), at_words, at_gaps, is_word)


def _before(kinds: Ints, is_put_in: npt.NDArray[np.bool_]) -> Ints:
    """What was drawn before each place of a sentence, and what is put in there."""
    is_error = (kinds != KEPT) * 1 + is_put_in
    errors = np.minimum(np.cumsum(is_error) - is_error, MOST_BEFORE)
    return np.stack(
        [errors, np.append(KEPT, kinds[:-1]), np.append(0, is_put_in[:-1]), is_put_in * 1], axis=1
    )


def train(
    given: Sequence[WriterExample],
    *,
    seed: int,
    settings: WriterSettings | None = None,
    told: Callable[[int, float, float], None] = lambda epoch, loss, held_out: None,
    held_out: Sequence[WriterExample] = (),
) -> bytes:
    """The file of a network that has learnt from the examples.

    `told` is called after each epoch with the mean loss per place, and that on `held_out`.
    """
    settings = settings or WriterSettings()
    if len(given) < FEWEST_SENTENCES:
        raise InputError(
            f"{len(given)} corrected sentences are too few. Give {FEWEST_SENTENCES} or more."
        )
    kept = classes(given, settings)
    arrays = _fitted(kept, places(given, kept), settings, seed, told, places(held_out, kept))
    for number in range(settings.calibration_rounds):
        arrays = _calibrated(arrays, given, settings, seed=seed + number)
    return format(arrays)


# The parts of the table of what is known of a place and was drawn before it, with their sizes,
# after the tags of the window.
_PARTS = {
    "cases": N_CASES,
    "positions": N_POSITIONS,
    "levels": NO_LEVEL + 1,
    "errors": MOST_BEFORE + 1,
    "kinds": N_KINDS,
    "gaps": 2,
    "here": 2,
}
_ERROR_SHARE, _SMALL = 0.05, 0.1


class _Side(nn.Module):  # type: ignore[misc]
    """One head of the network while it learns; its tables lie one after another in one."""

    def __init__(self, n_tags: int, n_forms: int, settings: WriterSettings) -> None:
        super().__init__()
        width, hidden = settings.width, settings.hidden
        sizes = [*[n_tags] * N_NEAR, *_PARTS.values()]
        self.starts = torch.tensor(np.cumsum([0, *sizes[:-1]]))
        self.near = nn.Linear(N_NEAR * width, hidden, bias=False)
        self.table = nn.Parameter(torch.randn(sum(sizes), hidden) * 0.05)
        self.error = nn.Parameter(torch.randn(hidden) * 0.01)
        self.error_bias = nn.Parameter(
            torch.full((NO_LEVEL + 1,), float(np.log(_ERROR_SHARE / (1 - _ERROR_SHARE))))
        )
        self.chosen = nn.Parameter(torch.randn(hidden, n_forms) * 0.01)
        self.chosen_bias = nn.Parameter(torch.zeros(NO_LEVEL + 1, n_forms))
        self.dropout = nn.Dropout(settings.dropout)

    def forward(
        self, vectors: torch.Tensor, numbers: torch.Tensor, levels: torch.Tensor, y: torch.Tensor
    ) -> torch.Tensor:
        """The sum of the losses at places, given the form at each, -1 where there is no error."""
        of_table = functional.embedding_bag(numbers + self.starts, self.table, mode="sum")
        hidden = self.dropout(torch.relu(self.near(vectors) + of_table))
        is_error = y >= 0
        odds = hidden @ self.error + self.error_bias[levels]
        scores = hidden[is_error] @ self.chosen + self.chosen_bias[levels[is_error]]
        return functional.binary_cross_entropy_with_logits(
            odds, is_error.float(), reduction="sum"
        ) + functional.cross_entropy(scores, y[is_error], reduction="sum")

    def arrays(self, forms: Sequence[str], n_tags: int) -> dict[str, npt.NDArray[np.generic]]:
        """The arrays of this head for the file, without what stands for no level."""
        width = self.near.in_features // N_NEAR
        table = self.table.detach().numpy()
        known = np.split(table, np.cumsum([N_NEAR * n_tags, *_PARTS.values()])[:-1])
        arrays = dict(zip(("tags", *_PARTS), known, strict=True))
        arrays["tags"] = arrays["tags"].reshape(N_NEAR, n_tags, -1)
        arrays["near"] = self.near.weight.detach().numpy().T.reshape(N_NEAR, width, -1)
        for name in ("error", "error_bias", "chosen", "chosen_bias"):
            arrays[name] = getattr(self, name).detach().numpy()
        for name in ("levels", "error_bias", "chosen_bias"):
            arrays[name] = arrays[name][:NO_LEVEL]
        return {**arrays, "forms": np.frombuffer("\n".join(forms).encode(), np.uint8)}


class _Network(nn.Module):  # type: ignore[misc]
    """Both heads, and the vectors of words that they share."""

    def __init__(self, kept: Classes, settings: WriterSettings) -> None:
        super().__init__()
        self.vectors = nn.Embedding(len(kept.words) + N_SPECIAL, settings.width)
        nn.init.normal_(self.vectors.weight, 0, 0.3)
        self.n_tags = len(kept.tags) + N_SPECIAL
        self.words = _Side(self.n_tags, len(kept.word_forms), settings)
        self.gaps = _Side(self.n_tags, len(kept.gap_forms), settings)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, of: Places, rows: Ints) -> torch.Tensor:
        """The sum of the losses at some places."""
        window = of.window
        vectors = self.vectors(torch.from_numpy(window.words[rows]))
        vectors = self.dropout(vectors).flatten(1)
        known = [window.tags[rows], window.cases[rows, None], window.positions[rows, None]]
        numbers = np.concatenate([*known, of.levels[rows, None], of.before[rows]], axis=1)
        levels = torch.from_numpy(of.levels[rows])
        no_gap_here = numbers.copy()
        no_gap_here[:, -1] = 0
        y_gaps, y_words = (torch.from_numpy(y[rows]) for y in (of.gap_forms, of.word_forms))
        is_word = torch.from_numpy(of.is_word[rows])
        of_gaps: torch.Tensor = self.gaps(vectors, torch.from_numpy(no_gap_here), levels, y_gaps)
        of_words: torch.Tensor = self.words(
            vectors[is_word], torch.from_numpy(numbers)[is_word], levels[is_word], y_words[is_word]
        )
        return of_gaps + of_words


def _fitted(
    kept: Classes,
    given: Places,
    settings: WriterSettings,
    seed: int,
    told: Callable[[int, float, float], None],
    held_out: Places,
) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of a network after all epochs."""
    torch.manual_seed(seed)
    network = _Network(kept, settings)
    rng = np.random.default_rng(seed)
    n = len(given.levels)
    n_steps = settings.epochs * -(-n // settings.batch)
    optimiser = torch.optim.AdamW(network.parameters(), settings.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, settings.rate, max(n_steps, 2), pct_start=_SMALL
    )
    for epoch in range(settings.epochs):
        network.train()
        total = 0.0
        for rows in _batches(rng.permutation(n), settings.batch):
            loss = network(given, rows)
            optimiser.zero_grad()
            (loss / len(rows)).backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        told(epoch + 1, total / n, _loss(network, held_out, settings.batch))
    heads = {
        "word": network.words.arrays(kept.word_forms, network.n_tags),
        "gap": network.gaps.arrays(kept.gap_forms, network.n_tags),
    }
    return {
        "words": joined(kept.words),
        "tags": joined(kept.tags),
        "vectors": network.vectors.weight.detach().numpy(),
        **{f"{side}_{name}": a for side, head in heads.items() for name, a in head.items()},
    }


def _batches(rows: Ints, size: int) -> Iterator[Ints]:
    return (rows[start : start + size] for start in range(0, len(rows), size))


def _loss(network: _Network, of: Places, size: int) -> float:
    """The mean loss per place."""
    n = len(of.levels)
    if not n:
        return float("nan")
    network.eval()
    with torch.no_grad():
        return sum(float(network(of, rows)) for rows in _batches(np.arange(n), size)) / n


def _calibrated(
    arrays: dict[str, npt.NDArray[np.generic]],
    given: Sequence[WriterExample],
    settings: WriterSettings,
    *,
    seed: int,
) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays with the log odds of errors at which as many are made as learners made."""
    writer = parse(format(arrays), file="the new network")
    made = {
        name: np.array(arrays[name], np.float64) for name in ("word_error_bias", "gap_error_bias")
    }
    for number, level in enumerate(LEVELS):
        some = [each for each in given if each.level == number][: settings.calibration_sentences]
        streams = [RandomStream(seed, f"{level}.{n}") for n in range(len(some))]
        known = [(each.words, each.tags) for each in some]
        changes = [change for of in writer.changes(known, streams, level=level) for change in of]
        n_gaps = sum(not change.n_words for change in changes)
        pairs = {
            "word_error_bias": (sum(len(e.at_words) for e in some), len(changes) - n_gaps),
            "gap_error_bias": (sum(len(e.at_gaps) for e in some), n_gaps),
        }
        for name, (n_right, n_made) in pairs.items():
            made[name][number] += np.log((n_right + 1) / (n_made + 1))
    return {**arrays, **made}
