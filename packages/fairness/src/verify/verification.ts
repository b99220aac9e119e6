/** What the verifications of all kinds of proofs have in common: the run of the steps, the verdict and the frame of the summary. */
import { UnknownZone } from '../games/periods.ts'
import { ReadError, refuse } from '../read.ts'
import { checkReceiptState, type StatedLog } from './receipt-state.ts'
import { type NamedLines, witnessNote } from './witness-step.ts'
import type {
  Badge,
  FinishedAudit,
  Outcome,
  Step,
  StepName,
  Verdict,
  Verification,
  VerifyOptions,
} from './types.ts'

/** The parts of a proof that decide its verdict. */
type Stated = {
  readonly version: string
  readonly log: StatedLog | null
  readonly seal: unknown
  readonly result: unknown
}

/** How the proofs of one kind are verified. A check throws a ReadError for what it refuses. */
export type Verifier<P extends Stated, S extends StepName> = {
  readonly what: 'issue' | 'round' | 'event'
  /** @throws ReadError when the document is not a well-formed proof of this kind */
  readonly read: (document: unknown) => P
  readonly stepsOf: (proof: P) => readonly S[]
  readonly check: (step: S, proof: P, options: VerifyOptions) => Outcome
  readonly checkReceipt: (proof: P, receipt: unknown, options: VerifyOptions) => string
  readonly checkAudited: (proof: P, audited: FinishedAudit) => Outcome
  /** the audited log when receipts are about it; by default they are */
  readonly receiptLog?: (proof: P, audited: FinishedAudit) => FinishedAudit | undefined
  readonly badgeOf: (proof: P) => Badge
  /** the named witnesses and the lines of a document with a log in grade `witnessed`; else null. Only of version 2 */
  readonly namedLinesOf?: (proof: P) => NamedLines | null
  /** the main sentence on a document with a log of which no step failed */
  readonly mainSentence: (proof: P, verdict: 'verified' | 'sealed' | 'unconfirmed') => string
  /** the rules under which it opened, and whether its times are those of the demo world */
  readonly originOf: (proof: P) => { readonly version: 1 | 2 | 3; readonly demo: boolean }
  /** whether witnesses or the reader's own witness rule out another history; only of version 3 */
  readonly isConfirmed?: (proof: P, options: VerifyOptions) => boolean
  /** the quorum that vouches; only of version 3 */
  readonly vouchedFor?: (proof: P) => Verification['vouched']
}

/** Runs all steps, even after one has failed. Never throws because of a document's content. */
export function verifyWith<P extends Stated, S extends StepName>(
  verifier: Verifier<P, S>,
  document: unknown,
  options: VerifyOptions,
): Verification {
  let proof: P
  try {
    proof = verifier.read(document)
  } catch (error) {
    if (error instanceof UnknownZone) return unknownZone(error)
    if (!(error instanceof ReadError)) throw error
    return failure([{ step: 'terms', status: 'failed', detail: error.message }], null, 'terms')
  }
  const steps = verifier
    .stepsOf(proof)
    .map((step) => runStep(step, () => verifier.check(step, proof, options)))
  const { receipt, log } = options
  if (options.claim !== undefined && verifier.originOf(proof).version !== 3)
    steps.push(
      runStep('claim', () => refuse('the proof', 'is of a version before 3, whose rows have no claims')),
    )
  if (receipt !== undefined)
    steps.push(
      runStep('receipt', () => {
        const matches = verifier.checkReceipt(proof, receipt, options)
        const of = verifier.receiptLog
        return matches + checkReceiptState(proof, receipt, log && of ? of(proof, log) : log)
      }),
    )
  if (log !== undefined) steps.push(runStep('log', () => verifier.checkAudited(proof, log)))
  const badge = verifier.badgeOf(proof)
  const failed = steps.find(({ status }) => status === 'failed')?.step
  if (failed !== undefined) return failure(steps, badge, failed)
  const verdict = verdictOf(proof, verifier.isConfirmed?.(proof, options) ?? true)
  const summary = summaryOf(verifier, proof, verdict, options)
  const vouched = verifier.vouchedFor?.(proof)
  const ok = verdict === 'verified' || verdict === 'sealed'
  return { verdict, ok, badge, steps, summary, ...(vouched && { vouched }) }
}

/** What a check refuses becomes a failed step. */
function runStep(step: StepName, check: () => Outcome): Step {
  try {
    const outcome = check()
    return typeof outcome === 'string' ? { step, status: 'passed', detail: outcome } : { step, ...outcome }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return { step, status: 'failed', detail: error.message }
  }
}

function failure(steps: readonly Step[], badge: Badge | null, failed: StepName): Verification {
  const summary = `This proof does not verify: step "${failed}" fails.`
  return { verdict: 'failed', ok: false, badge, steps, failed, summary }
}

function unknownZone({ message }: UnknownZone): Verification {
  const summary = `Nothing was verified: ${message}, so it cannot tell when the rounds of the document open. Newer zone data of the system help.`
  const steps = [{ step: 'terms', status: 'absent', detail: message }] as const
  return { verdict: 'unknown-zone', ok: false, badge: null, steps, summary }
}

type ShownVerdict = Exclude<Verdict, 'failed' | 'unknown-zone'>

/** The verdict on a document of which no step failed. A void one is settled: its document shows everything that there is. */
function verdictOf({ log, seal, result }: Stated, isConfirmed: boolean): ShownVerdict {
  if (log === null) return 'arithmetic'
  if (!isConfirmed) return 'unconfirmed'
  return seal !== null && result === null ? 'sealed' : 'verified'
}

/** What a subject lacks that opened before version 3. */
const LESS = 'it needs no quorum of witnesses, its rows have no claims of members'

const ARITHMETIC =
  'Arithmetic only, nothing is proven: the numbers of this document agree with each other, but it carries no ' +
  'transparency log, and anybody can make such a document.'

function summaryOf<P extends Stated, S extends StepName>(
  { what, mainSentence, originOf, badgeOf, namedLinesOf }: Verifier<P, S>,
  proof: P,
  verdict: ShownVerdict,
  { log, witness, receipt }: VerifyOptions,
): string {
  const arithmetic = `${ARITHMETIC}${proof.result === null ? ' It states no result.' : ''}`
  const sentences = [verdict === 'arithmetic' ? arithmetic : mainSentence(proof, verdict)]
  const { version, demo } = originOf(proof)
  if (version !== 3) {
    const less = what === 'round' ? LESS : `${LESS}, and its content is not bound`
    sentences.push(`The ${what} opened under the rules of version ${version}, which promise less: ${less}.`)
  }
  const lines = verdict === 'verified' && proof.seal !== null ? namedLinesOf?.(proof) : null
  if (lines && witness === undefined) sentences.push(witnessNote(lines, badgeOf(proof) === 'witnessed-local'))
  if (demo) sentences.push(`The ${what} belongs to the demo world: its times lie before the log began.`)
  if (receipt !== undefined && version === 3 && log === undefined)
    sentences.push('Without the whole log the root that the receipt states was not compared with it.')
  if (verdict === 'verified' && log === undefined && witness === undefined) {
    sentences.push(
      proof.seal === null
        ? `A proof alone cannot show that no seal of this ${what} exists; the whole log shows it.`
        : `A proof alone cannot show that no other seal of this ${what} exists; the whole log shows it, or a witness that audits the log.`,
    )
  } else if (verdict === 'verified' && log === undefined && witness !== undefined && proof.seal !== null) {
    sentences.push(
      `Without the whole log, it rests on the audit of ${witness.name} that no other seal of this ${what} exists.`,
    )
  }
  return sentences.join(' ')
}
