import type { PrizeStatus } from '@fairlot/contract/life/order-life'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../timing.ts'
import { answerOf, confirmedAt, expectedDelivery, historyOf, sinceOf, stagesDone } from './delivery.ts'

const entry = (state: PrizeStatus, day: number, note: string | null = null) => ({
  state,
  at: day * DAY_MS,
  note,
})
const shipped = (deliveredDay: number | null) => ({
  carrier: 'Pathao',
  tracking: 'PTH 8841',
  url: null,
  shippedAt: 5 * DAY_MS,
  deliveredAt: deliveredDay === null ? null : deliveredDay * DAY_MS,
})

test('a delivery is expected 30 to 60 days after the address was confirmed, whatever was changed since', () => {
  const timeline = [entry('won', 1), entry('address_confirmed', 2), entry('address_confirmed', 4)]
  expect(confirmedAt({ timeline })).toBe(2 * DAY_MS)
  const expected = expectedDelivery(2 * DAY_MS, 30 * DAY_MS)
  expect(expected).toEqual({ from: 32 * DAY_MS, to: 62 * DAY_MS, day: 29, isLate: false })
  expect(expectedDelivery(2 * DAY_MS, 62 * DAY_MS).isLate).toBe(true)
})

test('a product that is sent once more is expected from then on', () => {
  const timeline = [
    entry('won', 1),
    entry('address_confirmed', 2),
    entry('in_delivery', 5),
    entry('disputed', 40),
  ]
  expect(confirmedAt({ timeline: [...timeline, entry('in_delivery', 41)] })).toBe(2 * DAY_MS)
  expect(confirmedAt({ timeline: [...timeline, entry('address_confirmed', 42)] })).toBe(42 * DAY_MS)
})

test('counts the stages that are done', () => {
  expect(stagesDone({ status: 'won', shipment: null })).toBe(1)
  expect(stagesDone({ status: 'address_confirmed', shipment: null })).toBe(2)
  expect(stagesDone({ status: 'in_delivery', shipment: shipped(null) })).toBe(3)
  expect(stagesDone({ status: 'disputed', shipment: shipped(9) })).toBe(4)
  expect(stagesDone({ status: 'received', shipment: shipped(9) })).toBe(5)
})

test('the history begins with the newest, shows a repeated state once and the proof of delivery in its place', () => {
  const timeline = [
    entry('won', 1),
    entry('address_confirmed', 2),
    entry('address_confirmed', 3),
    entry('in_delivery', 5),
    entry('in_delivery', 9),
    entry('received', 10),
  ]
  expect(historyOf({ timeline, shipment: shipped(9) }).map(({ state }) => state)).toEqual([
    'received',
    'delivered',
    'in_delivery',
    'address_confirmed',
    'won',
  ])
})

test("finds the operator's answer to the last dispute", () => {
  const first = [entry('in_delivery', 5), entry('disputed', 6, 'It is broken')]
  expect(answerOf({ timeline: first })).toBeNull()
  expect(answerOf({ timeline: [...first, entry('in_delivery', 7, 'It is on its way')] })).toBe(
    'It is on its way',
  )
  expect(answerOf({ timeline: [entry('won', 1)] })).toBeNull()
})

test('a state lasts since it was reached, not since it was confirmed once more', () => {
  const timeline = [
    entry('in_delivery', 5),
    entry('disputed', 6),
    entry('in_delivery', 7),
    entry('in_delivery', 8),
  ]
  expect(sinceOf({ status: 'in_delivery', timeline })).toBe(7 * DAY_MS)
})
