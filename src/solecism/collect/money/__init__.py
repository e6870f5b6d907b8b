"""Budgets, earnings and payments."""
