/** Makes the pending rebates of orders, at the rates of the moment: what the feeds of the mall and of finance share. */
import type { RebateKind } from '@fairlot/contract/life/growth-life'
import type { Db, Tx } from '../../../../platform/db.ts'
import { amountOf, rateOf } from '../rebates/formula.ts'
import type { Offer } from '../rebates/offer.ts'
import {
  EARNERS,
  insertRebates,
  isPaused,
  lockTeams,
  type Earner,
  type NewRebate,
} from '../rebates/rebates.queries.ts'

export type FeedDeps = {
  db: Db
  /** what referral promises now */
  offer(): Offer
  utcOffsetMinutes: number
  /** looks at friends whose orders ended: do they qualify, do signs say that they are the same person as the inviter */
  look(tx: Tx, friends: readonly string[]): Promise<void>
  /** called after a commit that changed what these members see of their teams */
  onTeams(members: readonly string[]): void
}

/** Whether an inviter may earn at all: the module is on and serves the country. */
export const isServed = ({ isOn, countries }: Offer, country: string | null): boolean =>
  isOn && (countries === null || (country !== null && countries.includes(country)))

/**
 * The rebates of an order, without those that are nothing: nothing is promised, or it is nothing after rounding. The direct inviter has
 * the first claim on what the order binds; rates that rose after the sale earn no more than that.
 * @param earners the inviters of the order by level
 */
export function rebatesFor(offer: Offer, kind: RebateKind, earners: readonly Earner[]): NewRebate[] {
  let left = earners[0]?.bound ?? Infinity
  return earners.flatMap((earner) => {
    if (!isServed(offer, earner.country)) return []
    const rate = Math.min(rateOf(offer, earner.level, earner.spent), left)
    const amount = amountOf(earner.basis, rate)
    if (amount <= 0n) return []
    left -= rate
    const state = earner.reason === null ? 'pending' : 'void'
    return [{ ...earner, kind, rate, amount, capped: false, state }]
  })
}

/**
 * Notices a chunk of orders.
 * @param orders SQL of the orders as `EARNERS` wants them; orders of a pause are left out
 * @returns whether this call did it
 */
export async function noticeOrders(
  { db, offer, onTeams }: FeedDeps,
  chunk: {
    kind: RebateKind
    orders: { text: string; values: readonly unknown[] }
    claim(tx: Tx): Promise<boolean>
  },
): Promise<boolean> {
  const { kind, orders } = chunk
  const touched = await db.tx(async (tx) => {
    if (!(await chunk.claim(tx))) return null
    const now = offer()
    if (!now.isOn) return []
    const text = `select * from (${orders.text}) ordered where not ${isPaused('ordered.at')}`
    const earners = await tx.query<Earner>(EARNERS(text), orders.values)
    const bySource = Map.groupBy(earners, ({ source }) => source)
    const rebates = [...bySource.values()].flatMap((own) => rebatesFor(now, kind, own))
    await lockTeams(
      tx,
      rebates.map(({ member }) => member),
    )
    const moved = await insertRebates(tx, kind, rebates)
    return moved.map(({ member }) => member)
  })
  if (touched) onTeams(touched)
  return touched !== null
}
