"""The rules of the log about games: docs/INTEGRATION.md, "The rules of the log"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import draw, games
from ..codec import canonical, read_integer, read_object
from ..documents.document import read_hash, read_round
from ..documents.round_document import (
    read_chain,
    read_chain_id,
    read_game,
    read_game_result,
    read_period,
    read_round_seal,
    read_void,
)
from ..documents.terms3 import read_chain as read_chain3
from ..notes import cosigned_seconds, parse_key, verify_cosignature
from .breach import breach, reading
from .round_audit3 import (
    Chain3,
    chain_for,
    decide_round,
    is_after_midnight,
    open_chain,
    read_sealed,
    seal_round,
    sign_chain,
)

if TYPE_CHECKING:
    from .audit import Audit

GAME_KINDS = ('game-chain', 'round-seal', 'round-result', 'round-void')


@dataclass
class Chain:
    terms: dict[str, Any]
    last: str
    used: int = 0


@dataclass
class Game:
    """The chain in use and the one that follows it; the last round that was sealed, or void without a seal."""

    chains: list[Chain] = field(default_factory=list)
    chains3: list[Chain3] = field(default_factory=list)
    """all chains of version 3, in their order"""
    last_period: str = ''
    last_ends: int = 0


@dataclass
class Round:
    """A sealed round without a result."""

    index: int
    terms: dict[str, Any]
    seal: dict[str, Any]
    version: int = 2
    timely: set[str] = field(default_factory=set)


class Games:
    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.names: set[str] = set()
        """ids and heads of all chains"""
        self.rounds: dict[str, Round] = {}
        """the sealed rounds that wait for their result, by name"""
        self.entries: dict[str, list[tuple[int, str]]] = {}
        """the entries about a chain or a round"""

    def entry(self, audit: Audit, content: dict[str, Any], index: int, text: str) -> None:
        if audit.begin is None:
            breach('begin', index, 'is about a game, but the log has not begun')
        kind = content['t']
        if kind == 'game-chain':
            subject = self._open(audit, content, index) if audit.rules is None else self._open3(audit, content, index)
        else:
            game = reading('format', index, lambda: read_game(content.get('game'), 'game'))
            period = reading('format', index, lambda: read_period(content.get('period'), 'period'))
            subject = f'{game} {period}'
            if kind == 'round-seal':
                self._seal(audit, subject, content, index)
            elif kind == 'round-result':
                self._decide(audit, subject, content, index)
            else:
                self._void(audit, subject, content, index)
        self.entries.setdefault(subject, []).append((index, text))

    def _open(self, audit: Audit, content: dict[str, Any], index: int) -> str:
        fields = {name: value for name, value in content.items() if name != 't'}
        terms = reading('chain', index, lambda: read_chain(fields, 'terms'))
        if terms['chain'] in self.names or terms['head'] in self.names:
            breach('chain', index, 'publishes a chain a second time')
        assert audit.begin is not None
        if terms['demo'] != (content['at'] < audit.begin.at):
            breach('time', index, 'is on the other side of the beginning than its mark "demo" says')
        known = self.games.setdefault(terms['game'], Game())
        if len(known.chains) >= 2:
            breach('chain', index, 'publishes a third chain before the second is used')
        known.chains.append(Chain(terms, terms['head']))
        self.names |= {terms['chain'], terms['head']}
        for key in terms['witnesses'] or []:
            audit.named[key] = None
        return str(terms['chain'])

    def _open3(self, audit: Audit, content: dict[str, Any], index: int) -> str:
        fields = {name: value for name, value in content.items() if name != 't'}
        terms = reading('chain', index, lambda: read_chain3(fields, 'terms'))
        names = {terms['chain'], terms['head']}
        if names & self.names:
            breach('chain', index, 'publishes a chain a second time')
        assert audit.begin is not None
        if terms['demo'] != (content['at'] < audit.begin.at):
            breach('time', index, 'is on the other side of the beginning than its mark "demo" says')
        chains = self.games.get(terms['game'], Game()).chains3
        chain = open_chain(audit, terms, chains, index)
        self.games.setdefault(terms['game'], Game()).chains3.append(chain)
        self.names |= names
        return str(terms['chain'])

    @staticmethod
    def _next_times(known: Game, terms: dict[str, Any], name: str, index: int, rule: str) -> tuple[int, int, int]:
        period = name.split(' ')[1]
        times = games.times_of(terms, period)
        if times is None:
            breach(rule, index, f'is about round {name}, which does not exist')
        if period <= known.last_period or times[0] < known.last_ends:
            breach(rule, index, f'is about round {name}, but round {known.last_period} was sealed or void before')
        if times[0] < terms['at']:
            breach(rule, index, f'is about round {name}, which opened before its chain')
        return times

    def _seal(self, audit: Audit, name: str, content: dict[str, Any], index: int) -> None:
        known = self.games.get(content['game'], Game())
        chain = next((one for one in known.chains3 if one.terms['chain'] == content.get('chain')), None)
        if chain is None:
            self._seal2(audit, known, name, content, index)
            return
        read_sealed(content, index)
        times = self._next_times(known, chain.terms, name, index, 'seal')
        if chain_for(known.chains3, content['period']) is not chain:
            breach('chain', index, f'uses a chain that is not the one of round {name}')
        seal = seal_round(audit, chain, times, content, index)
        known.last_period, known.last_ends = content['period'], times[2]
        self.rounds[name] = Round(index, chain.terms, seal, 3)

    def _seal2(self, audit: Audit, known: Game, name: str, content: dict[str, Any], index: int) -> None:
        outer = ('t', 'game', 'period', 'chain', 'index', 'at')
        fields = {key: value for key, value in content.items() if key not in outer}
        chain_id = reading('format', index, lambda: read_chain_id(content.get('chain'), 'chain'))
        number = reading('format', index, lambda: read_integer(content.get('index'), 'index', 1))
        seal = reading('format', index, lambda: read_round_seal(fields, 'seal'))
        which = next((i for i, one in enumerate(known.chains) if one.terms['chain'] == chain_id), None)
        if which is None:
            breach('chain', index, 'uses a chain that is not one of the game')
        chain = known.chains[which]
        if number != chain.used + 1 or number > chain.terms['length']:
            breach('chain', index, f'uses index {number} of its chain, and the seal before it {chain.used}')
        if games.chain_step(seal['secret']) != chain.last:
            breach('chain', index, 'reveals a secret that does not fit the chain')
        at = content['at']
        if at != seal['sealedAt']:
            breach('seal', index, 'is not dated at sealedAt')
        times = self._next_times(known, chain.terms, name, index, 'seal')
        if is_after_midnight(audit, chain.terms['zone'], times[0]):
            breach('chain', index, f'seals round {name} with a chain that has ended')
        if at < times[1]:
            breach('seal', index, f'seals round {name} before its bets closed')
        if at >= times[2]:
            breach('seal', index, f'seals round {name} after its end')
        if seal['round'] != draw.round_for(at, chain.terms['delay'], draw.QUICKNET):
            breach('seal', index, 'states another round than its time and the delay give')
        chain.used, chain.last = number, seal['secret']
        known.chains = known.chains[which:]
        known.last_period, known.last_ends = content['period'], times[2]
        self.rounds[name] = Round(index, chain.terms, seal)
        audit.fresh.append((index, seal['round']))

    def _decide(self, audit: Audit, name: str, content: dict[str, Any], index: int) -> None:
        live = self.rounds.get(name)
        if live is None:
            breach('result', index, f'decides round {name}, which is not sealed or has ended')
        if live.version == 3:
            decide_round(audit, live.terms, live.seal, name, content, index)
            del self.rounds[name]
            return
        game = content['game']

        def read() -> None:
            read_object(content, 'the result', ('t', 'game', 'period', 'round', 'beacon', 'result', 'at'))
            read_round(content['round'], 'round')
            read_hash(content['beacon'], 'beacon')
            read_game_result(content['result'], 'result', game)

        reading('format', index, read)
        number = live.seal['round']
        if content['round'] != number:
            breach('result', index, f'uses another round than the seal of round {name}')
        if content['at'] < draw.round_time_ms(number, draw.QUICKNET):
            breach('result', index, f'is earlier than the publication of round {number}')
        h = games.game_hash(live.seal['secret'], game, content['period'], number, content['beacon'])
        if canonical(content['result']) != canonical(games.game_result(game, h)):
            breach('result', index, f'states another result than the formula gives for round {name}')
        if live.terms['witnesses'] is not None and not live.timely:
            breach('witness', index, f'decides round {name}, but no named witness signed its seal in time')
        del self.rounds[name]

    def _void(self, audit: Audit, name: str, content: dict[str, Any], index: int) -> None:
        reading('format', index, lambda: read_void(content))
        live = self.rounds.get(name)
        if live is not None:
            self._void_sealed(live, name, content, index)
            return
        if audit.lost is not None and name in audit.lost:
            audit.lost.remove(name)
            return
        known = self.games.get(content['game'], Game())
        if chain_for(known.chains3, content['period']) is not None:
            breach('void', index, f'ends round {name}, but no round of a chain of version 3 is void')
        chain = next((one for one in known.chains if self._fits(one, known, content['period'])), None)
        if chain is None:
            if not known.chains:
                breach('void', index, f'ends round {name}, which no chain of the game has')
            chain = known.chains[0]
        times = self._next_times(known, chain.terms, name, index, 'void')
        if is_after_midnight(audit, chain.terms['zone'], times[0]):
            breach('void', index, f'ends round {name}, which no chain has any more')
        if content['at'] < times[1]:
            breach('void', index, f'ends round {name} before its bets closed')
        known.last_period, known.last_ends = content['period'], times[2]

    @staticmethod
    def _fits(chain: Chain, known: Game, period: str) -> bool:
        times = games.times_of(chain.terms, period)
        return times is not None and times[0] >= chain.terms['at'] and times[0] >= known.last_ends

    def _void_sealed(self, live: Round, name: str, content: dict[str, Any], index: int) -> None:
        if live.version == 3:
            breach('void', index, f'ends round {name}, but no round of a chain of version 3 is void')
        if live.terms['witnesses'] is None:
            breach('void', index, f'ends round {name} after its seal')
        if live.timely:
            breach('void', index, f'ends round {name}, but a witness signed its seal in time')
        if content['at'] < draw.round_time_ms(live.seal['round'], draw.QUICKNET):
            breach('void', index, f'ends round {name} before the beacon round of its seal is published')
        if content['bets'] != live.seal['bets']:
            breach('void', index, f'states another number of bets than the seal of round {name}')
        del self.rounds[name]

    def first_waiting(self) -> list[int]:
        """The seals whose witnesses still matter."""
        return [live.index for live in self.rounds.values() if live.terms['witnesses'] is not None and live.version == 2]

    def sign_chains(self, notes: list[str], size: int, line: str) -> None:
        for known in self.games.values():
            for chain in known.chains3:
                sign_chain(chain, notes, size, line)

    def cosignature(self, notes: list[str], size: int, line: str) -> None:
        for live in self.rounds.values():
            if live.version == 3:
                continue
            limit = draw.round_time_ms(live.seal['round'], draw.QUICKNET)
            for text in live.terms['witnesses'] or []:
                key = parse_key(text)
                seconds = None if key is None else cosigned_seconds(line, key)
                if key is None or seconds is None or live.index >= size or seconds * 1000 >= limit:
                    continue
                if any(verify_cosignature(note, line, key) is not None for note in notes):
                    live.timely.add(text)
