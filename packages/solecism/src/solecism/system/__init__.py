"""Access to the computer: files of arrays, processes, the clock, and optional packages."""
