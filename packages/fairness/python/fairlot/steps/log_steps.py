"""The steps about the transparency log: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from typing import Any, Callable

from .. import draw
from ..codec import ReadError, canonical, demand, parse_json, read_integer
from ..documents.document import read_seal
from ..notes import Checkpoint, parse_checkpoint, stated_tree, verify_checkpoint
from ..tree import leaf_hash, verify_consistency, verify_inclusion
from .draw_steps import beacon_of
from .outcome import AuditedLog, NotRun, Options, Proof


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
    return signed_note(proof, proof['log'][name], name)


def signed_note(proof: Proof, note: str, name: str) -> Checkpoint:
    """The checkpoint of a note that carries the line of the log's key and no other one."""
    parsed = parse_checkpoint(note)
    demand(parsed is not None and len(parsed.lines) == 1, f'log.{name} does not carry exactly one signature')
    checkpoint = verify_checkpoint(note, proof['log']['publicKey'], proof['deployment'])
    if checkpoint is None:
        raise ReadError(f"log.{name} is not signed by the log's key for this deployment")
    return checkpoint


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
