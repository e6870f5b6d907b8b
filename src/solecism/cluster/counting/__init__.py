"""Counting for training on a Ray cluster: native text in chunks of documents, counted in tasks."""
