"""The commands `train`, `papers` and `parse`."""
