"""What goes into a study and comes out of it: files of items and judgments, bundles."""
