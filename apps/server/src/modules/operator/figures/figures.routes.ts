import type { Input } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MOST_FIGURE_DAYS } from '@fairlot/contract/endpoints/operator/money/figures'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db, Executor } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { balancesOf, dayRows, gameRows, moneyOf, productRows } from './figures.ts'
import {
  balancesAt,
  expiringIssues,
  movesOf,
  peopleOf,
  statedDays,
  type StatedDays,
} from './figures.queries.ts'

export type FiguresRoutesDeps = {
  db: Db
  audit: Pick<Audit, 'write'>
  /** of the house's days, minutes east of UTC */
  utcOffsetMinutes: number
}

/** Days from the first to the last, both counted. */
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** One day of a range that names one end is that day. @throws Refusal INPUT_INVALID: backwards, or too long */
function asked({ from, to }: Input<Endpoints['figures']>): readonly [string | null, string | null] {
  if (from === undefined || to === undefined) return [from ?? to ?? null, to ?? from ?? null]
  const days = daysOf(from, to)
  if (days < 1 || days > MOST_FIGURE_DAYS) throw new Refusal('INPUT_INVALID', { fields: { to: 'INVALID' } })
  return [from, to]
}

/** The stated days of a range; without a range the last one. @returns null when none of them is stated */
function rangeOf(stated: StatedDays | undefined, isAsked: boolean): { from: string; to: string } | null {
  if (!stated) return null
  if (!isAsked) return { from: stated.last, to: stated.last }
  return stated.from <= stated.to ? { from: stated.from, to: stated.to } : null
}

/** The days as the operators asked for them. */
async function figuresOf(db: Executor, by: 'day' | 'product' | 'game', range: { from: string; to: string }) {
  const { from, to } = range
  const all = await movesOf(db, 'all', from, to)
  const people = await peopleOf(db, from, to)
  const moves = await movesOf(db, by, from, to)
  const sum = (column: 'registered' | 'first_recharges' | 'first_purchases') =>
    people.reduce((total, row) => total + row[column], 0)
  return {
    total: {
      ...moneyOf(all),
      registered: sum('registered'),
      firstRecharges: sum('first_recharges'),
      firstPurchases: sum('first_purchases'),
    },
    days: by === 'day' ? dayRows(moves, people) : [],
    products: by === 'product' ? productRows(moves) : [],
    games: by === 'game' ? gameRows(moves) : [],
    balances: balancesOf(await balancesAt(db, to)),
  }
}

const NOTHING = {
  total: { ...moneyOf([]), registered: 0, firstRecharges: 0, firstPurchases: 0 },
  days: [],
  products: [],
  games: [],
  balances: balancesOf([]),
}

export function figuresRoutes(deps: FiguresRoutesDeps): Handlers<Endpoints, 'figures'> {
  const { db, audit, utcOffsetMinutes } = deps
  return {
    async figures(call) {
      const { by = 'day' } = call.input
      const [from, to] = asked(call.input)
      return db.tx(async (tx) => {
        // one snapshot, so that a day that is stated meanwhile is in all parts or in none
        await tx.query('set transaction isolation level repeatable read')
        const stated = await statedDays(tx, from, to)
        const range = rangeOf(stated, from !== null)
        const figures = range ? await figuresOf(tx, by, range) : NOTHING
        const expiring = await expiringIssues(tx)
        const subject = `figures:${range ? `${range.from}..${range.to}` : 'none'}`
        await audit.write(tx, actorOf(call), { action: 'figures.read', subject })
        return {
          range,
          stated: stated ? { from: stated.first, to: stated.last } : null,
          utcOffsetMinutes,
          ...figures,
          expiring: expiring.map(({ number, closes_ms: closesMs, shares, sold }) => ({
            issue: number,
            closesAt: Number(closesMs),
            shares,
            sold,
          })),
        }
      })
    },
  }
}
