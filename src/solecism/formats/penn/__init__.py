"""Penn brackets: trees with functions and traces, one after another."""

from solecism.formats.penn.brackets import (
    format,
    format_tree,
    parse,
    parse_trees,
    sentence_of,
)

__all__ = ["format", "format_tree", "parse", "parse_trees", "sentence_of"]
