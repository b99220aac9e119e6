/** Own orders by issue: one item for each issue in which the member has orders. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { OrderStatus, OrderTab } from '@fairlot/contract/life/order-life'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Card, Cards } from '../catalogue/cards.ts'
import { issuesOf, listedOrders, type IssuePosition, type OrderIssueRow } from './order-issues.queries.ts'
import { orderItem, type Owner } from './order-views.ts'
import type { OrderRow } from './orders.queries.ts'

type Item = Output<Endpoints['orderIssues']>['items'][number]
type Reads = { db: Executor; cards: Cards }

/** Which part of the tab `all` an item belongs to: wins stand before the rest. */
type Part = 'wins' | 'rest'
const position = z.tuple([z.enum(['wins', 'rest']), z.string().check(z.regex(/^\d{1,17}$/)), z.uuid()])

/** The issues of one tab, wins first, then by the newest order. */
export async function listOrderIssues(
  { db, cards }: Reads,
  owner: Owner,
  { tab, cursor, limit }: ParsedInput<Endpoints['orderIssues']>,
): Promise<Output<Endpoints['orderIssues']>> {
  const from = decodeCursor(cursor, position)
  const rows = await read(db, owner.memberId, { tab, from, limit: limit + 1 })
  const page = pageOf(rows, limit, ({ part, row }) => [part, String(row.key), row.id])
  const ids = page.items.map(({ row }) => row.issueId)
  const [found, orders] = await Promise.all([
    cards.mapByIds(ids, owner),
    listedOrders(db, owner.memberId, ids),
  ])
  return {
    items: page.items.flatMap(({ row }) => {
      const card = found.get(row.issueId)
      return card ? [view(row, card, orders.get(row.issueId) ?? [])] : []
    }),
    next: page.next,
  }
}

type Wanted = { tab: OrderTab; from: z.output<typeof position> | null; limit: number }

async function read(db: Executor, memberId: string, { tab, from, limit }: Wanted) {
  const after = (part: Part): IssuePosition | null =>
    from?.[0] === part ? { key: BigInt(from[1]), id: from[2] } : null
  const rows: { part: Part; row: OrderIssueRow }[] = []
  const add = async (part: Part, of: OrderTab | 'open') => {
    for (const row of await issuesOf(db, memberId, of, after(part), limit - rows.length))
      rows.push({ part, row })
  }
  if (tab === 'all' && from?.[0] !== 'rest') await add('wins', 'open')
  await add('rest', tab)
  return rows
}

function view(row: OrderIssueRow, card: Card, orders: readonly OrderRow[]): Item {
  const items = orders.map((order) => orderItem(order, card))
  return {
    card,
    // cash is won before the members' rows are told
    status: items.some(({ prizes }) => prizes.length > 0) ? 'completed' : statusOf(row),
    orders: row.orders,
    shares: row.shares,
    amount: formatMoney(row.amount),
    items,
  }
}

function statusOf({ held, open, won, prize, refunded, favour, winningCode }: OrderIssueRow): OrderStatus {
  if (held) return 'processing'
  if (open && (winningCode === null || (favour && !won))) return 'awaiting_draw'
  if (prize !== null) return prize
  if (won) return 'won'
  return refunded ? 'refunded' : 'not_won'
}
