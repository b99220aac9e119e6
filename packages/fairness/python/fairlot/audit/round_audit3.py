"""The rules of the log about chains of version 3 and their rounds: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import draw, games
from ..codec import canonical, read_integer
from ..documents.entries3 import read_result
from ..documents.round_document import read_chain_id, read_round_seal
from ..documents.terms3 import opening_of, witness_keys
from ..notes import NoteKey, cosigned_seconds, parse_checkpoint, verify_cosignature
from ..version3 import round_index
from .breach import breach, reading
from .rules3 import DAY, NOTE_MARGIN, chain_of, check_opening, check_signature

if TYPE_CHECKING:
    from .audit import Audit

MAX_FUTURE_CHAINS = 16


@dataclass
class Chain3:
    index: int
    """of its entry"""
    terms: dict[str, Any]
    opens_at: int
    """when its first round opens"""
    last: str
    """the last secret that was revealed, or the head"""
    used: int = 0
    """the index of the last seal"""
    timely: set[NoteKey] = field(default_factory=set)

    def ends_at(self) -> int:
        return self.opens_at + int(self.terms['length'] * self.terms['roundMs'])

    def is_witnessed(self) -> bool:
        quorum = self.terms['quorum']
        return quorum is None or len(self.timely) >= quorum

    def is_dead(self, at: int) -> bool:
        return at >= self.opens_at and not self.is_witnessed()


def check_order(chains: list[Chain3], opens_at: int, at: int, index: int) -> None:
    """The chains of a game follow each other: by their first rounds, with a day of notice, and not too many at once."""
    if not chains:
        return
    newest = chains[-1]
    if opens_at <= newest.opens_at:
        breach('chain', index, 'does not begin after the chain before it')
    if not newest.is_dead(at) and opens_at < at + DAY and opens_at < newest.ends_at():
        breach('chain', index, 'replaces a chain with less than a day of notice')
    if sum(1 for chain in chains if chain.opens_at > at) >= MAX_FUTURE_CHAINS:
        breach('chain', index, f'is one more than {MAX_FUTURE_CHAINS} chains of the game that have not begun')


def open_chain(audit: Audit, terms: dict[str, Any], chains: list[Chain3], index: int) -> Chain3:
    """A new chain that may follow the chains of its game."""
    check_opening(audit, terms, terms['beaconChain'], 'chain', index)
    opens_at = opening_of(terms)
    if opens_at is None or opens_at <= terms['at']:
        breach('chain', index, f'begins with round {terms["from"]}, which does not exist or has opened')
    check_order(chains, opens_at, terms['at'], index)
    return Chain3(index, terms, opens_at, terms['head'])


def chain_for(chains: list[Chain3], period: str) -> Chain3 | None:
    """The chain of a period: the newest one whose first period is not after it."""
    return next((chain for chain in reversed(chains) if chain.terms['from'] <= period), None)


def read_sealed(content: dict[str, Any], index: int) -> tuple[int, dict[str, Any]]:
    """The index of a seal of a round in its chain, and the seal."""
    outer = ('t', 'game', 'period', 'chain', 'index', 'at')
    fields = {key: value for key, value in content.items() if key not in outer}
    reading('format', index, lambda: read_chain_id(content.get('chain'), 'chain'))
    number: int = reading('format', index, lambda: read_integer(content.get('index'), 'index', 1))
    return number, reading('format', index, lambda: read_round_seal(fields, 'seal'))


def seal_round(
    audit: Audit, chain: Chain3, times: tuple[int, int, int], content: dict[str, Any], index: int
) -> dict[str, Any]:
    """A seal of a round at these times, by the chain of its period."""
    number, seal = read_sealed(content, index)
    terms, at = chain.terms, content['at']
    if number != round_index(times[0], chain.opens_at, terms['roundMs']) or number > terms['length']:
        breach('chain', index, f'uses index {number}, which is not that of its round')
    if games.chain_head(seal['secret'], number - chain.used) != chain.last:
        breach('chain', index, 'reveals a secret that does not fit the chain')
    if at != seal['sealedAt']:
        breach('seal', index, 'is not dated at sealedAt')
    if seal['round'] != draw.round_for(times[1], terms['delay'], draw.QUICKNET):
        breach('seal', index, 'states another round than the close of bets and the delay give')
    if at < draw.round_time_ms(seal['round'], draw.QUICKNET):
        breach('seal', index, f'reveals its secret before round {seal["round"]} is published')
    if not chain.is_witnessed():
        breach('witness', index, f'uses a chain that {len(chain.timely)} witnesses signed in time')
    chain.used, chain.last = number, seal['secret']
    return seal


def decide_round(
    audit: Audit, terms: dict[str, Any], seal: dict[str, Any], name: str, content: dict[str, Any], index: int
) -> None:
    reading('format', index, lambda: read_result(content))
    number = seal['round']
    if content['round'] != number:
        breach('result', index, f'uses another round than the seal of round {name}')
    if content['at'] < draw.round_time_ms(number, draw.QUICKNET):
        breach('result', index, f'is earlier than the publication of round {number}')
    h = games.game_hash(seal['secret'], content['game'], content['period'], number, content['beacon'])
    if canonical(content['result']) != canonical(games.game_result(content['game'], h)):
        breach('result', index, f'states another result than the formula gives for round {name}')
    check_signature(chain_of(audit, terms['beaconChain'], 'result', index), content, 'result', index)


def _can_vouch(note: str, chain: Chain3) -> bool:
    stated = parse_checkpoint(note)
    return stated is not None and stated.time_ms < chain.opens_at + NOTE_MARGIN


def sign_chain(chain: Chain3, notes: list[str], size: int, line: str) -> None:
    """A witness' line over a checkpoint of this size. A late one, and one of another key, change nothing."""
    if chain.index >= size:
        return
    for key in witness_keys(chain.terms['witnesses']):
        seconds = None if key in chain.timely else cosigned_seconds(line, key)
        if seconds is not None and seconds * 1000 < chain.opens_at:
            if any(_can_vouch(note, chain) and verify_cosignature(note, line, key) is not None for note in notes):
                chain.timely.add(key)


def is_after_midnight(audit: Audit, zone: str, opens_at: int) -> bool:
    """Whether a round opens at or after the end of the chains of version 2: the first midnight after the rules began."""
    return audit.rules is not None and opens_at >= games.next_midnight(zone, audit.rules.at)
