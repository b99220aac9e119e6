"""The command line: docs/INTEGRATION.md, "Verdicts and exit statuses"."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from .audit.audit import Audit
from .audit.breach import AuditBreach
from .codec import ReadError, Unreadable, is_hex, parse_json
from .documents.round_document import UUID
from .folder import audit_folder
from .games import UnknownZone
from .notes import NoteKey, parse_key
from .steps.outcome import Options
from .steps.verify import verify_proof
from .vouching import is_up_to_date, lives_of, unconfirmed, vouching_of
from .words import NOTHING_VERIFIED, describe_log, describe_newest, print_verification

OK, FAILED, UNREADABLE, ARITHMETIC, UNCONFIRMED, UNKNOWN_ZONE = 0, 1, 2, 3, 4, 5
STATUSES = {
    'verified': OK,
    'sealed': OK,
    'failed': FAILED,
    'arithmetic': ARITHMETIC,
    'unconfirmed': UNCONFIRMED,
    'unknown-zone': UNKNOWN_ZONE,
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
    options.member, options.request = case.get('member'), case.get('request')
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
    except UnknownZone as error:
        return {'verdict': 'unknown-zone', 'detail': str(error)}
    except Unreadable as error:
        return {'verdict': 'unreadable', 'detail': str(error)}
    if witness is not None:
        missing = vouching_of(lives_of(audit), witness, audit.signed).unvouched
        if missing or (case.get('upToDate', False) and not is_up_to_date(audit)):
            return {'verdict': 'failed', 'failed': 'witnesses', 'detail': str(missing)}
    open_ends = [] if witness is not None else [one.index for one in unconfirmed(lives_of(audit), audit.sizes)]
    return {
        'verdict': 'verified',
        'size': audit.tree.size,
        'head': audit.head,
        'root': audit.tree.root(),
        **({'unconfirmed': open_ends} if open_ends else {}),
    }


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
        help='key of a witness that must have signed the seal in time; without it, the line of any one named witness is enough '
        'before version 3; with a log alone, the seal of every result in time, and a checkpoint over every refund and void',
    )
    parser.add_argument('--log', help='folder of the exported log')
    parser.add_argument('--up-to-date', action='store_true', help='with --log and --witness: it must have signed the newest checkpoint')
    parser.add_argument('--member', help="the member's id, to find the member's row with --request")
    parser.add_argument('--request', help="the id of the purchase that the member's device chose")
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
    if given.up_to_date and (given.witness is None or given.log is None):
        parser.error('--up-to-date needs --log and --witness')
    _check_purchase(parser, given)
    return given


def _check_purchase(parser: Parser, given: argparse.Namespace) -> None:
    if given.member is None and given.request is None:
        return
    if given.member is None or given.request is None or given.proof is None:
        parser.error('--member and --request belong together, with a proof')
    for name in ('member', 'request'):
        text = getattr(given, name).lower()
        if re.fullmatch(UUID, text) is None:
            parser.error(f'--{name} is not a UUID')
        setattr(given, name, text)


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


def _check_log(audit: Audit, given: argparse.Namespace) -> int:
    """What is said of a log without a document, and its status."""
    verdict = describe_log(audit, given.key, given.witness)
    is_newest = not given.up_to_date or describe_newest(audit, given.witness)
    return STATUSES[verdict] if is_newest else FAILED


def main(argv: list[str] | None = None) -> int:
    given = _arguments(argv)
    try:
        options = Options(public_key=given.key, witness=given.witness, member=given.member, request=given.request)
        audit: Audit | None = None
        if given.log is not None:
            # the step `witnesses` asks whether the witness signed this seal, so it need not have signed more
            witness = given.witness if given.proof is None or given.up_to_date else None
            options.log = audit = _open_log(given.log, given.key, witness)
            if audit is None:
                return FAILED
            if given.proof is None:
                return _check_log(audit, given)
        document = _read_document(given.proof, 'the proof')
        if given.receipt is not None:
            options.has_receipt, options.receipt = True, _read_document(given.receipt, 'the receipt')
    except Unreadable as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    except UnknownZone as error:
        print(f'{str(error).capitalize()}. {NOTHING_VERIFIED}')
        return UNKNOWN_ZONE
    result = verify_proof(document, options)
    print_verification(result, options)
    if audit is not None and given.up_to_date and not describe_newest(audit, given.witness):
        return FAILED
    return STATUSES.get(result.verdict, FAILED)
