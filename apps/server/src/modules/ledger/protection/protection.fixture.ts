/** Purchases of shares as the ledger answers them, for the tests of single rules. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/db.ts'
import { testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { purchaseKeys } from '../purchase/purchase-keys.ts'
import type { PurchaseAnswer } from '../purchase/purchase.ts'
import type { PurchaseForm } from '../purchase/seller.ts'
import { lockWallets } from '../wallets.ts'

export const UNIT = 10_000n

export type RuleWorld = {
  mall: TestMall
  /** A member with this many units of money. */
  member(balance?: number): Promise<string>
  /** An issue whose shares cost one unit. */
  issue(shares?: number): Promise<string>
  buy(member: string, subject: string, quantity: number, maxPerMember?: number): Promise<PurchaseAnswer>
  /** Changes something under the lock of the member's wallet. */
  change(member: string, work: (tx: Tx) => Promise<unknown>): Promise<void>
  /** How many purchases of a member are stored. */
  stored(member: string): Promise<number>
}

export async function ruleWorld(lanes: PurchaseForm): Promise<RuleWorld> {
  const mall = await testMall(lanes)
  return {
    mall,
    async member(balance = 100) {
      const [member = ''] = await testMembers(mall, 1, BigInt(balance) * UNIT)
      return member
    },
    issue: async (shares = 100) => (await testIssue(mall, { shares, price: UNIT })).issueId,
    buy(member, subject, quantity, maxPerMember = 0) {
      const amount = BigInt(quantity) * UNIT
      const keys = purchaseKeys(member, randomUUID())
      return mall.seller.buy({ ...keys, subject, quantity, amount, maxPerMember })
    },
    change: (member, work) =>
      mall.db.tx(async (tx) => {
        await lockWallets(tx, [member])
        await work(tx)
      }),
    async stored(member) {
      const [row] = await mall.db.query<{ n: number }>(
        'select count(*)::int as n from purchase where member_id = $1',
        [member],
      )
      return row!.n
    },
  }
}
