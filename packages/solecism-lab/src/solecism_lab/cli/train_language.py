"""Commands that train models of the language, from the tagger to the parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import seed_option
from solecism.cli.terminal.output import check_output, progress_bar
from solecism.errors import InputError
from solecism_lab.cli.train_options import learner_option

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.tree import Tree


@click.command(name="tagger")
@click.argument("train", metavar="TRAIN.conllu")
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    help="File of running native text to learn words from; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
@click.option(
    "--epochs", type=click.IntRange(min=1), help="Number of passes through the training sentences."
)
def tagger_command(
    train: str, native: tuple[str, ...], out: str, seed: int, epochs: int | None
) -> None:
    """Train the part-of-speech tagger on sentences with Penn tags in CoNLL-U.

    Running text (--native: plain text, also .xz and .gz) teaches which words are used alike. The
    bundled model took two minutes on one core.

    \b
    Example:
      solecism tag --conllu examples/texts/library.txt > library.conllu
      solecism train tagger library.conllu --epochs 2 --out tagger.npz
      solecism tag --tagger tagger.npz examples/texts/library.txt
    """
    from dataclasses import replace

    from solecism.formats import conllu, files
    from solecism.language import tagger
    from solecism_lab.train.language import tagger as train_tagger

    check_output(out)
    lines = files.read_lines(train)
    sentences = conllu.parse(lines, document=files.document_name(train), file=train)
    settings = train_tagger.TaggerSettings()
    with progress_bar("Learning words", "Learning tags") as progress:
        model = train_tagger.train(
            sentences,
            unlabelled=_tokenised_paragraphs(native) if native else None,
            seed=seed,
            settings=settings if epochs is None else replace(settings, n_epochs=epochs),
            progress=progress,
        )
    files.write_bytes(out, tagger.format(model))


def _tokenised_paragraphs(native: Iterable[str]) -> Iterator[tuple[str, ...]]:
    from solecism.formats import files
    from solecism.language.tokeniser import tokenise

    for file in native:
        for line in files.read_lines(file):
            if not line.isspace():
                yield tokenise(line)[0]


@click.command(name="chunker")
@click.argument("train", metavar="TRAIN...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.zz).")
@seed_option(default=1, result="model")
@click.option("--tagger", metavar="MODEL", help="Tag with this model instead of the bundled one.")
def chunker_command(train: tuple[str, ...], out: str, seed: int, tagger: str | None) -> None:
    """Train the chunker on tagged sentences with noun and verb phrases.

    TRAIN is in the columns of CoNLL-2000 (one line per word: word, tag, chunk), whatever its name,
    or JSON Lines of sentences (.jsonl); .gz and .xz are decompressed. The chunker is trained on
    each sentence with the given tags, with the tags of our tagger, and with hyphenated words split
    as our tokeniser does. The bundled model took 15 seconds on one core.

    \b
    Example:
      solecism tag --json examples/texts/library.txt > library.jsonl
      solecism train chunker library.jsonl --out chunker.zz
      solecism tag --chunker chunker.zz examples/texts/library.txt
    """
    import numpy as np

    from solecism.formats import files
    from solecism.language import chunker as chunk_model
    from solecism.language.tagger import Tagger
    from solecism_lab.train.language import chunker
    from solecism_lab.train.language import chunker as chunk_examples

    check_output(out)
    with progress_bar("Tagging", "Learning phrases") as progress:
        own_tagger = None if tagger is None else Tagger.load(Path(tagger))
        examples = chunk_examples.chunk_examples(list(_read_chunked(train)), tagger=own_tagger)
        model = chunker.train(examples, rng=np.random.default_rng(seed), progress=progress)
    files.write_bytes(out, chunk_model.to_bytes(model))


def _read_chunked(paths: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import registry

    for path in paths:
        is_jsonl = registry.format_of(path) is registry.FORMATS["jsonl"]
        yield from registry.read([path], registry.FORMATS["jsonl" if is_jsonl else "conll2000"])


@click.command(name="boundaries")
@click.argument("train", metavar="TRAIN.conllu...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.json).")
def boundaries_command(train: tuple[str, ...], out: str) -> None:
    """Train the model of sentence boundaries on texts in CoNLL-U.

    The texts are rebuilt from the files: spaces between words and sentences, and a blank line
    where a document or paragraph begins. Nothing is random: the same texts give the same model.
    The bundled model took ten seconds.

    \b
    Example:
      solecism tag --conllu examples/texts/library.txt > library.conllu
      solecism train boundaries library.conllu --out boundaries.json
    """
    from solecism.formats import files, registry
    from solecism.language import sentence_splitter
    from solecism_lab.train.language import boundaries

    check_output(out)
    with progress_bar("Learning where sentences end", ""):
        weights = boundaries.train(registry.read(train, registry.FORMATS["conllu"]))
    files.write_text(out, [sentence_splitter.format_weights(weights)])


@click.command(name="inflection")
@click.argument("lexicon", metavar="LEXICON.csv")
@click.option(
    "--treebank",
    multiple=True,
    metavar="FILE",
    help="CoNLL-U file whose lemmas take precedence over the lexicon's; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the rules to (.txt).")
def inflection_command(lexicon: str, treebank: tuple[str, ...], out: str) -> None:
    """Learn the endings of word forms from a lexicon and the lemmas of treebanks.

    LEXICON has one line per lemma (- is standard input, .gz and .xz are decompressed): the lemma,
    its word class and its forms, separated by commas. A noun has its plural; a verb its past, its
    participle (empty if like the past), and its forms in -ing and -s; an adj or adv its
    comparative and superlative. Nothing is random: the same words give the same rules. The bundled
    rules took five seconds.

    \b
    Example:
      echo "city,noun,cities" | solecism train inflection - --out inflection.txt
    """
    from solecism.formats import files, registry, word_forms
    from solecism.language.lemmas import format_endings
    from solecism_lab.train.language import inflection

    check_output(out)
    forms = word_forms.parse(files.read_lines(lexicon), file=files.shown_name(lexicon))
    sentences = registry.read(treebank, registry.FORMATS["conllu"]) if treebank else ()
    with progress_bar("Learning endings", ""):
        tables = inflection.train(forms, sentences)
    files.write_text(out, format_endings(tables))


@click.command(name="misspellings")
@click.option(
    "--native",
    multiple=True,
    metavar="FILE",
    help="File of running native text; may be repeated, and is only optional with --words.",
)
@learner_option(required=True)
@click.option(
    "--network",
    metavar="MODEL",
    help="File of the network that reads words in context; the bundled one if not given.",
)
@click.option(
    "--words",
    metavar="MODEL",
    help="File of a spelling model whose words, letters and ranking are kept.",
)
@click.option(
    "--more-learner",
    "more_learner",
    multiple=True,
    metavar="FILE",
    help="File of annotated learner text that is less reliable, only for the choice of a "
    "candidate; may be repeated.",
)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
def misspellings_command(
    native: tuple[str, ...],
    learner: tuple[str, ...],
    network: str | None,
    words: str | None,
    more_learner: tuple[str, ...],
    out: str,
) -> None:
    """Learn which words are misspelt, and what learners mean by them.

    Native text is plain, with one paragraph per line and a blank line between documents: words that
    are common in it count as known, besides those of a dictionary. Annotated learner text teaches
    which letters are confused, which words learners use, and how much letters, collocations and the
    network's reading count where a candidate is chosen. The tenth of it that is reserved for tuning
    teaches, together with native tuning text, what is misspelt, and how sure a choice is. Nothing
    is random: the same text gives the same model. For another network, --words leaves out what does
    not depend on it: that takes six minutes on one core, all of it ten; without --native, what is
    misspelt is kept as well, and it takes two.

    \b
    Example:
      solecism train misspellings --help
    """

    from solecism.detect.network import model as networks
    from solecism.formats import files
    from solecism.formats.corpora import learner_sentences
    from solecism.language import spelling_model as spelling
    from solecism_lab.train.network.tuning.tunings import native_tuning
    from solecism_lab.train.spelling import SpellingText, learn_words, with_network

    check_output(out)
    if words is None and not native:
        raise InputError("there is no --native text. Give some, or a model as --words.")
    reader = networks.bundled() if network is None else networks.read(Path(network))
    learners = list(learner_sentences(learner, is_tuning=False))
    tuning = list(learner_sentences(learner, is_tuning=True))
    more = list(learner_sentences(more_learner, is_tuning=False))
    if words is None:
        model = learn_words(_native_paragraphs(native), learners)
    else:
        model = spelling.read(Path(words))
    native_text = list(native_tuning(native)) if native else None
    given = SpellingText([*learners, *more], tuning, native_text)
    model = with_network(model, reader, given)
    files.write_bytes(out, spelling.format(model))


def _native_paragraphs(paths: Iterable[str]) -> Iterator[str]:
    from solecism.formats import files
    from solecism.formats.corpora import training_documents

    for path in paths:
        for document in training_documents(files.read_lines(path)):
            yield from document


@click.command(name="dictionary")
@click.argument("words", metavar="LIST")
@click.option(
    "--model",
    required=True,
    metavar="MODEL",
    help="File of the spelling model that has words of native text (`train misspellings`).",
)
@click.option("--out", required=True, metavar="FILE", help="File to write the words to (.npz).")
def dictionary_command(words: str, model: str, out: str) -> None:
    """Make the dictionary of the speller from a list of words.

    LIST has a word and its count per line, as the list of symspellpy has
    (frequency_dictionary_en_82_765.txt). Words and names that native text has besides are taken
    from a spelling model. Nothing is random.

    \b
    Example:
      solecism train dictionary --help
    """
    from solecism.formats import files
    from solecism.language import dictionary, spelling_model
    from solecism_lab.train.spelling import word_counts

    check_output(out)
    known = spelling_model.read(Path(model))
    listed = word_counts(files.read_lines(words), file=files.shown_name(words))
    made = dictionary.WordList(listed, known.words, known.names)
    files.write_bytes(out, dictionary.format(made))


@click.command(name="parser")
@click.argument("trees", metavar="TREES...", nargs=-1, required=True)
@click.option("--out", required=True, metavar="MODEL", help="File to write the model to (.npz).")
@seed_option(default=1, result="model")
@click.option(
    "--rounds",
    type=click.IntRange(0, 6),
    default=None,
    help="Number of times that symbols are split in two; 0 needs no numba.",
)
@click.option(
    "--splits",
    type=click.IntRange(1, 16),
    default=None,
    help="Number of grammars that are combined in the model.",
)
@click.option(
    "--first", type=click.IntRange(1), metavar="N", help="Train on the first N trees only."
)
def parser_command(
    trees: tuple[str, ...],
    out: str,
    seed: int,
    rounds: int | None,
    splits: int | None,
    first: int | None,
) -> None:
    """Train the parser on a treebank.

    TREES are Penn brackets or JSON Lines of sentences with trees (.jsonl); .gz and .xz are
    decompressed. Grammatical functions and traces are left out. Training needs numba (`pip install
    "solecism-lab[parse]"`).

    \b
    Example:
      solecism train parser examples/treebank.mrg --rounds 1 --out parser.npz
      solecism parse --model parser.npz examples/texts/library.txt
    """
    from dataclasses import replace
    from itertools import islice

    from solecism.formats import files
    from solecism_lab.parse.grammar import grammar as grammars
    from solecism_lab.train.parser import grammar as train

    check_output(out)
    settings = train.GrammarSettings()
    if rounds is not None:
        settings = replace(settings, splitting=replace(settings.splitting, n_rounds=rounds))
    if splits is not None:
        settings = replace(settings, n_splits=splits)
    with progress_bar("Reading", "Splitting symbols") as progress:
        grammar = train.train_grammar(
            islice(_read_trees(trees), first), seed=seed, settings=settings, progress=progress
        )
    files.write_bytes(out, grammars.format(grammar))


def _read_trees(paths: Iterable[str]) -> Iterator[Tree]:
    from solecism.formats import files, penn, registry

    for path in paths:
        if registry.format_of(path) is registry.FORMATS["jsonl"]:
            for sentence in registry.read([path], registry.FORMATS["jsonl"]):
                yield from sentence.trees[:1]
        else:
            yield from penn.parse_trees(files.read_lines(path), file=files.shown_name(path))
