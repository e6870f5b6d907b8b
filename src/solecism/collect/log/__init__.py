"""The log of a study, and whether it is whole."""
