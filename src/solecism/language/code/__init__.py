"""Programs to the prose in them: comments, docstrings and commit messages, without code."""
