"""The strict reader of receipts of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from ..codec import (
    canonical,
    demand,
    parse_json,
    read_decimal,
    read_hex,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from .document import BET, EVENT, ORDER, U32, read_hash
from .event_document import read_event_id
from .round_document import UUID

COMMON = ('seq', 'order', 'content')


def read_receipt(value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The signed receipt and its content. Raises ReadError that names the field."""
    signed = read_object(value, 'the receipt', ('receipt', 'signature', 'publicKey'))
    text = read_text(signed['receipt'], 'receipt', '.{2,65536}', 'the text of a receipt')
    read_hex(signed['signature'], 'signature', 64)
    read_hex(signed['publicKey'], 'publicKey', 32)
    content = parse_json(text, 'receipt')
    kind = read_word(content.get('kind') if isinstance(content, dict) else None, 'receipt.kind', ('order', 'bet', 'event'))
    fields = {'order': ORDER + ('running',), 'event': EVENT + ('running',), 'bet': BET}[kind]
    receipt = read_object(content, 'receipt', fields + COMMON)
    read_word(receipt['t'], 'receipt.t', ('receipt/3',))
    read_integer(receipt['seq'], 'receipt.seq', 1, U32)
    if kind == 'bet':
        read_text(receipt['game'], 'receipt.game', r'[\x21-\x7e]{1,64}', 'a game')
        read_text(receipt['period'], 'receipt.period', r'[\x21-\x7e]{1,64}', 'a period')
        for i, pick in enumerate(read_list(receipt['picks'], 'receipt.picks', 1, 1000)):
            read_text(pick, f'receipt.picks[{i}]', '.{1,200}', 'a pick')
        demand(receipt['content'] is None, 'receipt.content is not null')
    else:
        read_integer(receipt['first'], 'receipt.first', 1, U32)
        read_integer(receipt['quantity'], 'receipt.quantity', 1, U32 if kind == 'order' else 1)
        read_hash(receipt['running'], 'receipt.running')
        read_hash(receipt['content'], 'receipt.content')
    if kind == 'order':
        read_text(receipt['issue'], 'receipt.issue', r'[\x21-\x7e]{1,64}', 'an issue number')
    if kind == 'event':
        read_event_id(receipt['event'], 'receipt.event')
        read_word(receipt['amount'], 'receipt.amount', ('0',))
    for name in ('id', 'order'):
        read_text(receipt[name], f'receipt.{name}', UUID, 'a lower-case UUID')
    demand(receipt['order'] == receipt['id'], 'receipt.order is not receipt.id')
    read_hex(receipt['tag'], 'receipt.tag', 8)
    read_integer(receipt['ms'], 'receipt.ms', 0)
    read_decimal(receipt['amount'], 'receipt.amount')
    read_integer(receipt['logSize'], 'receipt.logSize', 0)
    read_hash(receipt['logRoot'], 'receipt.logRoot')
    demand(canonical(receipt) == text, 'receipt is not in canonical form')
    return signed, receipt
