"""Files to nouns and back: one module a format."""
