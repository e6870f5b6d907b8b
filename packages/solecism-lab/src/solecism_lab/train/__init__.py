"""Training: texts to every model in this package."""
