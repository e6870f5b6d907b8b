"""Words and sentences: agreement with treebanks and speed, beside spaCy and NLTK.

`python benchmarks/language/tokens.py [--data ../shared/data]`

Texts are rebuilt from treebanks: a document is a text, a paragraph ends in a blank line, words are
joined as SpaceAfter says, otherwise sentences by one space. A span counts when both ends are right.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import Timing, record, timed

from solecism.figure import f_score
from solecism.language.sentence_splitter import sentences, split
from solecism.language.tokeniser import tokenise

Span = tuple[int, int]
Spans = Callable[[str], Iterable[Span]]


@dataclass(frozen=True, slots=True)
class Gold:
    """A text, with the spans of its words and sentences as the treebank has them."""

    text: str
    words: list[Span]
    sentences: list[Span]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1, in percent."""

    n_right: int
    n_found: int
    n_gold: int

    @property
    def f1(self) -> float:
        """Twice what is right, of what is found and what there is."""
        return 100 * f_score(self.n_right, self.n_found, self.n_gold)

    def __str__(self) -> str:
        precision, recall = 100 * self.n_right / self.n_found, 100 * self.n_right / self.n_gold
        return f"P {precision:.2f}  R {recall:.2f}  F1 {self.f1:.2f}"


def documents(path: Path) -> Iterator[list[tuple[bool, list[tuple[str, bool]]]]]:
    """For each document its sentences: whether a paragraph begins, and words with SpaceAfter."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        blocks = file.read().strip().split("\n\n")
    document: list[tuple[bool, list[tuple[str, bool]]]] = []
    for block in blocks:
        if "# newdoc" in block and document:
            yield document
            document = []
        words: list[tuple[str, bool]] = []
        joined, space_after_last = 0, True
        for line in block.splitlines():
            number, form, *_, misc = ["#", "", ""] if line[0] == "#" else line.split("\t")
            has_space = "SpaceAfter=No" not in misc
            if "-" in number:
                first, last = map(int, number.split("-"))
                joined, space_after_last = last - first + 1, has_space
            elif number.isdigit():
                joined -= 1
                words.append((form, has_space if joined < 0 else joined == 0 and space_after_last))
        document.append(("# newpar" in block, words))
    yield document


def rebuild(path: Path, *, lines: bool = False) -> Iterator[Gold]:
    """The texts of a treebank; with `lines`, sentences without a final sign end their line."""
    for document in documents(path):
        text = ""
        gold = Gold("", [], [])
        for is_new, words in document:
            if is_new and text:
                text = text.rstrip() + "\n\n"
            start = len(text)
            for form, has_space in words:
                gold.words.append((len(text), len(text) + len(form)))
                text += form + " " * has_space
            gold.sentences.append((start, gold.words[-1][1]))
            if lines and text[-1] == " " and not set(text[-3:]) & set(".?!…"):
                text = text[:-1] + "\n"
        yield Gold(text, gold.words, gold.sentences)


def score(found: Iterable[tuple[Iterable[Span], Iterable[Span]]], *, ends: bool = False) -> Score:
    """Spans found against gold ones; with `ends`, only where they end."""
    n_right = n_found = n_gold = 0
    for ours, gold in found:
        one, other = set(ours), set(gold)
        if ends:
            one, other = {(end, end) for _, end in one}, {(end, end) for _, end in other}
        n_right += len(one & other)
        n_found += len(one)
        n_gold += len(other)
    return Score(n_right, n_found, n_gold)


def our_words(text: str) -> list[Span]:
    """The words of a text that is first split into sentences."""
    spans = []
    for start, end in split(text):
        words, starts = tokenise(text[start:end])
        spans += [(start + at, start + at + len(w)) for w, at in zip(words, starts, strict=True)]
    return spans


def word_score(path: Path, method: Spans) -> Score:
    """How well a method finds the words of a treebank's texts."""
    return score((method(gold.text), gold.words) for gold in rebuild(path))


def sentence_score(path: Path, method: Spans, *, lines: bool = False, ends: bool = False) -> Score:
    """How well a method finds the sentences of a treebank's texts."""
    return score(
        ((method(gold.text), gold.sentences) for gold in rebuild(path, lines=lines)), ends=ends
    )


def peers(train: str) -> tuple[dict[str, Spans], dict[str, Spans]]:
    """Other tokenisers and other sentence splitters."""
    import spacy
    from nltk.tokenize import TreebankWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    blank = spacy.blank("en")
    blank.max_length = 10**9
    with_sentences = spacy.blank("en")
    with_sentences.add_pipe("sentencizer")
    treebank = TreebankWordTokenizer()
    punkt = PunktSentenceTokenizer(train)

    def spacy_words(text: str) -> list[Span]:
        doc = blank.make_doc(text)
        return [(w.idx, w.idx + len(w)) for w in doc if not w.is_space]

    def spacy_sentences(line: str) -> list[Span]:
        return [(found.start_char, found.end_char) for found in with_sentences(line).sents]

    def nltk_words(text: str) -> list[Span]:
        found = []
        for start, end in punkt.span_tokenize(text):
            inner = text[start:end].replace("“", '"').replace("”", '"')
            found += [(start + a, start + b) for a, b in treebank.span_tokenize(inner)]
        return found

    # These know nothing of lines: they are given one at a time.
    return (
        {"spaCy blank English": spacy_words, "NLTK Treebank": nltk_words},
        {
            "spaCy sentencizer": lambda text: line_by_line(spacy_sentences, text),
            "NLTK Punkt (EWT train)": lambda text: line_by_line(punkt.span_tokenize, text),
        },
    )


def line_by_line(method: Spans, text: str) -> list[Span]:
    """The sentences of each line, without the white space around them."""
    found = []
    start = 0
    for line in text.split("\n"):
        found += [stripped(text, start + one, start + other) for one, other in method(line)]
        start += len(line) + 1
    return found


def stripped(text: str, start: int, end: int) -> Span:
    """A span without the white space around it."""
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip())


def timing(method: Callable[[str], object], texts: list[str]) -> Timing:
    """Processor time of all texts, three times."""

    def work() -> None:
        for text in texts:
            method(text)

    return timed(work, 3)


def main(data: Path) -> None:
    """Print all figures."""
    ud = data / "ud"
    train = "\n\n".join(gold.text for gold in rebuild(ud / "ewt-train.conllu.xz"))
    other_words, other_sentences = peers(train)
    splitters: dict[str, Spans] = {"solecism": split, **other_sentences}
    tokenisers: dict[str, Spans] = {"solecism": our_words, **other_words}
    for treebank in ("ewt-dev", "ewt-test", "gum-test"):
        path = ud / f"{treebank}.conllu.xz"
        for name, method in tokenisers.items():
            words = word_score(path, method)
            print(f"{treebank}  words                    {name:24}{words}")
            record(f"F1 of words, {treebank}, {name}", "%", [words.f1], is_exact=True)
        for name, method in splitters.items():
            spans = sentence_score(path, method)
            print(f"{treebank}  sentences, spans         {name:24}{spans}")
            record(f"F1 of sentences, {treebank}, {name}", "%", [spans.f1], is_exact=True)
            ends = sentence_score(path, method, ends=True)
            print(f"{treebank}  sentences, ends          {name:24}{ends}")
            lines = sentence_score(path, method, lines=True)
            print(f"{treebank}  sentences, spans, lines  {name:24}{lines}")
    with lzma.open(data / "native" / "wikinews.txt.xz", "rt", encoding="utf-8") as file:
        texts = file.read(5_600_000).split("\n\n")
    n_words = sum(len(tokenise(text)[0]) for text in texts)
    print(f"speed on {n_words} words of Wikinews, one core, words/s:")
    timed: dict[str, Callable[[str], object]] = {
        "solecism tokenise": tokenise,
        "solecism split": split,
        "solecism sentences": lambda text: sentences(text, "d"),
        "spaCy blank English": other_words["spaCy blank English"],
        "NLTK Treebank": other_words["NLTK Treebank"],
    }
    for name, run in timed.items():
        some = texts if name.startswith("solecism") else texts[: len(texts) // 5]
        n_some = sum(len(tokenise(text)[0]) for text in some)
        took = timing(run, some)
        print(f"  {name:24}{n_some / took.best:12,.0f}")
        record(f"speed of {name}", "words/s", took.rates(n_some), machine=took.machine)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
