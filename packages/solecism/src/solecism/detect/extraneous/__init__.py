"""Extraneous prepositions, by a language model and by a perceptron."""
