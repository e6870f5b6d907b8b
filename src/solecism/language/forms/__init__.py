"""The forms of words: lemmas, inflection, and *a* or *an*."""
