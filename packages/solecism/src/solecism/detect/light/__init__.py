"""The light detector: prepositions, articles and noun number, by the words around them."""
