"""The readers of model files, each with a small model to mutate, which must work when read."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

import nominal
import prepositional
from fuzzed_readers import Reader
from mutations import mutated_arrays, mutated_bytes
from parser_grammars import example_grammar
from solecism.checking import native_usage
from solecism.corruption import counts, word_lists
from solecism.detect.extraneous import language_model, perceptron
from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.light import noun_model as article_model
from solecism.detect.light import preposition_detector
from solecism.detect.light.noun_detector import ArticleDetector
from solecism.detect.light.preposition_detector import PrepositionDetector
from solecism.detect.network import model as network_model
from solecism.detect.network.error_drafts import Misspellings, WordPlace
from solecism.detect.network.strong_detector import StrongDetector
from solecism.language import chunker as chunk_model
from solecism.language import dictionary, lemmas, sentence_splitter, spelling_model, tagger
from solecism.language.annotate import annotate
from solecism.language.chunker import Chunker
from solecism.language.speller import Speller
from solecism.language.spelling_model import numbered
from solecism.language.tagger import Tagger
from solecism.locate import noun_table
from solecism.system.installation import model_path
from solecism_lab.parse.grammar import grammar
from solecism_lab.parse.parser import Parser
from strong_models import REPAIRS, random_bytes

WORDS = ("I", "depend", "of", "informations", "in", "a", "old", "zzyzx", ".")
SENTENCES = tuple(
    annotate("I depend of informations in a old house. He arrived to home.", document="a")
)


def models() -> Iterator[Reader]:
    """All readers of model files."""
    arrays: dict[str, tuple[Callable[[], bytes], Callable[[bytes], object]]] = {
        "parser": (lambda: grammar.format(example_grammar(n_splits=2)), _use_grammar),
        "tagger": (_small_tagger, _use_tagger),
        "prepositions": (
            lambda: preposition_detector.format(prepositional.small_model()),
            _use_prepositions,
        ),
        "articles": (lambda: article_model.format(nominal.small_model()), _use_articles),
        "lm": (_small_language_model, _use_language_model),
        "perceptron": (_small_perceptron, _use_perceptron),
        "misspellings": (_small_spelling_model, _use_speller),
        "dictionary": (_small_word_list, _use_word_list),
        "nouns": (model_path("nouns.npz").read_bytes, _use_nouns),
    }
    for name, (seed, use) in arrays.items():
        yield Reader(f"model {name}", partial(_one, seed), use, mutated_arrays)
    yield Reader("model chunker", partial(_one, _small_chunker), _use_chunker, _mutated_chunker)
    yield Reader("model strong", partial(_one, random_bytes), _use_network)
    for file, parse in _TABLES.items():
        text = counts.bundled_text(file).encode()[:3_000].rpartition(b"\n")[0]
        unpacked = file.removesuffix(".gz")
        yield Reader(f"model {file}", partial(list, [text]), partial(_use_table, unpacked, parse))
    weights = sentence_splitter.format_weights(
        dict(list(sentence_splitter.boundary_weights().items())[:50])
    )
    yield Reader("model boundaries.json", partial(list, [weights.encode()]), _use_boundaries)


_TABLES: dict[str, Callable[..., object]] = {
    "inflection.txt": lemmas.parse_endings,
    "insertions.tsv": word_lists.parse_insertions,
    "spellings.tsv": word_lists.parse_spellings,
    "phrases.gz": native_usage.parse,
}


def _one(seed: Callable[[], bytes]) -> list[bytes]:
    return [seed()]


def _use_grammar(data: bytes) -> object:
    # Compiled loops do not check where they read; the others tell a wrong index.
    return Parser(grammar.parse(data, file="m.npz"), is_compiled=False).parse(WORDS[:5])


def _small_tagger() -> bytes:
    """The bundled tagger with its commonest words only."""
    whole = Tagger.load().model
    words = whole.vocabulary()[:300]
    return tagger.format(
        replace(
            whole,
            words=tagger.vocabulary_bytes(words),
            word_rows=whole.word_rows[: len(words)],
        )
    )


def _use_tagger(data: bytes) -> object:
    return Tagger(tagger.parse(data, file="m.npz")).tag_words([WORDS])


def _small_chunker() -> bytes:
    whole = chunk_model.read(chunk_model.BUNDLED_MODEL)
    weights = whole.weights.copy()
    weights[np.arange(len(weights)) % 200 > 0] = 0
    return chunk_model.to_bytes(replace(whole, weights=weights))


def _use_chunker(data: bytes) -> object:
    chunker = Chunker(chunk_model.from_bytes(data, file="m.zz"))
    return chunker.chunk_words(
        [each.words for each in SENTENCES], [each.tags for each in SENTENCES]
    )


def _mutated_chunker(data: bytes, rng: Random) -> bytes:
    """The packed model or what is in it, mutated."""
    if rng.random() < 0.3:
        return mutated_bytes(data, rng)
    return zlib.compress(mutated_bytes(zlib.decompress(data), rng), 1)


def _use_prepositions(data: bytes) -> object:
    model = preposition_detector.parse(data, file="m.npz")
    return [
        list(PrepositionDetector(model, name=name).flags(SENTENCES)) for name in model.classifiers
    ]


def _use_articles(data: bytes) -> object:
    return list(ArticleDetector(article_model.parse(data, file="m.npz")).flags(SENTENCES))


def _small_language_model() -> bytes:
    rng = np.random.default_rng(1)
    hashes = rng.integers(0, 1 << 63, 3_000, dtype=np.uint64)
    counts = rng.integers(1, 100, len(hashes))
    table = language_model.compact(hashes, counts, n_words=10_000)
    return language_model.format(language_model.LanguageModel(table, PlattCalibration()))


def _use_language_model(data: bytes) -> object:
    model = language_model.parse(data, file="m.npz")
    return list(language_model.detector(model).flags(SENTENCES))


def _small_perceptron() -> bytes:
    return model_path("perceptron.npz").read_bytes()


def _use_perceptron(data: bytes) -> object:
    model = perceptron.parse(data, file="m.npz")
    return list(perceptron.detector(model).flags(SENTENCES))


def _small_spelling_model() -> bytes:
    whole = spelling_model.bundled()
    words = dict(list(whole.words.items())[:200])
    return spelling_model.format(
        replace(whole, words=words, names=frozenset(sorted(whole.names)[:50]))
    )


def _use_speller(data: bytes) -> object:
    model = spelling_model.parse(data, file="m.npz")
    letters = numbered(["informations", "recieve"])
    costs = model.confusions.costs(letters[1], letters)
    words = Misspellings(REPAIRS, Speller(model))
    return costs, words.candidates(WordPlace(["recieve"], 0))


def _small_word_list() -> bytes:
    """The bundled word list with the first words of each kind only."""
    whole = dictionary.bundled_words()
    return dictionary.format(
        dictionary.WordList(
            dict(list(whole.listed.items())[:200]),
            dict(list(whole.others.items())[:50]),
            frozenset(sorted(whole.names)[:50]),
        )
    )


def _use_word_list(data: bytes) -> object:
    words = dictionary.parse(data, file="m.npz")
    counts = (*words.listed.values(), *words.others.values())
    return [math.log(count) for count in counts], sorted(words.names)


def _use_nouns(data: bytes) -> object:
    table = noun_table.parse(data, file="m.npz")
    rows = table.rows(np.array([1, 2], np.uint32))
    computed = (table.log_shares_or_zero, table.entropies, table.countability, table.is_non_count)
    return table.nouns, table.total, [column[rows] for column in computed]


def _use_network(data: bytes) -> object:
    return list(StrongDetector(network_model.parse(data, file="m.onnx")).flags(SENTENCES))


def _use_table(file: str, parse: Callable[..., object], data: bytes) -> object:
    return parse(counts.text_of(data, file=file).splitlines(), file=file)


def _use_boundaries(data: bytes) -> object:
    return sentence_splitter.parse_weights(data, file="m.json")
