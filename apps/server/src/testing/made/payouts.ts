/** Payout accounts and withdrawals of test members, without the checks of an application. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addPayout } from '../../modules/wallet/payout/payout.ts'
import { openWithdrawal } from '../../modules/wallet/withdrawal/withdrawal.ts'
import { lockApplications } from '../../modules/wallet/withdrawal/withdrawal.queries.ts'
import type { Wallet } from '../../modules/wallet/index.ts'
import type { Db } from '../../platform/db.ts'

type Place = { db: Db; wallet: Pick<Wallet, 'payouts' | 'withdrawals'> }

/** An account that has rested. @returns its id */
export function makePayout({ db, wallet }: Place, memberId: string, number = 'asha@okbank'): Promise<string> {
  return db.tx((tx) =>
    addPayout(wallet.payouts, tx, {
      memberId,
      kind: 'upi',
      details: { number, holder: 'Asha Rao' },
      requestId: randomUUID(),
      inputHash: randomBytes(32),
      replaces: null,
      restHours: 0,
    }),
  )
}

/** A withdrawal that waits for its approval. @param amount minor units @returns its id */
export async function makeWithdrawal(
  place: Place,
  memberId: string,
  { accountId, amount }: { accountId: string; amount: bigint },
): Promise<string> {
  const id = randomUUID()
  const opened = { memberId, id, requestId: randomUUID(), inputHash: randomBytes(32), accountId, amount }
  await place.db.tx(async (tx) => {
    await lockApplications(tx, memberId)
    await openWithdrawal(place.wallet.withdrawals, tx, opened)
  })
  return id
}
