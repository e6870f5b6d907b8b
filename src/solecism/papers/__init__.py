"""The papers that this package is built from: their experiments, over its verbs."""
