"""Signed notes, keys, checkpoints and cosignatures: docs/INTEGRATION.md, "Checkpoints" and "Cosignatures"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .codec import MAX_SAFE, from_base64, is_hex, sha256, utf8
from .curves import ed25519

KEY_NAME = r'[\x21-\x2a\x2c-\x7e]{1,200}'
# white space as ECMAScript's \s has it
_SPACE = '\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
_LINE = re.compile(f'\u2014 ([^{_SPACE}+]+) ([A-Za-z0-9+/]+={{0,2}})')
_NUMBER = '(0|[1-9][0-9]{0,15})'
_BODY = re.compile(
    rf'fairlot/([^\n]+)\n{_NUMBER}\n([A-Za-z0-9+/]{{43}}=)\nhead ([0-9a-f]{{64}})\ntime {_NUMBER}\n'
)
_TREE = re.compile(rf'[^\n]*\n{_NUMBER}\n([A-Za-z0-9+/]{{43}}=)\n')


@dataclass(frozen=True)
class NoteKey:
    name: str
    kind: int
    """1: signs checkpoints; 4: a witness, which signs with a time"""
    public_key: str

    def key_id(self) -> bytes:
        return sha256(utf8(self.name + '\n'), bytes([self.kind]), bytes.fromhex(self.public_key))[:4]


@dataclass(frozen=True)
class Checkpoint:
    deployment: str
    size: int
    root: str
    head: str
    time_ms: int
    lines: tuple[str, ...]


def parse_key(text: str) -> NoteKey | None:
    """The key of the text `<name>+<key id>+<base64 of kind and key>`."""
    match = re.fullmatch(r'([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})', text)
    data = from_base64(match[3]) if match else None
    if match is None or data is None or len(data) != 33 or data[0] not in (1, 4):
        return None
    if not re.fullmatch(KEY_NAME, match[1]):
        return None
    key = NoteKey(match[1], data[0], data[1:].hex())
    return key if key.key_id().hex() == match[2] else None


def is_signature_line(line: str) -> bool:
    match = _LINE.fullmatch(line)
    return match is not None and from_base64(match[2]) is not None


def _signature_of(line: str, key: NoteKey) -> bytes | None:
    """What follows the key id in a line of this key; None for a line of another key."""
    match = _LINE.fullmatch(line)
    data = from_base64(match[2]) if match else None
    if match is None or data is None or match[1] != key.name or data[:4] != key.key_id():
        return None
    return data[4:]


def is_line_of(line: str, key: NoteKey) -> bool:
    """Whether the line names this key. The signature is not verified."""
    return _signature_of(line, key) is not None


def note_body(note: str) -> str:
    """The signed text: everything up to the empty line, with its line feed."""
    return note[: note.find('\n\n') + 1]


def parse_checkpoint(note: str) -> Checkpoint | None:
    """The content of a note; signatures are not verified."""
    end = note.find('\n\n')
    if end < 0 or len(note) > 16_384 or not note.endswith('\n'):
        return None
    match = _BODY.fullmatch(note[: end + 1])
    lines = note[end + 2 : -1].split('\n')
    if match is None or not all(is_signature_line(line) for line in lines):
        return None
    root = from_base64(match[3])
    size, time_ms = int(match[2]), int(match[5])
    if root is None or not re.fullmatch(KEY_NAME, match[1]) or max(size, time_ms) > MAX_SAFE:
        return None
    return Checkpoint(match[1], size, root.hex(), match[4], time_ms, tuple(lines))


def stated_tree(note: str) -> tuple[int, str] | None:
    """Size and root of a note whose remainder may be malformed."""
    match = _TREE.match(note)
    root = from_base64(match[2]) if match else None
    if match is None or root is None or int(match[1]) > MAX_SAFE:
        return None
    return int(match[1]), root.hex()


def verify_checkpoint(note: str, public_key: str, deployment: str) -> Checkpoint | None:
    """The checkpoint, when exactly one line is of this log's key and signs the note."""
    parsed = parse_checkpoint(note)
    if parsed is None or parsed.deployment != deployment or not is_hex(public_key, 32):
        return None
    key = NoteKey('fairlot/' + deployment, 1, public_key)
    ours = [s for s in (_signature_of(line, key) for line in parsed.lines) if s is not None]
    if len(ours) != 1 or not ed25519.verify(bytes.fromhex(public_key), utf8(note_body(note)), ours[0]):
        return None
    return parsed


def verify_cosignature(note: str, line: str, key: NoteKey) -> int | None:
    """The Unix seconds at which the witness signed the note; None when the line is not its signature of it."""
    seconds, data = cosigned_seconds(line, key), _signature_of(line, key)
    if seconds is None or data is None:
        return None
    message = utf8(f'cosignature/v1\ntime {seconds}\n{note_body(note)}')
    return seconds if ed25519.verify(bytes.fromhex(key.public_key), message, data[8:]) else None


def cosigned_seconds(line: str, key: NoteKey) -> int | None:
    """The Unix seconds that a line of this key states; the signature is not verified."""
    data = _signature_of(line, key) if key.kind == 4 else None
    if data is None or len(data) != 72:
        return None
    seconds = int.from_bytes(data[:8], 'big')
    return seconds if seconds <= MAX_SAFE else None
