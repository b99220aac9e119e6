/** The house's own money in the demo world: one of each move, marked as such. */
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

export async function demoHouse({ db }: Context): Promise<void> {
  for (const { kind, account, units } of MOVES) {
    const reference = `demo ${kind.replace('_', ' ')}`
    const reason = 'an example of the demo world, without operators'
    const amount = units * MINOR_PER_UNIT
    await db.tx(async (tx) => {
      const move = { kind, account, direction: 'out', amount, reference, reason } as const
      if (!(await isMoveKnown(tx, move))) await moveHouse(tx, move)
    })
  }
}
