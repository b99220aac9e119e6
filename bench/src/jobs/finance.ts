/**
 * `npm run bench -- --finance [--count=100000]`: the accrual of a day and the payout at maturity of finance orders, each beside
 * the textbook way: one interactive transaction for each order, with the same rows, locks and durability.
 */
import { randomUUID } from 'node:crypto'
import { interestOf } from '@fairlot/contract/money/finance-interest'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { purchaseKeys } from '@fairlot/server/modules/ledger/index'
import { createSeller, type Seller } from '@fairlot/server/modules/ledger/purchase/seller'
import { accrueChunk, type PayingProduct } from '@fairlot/server/modules/finance/interest/accrue'
import { matureChunk } from '@fairlot/server/modules/finance/interest/mature'
import { fundReserve, productOf, saveProduct, unitSeller } from '@fairlot/server/modules/finance/index'
import { startScratch } from '../scratch.ts'
import { createWorld, type World } from '../world.ts'
import { sized } from '../sized.ts'

const UNIT = 10_000n
const CALLERS = sized(256, 16)
const DAY_MS = 86_400_000
const TERM_DAYS = 2
const RATE = 5_000
/** Orders of the row-by-row side: its cost for each does not depend on their number. */
const FEW = sized(300, 20)

type Product = PayingProduct & { code: string }

async function sell(db: Db, code: string): Promise<Product> {
  const now = Date.now()
  await db.tx(async (tx) => {
    await saveProduct(tx, {
      code,
      earlyExit: true,
      texts: [{ language: 'en-us', name: code, funding: 'bench' }],
      terms: {
        unitPrice: UNIT,
        minUnits: 1,
        maxUnits: 100_000,
        totalUnits: 1_000_000,
        termHours: 24 * TERM_DAYS,
        termUnit: 'days',
        dailyRatePpm: RATE,
        payout: 'at_maturity',
        wantsTrc20: false,
        saleFromMs: now - DAY_MS,
        saleUntilMs: now + 30 * DAY_MS,
      },
    })
    await fundReserve(tx, { code, amount: 1_000_000n * UNIT, reference: code })
  })
  return (await productOf(db, code))!
}

/** Buys one unit each, with many callers. @returns purchases per second */
async function buy(world: World, seller: Seller, { productId }: Product, count: number): Promise<number> {
  let next = 0
  const began = performance.now()
  const caller = async () => {
    for (let n = next++; n < count; n = next++) {
      const { outcome } = await seller.buy({
        ...purchaseKeys(world.members[n % world.members.length]!, randomUUID()),
        subject: productId,
        quantity: 1,
        amount: UNIT,
        maxPerMember: 100_000,
      })
      if (outcome !== 'done') throw new Error(`a purchase of units was ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return count / ((performance.now() - began) / 1000)
}

const advance = (owner: Db) =>
  owner.query('update clock_offset set offset_ms = offset_ms + $1', [DAY_MS + 60_000])

/** @returns seconds */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function inChunks(chunk: () => Promise<readonly string[] | null>): Promise<void> {
  while ((await chunk())?.length !== 0);
}

type Order = { member: string; id: string; principal: bigint }

const ordersOf = (db: Db, { productId }: Product) =>
  db.query<Order>(
    'select member_id as member, purchase_id as id, principal from finance_order where product_id = $1 order by seq',
    [productId],
  )

/** The textbook accrual of a day: one transaction for each order. */
async function accrueRowByRow(db: Db, product: Product, step: number): Promise<void> {
  for (const { id, principal } of await ordersOf(db, product)) {
    const amount = interestOf(principal, RATE, 24 * step) - interestOf(principal, RATE, 24 * (step - 1))
    await db.tx(async (tx) => {
      const [order] = await tx.query<{ done: number }>(
        {
          name: 'no',
          text: 'select accrued_steps as done from finance_order where product_id = $1 and purchase_id = $2 for update',
        },
        [product.productId, id],
      )
      if (order!.done !== step - 1) return
      await tx.query(
        {
          name: 'na',
          text: `insert into finance_accrual (product_id, purchase_id, step, amount, accrued_at) values ($1, $2, $3, $4, business_now())`,
        },
        [product.productId, id, step, amount],
      )
      await tx.query(
        {
          name: 'nu',
          text: `update finance_order set accrued_steps = $3, accrued = accrued + $4, due_ms = least(bought_ms + ($3::int + 1) * ${DAY_MS}::bigint, matures_ms)
            where product_id = $1 and purchase_id = $2`,
        },
        [product.productId, id, step, amount],
      )
    })
  }
}

const figure = (what: string, count: number, seconds: number, naiveSeconds: number) => {
  const [each, naive] = [seconds / count, naiveSeconds / FEW]
  return `${what} of ${count} orders: ${seconds.toFixed(1)} s, ${(each * 1e6).toFixed(0)} µs for each; row by row ${(naive * 1e6).toFixed(0)} µs: ×${(naive / each).toFixed(1)}`
}

/** Measures purchases of units, the accrual of a day, and the payout at maturity. */
export async function measureFinance(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const world = await createWorld(scratch.ownerUrl)
  const db = createDb(scratch.appUrl)
  const seller = createSeller({ url: scratch.appUrl, definition: unitSeller })
  try {
    const [large, small] = [await sell(db, 'LARGE'), await sell(db, 'SMALL')]
    const rate = await buy(world, seller, large, count)
    say(`units: ${Math.round(rate)} purchases per second (${count} of one product)`)
    await buy(world, seller, small, FEW)
    await world.owner.query('vacuum analyze')
    await advance(world.owner)
    const seconds = await timed(() => inChunks(() => accrueChunk(db, large)))
    say(figure('accrual', count, seconds, await timed(() => accrueRowByRow(db, small, 1))))
    await advance(world.owner)
    await inChunks(() => accrueChunk(db, large))
    await inChunks(() => accrueChunk(db, small))
    const paid = await timed(() => inChunks(() => matureChunk(db, large, randomUUID)))
    const alone = await timed(() => inChunks(() => matureChunk(db, small, randomUUID, 1)))
    say(figure('payout at maturity', count, paid, alone))
  } finally {
    await seller.close()
    await db.close()
    await world.close()
    await scratch.stop()
  }
}
