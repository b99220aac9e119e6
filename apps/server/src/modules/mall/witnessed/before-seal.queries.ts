/** What decides when a sold-out issue is sealed. */
import { FLOOR_MS, type Executor } from '../../../platform/db.ts'

/** An issue that waits for its seal. */
export type WaitingForSeal = {
  number: string
  /** the version of the log's rules that it opened under */
  rules: number
  isWitnessed: boolean
  hasBeacon: boolean
  /** note verifier keys that the terms name; null unless the grade is witnessed */
  witnesses: readonly string[] | null
  quorum: number | null
  commitment: string | null
  salt: Uint8Array | null
  keyId: string | null
  /** milliseconds since the sell-out */
  waitedMs: bigint
}

const WAITING = {
  name: 'seal.waiting',
  text: `
select terms.number, issue.log_rules as rules, terms.grade = 'witnessed' as "isWitnessed", terms.chain is not null as "hasBeacon",
  terms.witnesses, terms.quorum, terms.commitment, secret.salt, secret.key_id as "keyId",
  ${FLOOR_MS('business_now()')} - ${FLOOR_MS('issue.sold_out_at')} as "waitedMs"
from issue
join issue_terms terms using (issue_id)
left join issue_secret secret using (issue_id)
where issue.issue_id = $1 and issue.status = 'sold_out'
  and not exists (select 1 from issue_seal seal where seal.issue_id = issue.issue_id)`,
}

/** Undefined: the issue is not sold out, or is sealed. */
export async function readWaitingForSeal(db: Executor, issueId: string): Promise<WaitingForSeal | undefined> {
  return (await db.query<WaitingForSeal>(WAITING, [issueId]))[0]
}
