"""The audit of the entries and checkpoints of a whole log, in their order."""

from __future__ import annotations

from typing import Iterable

from ..notes import parse_checkpoint
from .audit import Audit
from .breach import AuditBreach


def audit_log(
    deployment: str, public_key: str, entries: Iterable[str], checkpoints: list[tuple[str, list[str]]]
) -> Audit:
    """Audits a whole log: every entry, every checkpoint with its cosignatures, and that a checkpoint covers the end."""
    audit = Audit(deployment, public_key)
    following = 0

    def pass_checkpoints() -> None:
        nonlocal following
        while following < len(checkpoints):
            note, lines = checkpoints[following]
            stated, size = parse_checkpoint(note), audit.tree.size
            if stated is None:
                raise AuditBreach('checkpoint', size - 1, f'checkpoint {following + 1} is not a checkpoint')
            if stated.size > size:
                return
            if stated.size < size:
                raise AuditBreach('checkpoint', size - 1, f'checkpoint {following + 1} comes after a larger one')
            audit.checkpoint(note)
            for line in lines:
                audit.cosignature(size, line)
            following += 1

    pass_checkpoints()
    for entry in entries:
        audit.entry(entry)
        pass_checkpoints()
    size = audit.tree.size
    if following < len(checkpoints):
        raise AuditBreach('checkpoint', size - 1, f'the log ends at {size} entries, but a checkpoint covers more')
    if audit.covered < size:
        raise AuditBreach('uncovered', audit.covered, f'no checkpoint covers entries {audit.covered} to {size - 1}')
    return audit
