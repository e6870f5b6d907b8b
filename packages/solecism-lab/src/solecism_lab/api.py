"""The functions of `import solecism` that need the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solecism.api.arguments import sentences_of

if TYPE_CHECKING:
    from solecism.api.arguments import Texts
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
    from solecism_lab.parse.sentences import ParserOptions, parse_sentences

    parsed = parse_sentences(sentences_of(text), ParserOptions(model, uses_tags))
    return [sentence.trees[0] for sentence in parsed]
