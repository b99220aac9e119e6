"""The command line: docs/INTEGRATION.md, "Verdicts and exit statuses"."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from .audit.audit import Audit
from .audit.breach import AuditBreach
from .codec import ReadError, Unreadable, is_hex, parse_json
from .folder import audit_folder
from .notes import NoteKey, parse_key
from .steps.outcome import Options, Verification
from .steps.verify import verify_proof
from .steps.witness_steps import witness_note

OK, FAILED, UNREADABLE, ARITHMETIC = 0, 1, 2, 3

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


def _trust(badge: str, witness: NoteKey | None) -> str:
    """Who could have influenced a verified draw. A witness that the reader named has signed its seal in time."""
    if witness is not None and badge in ('beacon', 'witnessed'):
        return f'nobody could have influenced this draw, unless the house and {witness.name} conspire'
    return TRUST[badge]


VOID = {
    'round': 'the round is void, and all stakes go back',
    'event': 'the event is void, because nobody took part',
}


def verify_result(case: dict[str, Any]) -> dict[str, Any]:
    """The result of one case of batch.py."""
    try:
        options = Options(public_key=case.get('key'))
        document = parse_json(case['proof'], 'the proof')
        if 'receipt' in case:
            options.has_receipt, options.receipt = True, parse_json(case['receipt'], 'the receipt')
    except ReadError as error:
        return {'verdict': 'unreadable', 'detail': str(error)}
    if 'witness' in case:
        options.witness = parse_key(case['witness'])
    if 'folder' in case:
        audited = audit_result({'log': case['folder'], 'key': case.get('key')})
        if audited['verdict'] != 'verified':
            return audited
        options.log = audit_folder(case['folder'], case.get('key'))
    result = verify_proof(document, options)
    steps = {step.step: step.status for step in result.steps}
    return {'verdict': result.verdict, 'failed': result.failed, 'badge': result.badge, 'steps': steps}


def audit_result(case: dict[str, Any]) -> dict[str, Any]:
    """The result of the audit of an exported log."""
    try:
        witness = parse_key(case['witness']) if 'witness' in case else None
        audit = audit_folder(case['log'], case.get('key'), witness)
    except AuditBreach as error:
        return {'verdict': 'failed', 'failed': error.rule, 'index': error.index, 'detail': str(error)}
    except ReadError as error:
        return {'verdict': 'failed', 'failed': 'export', 'detail': str(error)}
    except Unreadable as error:
        return {'verdict': 'unreadable', 'detail': str(error)}
    return {'verdict': 'verified', 'size': audit.tree.size, 'head': audit.head, 'root': audit.tree.root()}


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f'{message}\n\n{self.format_help()}', file=sys.stderr)
        sys.exit(UNREADABLE)


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = Parser(prog='verify.py', description='Verifies the proof of a draw, a round or an event, an exported log, or both.')
    parser.add_argument('proof', nargs='?', help='proof of a draw, a round or an event, from its page')
    parser.add_argument('receipt', nargs='?', help='receipt of an order, a bet or a participant, to compare')
    parser.add_argument('--key', help="the log's public key from a source that you trust (64 hex digits)")
    parser.add_argument(
        '--witness',
        help='key of a witness that must have signed the seal in time; without it, the line of any one named witness is enough',
    )
    parser.add_argument('--log', help='folder of the exported log')
    given = parser.parse_args(argv)
    if given.proof is None and given.log is None:
        parser.error('a proof or --log is required')
    if given.key is not None and not is_hex(given.key, 32):
        parser.error('--key is not 64 lower-case hex digits')
    if given.witness is not None:
        key = parse_key(given.witness)
        if key is None or key.kind != 4:
            parser.error('--witness is not the key of a witness')
        given.witness = key
    return given


def _read_document(path: str, what: str) -> Any:
    try:
        with open(path, 'rb') as file:
            return parse_json(file.read().decode('utf-8').removeprefix('\ufeff'), what)
    except (OSError, UnicodeDecodeError, ReadError) as error:
        raise Unreadable(f'{path} cannot be read: {error}') from None


def _open_log(folder: str, key: str | None, witness: NoteKey | None) -> Audit | None:
    try:
        return audit_folder(folder, key, witness)
    except (AuditBreach, ReadError) as error:
        place = f'rule {error.rule}, entry {error.index}' if isinstance(error, AuditBreach) else 'export'
        print(f'✗ {place}: {error}.')
        return None


def _describe_log(audit: Audit, key: str | None, witness: NoteKey | None) -> None:
    whose = "the export's own key (none was given)" if key is None else 'the key that was given'
    size = audit.tree.size
    print(f'✓ {size} entries, {audit.checkpoints} checkpoints signed with {whose}; every entry is covered.')
    events = [issue for name, issue in audit.issues.items() if name.startswith('event ')]
    if events:
        ends = [event.end for event in events]
        print(f'  Events: {len(events)}, of which {ends.count("draw")} drawn and {ends.count("void")} void.')
    if audit.reserves:
        stated = sum(reserve.statements for reserve in audit.reserves.values())
        print(
            f'  Reserves: {len(audit.reserves)} finance products, {stated} daily statements, '
            f'{audit.missing_reserve_days()} days without one.'
        )
    print(f'  head {audit.head}')
    if audit.beacon_values > 0:
        print(
            f'  {audit.beacon_values} draws or results state the value of a beacon round. These values are as the house states '
            "them: the beacon's signature is in the proof of a draw, not in the log. This audit does not show that a draw used "
            'the real value.'
        )
    if witness is not None:
        print(f'✓ {witness.name} signed checkpoints of this log.')
        print(
            f'  This audit does not show that {witness.name} signed each seal in time; the proof of a draw with --witness does.'
        )
    if audit.begin is None and size > 0:
        print('  No entry begins the log: all of it is under the rules of version 1, without rules for times.')


def _print_verification(result: Verification, options: Options) -> None:
    for step in result.steps:
        print(f'{MARKS[step.status]} {step.step:<10} {step.detail}.')
    print()
    is_void = result.proof is not None and result.proof['seal'] is None
    if result.verdict == 'verified' and result.badge is not None and not is_void:
        print(f'Grade {result.badge}: {_trust(result.badge, options.witness)}.')
    if result.verdict == 'sealed':
        print(f'Grade {result.badge}: sealed, not drawn.')
    print(_summary(result, options))


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
    sentences = ['This proof verifies, and the signed log holds its terms, seal and result.']
    if result.verdict == 'verified' and result.proof['seal'] is None:
        sentences = [f'This document verifies: {VOID[_kind(result)]}.']
    if result.verdict == 'sealed':
        sentences = ['Sealed, not drawn: this document verifies, and the signed log holds its terms and its seal.']
    if result.version == 1:
        sentences.append('The issue opened under the rules of version 1, which promise less.')
    elif result.proof['terms']['demo']:
        sentences.append(f'The {_kind(result)} belongs to the demo world: its times lie before the log began.')
    is_sealed = result.proof['seal'] is not None
    if result.verdict == 'verified' and is_sealed and options.witness is None and result.proof['terms'].get('witnesses'):
        sentences.append(witness_note(result.proof, result.badge == 'witnessed-local'))
    if result.verdict == 'verified' and options.log is None and options.witness is not None and is_sealed:
        sentences.append(
            f'Without the whole log, it rests on the audit of {options.witness.name} that no other seal of this '
            f'{_kind(result)} exists.'
        )
    if result.verdict == 'verified' and options.log is None and options.witness is None:
        if result.proof['seal'] is None:
            sentences.append(f'A proof alone cannot show that no seal of this {_kind(result)} exists; the whole log shows it.')
            return ' '.join(sentences)
        sentences.append(
            f'A proof alone cannot show that no other seal of this {_kind(result)} exists; '
            'the whole log shows it, or a witness that audits the log.'
        )
    return ' '.join(sentences)


def main(argv: list[str] | None = None) -> int:
    given = _arguments(argv)
    try:
        options = Options(public_key=given.key, witness=given.witness)
        if given.log is not None:
            # the step `witnesses` asks whether the witness signed this seal, so it need not have signed more
            witness = given.witness if given.proof is None else None
            options.log = audit = _open_log(given.log, given.key, witness)
            if audit is None:
                return FAILED
            if given.proof is None:
                _describe_log(audit, given.key, witness)
                return OK
        document = _read_document(given.proof, 'the proof')
        if given.receipt is not None:
            options.has_receipt, options.receipt = True, _read_document(given.receipt, 'the receipt')
    except Unreadable as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    result = verify_proof(document, options)
    _print_verification(result, options)
    if result.verdict == 'arithmetic':
        return ARITHMETIC
    return OK if result.verdict in ('verified', 'sealed') else FAILED
