"""The steps of a verification."""
