"""Strict readers of the proofs of rounds, and of the entries of games: docs/INTEGRATION.md, "The proof of a round"."""

from __future__ import annotations

from typing import Any

from .. import games
from ..codec import (
    demand,
    read_boolean,
    read_decimal,
    read_hex,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from .document import (
    U32,
    present,
    read_beacon,
    read_deployment,
    read_entry,
    read_hash,
    read_lines,
    read_path,
    read_round,
    read_witnesses,
)

PERIOD = '[0-9]{8}-[0-9]{4}'
UUID = r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
ZONE = (
    r'(?=.{1,64}\Z)(?:UTC|(?!.00:00)[+-](?:(?:0[0-9]|1[01]):(?:00|15|30|45)|12:00)|\+(?:12:(?:15|30|45)|13:(?:00|15|30|45)|14:00)'
    r'|[A-Z][A-Za-z0-9_+-]*(?:/[A-Z][A-Za-z0-9_+-]*){1,2})'
)
CHAIN = (
    'game', 'chain', 'length', 'head', 'zone', 'roundMs', 'cutoffMs', 'beaconChain', 'delay', 'grade', 'witnesses',
    'fee', 'demo', 'at',
)  # fmt: skip
SEAL = ('bets', 'digest', 'secret', 'sealedAt', 'round')


def read_game(value: Any, place: str) -> str:
    return read_word(value, place, tuple(games.GAMES))


def read_period(value: Any, place: str) -> str:
    return read_text(value, place, PERIOD, 'a period')


def read_chain_id(value: Any, place: str) -> str:
    return read_text(value, place, UUID, 'the id of a chain')


def read_chain(value: Any, place: str, further: tuple[str, ...] = ()) -> dict[str, Any]:
    terms = read_common_chain(read_object(value, place, CHAIN + further), place, 1)
    grade = terms['grade']
    present(grade == 'witnessed', terms['witnesses'], f'{place}.witnesses', grade, read_witnesses)
    return terms


def read_common_chain(terms: dict[str, Any], place: str, least_delay: int) -> dict[str, Any]:
    """The fields of a chain that are the same in versions 2 and 3."""
    read_word(terms['grade'], f'{place}.grade', ('beacon', 'witnessed'))
    zone = read_text(terms['zone'], f'{place}.zone', ZONE, 'a zone')
    games.zone_of(zone)
    round_ms = read_integer(terms['roundMs'], f'{place}.roundMs', 1, games.HALF_HOUR)
    cutoff_ms = read_integer(terms['cutoffMs'], f'{place}.cutoffMs', 1, games.HALF_HOUR)
    demand(games.is_round_length(round_ms, cutoff_ms), f'{place}.roundMs and cutoffMs are no lengths of a round')
    read_game(terms['game'], f'{place}.game')
    read_chain_id(terms['chain'], f'{place}.chain')
    read_integer(terms['length'], f'{place}.length', 1, games.MAX_CHAIN)
    read_hash(terms['head'], f'{place}.head')
    read_hash(terms['beaconChain'], f'{place}.beaconChain')
    read_integer(terms['delay'], f'{place}.delay', least_delay, 86_400)
    read_integer(terms['fee'], f'{place}.fee', 0, 5_000)
    read_boolean(terms['demo'], f'{place}.demo')
    read_integer(terms['at'], f'{place}.at', 0)
    return terms


def _read_terms(value: Any, is_void: bool) -> dict[str, Any]:
    terms = read_chain(value, 'terms', ('period', 'index', 'previous', 'opensAt', 'closesAt'))
    for name, least in (('index', 1), ('previous', 0)):
        if is_void:
            demand(terms[name] is None, f'terms.{name} is not null in a void round')
        else:
            read_integer(terms[name], f'terms.{name}', least, terms['length'])
    read_period(terms['period'], 'terms.period')
    read_integer(terms['opensAt'], 'terms.opensAt', 0)
    read_integer(terms['closesAt'], 'terms.closesAt', 0)
    return terms


def read_round_seal(value: Any, place: str) -> dict[str, Any]:
    seal = read_object(value, place, SEAL)
    read_integer(seal['bets'], f'{place}.bets', 0, U32)
    read_hash(seal['digest'], f'{place}.digest')
    read_hash(seal['secret'], f'{place}.secret')
    read_integer(seal['sealedAt'], f'{place}.sealedAt', 0)
    read_round(seal['round'], f'{place}.round')
    return seal


def read_game_result(value: Any, place: str, game: str, further: tuple[str, ...] = ()) -> dict[str, Any]:
    if games.GAMES[game] == 'lucky':
        result = read_object(value, place, ('price', 'number') + further)
        read_text(result['price'], f'{place}.price', '[0-9]{6}', 'six digits')
        read_integer(result['number'], f'{place}.number', 0, 9)
        return result
    result = read_object(value, place, ('finish',) + further)
    for runner in read_list(result['finish'], f'{place}.finish', 10, 10):
        read_integer(runner, f'{place}.finish', 1, 10)
    return result


def read_bet_row(value: Any, place: str) -> None:
    row = read_object(value, place, ('seq', 'ms', 'bet', 'stake', 'tag'))
    read_integer(row['seq'], f'{place}.seq', 1, U32)
    read_integer(row['ms'], f'{place}.ms', 0)
    bet = read_object(row['bet'], f'{place}.bet', ('game', 'picks'))
    read_game(bet['game'], f'{place}.bet.game')
    for pick in read_list(bet['picks'], f'{place}.bet.picks', 1, 100):
        read_text(pick, f'{place}.bet.picks', '[0-9a-z]{1,20}', 'a pick')
    demand(int(read_decimal(row['stake'], f'{place}.stake')) < 2**64, f'{place}.stake has more than 64 bits')
    read_hex(row['tag'], f'{place}.tag', 8)


def _read_log(value: Any, is_void: bool, has_result: bool) -> None:
    names = ('entries', 'sealCheckpoint', 'checkpoint', 'consistency', 'cosignatures', 'publicKey')
    log = read_object(value, 'log', names)
    least = 2 if is_void or not has_result else 3
    for i, item in enumerate(read_list(log['entries'], 'log.entries', least, 3 if is_void else least)):
        read_entry(item, f'log.entries[{i}]')
    if is_void:
        demand(log['sealCheckpoint'] is None, 'log.sealCheckpoint is not null, but the round is void')
    else:
        read_text(log['sealCheckpoint'], 'log.sealCheckpoint', '.{2,16384}', 'a signed note')
    read_text(log['checkpoint'], 'log.checkpoint', '.{2,16384}', 'a signed note')
    read_path(log['consistency'], 'log.consistency')
    demand(not is_void or log['consistency'] == [], 'log.consistency is not empty, but the round is void')
    read_lines(log['cosignatures'], 0 if is_void else 64)
    read_hash(log['publicKey'], 'log.publicKey')


def read_round_proof(proof: dict[str, Any]) -> dict[str, Any]:
    """The document, whose field names and version are checked. Raises ReadError that names the field."""
    is_void, has_result = proof['seal'] is None, proof['result'] is not None
    demand(has_result or proof['beacon'] is None, 'beacon is not null, but the round has no result')
    demand(not (is_void and has_result), 'result is not null, but the round is void')
    terms = _read_terms(proof['terms'], is_void)
    read_deployment(proof['deployment'], 'deployment')
    for i, row in enumerate(read_list(proof['rows'], 'rows', 0, 0 if is_void else 10_000_000)):
        read_bet_row(row, f'rows[{i}]')
    if not is_void:
        read_round_seal(proof['seal'], 'seal')
    if has_result:
        demand(proof['beacon'] is not None, 'beacon is missing')
        read_beacon(proof['beacon'], 'beacon')
        read_hash(read_game_result(proof['result'], 'result', terms['game'], ('entropy',))['entropy'], 'result.entropy')
    if proof['log'] is not None:
        _read_log(proof['log'], is_void, has_result)
    return proof


def read_void(content: Any) -> dict[str, Any]:
    """An entry `round-void`."""
    entry = read_object(content, 'the void', ('t', 'game', 'period', 'bets', 'at'))
    read_word(entry['t'], 'the void', ('round-void',))
    read_game(entry['game'], 'game')
    read_period(entry['period'], 'period')
    read_integer(entry['bets'], 'bets', 0, U32)
    read_integer(entry['at'], 'at', 0)
    return entry
