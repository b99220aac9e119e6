"""Reads an exported log strictly: docs/INTEGRATION.md, "The exported log"."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator

from .audit.audit import Audit
from .audit.whole import audit_log
from .codec import (
    ReadError,
    Unreadable,
    demand,
    parse_json,
    read_hex,
    read_integer,
    read_list,
    read_object,
    read_text,
    read_word,
)
from .documents.document import read_deployment
from .notes import NoteKey, is_line_of, is_signature_line, parse_checkpoint, parse_key, verify_cosignature

ENTRIES_PER_FILE = 10_000
LINE = '[^\n\r\u2028\u2029]{2,1024}'

Signed = tuple[str, list[str]]


def _read_file(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), 'rb') as file:
            return file.read().decode('utf-8')
    except FileNotFoundError:
        raise ReadError(f'{name} is missing') from None
    except UnicodeDecodeError:
        raise ReadError(f'{name} is not UTF-8') from None
    except OSError as error:
        raise Unreadable(f'{name} cannot be read: {error}') from None


def _lines(folder: str, name: str) -> list[str]:
    text = _read_file(folder, name)
    demand(text == '' or text.endswith('\n'), f'{name} ends in the middle of a line')
    return text.split('\n')[:-1]


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise Unreadable(f'{folder} cannot be read: {error}') from None


def _read_about(folder: str) -> dict[str, Any]:
    about = read_object(
        parse_json(_read_file(folder, 'log.json'), 'log.json'),
        'log.json',
        ('version', 'deployment', 'publicKey', 'key'),
        ('size',),
    )
    version = read_word(about['version'], 'version', ('fairlot-log/1', 'fairlot-log/2'))
    demand(('size' in about) == (version == 'fairlot-log/2'), 'log.json has other fields than its version')
    read_deployment(about['deployment'], 'deployment')
    read_hex(about['publicKey'], 'publicKey', 32)
    key = parse_key(about['key']) if isinstance(about['key'], str) else None
    wanted = NoteKey('fairlot/' + about['deployment'], 1, about['publicKey'])
    demand(key == wanted, 'key is not the text form of this publicKey')
    if 'size' in about:
        read_integer(about['size'], 'size', 0)
    return about


def _read_checkpoints(folder: str) -> list[Signed]:
    checkpoints = []
    for number, line in enumerate(_lines(folder, 'checkpoints.jsonl')):
        place = f'checkpoint {number + 1}'
        item = read_object(parse_json(line, place), place, ('note', 'cosignatures'))
        note = read_text(item['note'], f'{place}: note', '.{2,16384}', 'a signed note')
        lines = read_list(item['cosignatures'], f'{place}: cosignatures', 0, 64)
        for cosignature in lines:
            text = read_text(cosignature, f'{place}: cosignatures', LINE, 'a list of signature lines')
            demand(is_signature_line(text), f'{place}: cosignatures is not a list of signature lines')
        written = json.dumps({'note': note, 'cosignatures': lines}, ensure_ascii=False, separators=(',', ':'))
        demand(written == line, f'{place} is not written as an export writes it')
        demand(len(set(lines)) == len(lines), f'{place} has a signature line twice')
        checkpoints.append((note, lines))
    return checkpoints


def _check_names(folder: str, signed: bool) -> None:
    expected = ['log.json', 'entries', 'checkpoints.jsonl', *(['checkpoint'] if signed else [])]
    found = _names(folder)
    for name in found:
        demand(name in expected, f'{name} is not a file of this export')
    for name in expected:
        demand(name in found, f'{name} is missing')


def _entries(folder: str, size: int | None) -> Iterator[str]:
    names = _names(os.path.join(folder, 'entries'))
    for position, name in enumerate(names):
        demand(name == f'{position:08d}.jsonl', f'entries/{name} is not a file of this export')
        lines = _lines(folder, f'entries/{name}')
        least = ENTRIES_PER_FILE if position < len(names) - 1 else 1
        demand(least <= len(lines) <= ENTRIES_PER_FILE, f'entries/{name} has {len(lines)} entries')
        end = position * ENTRIES_PER_FILE + len(lines)
        demand(size is None or end <= size, f'entries/{name} ends after the {size} entries of the log')
        yield from lines


def audit_folder(folder: str, public_key: str | None, witness: NoteKey | None = None) -> Audit:
    """
    Reads and audits an export. Raises ReadError when a file is missing, unknown or contradicts another, AuditBreach when the
    log breaks a rule, Unreadable when the folder cannot be read.
    """
    if not os.path.exists(os.path.join(folder, 'log.json')):
        raise Unreadable(f'{folder} cannot be read: it has no log.json')
    about = _read_about(folder)
    key = about['publicKey']
    demand(public_key in (None, key), 'log.json states another key than the one that was given')
    checkpoints = _read_checkpoints(folder)
    _check_names(folder, len(checkpoints) > 0)
    if checkpoints:
        note, lines = checkpoints[-1]
        latest = note + ''.join(f'{line}\n' for line in lines)
        demand(_read_file(folder, 'checkpoint') == latest, 'checkpoint is not the last note of checkpoints.jsonl')
    size = about.get('size')
    audit = audit_log(about['deployment'], key, _entries(folder, size), checkpoints)
    demand(size in (None, audit.tree.size), f'log.json states {size} entries, the export has {audit.tree.size}')
    for text in audit.named:
        named = parse_key(text)
        if named is not None:
            audit.sizes[text] = max((size for size, _ in _check_lines(named, checkpoints)), default=0)
    if witness is not None:
        audit.signed = _check_lines(witness, checkpoints)
        demand(len(audit.signed) > 0, f'the witness {witness.name} signed no checkpoint of this export')
    newest = parse_checkpoint(checkpoints[-1][0]) if checkpoints else None
    audit.newest_ms = 0 if newest is None else newest.time_ms
    return audit


def _check_lines(witness: NoteKey, checkpoints: list[Signed]) -> list[tuple[int, int]]:
    """Verifies every line of a witness. Returns size and earliest second of each checkpoint that it signed."""
    signed = []
    for note, lines in checkpoints:
        seconds = []
        for line in lines:
            if is_line_of(line, witness):
                second = verify_cosignature(note, line, witness)
                if second is None:
                    raise ReadError(f'a line is not the signature of {witness.name}')
                seconds.append(second)
        checkpoint = parse_checkpoint(note)
        if seconds and checkpoint is not None:
            signed.append((checkpoint.size, min(seconds)))
    return signed
