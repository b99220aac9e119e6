/** Statements that make an issue and put it on sale. */
import { FLOOR_MS, MS, type Tx } from '../../../platform/db.ts'
import type { LogTimes, LogWriter, VouchingColumns } from '../../fair/index.ts'
import { keepIssueContent } from '../contents/prize-content.ts'
import { publishOpening } from './log-entries.ts'

/** The product's open issue: on sale or scheduled. Only its latest issue (`sequence`) can be open. */
export async function findOpenIssue(
  tx: Tx,
  code: string,
  sequence: number,
): Promise<{ issueId: string; number: string } | undefined> {
  const [row] = await tx.query<{ issueId: string; number: string }>(
    `select issue.issue_id as "issueId", terms.number
     from product_issue numbered join issue using (issue_id) join issue_terms terms using (issue_id)
     where numbered.code = $1 and numbered.sequence = $2 and issue.status in ('scheduled', 'selling')`,
    [code, sequence],
  )
  return row
}

export type NewIssue = {
  issueId: string
  /** product code */
  code: string
  sequence: number
  number: string
  /** minutes east of UTC */
  utcOffset: number
  /** commitment (hex), and the encrypted salt with the id of its key; null in grade plain */
  salt: { commitment: string; bytes: Uint8Array; keyId: string } | null
  /** beacon chain hash, and seconds from seal to beacon round; null unless the grade has a beacon */
  chain: string | null
  delay: number | null
  closesAtMs: number
  createdAtMs: number
  /** time at which a scheduled issue opens; null: it opens now */
  opensAtMs: number | null
  /** minor units */
  subsidy: bigint
  rebates: bigint
  refunds: bigint
  /** the sale begins before the log began: the issue belongs to the demo world */
  demo: boolean
  /** version of the log's rules */
  rules: 2 | 3
} & VouchingColumns

/** Inserts an issue in status `scheduled`. Copies the other terms from the product. */
export async function insertIssue(tx: Tx, issue: NewIssue): Promise<void> {
  const { issueId, code, sequence, salt } = issue
  await tx.query(
    `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
       max_per_member, min_vip, times_counted, grade, utc_offset, commitment, chain, delay, closes_at, created_at, opens_at, subsidy,
       demo, witnesses, rebates, refunds, own_witnesses, quorum, tiers)
     select $1, code, $3, $4, mode, shares, share_price, market_price, recycle_percent,
       max_per_member, min_vip, times_counted, grade, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, tiers
     from product where code = $2`,
    [
      issueId,
      code,
      sequence,
      issue.number,
      issue.utcOffset,
      salt && salt.commitment,
      issue.chain,
      issue.delay,
      new Date(issue.closesAtMs),
      new Date(issue.createdAtMs),
      issue.opensAtMs === null ? null : new Date(issue.opensAtMs),
      issue.subsidy,
      issue.demo,
      issue.witnesses,
      issue.rebates,
      issue.refunds,
      issue.ownWitnesses,
      issue.quorum,
    ],
  )
  if (salt) {
    await tx.query('insert into issue_secret (issue_id, salt, key_id) values ($1, $2, $3)', [
      issueId,
      salt.bytes,
      salt.keyId,
    ])
  }
  await tx.query('insert into product_issue (code, sequence, issue_id) values ($1, $2, $3)', [
    code,
    sequence,
    issueId,
  ])
  await tx.query(
    `insert into issue (issue_id, shares, price, utc_offset, closes_ms, seat, status, log_rules)
     select issue_id, shares, price, utc_offset, ${MS('closes_at')}, case when mode = 'pk' then shares / 2 end, 'scheduled', $2
     from issue_terms where issue_id = $1`,
    [issueId, issue.rules],
  )
  await tx.query('update product set issued = $2 where code = $1', [code, sequence])
}

/** Business time in Unix milliseconds. Order times have the same resolution, so an order cannot precede the opening. */
export async function businessNowMs(tx: Tx): Promise<number> {
  const [now] = await tx.query<{ ms: bigint }>(`select ${FLOOR_MS('business_now()')} as ms`)
  return Number(now!.ms)
}

/** The time of an opening: business time, but not before the end of the log. */
export async function openingMs(tx: Tx, { floorMs }: LogTimes): Promise<number> {
  return Math.max(floorMs, await businessNowMs(tx))
}

/**
 * Puts a scheduled issue on sale under the rules of now, keeps what it shows and publishes its terms. The product is locked.
 * @param openedMs Unix milliseconds
 */
export async function putOnSale(
  tx: Tx,
  writer: LogWriter,
  issueId: string,
  openedMs: number,
  log: LogTimes,
): Promise<void> {
  // last_ms starts at the opening, so that no order is earlier, also when the clock goes back
  await tx.query(
    `update issue set status = 'selling', opened_at = $2, last_ms = $3, log_rules = $4
     where issue_id = $1 and status = 'scheduled'`,
    [issueId, new Date(openedMs), openedMs, writer.rules],
  )
  await tx.query(`insert into issue_event (issue_id, event, at) values ($1, 'opened', $2)`, [
    issueId,
    new Date(openedMs),
  ])
  await keepIssueContent(tx, issueId)
  await publishOpening(tx, writer, issueId, log)
}
