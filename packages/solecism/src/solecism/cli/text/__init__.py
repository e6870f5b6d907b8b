"""Commands that check, tag and convert texts."""
