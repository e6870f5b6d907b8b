"""Grammars: symbols, rules and words, with their probabilities."""
