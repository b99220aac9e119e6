"""The steps `favour` and `claim` of version 3: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from ..codec import ReadError, demand, demand_equal
from ..documents.entries3 import read_event_favour, read_favour
from ..documents.receipt3 import read_receipt
from ..version3 import claim, event_favour, favour_beyond, purchase_id
from .log_steps import parse_entry, time_of
from .outcome import NotRun, Options, Proof, unneeded
from .witness_steps3 import timely_lines

IN_FAVOUR = (
    'the witnesses did not sign in time, so the house alone may have chosen this winner; everybody else got at least '
    'their money or an even share'
)


def check_favour(proof: Proof) -> str:
    terms, result, log = proof['terms'], proof['result'], proof['log']
    if terms['grade'] != 'witnessed':
        raise unneeded(f'grade {terms["grade"]} has no draw in favour of the members')
    if result is None:
        raise NotRun('open', f'the {proof["kind"]} is sealed, not drawn')
    if log is None:
        raise NotRun('absent', 'not present: this document carries no signatures of witnesses')
    try:
        signed, quorum = len(timely_lines(proof)), terms['quorum']
    except ReadError:
        raise NotRun('absent', 'not checked: the lines of the witnesses are not well formed') from None
    if not result['favour']:
        demand(signed >= quorum, f'{signed} witnesses signed in time, not {quorum}, but the draw is not in favour')
        return f'{signed} witnesses signed in time, so the draw needs no favour'
    demand(signed < quorum, f'{signed} witnesses signed in time, but the draw is in favour')
    if len(log['entries']) == 3:
        raise NotRun('open', f'{IN_FAVOUR}; the log does not state the amounts yet')
    return f'{IN_FAVOUR}; {check_amounts(proof)}'


def check_amounts(proof: Proof) -> str:
    terms, seal, result, entries = proof['terms'], proof['seal'], proof['result'], proof['log']['entries']
    content = parse_entry(entries[3])
    (read_favour if proof['kind'] == 'issue' else read_event_favour)(content)
    demand(content[proof['kind']] == terms[proof['kind']], f"the log's favour is that of another {proof['kind']}")
    demand(content['at'] >= time_of(entries[2]), 'the favour is dated before the draw')
    amount = int(content['amount'])
    if proof['kind'] == 'event':
        staying = len(proof['rows']) - len(seal.get('out', ()))
        members, computed = event_favour(int(terms['pool']), staying, len(result['winners']))
        demand_equal('the number of members in favour', content['members'], members)
        demand_equal('the amount of the favour', amount, computed)
        return f'{members} members share {computed} beyond the prizes'
    demand(content['orders'] <= seal['orders'], 'the favour has more orders than the seal')
    computed = favour_beyond(terms, proof['rows'], result['code'])
    demand_equal('the amount of the favour', amount, computed)
    return f'{content["orders"]} orders get {computed} beyond what was won'


def check_claim(proof: Proof, options: Options) -> str:
    member, request = options.member, options.request
    if member is None or request is None:
        raise unneeded('no member and no request were given')
    order = purchase_id(member, request)
    found = [row['seq'] for row in proof['rows'] if row['claim'] == claim(order)]
    demand(len(found) == 1, f'{len(found)} rows have the claim of the purchase {order}')
    if options.has_receipt:
        receipt = read_receipt(options.receipt)[1]
        demand_equal('the order of the receipt', receipt['order'], order)
    return f'row {found[0]} has the claim of the purchase {order}'
