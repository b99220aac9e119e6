/** What a member sees of an order of a draw in favour, before and after its settlement. */
import { expect, test } from 'vitest'
import type { Card } from '../catalogue/cards.ts'
import { orderFields, timelineOf } from './order-views.ts'
import type { OrderRow } from './orders.queries.ts'

const ROW: OrderRow = {
  order: '018f0000-0000-8000-8000-000000000001',
  issueId: '018f0000-0000-8000-8000-000000000002',
  quantity: 2,
  amount: 20_000n,
  housePaid: null,
  first: 1_000_001,
  state: 'done',
  result: null,
  prize: null,
  ms: 1n,
  key: 1n,
  winningCode: 1_000_009,
  favour: true,
  afterLoss: false,
  seq: 1,
}
const statusOf = (row: Partial<OrderRow>) => orderFields({ ...ROW, ...row }, 'D1-0001').status

test('an order that did not win awaits its result until the settlement refunds it', () => {
  expect(statusOf({})).toBe('awaiting_draw')
  expect(statusOf({ favour: false })).toBe('not_won')
  expect(statusOf({ winningCode: 1_000_002 })).toBe('won')
  expect(statusOf({ state: 'refunded' })).toBe('refunded')
})

test('a refunded order of a drawn issue has the steps of the draw', () => {
  const order = orderFields({ ...ROW, state: 'refunded' }, 'D1-0001') as Parameters<typeof timelineOf>[0]
  const stepsOf = (card: Pick<Card, 'soldOutAt' | 'drawnAt'>) =>
    timelineOf(order, card as Card, 4n).map(({ state, at }) => [state, at])
  expect(stepsOf({ soldOutAt: 2, drawnAt: 3 })).toEqual([
    ['paid', 1],
    ['sold_out', 2],
    ['drawn', 3],
    ['refunded', 4],
  ])
  expect(stepsOf({ soldOutAt: null, drawnAt: null })).toEqual([
    ['paid', 1],
    ['refunded', 4],
  ])
})
