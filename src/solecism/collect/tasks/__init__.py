"""What raters may be asked: one file a task."""
