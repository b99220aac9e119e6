/** Vouchers of the demo world: the first two members, whose log ins the server prints, can use some. */
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { Context } from '../context.ts'
import { grantVouchers } from '../modules/mall/index.ts'

/** In units of the wallet currency. */
const GRANTS = [
  { members: 2, amount: 10n, minSpend: 50n, days: 30 },
  { members: 1, amount: 50n, minSpend: 400n, days: 60 },
] as const

export async function demoVouchers({ db }: Context, members: readonly string[]): Promise<void> {
  for (const [n, { members: count, amount, minSpend, days }] of GRANTS.entries()) {
    await db.tx((tx) =>
      grantVouchers(tx, {
        name: `demo ${n}`,
        approvalId: null,
        members: members.slice(0, count),
        amount: amount * MINOR_PER_UNIT,
        minSpend: minSpend * MINOR_PER_UNIT,
        days,
      }),
    )
  }
}
