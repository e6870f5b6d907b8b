"""What the computer offers: files of arrays, processes, the clock, and optional packages."""
