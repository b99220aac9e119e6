"""The step about a receipt: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from typing import Any

from .. import draw
from ..codec import ReadError, demand, demand_equal, label, utf8
from ..curves import ed25519
from ..documents.document import read_receipt
from ..notes import parse_checkpoint
from ..tree import EMPTY_ROOT
from .outcome import Options, Proof
from .receipt_state import check_receipt_state, compared


def signed_receipt(proof: Proof, options: Options) -> dict[str, Any]:
    """The content of the given receipt, whose signature is that of the log's key."""
    signed, receipt = read_receipt(options.receipt)
    demand_signed(proof, options, signed)
    check_receipt_state(proof, receipt, options)
    return receipt


def demand_signed(proof: Proof, options: Options, signed: dict[str, Any]) -> None:
    """The receipt's key is that of the log, and it signed the text."""
    log = proof['log']
    key = options.public_key or (None if log is None else log['publicKey'])
    demand(key is None or key == signed['publicKey'], "the receipt's key is not the log's key")
    message = label('fairlot/receipt/1') + utf8(signed['receipt'])
    genuine = ed25519.verify(bytes.fromhex(signed['publicKey']), message, bytes.fromhex(signed['signature']))
    demand(genuine, 'the receipt is not signed by its key')


def check_receipt(proof: Proof, options: Options) -> str:
    terms, rows, log = proof['terms'], proof['rows'], proof['log']
    receipt = signed_receipt(proof, options)
    demand(receipt['kind'] == 'order', 'the receipt is not the receipt of an order')
    demand(receipt['issue'] == terms['issue'], f'the receipt is for issue {receipt["issue"]}')
    row = next((row for row in rows if row['first'] == receipt['first']), None)
    if row is None:
        raise ReadError(f'no order of the proof begins with code {receipt["first"]}')
    for name in ('quantity', 'ms', 'tag'):
        demand_equal(f'the {name} of the order', receipt[name], row[name])
    demand_equal('the amount', int(receipt['amount']), int(terms['price']) * receipt['quantity'])
    if 'running' in receipt:
        seq = receipt['seq']
        demand(seq <= len(rows) and rows[seq - 1]['first'] == receipt['first'], f'the receipt is of order {seq}')
        computed = draw.running_hash(terms['issue'], terms['shares'], rows[:seq])
        demand_equal(f'the running hash of the orders 1 to {seq}', receipt['running'], computed)
    check_log_state(log, receipt)
    return f'the signed receipt matches order {row["seq"]}' + compared(options)


def check_log_state(log: dict[str, Any] | None, receipt: dict[str, Any]) -> None:
    """The receipt's log root is the proof's root of the same size, when the proof has one."""
    known = {0: EMPTY_ROOT}
    for note in () if log is None else (log['sealCheckpoint'], log['checkpoint']):
        checkpoint = None if note is None else parse_checkpoint(note)
        if checkpoint is not None:
            known[checkpoint.size] = checkpoint.root
    same = known.get(receipt['logSize'], receipt['logRoot']) == receipt['logRoot']
    demand(same, f'receipt and proof state different roots for the log of size {receipt["logSize"]}')
