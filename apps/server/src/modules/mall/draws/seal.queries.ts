/** Statements of the seal. */
import type { TimesCounted } from '@fairlot/contract/kinds/issue-kinds'
import type { Chain } from '@fairlot/fairness/beacon'
import { FLOOR_MS, type Executor, type Tx } from '../../../platform/db.ts'
import { ROUND_OF_SEAL } from '../../fair/index.ts'

/** A sold-out issue that is not sealed yet. */
export type UnsealedIssue = {
  number: string
  /** the version of the log's rules that the issue opened under */
  rules: number
  shares: number
  timesCounted: TimesCounted
  /** minutes east of UTC */
  utcOffset: number
  commitment: string | null
  chain: string | null
  delay: number | null
  /** number and sum of times of all orders, as the sale counted them */
  orders: number
  timeSum: bigint
  /** the encrypted salt and the id of its key; null in grade plain */
  salt: Uint8Array | null
  keyId: string | null
}

const UNSEALED = {
  name: 'seal.read',
  text: `
select terms.number, issue.log_rules as rules, terms.shares, terms.times_counted as "timesCounted", terms.utc_offset as "utcOffset",
  terms.commitment, terms.chain, terms.delay, issue.orders, issue.time_sum as "timeSum", secret.salt,
  secret.key_id as "keyId"
from issue
join issue_terms terms using (issue_id)
left join issue_secret secret using (issue_id)
where issue.issue_id = $1 and issue.status = 'sold_out'
  and not exists (select 1 from issue_seal seal where seal.issue_id = issue.issue_id)`,
}

/** Undefined: the issue is not sold out, or is sealed already. */
export async function readUnsealed(db: Executor, issueId: string): Promise<UnsealedIssue | undefined> {
  return (await db.query<UnsealedIssue>(UNSEALED, [issueId]))[0]
}

/** What the seal contains. `salt` is null in grade plain. */
export type SealContent = { orders: number; digest: string; sum: bigint; salt: string | null }

/**
 * The statement reads the clock and computes the beacon round from it ($6 genesis, $7 period of the chain). The time of
 * the seal is never before the last order's, nor before the end of the log ($8), also when the clock went back.
 */
const SEAL = {
  name: 'seal.write',
  text: `
insert into issue_seal (issue_id, orders, digest, sum, salt, sealed_ms, round)
select issue.issue_id, $2, $3, $4, $5, sealed.ms,
  case when terms.chain is not null then ${ROUND_OF_SEAL('$6', '$7')} end
from issue
join issue_terms terms using (issue_id)
cross join lateral (
  select greatest(issue.last_ms, $8::bigint, ${FLOOR_MS('business_now()')}) as ms) sealed
where issue.issue_id = $1 and issue.status = 'sold_out'
on conflict (issue_id) do nothing
returning sealed_ms as "sealedMs", round`,
}

/** @returns time (Unix milliseconds) and round of the seal; undefined when the issue is sealed already */
export async function insertSeal(
  tx: Tx,
  issueId: string,
  { orders, digest, sum, salt }: SealContent,
  { chain, floorMs }: { chain: Chain | null; floorMs: number },
): Promise<{ sealedAt: number; round: number | null } | undefined> {
  const values = [issueId, orders, digest, sum, salt, chain?.genesis ?? null, chain?.period ?? null, floorMs]
  const [seal] = await tx.query<{ sealedMs: bigint; round: bigint | null }>(SEAL, values)
  return seal && { sealedAt: Number(seal.sealedMs), round: seal.round === null ? null : Number(seal.round) }
}
