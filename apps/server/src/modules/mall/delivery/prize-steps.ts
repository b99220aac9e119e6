/**
 * The steps of a prize that the member takes, and the money of its end. Every step locks the prize first and follows
 * `ORDER_STEPS`, so that the member, two operators and the clock never act on the same state.
 */
import type { PrizeNoticeKind } from '@fairlot/contract/kinds/issue-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { canStep, ORDER_STEPS, type OrderStep } from '@fairlot/contract/life/order-life'
import type { Db, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Addresses } from '../../identity/index.ts'
import { countPrize, lockWallets, transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'
import { orderOf } from '../sales/orders.queries.ts'
import type { PrizeClocks } from './delivery.settings.ts'
import { addressSubject } from './prize-view.ts'
import { noticePrize } from '../wishes/wishes.queries.ts'
import { advancePrize, lockPrize, type PrizeRow, type StepNote } from './prizes.queries.ts'

/** The kinds of notices, with the SMS of each. */
const SMS_OF = {
  prize_waits: 'prizeWaits',
  prize_shipped: 'prizeShipped',
  dispute_answered: 'disputeAnswered',
} as const satisfies Record<PrizeNoticeKind, string>
type PrizeSms = (typeof SMS_OF)[PrizeNoticeKind]

export type PrizeDeps = {
  readonly db: Db
  readonly addresses: Pick<Addresses, 'read' | 'seal' | 'open'>
  readonly clocks: () => PrizeClocks
  /** sends the SMS of a notice */
  readonly tell: (tx: Tx, memberId: string, notice: PrizeSms, what: string) => Promise<void>
  /** called after the commit that changed a prize, or paid for it */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

/** Tells the member about a locked prize: a notice in the app, and an SMS. @param what of the SMS */
export async function tellMember(
  tx: Tx,
  { member_id: member, purchase_id: order, issue_id: issueId }: PrizeRow,
  kind: PrizeNoticeKind,
  what: string,
  { tell }: Pick<PrizeDeps, 'tell'>,
): Promise<void> {
  await noticePrize(tx, { member, order, issueId }, kind)
  await tell(tx, member, SMS_OF[kind], what)
}

/** A prize after a step. `changed`: false when the step was taken before. */
export type Taken = { row: PrizeRow; changed: boolean }

/**
 * Locks the prize of an order.
 * @throws Refusal NO_SUCH_DATA when the member has no such order, ORDER_STEP when it has won no product
 */
export async function requirePrize(tx: Tx, memberId: string, order: string): Promise<PrizeRow> {
  const row = await lockPrize(tx, memberId, order)
  if (row) return row
  throw new Refusal((await orderOf(tx, memberId, order)) ? 'ORDER_STEP' : 'NO_SUCH_DATA')
}

/** @throws Refusal ORDER_STEP */
export function requireStep({ status }: PrizeRow, step: OrderStep): void {
  if (!canStep(status, step)) throw new Refusal('ORDER_STEP')
}

/** Takes the step of a locked prize and reads it again. */
export async function take(
  tx: Tx,
  row: PrizeRow,
  step: OrderStep,
  values: readonly unknown[],
  note?: StepNote,
): Promise<Taken> {
  requireStep(row, step)
  await advancePrize(tx, row, step, values, note)
  return { row: await requirePrize(tx, row.member_id, row.purchase_id), changed: true }
}

/** The recycling value goes from the escrow to the member, whose wallet is locked, and the prize ends. */
export async function recyclePrize(
  tx: Tx,
  row: PrizeRow,
  step: 'recycle' | 'recycle_late' | 'settle',
  { clocks }: Pick<PrizeDeps, 'clocks'>,
  note?: StepNote,
): Promise<Taken> {
  requireStep(row, step)
  if (row.recycle === 0n) throw new Refusal('ORDER_STEP')
  const { member_id: member, purchase_id: ref, issue_id: key, recycle: amount } = row
  await transfer(tx, { ref, kind: 'recycle', from: { book: issueBook, key }, to: { member }, amount })
  await countPrize(tx, member, amount)
  return take(tx, row, step, [clocks().address], note)
}

/** The order is done: what recycling would have paid is earned. */
export async function completePrize(
  tx: Tx,
  row: PrizeRow,
  step: 'complete' | 'review',
  { clocks }: Pick<PrizeDeps, 'clocks'>,
): Promise<Taken> {
  requireStep(row, step)
  const { purchase_id: ref, issue_id: key, recycle: amount } = row
  const taken = await take(tx, row, step, [clocks().address])
  if (amount > 0n)
    await transfer(tx, {
      ref,
      kind: 'kept',
      from: { book: issueBook, key },
      to: { house: 'sales' },
      amount,
    })
  return taken
}

const nothing = (row: PrizeRow): Taken => ({ row, changed: false })

/** The member's steps. A repeated call answers the prize as it is, when the step has led there. */
export function createPrizeSteps(deps: PrizeDeps) {
  const { db, addresses, clocks, onMoved } = deps

  async function step(memberId: string, work: (tx: Tx) => Promise<Taken>): Promise<PrizeRow> {
    const { row, changed } = await db.tx(work)
    if (changed) onMoved?.(memberId)
    return row
  }

  return {
    /** @throws Refusal NO_SUCH_DATA, ORDER_STEP, ADDRESS_FIXED */
    chooseAddress: (memberId: string, order: string, addressId: string) =>
      step(memberId, async (tx) => {
        const row = await requirePrize(tx, memberId, order)
        requireStep(row, 'address')
        if (row.pick_list_id !== null) throw new Refusal('ADDRESS_FIXED')
        const address = await addresses.read(tx, memberId, addressId)
        const { bytes, keyId } = addresses.seal(addressSubject(row), address)
        return take(tx, row, 'address', [bytes, keyId])
      }),

    /** @param seen what the member confirmed, as it was shown. @throws Refusal NO_SUCH_DATA, ORDER_STEP, AMOUNT_CHANGED */
    recycle: (memberId: string, order: string, seen: string) =>
      step(memberId, async (tx) => {
        await lockWallets(tx, [memberId])
        const row = await requirePrize(tx, memberId, order)
        if (row.status === 'recycled') return nothing(row)
        requireStep(row, 'recycle')
        if (formatMoney(parseMoney(seen)) !== formatMoney(row.recycle)) throw new Refusal('AMOUNT_CHANGED')
        return recyclePrize(tx, row, 'recycle', deps)
      }),

    /** @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    receive: (memberId: string, order: string) =>
      step(memberId, async (tx) => {
        const row = await requirePrize(tx, memberId, order)
        if (row.status === ORDER_STEPS.receive.to) return nothing(row)
        return take(tx, row, 'receive', [clocks().complete])
      }),

    /** @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    dispute: (memberId: string, order: string, text: string) =>
      step(memberId, async (tx) => {
        const row = await requirePrize(tx, memberId, order)
        if (row.status === ORDER_STEPS.dispute.to && row.dispute_note === text) return nothing(row)
        return take(tx, row, 'dispute', [text])
      }),
  }
}

export type PrizeSteps = ReturnType<typeof createPrizeSteps>
