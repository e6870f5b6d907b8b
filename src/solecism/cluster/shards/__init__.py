"""Inputs in shards: planned by bytes, read and written one by one, and recorded in a manifest."""
