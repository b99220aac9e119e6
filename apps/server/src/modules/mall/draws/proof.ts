/** The proof document of a drawn issue: everything that a verifier needs, and nothing that names a person. */
import { FIRST_CODE, tierTable, type OrderRow } from '@fairlot/fairness/draw'
import { PROOF_VERSION, type IssueProof } from '@fairlot/fairness/proof'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { issueLog, type Beacons, type LogWriter, type TagKeys } from '../../fair/index.ts'
import { GOODS_BANDS, publishedTerms } from '../issues/log-entries.ts'
import { readRows } from './draw-orders.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'

export type ProofOptions = {
  db: Executor
  terms: TermsReader
  beacons: Beacons
  tagKeys: TagKeys
  /** of the transparency log; names deployment and key */
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
}

export type Proofs = {
  /**
   * The proof of an issue by its number. A drawn issue never changes, so a process keeps the last ones, but for their
   * part of the log, which follows a moment after the draw.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (not drawn yet)
   */
  of(number: string): Promise<IssueProof>
}

/** Seal and draw of an issue, as far as they have come. */
export type DrawState = {
  openedMs: bigint
  orders: number | null
  digest: string | null
  sum: bigint | null
  salt: string | null
  sealedMs: bigint | null
  round: bigint | null
  signature: string | null
  entropy: string | null
  code: number | null
}

const STATE = {
  name: 'proof.state',
  text: `select floor(extract(epoch from i.opened_at) * 1000)::bigint as "openedMs",
      s.orders, s.digest, s.sum, s.salt, s.sealed_ms as "sealedMs", s.round, d.signature, d.entropy, d.code
    from issue i left join issue_seal s using (issue_id) left join issue_draw d using (issue_id)
    where i.issue_id = $1`,
}

export async function drawState(db: Executor, issueId: string): Promise<DrawState> {
  const [state] = await db.query<DrawState>(STATE, [issueId])
  if (!state) throw new Refusal('NO_SUCH_DATA')
  return state
}

/** As many orders as kept proofs may have together: about 30 MB. */
const MOST_ROWS_KEPT = 200_000

export function createProofs(options: ProofOptions): Proofs {
  const kept = new Map<string, { proof: Promise<IssueProof>; rows: number }>()
  let keptRows = 0

  function forget(number: string) {
    keptRows -= kept.get(number)?.rows ?? 0
    kept.delete(number)
  }

  function keep(number: string, proof: Promise<IssueProof>, rows: number) {
    for (const oldest of kept.keys()) {
      if (keptRows + rows <= MOST_ROWS_KEPT) break
      forget(oldest)
    }
    kept.set(number, { proof, rows })
    keptRows += rows
    // what failed is tried again by the next call
    proof.catch(() => forget(number))
  }

  async function unlogged(number: string): Promise<IssueProof> {
    const known = kept.get(number)
    if (known) return known.proof
    const terms = await options.terms.byNumber(number)
    if (!terms) throw new Refusal('NO_SUCH_DATA')
    const state = await drawState(options.db, terms.issueId)
    if (state.code === null || state.orders === null) throw new Refusal('NOT_SEALED')
    const shared = kept.get(number)
    if (shared) return shared.proof
    const proof = readRows(options.db, terms.issueId, options.tagKeys.of(number), terms.utcOffset).then(
      (rows) => proofOf(options, terms, state, rows),
    )
    keep(number, proof, state.orders)
    return proof
  }

  return {
    async of(number) {
      const proof = await unlogged(number)
      const { chain } = proof.terms
      const issue = {
        number,
        chain: chain === null ? null : options.beacons.of(chain).chain,
        round: proof.seal.round,
      }
      return { ...proof, log: await issueLog(options.db, issue, options.writer.publicKey) }
    },
  }
}

function proofOf(
  { beacons, writer }: ProofOptions,
  terms: IssueTerms,
  state: DrawState,
  rows: readonly OrderRow[],
): IssueProof {
  const published = publishedTerms(terms, Number(state.openedMs))
  return {
    version: PROOF_VERSION,
    kind: 'issue',
    deployment: writer.deployment,
    terms: published,
    rows,
    seal: {
      orders: state.orders ?? 0,
      digest: state.digest ?? '',
      sum: String(state.sum),
      salt: state.salt,
      sealedAt: Number(state.sealedMs),
      round: state.round === null ? null : Number(state.round),
    },
    beacon: beaconPart(terms, state, beacons),
    result: {
      entropy: state.entropy,
      code: state.code ?? FIRST_CODE,
      tiers: tierTable(terms.shares, GOODS_BANDS, published.prizes),
    },
    log: null,
  }
}

function beaconPart({ chain }: IssueTerms, { round, signature }: DrawState, beacons: Beacons) {
  if (chain === null || round === null || signature === null) return null
  const beacon = beacons.of(chain)
  const part = { chain, round: Number(round), signature }
  return beacon.local ? { ...part, publicKey: beacon.chain.publicKey } : part
}
