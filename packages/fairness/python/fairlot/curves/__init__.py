"""Ed25519 and BLS12-381 in plain Python."""
