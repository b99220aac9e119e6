// @vitest-environment happy-dom
import { account, rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { buy, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { accountOf, openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { setViewport } from '../../../testing/viewport.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'

beforeEach(() => {
  setViewport(1440)
  server.answer(goodsDetail, () => issueWith())
  server.answer(rechargeAmounts, () => ({ recharge: { steps: [], minimum: '100.00', maximum: '5000.00' } }))
})

const howMany = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'How many shares?' })
const reviewed = () =>
  screen.getByRole('link', { name: 'Review the order' }).getAttribute('href')?.split('shares=')[1]
const step = async (user: UserEvent, name: 'More' | 'Fewer') =>
  await user.click(screen.getByRole('button', { name }))

describe('the purchase on a wide page', () => {
  test('is part of the page and shows chance, price and button without a sheet', async () => {
    const user = await openApp(paths.goods(ISSUE))
    expect((await howMany()).value).toBe('1')
    expect(screen.queryByRole('dialog')).toBeNull()
    await step(user, 'More')
    await screen.findByRole('button', { name: 'Pay ₫50.00' })
    expect(screen.getByText('Your chance').nextElementSibling?.textContent).toBe('2 of 100 2.00%')
  })

  test('buys the quantity that it shows', async () => {
    const user = await openApp(paths.goods(ISSUE, 3))
    server.answer(buy, (): Output<typeof buy> => ({
      order: ORDER,
      issue: ISSUE,
      status: 'awaiting_draw',
      first: 1_000_040,
      quantity: 3,
      amount: '75.00',
      discount: null,
    }))
    server.lose(orderDetail)
    await user.click(await screen.findByRole('button', { name: 'Pay ₫75.00' }))
    await waitFor(() => expect(server.inputs(buy)).toMatchObject([{ issue: ISSUE, quantity: 3 }]))
  })

  test('says above the stepper what the balance lacks', async () => {
    server.answer(account, () => accountOf({ balance: '50.00' }))
    await openApp(paths.goods(ISSUE, 3))
    await screen.findByText('You are short by ₫25.00')
    await screen.findByRole('link', { name: /₫100.00 and pay$/ })
  })

  test('keeps an amount that no longer fits, explains it and does not offer to pay', async () => {
    server.answer(goodsDetail, () => issueWith({ sold: 98 }))
    const user = await openApp(paths.goods(ISSUE, 5))
    expect((await howMany()).value).toBe('5')
    expect(screen.getByText('Only 2 left')).toBeTruthy()
    const pay = await screen.findByRole('button', { name: 'Pay ₫125.00' })
    expect(pay.getAttribute('aria-disabled')).toBe('true')
    await user.click(pay)
    expect(server.inputs(buy)).toEqual([])
    await step(user, 'Fewer')
    await screen.findByRole('button', { name: 'Pay ₫50.00' })
  })
})

describe('the amount in the address', () => {
  test('follows the stepper', async () => {
    const user = await openApp(paths.goods(ISSUE, 3))
    await howMany()
    await step(user, 'More')
    expect((await howMany()).value).toBe('4')
    expect(reviewed()).toBe('4')
  })
})
