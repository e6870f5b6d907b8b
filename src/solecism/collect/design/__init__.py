"""The design of a study: locked before the first answer, amended on the record afterwards."""
