"""Strict readers of the proofs of prize-share events, and of their entries: docs/INTEGRATION.md, "The proof of an event"."""

from __future__ import annotations

from typing import Any

from ..codec import demand, read_boolean, read_decimal, read_integer, read_list, read_object, read_text, read_word
from .document import (
    U32,
    has_beacon,
    present,
    read_beacon,
    read_deployment,
    read_entry,
    read_hash,
    read_lines,
    read_path,
    read_row,
    read_seal,
    read_witnesses,
)

MAX_PARTICIPANTS = 10_000_000
MAX_WINNERS = 1_000
EVENT = r'[A-Z0-9]{1,12}-[0-9]{4,10}'
GRADES = ('salt', 'beacon', 'witnessed')
TERMS = (
    'event', 'pool', 'winners', 'prize', 'friends', 'topUp', 'deadline', 'grade', 'offset', 'chain', 'delay',
    'commitment', 'demo', 'witnesses', 'at',
)  # fmt: skip


def event_name(event: str) -> str:
    """The name of an event among the subjects of entries: its id can equal an issue number."""
    return f'event {event}'


def read_event_id(value: Any, place: str) -> str:
    return read_text(value, place, EVENT, 'the id of an event')


def read_event_terms(value: Any, place: str) -> dict[str, Any]:
    """The terms of an opening."""
    terms = read_common_event_terms(read_object(value, place, TERMS), place)
    grade = terms['grade']
    present(grade == 'witnessed', terms['witnesses'], f'{place}.witnesses', grade, read_witnesses)
    return terms


def read_common_event_terms(terms: dict[str, Any], place: str) -> dict[str, Any]:
    """The fields of an opening that are the same in versions 2 and 3."""
    grade = read_word(terms['grade'], f'{place}.grade', GRADES)
    beacon = has_beacon(grade)
    read_event_id(terms['event'], f'{place}.event')
    pool = int(read_decimal(terms['pool'], f'{place}.pool'))
    winners = read_integer(terms['winners'], f'{place}.winners', 1, MAX_WINNERS)
    prize = int(read_decimal(terms['prize'], f'{place}.prize'))
    demand(prize == pool // winners, f'{place}.prize is not the share of a winner')
    read_integer(terms['friends'], f'{place}.friends', 0, U32)
    read_decimal(terms['topUp'], f'{place}.topUp')
    opened = read_integer(terms['at'], f'{place}.at', 0)
    read_integer(terms['deadline'], f'{place}.deadline', opened + 1)
    read_integer(terms['offset'], f'{place}.offset', -1440, 1440)
    present(beacon, terms['chain'], f'{place}.chain', grade, read_hash)
    present(beacon, terms['delay'], f'{place}.delay', grade, lambda v, at: read_integer(v, at, 1, 86_400))
    read_hash(terms['commitment'], f'{place}.commitment')
    read_boolean(terms['demo'], f'{place}.demo')
    return terms


def read_winners(value: Any, place: str, most: int) -> list[int]:
    """At most W numbers of participants."""
    return [read_integer(seq, f'{place}[{i}]', 1, U32) for i, seq in enumerate(read_list(value, place, 1, most))]


def read_event_draw(content: Any, grade: str, winners: int) -> None:
    """An entry `event-draw`."""
    read_object(content, 'the draw', ('t', 'event', 'round', 'beacon', 'entropy', 'winners', 'at'))
    present(has_beacon(grade), content['round'], 'round', grade, lambda v, at: read_integer(v, at, 1))
    present(has_beacon(grade), content['beacon'], 'beacon', grade, read_hash)
    read_hash(content['entropy'], 'entropy')
    read_winners(content['winners'], 'winners', winners)


def read_event_void(content: Any, optional: tuple[str, ...] = ()) -> None:
    """An entry `event-void`."""
    read_object(content, 'the void', ('t', 'event', 'participants', 'pool', 'at'), optional)
    read_integer(content['participants'], 'participants', 0, U32)
    read_decimal(content['pool'], 'pool')


def _read_log(value: Any, entries: int, is_void: bool, grade: str) -> None:
    names = ('entries', 'sealCheckpoint', 'checkpoint', 'consistency', 'cosignatures', 'publicKey')
    log = read_object(value, 'log', names)
    for i, item in enumerate(read_list(log['entries'], 'log.entries', entries, entries)):
        read_entry(item, f'log.entries[{i}]')
    if is_void:
        demand(log['sealCheckpoint'] is None, 'log.sealCheckpoint is not null, but the event is void')
    else:
        read_text(log['sealCheckpoint'], 'log.sealCheckpoint', '.{2,16384}', 'a signed note')
    read_text(log['checkpoint'], 'log.checkpoint', '.{2,16384}', 'a signed note')
    read_path(log['consistency'], 'log.consistency')
    demand(not is_void or log['consistency'] == [], 'log.consistency is not empty, but the event is void')
    read_lines(log['cosignatures'], 64 if has_beacon(grade) and not is_void else 0)
    read_hash(log['publicKey'], 'log.publicKey')


def read_event_proof(proof: dict[str, Any]) -> None:
    """The document, whose field names and version are checked. Raises ReadError that names the field."""
    is_void, drawn = proof['seal'] is None, proof['result'] is not None
    demand(not (is_void and drawn), 'result is not null, but the event is void')
    demand(drawn or proof['beacon'] is None, 'beacon is not null, but the event is not drawn')
    terms = read_event_terms(proof['terms'], 'terms')
    grade = terms['grade']
    read_deployment(proof['deployment'], 'deployment')
    least, most = (0, 0) if is_void else (1, MAX_PARTICIPANTS)
    for i, row in enumerate(read_list(proof['rows'], 'rows', least, most)):
        read_row(row, f'rows[{i}]')
    entries = 2
    if not is_void:
        entries = 1 + read_seal(proof['seal'], 'seal', grade, 2)['attempt'] + (1 if drawn else 0)
    if drawn:
        present(has_beacon(grade), proof['beacon'], 'beacon', grade, read_beacon)
        result = read_object(proof['result'], 'result', ('entropy', 'winners'))
        read_hash(result['entropy'], 'result.entropy')
        read_winners(result['winners'], 'result.winners', terms['winners'])
    if proof['log'] is not None:
        _read_log(proof['log'], entries, is_void, grade)
