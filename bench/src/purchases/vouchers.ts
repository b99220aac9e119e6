/**
 * `npm run bench -- --vouchers [--seconds=3]`: 512 callers buy one share of one issue, each with a voucher, and another caller reads a
 * wallet over the same pool. Prints purchases per second and how long both kinds of calls take.
 */
import { formatMoney } from '@fairlot/contract/money/money'
import { createDb } from '@fairlot/server/platform/db'
import { systemRandom, uuidv7 } from '@fairlot/server/platform/random'
import { balances, createSeller, fundHouse } from '@fairlot/server/modules/ledger/index'
import { createTerms } from '@fairlot/server/modules/mall/issues/issue-terms'
import { createShareSales } from '@fairlot/server/modules/mall/sales/buy'
import { shareSeller } from '@fairlot/server/modules/mall/sales/share-seller'
import { grantVouchers } from '@fairlot/server/modules/mall/vouchers/vouchers'
import { checkInvariants } from '../checks.ts'
import { closedLoop, quantile } from '../load.ts'
import { startScratch } from '../scratch.ts'
import { createWorld, PRICE } from '../world.ts'
import { sized } from '../sized.ts'

const CALLERS = sized(512, 32)
const VOUCHER = PRICE / 2n

const timesOf = (latencies: readonly number[]) =>
  `${Math.round(quantile(latencies, 0.5))} ms in the middle, ${Math.round(quantile(latencies, 0.99))} ms at 99 %`

export async function measureVouchers(ms: number, say: (line: string) => void): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const scratch = await startScratch()
    stops.push(() => scratch.stop())
    const world = await createWorld(scratch.ownerUrl)
    stops.push(() => world.close())
    const db = createDb(scratch.appUrl)
    stops.push(() => db.close())
    const seller = createSeller({ url: scratch.appUrl, definition: shareSeller })
    stops.push(() => seller.close())
    const sales = createShareSales({
      db,
      seller,
      terms: createTerms(db),
      display: formatMoney,
      vipLevel: () => Promise.resolve(0),
      onSoldOut: () => undefined,
    })
    const { members } = world
    const granted = await db.tx(async (tx) => {
      const amount = VOUCHER * BigInt(members.length)
      await fundHouse(tx, { account: 'marketing', amount, reference: 'benchmark' })
      const terms = { name: 'benchmark', approvalId: null, amount: VOUCHER, minSpend: PRICE, days: 7 }
      return grantVouchers(tx, { ...terms, members })
    })
    const [issue] = await world.openIssues(1)
    let turn = 0
    const buy = async () => {
      const { member, id: voucher } = granted[turn++] ?? missing()
      const requestId = uuidv7(Date.now(), systemRandom)
      await sales.buy({ member, issue: issue!.number, quantity: 1, requestId, voucher })
    }
    const [bought, read] = await Promise.all([
      closedLoop(CALLERS, ms, buy),
      closedLoop(1, ms, async () => void (await balances(db, members[0]!))),
    ])
    const rate = Math.round(bought.done / bought.seconds)
    say(`${CALLERS} callers with vouchers: ${rate} purchases a second, ${timesOf(bought.latencies)}`)
    say(`one caller beside them reads a wallet: ${timesOf(read.latencies)}`)
    await checkInvariants(world.owner)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

function missing(): never {
  throw new Error('the benchmark needs more members with vouchers')
}
