"""What training begins with: the vocabulary of word pieces, classes of repairs, slips and weights.

The pieces are those of a pretrained encoder that texts have, or new ones. The first run chooses all
this; it is kept in the work folder for later runs.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.detect.network.reading import CONTINUED, SPACE, SPECIAL, Pieces
from solecism.errors import InputError
from solecism.formats import files
from solecism.formats.corpora import learner_sentences
from solecism.language.tokeniser import tokenise

if TYPE_CHECKING:
    from solecism.detect.network.repairs import Repairs
    from solecism_lab.train.network.encoder import Shape, Weights

_WORD = re.compile(r"\w+|[^\w\s]")


def piece_counts(lines: Iterable[str], pieces: Pieces) -> Counter[int]:
    """The count of each piece in the lines, by its number."""
    words = _words_as_written(lines) if pieces.scores else _lower_words(lines)
    counts: Counter[int] = Counter()
    for word, n in words.items():
        for number in pieces.of(word):
            counts[number] += n
    return counts


def _lower_words(lines: Iterable[str]) -> Counter[str]:
    return Counter(chain.from_iterable(_WORD.findall(line.lower()) for line in lines))


def _words_as_written(lines: Iterable[str]) -> Counter[str]:
    """The words of the lines, as they are tokenised; what stands between spaces is cut once."""
    between_spaces = Counter(chain.from_iterable(line.split() for line in lines))
    words: Counter[str] = Counter()
    for text, n in between_spaces.items():
        for word in tokenise(text)[0]:
            words[word] += n
    return words


def chosen_pieces(vocabulary: Sequence[str], counts: Mapping[int, int], *, size: int) -> list[int]:
    """The numbers of `size` pieces: the special ones, ASCII letters, and the most frequent.

    >>> chosen_pieces([*SPECIAL, "a", "dog", "cat"], {6: 1, 7: 5}, size=7)
    [0, 1, 2, 3, 4, 5, 7]
    """
    first = [vocabulary.index(piece) for piece in SPECIAL]
    kept = dict.fromkeys(first)
    letters = (n for n, piece in enumerate(vocabulary) if _is_letter(piece))
    frequent = sorted(counts, key=lambda number: (-counts[number], number))
    for number in (*letters, *frequent):
        if len(kept) >= size:
            break
        kept.setdefault(number)
    return [*first, *sorted(set(kept) - set(first))]


def pieces_from_text(lines: Iterable[str], *, size: int) -> list[str]:
    """A vocabulary of `size` pieces for a network from scratch: letters and frequent words."""
    words = _lower_words(lines)
    letters = sorted({letter for word in words for letter in word if letter.isascii()})
    pieces = dict.fromkeys([*SPECIAL, *letters, *(f"##{letter}" for letter in letters)])
    for word in sorted(words, key=lambda word: (-words[word], word)):
        if len(pieces) >= size:
            break
        pieces.setdefault(word)
    return list(pieces)


def _is_letter(piece: str) -> bool:
    letter = piece.removeprefix(CONTINUED).removeprefix(SPACE)
    return letter.isascii() and (len(letter) == 1 or piece == SPACE)


# The files of a work folder by name.
Folder = MutableMapping[str, bytes]


def chosen_repairs(learner: Sequence[str], folder: Folder) -> Repairs:
    """The classes of repairs and learners' slips, chosen and counted in the first run."""
    from solecism.detect.network.repairs import frequent_repairs, repair_counts
    from solecism_lab.train.network import slips, typical_errors

    if not learner and "repairs.json" not in folder:
        folder["repairs.json"] = format_repairs(typical_errors.typical_repairs())
    if learner and "slips.json" not in folder:
        counted_slips = slips.counted_slips(learner_sentences(learner, is_tuning=False))
        folder["slips.json"] = slips.format(counted_slips)
    if "repairs.json" not in folder:
        sentences = learner_sentences(learner, is_tuning=False)
        edits = (each.annotations[0].edits for each in sentences if each.annotations)
        folder["repairs.json"] = format_repairs(frequent_repairs(repair_counts(edits)))
    return read_chosen_repairs(folder)


def starting_point(
    encoder: str | None,
    native: Iterable[str],
    folder: Folder,
    repairs: Repairs,
    n_pieces: int,
    seed: int,
) -> tuple[Pieces, Weights, Shape]:
    """The vocabulary of word pieces, the initial weights, and their shape."""
    from solecism_lab.train.network import encoder as encoders

    if encoder is not None and Path(encoder).is_file():
        return model_as_start(encoder, folder, repairs)
    known = encoders.read_pieces(Path(encoder)) if encoder else None
    if "pieces.json" not in folder:
        lines = chain.from_iterable(map(files.read_lines, native))
        if known is None:
            kept = Pieces(pieces_from_text(lines, size=n_pieces))
        else:
            counts = piece_counts(lines, known)
            chosen = chosen_pieces(known.vocabulary, counts, size=n_pieces)
            kept = Pieces(
                [known.vocabulary[n] for n in chosen],
                [known.scores[n] for n in chosen if known.scores],
            )
        folder["pieces.json"] = format_pieces(kept)
    pieces = read_chosen_pieces(folder)
    if encoder is None or known is None:
        return pieces, encoders.random_weights(len(pieces), encoders.TINY, seed=seed), encoders.TINY
    shape = encoders.read_shape(Path(encoder))
    weights = encoders.pretrained_weights(encoders.read_weights(Path(encoder)), shape)
    weights["pieces"] = encoders.with_pieces(weights["pieces"], known, pieces)
    return pieces, weights, shape


def model_as_start(path: str, folder: Folder, repairs: Repairs) -> tuple[Pieces, Weights, Shape]:
    """The pieces and the weights of a model; without its heads if they are for other repairs."""
    from solecism_lab.train.network import encoder
    from solecism_lab.train.network.model_file import read_classes, read_network

    data = files.read_bytes(path)
    known, known_repairs = read_classes(data, file=path)
    if "pieces.json" not in folder:
        folder["pieces.json"] = format_pieces(known)
    pieces = read_chosen_pieces(folder)
    weights, shape = read_network(data)
    if known_repairs != repairs:
        weights = {
            name: each for name, each in weights.items() if not name.startswith(encoder.HEADS)
        }
    weights["pieces"] = encoder.with_pieces(weights["pieces"], known, pieces)
    return pieces, weights, shape


def read_chosen_pieces(folder: Folder) -> Pieces:
    """The word pieces that were chosen, from the work folder."""

    return parse_pieces(folder["pieces.json"])


_TEACHER_PIECES = "teacher_pieces.json"


def read_teacher_pieces(folder: Folder) -> Pieces | None:
    """The pieces of the teacher, if it has others, from the work folder."""
    return parse_pieces(folder[_TEACHER_PIECES]) if _TEACHER_PIECES in folder else None


def keep_teacher_pieces(teachers: Iterable[Pieces], pieces: Pieces, folder: Folder) -> None:
    """Store the pieces of teachers in the work folder, if they are others than the pupil's."""
    others = {format_pieces(each) for each in teachers if each.vocabulary != pieces.vocabulary}
    if len(others) > 1:
        raise InputError("--teacher: the models have different word pieces. Give one of them.")
    for each in others:
        folder[_TEACHER_PIECES] = each


def format_pieces(pieces: Pieces) -> bytes:
    """The vocabulary as the work folder stores it."""
    return json.dumps([pieces.vocabulary, pieces.scores]).encode()


def parse_pieces(data: bytes) -> Pieces:
    """The vocabulary in the bytes of its file."""
    return Pieces(*json.loads(data))


def read_chosen_repairs(folder: Folder) -> Repairs:
    """The classes of repairs that were chosen, from the work folder."""
    from solecism.detect.network.repairs import Repair, Repairs

    words, gaps = json.loads(folder["repairs.json"])
    return Repairs(tuple(Repair(*each) for each in words), tuple(Repair(*each) for each in gaps))


def format_repairs(repairs: Repairs) -> bytes:
    """The classes of repairs as the work folder stores them."""
    return json.dumps([repairs.words, repairs.gaps]).encode()
