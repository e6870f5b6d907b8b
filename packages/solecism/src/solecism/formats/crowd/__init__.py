"""Judgments as crowd platforms, surveys and spreadsheets export them."""
