// @vitest-environment happy-dom
import { account, rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { buy, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { chosenFor } from '../../../evidence/keeper.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { orderOf } from '../../../testing/orders.ts'
import { setViewport } from '../../../testing/viewport.ts'
import { accountOf, appHistory, MEMBER, openApp, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'

const bought = (quantity: number): Output<typeof buy> => ({
  order: ORDER,
  issue: ISSUE,
  status: 'awaiting_draw',
  first: 1_000_040,
  quantity,
  amount: `${quantity * 25}.00`,
  discount: null,
})

beforeEach(() => {
  setViewport(390)
  server.answer(goodsDetail, () => issueWith())
  server.answer(rechargeAmounts, () => ({ recharge: { steps: [], minimum: '100.00', maximum: '5000.00' } }))
  server.answer(orderDetail, ({ order }) => orderOf(order))
})

/** Opens the sheet with three shares, 75.00. */
async function openSheet(quantity = 3) {
  const user = await openApp(paths.goods(ISSUE, quantity))
  const sheet = await screen.findByRole('dialog', { name: 'A phone' })
  return { user, sheet: within(sheet) }
}

type Sheet = Awaited<ReturnType<typeof openSheet>>['sheet']
const amountToPay = (sheet: Sheet) => sheet.getByText('To pay').nextElementSibling?.textContent
const howMany = (sheet: Sheet) => sheet.getByRole<HTMLInputElement>('textbox', { name: 'How many shares?' })
const payButton = (sheet: Sheet) => sheet.findByRole('button', { name: 'Pay ₫75.00' })

describe('choosing how many shares', () => {
  test('steps up and down and shows price, chance and balance after', async () => {
    const { user, sheet } = await openSheet()
    await sheet.findByText('Balance after')
    await user.click(sheet.getByRole('button', { name: 'More' }))
    expect(howMany(sheet).value).toBe('4')
    expect(amountToPay(sheet)).toBe('₫100.00')
    expect(sheet.getByText('Your chance').nextElementSibling?.textContent).toBe('4 of 100 4.00%')
    expect(sheet.getByText('Balance after').nextElementSibling?.textContent).toBe('₫900.00')
    await user.click(sheet.getByRole('button', { name: 'Fewer' }))
    await user.click(sheet.getByRole('button', { name: 'Fewer' }))
    expect(amountToPay(sheet)).toBe('₫50.00')
  })

  test('keeps one share as the least and says so', async () => {
    const { user, sheet } = await openSheet(1)
    await user.click(sheet.getByRole('button', { name: 'Fewer' }))
    expect(howMany(sheet).value).toBe('1')
    expect(sheet.getByText('At least 1')).toBeTruthy()
  })

  test("keeps the rest of the member's maximum as the most and says why", async () => {
    server.answer(goodsDetail, () => issueWith({ mine: 18 }))
    const { user, sheet } = await openSheet(2)
    await user.click(sheet.getByRole('button', { name: 'More' }))
    expect(howMany(sheet).value).toBe('2')
    expect(sheet.getByText('Only 2 more (maximum 20 shares per member)')).toBeTruthy()
  })

  test('takes a quick pick', async () => {
    const { user, sheet } = await openSheet()
    await user.click(sheet.getByRole('radio', { name: '10' }))
    expect(amountToPay(sheet)).toBe('₫250.00')
  })

  test('cannot pay when the member already holds the maximum', async () => {
    server.answer(goodsDetail, () => issueWith({ mine: 20 }))
    const { sheet } = await openSheet(1)
    const button = await sheet.findByRole('button', { name: /^Pay/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(sheet.getByText('You already hold the maximum of 20 shares.')).toBeTruthy()
  })
})

describe('a balance that is too small', () => {
  test('shows what is missing and leads to a recharge that comes back to this purchase', async () => {
    server.answer(account, () => accountOf({ balance: '50.00' }))
    const { sheet } = await openSheet()
    expect((await sheet.findByText('You are short by')).nextElementSibling?.textContent).toBe('₫25.00')
    const link = await sheet.findByRole('link', { name: 'Top up ₫100.00 and pay' })
    const address = new URL(link.getAttribute('href') ?? '', 'http://app.test')
    expect(address.pathname).toBe('/pages/payment/recharge')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      amount: '100.00',
      need: '25.00',
      next: `/pages/goods/goods?issue=${ISSUE}&buy=3`,
    })
  })
})

describe('paying', () => {
  test('buys and shows the codes', async () => {
    const { user, sheet } = await openSheet()
    server.answer(buy, ({ quantity }) => bought(quantity))
    await user.click(await payButton(sheet))
    expect(await screen.findByRole('heading', { name: '3 shares are yours' })).toBeTruthy()
    expect(server.inputs(buy)).toMatchObject([{ issue: ISSUE, quantity: 3 }])
  })

  test('sends one purchase for several taps and keeps the quantity meanwhile', async () => {
    const { user, sheet } = await openSheet()
    const { release } = server.hold(buy)
    const button = await payButton(sheet)
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    await user.click(button)
    await user.click(sheet.getByRole('button', { name: 'More' }))
    expect(howMany(sheet).value).toBe('3')
    release(bought(3))
    await screen.findByRole('heading', { name: '3 shares are yours' })
    expect(server.inputs(buy)).toHaveLength(1)
  })

  test('keeps the request id while the outcome is unknown, so that a retry buys once', async () => {
    const { user, sheet } = await openSheet()
    server.lose(buy)
    await user.click(await payButton(sheet))
    await sheet.findByText('We do not know yet if your purchase went through')
    expect(sheet.getByText('Try again. You are never charged twice for the same purchase.')).toBeTruthy()
    expect(sheet.queryByRole('textbox')).toBeNull()
    expect(sheet.getByText('3 shares')).toBeTruthy()
    server.answer(buy, ({ quantity }) => bought(quantity))
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: '3 shares are yours' })
    const ids = server.inputs(buy).map(({ requestId }) => requestId)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
    await expect.poll(() => chosenFor(ORDER)).toEqual({ member: MEMBER.id, requestId: ids[0] })
  })

  test('keeps the request id also after the server answered that it is still working', async () => {
    const { user, sheet } = await openSheet()
    server.refuse(buy, 'PENDING')
    await user.click(await payButton(sheet))
    await sheet.findByText(/^We have received your request and are still working on it\./)
    server.answer(buy, ({ quantity }) => bought(quantity))
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: '3 shares are yours' })
    const [first, second] = server.inputs(buy)
    expect(second?.requestId).toBe(first?.requestId)
  })

  test('makes a new request id after a refusal', async () => {
    const { user, sheet } = await openSheet()
    server.refuse(buy, 'NOT_ENOUGH_SHARES', { left: 2 })
    await user.click(await payButton(sheet))
    await sheet.findByText('Only 2 shares are left. You paid nothing.')
    server.answer(buy, ({ quantity }) => bought(quantity))
    await user.click(await payButton(sheet))
    await screen.findByRole('heading', { name: '3 shares are yours' })
    const [first, second] = server.inputs(buy)
    expect(second?.requestId).not.toBe(first?.requestId)
  })
})

describe('a refusal', () => {
  test.each([
    ['SPEND_LIMIT', { left: '₫10.00' }, /You can still spend ₫10\.00\./],
    ['LOSS_LIMIT', { left: '₫10.00' }, /You can still risk ₫10\.00\./],
    ['TIME_LIMIT', {}, /^You have reached your time limit\./],
  ] as const)(
    'by %s stays in the sheet with the way to the limits and the chosen quantity',
    async (...row) => {
      const [code, values, message] = row
      const { user, sheet } = await openSheet()
      server.refuse(buy, code, values)
      await user.click(await payButton(sheet))
      const notice = await sheet.findByText(message)
      expect(sheet.getAllByRole('status').some((status) => status.contains(notice))).toBe(true)
      expect(sheet.getByRole('link', { name: 'See your limits' }).getAttribute('href')).toBe(
        '/pages/account/limits',
      )
      expect(howMany(sheet).value).toBe('3')
      // Only in the sheet: a toast would say it twice.
      expect(screen.getAllByText(message)).toHaveLength(1)
    },
  )

  test('by the seller is said once, in the sheet', async () => {
    const { user, sheet } = await openSheet()
    server.refuse(buy, 'NOT_ENOUGH_SHARES', { left: 2 })
    await user.click(await payButton(sheet))
    await sheet.findByText('Only 2 shares are left. You paid nothing.')
    expect(screen.getAllByText('Only 2 shares are left. You paid nothing.')).toHaveLength(1)
  })

  test('by the balance is said once, on the way to the recharge', async () => {
    const { user, sheet } = await openSheet()
    server.refuse(buy, 'INSUFFICIENT_BALANCE')
    await user.click(await payButton(sheet))
    expect(await screen.findAllByText('Insufficient balance, please recharge.')).toHaveLength(1)
    // else the way there would begin in the next test
    await waitFor(() => expect(appHistory.location.pathname).toBe('/pages/payment/recharge'))
  })

  test('goes away when another quantity is chosen', async () => {
    const { user, sheet } = await openSheet()
    server.refuse(buy, 'SPEND_LIMIT', { left: '₫10.00' })
    await user.click(await payButton(sheet))
    await sheet.findByText(/over your spending limit/)
    await user.click(await sheet.findByRole('button', { name: 'Fewer' }))
    expect(sheet.queryByText(/over your spending limit/)).toBeNull()
    expect(howMany(sheet).value).toBe('2')
  })
})

describe('a break, a freeze or a closing account', () => {
  test('says until when buying is off', async () => {
    const until = Date.now() + 86_400_000
    server.answer(account, () => accountOf({ excludedUntil: until }))
    const { user, sheet } = await openSheet()
    await sheet.findByText(`Buying and topping up are off until ${formatDateTime(until, 'en-us')}.`)
    const button = await payButton(sheet)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(server.inputs(buy)).toEqual([])
    expect(await sheet.findByRole('link', { name: 'See your break' })).toBeTruthy()
  })

  test('says until when the account is frozen', async () => {
    const until = Date.now() + 86_400_000
    server.answer(account, () => accountOf({ frozenUntil: until }))
    const { user, sheet } = await openSheet()
    await sheet.findByText(`Your account is frozen until ${formatDateTime(until, 'en-us')}.`, {
      exact: false,
    })
    await user.click(await payButton(sheet))
    expect(server.inputs(buy)).toEqual([])
    expect(sheet.queryByRole('link', { name: 'See your break' })).toBeNull()
  })

  test('says that the account is being closed', async () => {
    server.answer(account, () => accountOf({ closing: true }))
    const { sheet } = await openSheet()
    await sheet.findByText('This account is being closed. You can no longer buy or top up.')
    expect((await payButton(sheet)).getAttribute('aria-disabled')).toBe('true')
  })
})
