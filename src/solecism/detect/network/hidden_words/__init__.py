"""The network guesses words that are hidden from it, alone or together with the light models."""
