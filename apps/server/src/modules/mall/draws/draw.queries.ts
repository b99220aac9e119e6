/** Statements of the draw. */
import type { Executor, Tx } from '../../../platform/db.ts'
import { recordSoldOut } from '../issues/issue-steps.queries.ts'

/** A sealed issue that is not drawn yet. Amounts in minor units. */
export type SealedIssue = {
  number: string
  /** the version of the log's rules that the issue opened under */
  rules: number
  shares: number
  /** what stays in the escrow: the recycling value of goods, all prizes of cash */
  kept: bigint
  /** what is set aside for rebates and VIP refunds */
  rewards: bigint
  chain: string | null
  digest: string
  sum: bigint
  salt: string | null
  round: bigint | null
  /** the attempt that counts */
  attempt: number
  isWitnessed: boolean
  /** key of the witness that signed this attempt first, in time; null: none has. Version 3 counts a quorum instead */
  witness: string | null
}

const SEALED = {
  name: 'draw.read',
  text: `
select terms.number, issue.log_rules as rules, terms.shares,
  (div(terms.prize_value::numeric * terms.recycle_percent, 100) + prizes_of(terms.tiers))::bigint as kept,
  terms.rebates + terms.refunds as rewards, terms.chain, seal.digest, seal.sum, seal.salt, seal.round, seal.attempt, terms.grade = 'witnessed' as "isWitnessed",
  (select c.witness from issue_cosignature c where c.issue_id = seal.issue_id and c.attempt = seal.attempt
   order by c.signed_ms, c.witness limit 1) as witness
from issue
join issue_terms terms using (issue_id)
join issue_last_seal seal using (issue_id)
where issue.issue_id = $1 and issue.status = 'sold_out'`,
}

/** Undefined: the issue is not sealed, or is drawn already. */
export async function readSealed(db: Executor, issueId: string): Promise<SealedIssue | undefined> {
  return (await db.query<SealedIssue>(SEALED, [issueId]))[0]
}

export type CodeOwner = { member: string; purchase: string; seq: number }

const OWNER = {
  name: 'draw.owner',
  text: `select member_id as member, purchase_id as purchase, seq from issue_sale
    where issue_id = $1 and state = 'done' and first_code <= $2 and first_code + quantity > $2`,
}

/** The order that owns a code. Orders of a sold-out issue do not change, so the statement takes no lock. */
export async function readOwner(db: Executor, issueId: string, code: number): Promise<CodeOwner> {
  const [owner] = await db.query<CodeOwner>(OWNER, [issueId, code])
  if (!owner) throw new Error(`no order owns code ${code} of issue ${issueId}`)
  return owner
}

const LOCK = { name: 'draw.lock', text: 'select status, pool from issue where issue_id = $1 for update' }

/** Locks the issue. @returns the amount in its escrow (minor units); null when the issue does not wait for a draw */
export async function lockForDraw(tx: Tx, issueId: string): Promise<bigint | null> {
  const [issue] = await tx.query<{ status: string; pool: bigint }>(LOCK, [issueId])
  return issue?.status === 'sold_out' ? issue.pool : null
}

/** What the witnesses of an issue of version 3 and grade witnessed have signed of its seal. */
export type Vouched = {
  /** signed notes with their timely lines, ascending by size */
  lines: readonly string[]
  /** fewer than the quorum signed in time, or the log was lost: the draw is in favour of the members */
  favour: boolean
  /** by the seal of a log that was lost, which this log does not have */
  isLost?: true
}

/** `signature`, `beacon` (B) and `entropy` (E) are hex; null when the grade has none. */
export type DrawResult = {
  signature: string | null
  beacon: string | null
  entropy: string | null
  code: number
}

const DRAW = {
  name: 'draw.write',
  text: `insert into issue_draw (issue_id, signature, beacon, entropy, code, member_id, purchase_id, seq, attempt, witness, favour, after_loss, drawn_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, date_trunc('milliseconds', business_now()))
    on conflict (issue_id) do nothing
    returning issue_id`,
}

/**
 * Writes the draw, the issue's status and its settlement, which a job then runs.
 * @returns false when the issue is drawn already
 */
export async function insertDraw(
  tx: Tx,
  issueId: string,
  { signature, beacon, entropy, code }: DrawResult,
  { member, purchase, seq }: CodeOwner,
  {
    attempt,
    witness,
    favour,
    isLost,
  }: Pick<SealedIssue, 'attempt' | 'witness'> & Pick<Vouched, 'favour' | 'isLost'>,
): Promise<boolean> {
  const drawn = [issueId, signature, beacon, entropy, code, member, purchase, seq]
  const values = [...drawn, attempt, witness, favour, isLost === true]
  const written = await tx.query(DRAW, values)
  if (written.length === 0) return false
  await tx.query(`update issue set status = 'drawn' where issue_id = $1`, [issueId])
  // another process may draw before the step that records the sell-out
  await recordSoldOut(tx, issueId)
  await tx.query('insert into issue_settlement (issue_id) values ($1)', [issueId])
  return true
}
