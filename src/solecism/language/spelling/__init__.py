"""Which words are English, and what a misspelt word may stand for."""
