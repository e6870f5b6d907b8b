"""The cascade for texts that are being written: what it read of a sentence is remembered."""
