// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { buy, confirmOrder, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { vouchers } from '@fairlot/contract/endpoints/mall/vouchers'
import { account } from '@fairlot/contract/endpoints/home'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { accountOf, openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'
import { quoteWith, voucherWith } from '../../../testing/quotes.ts'

setUpApp()

const [SMALL, LARGE, HIGH] = ['d1', 'd2', 'd3'].map((end) => `018f0000-0000-7000-8000-0000000000${end}`)

type Offered = Output<typeof confirmOrder>['vouchers'][number]
const offer = (more: Partial<Offered>): Offered => {
  const { id, amount, minSpend, expiresAt } = voucherWith(more)
  return { id, amount, minSpend, expiresAt, usable: more.usable ?? true }
}
const OFFERED = [
  offer({ id: LARGE!, amount: '12.50', minSpend: '50.00' }),
  offer({ id: SMALL!, amount: '5.00' }),
  offer({ id: HIGH!, amount: '40.00', minSpend: '200.00', usable: false }),
]

beforeEach(() => {
  server.answer(confirmOrder, ({ quantity }) => quoteWith({ quantity, vouchers: OFFERED }))
  server.lose(orderDetail)
})

const open = async () => await openApp(paths.confirm(ISSUE, 3), { width: PHONE_PX })
const pay = async (amount: string) => await screen.findByRole('button', { name: `Pay ₫${amount}` })
const row = () => screen.getByRole('button', { name: /^Voucher/ })
const howMany = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'How many shares?' })

const refusals = () =>
  screen
    .getAllByRole('status')
    .filter(({ textContent }) => textContent.startsWith('This voucher cannot be used for this order.'))

/** Opens the sheet, chooses and closes it. */
async function choose(user: UserEvent, name: RegExp): Promise<void> {
  await user.click(row())
  const sheet = within(await screen.findByRole('dialog', { name: 'Choose a voucher' }))
  await user.click(sheet.getByRole('radio', { name }))
  await user.click(sheet.getByRole('button', { name: 'Done' }))
}

const bought = (): Output<typeof buy> => ({
  order: '018f0000-0000-7000-8000-0000000000aa',
  issue: ISSUE,
  status: 'awaiting_draw',
  first: 1_000_040,
  quantity: 3,
  amount: '75.00',
  discount: '5.00',
})

describe('the voucher of an order', () => {
  test('is the largest that can be used, and the member pays the rest', async () => {
    const user = await open()
    const button = await pay('62.50')
    server.answer(buy, bought)
    await user.click(button)
    await waitFor(() =>
      expect(server.inputs(buy)).toMatchObject([{ issue: ISSUE, quantity: 3, voucher: LARGE }]),
    )
  })

  test('is the one that the member chooses; one with a higher minimum cannot be chosen', async () => {
    const user = await open()
    await pay('62.50')
    await user.click(row())
    const sheet = within(await screen.findByRole('dialog', { name: 'Choose a voucher' }))
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: /^₫40\.00 off/ }).disabled).toBe(true)
    await user.click(sheet.getByRole('radio', { name: /^₫5\.00 off/ }))
    await user.click(sheet.getByRole('button', { name: 'Done' }))
    const button = await pay('70.00')
    server.answer(buy, bought)
    await user.click(button)
    await waitFor(() => expect(server.inputs(buy)).toMatchObject([{ voucher: SMALL }]))
  })

  test('is none when the member wants none', async () => {
    const user = await open()
    await pay('62.50')
    await choose(user, /^No voucher$/)
    const button = await pay('75.00')
    server.answer(buy, bought)
    await user.click(button)
    await waitFor(() => expect(server.inputs(buy)).toHaveLength(1))
    expect(server.inputs(buy)[0]).not.toHaveProperty('voucher')
  })

  test('that the server refuses keeps the number of shares and the choice', async () => {
    const user = await open()
    await pay('62.50')
    await choose(user, /^₫5\.00 off/)
    const button = await pay('70.00')
    server.refuse(buy, 'VOUCHER_UNUSABLE')
    await user.click(button)
    await waitFor(() => expect(refusals().length).toBeGreaterThan(0))
    expect(howMany().value).toBe('3')
    expect(within(row()).getByText(/5\.00$/)).toBeTruthy()
    await choose(user, /^No voucher$/)
    await pay('75.00')
    expect(howMany().value).toBe('3')
    await waitFor(() => expect(refusals()).toEqual([]))
  })

  test('stays with a purchase whose outcome is unknown', async () => {
    const user = await open()
    const button = await pay('62.50')
    server.lose(buy)
    await user.click(button)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(row()).toHaveProperty('disabled', true)
    server.answer(buy, bought)
    const tried = server.inputs(buy).length
    await user.click(again)
    await waitFor(() => expect(server.inputs(buy).length).toBeGreaterThan(tried))
    expect(new Set(server.inputs(buy).map(({ voucher, requestId }) => `${voucher} ${requestId}`)).size).toBe(
      1,
    )
  })
})

describe('the buy sheet', () => {
  const [TEN, HUNDRED] = [voucherWith(), voucherWith({ id: LARGE!, minSpend: '100.00' })]
  const openSheet = async (shares: number, items: Output<typeof vouchers>['items']) => {
    server.answer(goodsDetail, () => issueWith())
    server.answer(account, () => accountOf({ vouchers: items.length }))
    server.answer(vouchers, () => ({ items, next: null }))
    const user = await openApp(paths.goods(ISSUE, shares), { width: PHONE_PX })
    return { user, sheet: within(await screen.findByRole('dialog', { name: 'A phone' })) }
  }

  test('uses the best voucher that fits, and its button has the price that is paid', async () => {
    const best = voucherWith({ id: SMALL!, amount: '12.50' })
    const { user, sheet } = await openSheet(3, [TEN, best, HUNDRED])
    const button = await sheet.findByRole('button', { name: 'Pay ₫62.50' })
    server.answer(buy, bought)
    await user.click(button)
    await waitFor(() => expect(server.inputs(buy)).toMatchObject([{ quantity: 3, voucher: SMALL }]))
  })

  test('lets the member leave the voucher out', async () => {
    const { user, sheet } = await openSheet(3, [TEN])
    await sheet.findByRole('button', { name: 'Pay ₫70.00' })
    await user.click(sheet.getByRole('button', { name: /^Voucher/ }))
    const choice = within(await screen.findByRole('dialog', { name: 'Choose a voucher' }))
    await user.click(choice.getByRole('radio', { name: 'No voucher' }))
    await user.click(choice.getByRole('button', { name: 'Done' }))
    await sheet.findByRole('button', { name: 'Pay ₫75.00' })
  })

  test('says from which amount on a voucher fits when none does', async () => {
    const { sheet } = await openSheet(3, [HUNDRED, voucherWith({ id: HIGH!, minSpend: '200.00' })])
    await sheet.findByText('Vouchers for orders of ₫100.00 or more')
    await sheet.findByRole('button', { name: 'Pay ₫75.00' })
  })
})
