/**
 * The proof document of a sealed or drawn issue: all data that a verifier needs, and no data that identifies a member. An issue
 * that opened under the rules of version 1 has a document of version 1.
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
  type ProofBeacon,
  type ProofLog,
  type ProofLog1,
} from '@fairlot/fairness/proof'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { issueLog, type Beacons, type LogWriter, type TagKeys } from '../../fair/index.ts'
import { toPublishedTerms, toPublishedTerms1 } from '../issues/log-entries.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { createRowCache } from './proof-rows.ts'
import { readDrawState, type DrawState } from './draw-state.queries.ts'

export type ProofOptions = {
  db: Executor
  terms: TermsReader
  beacons: Beacons
  tagKeys: TagKeys
  /** writes the transparency log; gives deployment and key */
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
  /** the configured witnesses, whose lines proofs carry; a witnessed issue has the witnesses of its opening */
  witnesses?: readonly NoteKey[]
}

export type Proofs = {
  /**
   * The proof of an issue, by issue number. While a draw is not covered by a checkpoint, the issue is shown as sealed. The rows
   * of an issue are cached; seal, draw and log are read for each call.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (also for an issue under the rules of version 1 that is sealed and not drawn)
   */
  of(number: string): Promise<IssueProof | IssueProof1>
  /**
   * The proof of a drawn issue, for the doctor: its `log` is null while no checkpoint covers the draw.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (the issue is not drawn)
   */
  ofDraw(number: string): Promise<IssueProof | IssueProof1>
}

/** A sealed issue, as its documents are made of it. */
type Sealed = {
  terms: IssueTerms
  state: DrawState
  /** the seal; the attempt is added in documents of version 2 */
  seal: IssueSeal1
  rows: readonly OrderRow[]
}

export function createProofs(options: ProofOptions): Proofs {
  const rowsOf = createRowCache(options)

  async function readSealed(number: string): Promise<Sealed> {
    const terms = await options.terms.byNumber(number)
    if (!terms) throw new Refusal('NO_SUCH_DATA')
    const state = await readDrawState(options.db, terms.issueId)
    const seal = sealOf(state)
    if (!seal) throw new Refusal('NOT_SEALED')
    return { terms, state, seal, rows: await rowsOf(terms, seal.orders) }
  }

  function logOf({ terms, state, seal }: Sealed, drawn: boolean): Promise<ProofLog | null> {
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
      const sealed = await readSealed(number)
      const log = sealed.state.code === null ? null : await logOf(sealed, true)
      if (sealed.state.rules > 1) {
        return log
          ? proofOf(options, sealed, { drawn: true, log })
          : proofOf(options, sealed, { drawn: false, log: await logOf(sealed, false) })
      }
      // version 1 has no document of a sealed issue
      if (!log) throw new Refusal('NOT_SEALED')
      return oldProofOf(options, sealed, log)
    },
    async ofDraw(number) {
      const sealed = await readSealed(number)
      if (sealed.state.code === null) throw new Refusal('NOT_SEALED')
      const log = await logOf(sealed, true)
      return sealed.state.rules > 1
        ? proofOf(options, sealed, { drawn: true, log })
        : oldProofOf(options, sealed, log)
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

const chainOf = (beacons: Beacons, { chain }: IssueTerms) => (chain === null ? null : beacons.of(chain).chain)

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

function beaconPart(
  { chain }: IssueTerms,
  { round, signature }: DrawState,
  beacons: Beacons,
): ProofBeacon | null {
  if (chain === null || round === null || signature === null) return null
  const beacon = beacons.of(chain)
  const part = { chain, round: Number(round), signature }
  return beacon.local ? { ...part, publicKey: beacon.chain.publicKey } : part
}
