"""The steps about rows, result and entries of an issue or an event of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from typing import Any

from .. import draw, version3
from ..codec import canonical, demand, demand_equal, read_word
from ..documents.entries3 import read_event_favour, read_favour, read_void
from ..documents.terms3 import check_sold
from .draw_steps import beacon_of
from .log_steps import demand_entry, parse_entry, time_of
from .outcome import NotRun, Proof, unneeded
from .witness_steps3 import notes_of

DAY = 86_400_000


def subject_of(proof: Proof) -> str:
    """What the labels of the formulas contain: the number of the issue or the id of the event."""
    return str(proof['terms'][proof['kind']])


def _undrawn(proof: Proof) -> NotRun:
    return NotRun('open', f'the {proof["kind"]} is sealed, not drawn')


def check_content(proof: Proof) -> str:
    demand_equal('the hash of the content', proof['terms']['content'], version3.content_hash(proof['content']))
    return 'pictures and texts are those of the opening'


def check_commitment(proof: Proof) -> str:
    salt = proof['seal']['salt']
    if salt is None:
        raise unneeded('grade plain has no salt')
    demand_equal('the commitment', proof['terms']['commitment'], draw.commitment(subject_of(proof), salt))
    return 'the revealed salt matches the commitment'


def check_times(proof: Proof) -> str:
    terms, seal, previous = proof['terms'], proof['seal'], proof['terms']['at']
    for i, row in enumerate(proof['rows']):
        demand(row['seq'] == i + 1, f'rows[{i}].seq is {row["seq"]}, not {i + 1}')
        demand(row['ms'] >= previous, f'rows[{i}].ms goes back')
        demand(row['ms'] < terms['deadline'], f'rows[{i}].ms is not before the deadline')
        demand_equal(f'rows[{i}].time', row['time'], draw.time_of_day(row['ms'], terms['offset']))
        previous = row['ms']
    if proof['kind'] == 'event':
        demand(seal['sealedAt'] >= terms['deadline'], 'the event was sealed before its deadline')
    demand(previous <= seal['sealedAt'], 'a row is later than the seal')
    return 'all rows are before the deadline, in the order of their times'


def check_codes(proof: Proof) -> str:
    following, of_member, seal = draw.FIRST_CODE, dict[str, int](), proof['seal']
    for i, row in enumerate(proof['rows']):
        demand(row['first'] == following, f'rows[{i}].first is {row["first"]}, not {following}')
        following += row['quantity']
        of_member[row['tag']] = of_member.get(row['tag'], 0) + row['quantity']
    if proof['kind'] == 'event':
        once = all(row['quantity'] == 1 for row in proof['rows'])
        demand(once, 'a participant has more than one chance')
        return f'each of the {len(proof["rows"])} participants has one chance, except for {len(seal.get("out", ()))} left out'
    terms = proof['terms']
    check_sold(terms, seal)
    demand_equal('the number of codes sold', seal['shares'], following - draw.FIRST_CODE)
    most = terms['maxPerMember']
    demand(most == 0 or max(of_member.values()) <= most, f'a member has more than {most} shares')
    return f'each of the codes {draw.FIRST_CODE} to {following - 1} stands in one row'


def sold_of(proof: Proof) -> int:
    """M of an issue, n of an event."""
    return int(proof['seal']['shares'] if proof['kind'] == 'issue' else proof['seal']['orders'])


def check_digest(proof: Proof) -> str:
    rows, seal = proof['rows'], proof['seal']
    demand_equal('the number of rows', seal['orders'], len(rows))
    digest = version3.orders_digest(subject_of(proof), sold_of(proof), rows)
    demand_equal('the digest of the rows', seal['digest'], digest)
    return f'{len(rows)} rows have the sealed digest'


def check_sum(proof: Proof) -> str:
    total = draw.sum_of_times(proof['rows'], proof['terms'].get('reading', 'all'))
    demand_equal('the sum of times', proof['seal']['sum'], str(total))
    return f'the counted times add up to {total}'


def check_entropy(proof: Proof) -> str:
    seal, result = proof['seal'], proof['result']
    if seal['salt'] is None:
        raise unneeded('grade plain adds no entropy')
    if result is None:
        raise _undrawn(proof)
    value = beacon_of(proof)
    computed = draw.draw_entropy(seal['salt'], subject_of(proof), seal['digest'], seal['round'], value)
    demand_equal('the entropy', result['entropy'], computed)
    return 'the entropy follows from salt and rows' + ('' if value is None else ' and beacon')


def check_result(proof: Proof) -> str:
    result, seal, terms = proof['result'], proof['seal'], proof['terms']
    if result is None:
        raise _undrawn(proof)
    if proof['kind'] == 'event':
        winners = draw.draw_winners(result['entropy'], seal['orders'], terms['winners'], seal.get('out', ()))
        demand(result['winners'] == winners, f'the winners are stated as {result["winners"]}, but computed as {winners}')
        return f'the winners are the participants {", ".join(map(str, winners))}'
    code = draw.winning_code(int(seal['sum']), result['entropy'], seal['shares'])
    demand_equal('the winning code', result['code'], code)
    return f'the winning code is {code}'


def check_tiers(proof: Proof) -> str:
    terms, result = proof['terms'], proof['result']
    if result is None:
        raise _undrawn(proof)
    table = draw.tier_table(proof['seal']['shares'], terms['bands'], terms['prizes'])
    demand_equal('the table of tiers', canonical(result['tiers']), canonical(table))
    return f'{len(table)} tiers follow from the terms'


# ---- the log ----
def check_entries(proof: Proof) -> None:
    """The bytes of each entry are those that follow from the document."""
    entries, kind, seal, result = proof['log']['entries'], proof['kind'], proof['seal'], proof['result']
    about = {kind: subject_of(proof)}
    demand_entry(proof, 0, {'t': f'{kind}-open', **proof['terms']})
    if seal is None:
        _check_void(proof)
        return
    demand_entry(proof, 1, {'t': f'{kind}-seal', **about, **seal, 'at': seal['sealedAt']})
    if result is None:
        return
    drawn_at, signature = time_of(entries[2]), None if proof['beacon'] is None else proof['beacon']['signature']
    drawn: dict[str, Any] = {'entropy': result['entropy'], 'round': seal['round'], 'at': drawn_at}
    drawn |= {'beacon': beacon_of(proof), 'signature': signature}
    drawn['lines'] = notes_of(proof, 'lines') if proof['terms']['grade'] == 'witnessed' else None
    drawn |= {'favour': True} if result['favour'] else {}
    drawn |= {'code': result['code']} if kind == 'issue' else {'winners': result['winners']}
    demand_entry(proof, 2, {'t': f'{kind}-draw', **about, **drawn})
    demand(drawn_at >= seal['sealedAt'], 'the draw is dated before the seal')
    known = drawn_at if seal['round'] is None else draw.round_time_ms(seal['round'], draw.QUICKNET)
    demand(drawn_at >= known, 'the draw is dated before its round was published')
    if len(entries) == 4:
        favour = parse_entry(entries[3])
        (read_favour if kind == 'issue' else read_event_favour)(favour)
        demand_entry(proof, 3, {**favour, **about})


def _check_void(proof: Proof) -> None:
    terms, content = proof['terms'], parse_entry(proof['log']['entries'][1])
    staying = read_void(content)
    read_word(content['t'], 'the void', ('event-void',))
    at = time_of(proof['log']['entries'][1])
    demand_entry(proof, 1, {**content, 'event': terms['event'], 'pool': terms['pool']})
    demand('out' not in content or 'recheck' in terms, 'the void leaves out participants, and the opening does not allow it')
    if staying == 0:
        demand(at >= terms['deadline'], 'the event is void before its deadline')
        return
    waited = terms['grade'] == 'witnessed' and at >= terms['deadline'] + 7 * DAY
    demand(waited, 'an event with participants is void only when its witnesses were missing for 7 days')
