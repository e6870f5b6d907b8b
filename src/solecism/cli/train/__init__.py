"""`solecism train`: the models that ship with this package, or your own."""
