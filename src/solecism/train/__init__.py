"""Texts to models: how every model in this package is trained."""
