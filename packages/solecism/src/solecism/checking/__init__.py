"""Texts to findings: the errors that a detector flags in a document, and their places."""
