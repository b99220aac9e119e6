"""The steps of a verification: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Protocol

from . import draw, ed25519
from .codec import ReadError, canonical, demand, demand_equal, label, parse_json, read_integer, utf8
from .document import has_beacon, read_issue_proof, read_kind, read_receipt, read_seal
from .notes import (
    Checkpoint,
    NoteKey,
    is_line_of,
    parse_checkpoint,
    parse_key,
    stated_tree,
    verify_checkpoint,
    verify_cosignature,
)
from .tree import EMPTY_ROOT, leaf_hash, verify_consistency, verify_inclusion

Proof = dict[str, Any]


class AuditedLog(Protocol):
    deployment: str
    public_key: str

    def find(self, issue: str) -> list[tuple[int, str]]: ...


@dataclass
class Options:
    public_key: str | None = None
    receipt: Any = None
    has_receipt: bool = False
    witness: NoteKey | None = None
    log: AuditedLog | None = None


@dataclass
class Step:
    step: str
    status: str
    detail: str


@dataclass
class Verification:
    verdict: str
    badge: str | None
    steps: list[Step]
    failed: str | None = None
    proof: Proof | None = field(default=None, repr=False)
    version: int = 2


class NotRun(Exception):
    """The step does not apply: its status is `absent`, `unneeded` or `open`."""

    def __init__(self, status: str, detail: str) -> None:
        self.status, self.detail = status, detail


def unneeded(detail: str) -> NotRun:
    return NotRun('unneeded', detail)


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
    return f'each of the codes {draw.FIRST_CODE} to {following - 1} was sold once'


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


# ---- the log ----
def attempts_of(proof: Proof) -> int:
    return proof['seal'].get('attempt', 1)


def check_inclusion(proof: Proof, options: Options, check_content: Callable[[], None]) -> str:
    """`check_content` demands that the entries are those that follow from the document."""
    log = proof['log']
    if log is None:
        asked = options.public_key is not None or options.has_receipt or options.witness is not None
        demand(not asked and options.log is None, 'the document carries no transparency log')
        raise NotRun('absent', 'not present: this document carries no transparency log')
    check_content()
    tree = stated_tree(log['checkpoint'])
    if tree is None:
        raise NotRun('absent', 'not checked: size and root of log.checkpoint cannot be read')
    before = -1
    for i, entry in enumerate(log['entries']):
        leaf = leaf_hash(entry['bytes'])
        inside = verify_inclusion(leaf, entry['index'], tree[0], entry['inclusion'], tree[1])
        demand(inside, f'entry {i} is not in the log at index {entry["index"]}')
        demand(entry['index'] > before, 'the entries are not in this order in the log')
        before = entry['index']
    return f'{len(log["entries"])} entries are in the log as the proof states them'


def demand_entry(proof: Proof, i: int, content: dict[str, Any]) -> None:
    demand(proof['log']['entries'][i]['bytes'] == canonical(content), f'entry {i} differs from the proof')


def check_entries(proof: Proof, version: int) -> None:
    """The bytes of each entry are those that follow from the document."""
    entries, terms, seal, result = proof['log']['entries'], proof['terms'], proof['seal'], proof['result']

    issue, attempts = terms['issue'], attempts_of(proof)
    demand_entry(proof, 0, {'t': 'issue-open', **terms})
    before = None
    for attempt in range(1, attempts):
        earlier = read_attempt(proof, entries[attempt], attempt)
        check_follows(earlier, before)
        before = earlier
        demand_entry(proof, attempt, {'t': 'issue-seal', 'issue': issue, **earlier, 'at': earlier['sealedAt']})
    check_follows(seal, before)
    sealed_at = seal['sealedAt'] if version == 2 else time_of(entries[attempts])
    demand_entry(proof, attempts, {'t': 'issue-seal', 'issue': issue, **seal, 'at': sealed_at})
    if result is None:
        return
    at = time_of(entries[attempts + 1])
    content = {'t': 'issue-draw', 'issue': issue, 'round': seal['round'], 'beacon': beacon_of(proof), 'at': at}
    demand_entry(proof, attempts + 1, {**content, 'entropy': result['entropy'], 'code': result['code']})
    if version == 2:
        demand(at >= seal['sealedAt'], 'the draw is dated before the seal')
        known = at if seal['round'] is None else draw.round_time_ms(seal['round'], draw.QUICKNET)
        demand(at >= known, 'the draw is dated before its round was published')


def read_attempt(proof: Proof, entry: dict[str, Any], attempt: int, of: str = 'issue') -> dict[str, Any]:
    """An earlier attempt: it has the orders, the digest, the sum and the salt of the last one."""
    terms, last, place = proof['terms'], proof['seal'], f'the seal of attempt {attempt}'
    content = parse_entry(entry)
    seal = read_seal({k: v for k, v in content.items() if k not in ('t', of, 'at')}, place, terms['grade'], 2)
    demand(seal['attempt'] == attempt, f'{place} is numbered {seal["attempt"]}')
    for name in ('orders', 'digest', 'sum', 'salt'):
        demand(seal[name] == last[name], f'{place} has another {name} than the last attempt')
    computed = draw.round_for(seal['sealedAt'], terms['delay'], draw.QUICKNET)
    demand(seal['round'] == computed, f'{place} states another round than its time selects')
    demand(seal['sealedAt'] >= proof['rows'][-1]['ms'], f'{place} is earlier than an order')
    return seal


def check_follows(seal: dict[str, Any], before: dict[str, Any] | None) -> None:
    if before is not None:
        known = draw.round_time_ms(before['round'], draw.QUICKNET)
        demand(seal['sealedAt'] >= known, f'attempt {seal["attempt"]} comes before the round of the attempt before it')


def parse_entry(entry: dict[str, Any]) -> dict[str, Any]:
    content = parse_json(entry['bytes'], 'an entry')
    demand(isinstance(content, dict), 'an entry is not an object')
    return content


def time_of(entry: dict[str, Any]) -> int:
    return read_integer(parse_entry(entry).get('at'), 'the time of an entry', 0)


def check_checkpoint(proof: Proof, options: Options, seal_entry: int, is_dated: bool = True) -> str:
    """`seal_entry` is the place of the seal in the entries; `is_dated`: the rules bind the times of the checkpoints."""
    log, seal = proof['log'], proof['seal']
    if log is None:
        raise NotRun('absent', 'not present: this document carries no signed checkpoint')
    trusted = options.public_key
    demand(trusted is None or trusted == log['publicKey'], "the proof's log key is not the key that was given")
    latest = _signed(proof, 'checkpoint')
    if is_dated and (seal is None or proof['result'] is not None):
        demand(latest.time_ms >= time_of(log['entries'][-1]), 'log.checkpoint is dated before the last entry')
    if seal is not None:
        sealed = _signed(proof, 'sealCheckpoint')
        extended = verify_consistency(sealed.size, sealed.root, latest.size, latest.root, log['consistency'])
        demand(extended, 'the log was rewritten between the two checkpoints')
        covered = log['entries'][seal_entry]['index'] < sealed.size
        demand(covered, 'the checkpoint for the seal does not contain the seal')
        if seal['round'] is not None:
            known = draw.round_time_ms(seal['round'], draw.QUICKNET)
            demand(sealed.time_ms < known, 'the seal was published after the beacon round was known')
        if is_dated:
            demand(sealed.time_ms >= seal['sealedAt'], 'the checkpoint for the seal is dated before the seal')
            demand(latest.time_ms >= sealed.time_ms, 'log.checkpoint is dated before log.sealCheckpoint')
    whose = "the proof's own key (none was given)" if trusted is None else 'the key that was given'
    return f'the log is signed with {whose}' + ('' if seal is None else ' and was only extended since the seal')


def _signed(proof: Proof, name: str) -> Checkpoint:
    log = proof['log']
    parsed = parse_checkpoint(log[name])
    demand(parsed is not None and len(parsed.lines) == 1, f'log.{name} does not carry exactly one signature')
    checkpoint = verify_checkpoint(log[name], log['publicKey'], proof['deployment'])
    if checkpoint is None:
        raise ReadError(f"log.{name} is not signed by the log's key for this deployment")
    return checkpoint


def check_witnesses(proof: Proof, options: Options, version: int = 2) -> str:
    terms, witness = proof['terms'], options.witness
    if proof['log'] is None:
        raise NotRun('absent', 'not present: this document carries no signatures of witnesses')
    if version == 1 or not has_beacon(terms['grade']):
        detail = 'the document carries no signatures of witnesses'
        demand(witness is None, detail)
        raise unneeded(detail)
    return check_lines(proof, options)


def check_lines(proof: Proof, options: Options) -> str:
    """The witnesses' lines of a document with a log and a beacon round."""
    log, terms, witness = proof['log'], proof['terms'], options.witness
    number = proof['seal']['round']
    if terms['grade'] == 'beacon':
        if witness is None:
            raise unneeded('grade beacon names no witnesses, and no key of a witness was given')
        demand(signed_in_time(proof, witness), _missing(proof, witness))
        return f'{witness.name} signed the seal before round {number} was published'
    named = [key for key in map(parse_key, terms['witnesses']) if key is not None]
    timely = [key for key in named if signed_in_time(proof, key)]
    demand(len(timely) == len(log['cosignatures']), 'a line is of no witness that the opening names')
    if witness is not None:
        demand(witness in named, f'the opening does not name the witness {witness.name} with this key')
        demand(witness in timely, _missing(proof, witness))
    if timely:
        return f'signed the seal before round {number} was published: {", ".join(key.name for key in timely)}'
    demand(proof['result'] is None, f'no witness signed the seal before round {number} was published')
    raise NotRun('open', 'no witness has signed the seal yet')


def _missing(proof: Proof, witness: NoteKey) -> str:
    if proof['result'] is None:
        return f'{witness.name} has not signed yet'
    return f'{witness.name} did not sign the seal before round {proof["seal"]["round"]} was published'


def signed_in_time(proof: Proof, key: NoteKey) -> bool:
    """Whether there is a line of this key. Such a line must verify and be timely, and there is only one."""
    log, number = proof['log'], proof['seal']['round']
    own = [line for line in log['cosignatures'] if is_line_of(line, key)]
    if not own:
        return False
    demand(len(own) == 1, f'the document has {len(own)} lines of {key.name}')
    seconds = verify_cosignature(log['sealCheckpoint'], own[0], key)
    if seconds is None:
        raise ReadError(f'a line is not the signature of {key.name} over the checkpoint for the seal')
    in_time = seconds * 1000 < draw.round_time_ms(number, draw.QUICKNET)
    demand(in_time, f'{key.name} signed the seal after round {number} was published')
    return True


def signed_receipt(proof: Proof, options: Options) -> dict[str, Any]:
    """The content of the given receipt, whose signature is that of the log's key."""
    signed, receipt = read_receipt(options.receipt)
    log = proof['log']
    key = options.public_key or (None if log is None else log['publicKey'])
    demand(key is None or key == signed['publicKey'], "the receipt's key is not the log's key")
    message = label('fairlot/receipt/1') + utf8(signed['receipt'])
    genuine = ed25519.verify(bytes.fromhex(signed['publicKey']), message, bytes.fromhex(signed['signature']))
    demand(genuine, 'the receipt is not signed by its key')
    return receipt


def check_receipt(proof: Proof, options: Options) -> str:
    terms, rows, log = proof['terms'], proof['rows'], proof['log']
    receipt = signed_receipt(proof, options)
    demand(receipt['kind'] == 'order', 'the receipt is not the receipt of an order')
    demand(receipt['issue'] == terms['issue'], f'the receipt is for issue {receipt["issue"]}')
    row = next((row for row in rows if row['first'] == receipt['first']), None)
    if row is None:
        raise ReadError(f'no order of the proof begins with code {receipt["first"]}')
    for name in ('quantity', 'ms', 'tag'):
        demand_equal(f'the {name} of the order', receipt[name], row[name])
    demand_equal('the amount', int(receipt['amount']), int(terms['price']) * receipt['quantity'])
    if 'running' in receipt:
        seq = receipt['seq']
        demand(seq <= len(rows) and rows[seq - 1]['first'] == receipt['first'], f'the receipt is of order {seq}')
        computed = draw.running_hash(terms['issue'], terms['shares'], rows[:seq])
        demand_equal(f'the running hash of the orders 1 to {seq}', receipt['running'], computed)
    check_log_state(log, receipt)
    return f'the signed receipt matches order {row["seq"]}'


def check_log_state(log: dict[str, Any] | None, receipt: dict[str, Any]) -> None:
    """The receipt's log root is the proof's root of the same size, when the proof has one."""
    known = {0: EMPTY_ROOT}
    for note in () if log is None else (log['sealCheckpoint'], log['checkpoint']):
        checkpoint = None if note is None else parse_checkpoint(note)
        if checkpoint is not None:
            known[checkpoint.size] = checkpoint.root
    same = known.get(receipt['logSize'], receipt['logRoot']) == receipt['logRoot']
    demand(same, f'receipt and proof state different roots for the log of size {receipt["logSize"]}')


def check_log(proof: Proof, audited: AuditedLog, what: str, subjects: tuple[str, ...], is_open: bool) -> str:
    """`subjects` are what the entries of the proof are about; `is_open`: more of them may follow."""
    log = proof['log']
    if log is None:
        raise NotRun('absent', 'not checked: this document carries no transparency log')
    demand(audited.deployment == proof['deployment'], f'the audited log is the log of {audited.deployment}')
    demand(audited.public_key == log['publicKey'], 'the audited log has another key than the proof')
    found = [entry for subject in subjects for entry in audited.find(subject)]
    stated = [(entry['index'], entry['bytes']) for entry in log['entries']]
    demand(found[: len(stated)] == stated, f"the audited log's entries of the {what} are others")
    more = len(found) - len(stated)
    demand(more == 0 or is_open, f'the audited log has {more} more entries of the {what}')
    return 'the audited log has the entries of the proof and no others before them'


# ---- all steps ----
def verify_proof(document: Any, options: Options) -> Verification:
    from .event_document import read_event_proof
    from .event_steps import verify_event
    from .round_document import read_round_proof
    from .round_steps import verify_round

    try:
        proof, kind, version = read_kind(document)
        if kind == 'round':
            read_round_proof(proof)
        elif kind == 'event':
            read_event_proof(proof)
        else:
            read_issue_proof(proof, version)
    except ReadError as error:
        return Verification('failed', None, [Step('terms', 'failed', str(error))], 'terms')
    if kind == 'round':
        return verify_round(proof, options)
    if kind == 'event':
        return verify_event(proof, options)
    terms = proof['terms']
    title = f'issue {terms["issue"]}: {terms["shares"]} shares, reading {terms["reading"]}, grade {terms["grade"]}'
    checks: list[tuple[str, Callable[[], str]]] = [
        ('terms', lambda: title + (', opened under the rules of version 1' if version == 1 else '')),
        ('commitment', lambda: check_commitment(proof)),
        ('times', lambda: check_times(proof)),
        ('codes', lambda: check_codes(proof)),
        ('digest', lambda: check_digest(proof)),
        ('sum', lambda: check_sum(proof)),
        ('round', lambda: check_round(proof)),
        ('beacon', lambda: check_beacon(proof)),
        ('entropy', lambda: check_entropy(proof)),
        ('result', lambda: check_result(proof)),
        ('tiers', lambda: check_tiers(proof)),
        ('inclusion', lambda: check_inclusion(proof, options, lambda: check_entries(proof, version))),
        ('checkpoint', lambda: check_checkpoint(proof, options, attempts_of(proof), version == 2)),
        ('witnesses', lambda: check_witnesses(proof, options, version)),
    ]
    if options.has_receipt:
        checks.append(('receipt', lambda: check_receipt(proof, options)))
    audited = options.log
    if audited is not None:
        subjects, is_open = (terms['issue'],), proof['result'] is None
        checks.append(('log', lambda: check_log(proof, audited, 'issue', subjects, is_open)))
    steps = run_steps(checks)
    return Verification(verdict_of(proof, steps), badge_of(terms), steps, failed_step(steps), proof, version)


def run_steps(checks: list[tuple[str, Callable[[], str]]]) -> list[Step]:
    return [run_step(name, check) for name, check in checks]


def failed_step(steps: list[Step]) -> str | None:
    return next((step.step for step in steps if step.status == 'failed'), None)


def verdict_of(proof: Proof, steps: list[Step]) -> str:
    """A proof without a log shows arithmetic only; a sealed one without a result is not decided yet."""
    if failed_step(steps):
        return 'failed'
    if proof['log'] is None:
        return 'arithmetic'
    is_sealed = proof['seal'] is not None and proof['result'] is None
    return 'sealed' if is_sealed else 'verified'


def run_step(name: str, check: Callable[[], str]) -> Step:
    try:
        return Step(name, 'passed', check())
    except NotRun as outcome:
        return Step(name, outcome.status, outcome.detail)
    except ReadError as error:
        return Step(name, 'failed', str(error))


def badge_of(terms: dict[str, Any]) -> str:
    is_local = has_beacon(terms['grade']) and terms['chain'] != draw.QUICKNET.hash
    return terms['grade'] + ('-local' if is_local else '')
