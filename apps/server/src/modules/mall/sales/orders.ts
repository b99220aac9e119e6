/** Own orders: quote before buying, list in tabs, one order with its timeline. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money'
import type { OrderStatus } from '@fairlot/contract/order-life'
import { memberTag } from '@fairlot/fairness/tag'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Receipts, TagKeys } from '../../fair/index.ts'
import { balances } from '../../ledger/index.ts'
import type { Card, Cards, Viewer } from '../catalogue/cards.ts'
import { createRunningHashes } from '../draws/running-hash.ts'
import { orderOf, ordersOf, pendingPrizes, quoteOf, type OrderRow, type Quote } from './orders.queries.ts'
import { witnessesOf } from '../witnessed/witness-view.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { quoteRefusal } from './refusals.ts'

export type OrdersOptions = {
  db: Executor
  cards: Cards
  terms: TermsReader
  tagKeys: TagKeys
  receipts: Receipts
}

/** A member who looks at what is their own. */
export type Owner = Viewer & { memberId: string }

type Order = Output<Endpoints['orderDetail']>['order']
type Timeline = Output<Endpoints['orderDetail']>['timeline']

export type Orders = {
  /** What a purchase would cost and whether it would go through; a refusal is part of the answer. @throws Refusal NO_SUCH_DATA */
  confirm(
    owner: Owner,
    input: ParsedInput<Endpoints['confirmOrder']>,
  ): Promise<Output<Endpoints['confirmOrder']>>
  list(owner: Owner, input: ParsedInput<Endpoints['orderList']>): Promise<Output<Endpoints['orderList']>>
  /** @throws Refusal NO_SUCH_DATA */
  detail(owner: Owner, order: string): Promise<Output<Endpoints['orderDetail']>>
  /** The signed receipt of an order. @throws Refusal NO_SUCH_DATA (also for one that came to nothing), PENDING */
  receipt(memberId: string, order: string): Promise<Output<Endpoints['fairReceipt']>>
  /** How many orders stand where, for the account page. */
  counts(
    memberId: string,
  ): Promise<{ awaiting: number; pending: number; to_receive: number; received: number }>
}

const position = z.tuple([z.string().check(z.regex(/^\d{1,17}$/)), z.uuid()])

export function createOrders({ db, cards, terms, tagKeys, receipts }: OrdersOptions): Orders {
  const running = createRunningHashes({ db, tagKeys })
  return {
    async confirm(owner, { issue, quantity }) {
      const found = await terms.byNumber(issue)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const [[card], quote, { balance }] = await Promise.all([
        cards.byIds([found.issueId], owner),
        quoteOf(db, owner.memberId, found.issueId),
        balances(db, owner.memberId),
      ])
      if (!card || !quote) throw new Refusal('NO_SUCH_DATA')
      const total = found.price * BigInt(quantity)
      return {
        card,
        quantity,
        total: formatMoney(total),
        balance: formatMoney(balance),
        balanceAfter: formatMoney(balance - total),
        sharesAfter: quote.owned + quantity,
        available: available(found, quote),
        recyclePercent: found.recyclePercent,
        refusal: quoteRefusal(found, quote, { quantity, isShort: balance < total }),
      }
    },

    async list(owner, { tab, cursor, limit }) {
      const from = decodeCursor(cursor, position)
      const after = from && { key: BigInt(from[0]), order: from[1] }
      const page = pageOf(await ordersOf(db, owner.memberId, tab, after, limit + 1), limit, (row) => [
        String(row.key),
        row.order,
      ])
      const found = await cards.mapByIds(
        page.items.map(({ issueId }) => issueId),
        owner,
      )
      return {
        items: page.items.flatMap((row) => {
          const card = found.get(row.issueId)
          return card ? [orderView(row, card)] : []
        }),
        next: page.next,
      }
    },

    async detail(owner, orderId) {
      const row = await orderOf(db, owner.memberId, orderId)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const [card] = await cards.byIds([row.issueId], owner)
      if (!card) throw new Refusal('NO_SUCH_DATA')
      const order = orderView(row, card)
      const issue = (await terms.byIds([row.issueId])).get(row.issueId)
      return {
        order,
        code: row.winningCode,
        tag: row.state === 'done' ? memberTag(tagKeys.of(card.issue), owner.memberId) : null,
        witnesses: issue ? await witnessesOf(db, issue) : null,
        timeline: timelineOf(order, card, row.refundedMs),
        serverTime: Number(row.now),
      }
    },

    async receipt(memberId, orderId) {
      const row = await orderOf(db, memberId, orderId)
      if (row?.state === 'held') throw new Refusal('PENDING')
      const issue = row && (await terms.byIds([row.issueId])).get(row.issueId)
      if (!issue || row.state !== 'done' || row.first === null || row.seq === null)
        throw new Refusal('NO_SUCH_DATA')
      const { seq } = row
      return receipts.ofOrder({
        memberId,
        orderId: row.order,
        issue: issue.number,
        tag: memberTag(tagKeys.of(issue.number), memberId),
        ms: Number(row.ms),
        first: row.first,
        quantity: row.quantity,
        amount: row.amount,
        seq,
        running: () => running.of(issue, seq),
      })
    },

    async counts(memberId) {
      const [{ openOrders }, pending] = await Promise.all([
        balances(db, memberId),
        pendingPrizes(db, memberId),
      ])
      return { awaiting: openOrders, pending, to_receive: 0, received: 0 }
    },
  }
}

/** Most shares that the member can still buy, money aside. */
function available({ maxPerMember }: IssueTerms, { status, left, owned }: Quote): number {
  if (status !== 'selling') return 0
  return maxPerMember === 0 ? left : Math.max(0, Math.min(left, maxPerMember - owned))
}

function orderView(row: OrderRow, card: Card): Order {
  return {
    order: row.order,
    status: statusOf(row),
    card,
    first: row.first,
    quantity: row.quantity,
    amount: formatMoney(row.amount),
    at: Number(row.ms),
  }
}

/**
 * The state of an order. A drawn issue decides before the member's row is told. A purchase that was refused after
 * all (seen only by who asks for it: its outcome was not known when it was made) has had its money back.
 */
function statusOf({ state, result, winningCode, first, quantity }: OrderRow): OrderStatus {
  switch (state) {
    case 'held':
      return 'processing'
    case 'refunded':
    case 'refused':
      return 'refunded'
    case 'done':
      if (result !== null) return result
      if (winningCode === null || first === null) return 'awaiting_draw'
      return winningCode >= first && winningCode < first + quantity ? 'won' : 'not_won'
  }
}

/** The steps of an order; one that has not come yet has no time. */
function timelineOf(
  { status, at }: Order,
  { soldOutAt, drawnAt }: Card,
  refundedMs: bigint | null,
): Timeline {
  const paid = { state: 'paid', at } as const
  if (status === 'refunded')
    return [paid, { state: 'refunded', at: refundedMs === null ? null : Number(refundedMs) }]
  const steps: Timeline = [paid, { state: 'sold_out', at: soldOutAt }, { state: 'drawn', at: drawnAt }]
  return status === 'won' || status === 'not_won' ? [...steps, { state: status, at: drawnAt }] : steps
}
