// @vitest-environment happy-dom
/** A payment that a reload interrupted. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { buy, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { orderOf } from '../../../testing/orders.ts'
import { MEMBER, openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const REQUEST = '0190c2a4-6000-7a6f-ae9f-78dfcbe8d529'
const ORDER = purchaseId(MEMBER.id, REQUEST)

beforeEach(() => {
  server.answer(goodsDetail, () => issueWith())
  const input = JSON.stringify({ issue: ISSUE, quantity: 3 })
  sessionStorage.setItem(
    `fairlot.attempt.${buy.path}`,
    JSON.stringify({ member: MEMBER.id, input, requestId: REQUEST, at: Date.now() }),
  )
})

test('an interrupted payment that bought leads to its success, without a second payment', async () => {
  server.answer(orderDetail, ({ order }) => orderOf(order))
  await openApp(paths.goods(ISSUE, 3), { width: PHONE_PX })
  await screen.findByRole('heading', { name: '3 shares are yours' })
  expect(server.inputs(orderDetail)[0]).toEqual({ order: ORDER })
  expect(server.inputs(buy)).toEqual([])
  expect(sessionStorage.getItem(`fairlot.attempt.${buy.path}`)).toBeNull()
})

test('an interrupted payment that bought nothing says so, and the next tap has the same request id', async () => {
  server.refuse(orderDetail, 'NO_SUCH_DATA')
  const user = await openApp(paths.goods(ISSUE, 3), { width: PHONE_PX })
  await screen.findByText('Your payment was interrupted. We are asking for its outcome.')
  await screen.findByText('Your payment was interrupted. You paid nothing.')
  server.lose(buy)
  await user.click(screen.getByRole('button', { name: 'Pay ₫75.00' }))
  await waitFor(() =>
    expect(server.inputs(buy)[0]).toMatchObject({ issue: ISSUE, quantity: 3, requestId: REQUEST }),
  )
})
