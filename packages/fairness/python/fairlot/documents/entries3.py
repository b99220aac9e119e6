"""Strict readers of the entries of version 3 that end or accompany a subject: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from ..codec import demand, read_decimal, read_hex, read_integer, read_list, read_object, read_text, read_word
from .document import U32, has_beacon, present, read_hash, read_issue_number, read_round
from .event_document import read_event_id, read_event_void, read_winners
from .round_document import read_game, read_game_result, read_period
from .terms3 import read_left_out, read_quorum

Content = dict[str, Any]

REASONS = ('deadline', 'pk', 'minimum', 'witnesses', 'lost', 'beacon')
MAX_NOTES = 16
NOTE = '.{2,16384}'


def read_signature(value: Any, place: str) -> str:
    return read_hex(value, place, 48)


def read_notes(value: Any, place: str) -> list[str]:
    """A list of signed notes, which are not verified."""
    notes = read_list(value, place, 0, MAX_NOTES)
    return [read_text(note, f'{place}[{i}]', NOTE, 'a signed note') for i, note in enumerate(notes)]


def _read_drawn(content: Content, what: str, fields: tuple[str, ...], grade: str) -> None:
    """The fields that the draws of issues and events share."""
    optional = ('favour',) if grade == 'witnessed' else ()
    read_object(content, what, ('t', 'round', 'beacon', 'signature', 'entropy', 'lines', 'at') + fields, optional)
    beacon = has_beacon(grade)
    present(beacon, content['round'], 'round', grade, read_round)
    present(beacon, content['beacon'], 'beacon', grade, read_hash)
    present(beacon, content['signature'], 'signature', grade, read_signature)
    present(grade != 'plain', content['entropy'], 'entropy', grade, read_hash)
    present(grade == 'witnessed', content['lines'], 'lines', grade, read_notes)
    demand('favour' not in content or content['favour'] is True, 'favour is not true')
    read_integer(content['at'], 'at', 0)


def read_draw(content: Content, grade: str) -> None:
    _read_drawn(content, 'the draw', ('issue', 'code'), grade)
    read_integer(content['code'], 'code', 1, U32)


def read_event_draw(content: Content, grade: str, winners: int) -> None:
    _read_drawn(content, 'the draw', ('event', 'winners'), grade)
    read_winners(content['winners'], 'winners', winners)


def read_favour(content: Content) -> None:
    read_object(content, 'the favour', ('t', 'issue', 'orders', 'amount', 'at'))
    read_word(content['t'], 'the favour', ('issue-favour',))
    read_issue_number(content['issue'], 'issue')
    read_integer(content['orders'], 'orders', 0, U32)
    read_decimal(content['amount'], 'amount')
    read_integer(content['at'], 'at', 0)


def read_event_favour(content: Content) -> None:
    read_object(content, 'the favour', ('t', 'event', 'members', 'amount', 'at'))
    read_word(content['t'], 'the favour', ('event-favour',))
    read_event_id(content['event'], 'event')
    read_integer(content['members'], 'members', 0, U32)
    read_decimal(content['amount'], 'amount')
    read_integer(content['at'], 'at', 0)


def read_void(content: Content) -> int:
    """An entry `event-void`. Returns how many participants are not left out."""
    read_event_void(content, ('out',))
    return int(content['participants']) - len(read_left_out(content, 'the void', content['participants']))


def read_refund(content: Content) -> None:
    read_object(content, 'the refund', ('t', 'issue', 'orders', 'shares', 'amount', 'reason', 'at'))
    read_integer(content['orders'], 'orders', 0, U32)
    read_integer(content['shares'], 'shares', 0, U32)
    read_decimal(content['amount'], 'amount')
    read_word(content['reason'], 'reason', REASONS)


def read_result(content: Content) -> None:
    read_object(content, 'the result', ('t', 'game', 'period', 'round', 'beacon', 'signature', 'result', 'at'))
    game = read_game(content['game'], 'game')
    read_period(content['period'], 'period')
    read_round(content['round'], 'round')
    read_hash(content['beacon'], 'beacon')
    read_signature(content['signature'], 'signature')
    read_game_result(content['result'], 'result', game)


def read_rules(content: Content) -> None:
    read_object(content, 'the rules', ('t', 'version', 'localBeacon', 'at'))
    read_integer(content['version'], 'version', 3, 3)
    if content['localBeacon'] is not None:
        read_hex(content['localBeacon'], 'localBeacon', 96)


def read_dead_beacon(content: Content) -> None:
    read_object(content, 'the entry', ('t', 'chain', 'lastRound', 'at'))
    read_hash(content['chain'], 'chain')
    read_integer(content['lastRound'], 'lastRound', 1)


def check_solvency(content: Content) -> None:
    read_object(content, 'the entry', ('t', 'root', 'total', 'assets', 'witnesses', 'quorum', 'at'))
    read_hash(content['root'], 'root')
    demand(int(read_decimal(content['total'], 'total')) < 2**64, 'total has more than 64 bits')
    read_decimal(content['assets'], 'assets')
    wanted = content['witnesses'] is not None
    read_quorum(content['witnesses'], content['quorum'], 'the entry', wanted, 'an entry without witnesses')
