"""The formulas of version 3: docs/INTEGRATION.md, "Version 3". What is not here is as in version 2."""

from __future__ import annotations

import re
from typing import Any

from .codec import canonical, label, sha256, u32, u64, utf8
from .draw import FIRST_CODE, row_bytes, tier_table
from .solvency import Node

Row = dict[str, Any]


# ---- witnesses ----
def together(witnesses: int, quorum: int) -> int:
    """How many witnesses must be dishonest for two witnessed histories."""
    return 2 * quorum - witnesses


def breaking(witnesses: int, quorum: int) -> int:
    """How many silent witnesses break the quorum."""
    return witnesses - quorum + 1


def is_quorum(witnesses: int, quorum: int) -> bool:
    return witnesses < 2 * quorum <= 2 * witnesses


def seal_limit(round_ms: int) -> int:
    """The second before which a line over a seal is timely; `round_ms` is the time of the seal's round."""
    return round_ms // 1000 - 5


# ---- purchases and rows ----
def purchase_id(member: str, request: str) -> str:
    """The id of an order, a bet or a participation, from the member's id and the id that the device chose."""
    request = request.lower()
    data = bytearray(sha256(label('fairlot/purchase/1'), label(member), utf8(request))[:16])
    data[6] = data[6] & 0x0F | 0x80
    data[8] = data[8] & 0x3F | 0x80
    text = re.sub('(.{8})(.{4})(.{4})(.{4})(.{12})', r'\1-\2-\3-\4-\5', data.hex())
    return request[:13] + text[13:] if request[14] == '7' else text


def claim(order: str) -> str:
    return sha256(label('fairlot/claim/1'), utf8(order))[:8].hex()


def claimed_bytes(row: Row) -> bytes:
    return row_bytes(row) + bytes.fromhex(row['claim'])


def orders_digest(issue: str, sold: int, rows: list[Row]) -> str:
    head = label('fairlot/orders/2') + label(issue) + u32(sold) + u32(len(rows))
    return sha256(head, *(claimed_bytes(row) for row in rows)).hex()


def running_hash(issue: str, shares: int, rows: list[Row]) -> str:
    value = sha256(label('fairlot/running/2'), label(issue), u32(shares))
    for row in rows:
        value = sha256(value, claimed_bytes(row))
    return value.hex()


def bets_digest(game: str, period: str, rows: list[Row]) -> str:
    parts = [label('fairlot/bets/2'), label(game), label(period), u32(len(rows))]
    for row in rows:
        bet = sha256(utf8(canonical({'game': row['bet']['game'], 'picks': row['bet']['picks']})))
        parts += [u32(row['seq']), u64(row['ms']), bet, u64(int(row['stake']))]
        parts += [bytes.fromhex(row['tag']), bytes.fromhex(row['claim'])]
    return sha256(*parts).hex()


def content_hash(content: dict[str, Any]) -> str:
    return sha256(label('fairlot/content/1'), utf8(canonical(content))).hex()


# ---- rounds of games ----
def round_index(opens_at: int, from_opens_at: int, round_ms: int) -> int | None:
    """The index of a round in its chain; None when it is no round of the chain's schedule."""
    number, rest = divmod(opens_at - from_opens_at, round_ms)
    return None if rest != 0 or number < 0 else number + 1


# ---- amounts in favour ----
def won_amounts(terms: dict[str, Any], rows: list[Row], code: int, sold: int) -> list[int]:
    """What the codes of each row won: the market value for the winning code, of an issue of cash the prize of each code."""
    if terms['mode'] != 'cash':
        value = int(terms['value'])
        return [value if row['first'] <= code < row['first'] + row['quantity'] else 0 for row in rows]
    won = [0] * len(rows)
    for (near, far), prize in zip(terms['bands'], terms['prizes']):
        for start, end in _ring(code - FIRST_CODE, near, far, sold):
            for i, row in enumerate(rows):
                first = row['first'] - FIRST_CODE
                common = min(first + row['quantity'] - 1, end) - max(first, start) + 1
                won[i] += max(0, common) * int(prize)
    return won


def _ring(centre: int, near: int, far: int, size: int) -> list[tuple[int, int]]:
    """The places of a ring at the distances `near` to `far` from its place `centre`, as ranges that do not overlap."""
    right, left = min(far, size // 2), min(far, (size - 1) // 2)
    ranges = []
    if near <= right:
        ranges.append((centre + near, centre + right))
    if max(near, 1) <= left:
        ranges.append((centre - left, centre - max(near, 1)))
    places = []
    for start, end in ranges:
        for shift in (-size, 0, size):
            cut = (max(0, start + shift), min(size - 1, end + shift))
            if cut[0] <= cut[1]:
                places.append(cut)
    return places


def favour_amounts(price: int, value: int, sold: int, members: list[tuple[int, int]]) -> list[int]:
    """What each member gets in favour; a member is its number of codes and what these won. `value` is that of all prizes."""
    return [max(won, codes * price, codes * value // sold) for codes, won in members]


def favour_beyond(terms: dict[str, Any], rows: list[Row], code: int) -> int:
    """What an issue in favour costs beyond what was won. The rows have all sold codes."""
    sold, total = sum(row['quantity'] for row in rows), int(terms['value'])
    if terms['mode'] == 'cash':
        tiers = tier_table(sold, terms['bands'], terms['prizes'])
        total = sum(int(tier['prize']) * tier['codes'] for tier in tiers)
    members: dict[str, tuple[int, int]] = {}
    for row, won in zip(rows, won_amounts(terms, rows, code, sold)):
        codes, before = members.get(row['tag'], (0, 0))
        members[row['tag']] = (codes + row['quantity'], before + won)
    amounts = favour_amounts(int(terms['price']), total, sold, list(members.values()))
    return sum(amounts) - sum(won for _, won in members.values())


def event_favour(pool: int, participants: int, winners: int) -> tuple[int, int]:
    """How many members share the pool of an event in favour, and what all of them get."""
    others = participants - winners
    return others, 0 if others == 0 else others * (pool // others)


# ---- solvency ----
def owner_hash(phone: str) -> str:
    return sha256(label('fairlot/owner/1'), utf8(phone)).hex()


def leaf_node(nonce: str, owner: str, amount: int) -> Node:
    return sha256(label('fairlot/leaf/2'), bytes.fromhex(nonce), bytes.fromhex(owner), u64(amount)).hex(), amount
