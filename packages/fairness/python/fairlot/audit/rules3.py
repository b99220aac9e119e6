"""The rules of the log that begin with the entry `log-rules`: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from .. import draw
from ..codec import ReadError
from ..documents.entries3 import read_dead_beacon, read_rules
from ..version3 import together
from .breach import breach, reading

if TYPE_CHECKING:
    from .audit import Audit

DAY = 86_400_000
NOTE_MARGIN = 15 * 60_000
"""a checkpoint that is dated so long after the round (of a chain: after its first round opened) vouches for nothing"""


@dataclass
class Rules:
    index: int
    at: int
    local: draw.Chain | None
    dead: dict[str, tuple[int, int]] = field(default_factory=dict)
    """of a beacon that is dead for good: its last round, and when this was decided"""
    favours: int = 0
    late_favours: int = 0


def begin_rules(audit: Audit, content: dict[str, Any], index: int) -> None:
    if audit.begin is None:
        breach('rules', index, 'states rules, but the log has not begun')
    if audit.rules is not None:
        breach('rules', index, 'states rules a second time')
    reading('rules', index, lambda: read_rules(content))
    key, begin = content['localBeacon'], audit.begin
    if key is not None and begin.mode == 'real':
        breach('rules', index, 'names a local beacon in a log of real money')
    if index != begin.index + 1 or not begin.in_demo:
        audit.pass_time(content['at'], index)
    elif content['at'] < begin.at:
        # beside log-begin it has the time of the server, and the demo world's entries may follow
        breach('time', index, 'is earlier than the beginning of the log')
    audit.rules = Rules(index, content['at'], None if key is None else draw.local_chain(key))


def rules_of(audit: Audit, index: int) -> Rules:
    if audit.rules is None:
        breach('rules', index, 'is of version 3, but the log has no entry log-rules')
    return audit.rules


def bury_beacon(audit: Audit, content: dict[str, Any], index: int) -> None:
    reading('format', index, lambda: read_dead_beacon(content))
    rules = rules_of(audit, index)
    if content['chain'] in rules.dead:
        breach('rules', index, 'states a second time that this beacon is dead')
    rules.dead[content['chain']] = (content['lastRound'], content['at'])


def chain_of(audit: Audit, chain: str, rule: str, index: int) -> draw.Chain:
    """The beacon chain that an opening names."""
    local = None if audit.rules is None else audit.rules.local
    if chain == draw.QUICKNET.hash:
        return draw.QUICKNET
    if local is None or chain != local.hash:
        breach(rule, index, 'names a beacon that is neither the public one nor the local one of this log')
    return local


def check_opening(audit: Audit, terms: dict[str, Any], chain: str | None, rule: str, index: int) -> None:
    """What an opening of version 3 needs besides its form: a known beacon, and with real money enough witnesses."""
    if chain is not None:
        chain_of(audit, chain, rule, index)
    if terms['witnesses'] is None:
        return
    named = terms['witnesses']
    for one in named:
        audit.named[one['key']] = None
    assert audit.begin is not None
    if audit.begin.mode == 'real':
        dishonest = together(len(named), terms['quorum'])
        own = sum(1 for one in named if 'own' in one)
        if dishonest < 2 or dishonest <= own:
            breach(rule, index, f'needs only {dishonest} dishonest witnesses, and the house runs {own}')


def check_signature(chain: draw.Chain, content: dict[str, Any], rule: str, index: int) -> None:
    """The beacon value of a draw or a result is that of the round's signature by the chain's key."""
    if content['beacon'] != draw.beacon_value(content['signature']):
        breach(rule, index, 'states another beacon value than its signature gives')
    if not draw.verify_round(chain, content['round'], content['signature']):
        breach(rule, index, f"has a signature of round {content['round']} that is not by the beacon's key")


def check_day_over(day: str, at: int, index: int) -> None:
    """The day of a statement is over, in the zone that ends it first."""
    start = reading('format', index, lambda: _start_of(day))
    if at < start + DAY - 14 * 3_600_000:
        breach('time', index, f'is about {day}, which is not over')


def _start_of(day: str) -> int:
    try:
        return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY
    except ValueError:
        raise ReadError('day is not a day of the calendar') from None
