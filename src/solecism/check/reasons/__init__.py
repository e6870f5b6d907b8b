"""Why something is an error, in a learner's words: one module per group of kinds."""
