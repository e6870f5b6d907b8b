"""Import and export: items, judgments, Label Studio, and the bundle of a whole study."""
