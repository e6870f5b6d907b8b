"""Tagged words to noun and verb phrases."""
