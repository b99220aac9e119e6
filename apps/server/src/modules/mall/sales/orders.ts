/** Own orders: quote before buying, list in tabs, one order with its timeline. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { readOrderNumber } from '@fairlot/contract/order-number'
import { memberTag } from '@fairlot/fairness/tag'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Receipts, TagKeys } from '../../fair/index.ts'
import type { Addresses } from '../../identity/index.ts'
import { balances } from '../../ledger/index.ts'
import type { Cards } from '../catalogue/cards.ts'
import { prizeView } from '../delivery/prize-view.ts'
import { prizeOf } from '../delivery/prizes.queries.ts'
import { listOrderIssues } from './order-issues.ts'
import { countIssues, type IssueCounts } from './order-issues.queries.ts'
import { createOrderReceipts } from './order-receipt.ts'
import { orderFields, orderView, timelineOf, type Owner } from './order-views.ts'
import { ordersOfAll, refusedOfAll } from './issue-orders.queries.ts'
import { orderBySeq, orderOf, ordersOf, ordersOfIssue, quoteOf, type Quote } from './orders.queries.ts'
import { vouchingOf } from '../witnessed/witness-view.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { quoteRefusal } from './refusals.ts'
import { seatOf } from './seats.ts'
import { offersOf } from '../vouchers/offers.ts'

export type OrdersOptions = {
  db: Executor
  cards: Cards
  terms: TermsReader
  tagKeys: TagKeys
  receipts: Receipts
  addresses: Pick<Addresses, 'open'>
  /** the VIP level of a member */
  vipLevel(memberId: string): Promise<number>
  /** whether an issue sells no further shares although it is on sale */
  isStopped?: ((issueId: string) => boolean) | undefined
}

export type Orders = {
  /** What a purchase would cost and whether it would go through; a refusal is part of the answer. @throws Refusal NO_SUCH_DATA */
  confirm(
    owner: Owner,
    input: ParsedInput<Endpoints['confirmOrder']>,
  ): Promise<Output<Endpoints['confirmOrder']>>
  list(owner: Owner, input: ParsedInput<Endpoints['orderList']>): Promise<Output<Endpoints['orderList']>>
  /** The issues in which the member has orders, each with its orders. */
  issues(
    owner: Owner,
    input: ParsedInput<Endpoints['orderIssues']>,
  ): Promise<Output<Endpoints['orderIssues']>>
  /** @throws Refusal NO_SUCH_DATA */
  detail(owner: Owner, order: string): Promise<Output<Endpoints['orderDetail']>>
  /** The signed receipt of an order. @throws Refusal NO_SUCH_DATA (also for one that came to nothing), PENDING */
  receipt(memberId: string, order: string): Promise<Output<Endpoints['fairReceipt']>>
  /** The order with a number, for operators. @throws Refusal NO_SUCH_DATA */
  find(number: string): Promise<Output<Endpoints['orderShow']>>
  /** The orders of an issue, for operators. @throws Refusal NO_SUCH_DATA */
  ofIssue(input: ParsedInput<Endpoints['issueOrders']>): Promise<Output<Endpoints['issueOrders']>>
  /** The id of the member whose order has a number; null: there is none. */
  ownerOf(number: string): Promise<string | null>
  /** How many issues with orders stand where, for the account page. */
  counts(memberId: string): Promise<IssueCounts>
}

/** The rank of the last order. */
const RANK_CURSOR = z.tuple([z.int32().check(z.minimum(0))])
const REFUSED_CURSOR = z.tuple([z.uuid()])

const position = z.tuple([z.string().check(z.regex(/^\d{1,17}$/)), z.uuid()])

export function createOrders(options: OrdersOptions): Orders {
  const { db, cards, terms, tagKeys, addresses, isStopped = () => false } = options
  async function placeOf(number: string) {
    const read = readOrderNumber(number.trim().toUpperCase())
    const issue = read && (await terms.byNumber(read.issue))
    const place = issue && (await orderBySeq(db, issue.issueId, read.seq))
    return place && { ...place, issue }
  }
  return {
    async confirm(owner, { issue, quantity, voucher }) {
      const found = await terms.byNumber(issue)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const seat = seatOf(found)
      if (seat !== null && quantity !== seat)
        throw new Refusal('INPUT_INVALID', { fields: { quantity: 'SEAT_QUANTITY' } })
      const total = found.price * BigInt(quantity)
      const [[card], current, { balance }, vipLevel, offers] = await Promise.all([
        cards.byIds([found.issueId], owner),
        quoteOf(db, owner.memberId, found.issueId),
        balances(db, owner.memberId),
        found.minVip === 0 ? 0 : options.vipLevel(owner.memberId),
        offersOf(db, owner.memberId, total, voucher),
      ])
      if (!card || !current) throw new Refusal('NO_SUCH_DATA')
      const quote = isStopped(found.issueId) ? { ...current, status: 'stopped' } : current
      const due = total - offers.discount
      return {
        card,
        quantity,
        total: formatMoney(total),
        voucher: offers.voucher,
        due: formatMoney(due),
        vouchers: offers.vouchers,
        balance: formatMoney(balance),
        balanceAfter: formatMoney(balance - due),
        sharesAfter: quote.owned + quantity,
        available: available(found, quote),
        recyclePercent: found.recyclePercent,
        refusal: quoteRefusal(found, quote, { quantity, isShort: balance < due, vipLevel }),
      }
    },

    async list(owner, { tab, issue, cursor, limit }) {
      const from = decodeCursor(cursor, position)
      const after = from && { key: BigInt(from[0]), order: from[1] }
      const { memberId } = owner
      const only = issue === undefined ? undefined : ((await terms.byNumber(issue))?.issueId ?? null)
      const rows =
        only === undefined
          ? await ordersOf(db, memberId, tab, after, limit + 1)
          : only === null
            ? []
            : await ordersOfIssue(db, memberId, only, after, limit + 1)
      const page = pageOf(rows, limit, (row) => [String(row.key), row.order])
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

    issues: (owner, input) => listOrderIssues({ db, cards }, owner, input),

    async detail(owner, orderId) {
      const row = await orderOf(db, owner.memberId, orderId)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const [card] = await cards.byIds([row.issueId], owner)
      if (!card) throw new Refusal('NO_SUCH_DATA')
      const order = orderView(row, card)
      const issue = (await terms.byIds([row.issueId])).get(row.issueId)
      const prize = row.prize === null ? undefined : await prizeOf(db, owner.memberId, orderId)
      return {
        order,
        code: row.winningCode,
        ...(row.afterLoss === true && { afterLoss: true }),
        tag: row.state === 'done' ? memberTag(tagKeys.of(card.issue), owner.memberId) : null,
        witnesses: issue ? (await vouchingOf(db, issue, card)).witnesses : null,
        prize: prize ? prizeView(addresses, prize, owner.language) : null,
        timeline: timelineOf(order, card, row.refundedMs),
        serverTime: Number(row.now),
      }
    },

    receipt: createOrderReceipts(options),

    async ofIssue({ issue, member = null, refused, cursor, limit }) {
      const found = await terms.byNumber(issue)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const filter = { issueId: found.issueId, member, limit: limit + 1 }
      const rows = refused
        ? await refusedOfAll(db, filter, decodeCursor(cursor, REFUSED_CURSOR)?.[0] ?? null)
        : await ordersOfAll(db, filter, decodeCursor(cursor, RANK_CURSOR)?.[0] ?? null)
      const { items, next } = pageOf(rows, limit, (row) => [refused ? row.order : row.seq!])
      return {
        items: items.map((row) => ({ ...orderFields(row, issue), member: row.memberId })),
        next,
      }
    },
    async find(number) {
      const place = await placeOf(number)
      const row = place && (await orderOf(db, place.memberId, place.order))
      if (!row || row.first === null) throw new Refusal('NO_SUCH_DATA')
      const { number: shown, ...order } = orderFields(row, place.issue.number)
      if (shown === null) throw new Refusal('NO_SUCH_DATA')
      return { ...order, first: row.first, number: shown, issue: place.issue.number, member: place.memberId }
    },

    ownerOf: async (number) => (await placeOf(number))?.memberId ?? null,

    counts: (memberId) => countIssues(db, memberId),
  }
}

/** Most shares that the member can still buy, money aside. */
function available({ maxPerMember }: IssueTerms, { status, left, owned }: Quote): number {
  if (status !== 'selling') return 0
  return maxPerMember === 0 ? left : Math.max(0, Math.min(left, maxPerMember - owned))
}
