"""What is done with rows of text: one callable per operation, for batches of any form."""
