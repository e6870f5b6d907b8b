"""The examples of rules are tests: wrong ones are put right as written, right ones left alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from solecism.language import sentence_splitter
from solecism.language.annotate import annotate_sentences
from solecism.rulebook.book import RuleBook, corrected
from solecism.rulebook.rule import Rule
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True)
class FailedExample:
    """An example that does not do what it says, and why."""

    rule: Rule
    problem: str

    def __str__(self) -> str:
        """The file and the line of the rule, its id and the problem."""
        return f"{self.rule.place}: rule {self.rule.id!r}: {self.problem}"


def n_examples(rule: Rule) -> int:
    """The number of examples of both sides."""
    return len(rule.wrong) + len(rule.right)


def failed_examples(rules: Sequence[Rule]) -> Iterator[FailedExample]:
    """The examples that fail, rule by rule.

    A wrong one is for its own rule alone. In right ones none of the rules may find anything; a
    corrected one is a right one.
    """
    book = RuleBook(rules)
    texts = [text for rule in rules for text in _texts(rule)]
    sentences = iter(_annotated(texts))
    for rule in rules:
        alone = RuleBook([rule])
        for example in rule.wrong:
            became = _corrected(next(sentences), alone)
            if became == example.wrong:
                yield FailedExample(rule, f"finds nothing in: {example.wrong}")
            elif became != example.right:
                yield FailedExample(rule, f"makes {became!r} of: {example.wrong}")
        for text in _right_texts(rule):
            found = {hit.rule.id for each in next(sentences) for hit in book.all_hits(each)}
            if found:
                names = ", ".join(sorted(found))
                yield FailedExample(rule, f"{names} finds an error in: {text}")


def _texts(rule: Rule) -> list[str]:
    return [*(example.wrong for example in rule.wrong), *_right_texts(rule)]


def _right_texts(rule: Rule) -> list[str]:
    return [*rule.right, *(example.right for example in rule.wrong)]


def _annotated(texts: Iterable[str]) -> Iterator[list[Sentence]]:
    """The sentences of each text; a text without words has one as well."""
    divided = (
        each
        for number, text in enumerate(texts)
        for each in sentence_splitter.sentences(text or " ", str(number))
    )
    annotated = annotate_sentences(divided, lemmas=False)
    for _, group in groupby(annotated, key=lambda sentence: sentence.id.partition(".")[0]):
        yield list(group)


def _corrected(sentences: Iterable[Sentence], book: RuleBook) -> str:
    return "".join(
        corrected(sentence, book.hits(sentence)) + sentence.after for sentence in sentences
    ).rstrip()
