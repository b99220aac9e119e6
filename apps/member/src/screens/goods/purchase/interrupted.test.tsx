// @vitest-environment happy-dom
/** A payment that a reload interrupted. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { buy, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { orderOf } from '../../../testing/orders.ts'
import { isLeft, LEFT_PURCHASE, LEFT_REQUEST, leaveCall } from '../../../testing/interrupted.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

beforeEach(() => {
  server.answer(goodsDetail, () => issueWith())
  leaveCall(buy, { issue: ISSUE, quantity: 3 })
})

test('an interrupted payment that bought leads to its success, without a second payment', async () => {
  server.answer(orderDetail, ({ order }) => orderOf(order))
  await openApp(paths.goods(ISSUE, 3), { width: PHONE_PX })
  await screen.findByRole('heading', { name: '3 shares are yours' })
  expect(server.inputs(orderDetail)[0]).toEqual({ order: LEFT_PURCHASE })
  expect(server.inputs(buy)).toEqual([])
  expect(isLeft(buy)).toBe(false)
})

test('an interrupted payment that bought nothing says so, and the next tap has the same request id', async () => {
  server.refuse(orderDetail, 'NO_SUCH_DATA')
  const user = await openApp(paths.goods(ISSUE, 3), { width: PHONE_PX })
  await screen.findByText('Your payment was interrupted. We are asking for its outcome.')
  await screen.findByText('Your payment was interrupted. You paid nothing.')
  server.lose(buy)
  await user.click(screen.getByRole('button', { name: 'Pay ₫75.00' }))
  await waitFor(() =>
    expect(server.inputs(buy)[0]).toMatchObject({ issue: ISSUE, quantity: 3, requestId: LEFT_REQUEST }),
  )
})
