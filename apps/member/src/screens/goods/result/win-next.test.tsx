// @vitest-environment happy-dom
/** What the page of a won issue says below the winner ticket. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { cardWith, ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { prizeWith } from '../../../testing/prizes.ts'
import { setViewport } from '../../../testing/viewport.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'
const WON = {
  status: 'drawn' as const,
  sold: 100,
  mine: 3,
  drawAt: 1,
  drawnAt: 1,
  winner: { code: 1_000_042, name: 'Rahima', quantity: 3, mine: true },
}
const orderWith = (prize: ReturnType<typeof prizeWith>): Output<typeof orderDetail> => ({
  order: {
    order: ORDER,
    number: `${ISSUE}-12`,
    status: prize.status,
    card: cardWith(WON),
    first: 1_000_040,
    quantity: 3,
    amount: '75.00',
    discount: null,
    at: 1,
    prizes: [],
  },
  code: 1_000_042,
  tag: null,
  witnesses: null,
  prize,
  timeline: [],
  serverTime: Date.now(),
})

beforeEach(() => {
  setViewport(390)
  server.answer(goodsDetail, () =>
    issueWith(WON, { mine: [{ order: ORDER, first: 1_000_040, quantity: 3, at: 1 }] }),
  )
})

test('names the cash and the day on which it is paid by itself', async () => {
  const recycleUntil = new Date(2026, 11, 24, 12).getTime()
  server.answer(orderDetail, () => orderWith(prizeWith({ recycleUntil })))
  await openApp(paths.goods(ISSUE))
  expect(
    await screen.findByText(/^Delivery or ₫1,600.00 in cash: .* goes to your wallet on Dec 24, 2026\.$/),
  ).toBeTruthy()
})

test('offers no choice after one is made', async () => {
  server.answer(orderDetail, () => orderWith(prizeWith({ status: 'in_delivery' })))
  await openApp(paths.goods(ISSUE))
  expect(await screen.findByText(/^The prize is reserved for you/)).toBeTruthy()
  expect(screen.queryByText(/^Delivery or/)).toBeNull()
})
