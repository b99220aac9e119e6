"""Lists of signed notes with the lines of witnesses: docs/INTEGRATION.md, "Version 3", "Lines"."""

from __future__ import annotations

from typing import Callable

from .codec import ReadError, demand
from .notes import Checkpoint, NoteKey, is_line_of, parse_checkpoint, verify_checkpoint, verify_cosignature

Timely = Callable[[int], bool]
"""whether a line with these Unix seconds is in time"""


def any_time(seconds: int) -> bool:
    return True


def read_notes(notes: list[str], deployment: str, public_key: str, place: str) -> list[Checkpoint]:
    """The checkpoints of a list, each with the log's own line first and lines of witnesses after it, by ascending size."""
    read: list[Checkpoint] = []
    for i, note in enumerate(notes):
        parsed, log_key = parse_checkpoint(note), NoteKey('fairlot/' + deployment, 1, public_key)
        if parsed is None:
            raise ReadError(f'{place}[{i}] is not a signed note')
        demand(is_line_of(parsed.lines[0], log_key), f"{place}[{i}] does not carry the log's line first")
        signed = verify_checkpoint(note, public_key, deployment) is not None
        demand(signed, f"{place}[{i}] is not signed once by the log's key for this deployment")
        demand(len(parsed.lines) > 1, f'{place}[{i}] carries no line of a witness')
        demand(not read or read[-1].size < parsed.size, f'{place} is not in ascending size')
        read.append(parsed)
    return read


def named_lines(notes: list[str], keys: list[NoteKey], timely: Timely, place: str) -> dict[NoteKey, int]:
    """The seconds of each key's line. Every line is a valid and timely one of these keys, each key once."""
    found: dict[NoteKey, int] = {}
    for i, note in enumerate(notes):
        parsed = parse_checkpoint(note)
        assert parsed is not None
        for line in parsed.lines[1:]:
            key = next((one for one in keys if is_line_of(line, one)), None)
            if key is None:
                raise ReadError(f'{place}[{i}] carries a line of no witness that the opening names')
            demand(key not in found, f'{place} has two lines of {key.name}')
            found[key] = line_of(note, line, key, timely, f'{place}[{i}]')
    return found


def line_of(note: str, line: str, key: NoteKey, timely: Timely, place: str) -> int:
    seconds = verify_cosignature(note, line, key)
    if seconds is None:
        raise ReadError(f'a line in {place} is not the signature of {key.name} over this note')
    demand(timely(seconds), f'the line of {key.name} in {place} is not in time')
    return seconds


def pinned_line(notes: list[str], key: NoteKey, timely: Timely, place: str) -> int | None:
    """The seconds of the line of one key, in a list whose other lines are not looked at; None without one."""
    found: int | None = None
    for i, note in enumerate(notes):
        parsed = parse_checkpoint(note)
        for line in parsed.lines[1:] if parsed is not None else ():
            if is_line_of(line, key):
                demand(found is None, f'{place} has two lines of {key.name}')
                found = line_of(note, line, key, timely, f'{place}[{i}]')
    return found
