"""The step about a receipt of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from ..codec import ReadError, demand, demand_equal
from ..documents.receipt3 import read_receipt
from ..notes import parse_checkpoint
from ..tree import EMPTY_ROOT
from ..version3 import claim, running_hash
from .log_steps import parse_entry
from .outcome import Options, Proof
from .receipt_steps import demand_signed

Receipt = dict[str, Any]


def check_receipt(proof: Proof, options: Options) -> str:
    signed, receipt = read_receipt(options.receipt)
    demand_signed(proof, options, signed)
    kind, terms = proof['kind'], proof['terms']
    wanted = {'issue': 'order', 'round': 'bet', 'event': 'event'}[kind]
    demand(receipt['kind'] == wanted, f'the receipt is of the kind "{receipt["kind"]}", not "{wanted}"')
    for name in ('game', 'period') if kind == 'round' else (kind,):
        demand(receipt[name] == terms[name], f'the receipt is for {name} {receipt[name]}')
    demand(receipt['content'] == terms.get('content'), 'the receipt names another content than the opening')
    _check_log_state(proof, options, receipt)
    if proof['seal'] is None:
        participants = _void_participants(proof)
        demand(participants > 0, 'the receipt is that of a participant, but the event is void without any')
        return 'the signed receipt is that of a participant of this void event'
    row = _bet_row(proof, receipt) if kind == 'round' else _order_row(proof, receipt)
    demand_equal("the claim of the receipt's order", row['claim'], claim(receipt['order']))
    demand_equal('the number of the row', receipt['seq'], row['seq'])
    return f'the signed receipt matches row {row["seq"]}'


def _void_participants(proof: Proof) -> int:
    return 0 if proof['log'] is None else int(parse_entry(proof['log']['entries'][-1]).get('participants', 0))


def _bet_row(proof: Proof, receipt: Receipt) -> dict[str, Any]:
    own = [row for row in proof['rows'] if row['claim'] == claim(receipt['order'])]
    demand(len(own) == 1, f"{len(own)} bets of the proof have the claim of the receipt's order")
    row, picks = own[0], receipt['picks']
    same = (row['ms'], row['tag'], row['bet']['picks']) == (receipt['ms'], receipt['tag'], picks)
    demand(same, 'the receipt has another time, tag or other picks than the row')
    demand_equal('the amount', int(receipt['amount']), int(row['stake']) * len(picks))
    return row


def _order_row(proof: Proof, receipt: Receipt) -> dict[str, Any]:
    terms, rows = proof['terms'], proof['rows']
    row: dict[str, Any] | None = next((row for row in rows if row['first'] == receipt['first']), None)
    if row is None:
        raise ReadError(f'no row of the proof begins with code {receipt["first"]}')
    for name in ('ms', 'tag') if proof['kind'] == 'event' else ('quantity', 'ms', 'tag'):
        demand_equal(f'the {name} of the row', receipt[name], row[name])
    if proof['kind'] == 'issue':
        # the house's marketing account paid a free entry
        is_free = terms['free'] > 0 and receipt['quantity'] == 1 and receipt['amount'] == '0'
        paid = int(terms['price']) * receipt['quantity']
        demand(is_free or int(receipt['amount']) == paid, f'the order costs {paid}')
    subject, shares = (terms['issue'], terms['shares']) if proof['kind'] == 'issue' else (terms['event'], 0)
    computed = running_hash(subject, shares, rows[: row['seq']])
    demand_equal('the running hash up to the row', receipt['running'], computed)
    return row


def _check_log_state(proof: Proof, options: Options, receipt: Receipt) -> None:
    """The receipt's state of the log: behind the opening, and that of every note and of the audited log."""
    log, size, root = proof['log'], receipt['logSize'], receipt['logRoot']
    if log is None:
        return
    demand(size > log['entries'][0]['index'], 'the receipt was signed before the log had the opening')
    known = {0: EMPTY_ROOT}
    for note in _all_notes(log):
        checkpoint = None if note is None else parse_checkpoint(note)
        if checkpoint is not None:
            known[checkpoint.size] = checkpoint.root
    same = known.get(size, root) == root
    demand(same, f'receipt and proof state different roots for the log of size {size}')
    if options.log is not None:
        demand(options.log.root_at(size) == root, f'the audited log has another root at size {size} than the receipt')


def _all_notes(log: dict[str, Any]) -> list[str | None]:
    lists = [log[name] for name in ('lines', 'confirmation', 'chainLines') if name in log]
    notes = [item['note'] for items in lists for item in items] + [log['checkpoint'], log.get('sealCheckpoint')]
    return notes + ([log['chainCheckpoint']['note']] if 'chainCheckpoint' in log else [])
