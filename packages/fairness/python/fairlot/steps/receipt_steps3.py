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
    rows, seq = proof['rows'], receipt['seq']
    if seq > len(rows):
        raise ReadError(f'the receipt is of row {seq}, and the proof has {len(rows)}')
    row = rows[seq - 1]
    for name in ('ms', 'tag'):
        demand_equal(f'the {name} of row {seq}', receipt[name], row[name])
    demand_equal(f'the claim of row {seq}', claim(receipt['order']), row['claim'])
    if kind == 'round':
        _check_bet(row, receipt)
    else:
        _check_order(proof, row, receipt)
    return f'the signed receipt matches row {seq}'


def _void_participants(proof: Proof) -> int:
    return 0 if proof['log'] is None else int(parse_entry(proof['log']['entries'][-1]).get('participants', 0))


def _check_bet(row: dict[str, Any], receipt: Receipt) -> None:
    picks = receipt['picks']
    demand(row['bet']['picks'] == picks, 'the receipt has other picks than the row')
    demand_equal('the amount', int(receipt['amount']), int(row['stake']) * len(picks))


def _check_order(proof: Proof, row: dict[str, Any], receipt: Receipt) -> None:
    terms, seq = proof['terms'], receipt['seq']
    for name in ('first', 'quantity'):
        demand_equal(f'the {name} of row {seq}', receipt[name], row[name])
    if proof['kind'] == 'issue':
        demand_equal('the amount', int(receipt['amount']), int(terms['price']) * receipt['quantity'])
    subject, shares = (terms['issue'], terms['shares']) if proof['kind'] == 'issue' else (terms['event'], 0)
    computed = running_hash(subject, shares, proof['rows'][:seq])
    demand_equal(f'the running hash of the rows 1 to {seq}', receipt['running'], computed)


def _check_log_state(proof: Proof, options: Options, receipt: Receipt) -> None:
    """The receipt's state of the log: behind the opening, and that of every note and of the audited log."""
    log, size, root = proof['log'], receipt['logSize'], receipt['logRoot']
    if log is not None:
        demand(size > log['entries'][0]['index'], 'the receipt was signed before the log had the opening')
    known = {0: EMPTY_ROOT}
    for note in () if log is None else _all_notes(log):
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
