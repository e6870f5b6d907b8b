"""Treebanks Gone Bad (Foster 2007): what errors do to a parser, and what retraining improves."""
