"""Projects: settings in a file, comments that turn checking off, baselines and changed lines."""
