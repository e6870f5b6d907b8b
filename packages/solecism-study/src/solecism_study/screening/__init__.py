"""Screening: who may take part, asked and tested before the first question, and quotas."""
