"""A second verifier of Fairlot's draws. Python's standard library is all that it needs. See docs/INTEGRATION.md."""
