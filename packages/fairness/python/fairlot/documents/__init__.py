"""Strict readers of proofs and receipts."""
