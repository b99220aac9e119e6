/** The changes `house.payout` and `house.book`: two operators take profit out, book costs and corrections, or release free money. */
import * as z from 'zod/mini'
import type { MessageValue } from '@fairlot/contract/messages'
import {
  BOOKED_MOVES,
  EARNING_ACCOUNTS,
  MOVE_DIRECTIONS,
  type EarningAccount,
  type HouseMoveKind,
} from '@fairlot/contract/kinds/house-moves'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  houseAccounts,
  isMoveKnown,
  lockMove,
  moveHouse,
  otherSide,
  type HouseMove,
} from '../../ledger/index.ts'
import type { ApprovalDefinition, Executed, ExecutedBy } from '../approvals/approval-definition.ts'
import { requireLog, type FundingWriter } from './house-funding.ts'
import { pendingMoves, takeOutNow } from './house-moves.queries.ts'
import { bookingOutlook, payoutOutlook } from './move-outlook.ts'
import { requireOtherApprover, requireOwner } from './payout-receiver.ts'

const shared = { amount: z.string(), reference: z.string() }
const payout = z.object({
  ...shared,
  kind: z.literal('payout'),
  account: z.enum(EARNING_ACCOUNTS),
  /** the owner's login name, and the operator of that name when it was requested */
  to: z.string(),
  recipient: z.string(),
})
const booked = z.object({
  ...shared,
  kind: z.enum(BOOKED_MOVES),
  account: z.enum([...EARNING_ACCOUNTS, 'bankroll']),
  direction: z.enum(MOVE_DIRECTIONS),
})
export type PayoutParams = z.infer<typeof payout>
export type BookedParams = z.infer<typeof booked>

export type MoveDeps = {
  writer: FundingWriter
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
}

/** `house.payout`: profit goes to an owner, who does not approve it. */
export function housePayouts(deps: MoveDeps): ApprovalDefinition<PayoutParams> {
  const requireFree = async (tx: Tx, { account, amount }: PayoutParams) => {
    const free = (await takeOutNow(tx, deps.utcOffsetMinutes))[account]
    if (parseMoney(amount) > free) throw new Refusal('HOUSE_BOUND', { values: { free: deps.display(free) } })
  }
  return {
    action: 'house.payout',
    schema: payout,
    view: ({ account, amount, to, reference }) => ({ account, amount, to, reference }),
    outlook: (db, params) => payoutOutlook(db, deps.utcOffsetMinutes, params),
    async check(tx, params) {
      await requireNewMove(tx, params)
      await requireOwner(tx, params)
      await requireFree(tx, params)
    },
    async execute(tx, params, by) {
      await requireOtherApprover(tx, params, by.approvedBy)
      await lockMove(tx, params)
      await requireFree(tx, params)
      return book(deps, tx, { ...params, direction: 'out' }, by)
    },
  }
}

/** `house.book`: a cost, a difference between the bank and the books, or free money of the bankroll that becomes earnings. */
export function houseBookings(deps: MoveDeps): ApprovalDefinition<BookedParams> {
  const requireFree = async (tx: Tx, { account, direction, amount }: BookedParams) => {
    const free = (await houseAccounts(tx)).find(({ name }) => name === account)!.available
    if (direction === 'out' && parseMoney(amount) > free)
      throw new Refusal('HOUSE_BOUND', { values: { free: deps.display(free) } })
  }
  return {
    action: 'house.book',
    schema: booked,
    view: ({ kind, account, direction, amount, reference }) => ({
      kind,
      [direction === 'out' ? 'from' : 'to']: account,
      [direction === 'out' ? 'to' : 'from']: otherSide(kind),
      amount,
      reference,
    }),
    outlook: bookingOutlook,
    async check(tx, params) {
      await requireNewMove(tx, params)
      await requireFree(tx, params)
    },
    async execute(tx, params, by) {
      await lockMove(tx, params)
      await requireFree(tx, params)
      return book(deps, tx, params, by)
    },
  }
}

/** @throws Refusal REFERENCE_USED when the reference has moved money of this kind, or a request with it waits */
export async function requireNewMove(
  tx: Tx,
  move: { kind: HouseMoveKind; reference: string },
): Promise<void> {
  const folded = foldedReference(move.reference)
  const isRequested = (await pendingMoves(tx, move.kind)).some((one) => foldedReference(one) === folded)
  if (isRequested || (await isMoveKnown(tx, move))) throw new Refusal('REFERENCE_USED')
}

type Booked = Pick<HouseMove, 'kind' | 'account' | 'direction'> & {
  amount: string
  reference: string
  to?: string
  recipient?: string
}

/** Under the locks of both accounts. */
async function book(
  { writer }: MoveDeps,
  tx: Tx,
  { kind, account, direction, amount, reference, to, recipient }: Booked,
  { approvalId, requestedBy, approvedBy, reason }: ExecutedBy,
): Promise<Executed> {
  if (approvalId === null || approvedBy === null) throw new Error("the house's money needs two operators")
  requireLog(writer)
  if (await isMoveKnown(tx, { kind, reference })) throw new Refusal('REFERENCE_USED')
  const before = await balanceOf(tx, account)
  await moveHouse(tx, {
    kind,
    account,
    direction,
    amount: parseMoney(amount),
    reference,
    reason,
    ...(recipient !== undefined && { recipient }),
    by: { requestedBy, approvedBy, approvalId },
  })
  const after = await balanceOf(tx, account)
  return {
    subject: `house:${account}`,
    before: { balance: formatMoney(before) },
    after: {
      balance: formatMoney(after),
      kind,
      direction,
      amount,
      reference,
      ...(to !== undefined && { to }),
    },
  }
}

async function balanceOf(tx: Tx, account: EarningAccount | 'bankroll'): Promise<bigint> {
  return (await houseAccounts(tx)).find(({ name }) => name === account)!.balance
}
