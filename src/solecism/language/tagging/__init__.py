"""Words to part-of-speech tags."""
