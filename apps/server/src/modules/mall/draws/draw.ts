/**
 * The draw of a sealed issue. Nothing here chooses: seal and beacon round decide, and the primary key of
 * `issue_draw` lets it happen once.
 */
import { beaconOf } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/bls'
import { drawEntropy, winningCode } from '@fairlot/fairness/draw'
import { share } from '@fairlot/contract/money'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Beacons, LogWriter } from '../../fair/index.ts'
import { transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'

export type DrawOptions = {
  db: Db
  beacons: Beacons
  /** of the transparency log */
  writer: LogWriter
}

type Sealed = {
  number: string
  shares: number
  prizeValue: bigint
  recyclePercent: number
  chain: string | null
  digest: string
  sum: bigint
  salt: string | null
  round: bigint | null
}

const SEALED = {
  name: 'draw.read',
  text: `select t.number, t.shares, t.prize_value as "prizeValue", t.recycle_percent as "recyclePercent", t.chain,
      s.digest, s.sum, s.salt, s.round
    from issue i join issue_terms t using (issue_id) join issue_seal s using (issue_id)
    where i.issue_id = $1 and i.status = 'sold_out'`,
}

/** The order that owns a code. Orders are read once, in no lock: they are final. */
const OWNER = {
  name: 'draw.owner',
  text: `select member_id as member, purchase_id as purchase, seq from issue_sale
    where issue_id = $1 and state = 'done' and first_code <= $2 and first_code + quantity > $2`,
}

const DRAW = {
  name: 'draw.write',
  text: `insert into issue_draw (issue_id, signature, beacon, entropy, code, member_id, purchase_id, seq, drawn_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, date_trunc('milliseconds', business_now()))
    on conflict (issue_id) do nothing
    returning floor(extract(epoch from drawn_at) * 1000)::bigint as at`,
}

/** `waiting`: the beacon round does not exist yet, or the seal is not published. `nothing`: not sealed, or drawn already. */
export type DrawAnswer = 'drawn' | 'waiting' | 'nothing'

type Result = { signature: string | null; beacon: string | null; entropy: string | null; code: number }

/** Draws an issue when its seal is published and its beacon round is there. */
export async function drawIssue(options: DrawOptions, issueId: string): Promise<DrawAnswer> {
  const { db, beacons, writer } = options
  const [sealed] = await db.query<Sealed>(SEALED, [issueId])
  if (!sealed) return 'nothing'
  if (!(await writer.covers(db, 'issue-seal', sealed.number))) return 'waiting'
  const result = await compute(sealed, beacons)
  if (!result) return 'waiting'
  const owner = await ownerOf(db, issueId, result.code)
  const drawn = await db.tx(async (tx) => {
    const [issue] = await tx.query<{ status: string; pool: bigint }>(
      { name: 'draw.lock', text: 'select status, pool from issue where issue_id = $1 for update' },
      [issueId],
    )
    if (issue?.status !== 'sold_out') return false
    const [written] = await tx.query<{ at: bigint }>(DRAW, [
      issueId,
      result.signature,
      result.beacon,
      result.entropy,
      result.code,
      owner.member,
      owner.purchase,
      owner.seq,
    ])
    if (!written) return false
    await tx.query(`update issue set status = 'drawn' where issue_id = $1`, [issueId])
    await tx.query('insert into issue_settlement (issue_id) values ($1)', [issueId])
    await earn(tx, issueId, issue.pool, sealed)
    await writer.leave(tx, {
      t: 'issue-draw',
      issue: sealed.number,
      round: sealed.round === null ? null : Number(sealed.round),
      beacon: result.beacon,
      entropy: result.entropy,
      code: result.code,
      at: Number(written.at),
    })
    return true
  })
  return drawn ? 'drawn' : 'nothing'
}

async function compute(sealed: Sealed, beacons: Beacons): Promise<Result | null> {
  const { number, shares, chain, digest, sum, salt } = sealed
  let signature: string | null = null
  const round = sealed.round === null ? null : Number(sealed.round)
  if (chain !== null && round !== null) {
    const beacon = beacons.of(chain)
    signature = await beacon.signature(round)
    if (signature === null) return null
    if (!verifyRound(beacon.chain, round, signature))
      throw new Error(`issue ${number}: the signature of round ${round} is not the beacon's`)
  }
  const value = signature === null ? null : beaconOf(signature)
  const entropy = salt === null ? null : drawEntropy({ salt, issue: number, digest, round, beacon: value })
  return { signature, beacon: value, entropy, code: winningCode(sum, entropy, shares) }
}

async function ownerOf(db: Executor, issueId: string, code: number) {
  const [owner] = await db.query<{ member: string; purchase: string; seq: number }>(OWNER, [issueId, code])
  if (!owner) throw new Error(`nobody owns code ${code} of issue ${issueId}`)
  return owner
}

/** What recycling the prize would pay stays in escrow; the rest of the sales is earned. Rounded down to 1/10,000. */
async function earn(tx: Tx, issueId: string, pool: bigint, { prizeValue, recyclePercent }: Sealed) {
  const amount = pool - share(prizeValue, BigInt(recyclePercent), 100n)
  if (amount === 0n) return
  await transfer(tx, {
    ref: issueId,
    kind: 'draw',
    from: { book: issueBook, key: issueId },
    to: { house: 'sales' },
    amount,
  })
}
