"""What a receipt states about the log, beside the whole log: docs/INTEGRATION.md, "Receipts"."""

from __future__ import annotations

from typing import Any

from ..codec import demand
from .outcome import Options, Proof


def check_receipt_state(proof: Proof, receipt: dict[str, Any], options: Options) -> None:
    """The state of the log that the receipt names is one of the given log, and contains the terms."""
    audited = options.log
    if audited is None:
        return
    whole = receipt['kind'] != 'order' or 'running' in receipt or proof['version'] == 'fairlot-proof/1'
    demand(whole, 'the receipt has no row number and no running hash, but every receipt of such an issue has them')
    size = receipt['logSize']
    root = audited.root_at(size)
    demand(root is not None, f'the receipt states a log of {size} entries, and the log that was given is shorter')
    demand(root == receipt['logRoot'], f'the receipt states another root than that of the first {size} entries of the log')
    opening = 0 if proof['log'] is None else proof['log']['entries'][0]['index']
    demand(size > opening, f'the receipt states a log of {size} entries, which does not contain the terms')


def compared(options: Options) -> str:
    """What was compared, to follow the detail of the step."""
    if options.log is None:
        return '; the root of the log that it states is not compared with the whole log (none was given)'
    return '; the log had the root that it states'
