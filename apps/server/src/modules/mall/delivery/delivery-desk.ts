/**
 * What operators do with won products: pick lists, shipping, proofs of delivery, answers to disputes. Every function locks the
 * prize first and follows `ORDER_STEPS`, so that two operators, the member and the clock never act on the same state.
 */
import { readOrderNumber } from '@fairlot/contract/order-number'
import { ORDER_STEPS, type DisputeAnswer, type PrizeStatus } from '@fairlot/contract/life/order-life'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Address } from '../../identity/index.ts'
import { lockWallets } from '../../ledger/index.ts'
import * as queries from './delivery-desk.queries.ts'
import { openAddress } from './prize-view.ts'
import {
  recyclePrize,
  requirePrize,
  requireStep,
  take,
  tellMember,
  type PrizeDeps,
  type Taken,
} from './prize-steps.ts'
import { prizeOf, prizesWithAddress, type PrizeRow } from './prizes.queries.ts'

/** A parcel as an operator enters it. `url`: a page of the carrier; null: none. */
export type Parcel = { carrier: string; tracking: string; url: string | null }

/** An order on a pick list, with its address in the clear. */
export type PickedOrder = { number: string; product: string; title: string; address: Address }
export type PickList = { id: string; orders: PickedOrder[]; made: boolean }

export type DeliveryDesk = ReturnType<typeof createDeliveryDesk>

/** @throws Refusal NO_SUCH_DATA when no order has the number, ORDER_STEP when it has won no product */
export async function keyOf(db: Executor, number: string): Promise<queries.PrizeKey> {
  const read = readOrderNumber(number.trim().toUpperCase())
  const [, code, sequence] = /^(.+)-(\d+)$/.exec(read?.issue ?? '') ?? []
  const key =
    read && code !== undefined ? await queries.orderOfRank(db, code, Number(sequence), read.seq) : undefined
  if (!key) throw new Refusal('NO_SUCH_DATA')
  return key
}

export function createDeliveryDesk(deps: PrizeDeps) {
  const { addresses, clocks, onMoved } = deps

  async function locked(tx: Tx, number: string): Promise<PrizeRow> {
    const { member_id, purchase_id } = await keyOf(tx, number)
    return requirePrize(tx, member_id, purchase_id)
  }

  const nothing = (row: PrizeRow): Taken => ({ row, changed: false })

  return {
    /** Orders with a parcel to send, on its way or in dispute, the oldest win first. */
    list: (
      db: Executor,
      states: readonly PrizeStatus[],
      after: { micros: number; id: string } | null,
      limit: number,
    ) => queries.listDeliveries(db, states, after, limit),

    /** @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    async show(db: Executor, number: string): Promise<{ row: PrizeRow; steps: queries.StepRow[] }> {
      const key = await keyOf(db, number)
      const row = await prizeOf(db, key.member_id, key.purchase_id)
      if (!row) throw new Refusal('ORDER_STEP')
      return { row, steps: await queries.stepsOf(db, key) }
    },

    /** The address in the clear, for an audited call. @throws Refusal NO_SUCH_DATA, ORDER_STEP: there is none */
    async reveal(db: Executor, number: string): Promise<{ row: PrizeRow; address: Address }> {
      const key = await keyOf(db, number)
      const row = await prizeOf(db, key.member_id, key.purchase_id)
      const address = row && openAddress(addresses, row)
      if (!address) throw new Refusal('ORDER_STEP')
      return { row, address }
    },

    /** Makes a pick list of the oldest orders, or answers the one that the id names. Its orders keep their addresses. */
    async pick(tx: Tx, { id, operatorId }: { id: string; operatorId: string }): Promise<PickList> {
      const isKnown = (await queries.pickListSize(tx, id)) !== undefined
      if (!isKnown) {
        const keys = await queries.lockToPick(tx)
        if (keys.length > 0) await queries.addPickList(tx, { id, operatorId, orders: keys.length })
        for (const { member_id, purchase_id } of keys)
          await take(tx, await requirePrize(tx, member_id, purchase_id), 'pick', [id], { operatorId })
      }
      const rows = await queries.ordersOfList(tx, id)
      const orders = rows.map((row) => ({
        number: row.number,
        product: row.product,
        title: row.title,
        address: openAddress(addresses, row)!,
      }))
      return { id, orders, made: !isKnown && orders.length > 0 }
    },

    /** Takes an order off its pick list: the member can choose another address. @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    async release(tx: Tx, number: string, by: { operatorId: string }): Promise<Taken> {
      const row = await locked(tx, number)
      requireStep(row, 'release')
      if (row.pick_list_id === null) return nothing(row)
      return take(tx, row, 'release', [], by)
    },

    /** The parcel is with a carrier. The same parcel again changes nothing; another one corrects it. @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    async ship(tx: Tx, number: string, parcel: Parcel, operatorId?: string): Promise<Taken> {
      const row = await locked(tx, number)
      requireStep(row, 'ship')
      const { carrier, tracking, url } = parcel
      if (
        row.status === ORDER_STEPS.ship.to &&
        row.carrier === carrier &&
        row.tracking === tracking &&
        row.tracking_url === url
      )
        return nothing(row)
      const note = `${carrier} ${tracking}`
      if (row.status !== ORDER_STEPS.ship.to) await tellMember(tx, row, 'prize_shipped', note, deps)
      return take(tx, row, 'ship', [carrier, tracking, url, clocks().unproven], { operatorId, note })
    },

    /**
     * The carrier's proof of delivery. A second one changes nothing.
     * @param at Unix milliseconds; null: now
     * @throws Refusal NO_SUCH_DATA, ORDER_STEP, INPUT_INVALID when the parcel was not sent yet then
     */
    async deliver(tx: Tx, number: string, at: number | null, operatorId?: string): Promise<Taken> {
      const row = await locked(tx, number)
      requireStep(row, 'deliver')
      if (row.delivered_ms !== null) return nothing(row)
      if (at !== null && (at < Number(row.shipped_ms) || at > (await queries.nowMs(tx))))
        throw new Refusal('INPUT_INVALID', { fields: { at: 'INVALID' } })
      const time = at === null ? null : new Date(at)
      return take(tx, row, 'deliver', [time, clocks().proven], { operatorId })
    },

    /** Answers a dispute. @param by `note`: what the member reads. @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    async answer(
      tx: Tx,
      number: string,
      answer: DisputeAnswer,
      by: { operatorId: string; note: string },
    ): Promise<Taken> {
      const row = await locked(tx, number)
      const { proven, unproven, complete } = clocks()
      const values: Record<DisputeAnswer, readonly unknown[]> = {
        ship_again: [],
        travels: [proven, unproven],
        stands: [complete],
      }
      // a parcel that never left cannot travel
      if (answer === 'travels' && row.shipped_ms === null) throw new Refusal('ORDER_STEP')
      requireStep(row, answer)
      await tellMember(tx, row, 'dispute_answered', row.number, deps)
      return take(tx, row, answer, values[answer], by)
    },

    /** Whether an order can be settled with its recycling value. @throws Refusal NO_SUCH_DATA, ORDER_STEP */
    async settleable(db: Executor, number: string): Promise<PrizeRow> {
      const key = await keyOf(db, number)
      const row = await prizeOf(db, key.member_id, key.purchase_id)
      if (!row) throw new Refusal('ORDER_STEP')
      requireStep(row, 'settle')
      if (row.recycle === 0n) throw new Refusal('ORDER_STEP')
      return row
    },

    /**
     * Ends a dispute with the recycling value.
     * @param dispute what the member wrote. The dispute that was looked at may be answered since, and another one open.
     * @throws Refusal NO_SUCH_DATA, ORDER_STEP
     */
    async settle(
      tx: Tx,
      number: string,
      dispute: string,
      by: { operatorId: string; note: string },
    ): Promise<Taken> {
      const { member_id, purchase_id } = await keyOf(tx, number)
      await lockWallets(tx, [member_id])
      const row = await requirePrize(tx, member_id, purchase_id)
      if (row.dispute_note !== dispute) throw new Refusal('ORDER_STEP')
      const taken = await recyclePrize(tx, row, 'settle', deps, by)
      await tellMember(tx, row, 'dispute_answered', row.number, deps)
      return taken
    },

    /** The addresses of a member's prizes in the clear, for the copy of the member's data. */
    addressesOf: async (db: Executor, memberId: string) =>
      (await prizesWithAddress(db, memberId)).map((row) => ({
        order: row.number,
        ...openAddress(addresses, row),
      })),

    /** After the commit of a step that changed a prize. */
    moved: ({ row }: Taken) => onMoved?.(row.member_id),
  }
}
