"""The formulas of a draw and the beacon: docs/INTEGRATION.md, "Formulas of a draw" and "The beacon"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

from .codec import hmac_sha256, label, sha256, u32, u64
from .curves import bls

FIRST_CODE = 1_000_001


@dataclass(frozen=True)
class Chain:
    hash: str
    public_key: str
    genesis: int = 1_692_803_367
    period: int = 3


QUICKNET = Chain(
    '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2'
    '2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
)


def local_chain(public_key: str) -> Chain:
    content = label('fairlot/chain/1') + u64(QUICKNET.genesis) + u32(QUICKNET.period) + bytes.fromhex(public_key)
    return Chain(sha256(content).hex(), public_key)


def round_for(sealed_at_ms: int, delay: int, chain: Chain) -> int:
    seconds = -(-sealed_at_ms // 1000) + delay - chain.genesis
    return max(1, -(-seconds // chain.period) + 1)


def round_time_ms(number: int, chain: Chain) -> int:
    return (chain.genesis + (number - 1) * chain.period) * 1000


def verify_round(chain: Chain, number: int, signature: str) -> bool:
    return bls.verify(bytes.fromhex(chain.public_key), sha256(u64(number)), bytes.fromhex(signature))


def beacon_value(signature: str) -> str:
    return sha256(bytes.fromhex(signature)).hex()


def commitment(issue: str, salt: str) -> str:
    return sha256(label('fairlot/salt/1'), label(issue), bytes.fromhex(salt)).hex()


def time_of_day(ms: int, offset_minutes: int) -> int:
    local = (ms + offset_minutes * 60_000) % 86_400_000
    hours, minutes = local // 3_600_000, local // 60_000 % 60
    return hours * 10_000_000 + minutes * 100_000 + local % 60_000


def row_bytes(row: dict[str, Any]) -> bytes:
    return (
        u32(row['seq'])
        + u64(row['ms'])
        + u32(row['time'])
        + u32(row['first'])
        + u32(row['quantity'])
        + bytes.fromhex(row['tag'])
    )


def orders_digest(issue: str, shares: int, rows: list[dict[str, Any]]) -> str:
    head = label('fairlot/orders/1') + label(issue) + u32(shares) + u32(len(rows))
    return sha256(head, *(row_bytes(row) for row in rows)).hex()


def running_hash(issue: str, shares: int, rows: list[dict[str, Any]]) -> str:
    value = sha256(label('fairlot/running/1'), label(issue), u32(shares))
    for row in rows:
        value = sha256(value, row_bytes(row))
    return value.hex()


def sum_of_times(rows: list[dict[str, Any]], reading: str) -> int:
    counted = rows if reading == 'all' else rows[:-1]
    return sum(row['time'] for row in counted)


def draw_entropy(salt: str, issue: str, digest: str, number: int | None, beacon: str | None) -> str:
    value = bytes(32) if beacon is None else bytes.fromhex(beacon)
    message = label('fairlot/draw/1') + label(issue) + bytes.fromhex(digest) + u64(number or 0) + value
    return hmac_sha256(bytes.fromhex(salt), message).hex()


def winning_code(total: int, entropy: str | None, shares: int) -> int:
    return (total + (0 if entropy is None else int(entropy, 16))) % shares + FIRST_CODE


def draw_winners(entropy: str, participants: int, winners: int, out: Sequence[int] = ()) -> list[int]:
    """Fisher-Yates over those of the participants 1 to n who are not left out, which stops after min(W, m) of these m."""
    staying = participants - len(out)
    moved: dict[int, int] = {}
    drawn = []
    for i in range(min(winners, staying)):
        pick = int(hmac_sha256(bytes.fromhex(entropy), label('fairlot/pick/1') + u32(i)).hex(), 16)
        j = i + pick % (staying - i)
        drawn.append(_staying_seq(moved.get(j, j), out))
        moved[j] = moved.get(i, i)
    return drawn


def _staying_seq(index: int, out: Sequence[int]) -> int:
    """The number of the participant at an index, from 0, of those who are not left out."""
    seq = index + 1
    for left in out:
        if left <= seq:
            seq += 1
    return seq


def tier_table(shares: int, bands: list[list[int]], prizes: list[str]) -> list[dict[str, Any]]:
    def up_to(distance: int) -> int:
        return 0 if distance < 0 else min(shares, 2 * distance + 1)

    return [
        {'tier': n + 1, 'from': start, 'to': end, 'prize': prize, 'codes': up_to(end) - up_to(start - 1)}
        for n, ((start, end), prize) in enumerate(zip(bands, prizes))
    ]
