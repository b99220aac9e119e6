"""The audit of a whole log."""
