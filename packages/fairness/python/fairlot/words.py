"""What the program says about a log and a document: docs/INTEGRATION.md, "Verdicts and exit statuses"."""

from __future__ import annotations

from .audit.audit import Audit
from .notes import NoteKey
from .steps.favour_steps3 import IN_FAVOUR
from .steps.lost_steps3 import is_lost
from .steps.lost_steps3 import sentences as lost_sentences
from .steps.outcome import Options, Proof, Verification
from .steps.witness_steps import witness_note
from .steps.witness_steps3 import needs_confirmation, power
from .vouching import Unconfirmed, Vouching, is_up_to_date, lives_of, overdue, signed_size, unconfirmed, vouching_of

NOTHING_VERIFIED = 'Nothing was verified: without the rules of its time zone the times of a round are unknown. Newer zone data of the system help.'

MARKS = {'passed': '✓', 'failed': '✗', 'absent': '–', 'unneeded': '–', 'open': '…'}

LOCAL = "the house holds this beacon's key and could have influenced this draw; sandbox only"
TRUST = {
    'plain': 'the last buyer or the house could have influenced this draw',
    'salt': 'the house knew the salt and could have influenced this draw',
    'beacon': 'no buyer could have influenced this draw; the house could, if it showed the seal late',
    'beacon-local': LOCAL,
    'witnessed': 'the house could have influenced this draw together with one of the witnesses that the opening names',
    'witnessed-local': LOCAL,
}

VOID = {
    'round': 'the round is void, and all stakes go back',
    'event': 'the event is void, because nobody took part',
}
LESS = {
    1: 'The issue opened under the rules of version 1, which promise less.',
    2: (
        'It opened under the rules of version 2, which promise less: it needs no quorum of witnesses, its rows have no claims of '
        'members, and its content is not bound.'
    ),
}


def describe_log(audit: Audit, key: str | None, witness: NoteKey | None) -> str:
    """
    Prints what the audit covered. Returns the verdict: `failed` when the given witness does not vouch for everything that ended, and
    without one `unconfirmed` when too few witnesses have signed how something ended.
    """
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
    if audit.beacon_values > 0:
        print(
            f'  {audit.beacon_values} draws or results state the value of a beacon round. These values are as the house states '
            "them: the beacon's signature is in the proof of a draw, not in the log. This audit does not show that a draw used "
            'the real value.'
        )
    lives = lives_of(audit)
    for life in overdue(lives, audit.newest_ms):
        index, seal = life.seal or (0, {})
        print(f'  No result for more than a day: {life.what}, sealed at {seal.get("sealedAt")} ms (entry {index}).')
    if audit.begin is None and size > 0:
        print('  No entry begins the log: all of it is under the rules of version 1, without rules for times.')
    elif audit.rules is None and size > 0:
        print('  No entry states the rules of version 3: all of it is under earlier rules.')
    if witness is None:
        return 'verified' if _describe_unconfirmed(unconfirmed(lives, audit.sizes)) else 'unconfirmed'
    vouches = _describe_witness(witness.name, vouching_of(lives, witness, audit.signed), audit)
    return 'verified' if vouches else 'failed'


def _describe_unconfirmed(found: list[Unconfirmed]) -> bool:
    """Prints the endings that too few witnesses have signed. Returns whether there is none."""
    for one in found:
        print(f'… entry {one.index}: {one.signed} of the {one.quorum} needed witnesses have confirmed the {one.kind} of {one.what}.')
    if found:
        print('Not confirmed: another history may exist, because too few witnesses have signed how these ended.')
    return not found


def _describe_witness(name: str, vouching: Vouching, audit: Audit) -> bool:
    print(f'✓ {name} signed {len(audit.signed)} checkpoints; the last one covers {signed_size(audit)} entries.')
    if vouching.demo > 0:
        print(f'  {vouching.demo} results of the demo world are left out: no witness could sign in time.')
    for index, problem in vouching.unvouched:
        print(f'✗ entry {index}: {problem}.')
    if not vouching.unvouched:
        print(f'✓ {name} vouches for all {vouching.ended} results, refunds and voids.')
        return True
    print(f'✗ {name} did not vouch for {len(vouching.unvouched)} of {vouching.ended} results, refunds and voids.')
    return False


def describe_newest(audit: Audit, witness: NoteKey) -> bool:
    """Prints a line unless the witness signed the newest checkpoint. Returns whether it did."""
    if not is_up_to_date(audit):
        print(f'✗ {witness.name} has not signed the newest checkpoint.')
    return is_up_to_date(audit)


def print_verification(result: Verification, options: Options) -> None:
    for step in result.steps:
        print(f'{MARKS[step.status]} {step.step:<10} {step.detail}.')
    print()
    is_void = result.proof is not None and result.proof['seal'] is None
    if result.verdict in ('verified', 'unconfirmed') and result.proof is not None and not is_void:
        print(f'Grade {result.badge}: {_trust(result, result.proof, options.witness)}.')
    if result.verdict == 'sealed':
        print(f'Grade {result.badge}: sealed, not drawn.')
    print(_summary(result, options))


def _trust(result: Verification, proof: Proof, witness: NoteKey | None) -> str:
    """Who could have influenced a verified draw. A witness that the reader named has signed its seal in time."""
    assert result.badge is not None
    if result.version == 3 and result.badge == 'witnessed' and needs_confirmation(proof):
        return 'everybody else got at least their money or an even share' if is_lost(proof) else IN_FAVOUR
    if witness is not None and result.badge in ('beacon', 'witnessed'):
        return f'nobody could have influenced this draw, unless the house and {witness.name} conspire'
    if result.version == 3 and result.badge == 'witnessed':
        return power(proof['terms'])
    return TRUST[result.badge]


def _kind(result: Verification) -> str:
    assert result.proof is not None
    return str(result.proof['kind'])


def _summary(result: Verification, options: Options) -> str:
    if result.verdict == 'unknown-zone':
        return NOTHING_VERIFIED
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
    if ends and is_lost(result.proof):
        sentences = ['This proof verifies.'] + lost_sentences(result.proof)
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
    kind, witness, proof, sentences = _kind(result), options.witness, result.proof, []
    is_sealed, is_verified = proof['seal'] is not None, result.verdict in ('verified', 'unconfirmed')
    if result.version == 3 and options.has_receipt and options.log is None:
        sentences.append("The receipt's state of the log was not compared with the whole log.")
    if result.version < 3 and is_verified and is_sealed and witness is None and proof['terms'].get('witnesses'):
        sentences.append(witness_note(proof, result.badge == 'witnessed-local'))
    if not is_verified or options.log is not None:
        return sentences
    if witness is not None:
        if is_sealed:
            sentences.append(
                f'Without the whole log, it rests on the audit of {witness.name} that no other seal of this {kind} exists.'
            )
    elif is_sealed:
        sentences.append(
            f'A proof alone cannot show that no other seal of this {kind} exists; '
            'the whole log shows it, or a witness that audits the log.'
        )
    else:
        sentences.append(f'A proof alone cannot show that no seal of this {kind} exists; the whole log shows it.')
    return sentences
