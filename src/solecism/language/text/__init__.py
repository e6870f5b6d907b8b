"""Text to sentences and words."""
