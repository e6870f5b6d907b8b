"""The tables of words and confusions that errors are made from."""
