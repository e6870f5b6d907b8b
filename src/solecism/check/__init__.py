"""Text to findings: what a detector says about every sentence of a document, and where."""
