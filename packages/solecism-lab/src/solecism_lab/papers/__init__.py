"""Experiments of the papers that this package is built on."""
