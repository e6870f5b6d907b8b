"""The reading of texts, one or many: into sentences, in batches, by one process or several."""
