/**
 * The proof document of a sealed or drawn issue: all data that a verifier needs, and no data that identifies a member. It has the
 * version of the rules that the issue opened under.
 */
import { roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { FIRST_CODE, tierTable, type OrderRow } from '@fairlot/fairness/draw'
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import {
  PROOF_VERSION,
  PROOF_VERSION_1,
  type IssueProof,
  type IssueProof1,
  type IssueResult,
  type IssueSeal1,
  type IssueTerms1,
  type ProofLog,
  type ProofLog1,
} from '@fairlot/fairness/proof'
import type { IssueProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { Refusal } from '../../../platform/refusal.ts'
import { issueLog, type LogWriter } from '../../fair/index.ts'
import { toPublishedTerms, toPublishedTerms1 } from '../issues/log-entries.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'
import { readDrawState, type DrawState } from './draw-state.queries.ts'
import { proofOfDraw3, proofOfIssue3 } from './proof-3.ts'
import { beaconPart, chainOf, type ProofOptions, type SealedIssue } from './proof-parts.ts'
import { createRowCache } from './proof-rows.ts'

export type Proofs = {
  /**
   * The proof of an issue, by issue number. While a draw is not covered by a checkpoint, the issue is shown as sealed. The rows
   * of an issue are cached; seal, draw and log are read for each call.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (also for an issue under the rules of version 1 that is sealed and not drawn)
   */
  of(number: string): Promise<IssueProof | IssueProof1 | IssueProof3>
  /**
   * The proof of a drawn issue, for the doctor: its `log` is null while no checkpoint covers the draw.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (the issue is not drawn)
   */
  ofDraw(number: string): Promise<IssueProof | IssueProof1 | IssueProof3>
}

/** A sealed issue under the rules of version 1 or 2. */
type Sealed = SealedIssue & { rows: readonly OrderRow[] }

export function createProofs(options: ProofOptions): Proofs {
  const cache = createRowCache(options)
  const options3 = { ...options, ...cache }

  async function readSealed(number: string): Promise<SealedIssue> {
    const terms = await options.terms.byNumber(number)
    if (!terms) throw new Refusal('NO_SUCH_DATA')
    const state = await readDrawState(options.db, terms.issueId)
    const seal = sealOf(state)
    if (!seal) throw new Refusal('NOT_SEALED')
    return { terms, state, seal }
  }

  const withRows = async (sealed: SealedIssue): Promise<Sealed> => ({
    ...sealed,
    rows: await cache.rowsOf(sealed.terms, sealed.seal.orders),
  })

  function logOf({ terms, state, seal }: SealedIssue, drawn: boolean): Promise<ProofLog | null> {
    const issue = {
      number: terms.number,
      chain: chainOf(options.beacons, terms),
      round: seal.round,
      drawn,
      // documents of version 1 carry no lines
      witnesses: state.rules > 1 ? witnessesOf(options, terms) : [],
    }
    return issueLog(options.db, issue, options.writer.publicKey)
  }

  return {
    async of(number) {
      const issue = await readSealed(number)
      const { rules, code } = issue.state
      if (rules > 2) return proofOfIssue3(options3, issue)
      const sealed = await withRows(issue)
      const log = code === null ? null : await logOf(sealed, true)
      if (rules > 1) {
        return log
          ? proofOf(options, sealed, { drawn: true, log })
          : proofOf(options, sealed, { drawn: false, log: await logOf(sealed, false) })
      }
      // version 1 has no document of a sealed issue
      if (!log) throw new Refusal('NOT_SEALED')
      return oldProofOf(options, sealed, log)
    },
    async ofDraw(number) {
      const issue = await readSealed(number)
      const { rules, code } = issue.state
      if (code === null) throw new Refusal('NOT_SEALED')
      if (rules > 2) return proofOfDraw3(options3, issue)
      const sealed = await withRows(issue)
      const log = await logOf(sealed, true)
      return rules > 1 ? proofOf(options, sealed, { drawn: true, log }) : oldProofOf(options, sealed, log)
    },
  }
}

/** Null: the issue is not sealed. */
function sealOf(state: DrawState): IssueSeal1 | null {
  const { orders, digest, sum, salt, sealedMs, round } = state
  if (orders === null || digest === null || sum === null || sealedMs === null) return null
  return {
    orders,
    digest,
    sum: String(sum),
    salt,
    sealedAt: Number(sealedMs),
    round: round === null ? null : Number(round),
  }
}

/** The name of the log that holds the issue: after a loss it is not the current one. */
const nameOf = (log: ProofLog | null, { deployment }: Pick<LogWriter, 'deployment'>) =>
  (log && parseCheckpoint(log.sealCheckpoint)?.deployment) ?? deployment

function witnessesOf({ witnesses = [] }: ProofOptions, terms: IssueTerms): readonly NoteKey[] {
  return terms.witnesses ? terms.witnesses.flatMap((text) => parseKey(text) ?? []) : witnesses
}

function proofOf(
  { beacons, writer }: ProofOptions,
  { terms, state, seal, rows }: Sealed,
  { drawn, log }: { drawn: boolean; log: ProofLog | null },
): IssueProof {
  const published = toPublishedTerms(terms, Number(state.openedMs))
  return {
    version: PROOF_VERSION,
    kind: 'issue',
    deployment: nameOf(log, writer),
    terms: published,
    rows,
    seal: { attempt: state.attempt ?? 1, ...seal },
    beacon: drawn ? beaconPart(terms, state, beacons) : null,
    result: drawn ? resultPart(terms, state, published) : null,
    log,
  }
}

/** The document of a drawn issue that opened under the rules of version 1. */
function oldProofOf(
  { beacons, writer }: ProofOptions,
  { terms, state, seal, rows }: Sealed,
  log: ProofLog | null,
): IssueProof1 {
  const published = toPublishedTerms1(terms, Number(state.openedMs))
  return {
    version: PROOF_VERSION_1,
    kind: 'issue',
    deployment: nameOf(log, writer),
    terms: published,
    rows,
    seal,
    beacon: beaconPart(terms, state, beacons),
    result: resultPart(terms, state, published),
    log: log && oldLogOf(log, seal, chainOf(beacons, terms)),
  }
}

/**
 * Null when the seal's checkpoint is later than its round: the issue was sealed before this deployment had a log. Its entries
 * are in the log, but they do not prove when they were published.
 */
function oldLogOf(log: ProofLog, { round }: IssueSeal1, chain: Chain | null): ProofLog1 | null {
  const { cosignatures: _, ...part } = log
  const signed = parseCheckpoint(part.sealCheckpoint)
  const isLate = chain && round !== null && signed && signed.timeMs >= roundTimeMs(round, chain)
  return isLate ? null : part
}

function resultPart(
  { shares }: IssueTerms,
  { entropy, code }: DrawState,
  { bands, prizes }: Pick<IssueTerms1, 'bands' | 'prizes'>,
): IssueResult {
  return { entropy, code: code ?? FIRST_CODE, tiers: tierTable(shares, bands, prizes) }
}
