"""All steps of a verification, in their order: docs/INTEGRATION.md, "The steps"."""

from __future__ import annotations

from typing import Any, Callable

from ..codec import ReadError
from ..documents.document import read_issue_proof, read_kind
from ..documents.event_document import read_event_proof
from ..documents.round_document import read_round_proof
from ..games import UnknownZone
from .draw_steps import (
    check_beacon,
    check_codes,
    check_commitment,
    check_digest,
    check_entropy,
    check_result,
    check_round,
    check_sum,
    check_tiers,
    check_times,
)
from .event_steps import verify_event
from .log_steps import attempts_of, check_checkpoint, check_entries, check_inclusion, check_log
from .outcome import Options, Step, Verification, badge_of, check_earlier_claim, failed_step, run_steps, verdict_of
from .receipt_steps import check_receipt
from .round_steps import verify_round
from .verify3 import is_version3, verify_version3
from .witness_steps import check_witnesses


def verify_proof(document: Any, options: Options) -> Verification:
    try:
        return _verified(document, options)
    except UnknownZone as error:
        return Verification('unknown-zone', None, [Step('terms', 'absent', str(error))])


def _verified(document: Any, options: Options) -> Verification:
    if is_version3(document):
        return verify_version3(document, options)
    try:
        proof, kind, version = read_kind(document)
        if kind == 'round':
            read_round_proof(proof)
        elif kind == 'event':
            read_event_proof(proof)
        else:
            read_issue_proof(proof, version)
    except ReadError as error:
        return Verification('failed', None, [Step('terms', 'failed', str(error))], 'terms')
    if kind == 'round':
        return verify_round(proof, options)
    if kind == 'event':
        return verify_event(proof, options)
    terms = proof['terms']
    title = f'issue {terms["issue"]}: {terms["shares"]} shares, reading {terms["reading"]}, grade {terms["grade"]}'
    checks: list[tuple[str, Callable[[], str]]] = [
        ('terms', lambda: title + (', opened under the rules of version 1' if version == 1 else '')),
        ('commitment', lambda: check_commitment(proof)),
        ('times', lambda: check_times(proof)),
        ('codes', lambda: check_codes(proof)),
        ('digest', lambda: check_digest(proof)),
        ('sum', lambda: check_sum(proof)),
        ('round', lambda: check_round(proof)),
        ('beacon', lambda: check_beacon(proof)),
        ('entropy', lambda: check_entropy(proof)),
        ('result', lambda: check_result(proof)),
        ('tiers', lambda: check_tiers(proof)),
        ('inclusion', lambda: check_inclusion(proof, options, lambda: check_entries(proof, version))),
        ('checkpoint', lambda: check_checkpoint(proof, options, attempts_of(proof), version == 2)),
        ('witnesses', lambda: check_witnesses(proof, options, version)),
    ]
    if options.member is not None:
        checks.append(('claim', check_earlier_claim))
    if options.has_receipt:
        checks.append(('receipt', lambda: check_receipt(proof, options)))
    audited = options.log
    if audited is not None:
        subjects, is_open = (terms['issue'],), proof['result'] is None
        checks.append(('log', lambda: check_log(proof, audited, 'issue', subjects, is_open)))
    steps = run_steps(checks)
    return Verification(verdict_of(proof, steps), badge_of(terms), steps, failed_step(steps), proof, version)
