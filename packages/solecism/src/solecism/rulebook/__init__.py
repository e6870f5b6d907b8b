"""Rules for common errors, in readable files, each with examples and its measured precision."""
