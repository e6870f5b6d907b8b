"""Sentences to sites: where a writer chose, or failed to choose, a word."""
