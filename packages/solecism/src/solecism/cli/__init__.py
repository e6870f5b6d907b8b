"""The command line: one file per command, one folder per section of `solecism --help`."""
