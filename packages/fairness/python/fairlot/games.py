"""The formulas of the games: docs/INTEGRATION.md, "Games"."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from .codec import MAX_SAFE, canonical, hmac_sha256, label, sha256, u32, u64, utf8

GAMES = {'lucky-1m': 'lucky', 'lucky-3m': 'lucky', 'lucky-5m': 'lucky', 'king-2m': 'king'}
SIDES = ('big', 'small', 'single', 'double')
OPTIONS = {
    'lucky': ('green', 'red', 'violet', *(str(n) for n in range(10)), *SIDES),
    'king': (*(str(n) for n in range(1, 11)), *SIDES),
}
MAX_CHAIN = 1_048_576
HALF_HOUR = 1_800_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def chain_step(secret: str) -> str:
    return sha256(bytes.fromhex(secret)).hex()


def chain_head(secret: str, index: int) -> str:
    value = bytes.fromhex(secret)
    for _ in range(index):
        value = sha256(value)
    return value.hex()


def bets_digest(game: str, period: str, rows: list[dict[str, Any]]) -> str:
    parts = [label('fairlot/bets/1'), label(game), label(period), u32(len(rows))]
    for row in rows:
        bet = sha256(utf8(canonical({'game': row['bet']['game'], 'picks': row['bet']['picks']})))
        parts += [u32(row['seq']), u64(row['ms']), bet, u64(int(row['stake'])), bytes.fromhex(row['tag'])]
    return sha256(*parts).hex()


def game_hash(secret: str, game: str, period: str, number: int, beacon: str) -> str:
    message = label('fairlot/game/1') + label(game) + label(period) + u64(number) + bytes.fromhex(beacon)
    return hmac_sha256(bytes.fromhex(secret), message).hex()


def game_result(game: str, h: str) -> dict[str, Any]:
    value = int(h, 16)
    if GAMES[game] == 'lucky':
        price = value % 1_000_000
        return {'price': f'{price:06d}', 'number': price % 10}
    factorial, left, finish = 3_628_800, list(range(1, 11)), []
    index = value % factorial
    for n in range(10, 0, -1):
        factorial //= n
        digit, index = divmod(index, factorial)
        finish.append(left.pop(digit))
    return {'finish': finish}


def is_round_length(round_ms: int, cutoff_ms: int) -> bool:
    return round_ms >= 10_000 and HALF_HOUR % round_ms == 0 and 1 <= cutoff_ms < round_ms


class UnknownZone(Exception):
    """A zone whose rules this machine does not have. Nothing follows about the document or the log that names it."""


OFFSET = re.compile(r'([+-])([0-9]{2}):([0-9]{2})')
# the IANA names of fixed offsets count whole hours west of UTC
ETC = re.compile(r'Etc/(?:UTC|GMT(?:([+-])([1-9]|1[0-4]))?)')


def zone_of(name: str) -> tzinfo:
    """UTC and fixed offsets need no rules of zones. Raises UnknownZone."""
    if name == 'UTC':
        return timezone.utc
    offset = OFFSET.fullmatch(name)
    if offset is not None:
        east = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-east if offset[1] == '-' else east)
    etc = ETC.fullmatch(name)
    if etc is not None and not (etc[1] == '+' and int(etc[2]) > 12):
        hours = int(etc[2] or 0)
        return timezone(timedelta(hours=-hours if etc[1] == '+' else hours))
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise UnknownZone(f'this program has no rules of the time zone {name}') from None


def _local_date(zone: tzinfo, ms: int) -> date | None:
    try:
        return (EPOCH + timedelta(milliseconds=ms)).astimezone(zone).date()
    except OverflowError:
        return None


def _start_of_day(zone: tzinfo, day: date) -> int | None:
    """The first instant of a date: midnight by one of the two offsets around it; None when the zone has no such date."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=timezone.utc)
    candidates = []
    for around in (midnight - timedelta(days=1), midnight + timedelta(days=1)):
        offset = around.astimezone(zone).utcoffset()
        assert offset is not None
        candidates.append(round((midnight - offset - EPOCH) / timedelta(milliseconds=1)))
    for ms in sorted(candidates):
        if _local_date(zone, ms) == day and _local_date(zone, ms - 1) != day:
            return ms
    return None


def next_midnight(zone_name: str, ms: int) -> int:
    """The first instant of the first date of a zone that begins after `ms`."""
    zone = zone_of(zone_name)
    day = _local_date(zone, ms)
    try:
        while day is not None:
            day += timedelta(days=1)
            start = _start_of_day(zone, day)
            if start is not None and start > ms:
                return start
    except OverflowError:
        pass
    return MAX_SAFE


def times_of(terms: dict[str, Any], period: str) -> tuple[int, int, int] | None:
    """When a round opens, when its bets close and when it ends; None when no such round exists."""
    zone = zone_of(terms['zone'])
    try:
        day = date(int(period[:4]), int(period[4:6]), int(period[6:8]))
        start = _start_of_day(zone, day)
    except (ValueError, OverflowError):
        return None
    number = int(period[9:])
    if start is None or number < 1:
        return None
    opens = start + (number - 1) * terms['roundMs']
    if _local_date(zone, opens) != day:
        return None
    ends = opens + terms['roundMs']
    return opens, ends - terms['cutoffMs'], ends
