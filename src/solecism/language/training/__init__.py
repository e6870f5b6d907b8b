"""How the models of the language layer are learned; nothing here is needed to use them."""
