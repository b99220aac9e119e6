// @vitest-environment happy-dom
import {
  financeBuy,
  financeDetail,
  financeExit,
  financeList,
  financeOrder,
  financeOrders,
} from '@fairlot/contract/endpoints/finance'
import { account, rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { paths } from '../../paths.ts'
import { DAY_MS, HOUR_MS } from '../../timing.ts'
import {
  boughtWith,
  detailWith,
  listWith,
  oneWith,
  ORDER_ID,
  orderWith,
  ordersWith,
  productWith,
} from '../../testing/finance.ts'
import { isLeft, LEFT_PURCHASE, leaveCall } from '../../testing/interrupted.ts'
import { accountOf, appHistory, openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

beforeEach(() => {
  sessionStorage.clear()
  server.answer(financeDetail, () => detailWith())
  server.answer(financeList, () => listWith(productWith()))
  server.answer(financeOrders, () => ordersWith(orderWith()))
  server.answer(financeOrder, () => oneWith(orderWith()))
  server.answer(rechargeAmounts, () => ({ recharge: { steps: [], minimum: '100.00', maximum: '5000.00' } }))
})

const units = () => screen.findByRole('textbox', { name: 'How many units?' })
const enter = async (user: UserEvent, text: string) => {
  const field = await units()
  await user.clear(field)
  if (text !== '') await user.type(field, text)
  return field
}
const buy = (amount: string) => screen.findByRole('button', { name: `Buy for ${amount}` })
const line = (name: string) =>
  screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.nextElementSibling?.textContent
const described = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('the list', () => {
  test('shows rate, term, minimum and what is left of each product', async () => {
    server.answer(financeList, () =>
      listWith(
        productWith(),
        productWith({ code: 'DAY', name: 'Day plan', sale: 'sold_out', left: 0 }),
        productWith({ code: 'NEXT', name: 'Next plan', sale: 'upcoming', saleFrom: Date.now() + DAY_MS }),
        productWith({ code: 'DRY', name: 'Dry plan', covered: 1 }),
      ),
    )
    await openApp(paths.finance())
    await screen.findByRole('heading', { name: 'Dry plan' })
    const items = screen.getAllByRole('listitem')
    const [week, day, next, dry] = items.filter((item) => within(item).queryByRole('heading'))
    expect(within(week!).getByText('0.05%')).toBeTruthy()
    expect(line('Term')).toBe('7\u00a0days')
    expect(line('Minimum')).toBe('₫200')
    expect(within(week!).getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '380 of 1,000 units sold',
    )
    expect(within(week!).getByText('620 units left')).toBeTruthy()
    expect(within(day!).getAllByText('Sold out').length).toBe(2)
    expect(within(next!).getByRole('timer', { name: 'Opens in' })).toBeTruthy()
    expect(within(dry!).getByText('Paused')).toBeTruthy()
    expect(
      screen.getByText('Interest is paid only from the operator’s reserve; your money is not invested.'),
    ).toBeTruthy()
  })

  test('says that finance products are switched off', async () => {
    server.answer(financeList, () => ({ ...listWith(), on: false }))
    await openApp(paths.finance())
    await screen.findByRole('heading', { name: 'Finance products are switched off' })
  })
})

describe('a purchase', () => {
  test('shows principal, interest and maturity while the units are typed', async () => {
    const user = await openApp(paths.financeProduct('WEEK'))
    const field = await enter(user, '7')
    expect(line('Principal')).toBe('₫700.00')
    expect(line('Interest in 7 days')).toBe('₫2.45')
    expect(line('Back in your wallet')).toBe('₫702.45')
    expect(line('Balance after')).toBe('₫300.00')
    expect(line('Matures on')).toContain(formatDateTime(Date.now() + 7 * DAY_MS, 'en-us').split(',')[0])
    await user.type(field, '{Backspace}8')
    expect(line('Interest in 7 days')).toBe('₫2.80')
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(line('Principal')).toBe('₫900.00')
  })

  test('refuses no units and too many units, and keeps what was typed', async () => {
    server.answer(financeDetail, () =>
      detailWith({}, { own: { units: 10, available: 40, balance: '900000.00' } }),
    )
    server.answer(account, () => accountOf({ balance: '900000.00' }))
    const user = await openApp(paths.financeProduct('WEEK'))
    const field = await enter(user, '')
    await user.click(await screen.findByRole('button', { name: 'Buy units' }))
    expect(described(field)).toBe('Enter how many units you want.')
    await enter(user, '41')
    expect(described(field)).toBe('')
    await user.click(await buy('₫4,100.00'))
    expect(described(field)).toBe('Enter 2 to 40 units. You already hold 10.')
    expect(field).toHaveProperty('value', '41')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(server.inputs(financeBuy)).toEqual([])
  })

  test('asks for a TRC-20 address only where the product wants one', async () => {
    server.answer(financeDetail, () => detailWith({ needsTrc20: true }))
    server.refuse(financeBuy, 'INPUT_INVALID', {}, { fields: { trc20Address: 'The address is wrong.' } })
    const user = await openApp(paths.financeProduct('WEEK'))
    const field = await screen.findByRole('textbox', { name: 'TRC-20 address' })
    await user.click(await buy('₫200.00'))
    expect(described(field)).toBe('Enter your TRC-20 address.')
    await user.type(field, 'TJRab')
    await user.click(await buy('₫200.00'))
    expect(described(field)).toBe('This is not a valid TRC-20 address.')
    await user.clear(field)
    await user.type(field, ADDRESS)
    await user.click(await buy('₫200.00'))
    await user.click(await screen.findByRole('button', { name: 'Pay ₫200.00' }))
    await waitFor(() => expect(described(field)).toBe('The address is wrong.'))
    expect(field).toHaveProperty('value', ADDRESS)
    expect(server.inputs(financeBuy)).toMatchObject([{ code: 'WEEK', units: 2, trc20Address: ADDRESS }])
  })

  test('is confirmed before money moves, with the rule of the early exit', async () => {
    server.answer(financeBuy, () => boughtWith(orderWith(0)))
    const user = await openApp(paths.financeProduct('WEEK'))
    await enter(user, '5')
    await user.click(await buy('₫500.00'))
    const sheet = await screen.findByRole('dialog', { name: 'Buy 5 units?' })
    expect(within(sheet).getByText(/You get your principal back at once/)).toBeTruthy()
    expect(within(sheet).getByText(/^Interest is paid only from the operator’s reserve/)).toBeTruthy()
    expect(server.inputs(financeBuy)).toEqual([])
    await user.click(within(sheet).getByRole('button', { name: 'Pay ₫500.00' }))
    await screen.findByText('Your order of 5 units is placed')
    expect(server.inputs(financeBuy)).toMatchObject([{ code: 'WEEK', units: 5 }])
  })

  test('that the reserve does not cover keeps the units and says so at the field', async () => {
    server.refuse(financeBuy, 'RESERVE_SHORT', { units: '3' })
    const user = await openApp(paths.financeProduct('WEEK'))
    const field = await enter(user, '5')
    await user.click(await buy('₫500.00'))
    await user.click(await screen.findByRole('button', { name: 'Pay ₫500.00' }))
    await waitFor(() => expect(described(field)).not.toBe(''))
    expect(field).toHaveProperty('value', '5')
  })

  test('over a limit of the member keeps the units and leads to the limits', async () => {
    server.refuse(financeBuy, 'SPEND_LIMIT', { left: '₫5.00' })
    const user = await openApp(paths.financeProduct('WEEK'))
    await enter(user, '5')
    await user.click(await buy('₫500.00'))
    await user.click(await screen.findByRole('button', { name: 'Pay ₫500.00' }))
    expect((await screen.findAllByRole('link', { name: 'See your limits' })).length).toBeGreaterThan(0)
  })

  test('that a reload interrupted leads to its order, without a second purchase', async () => {
    leaveCall(financeBuy, { code: 'WEEK', units: 5 })
    server.answer(financeOrder, ({ id }) => oneWith({ ...orderWith(), id }))
    await openApp(paths.financeProduct('WEEK'))
    await waitFor(() => expect(appHistory.location.href).toContain(`order=${LEFT_PURCHASE}`))
    expect(appHistory.location.href).toContain('bought=1')
    expect(server.inputs(financeBuy)).toEqual([])
    expect(isLeft(financeBuy)).toBe(false)
  })

  test('that a reload interrupted and the server does not know cost nothing', async () => {
    leaveCall(financeBuy, { code: 'WEEK', units: 5 })
    server.refuse(financeOrder, 'NO_SUCH_DATA')
    await openApp(paths.financeProduct('WEEK'))
    await screen.findByText('Your purchase was interrupted. We are asking for its outcome.')
    await screen.findByText('Your purchase was interrupted. You paid nothing.')
    expect(server.inputs(financeBuy)).toEqual([])
  })

  test('whose answer is lost is tried again with the same request id', async () => {
    server.lose(financeBuy)
    const user = await openApp(paths.financeProduct('WEEK'))
    await enter(user, '5')
    await user.click(await buy('₫500.00'))
    await user.click(await screen.findByRole('button', { name: 'Pay ₫500.00' }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.answer(financeBuy, () => boughtWith(orderWith(0)))
    await user.click(again)
    await screen.findByText('Your order of 5 units is placed')
    expect(new Set(server.inputs(financeBuy).map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('without enough balance leads to a top-up of what is missing', async () => {
    server.answer(account, () => accountOf({ balance: '150.00' }))
    const user = await openApp(paths.financeProduct('WEEK'))
    await enter(user, '4')
    const link = await screen.findByRole('link', { name: 'Top up ₫250.00 and buy' })
    expect(link.getAttribute('href')).toContain('amount=250')
    expect(
      screen.getByText(
        'Insufficient balance, confirm and try again. You are ₫250.00 short: enter fewer units, or top up.',
      ),
    ).toBeTruthy()
  })

  test('stays in the tab: what was typed is there after another page', async () => {
    const user = await openApp(paths.financeProduct('WEEK'), { width: PHONE_PX })
    await enter(user, '9')
    await user.click(screen.getByRole('link', { name: 'All finance products' }))
    await user.click(await screen.findByRole('link', { name: 'Week plan' }))
    expect(await units()).toHaveProperty('value', '9')
  })
})

describe('the reserve', () => {
  test('is shown above the statement of the operator, as a picture and as a table', async () => {
    const user = await openApp(paths.financeProduct('WEEK'))
    const promise = await screen.findByText(/^Interest is paid only/)
    const statement = screen.getByText('We pay the interest from our fees of the mall.')
    expect(promise.compareDocumentPosition(statement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    const picture = screen.getByRole('img', { name: /^The last 2.days/ })
    expect(picture.getAttribute('aria-label')).toContain('Reserve ₫500.00, interest owed ₫133.00.')
    await user.click(screen.getByText('As a table'))
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)[1]).toContain('₫133.00')
  })
})

describe('own orders', () => {
  test('have tabs with counts, the maturity, and the interest of each day', async () => {
    await openApp(paths.financeOrders())
    expect((await screen.findByRole('tab', { name: 'Waiting 1' })).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: 'Exited 0' })).toBeTruthy()
    const table = await screen.findByRole('table', { name: 'Interest of each day' })
    expect(within(table).getAllByText('+₫0.25').length).toBe(3)
    expect(within(table).getByText('₫0.75')).toBeTruthy()
    expect(screen.getAllByRole('progressbar', { name: 'Full days' })[0]!.getAttribute('aria-valuetext')).toBe(
      '3 of 7',
    )
  })

  test('are ended early after a question that names what comes back and what is forfeited', async () => {
    server.answer(financeExit, () => ({ order: orderWith(3, { status: 'exited' }), balance: '1500.00' }))
    const user = await openApp(paths.financeOrders({ order: ORDER_ID }), { width: PHONE_PX })
    await user.click(await screen.findByRole('button', { name: 'End early' }))
    const question = await screen.findByRole('alertdialog', { name: 'End this order early?' })
    const value = (name: string) => within(question).getByText(name).nextElementSibling?.textContent
    expect(value('Back in your wallet now')).toBe('₫500.00')
    expect(value('Interest you forfeit')).toBe('₫0.75')
    expect(server.inputs(financeExit)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'End early' }))
    await screen.findByText('₫500.00 is back in your wallet')
    expect(server.inputs(financeExit)).toMatchObject([{ id: ORDER_ID }])
  })

  test('of six hours speak of hours and of maturity, never of days', async () => {
    const now = Date.now()
    const short = orderWith(0, {
      termHours: 6,
      boughtAt: now - 2.5 * HOUR_MS,
      maturesAt: now + 3.5 * HOUR_MS,
    })
    server.answer(financeOrders, () => ordersWith(short))
    server.answer(financeOrder, () => oneWith(short, 0))
    const user = await openApp(paths.financeOrders({ order: ORDER_ID }), { width: PHONE_PX })
    const bar = await screen.findByRole('progressbar', { name: 'Full hours' })
    expect(bar.getAttribute('aria-valuetext')).toBe('2 of 6')
    await screen.findByText(/^Interest is credited at maturity, /)
    await user.click(screen.getByRole('button', { name: 'End early' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toMatch(/Matures .+This cannot be undone\./)
    expect(document.body.textContent).not.toMatch(/full day|each day|24 hours/i)
  })

  test('that ended meanwhile say so', async () => {
    server.refuse(financeExit, 'EXIT_CLOSED')
    const user = await openApp(paths.financeOrders({ order: ORDER_ID }), { width: PHONE_PX })
    await user.click(await screen.findByRole('button', { name: 'End early' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'End early' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })
})
