/**
 * `npm run bench -- --refunds [--count=200000]`: the refunds of a day of lost orders, from the settled issues to the wallets, beside the
 * textbook way: for each order one interactive transaction that looks, remembers the refund and pays it, with the same durability.
 */
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createSettings } from '@fairlot/server/platform/settings/settings'
import { closeDays, joinDays, sumLost } from '@fairlot/server/modules/growth/loyalty/refunds/lost-orders'
import { payChunk } from '@fairlot/server/modules/growth/loyalty/refunds/pay-refunds'
import { rateDays } from '@fairlot/server/modules/growth/loyalty/refunds/rate-refunds'
import { VIP_SETTINGS, vipLevelOf, vipLevels } from '@fairlot/server/modules/identity/index'
import { fundHouse, lockWallets, transfer } from '@fairlot/server/modules/ledger/index'
import { startScratch } from '../scratch.ts'
import { createWorld, type Issue, PRICE, SHARES, type World } from '../world.ts'
import { sized } from '../sized.ts'

const DAY_MS = 86_400_000
/** Orders of the row-by-row side: its cost for each does not depend on their number. */
const FEW = sized(300, 20)

/**
 * Everything that sale, draw and settlement leave of an issue, of which each order has one share and the last one won. $1 the issue,
 * $2 its orders, $3 the members.
 */
const SETTLED = [
  `insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, settled, result, position, created_at, settled_at)
   select ($3::uuid[])[n % cardinality($3::uuid[]) + 1], md5($1::uuid::text || n)::uuid, 'shares', $1::uuid, 1, ${PRICE}, 'done', true,
     case n when $2::int then 'won' else 'not_won' end, 1000000 + n, business_now(), business_now()
   from generate_series(1, $2::int) n`,
  `insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
   select $1::uuid, md5($1::uuid::text || n)::uuid, ($3::uuid[])[n % cardinality($3::uuid[]) + 1], 1, ${PRICE}, 'done', 1000000 + n, n, n
   from generate_series(1, $2::int) n`,
  `insert into issue_seal (issue_id, orders, digest, sum, sealed_ms) select $1::uuid, $2::int, repeat('0', 64), cardinality($3::uuid[]), 1`,
  `insert into issue_draw (issue_id, code, member_id, purchase_id, seq, drawn_at)
   select issue_id, first_code, member_id, purchase_id, seq, business_now() from issue_sale
   where issue_id = $1::uuid and seq = $2::int and cardinality($3::uuid[]) > 0`,
  `insert into issue_settlement (issue_id, through_seq, finished_at) select $1::uuid, $2::int, business_now() where cardinality($3::uuid[]) > 0`,
]

/** Writes an issue that is settled, with its orders. */
export async function settled(world: World, { issueId }: Issue, orders: number): Promise<void> {
  await world.owner.tx(async (tx) => {
    for (const statement of SETTLED) await tx.query(statement, [issueId, orders, world.members])
  })
}

/** @returns seconds */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The textbook refund: one transaction for each lost order. */
async function refundRowByRow(db: Db, { issueId }: Issue): Promise<void> {
  const settings = createSettings({ db, definitions: VIP_SETTINGS })
  const levels = vipLevels(settings)
  const orders = await db.query<{ member: string; id: string; amount: bigint }>(
    `select member_id as member, purchase_id as id, amount from purchase
     join issue_sale using (member_id, purchase_id, amount) where issue_id = $1 and result = 'not_won'`,
    [issueId],
  )
  for (const { member, id, amount } of orders)
    await db.tx(async (tx) => {
      await lockWallets(tx, [member])
      const rate = levels[await vipLevelOf(tx, settings, member)]?.refund ?? 0
      const refund = (amount * BigInt(rate)) / 10_000n
      await transfer(tx, {
        ref: id,
        kind: 'vip_refund',
        from: { house: 'marketing' },
        to: { member },
        amount: refund,
      })
    })
}

/** Measures each step of the refunds of `count` lost orders. */
export async function measureRefunds(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const world = await createWorld(scratch.ownerUrl)
  const db = createDb(scratch.appUrl)
  try {
    const settings = createSettings({ db, definitions: VIP_SETTINGS })
    await world.owner.query(
      `insert into member_vip (member_id, spend) select member_id, 10000000000 from member`,
    )
    await db.tx((tx) => fundHouse(tx, { account: 'marketing', amount: 10n ** 12n, reference: 'bench' }))
    const issues = await world.openIssues(Math.ceil(count / SHARES) + 1)
    const few = issues.pop()!
    for (const issue of issues) await settled(world, issue, Math.ceil(count / issues.length))
    await world.owner.query('vacuum analyze')
    await world.owner.query('update clock_offset set offset_ms = offset_ms + $1', [DAY_MS])
    const steps = {
      sum: await timed(async () => {
        await joinDays(db, 0)
        while ((await sumLost(db)) > 0);
      }),
      rate: await timed(async () => {
        await closeDays(db, settings, 0)
        await rateDays(db)
      }),
      pay: await timed(async () => {
        while (!(await payChunk(db)).isOver);
      }),
    }
    await settled(world, few, FEW)
    const naive = (await timed(() => refundRowByRow(db, few))) / FEW
    const seconds = steps.sum + steps.rate + steps.pay
    const each = seconds / count
    const parts = Object.entries(steps).map(([step, s]) => `${step} ${s.toFixed(1)} s`)
    say(
      `refunds of ${count} lost orders of ${world.members.length} members: ${seconds.toFixed(1)} s (${parts.join(', ')}), ` +
        `${(each * 1e6).toFixed(0)} µs for each; row by row ${(naive * 1e6).toFixed(0)} µs: ×${(naive / each).toFixed(0)}`,
    )
  } finally {
    await db.close()
    await world.close()
    await scratch.stop()
  }
}
