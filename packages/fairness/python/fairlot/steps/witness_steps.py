"""The step about the lines of witnesses: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from .. import draw
from ..codec import ReadError, demand
from ..documents.document import has_beacon
from ..notes import NoteKey, is_line_of, parse_key, verify_cosignature
from .outcome import NotRun, Options, Proof, unneeded


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
        enough = '; one line is enough' if witness is None else ''
        silent = [key for key in named if key not in timely]
        without = 'without a line so far' if proof['result'] is None else 'without a line in time'
        missing = f'; {without}: {_names(silent)}' if silent else ''
        return f'signed the seal before round {number} was published: {_names(timely)}{enough}{missing}{_attempts(proof)}'
    demand(proof['result'] is None, f'no witness signed the seal before round {number} was published')
    raise NotRun('open', f'no witness has signed the seal yet{_attempts(proof)}')


def witness_note(proof: Proof, is_local: bool) -> str:
    """What a verified draw of grade `witnessed` rests on when the reader asks for no certain witness."""
    named = [key for key in map(parse_key, proof['terms']['witnesses']) if key is not None]
    silent = [key for key in named if not any(is_line_of(line, key) for line in proof['log']['cosignatures'])]
    if len(named) == 1:
        rule, who = 'The line of the one named witness is enough', 'this witness'
    else:
        rule, who = f'The line of one of the {len(named)} named witnesses is enough', 'any one of them'
    choice = (
        f', so the house together with {who} could have chosen this result; ask for a witness that you trust by its key'
    )
    missing = f' Named, but without a line in time: {_names(silent)}.' if silent else ''
    return f'{rule}{"" if is_local else choice}.{missing}'


def _names(keys: list[NoteKey]) -> str:
    return ', '.join(key.name for key in keys)


def _attempts(proof: Proof) -> str:
    attempt = proof['seal'].get('attempt', 1)
    if attempt == 1:
        return ''
    earlier = 'attempt 1' if attempt == 2 else f'attempts 1 to {attempt - 1}'
    return f'; this is attempt {attempt}, no witness signed {earlier} in time'


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
