"""Text to sentences with tags, lemmas and chunks."""
