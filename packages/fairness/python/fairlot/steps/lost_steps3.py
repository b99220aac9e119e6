"""The steps of a draw whose log was lost after the seal: docs/INTEGRATION.md, "A draw after the loss of its log"."""

from __future__ import annotations

from typing import Any

from ..codec import ReadError, demand
from ..documents.event_document import event_name
from ..documents.lost import read_continues
from ..documents.terms3 import witness_keys
from ..lines import any_time, named_lines
from ..notes import NoteKey, is_line_of, parse_checkpoint, stated_tree, verify_checkpoint
from ..tree import leaf_hash, verify_consistency, verify_inclusion
from . import draw_steps3
from .favour_steps3 import check_amounts
from .log_steps import check_checkpoint, parse_entry, signed_note, time_of
from .outcome import AuditedLog, NotRun, Options, Proof
from .witness_steps3 import confirmation_lines, notes_of, power, refuse_pin, timely_lines, told

Tree = tuple[int, str]

AFTER_LOSS = (
    'The log that has the opening and the seal was lost after the seal, and the draw used this seal in a log that continues it.'
)
NOT_SHOWN = 'What else the lost log had is not shown.'
KEPT = 'The seal is in entries that the house lost; it is shown as a witness kept it.'


def is_lost(proof: Proof) -> bool:
    return 'lost' in proof


def _last(proof: Proof) -> dict[str, Any]:
    last: dict[str, Any] = proof['lost']['logs'][-1]
    return last


def before(proof: Proof) -> Proof:
    """What the document shows of the lost log."""
    log = proof['log']
    return {**proof, 'result': None, 'log': {**log, 'entries': log['entries'][:2], 'confirmation': []}}


def after(proof: Proof) -> Proof:
    """The document with the log of the draw, whose entry states no lines."""
    last = _last(proof)
    log = {**proof['log'], 'lines': [], 'checkpoint': last['checkpoint']}
    return {**proof, 'deployment': last['deployment'], 'log': log}


def subject_of(proof: Proof) -> str:
    terms = proof['terms']
    return str(terms['issue']) if proof['kind'] == 'issue' else event_name(terms['event'])


def check_inclusion(proof: Proof) -> str:
    draw_steps3.check_entries(after(proof))
    log, opened, entries = proof['log'], proof['lost']['opened'], proof['log']['entries']
    notes = [log['checkpoint'] if opened is None else opened, log['checkpoint']]
    notes += [_last(proof)['checkpoint']] * (len(entries) - 2)
    for i, (entry, note) in enumerate(zip(entries, notes, strict=True)):
        tree = stated_tree(note)
        if tree is None:
            raise NotRun('absent', 'not checked: size and root of a checkpoint cannot be read')
        inside = verify_inclusion(leaf_hash(entry['bytes']), entry['index'], tree[0], entry['inclusion'], tree[1])
        demand(inside, f'entry {i} is not in its log at index {entry["index"]}')
        demand(i in (0, 2) or entries[i - 1]['index'] < entry['index'], 'the entries are not in this order in their log')
    return f'opening and seal are in the lost log, and {len(entries) - 2} entries in a log that continues it'


def check_checkpoints(proof: Proof, options: Options) -> str:
    detail = check_checkpoint(before(proof), options, 1)
    _check_opened(proof)
    return detail


def _check_opened(proof: Proof) -> None:
    """A witness that signed the state with the seal has signed the one with the opening, too."""
    note, log, place = proof['lost']['opened'], proof['log'], 'lost.opened'
    if note is None:
        return
    opened, seal = parse_checkpoint(note), parse_checkpoint(log['checkpoint'])
    own = NoteKey('fairlot/' + proof['deployment'], 1, log['publicKey'])
    if opened is None or seal is None:
        raise ReadError(f'{place} is not a signed note')
    signed = is_line_of(opened.lines[0], own) and verify_checkpoint(note, log['publicKey'], proof['deployment'])
    demand(bool(signed), f"{place} does not begin with the line of the log's key")
    demand(len(opened.lines) > 1, f'{place} carries no line of a witness')
    demand(opened.time_ms >= proof['terms']['at'], f'{place} is dated before the opening')
    earlier = opened.size < seal.size and opened.time_ms <= seal.time_ms
    demand(earlier, f'{place} is not before log.checkpoint')
    found = named_lines([note], witness_keys(proof['terms']['witnesses']), any_time, place)
    parsed = [parse_checkpoint(over) for over in notes_of(proof, 'lines')]
    over = [line for one in parsed if one is not None for line in one.lines[1:]]
    both = any(line.startswith(f'— {key.name} ') for line in over for key in found)
    demand(both, f'no witness signed both {place} and the state with the seal')


def check_loss(proof: Proof) -> str:
    """The way from the lost log to that of the draw."""
    log, logs = proof['log'], proof['lost']['logs']
    shown = parse_checkpoint(log['checkpoint'])
    if shown is None:
        raise NotRun('absent', 'not checked: log.checkpoint cannot be read')
    tree = (shown.size, shown.root)
    name, covers, began = proof['deployment'], log['entries'][1]['index'], proof['seal']['sealedAt']
    for i, item in enumerate(logs):
        place = f'lost.logs[{i}]'
        stated = read_continues(parse_entry(item['entry']), place)
        demand(stated['deployment'] == name, f'{place} continues {stated["deployment"]}, not {name}')
        demand(stated['size'] > covers, f'{place} starts before the seal')
        demand(subject_of(proof) in stated['lost'], f'{place} does not name {subject_of(proof)} as lost')
        _check_link(tree, (stated['size'], stated['root']), item['consistency'], place)
        checkpoint = signed_note({**proof, 'deployment': item['deployment']}, item['checkpoint'], f'{place}.checkpoint')
        tree = (checkpoint.size, checkpoint.root)
        inside = verify_inclusion(leaf_hash(item['entry']['bytes']), 0, tree[0], item['entry']['inclusion'], tree[1])
        demand(inside, f'{place}.entry is not the first one of its log')
        demand(stated['at'] >= began, f'{place} is dated before what it continues')
        demand(checkpoint.time_ms >= stated['at'], f'{place}.checkpoint is dated before its entry')
        name, covers, began = item['deployment'], 0, stated['at']
        latest = checkpoint
    demand(time_of(log['entries'][2]) >= began, 'the draw is dated before the log that has it')
    demand(latest.time_ms >= time_of(log['entries'][-1]), 'the last checkpoint is dated before the last entry')
    lacking = any(item['consistency'] is None for item in logs)
    way = 'no path connects the states, as the entries between them are lost' if lacking else 'paths connect the states'
    return f'{proof["deployment"]} was lost, and {name} has the draw; {way}'


def _check_link(shown: Tree, stated: Tree, path: list[str] | None, place: str) -> None:
    if path is None:
        demand(stated[0] > shown[0], f'{place} has no path to a state that is not after the shown one')
        return
    older, newer = (shown, stated) if shown[0] <= stated[0] else (stated, shown)
    demand(verify_consistency(*older, *newer, path), f'{place} continues another state than that of the lost log')


def is_confirmed(proof: Proof, options: Options) -> bool:
    return options.witness is not None or len(confirmation_lines(after(proof))) >= int(proof['terms']['quorum'])


def check_witnesses(proof: Proof, options: Options) -> str:
    terms, pinned = proof['terms'], options.witness
    keys = witness_keys(terms['witnesses'])
    found = timely_lines(before(proof))
    confirmed = confirmation_lines(after(proof))
    demand(len(found) > 0, 'no witness signed the seal in time, so the lost log decides nothing')
    if pinned is not None and pinned not in keys:
        refuse_pin(pinned, 'the opening does not name it with this key')
    if pinned is not None and pinned not in confirmed:
        refuse_pin(pinned, 'its line is missing')
    detail = f'signed the seal in the lost log in time: {told(keys, found)}; confirmed the favour: {told(keys, confirmed)}'
    if pinned is None and len(confirmed) < terms['quorum']:
        raise NotRun('open', detail)
    return detail


def check_favour(proof: Proof) -> str:
    why = 'a draw by the seal of a lost log is in favour'
    if len(proof['log']['entries']) == 3:
        raise NotRun('open', f'{why}; the log does not state the amounts yet')
    return f'{why}; {check_amounts(proof)}'


def check_log(proof: Proof, audited: AuditedLog) -> str:
    """The audited log is the lost one, or that of the draw."""
    log, last = proof['log'], _last(proof)
    is_first = audited.deployment == proof['deployment']
    demand(is_first or audited.deployment == last['deployment'], f'the audited log is the log of {audited.deployment}')
    demand(audited.public_key == log['publicKey'], 'the audited log has another key than the proof')
    shown = log['entries'][:2] if is_first else log['entries'][2:]
    found, stated = audited.find(subject_of(proof)), [(entry['index'], entry['bytes']) for entry in shown]
    demand(found[: len(stated)] == stated, "the audited log's entries are others")
    more = len(found) - len(stated)
    demand(more == 0 or is_first or len(stated) < 2, f'the audited log has {more} more entries than the proof')
    tree = None if is_first else stated_tree(last['checkpoint'])
    demand(tree is None or audited.root_at(tree[0]) == tree[1], 'the audited log has another root than the proof')
    return 'the audited log has the entries of the proof that are in it and no others before them'


def sentences(proof: Proof) -> list[str]:
    """What a verified document shows, and what not."""
    terms, signed = proof['terms'], len(timely_lines(before(proof)))
    who = (
        f'{signed} of the {terms["quorum"]} needed witnesses had signed the seal in time, so the house alone may have chosen this '
        'winner; everybody else got at least their money or an even share.'
        if signed < terms['quorum']
        else f'A quorum of the witnesses had signed the seal in time: {power(terms)}.'
    )
    return [AFTER_LOSS] + ([] if proof['lost']['opened'] is None else [KEPT]) + [who, NOT_SHOWN]
