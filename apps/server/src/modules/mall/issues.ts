/**
 * Opening issues. An issue's terms are copied from its product and fixed in the transaction that opens it,
 * together with the commitment to its salt, before the first share can be sold.
 */
import { commitment } from '@fairlot/fairness/draw'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import type { Beacons, Salts } from '../fair/index.ts'

export type OpenIssueOptions = {
  db: Db
  clock: Clock
  random: Random
  salts: Salts
  beacons: Beacons
  /** of business time, in minutes east of UTC; an issue keeps the one it opened with */
  utcOffset: number
  /** seconds from seal to beacon round */
  drawDelay: number
}

export type Opening = {
  issueId: string
  number: string
  /** false: it was on sale already */
  opened: boolean
}

type Product = {
  issued: number
  maxIssues: number
  state: 'active' | 'paused'
  grade: 'plain' | 'salt' | 'beacon'
  saleDays: number
}

const DAY_MS = 86_400_000

export const issueNumber = (code: string, sequence: number) => `${code}-${String(sequence).padStart(4, '0')}`

/**
 * Opens the next issue of a product, unless one is on sale. Null: the product is paused, has had all its issues, or
 * does not exist. Safe to repeat and to run in parallel: the product's row is locked.
 */
export async function openIssue(options: OpenIssueOptions, code: string): Promise<Opening | null> {
  return options.db.tx(async (tx) => {
    const [product] = await tx.query<Product>(
      `select issued, max_issues as "maxIssues", state, grade, sale_days as "saleDays"
       from product where code = $1 for update`,
      [code],
    )
    if (!product) return null
    const current = await openOne(tx, code, product.issued)
    if (current) return { ...current, opened: false }
    if (product.state !== 'active') return null
    if (product.maxIssues > 0 && product.issued >= product.maxIssues) return null
    return insertIssue(tx, options, code, product.issued + 1, product)
  })
}

/** The issue that the product has open: only its latest can be. */
async function openOne(tx: Tx, code: string, sequence: number): Promise<Omit<Opening, 'opened'> | null> {
  const [row] = await tx.query<{ issueId: string; number: string }>(
    `select i.issue_id as "issueId", t.number
     from product_issue n join issue i using (issue_id) join issue_terms t using (issue_id)
     where n.code = $1 and n.sequence = $2 and i.status in ('scheduled', 'selling')`,
    [code, sequence],
  )
  return row ?? null
}

async function insertIssue(
  tx: Tx,
  { clock, random, salts, beacons, utcOffset, drawDelay }: OpenIssueOptions,
  code: string,
  sequence: number,
  { grade, saleDays }: Product,
): Promise<Opening> {
  const issueId = uuidv7(clock.now(), random)
  const number = issueNumber(code, sequence)
  const made = grade === 'plain' ? null : salts.make(number)
  const chain = grade === 'beacon' ? beacons.current.chain.hash : null
  // whole milliseconds, so that the published opening is exactly what the first order is compared with
  const [now] = await tx.query<{ ms: bigint }>(
    'select floor(extract(epoch from business_now()) * 1000)::bigint as ms',
  )
  const openedMs = Number(now!.ms)
  await tx.query(
    `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
       max_per_member, min_vip, reading, grade, utc_offset, commitment, chain, delay, closes_at, created_at)
     select $1, code, $3, $4, mode, shares, share_price, market_price, recycle_percent,
       max_per_member, min_vip, reading, grade, $5, $6, $7, $8, $9, $10
     from product where code = $2`,
    [
      issueId,
      code,
      sequence,
      number,
      utcOffset,
      made && commitment(number, made.salt),
      chain,
      chain && drawDelay,
      new Date(openedMs + saleDays * DAY_MS),
      new Date(openedMs),
    ],
  )
  if (made) {
    await tx.query('insert into issue_secret (issue_id, salt, key_id) values ($1, $2, $3)', [
      issueId,
      made.sealed.bytes,
      made.sealed.keyId,
    ])
  }
  await tx.query('insert into product_issue (code, sequence, issue_id) values ($1, $2, $3)', [
    code,
    sequence,
    issueId,
  ])
  // order times start from the opening: a clock that jumps back cannot put an order before it
  await tx.query(
    `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, last_ms)
     select issue_id, shares, price, utc_offset, 'selling', created_at, $2 from issue_terms where issue_id = $1`,
    [issueId, openedMs],
  )
  await tx.query('update product set issued = $2 where code = $1', [code, sequence])
  return { issueId, number, opened: true }
}

/** Products that could have an issue on sale and have none. */
export async function productsToOpen(db: Db): Promise<string[]> {
  const rows = await db.query<{ code: string }>({
    name: 'products.toOpen',
    text: `select p.code from product p
      left join product_issue n on n.code = p.code and n.sequence = p.issued
      left join issue i using (issue_id)
      where p.state = 'active' and p.issued > 0 and (p.max_issues = 0 or p.issued < p.max_issues)
        and i.status not in ('scheduled', 'selling')
      order by p.code limit 100`,
  })
  return rows.map(({ code }) => code)
}
