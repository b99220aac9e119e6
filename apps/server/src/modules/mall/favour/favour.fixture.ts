/** Issues that are drawn in favour, with orders and a winning code that a test chooses. */
import { randomUUID } from 'node:crypto'
import { favourAmounts, type FavourAmount } from '@fairlot/fairness/favour'
import type { Db } from '../../../platform/db.ts'
import { fundHouse } from '../../ledger/index.ts'
import type { NewProduct } from '../catalogue/products.ts'
import { insertDraw, lockForDraw, readOwner } from '../draws/draw.queries.ts'
import { openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { sealIssue } from '../draws/seal.ts'
import { createTerms } from '../issues/issue-terms.ts'
import { prizeTiersOf } from '../issues/tiers.ts'
import { settleFavourChunk } from './settle-favour.ts'

export const UNIT = 10_000n

export type Bought = { member: string; quantity: number; voucher?: string }

/** Adds money to accounts of the house. */
export async function fundAll(
  { db }: Pick<DrawMall['mall'], 'db'>,
  amount: bigint,
  accounts: readonly ('guarantee' | 'marketing' | 'subsidy')[] = ['guarantee', 'marketing', 'subsidy'],
): Promise<void> {
  const reference = randomUUID()
  for (const account of accounts) await db.tx((tx) => fundHouse(tx, { account, amount, reference }))
}

/** An issue with these orders, in their order, which buy all shares; sealed, and drawn in favour with this code. */
export async function drawnInFavour(
  world: DrawMall,
  product: Partial<NewProduct>,
  orders: readonly Bought[],
  code: number,
): Promise<{ issueId: string; number: string }> {
  const shares = orders.reduce((sum, { quantity }) => sum + quantity, 0)
  const opening = await openTestIssue(world, { grade: 'salt', maxIssues: 1, ...product, shares })
  const { issueId, number: issue } = opening
  for (const { member, quantity, voucher } of orders) {
    const wanted = { member, issue, quantity, requestId: randomUUID() }
    await world.mall.sales.buy(voucher === undefined ? wanted : { ...wanted, voucher })
  }
  await sealIssue(world.options, issueId)
  await drawCode(world.mall, issueId, code)
  return opening
}

/**
 * Draws a sealed issue in favour, with a code that the test chooses. The owner of the schema marks the draw: the application can do so
 * only in a witnessed issue of version 3.
 */
export async function drawCode(
  { db, owner: marks }: Pick<DrawMall['mall'], 'db' | 'owner'>,
  issueId: string,
  code: number,
): Promise<void> {
  const owner = await readOwner(db, issueId, code)
  await db.tx(async (tx) => {
    await lockForDraw(tx, issueId)
    const result = { signature: null, beacon: null, entropy: null, code }
    await insertDraw(tx, issueId, result, owner, { attempt: 1, witness: null, favour: false })
  })
  await marks.query('update issue_draw set favour = true where issue_id = $1', [issueId])
}

/** Settles to the end. */
export async function settleAll(world: DrawMall, issueId: string, chunk = 3): Promise<void> {
  while (await settleFavourChunk(world.options, issueId, chunk));
}

/** What the formula of the published package gives each member, by member id. */
export async function expectedAmounts(db: Db, issueId: string): Promise<Map<string, FavourAmount>> {
  const terms = (await createTerms(db).byIds([issueId])).get(issueId)!
  const { bands, prizes } = prizeTiersOf(terms)
  const rows = await db.query<{ tag: string; first: number; quantity: number }>(
    `select member_id as tag, first_code as first, quantity from issue_sale
     where issue_id = $1 and state = 'done' order by seq`,
    [issueId],
  )
  const [draw] = await db.query<{ code: number }>('select code from issue_draw where issue_id = $1', [
    issueId,
  ])
  const { mode, price, prizeValue } = terms
  const published = {
    mode,
    price: String(price),
    value: String(prizeValue),
    bands,
    prizes: prizes.map(String),
  }
  return new Map(favourAmounts(published, rows, draw!.code).map((amount) => [amount.tag, amount]))
}
