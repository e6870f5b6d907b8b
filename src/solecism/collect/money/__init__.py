"""Money: amounts, the budget, raters' earnings and payments."""
