"""Strict readers of the openings and seals of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from .. import games
from ..codec import (
    demand,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from ..notes import NoteKey, parse_key
from ..version3 import is_quorum
from .document import (
    GRADES_2,
    SEAL_1,
    TERMS_2,
    U32,
    has_beacon,
    read_common_seal,
    read_common_terms,
    read_hash,
)
from .event_document import TERMS as EVENT_TERMS_2
from .event_document import read_common_event_terms
from .round_document import CHAIN as CHAIN_2
from .round_document import read_common_chain, read_period

TERMS = TERMS_2 + ('quorum', 'content', 'closes', 'minimum', 'free')
EVENT_TERMS = EVENT_TERMS_2 + ('quorum', 'content')
CHAIN = CHAIN_2 + ('quorum', 'from')
SEAL = SEAL_1 + ('shares', 'freeEntries')
EVENT_SEAL = SEAL_1
MAX_WITNESSES = 16
MAX_LEFT_OUT = 5_000


def witness_keys(value: Any) -> list[NoteKey]:
    """The keys of a list of witnesses that a reader accepted; none for null."""
    keys = [parse_key(one['key']) for one in value or []]
    return [key for key in keys if key is not None]


def read_quorum(witnesses: Any, quorum: Any, place: str, wanted: bool, why: str) -> None:
    """The list of witnesses and its quorum, which are null unless they are wanted."""
    for name, value in (('witnesses', witnesses), ('quorum', quorum)):
        demand(wanted or value is None, f'{place}.{name} is not null in {why}')
        demand(not wanted or value is not None, f'{place}.{name} is missing in {why}')
    if not wanted:
        return
    keys = []
    for i, item in enumerate(read_list(witnesses, f'{place}.witnesses', 1, MAX_WITNESSES)):
        at = f'{place}.witnesses[{i}]'
        one = read_object(item, at, ('key',), ('own',))
        key = parse_key(read_text(one['key'], f'{at}.key', '.{1,300}', 'a key'))
        demand(key is not None and key.kind == 4, f'{at}.key is not the note verifier key of a witness')
        assert key is not None
        demand('own' not in one or one['own'] is True, f'{at}.own is not true')
        keys.append(key)
    demand(len({key.name for key in keys}) == len(keys), f'{place}.witnesses has a name twice')
    demand(len({key.public_key for key in keys}) == len(keys), f'{place}.witnesses has a key twice')
    read_integer(quorum, f'{place}.quorum', 1, MAX_WITNESSES)
    demand(is_quorum(len(keys), quorum), f'{place}.quorum is not a quorum of {len(keys)} witnesses')


def _read_graded_quorum(terms: dict[str, Any], place: str) -> None:
    grade = terms['grade']
    read_quorum(terms['witnesses'], terms['quorum'], place, grade == 'witnessed', f'grade {grade}')


def read_terms(value: Any, place: str) -> dict[str, Any]:
    """The terms of the opening of an issue."""
    terms = read_object(value, place, TERMS)
    grade = read_word(terms['grade'], f'{place}.grade', GRADES_2)
    read_common_terms(terms, place, grade)
    _read_graded_quorum(terms, place)
    read_hash(terms['content'], f'{place}.content')
    read_integer(terms['free'], f'{place}.free', 0, terms['shares'])
    demand(terms['deadline'] > terms['at'], f'{place}.deadline is not after the opening')
    _read_closing(terms, place)
    demand(int(terms['prizes'][0]) > 0, f'{place}.prizes[0] is zero')
    for i, prize in enumerate(terms['prizes']):
        demand(int(prize) >= int(terms['price']), f'{place}.prizes[{i}] is below the price of a share')
    return terms


def _read_closing(terms: dict[str, Any], place: str) -> None:
    closes, minimum = terms['closes'], terms['minimum']
    demand((closes is None) == (minimum is None), f'{place}.closes and minimum are not null together')
    if closes is None:
        return
    read_integer(closes, f'{place}.closes', 0)
    demand(closes == terms['deadline'], f'{place}.closes is not the deadline')
    least = max(2, 2 * terms['bands'][-1][1] + 1) if terms['mode'] == 'cash' else 2
    read_integer(minimum, f'{place}.minimum', least, terms['shares'])
    demand(has_beacon(terms['grade']), f'{place}.closes is not null in grade {terms["grade"]}')


def read_event_terms(value: Any, place: str) -> dict[str, Any]:
    """The terms of the opening of a prize-share event."""
    terms = read_common_event_terms(read_object(value, place, EVENT_TERMS, ('recheck',)), place)
    demand('recheck' not in terms or terms['recheck'] is True, f'{place}.recheck is not true')
    _read_graded_quorum(terms, place)
    read_hash(terms['content'], f'{place}.content')
    return terms


def read_chain(value: Any, place: str, further: tuple[str, ...] = ()) -> dict[str, Any]:
    """The terms of a chain of rounds."""
    terms = read_common_chain(read_object(value, place, CHAIN + further), place, 5)
    _read_graded_quorum(terms, place)
    read_period(terms['from'], f'{place}.from')
    return terms


def opening_of(chain: dict[str, Any]) -> int | None:
    """When the first round of a chain opens; None when no such round exists."""
    start = games.times_of(chain, chain['from'])
    return None if start is None else start[0]


def read_seal(value: Any, place: str, grade: str) -> dict[str, Any]:
    """The seal of an issue."""
    seal = read_common_seal(read_object(value, place, SEAL), place, grade)
    read_integer(seal['shares'], f'{place}.shares', 1, U32)
    read_integer(seal['freeEntries'], f'{place}.freeEntries', 0, U32)
    return seal


def read_event_seal(value: Any, place: str, grade: str) -> dict[str, Any]:
    seal = read_common_seal(read_object(value, place, EVENT_SEAL, ('out',)), place, grade)
    out = read_left_out(seal, place, seal['orders'])
    demand(out == [] or len(out) < seal['orders'], f'{place}.out leaves nobody')
    return seal


def read_left_out(fields: dict[str, Any], place: str, participants: int) -> list[int]:
    """The participants whom a seal or a void leaves out, ascending; none without the field."""
    if 'out' not in fields:
        return []
    least, out = 1, []
    for i, item in enumerate(read_list(fields['out'], f'{place}.out', 1, MAX_LEFT_OUT)):
        out.append(read_integer(item, f'{place}.out[{i}]', least, participants))
        least = out[-1] + 1
    return out


def check_sold(terms: dict[str, Any], seal: dict[str, Any]) -> None:
    """The sold codes of a seal: all of them, or from the closing on at least the minimum."""
    sold, shares, closes = seal['shares'], terms['shares'], terms['closes']
    demand(sold <= shares, 'the seal has more shares than the issue')
    if closes is None:
        demand(sold == shares, 'the issue was sealed before it was sold out')
    else:
        demand(sold >= terms['minimum'], 'the seal has fewer shares than the minimum')
        demand(sold == shares or seal['sealedAt'] >= closes, 'the issue was sealed before it closed')
    demand(seal['orders'] <= sold, 'the seal has more orders than shares')
    demand(seal['freeEntries'] <= terms['free'], 'the seal has more free entries than the opening allows')
    demand(seal['freeEntries'] <= seal['orders'], 'the seal has more free entries than orders')

