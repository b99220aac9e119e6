/**
 * The seats of Double PK. The first seat owns the lower half of the codes, the second one the upper half. While one seat is
 * free, the member on the other one can leave: the issue ends as if its deadline had passed, and the refund of expired issues
 * (issues/refund.ts) pays the seat back. An issue whose codes were once sold is never sold again, so its log stays simple:
 * a draw or a refund.
 */
import { formatMoney } from '@fairlot/contract/money/money'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { Db, Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { lockWallets } from '../../ledger/index.ts'
import type { Card, PublicNames } from '../catalogue/cards.ts'
import { oweRefund } from '../issues/expiry.ts'
import { PK_LEAVES_PER_DAY } from '../mall.settings.ts'
import { countLeft, endLeft, lockSeat, readSeats, type LockedSeat } from './seats.queries.ts'

type Seats = NonNullable<Card['seats']>

/** Shares of a seat; null in other modes. */
export const seatOf = ({ mode, shares }: { mode: string; shares: number }): number | null =>
  mode === 'pk' ? shares / 2 : null

/**
 * The seats of issues in the mode `pk`, by issue id.
 * @param viewer member id; null for an anonymous caller
 */
export async function seatsOf(
  { db, names }: { db: Executor; names: PublicNames },
  issues: readonly { issueId: string; shares: number; price: bigint }[],
  viewer: string | null,
): Promise<Map<string, Seats>> {
  if (issues.length === 0) return new Map()
  const taken = await readSeats(
    db,
    issues.map(({ issueId }) => issueId),
  )
  const nameOf = taken.length > 0 ? await names(taken.map(({ memberId }) => memberId)) : new Map()
  return new Map(
    issues.map(({ issueId, shares, price }) => {
      const quantity = shares / 2
      const places = [FIRST_CODE, FIRST_CODE + quantity].map((first) => {
        const seat = taken.find((one) => one.issueId === issueId && one.first === first)
        return {
          first,
          quantity,
          name: seat ? (nameOf.get(seat.memberId)?.publicName ?? '') : null,
          mine: seat !== undefined && seat.memberId === viewer,
        }
      })
      return [issueId, { price: formatMoney(price * BigInt(quantity)), places }]
    }),
  )
}

export type LeaveOptions = {
  db: Db
  settings: Values
  /** called after the commit: the refund is due */
  onLeft(issueId: string): void
}

/**
 * Leaves a member's seat while the other one is free. A repeated call answers the same.
 * @throws Refusal NO_SUCH_DATA, SEAT_TAKEN, NOT_SELLING, TOO_MANY_LEAVES, PENDING
 */
export async function leaveSeat(
  { db, settings, onLeft }: LeaveOptions,
  memberId: string,
  order: string,
): Promise<Output<Endpoints['leaveSeat']>> {
  const seat = await db.tx(async (tx) => {
    // wallets come before issues in the order of locks; this one also makes a member's leavings follow each other
    await lockWallets(tx, [memberId])
    const found = await lockSeat(tx, memberId, order)
    if (!found) throw new Refusal('NO_SUCH_DATA')
    if (found.left) return found
    checkLeave(found)
    const most = settings.get(PK_LEAVES_PER_DAY)
    if ((await countLeft(tx, memberId)) >= most)
      throw new Refusal('TOO_MANY_LEAVES', { values: { count: most } })
    await endLeft(tx, memberId, found.issueId, order)
    await oweRefund(tx, found.issueId, 'pk')
    return found
  })
  onLeft(seat.issueId)
  return { order, issue: seat.number, amount: formatMoney(seat.amount) }
}

/** @throws Refusal PENDING, SEAT_TAKEN, NOT_SELLING */
function checkLeave({ state, status }: LockedSeat): void {
  if (state === 'held') throw new Refusal('PENDING', { retryAfter: 5 })
  if (status === 'sold_out' || status === 'drawn') throw new Refusal('SEAT_TAKEN')
  if (state !== 'done' || status !== 'selling') throw new Refusal('NOT_SELLING')
}
