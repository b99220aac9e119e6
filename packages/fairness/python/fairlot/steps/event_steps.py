"""The steps of the verification of a prize-share event: docs/INTEGRATION.md, "The proof of an event"."""

from __future__ import annotations

from typing import Any, Callable

from .. import draw
from ..codec import ReadError, demand, demand_equal
from ..documents.event_document import event_name
from .draw_steps import beacon_of, check_beacon, check_round
from .log_steps import (
    attempts_of,
    check_checkpoint,
    check_follows,
    check_inclusion,
    check_log,
    demand_entry,
    read_attempt,
    time_of,
)
from .outcome import NotRun, Options, Proof, Verification, badge_of, check_earlier_claim, failed_step, run_steps, verdict_of
from .receipt_state import compared
from .receipt_steps import check_log_state, signed_receipt
from .witness_steps import check_witnesses

SEALED = NotRun('open', 'the event is sealed, not drawn')


def check_commitment(proof: Proof) -> str:
    terms = proof['terms']
    demand_equal('the commitment', terms['commitment'], draw.commitment(terms['event'], proof['seal']['salt']))
    return 'the revealed salt matches the commitment'


def check_times(proof: Proof) -> str:
    terms, previous = proof['terms'], proof['terms']['at']
    for i, row in enumerate(proof['rows']):
        demand(row['seq'] == i + 1, f'rows[{i}].seq is {row["seq"]}, not {i + 1}')
        demand(row['ms'] >= previous, f'rows[{i}].ms goes back')
        demand(row['ms'] < terms['deadline'], f'rows[{i}].ms is not before the deadline')
        demand_equal(f'rows[{i}].time', row['time'], draw.time_of_day(row['ms'], terms['offset']))
        previous = row['ms']
    demand(proof['seal']['sealedAt'] >= terms['deadline'], 'the event was sealed before its deadline')
    return 'all joined before the deadline, in the order of their times'


def check_codes(proof: Proof) -> str:
    for i, row in enumerate(proof['rows']):
        demand(row['first'] == draw.FIRST_CODE + i, f'rows[{i}].first is {row["first"]}, not {draw.FIRST_CODE + i}')
        demand(row['quantity'] == 1, f'rows[{i}].quantity is {row["quantity"]}, not 1')
    return f'each of the {len(proof["rows"])} participants has one chance'


def check_digest(proof: Proof) -> str:
    rows, seal = proof['rows'], proof['seal']
    demand_equal('the number of participants', seal['orders'], len(rows))
    digest = draw.orders_digest(proof['terms']['event'], len(rows), rows)
    demand_equal('the digest of the participants', seal['digest'], digest)
    return f'{len(rows)} participants have the sealed digest'


def check_sum(proof: Proof) -> str:
    total = draw.sum_of_times(proof['rows'], 'all')
    demand_equal('the sum of times', proof['seal']['sum'], str(total))
    return f'the times add up to {total}'


def check_entropy(proof: Proof) -> str:
    seal, result = proof['seal'], proof['result']
    if result is None:
        raise SEALED
    value = beacon_of(proof)
    computed = draw.draw_entropy(seal['salt'], proof['terms']['event'], seal['digest'], seal['round'], value)
    demand_equal('the entropy', result['entropy'], computed)
    return 'the entropy follows from salt and participants' + ('' if value is None else ' and beacon')


def check_result(proof: Proof) -> str:
    result = proof['result']
    if result is None:
        raise SEALED
    computed = draw.draw_winners(result['entropy'], proof['seal']['orders'], proof['terms']['winners'])
    demand(result['winners'] == computed, f'the winners are stated as {result["winners"]}, but computed as {computed}')
    return f'the winners are the participants {", ".join(map(str, computed))}'


# ---- the log ----
def check_entries(proof: Proof) -> None:
    """The bytes of each entry are those that follow from the document."""
    entries, terms, seal, result = proof['log']['entries'], proof['terms'], proof['seal'], proof['result']
    event = terms['event']
    demand_entry(proof, 0, {'t': 'event-open', **terms})
    if seal is None:
        at = time_of(entries[1])
        content = {'t': 'event-void', 'event': event, 'participants': 0, 'pool': terms['pool'], 'at': at}
        demand_entry(proof, 1, content)
        demand(at >= terms['deadline'], 'the event is void before its deadline')
        return
    attempts = attempts_of(proof)
    before: dict[str, Any] | None = None
    for attempt in range(1, attempts + 1):
        one = seal if attempt == attempts else read_attempt(proof, entries[attempt], attempt, 'event')
        check_follows(one, before)
        demand(one['sealedAt'] >= terms['deadline'], f'attempt {attempt} is sealed before the deadline')
        demand_entry(proof, attempt, {'t': 'event-seal', 'event': event, **one, 'at': one['sealedAt']})
        before = one
    if result is None:
        return
    at = time_of(entries[attempts + 1])
    content = {'t': 'event-draw', 'event': event, 'round': seal['round'], 'beacon': beacon_of(proof), 'at': at}
    demand_entry(proof, attempts + 1, {**content, **result})
    demand(at >= seal['sealedAt'], 'the draw is dated before the seal')
    if seal['round'] is not None:
        known = draw.round_time_ms(seal['round'], draw.QUICKNET)
        demand(at >= known, 'the draw is dated before its round was published')


def check_receipt(proof: Proof, options: Options) -> str:
    terms, log = proof['terms'], proof['log']
    receipt = signed_receipt(proof, options)
    demand(receipt['kind'] == 'event', 'the receipt is not the receipt of a participant')
    demand(receipt['event'] == terms['event'], f'the receipt is for event {receipt["event"]}')
    check_log_state(log, receipt)
    demand(proof['seal'] is not None, 'the receipt is that of a participant, but the event is void without any')
    row = next((row for row in proof['rows'] if row['first'] == receipt['first']), None)
    if row is None:
        raise ReadError(f'no participant of the proof has the number {receipt["first"] - draw.FIRST_CODE + 1}')
    for name in ('ms', 'tag'):
        demand_equal(f'the {name} of the participant', receipt[name], row[name])
    return f'the signed receipt matches participant {row["seq"]}' + compared(options)


def verify_event(proof: Proof, options: Options) -> Verification:
    """The verification of a well-formed proof of an event."""
    terms, seal = proof['terms'], proof['seal']
    title = f'event {terms["event"]}: {terms["winners"]} winners, {terms["prize"]} each, grade {terms["grade"]}'
    checks: list[tuple[str, Callable[[], str]]] = [('terms', lambda: title)]
    if seal is not None:
        checks += [
            ('commitment', lambda: check_commitment(proof)),
            ('times', lambda: check_times(proof)),
            ('codes', lambda: check_codes(proof)),
            ('digest', lambda: check_digest(proof)),
            ('sum', lambda: check_sum(proof)),
            ('round', lambda: check_round(proof)),
            ('beacon', lambda: check_beacon(proof, 'event')),
            ('entropy', lambda: check_entropy(proof)),
            ('result', lambda: check_result(proof)),
        ]
    seal_entry = 0 if seal is None else attempts_of(proof)
    checks += [
        ('inclusion', lambda: check_inclusion(proof, options, lambda: check_entries(proof))),
        ('checkpoint', lambda: check_checkpoint(proof, options, seal_entry)),
    ]
    if seal is not None:
        checks.append(('witnesses', lambda: check_witnesses(proof, options)))
    if options.member is not None:
        checks.append(('claim', check_earlier_claim))
    if options.has_receipt:
        checks.append(('receipt', lambda: check_receipt(proof, options)))
    audited = options.log
    if audited is not None:
        subjects = (event_name(terms['event']),)
        is_open = seal is not None and proof['result'] is None
        checks.append(('log', lambda: check_log(proof, audited, 'event', subjects, is_open)))
    steps = run_steps(checks)
    return Verification(verdict_of(proof, steps), badge_of(terms), steps, failed_step(steps), proof)
