/**
 * Seals that only the lost stretch of a log had. A witness keeps the entry that it signed in time. When the orders, the salt and the terms in
 * this database give exactly that seal, the issue is sealed by it: it was published, and it is drawn in the members' favour.
 */
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { sumOfTimes } from '@fairlot/fairness/draw'
import { readSealFields3 } from '@fairlot/fairness/proof/version-3/seals'
import type { IssueSeal3 } from '@fairlot/fairness/proof/version-3/types'
import type { Tx } from '../../../platform/db.ts'
import { LEAD_MS, markLostSeal, type Beacons, type Salts, type TagKeys } from '../../fair/index.ts'
import { ordersOf, revealSalt } from './seal.ts'
import { readUnsealed, type UnsealedIssue } from './seal.queries.ts'

export type AdoptOptions = { salts: Salts; tagKeys: TagKeys; beacons: Beacons }

type Kept = { issueId: string; entry: string; signedMs: bigint }

/** What named witnesses keep of issues that are sold out and not sealed here. */
const KEPT = `
  select i.issue_id as "issueId", k.entry, k.signed_ms as "signedMs"
  from issue i join issue_terms t using (issue_id) join witnessed_seal k on k.subject = t.number and k.witness = any (t.witnesses)
  where i.status = 'sold_out' and i.log_rules >= 3 and t.grade = 'witnessed'
    and not exists (select from issue_seal s where s.issue_id = i.issue_id)
    and k.inclusion is not null order by i.issue_id, k.witness`

const SEAL = `
  insert into issue_seal (issue_id, orders, digest, sum, salt, sealed_ms, round) values ($1, $2, $3, $4, $5, $6, $7)`

/** Seals by kept entries what they fit, in the transaction that starts the new log and holds the locks of the issues. */
export async function adoptSeals(tx: Tx, options: AdoptOptions): Promise<void> {
  for (const kept of await tx.query<Kept>(KEPT)) {
    const { issueId, entry } = kept
    const issue = await readUnsealed(tx, issueId)
    const seal = issue && (await fittingSeal(tx, options, issue, kept))
    if (!seal) continue
    const { orders, digest, sum, salt, sealedAt, round } = seal
    await markLostSeal(tx, issueId, entry)
    await tx.query(SEAL, [issueId, orders, digest, sum, salt, sealedAt, round])
  }
}

/** Null: the entry is not the seal of these orders, or its line was not made in time. */
async function fittingSeal(
  tx: Tx,
  { salts, tagKeys, beacons }: AdoptOptions,
  issue: UnsealedIssue,
  { issueId, entry, signedMs }: Kept,
): Promise<IssueSeal3 | null> {
  const { chain: hash, delay, number, shares } = issue
  if (hash === null || delay === null) return null
  const { t: _, issue: named, at: __, ...fields } = JSON.parse(entry) as Record<string, unknown>
  const seal = readSealFields3(fields, 'witnessed')
  const { chain } = beacons.of(hash)
  const round = roundFor(seal.sealedAt, delay, chain)
  const { orders, digestOf } = await ordersOf({ db: tx, tagKeys }, issueId, issue)
  const isSame =
    named === number &&
    seal.round === round &&
    Number(signedMs) < roundTimeMs(round, chain) - LEAD_MS &&
    seal.orders === orders.length &&
    seal.shares === shares &&
    seal.freeEntries === 0 &&
    seal.sum === String(sumOfTimes(orders, issue.timesCounted)) &&
    seal.salt === revealSalt(issue, salts) &&
    seal.digest === digestOf()
  return isSame ? seal : null
}
