"""The steps about a round of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from .. import draw, games, version3
from ..codec import ReadError, demand, demand_equal
from ..documents.terms3 import CHAIN, opening_of
from ..tree import verify_consistency
from .log_steps import demand_entry, signed_note, time_of
from .outcome import NotRun, Options, Proof
from .round_steps import check_bets, known_ms, stated_result


def check_terms(proof: Proof) -> str:
    terms = proof['terms']
    times = games.times_of(terms, terms['period'])
    if times is None:
        raise ReadError(f'no round of the game has the period {terms["period"]}')
    demand_equal('the time at which the round opens', terms['opensAt'], times[0])
    demand_equal('the time at which bets close', terms['closesAt'], times[1])
    first = opening_of(terms)
    if first is None or first <= terms['at']:
        raise ReadError('the first round of the chain does not exist, or opens before the chain was published')
    index = version3.round_index(times[0], first, terms['roundMs'])
    demand_equal('the index of the round', terms['index'], index)
    return f'round {terms["period"]} of {terms["game"]}: number {index} of chain {terms["chain"]}, grade {terms["grade"]}'


def check_times(proof: Proof) -> str:
    terms, seal, previous = proof['terms'], proof['seal'], proof['terms']['opensAt']
    for i, row in enumerate(proof['rows']):
        demand(row['seq'] == i + 1, f'rows[{i}].seq is {row["seq"]}, not {i + 1}')
        demand(row['ms'] >= previous, f'rows[{i}].ms goes back')
        demand(row['ms'] < terms['closesAt'], f'rows[{i}].ms is not before bets close')
        previous = row['ms']
    demand(seal['sealedAt'] >= known_ms(seal), 'the secret was revealed before the beacon round was published')
    return 'all bets are from the round, and its secret was revealed after its beacon round'


def check_digest(proof: Proof) -> str:
    terms, rows, seal = proof['terms'], proof['rows'], proof['seal']
    check_bets(proof)
    demand_equal('the number of bets', seal['bets'], len(rows))
    computed = version3.bets_digest(terms['game'], terms['period'], rows)
    demand_equal('the digest of the bets', seal['digest'], computed)
    return f'{len(rows)} bets have the sealed digest'


def check_round(proof: Proof) -> str:
    terms, seal, beacon = proof['terms'], proof['seal'], proof['beacon']
    computed = draw.round_for(terms['closesAt'], terms['delay'], draw.QUICKNET)
    demand_equal('the round of the seal', seal['round'], computed)
    if beacon is not None:
        demand_equal('the round of the beacon', beacon['round'], seal['round'])
    return f'the close of bets selects round {computed}'


def check_entries(proof: Proof) -> None:
    """The bytes of each entry are those that follow from the document."""
    entries, terms, seal, beacon = proof['log']['entries'], proof['terms'], proof['seal'], proof['beacon']
    demand_entry(proof, 0, {'t': 'game-chain', **{name: terms[name] for name in CHAIN}})
    about = {'game': terms['game'], 'period': terms['period']}
    place = {'chain': terms['chain'], 'index': terms['index']}
    demand_entry(proof, 1, {'t': 'round-seal', **about, **place, **seal, 'at': seal['sealedAt']})
    if proof['result'] is None:
        return
    at, signature = time_of(entries[2]), beacon['signature']
    drawn = {'round': seal['round'], 'beacon': draw.beacon_value(signature), 'signature': signature, 'at': at}
    demand_entry(proof, 2, {'t': 'round-result', **about, **drawn, 'result': stated_result(proof)})
    demand(at >= seal['sealedAt'], 'the result is dated before the seal')


def check_checkpoint(proof: Proof, options: Options) -> str:
    log = proof['log']
    if log is None:
        raise NotRun('absent', 'not present: this document carries no signed checkpoint')
    trusted = options.public_key
    demand(trusted is None or trusted == log['publicKey'], "the proof's log key is not the key that was given")
    latest, early = signed_note(proof, log['checkpoint'], 'checkpoint'), log['chainCheckpoint']
    demand(latest.time_ms >= time_of(log['entries'][-1]), 'log.checkpoint is dated before the last entry')
    first = signed_note(proof, early['note'], 'chainCheckpoint.note')
    extended = verify_consistency(first.size, first.root, latest.size, latest.root, early['consistency'])
    demand(extended, 'the log was rewritten between the two checkpoints')
    covered = log['entries'][0]['index'] < first.size
    demand(covered, 'the checkpoint for the chain does not contain the chain')
    opens = opening_of(proof['terms'])
    demand(opens is None or first.time_ms < opens, 'the chain was published after its first round opened')
    demand(first.time_ms >= proof['terms']['at'], 'the checkpoint for the chain is dated before the chain')
    demand(latest.time_ms >= first.time_ms, 'log.checkpoint is dated before log.chainCheckpoint')
    whose = "the proof's own key (none was given)" if trusted is None else 'the key that was given'
    return f'the log is signed with {whose} and was only extended since the chain'
