"""Training of the tagger, the chunker, sentence boundaries and inflection."""
