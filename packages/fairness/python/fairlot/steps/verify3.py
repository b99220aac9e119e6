"""All steps of the verification of a document of version 3, in their order: docs/INTEGRATION.md, "Version 3"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable

from .. import draw
from ..codec import ReadError
from ..documents.document3 import read_kind, read_proof
from ..documents.event_document import event_name
from . import draw_steps3, lost_steps3, round_steps, round_steps3
from .draw_steps import check_beacon, check_round
from .favour_steps3 import check_claim, check_favour
from .log_steps import check_checkpoint, check_inclusion, check_log
from .outcome import AuditedLog, Options, Proof, Step, Verification, badge_of, failed_step, run_steps, verdict_of
from .receipt_steps3 import check_receipt
from .witness_steps3 import check_witnesses, is_confirmed

Checks = list[tuple[str, Callable[[], str]]]


def is_version3(document: Any) -> bool:
    return isinstance(document, dict) and document.get('version') == 'fairlot-proof/3'


def verify_version3(document: Any, options: Options) -> Verification:
    try:
        proof, kind = read_kind(document)
        read_proof(proof, kind)
    except ReadError as error:
        return Verification('failed', None, [Step('terms', 'failed', str(error))], 'terms')
    is_lost = lost_steps3.is_lost(proof)
    checks = _round_checks(proof, options) if kind == 'round' else _draw_checks(proof, options)
    checks += _lost_checks(proof, options) if is_lost else _ending_checks(proof, options)
    if proof['seal'] is not None:
        checks.append(('claim', lambda: check_claim(proof, options)))
    audited = options.log
    if options.has_receipt:
        checks.append(('receipt', lambda: _check_receipt(proof, options)))
    if audited is not None:
        checks.append(('log', lambda: _check_log(proof, audited)))
    steps = run_steps(checks)
    verdict = verdict_of(proof, steps)
    confirmed = lost_steps3.is_confirmed if is_lost else is_confirmed
    if verdict == 'verified' and not confirmed(proof, options):
        verdict = 'unconfirmed'
    return Verification(verdict, _badge(proof), steps, failed_step(steps), proof, 3)


def _ending_checks(proof: Proof, options: Options) -> Checks:
    checks: Checks = [('witnesses', lambda: check_witnesses(proof, options))]
    if proof['kind'] != 'round' and proof['seal'] is not None:
        checks.append(('favour', lambda: check_favour(proof)))
    return checks


def _lost_checks(proof: Proof, options: Options) -> Checks:
    return [
        ('loss', lambda: lost_steps3.check_loss(proof)),
        ('witnesses', lambda: lost_steps3.check_witnesses(proof, options)),
        ('favour', lambda: lost_steps3.check_favour(proof)),
    ]


def _check_receipt(proof: Proof, options: Options) -> str:
    if not lost_steps3.is_lost(proof):
        return check_receipt(proof, options)
    # receipts state the lost log, so another one says nothing about them
    is_other = options.log is not None and options.log.deployment != proof['deployment']
    return check_receipt(lost_steps3.before(proof), replace(options, log=None) if is_other else options)


def _check_log(proof: Proof, audited: AuditedLog) -> str:
    if lost_steps3.is_lost(proof):
        return lost_steps3.check_log(proof, audited)
    return check_log(proof, audited, proof['kind'], _subjects(proof), _is_open(proof))


def _subjects(proof: Proof) -> tuple[str, ...]:
    terms = proof['terms']
    if proof['kind'] == 'round':
        return (terms['chain'], f'{terms["game"]} {terms["period"]}')
    return (terms['issue'] if proof['kind'] == 'issue' else event_name(terms['event']),)


def _is_open(proof: Proof) -> bool:
    """Whether more entries of the subject may follow: the draw, and the amounts of a favour."""
    if proof['result'] is None:
        return proof['seal'] is not None
    favour = proof['result'].get('favour', False)
    return favour and proof['log'] is not None and len(proof['log']['entries']) == 3


def _badge(proof: Proof) -> str:
    terms = proof['terms']
    if proof['kind'] != 'round':
        return badge_of(terms)
    return str(terms['grade']) + ('' if terms['beaconChain'] == draw.QUICKNET.hash else '-local')


def _title(proof: Proof) -> str:
    terms = proof['terms']
    if proof['kind'] == 'event':
        return f'event {terms["event"]}: {terms["winners"]} winners, {terms["prize"]} each, grade {terms["grade"]}'
    return f'issue {terms["issue"]}: {terms["shares"]} shares, reading {terms["reading"]}, grade {terms["grade"]}'


def _draw_checks(proof: Proof, options: Options) -> Checks:
    kind, steps = proof['kind'], draw_steps3
    checks: Checks = [('terms', lambda: _title(proof)), ('content', lambda: steps.check_content(proof))]
    if proof['seal'] is not None:
        checks += [
            ('commitment', lambda: steps.check_commitment(proof)),
            ('times', lambda: steps.check_times(proof)),
            ('codes', lambda: steps.check_codes(proof)),
            ('digest', lambda: steps.check_digest(proof)),
            ('sum', lambda: steps.check_sum(proof)),
            ('round', lambda: check_round(proof)),
            ('beacon', lambda: check_beacon(proof, kind)),
            ('entropy', lambda: steps.check_entropy(proof)),
            ('result', lambda: steps.check_result(proof)),
        ]
    if kind == 'issue':
        checks.append(('tiers', lambda: steps.check_tiers(proof)))
    if lost_steps3.is_lost(proof):
        return checks + [
            ('inclusion', lambda: lost_steps3.check_inclusion(proof)),
            ('checkpoint', lambda: lost_steps3.check_checkpoints(proof, options)),
        ]
    return checks + [
        ('inclusion', lambda: check_inclusion(proof, options, lambda: steps.check_entries(proof))),
        ('checkpoint', lambda: check_checkpoint(proof, options, 1)),
    ]


def _round_checks(proof: Proof, options: Options) -> Checks:
    steps = round_steps3
    return [
        ('terms', lambda: steps.check_terms(proof)),
        ('commitment', lambda: round_steps.check_commitment(proof)),
        ('times', lambda: steps.check_times(proof)),
        ('digest', lambda: steps.check_digest(proof)),
        ('round', lambda: steps.check_round(proof)),
        ('beacon', lambda: round_steps.check_beacon(proof)),
        ('entropy', lambda: round_steps.check_entropy(proof)),
        ('result', lambda: round_steps.check_result(proof)),
        ('inclusion', lambda: check_inclusion(proof, options, lambda: steps.check_entries(proof))),
        ('checkpoint', lambda: steps.check_checkpoint(proof, options)),
    ]
