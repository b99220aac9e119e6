/** Purchases in this process, without HTTP: the ledger's batches and the naive peer. */
import { formatMoney } from '@fairlot/contract/money/money'
import { createDb } from '@fairlot/server/platform/db'
import { systemRandom, uuidv7 } from '@fairlot/server/platform/random'
import { createSeller } from '@fairlot/server/modules/ledger/index'
import { shareSeller } from '@fairlot/server/modules/mall/sales/share-seller'
import { createShareSales } from '@fairlot/server/modules/mall/sales/buy'
import { createTerms } from '@fairlot/server/modules/mall/issues/issue-terms'
import { closedLoop, type Measured } from '../load.ts'
import { createNaive } from './naive.ts'
import type { Issue, World } from '../world.ts'

/** As the member app makes them. */
const newRequestId = () => uuidv7(Date.now(), systemRandom)

export type Side = 'ours' | 'naive'

export type InProcess = {
  /** `callers` buy concurrently for `ms` milliseconds, from the issues in turn. */
  run(side: Side, callers: number, issues: readonly Issue[], ms: number): Promise<Measured>
  /** Makes `count` purchases with the ledger's batches. */
  buy(callers: number, issues: readonly Issue[], count: number): Promise<void>
  close(): Promise<void>
}

export function createInProcess(appUrl: string, world: World): InProcess {
  const db = createDb(appUrl)
  const seller = createSeller({ url: appUrl, definition: shareSeller })
  const sales = createShareSales({
    db,
    seller,
    terms: createTerms(db),
    display: formatMoney,
    vipLevel: () => Promise.resolve(0),
    onSoldOut: () => undefined,
  })
  const naive = createNaive(appUrl)
  let turn = 0

  const buy = {
    async ours(member: string, issue: Issue) {
      const purchase = await sales.buy({
        member,
        issue: issue.number,
        quantity: 1,
        requestId: newRequestId(),
      })
      if (purchase.firstCode === null) throw new Error('a purchase came back undecided')
    },
    async naive(member: string, issue: Issue) {
      await naive.buy({ member, issueId: issue.issueId, quantity: 1, requestId: newRequestId() })
    },
  }

  return {
    run: (side, callers, issues, ms) =>
      closedLoop(callers, ms, () => {
        const n = turn++
        return buy[side](world.members[n % world.members.length]!, issues[n % issues.length]!)
      }),
    async buy(callers, issues, count) {
      let left = count
      async function caller() {
        while (left-- > 0) {
          const n = turn++
          await buy.ours(world.members[n % world.members.length]!, issues[n % issues.length]!)
        }
      }
      await Promise.all(Array.from({ length: callers }, caller))
    },
    async close() {
      await seller.close()
      await naive.close()
      await db.close()
    },
  }
}
