"""The rules about a seal and its attempts: docs/INTEGRATION.md, "The rules of the log"."""

from __future__ import annotations

from typing import Any

from .. import draw
from ..documents.event_document import MAX_PARTICIPANTS
from .breach import breach
from .issue import Issue

LAST_TIME = 235_959_999


def check_seal(known: Issue, terms: dict[str, Any], seal: dict[str, Any], index: int) -> None:
    if seal['salt'] is not None and draw.commitment(known.number, seal['salt']) != terms['commitment']:
        breach('seal', index, f'reveals a salt that does not fit the commitment of {known.number}')
    if seal['orders'] > terms.get('shares', MAX_PARTICIPANTS):
        breach('seal', index, 'has more orders than shares')
    counted = seal['orders'] - (0 if terms.get('reading', 'all') == 'all' else 1)
    if int(seal['sum']) > LAST_TIME * counted:
        breach('seal', index, 'states a sum that no times have')
    if seal['sealedAt'] < terms['at']:
        breach('seal', index, 'is earlier than the opening')
    if 'event' in terms and seal['sealedAt'] < terms['deadline']:
        breach('seal', index, 'is earlier than the deadline of the event')
    if terms['delay'] is not None:
        if seal['round'] != draw.round_for(seal['sealedAt'], terms['delay'], draw.QUICKNET):
            breach('seal', index, 'states another round than its time and the delay give')


def check_attempt(known: Issue, seal: dict[str, Any], index: int) -> None:
    last, before = known.attempts[-1], known.seal
    assert before is not None and last.round is not None
    for name in ('orders', 'digest', 'sum', 'salt'):
        if seal[name] != before[name]:
            breach('attempt', index, f'changes {name}')
    if last.timely:
        breach('attempt', index, 'follows an attempt that a witness signed in time')
    if seal['sealedAt'] < draw.round_time_ms(last.round, draw.QUICKNET):
        breach('attempt', index, 'comes before the round of the attempt before it')
