"""Numbers in arrays: their types, link functions, and one logistic regression."""
