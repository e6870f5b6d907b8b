"""The creation of a study from files and options."""
