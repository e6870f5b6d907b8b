"""For researchers: training of models, parsing, and the papers' experiments."""
