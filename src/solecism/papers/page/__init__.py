"""A paper's result as a page: our figures beside the printed ones, and parts that are saved."""
