"""Code that commands share: options, tables, JSON and signatures, progress bars, output files."""
