"""What training begins with: word pieces, classes of repairs, learners' slips and weights.

The first run chooses them; they are kept in its work folder for later ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, MutableMapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.formats import files
from solecism.train.texts import learner_sentences

if TYPE_CHECKING:
    from solecism.detect.network.pieces import Pieces
    from solecism.detect.network.repairs import Repairs
    from solecism.train.network.encoder import Weights
    from solecism.train.network.start import Shape

# The files of a work folder by name.
Folder = MutableMapping[str, bytes]


def chosen_repairs(learner: Sequence[str], folder: Folder) -> Repairs:
    """The classes of repairs and learners' slips, chosen and counted in the first run."""
    from solecism.detect.network.repairs import choose, counted
    from solecism.train.network import slips
    from solecism.train.network.typical_errors import errors

    if not learner and "repairs.json" not in folder:
        folder["repairs.json"] = format_repairs(errors.repairs())
    if learner and "slips.json" not in folder:
        counted_slips = slips.counted_slips(learner_sentences(learner, is_tuning=False))
        folder["slips.json"] = slips.format(counted_slips)
    if "repairs.json" not in folder:
        sentences = learner_sentences(learner, is_tuning=False)
        edits = (each.annotations[0].edits for each in sentences if each.annotations)
        folder["repairs.json"] = format_repairs(choose(counted(edits)))
    return read_repairs(folder)


def starting_point(
    encoder: str | None,
    native: Iterable[str],
    folder: Folder,
    repairs: Repairs,
    n_pieces: int,
    seed: int,
) -> tuple[Pieces, Weights, Shape]:
    """The vocabulary of word pieces, the initial weights, and their shape."""
    from solecism.detect.network.pieces import Pieces
    from solecism.train.network import encoder as encoders
    from solecism.train.network import start, vocabulary

    if encoder is not None and Path(encoder).is_file():
        return model_as_start(encoder, folder, repairs)
    known = encoders.read_pieces(Path(encoder)) if encoder else None
    if "pieces.json" not in folder:
        lines = chain.from_iterable(map(files.read_lines, native))
        if known is None:
            vocabulary_of_text = vocabulary.from_text(lines, size=n_pieces)
        else:
            counts = vocabulary.piece_counts(lines, Pieces(known))
            vocabulary_of_text = [known[n] for n in vocabulary.chosen(known, counts, size=n_pieces)]
        folder["pieces.json"] = json.dumps(vocabulary_of_text).encode()
    pieces = read_pieces(folder)
    if encoder is None or known is None:
        return pieces, start.random(len(pieces), start.TINY, seed=seed), start.TINY
    shape = start.read_shape(Path(encoder))
    weights = start.pretrained(encoders.read_weights(Path(encoder)), shape)
    weights["pieces"] = start.with_pieces(weights["pieces"], Pieces(known), pieces)
    return pieces, weights, shape


def model_as_start(path: str, folder: Folder, repairs: Repairs) -> tuple[Pieces, Weights, Shape]:
    """The pieces and the weights of a model; without its heads if they are for other repairs."""
    from solecism.train.network import start
    from solecism.train.network.graph.weights import classes_of, network_of

    data = files.read_bytes(path)
    known, known_repairs = classes_of(data, file=path)
    if "pieces.json" not in folder:
        folder["pieces.json"] = json.dumps(known.vocabulary).encode()
    pieces = read_pieces(folder)
    weights, shape = network_of(data)
    if known_repairs != repairs:
        weights = {name: each for name, each in weights.items() if not name.startswith(start.HEADS)}
    weights["pieces"] = start.with_pieces(weights["pieces"], known, pieces)
    return pieces, weights, shape


def read_pieces(folder: Folder) -> Pieces:
    """The word pieces that were chosen, from the work folder."""
    from solecism.detect.network.pieces import Pieces

    return Pieces(json.loads(folder["pieces.json"]))


def read_repairs(folder: Folder) -> Repairs:
    """The classes of repairs that were chosen, from the work folder."""
    from solecism.detect.network.repairs import Repair, Repairs

    words, gaps = json.loads(folder["repairs.json"])
    return Repairs(tuple(Repair(*each) for each in words), tuple(Repair(*each) for each in gaps))


def format_repairs(repairs: Repairs) -> bytes:
    """The classes of repairs as the work folder stores them."""
    return json.dumps([repairs.words, repairs.gaps]).encode()
