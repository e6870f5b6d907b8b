"""Sentences to flags: which of the writer's choices are errors. One folder per detector."""
