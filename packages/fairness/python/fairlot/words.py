"""What the program says about a log and a document: docs/INTEGRATION.md, "Verdicts and exit statuses"."""

from __future__ import annotations

from .audit.audit import Audit
from .notes import NoteKey
from .steps.favour_steps3 import IN_FAVOUR
from .steps.outcome import Options, Proof, Verification
from .steps.witness_steps3 import needs_confirmation, power

MARKS = {'passed': '✓', 'failed': '✗', 'absent': '–', 'unneeded': '–', 'open': '…'}

LOCAL = "the house holds this beacon's key and could have influenced this draw; sandbox only"
TRUST = {
    'plain': 'the last buyer or the house could have influenced this draw',
    'salt': 'the house knew the salt and could have influenced this draw',
    'beacon': 'no buyer could have influenced this draw, and the house only if it showed the seal late',
    'beacon-local': LOCAL,
    'witnessed': 'the house could have influenced this draw only together with a witness that signed its seal',
    'witnessed-local': LOCAL,
}

VOID = {
    'round': 'the round is void, and all stakes go back',
    'event': 'the event is void, because nobody took part',
}
LESS = {
    1: 'The issue opened under the rules of version 1, which promise less.',
    2: (
        'It is of version 2, which promises less than version 3: one named witness was enough, and the document binds neither '
        'what the prize is nor whose purchase a row is.'
    ),
}


def describe_log(audit: Audit, key: str | None, witness: NoteKey | None) -> None:
    whose = "the export's own key (none was given)" if key is None else 'the key that was given'
    size = audit.tree.size
    print(f'✓ {size} entries, {audit.checkpoints} checkpoints signed with {whose}; every entry is covered.')
    events = [issue for name, issue in audit.issues.items() if name.startswith('event ')]
    if events:
        ends = [event.end for event in events]
        print(f'  Events: {len(events)}, of which {ends.count("draw")} drawn and {ends.count("void")} void.')
    reserves = audit.statements.reserves
    if reserves.products:
        print(
            f'  Reserves: {len(reserves.products)} finance products, {reserves.statements()} daily statements, '
            f'{reserves.missing_days(audit.last_at)} days without one.'
        )
    if audit.rules is not None and audit.rules.favours > 0:
        late = audit.rules.late_favours
        print(f'  Draws in favour of the members: {audit.rules.favours}; {late} were paid more than a day after the draw.')
    print(f'  head {audit.head}')
    if witness is not None:
        print(f'✓ {witness.name} signed checkpoints of this log; the last one covers {audit.signed_size} entries.')
    if audit.begin is None and size > 0:
        print('  No entry begins the log: all of it is under the rules of version 1, without rules for times.')
    elif audit.rules is None and size > 0:
        print('  No entry states the rules of version 3: all of it is under earlier rules. Beacon values are as stated.')


def print_verification(result: Verification, options: Options) -> None:
    for step in result.steps:
        print(f'{MARKS[step.status]} {step.step:<10} {step.detail}.')
    print()
    is_void = result.proof is not None and result.proof['seal'] is None
    if result.verdict in ('verified', 'unconfirmed') and result.proof is not None and not is_void:
        print(f'Grade {result.badge}: {_trust(result, result.proof)}.')
    if result.verdict == 'sealed':
        print(f'Grade {result.badge}: sealed, not drawn.')
    print(_summary(result, options))


def _trust(result: Verification, proof: Proof) -> str:
    assert result.badge is not None
    if result.version == 3 and result.badge == 'witnessed':
        return IN_FAVOUR if needs_confirmation(proof) else power(proof['terms'])
    return TRUST[result.badge]


def _kind(result: Verification) -> str:
    assert result.proof is not None
    return str(result.proof['kind'])


def _summary(result: Verification, options: Options) -> str:
    if result.verdict == 'failed' or result.proof is None:
        return f'This proof does not verify: step "{result.failed}" fails.'
    if result.verdict == 'arithmetic':
        return (
            'Arithmetic only, nothing is proven: the numbers of this document agree with each other, but it carries no '
            'transparency log, and anybody can make such a document.'
        )
    ends = result.verdict in ('verified', 'unconfirmed')
    sentences = ['This proof verifies, and the signed log holds its terms, seal and result.']
    if ends and result.proof['seal'] is None:
        why = VOID['event'] if result.version < 3 else 'the event is void'
        sentences = [f'This document verifies: {VOID["round"] if _kind(result) == "round" else why}.']
    if result.verdict == 'unconfirmed':
        sentences.append('Not confirmed: another history may exist.')
    if result.verdict == 'sealed':
        sentences = ['Sealed, not drawn: this document verifies, and the signed log holds its terms and its seal.']
    if result.version < 3:
        sentences.append(LESS[result.version])
    if result.version > 1 and result.proof['terms']['demo']:
        sentences.append(f'The {_kind(result)} belongs to the demo world: its times lie before the log began.')
    return ' '.join(sentences + _unknown(result, options))


def _unknown(result: Verification, options: Options) -> list[str]:
    """What the given files do not show."""
    assert result.proof is not None
    kind, sentences = _kind(result), []
    if result.version == 3 and options.has_receipt and options.log is None:
        sentences.append("The receipt's state of the log was not compared with the whole log.")
    if result.verdict not in ('verified', 'unconfirmed') or options.log is not None or options.witness is not None:
        return sentences
    if result.proof['seal'] is None:
        sentences.append(f'A proof alone cannot show that no seal of this {kind} exists; the whole log shows it.')
    else:
        sentences.append(
            f'A proof alone cannot show that no other seal of this {kind} exists; '
            'the whole log or the key of a witness shows it.'
        )
    return sentences
