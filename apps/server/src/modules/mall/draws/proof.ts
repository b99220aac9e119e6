/** The proof document of a drawn issue: all data that a verifier needs, and no data that identifies a member. */
import { FIRST_CODE, tierTable, type OrderRow } from '@fairlot/fairness/draw'
import { PROOF_VERSION, type IssueProof } from '@fairlot/fairness/proof'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { issueLog, type Beacons, type LogWriter, type TagKeys } from '../../fair/index.ts'
import { toPublishedTerms } from '../issues/log-entries.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { readOrders } from './draw-orders.ts'
import { readDrawState, type DrawState } from './draw-state.queries.ts'

export type ProofOptions = {
  db: Executor
  terms: TermsReader
  beacons: Beacons
  tagKeys: TagKeys
  /** writes the transparency log; gives deployment and key */
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
}

export type Proofs = {
  /**
   * The proof of an issue, by issue number. A drawn issue does not change, so each process caches recent proofs. The log
   * part is not cached, because the log contains the draw only shortly after it.
   * @throws Refusal NO_SUCH_DATA, NOT_SEALED (the issue is not drawn yet)
   */
  of(number: string): Promise<IssueProof>
}

/** Maximum number of orders of all cached proofs together: about 30 MB. */
const MAX_CACHED_ORDERS = 200_000

export function createProofs(options: ProofOptions): Proofs {
  const cached = new Map<string, { proof: Promise<IssueProof>; rows: number }>()
  let cachedOrders = 0

  function forget(number: string) {
    cachedOrders -= cached.get(number)?.rows ?? 0
    cached.delete(number)
  }

  function cache(number: string, proof: Promise<IssueProof>, rows: number) {
    for (const oldest of cached.keys()) {
      if (cachedOrders + rows <= MAX_CACHED_ORDERS) break
      forget(oldest)
    }
    cached.set(number, { proof, rows })
    cachedOrders += rows
    // a failed proof is not cached: the next call computes it again
    proof.catch(() => forget(number))
  }

  /** The proof without its log part. */
  async function proofWithoutLog(number: string): Promise<IssueProof> {
    const known = cached.get(number)
    if (known) return known.proof
    const terms = await options.terms.byNumber(number)
    if (!terms) throw new Refusal('NO_SUCH_DATA')
    const state = await readDrawState(options.db, terms.issueId)
    if (state.code === null || state.orders === null) throw new Refusal('NOT_SEALED')
    const shared = cached.get(number)
    if (shared) return shared.proof
    const proof = readOrders(options.db, terms.issueId, options.tagKeys.of(number), terms.utcOffset).then(
      (rows) => proofOf(options, terms, state, rows),
    )
    cache(number, proof, state.orders)
    return proof
  }

  return {
    async of(number) {
      const proof = await proofWithoutLog(number)
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
  const published = toPublishedTerms(terms, Number(state.openedMs))
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
      tiers: tierTable(terms.shares, published.bands, published.prizes),
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
