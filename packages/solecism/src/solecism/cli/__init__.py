"""The command line: commands of one subject share a file, larger groups have a folder."""
