/** Handlers of finance products. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { balances } from '../ledger/index.ts'
import { exitOrder } from './interest/exit.ts'
import { allProducts, productOf, reserveDays, textsOf } from './products/products.queries.ts'
import { unitsLeft } from './products/room.ts'
import { buyUnits, type BuyOptions } from './sale/buy-units.ts'
import {
  accrualsOf,
  heldUnits,
  orderCounts,
  orderOf,
  ordersOf,
  type OrderRow,
} from './views/orders.queries.ts'
import { accrualView, dayView, orderView, productView } from './views/finance-views.ts'

export type FinanceNames =
  | 'financeList'
  | 'financeDetail'
  | 'financeBuy'
  | 'financeOrders'
  | 'financeOrder'
  | 'financeExit'

export type FinanceRoutesOptions = BuyOptions & {
  clock: Clock
  /** whether the module is switched on */
  isOn(): boolean
  /** why a member may buy nothing new now; null: they may */
  barred(member: Caller): Refusal | null
}

/** Days that the page of a product shows. */
const SHOWN_DAYS = 90

export function financeRoutes(options: FinanceRoutesOptions): Handlers<Endpoints, FinanceNames> {
  const { db, clock, barred } = options
  const named = async (rows: readonly OrderRow[], language: OfferedLanguage) => {
    const texts = await textsOf(db, [...new Set(rows.map(({ productId }) => productId))], language)
    return rows.map((row) => orderView(row, texts.get(row.productId)?.name ?? row.code))
  }
  const moved = async (memberId: string, row: OrderRow, language: OfferedLanguage) => {
    const [[order], { balance }] = await Promise.all([named([row], language), balances(db, memberId)])
    return { order: order!, balance: formatMoney(balance) }
  }
  return {
    async financeList({ language }) {
      const rows = await allProducts(db)
      const texts = await textsOf(
        db,
        rows.map(({ productId }) => productId),
        language,
      )
      return {
        now: clock.now(),
        on: options.isOn(),
        items: rows.map((row) => productView(row, texts.get(row.productId)?.name ?? row.code)),
      }
    },
    async financeDetail({ member, input, language }) {
      const row = await productOf(db, input.code)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const [texts, days, own] = await Promise.all([
        textsOf(db, [row.productId], language),
        reserveDays(db, row.productId, SHOWN_DAYS),
        member && ownOf(member.memberId),
      ])
      const text = texts.get(row.productId)
      return {
        now: row.nowMs,
        on: options.isOn(),
        product: productView(row, text?.name ?? row.code),
        funding: text?.funding ?? '',
        days: days.map(dayView),
        own,
      }
      async function ownOf(memberId: string) {
        const [units, { balance }] = await Promise.all([
          heldUnits(db, memberId, row!.productId),
          balances(db, memberId),
        ])
        const available = Math.max(0, Math.min(row!.maxUnits - units, unitsLeft(row!)))
        return { units, available, balance: formatMoney(balance) }
      }
    },
    async financeBuy({ member, input, language }) {
      const id = await buyUnits(options, {
        ...input,
        member: member.memberId,
        language,
        barred: barred(member),
      })
      const row = await orderOf(db, member.memberId, id)
      if (!row) throw new Error(`the purchase ${id} has no finance order`)
      return moved(member.memberId, row, language)
    },
    async financeOrders({ member, input: { cursor, limit, status }, language }) {
      const [rows, { principal, ...counts }] = await Promise.all([
        ordersOf(db, member.memberId, {
          status: status ?? null,
          before: readCursor(cursor),
          limit: limit + 1,
        }),
        orderCounts(db, member.memberId),
      ])
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        items: await named(page, language),
        next: rows.length > limit && last ? `${last.boughtMs}_${last.orderId}` : null,
        counts,
        principal: formatMoney(principal),
      }
    },
    async financeOrder({ member, input, language }) {
      const row = await orderOf(db, member.memberId, input.id)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const [[order], accruals] = await Promise.all([named([row], language), accrualsOf(db, row)])
      return { now: row.nowMs, order: order!, accruals: accruals.map((one) => accrualView(row, one)) }
    },
    async financeExit({ member, input, language }) {
      const row = await exitOrder(db, member.memberId, input.id)
      options.onBought({ member: member.memberId, code: row.code })
      return moved(member.memberId, row, language)
    },
  }
}

const CURSOR = /^(\d{1,15})_([0-9a-f-]{36})$/

/** @throws Refusal INPUT_INVALID */
function readCursor(cursor: string | undefined): { boughtMs: number; id: string } | null {
  if (cursor === undefined) return null
  const [, ms, id] = CURSOR.exec(cursor) ?? []
  if (ms === undefined || id === undefined)
    throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return { boughtMs: Number(ms), id }
}
