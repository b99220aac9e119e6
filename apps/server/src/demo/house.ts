/** The house's own money in the demo world: one of each move, marked as such, and a correction of a member of each kind. */
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { Context } from '../context.ts'
import { isMoveKnown, moveHouse, type HouseMove } from '../modules/ledger/index.ts'

/** In units of the wallet currency, in this order: what was released pays the others. */
const MOVES: readonly (Pick<HouseMove, 'kind' | 'account'> & { units: bigint })[] = [
  { kind: 'release', account: 'bankroll', units: 2_000n },
  { kind: 'payout', account: 'sales', units: 800n },
  { kind: 'bank_fee', account: 'sales', units: 25n },
  { kind: 'tax', account: 'sales', units: 300n },
  { kind: 'bank_correction', account: 'sales', units: 5n },
]

const REASON = 'an example of the demo world, without operators'

/** @param member who is credited; no log in of this member is printed */
export async function demoHouse(context: Context, member: string): Promise<void> {
  const { db } = context
  for (const { kind, account, units } of MOVES) {
    const reference = `demo ${kind.replace('_', ' ')}`
    const amount = units * MINOR_PER_UNIT
    await db.tx(async (tx) => {
      const move = { kind, account, direction: 'out', amount, reference, reason: REASON } as const
      if (!(await isMoveKnown(tx, move))) await moveHouse(tx, move)
    })
  }
  await demoCorrections(context, member)
}

const CREDIT = 'f1a2c0de-0000-4000-8000-000000000001'
const REVERSAL = 'f1a2c0de-0000-4000-8000-000000000002'
const CHARGED = {
  account: 'sales',
  amount: 20n * MINOR_PER_UNIT,
  reference: 'demo chargeback',
  reason: REASON,
} as const

/** A credit of which a part is taken back, and a recharge of which the bank took a part back. */
async function demoCorrections({ db, wallet }: Context, memberId: string): Promise<void> {
  const { corrections } = wallet
  const known = new Set((await corrections.list(db, memberId)).map((one) => one.correction_id))
  const [recharge] = await db.query<{ number: string }>(
    `select number from recharge where member_id = $1 and state = 'success' order by recharge_id limit 1`,
    [memberId],
  )
  const amount = 25n * MINOR_PER_UNIT
  const credit = { memberId, id: CREDIT, account: 'marketing', amount, reason: 'goodwill', by: null } as const
  if (!known.has(CREDIT)) await db.tx((tx) => corrections.credit(tx, credit))
  const reversal = { memberId, id: REVERSAL, reverses: CREDIT, amount: 5n * MINOR_PER_UNIT, by: null }
  if (!known.has(REVERSAL)) await db.tx((tx) => corrections.reverse(tx, reversal))
  const isCharged = await isMoveKnown(db, { kind: 'chargeback', reference: CHARGED.reference })
  if (recharge && !isCharged)
    await db.tx((tx) => corrections.chargeBack(tx, { number: recharge.number, ...CHARGED, by: null }))
}
