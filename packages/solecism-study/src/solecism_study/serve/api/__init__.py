"""The API: everything that a page can do, a program with a token can do."""
