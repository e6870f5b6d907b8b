"""What a study will do, said before anybody is paid: sizes, odds, costs and contradictions."""
