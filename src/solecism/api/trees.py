"""Trees: parse sentences, and measure how good a parser's trees are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solecism.api.inputs import sentences_of, trees_of

if TYPE_CHECKING:
    from solecism.api.inputs import Texts, Trees
    from solecism.parse.parseval.evaluation import Evaluation
    from solecism.tree import Tree


def parse(text: Texts, *, model: str | None = None, uses_tags: bool = False) -> list[Tree]:
    """The tree of each sentence of a text, a file (given as a Path) or a list of texts.

    `model` is the path of a grammar, the bundled one by default; with `uses_tags` the tags of
    the sentences are taken as given.

    >>> import solecism as s
    >>> [tree] = s.parse("She left.")
    >>> print(tree)
    ( (S (NP (PRP She)) (VP (VBD left)) (. .)))

    With NLTK, which needs a grammar: `list(ViterbiParser(grammar).parse(words))`.
    """
    from solecism.parse.sentences import ParserOptions, parse_sentences

    parsed = parse_sentences(sentences_of(text), ParserOptions(model, uses_tags))
    return [sentence.trees[0] for sentence in parsed]


def parseval(
    gold: Trees,
    parsed: Trees,
    other: Trees | None = None,
    *,
    strict: bool = False,
    leaf_ancestor: bool = True,
    level: float = 0.95,
    n_draws: int = 10_000,
    seed: int = 0,
) -> Evaluation:
    """Scores of a parser's trees: labelled recall, precision and F, as EVALB computes them.

    Trees are paths of files, strings in Penn brackets, trees or sentences with trees. With
    `other`, two parses of the same sentences are compared. `strict` gives EVALB's own figures.

    >>> import solecism as s
    >>> gold = "(TOP (S (NP (PRP She)) (VP (VBD left) (NP (NN home)))))"
    >>> flat = "(TOP (S (NP (PRP She)) (VP (VBD left)) (NP (NN home))))"
    >>> result = s.parseval(gold, flat)
    >>> print(f"{result.parses[0].groups['all'].figures['F1']:.3f}")
    0.750

    The same with PYEVALB: `scorer.Scorer().evalb(gold_path, parsed_path, results_path)`.
    """
    from solecism.parse.parseval.evaluation import evaluate
    from solecism.parse.parseval.rules import Rules

    parses = [trees_of(each) for each in (parsed, other) if each is not None]
    return evaluate(
        trees_of(gold),
        [[each.trees[0] if each.trees else None for each in sentences] for sentences in parses],
        rules=Rules(is_strict=strict),
        with_lineages=leaf_ancestor,
        level=level,
        n_draws=n_draws,
        seed=seed,
    )
