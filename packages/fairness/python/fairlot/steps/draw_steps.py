"""The steps about the orders and the result of an issue: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from typing import Any

from .. import draw
from ..codec import canonical, demand, demand_equal
from ..documents.document import has_beacon
from .outcome import NotRun, Proof, unneeded

SEALED = NotRun('open', 'the issue is sealed, not drawn')


def check_commitment(proof: Proof) -> str:
    terms, salt = proof['terms'], proof['seal']['salt']
    if salt is None:
        raise unneeded('grade plain has no salt')
    demand_equal('the commitment', terms['commitment'], draw.commitment(terms['issue'], salt))
    return 'the revealed salt matches the commitment'


def check_times(proof: Proof) -> str:
    terms, previous = proof['terms'], proof['terms']['at']
    for i, row in enumerate(proof['rows']):
        demand(row['seq'] == i + 1, f'rows[{i}].seq is {row["seq"]}, not {i + 1}')
        demand(row['ms'] >= previous, f'rows[{i}].ms goes back')
        demand_equal(f'rows[{i}].time', row['time'], draw.time_of_day(row['ms'], terms['offset']))
        previous = row['ms']
    demand(previous <= proof['seal']['sealedAt'], 'an order is later than the seal')
    return 'no order is earlier than the one before it, and each time of day is right'


def check_codes(proof: Proof) -> str:
    following = draw.FIRST_CODE
    for i, row in enumerate(proof['rows']):
        demand(row['first'] == following, f'rows[{i}].first is {row["first"]}, not {following}')
        following += row['quantity']
    demand_equal('the number of codes sold', following - draw.FIRST_CODE, proof['terms']['shares'])
    return f'each of the codes {draw.FIRST_CODE} to {following - 1} stands in one row'


def check_digest(proof: Proof) -> str:
    terms, rows, seal = proof['terms'], proof['rows'], proof['seal']
    demand_equal('the number of orders', seal['orders'], len(rows))
    digest = draw.orders_digest(terms['issue'], terms['shares'], rows)
    demand_equal('the digest of the orders', seal['digest'], digest)
    return f'{len(rows)} orders have the sealed digest'


def check_sum(proof: Proof) -> str:
    total = draw.sum_of_times(proof['rows'], proof['terms']['reading'])
    demand_equal('the sum of times', proof['seal']['sum'], str(total))
    return f'the counted times add up to {total}'


def check_round(proof: Proof) -> str:
    terms, seal, beacon = proof['terms'], proof['seal'], proof['beacon']
    if terms['delay'] is None:
        raise unneeded(f'grade {terms["grade"]} has no beacon')
    computed = draw.round_for(seal['sealedAt'], terms['delay'], draw.QUICKNET)
    demand_equal('the round of the seal', seal['round'], computed)
    if beacon is not None:
        demand_equal('the round of the beacon', beacon['round'], seal['round'])
    return f'the seal selects round {computed}'


def check_beacon(proof: Proof, of: str = 'issue') -> str:
    terms, beacon = proof['terms'], proof['beacon']
    if not has_beacon(terms['grade']):
        raise unneeded(f'grade {terms["grade"]} has no beacon')
    if beacon is None:
        raise NotRun('open', f'the {of} is sealed, not drawn: round {proof["seal"]["round"]} decides')
    return check_signature(terms['chain'], beacon)


def check_signature(stated: str, beacon: dict[str, Any]) -> str:
    """The round of the beacon is signed by the key of the chain that the terms state."""
    is_public = stated == draw.QUICKNET.hash or 'publicKey' not in beacon
    chain = draw.QUICKNET if is_public else draw.local_chain(beacon['publicKey'])
    demand_equal("the beacon's chain", beacon['chain'], stated)
    demand('publicKey' not in beacon or not is_public, 'the proof contains a key for the public beacon')
    demand_equal("the chain of the beacon's key", chain.hash, stated)
    signed = draw.verify_round(chain, beacon['round'], beacon['signature'])
    demand(signed, f"round {beacon['round']} is not signed by the beacon's key")
    whose = 'the public beacon drand quicknet' if is_public else 'a LOCAL beacon: the house holds its key; sandbox only'
    return f'round {beacon["round"]} is signed by {whose}'


def check_entropy(proof: Proof) -> str:
    terms, seal, result = proof['terms'], proof['seal'], proof['result']
    if seal['salt'] is None:
        raise unneeded('grade plain adds no entropy')
    if result is None:
        raise SEALED
    value = beacon_of(proof)
    computed = draw.draw_entropy(seal['salt'], terms['issue'], seal['digest'], seal['round'], value)
    demand_equal('the entropy', result['entropy'], computed)
    return 'the entropy follows from salt and orders' + ('' if value is None else ' and beacon')


def beacon_of(proof: Proof) -> str | None:
    return None if proof['beacon'] is None else draw.beacon_value(proof['beacon']['signature'])


def check_result(proof: Proof) -> str:
    result = proof['result']
    if result is None:
        raise SEALED
    code = draw.winning_code(int(proof['seal']['sum']), result['entropy'], proof['terms']['shares'])
    demand_equal('the winning code', result['code'], code)
    return f'the winning code is {code}'


def check_tiers(proof: Proof) -> str:
    terms, result = proof['terms'], proof['result']
    if result is None:
        raise SEALED
    table = draw.tier_table(terms['shares'], terms['bands'], terms['prizes'])
    demand_equal('the table of tiers', canonical(result['tiers']), canonical(table))
    return f'{len(table)} tiers follow from the terms'
