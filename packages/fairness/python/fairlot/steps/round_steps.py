"""The steps of the verification of a round: docs/INTEGRATION.md, "The proof of a round"."""

from __future__ import annotations

from typing import Any, Callable

from .. import draw, games
from ..codec import ReadError, canonical, demand, demand_equal, read_integer, read_word
from ..documents.round_document import CHAIN, read_round_seal, read_void
from .draw_steps import check_round, check_signature
from .log_steps import check_checkpoint, check_inclusion, check_log, demand_entry, parse_entry, time_of
from .outcome import NotRun, Options, Proof, Verification, check_earlier_claim, failed_step, run_steps, verdict_of
from .receipt_state import compared
from .receipt_steps import check_log_state, signed_receipt
from .witness_steps import check_witnesses

UNDECIDED = NotRun('open', 'the round is sealed, and its result is not there yet')


def known_ms(seal: dict[str, Any]) -> int:
    return draw.round_time_ms(seal['round'], draw.QUICKNET)


def check_terms(proof: Proof) -> str:
    terms = proof['terms']
    times = games.times_of(terms, terms['period'])
    if times is None:
        raise ReadError(f'no round of the game has the period {terms["period"]}')
    demand_equal('the time at which the round opens', terms['opensAt'], times[0])
    demand_equal('the time at which bets close', terms['closesAt'], times[1])
    demand(times[0] >= terms['at'], 'the round opens before its chain was published')
    title = f'round {terms["period"]} of {terms["game"]}'
    if terms['index'] is None:
        return f'{title} is void, grade {terms["grade"]}'
    demand_equal('the index of the seal before', terms['previous'], terms['index'] - 1)
    return f'{title}: number {terms["index"]} of chain {terms["chain"]}, grade {terms["grade"]}'


def check_commitment(proof: Proof) -> str:
    terms = proof['terms']
    computed = games.chain_head(proof['seal']['secret'], terms['index'])
    demand_equal('the head of the chain', terms['head'], computed)
    return f'the revealed secret leads to the head of the chain in {terms["index"]} steps'


def check_times(proof: Proof) -> str:
    terms, seal = proof['terms'], proof['seal']
    previous = terms['opensAt']
    for i, row in enumerate(proof['rows']):
        demand(row['seq'] == i + 1, f'rows[{i}].seq is {row["seq"]}, not {i + 1}')
        demand(row['ms'] >= previous, f'rows[{i}].ms goes back')
        demand(row['ms'] < terms['closesAt'], f'rows[{i}].ms is not before bets close')
        previous = row['ms']
    demand(seal['sealedAt'] >= terms['closesAt'], 'the round was sealed before its bets closed')
    demand(seal['sealedAt'] < terms['opensAt'] + terms['roundMs'], 'the round was sealed after its end, so it is void')
    return 'all bets are from the round, and it was sealed between their close and its end'


def check_bets(proof: Proof) -> None:
    """Each bet is on this game and on options that it has, each at most once."""
    terms = proof['terms']
    options = games.OPTIONS[games.GAMES[terms['game']]]
    for i, row in enumerate(proof['rows']):
        picks = row['bet']['picks']
        demand(row['bet']['game'] == terms['game'], f'rows[{i}] is a bet on {row["bet"]["game"]}')
        demand(all(pick in options for pick in picks), f'rows[{i}] is a bet on what the game does not have')
        demand(len(set(picks)) == len(picks), f'rows[{i}] has an option twice')


def check_digest(proof: Proof) -> str:
    terms, rows, seal = proof['terms'], proof['rows'], proof['seal']
    check_bets(proof)
    demand_equal('the number of bets', seal['bets'], len(rows))
    computed = games.bets_digest(terms['game'], terms['period'], rows)
    demand_equal('the digest of the bets', seal['digest'], computed)
    return f'{len(rows)} bets have the sealed digest'


def check_beacon(proof: Proof) -> str:
    if proof['beacon'] is None:
        raise NotRun('open', f'the round is sealed: round {proof["seal"]["round"]} of the beacon decides')
    return check_signature(proof['terms']['beaconChain'], proof['beacon'])


def check_entropy(proof: Proof) -> str:
    terms, seal = proof['terms'], proof['seal']
    if proof['result'] is None:
        raise UNDECIDED
    beacon = draw.beacon_value(proof['beacon']['signature'])
    computed = games.game_hash(seal['secret'], terms['game'], terms['period'], seal['round'], beacon)
    demand_equal('the entropy', proof['result']['entropy'], computed)
    return 'the entropy follows from the secret of the chain, the round and the beacon'


def stated_result(proof: Proof) -> dict[str, Any]:
    return {name: value for name, value in proof['result'].items() if name != 'entropy'}


def check_result(proof: Proof) -> str:
    if proof['result'] is None:
        raise UNDECIDED
    computed = games.game_result(proof['terms']['game'], proof['result']['entropy'])
    demand_equal('the result', canonical(stated_result(proof)), canonical(computed))
    return f'the result is {canonical(computed)}'


# ---- the log ----
def check_entries(proof: Proof) -> None:
    """The bytes of each entry are those that follow from the document."""
    entries, terms, seal = proof['log']['entries'], proof['terms'], proof['seal']

    demand_entry(proof, 0, {'t': 'game-chain', **{name: terms[name] for name in CHAIN}})
    about = {'game': terms['game'], 'period': terms['period']}
    if seal is None:
        check_void(proof)
        return
    place = {'chain': terms['chain'], 'index': terms['index']}
    demand_entry(proof, 1, {'t': 'round-seal', **about, **place, **seal, 'at': seal['sealedAt']})
    if proof['result'] is None:
        return
    at = time_of(entries[2])
    beacon = draw.beacon_value(proof['beacon']['signature'])
    content = {'t': 'round-result', **about, 'round': seal['round'], 'beacon': beacon, 'at': at}
    demand_entry(proof, 2, {**content, 'result': stated_result(proof)})
    demand(at >= known_ms(seal), 'the result is dated before its round was published')


def check_void(proof: Proof) -> None:
    """A round is void after its close without a seal; in grade witnessed also with one whose beacon round is over."""
    entries, terms = proof['log']['entries'], proof['terms']
    content = read_void(parse_entry(entries[-1]))
    same = content['game'] == terms['game'] and content['period'] == terms['period']
    demand(same, "the log's void is that of another round")
    demand(entries[-1]['bytes'] == canonical(content), "the log's void is not in canonical form")
    demand(content['at'] >= terms['closesAt'], 'the round is void before its bets closed')
    if len(entries) == 2:
        return
    demand(terms['grade'] == 'witnessed', 'a sealed round of this grade is never void')
    entry = parse_entry(entries[1])
    fields = {k: v for k, v in entry.items() if k not in ('t', 'game', 'period', 'chain', 'index', 'at')}
    seal = read_round_seal(fields, 'the seal')
    read_word(entry.get('t'), 'the seal', ('round-seal',))
    read_integer(entry.get('index'), 'the index of the seal', 1, terms['length'])
    same = all(entry.get(name) == terms[name] for name in ('game', 'period', 'chain'))
    demand(same and entry.get('at') == seal['sealedAt'], "the log's seal is that of another round")
    demand(entries[1]['bytes'] == canonical(entry), "the log's seal is not in canonical form")
    demand(content['at'] >= known_ms(seal), 'the sealed round is void before its beacon round was published')


def check_receipt(proof: Proof, options: Options) -> str:
    terms, log = proof['terms'], proof['log']
    receipt = signed_receipt(proof, options)
    demand(receipt['kind'] == 'bet', 'the receipt is not the receipt of a bet')
    same = receipt['game'] == terms['game'] and receipt['period'] == terms['period']
    demand(same, f'the receipt is for round {receipt["period"]} of {receipt["game"]}')
    check_log_state(log, receipt)
    if proof['seal'] is None:
        return 'the signed receipt is that of a bet in this void round: its stake goes back' + compared(options)
    picks = receipt['picks']
    for row in proof['rows']:
        if (row['ms'], row['tag'], row['bet']['picks']) == (receipt['ms'], receipt['tag'], picks):
            if int(row['stake']) * len(picks) == int(receipt['amount']):
                return f'the signed receipt matches bet {row["seq"]}' + compared(options)
    raise ReadError('no bet of the proof has the time, tag, picks and amount of the receipt')


def verify_round(proof: Proof, options: Options) -> Verification:
    """The verification of a well-formed proof of a round."""
    terms, seal = proof['terms'], proof['seal']
    checks: list[tuple[str, Callable[[], str]]] = [('terms', lambda: check_terms(proof))]
    if seal is not None:
        checks += [
            ('commitment', lambda: check_commitment(proof)),
            ('times', lambda: check_times(proof)),
            ('digest', lambda: check_digest(proof)),
            ('round', lambda: check_round(proof)),
            ('beacon', lambda: check_beacon(proof)),
            ('entropy', lambda: check_entropy(proof)),
            ('result', lambda: check_result(proof)),
        ]
    checks += [
        ('inclusion', lambda: check_inclusion(proof, options, lambda: check_entries(proof))),
        ('checkpoint', lambda: check_checkpoint(proof, options, 1)),
    ]
    if seal is not None:
        checks.append(('witnesses', lambda: check_witnesses(proof, options)))
    if options.member is not None:
        checks.append(('claim', check_earlier_claim))
    if options.has_receipt:
        checks.append(('receipt', lambda: check_receipt(proof, options)))
    audited = options.log
    if audited is not None:
        subjects = (terms['chain'], f'{terms["game"]} {terms["period"]}')
        is_open = seal is not None and proof['result'] is None
        checks.append(('log', lambda: check_log(proof, audited, 'round', subjects, is_open)))
    steps = run_steps(checks)
    badge = terms['grade'] + ('' if terms['beaconChain'] == draw.QUICKNET.hash else '-local')
    return Verification(verdict_of(proof, steps), badge, steps, failed_step(steps), proof)
