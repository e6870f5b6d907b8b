"""Answers in Word documents: the writer's own text with comments or tracked changes."""
