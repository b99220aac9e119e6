// @vitest-environment happy-dom
import { statementFile, statementMonths } from '@fairlot/contract/endpoints/statement'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { setViewport } from '../../../testing/viewport.ts'

setUpApp()

type Line = Output<typeof walletStatement>['items'][number]

const line = (id: number, more: Partial<Line>): Line => ({
  id: String(id),
  kind: 'purchase',
  amount: '-10.00',
  balance: '90.00',
  at: Date.UTC(2026, 10, 20 - id),
  reference: `00000000-0000-7000-8000-00000000000${id}`,
  number: null,
  issue: null,
  round: null,
  finance: null,
  title: null,
  detail: null,
  fee: null,
  ...more,
})

const NOVEMBER: Output<typeof statementMonths>['items'][number] = {
  month: '2026-11',
  in: '100.00',
  out: '60.00',
  lines: 3,
  balance: '90.00',
  kinds: [
    { kind: 'purchase', in: '0.00', out: '10.00', lines: 1 },
    { kind: 'recharge', in: '100.00', out: '0.00', lines: 1 },
    { kind: 'withdrawal', in: '0.00', out: '50.00', lines: 1 },
  ],
}

beforeEach(() => {
  setViewport(390)
  server.answer(walletStatement, () => ({
    items: [
      line(1, { title: 'Phone', issue: 'PHONE-0001', number: 'PHONE-0001-7' }),
      line(2, { kind: 'withdrawal', amount: '-50.00', detail: '•••• 4417', fee: '2.50' }),
      line(3, { kind: 'recharge', amount: '100.00', detail: 'upi' }),
    ],
    next: null,
  }))
  server.answer(statementMonths, () => ({ items: [NOVEMBER], next: null }))
  server.answer(statementFile, () => ({ url: '/api/download?ticket=x', expiresAt: 0 }))
})

const asked = () => server.inputs(walletStatement).at(-1)

test('a row names the product, the way of a top-up, and the account and fee of a withdrawal', async () => {
  await openApp(paths.statement())
  expect(await screen.findByRole('link', { name: 'Phone' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Top-up, .*UPI/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Withdrawal, .*•••• 4417/ })).toBeTruthy()
  expect(screen.getAllByText(/fee .*2\.50/).length).toBeGreaterThan(0)
})

test('a bet is named as one: what it cost, what it won, and that one which was refused cost nothing', async () => {
  const bet = { title: 'Lucky ball, 1 min', round: { game: 'lucky-1m', period: '202611280001' } } as const
  server.answer(walletStatement, () => ({
    items: [
      line(1, { ...bet, kind: 'prize', amount: '19.60' }),
      line(2, { ...bet, kind: 'release', amount: '10.00' }),
      line(3, bet),
    ],
    next: null,
  }))
  await openApp(paths.statement())
  expect((await screen.findAllByText(/^Bet won/)).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^Not carried out, you paid nothing/).length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^Bet( · )?$/).length).toBeGreaterThan(0)
})

test('the rebates of a day are one row with their number and sum, also when they come in several pages', async () => {
  const at = (hours: number) => new Date(2026, 10, 20, hours).getTime()
  const rebate = (id: number, amount: string) => line(id, { kind: 'rebate', amount, at: at(20 - id) })
  const lines = [
    line(1, { title: 'Phone', at: at(19) }),
    rebate(2, '0.0705'),
    line(3, { kind: 'recharge', amount: '100.00', at: at(17) }),
    rebate(4, '21.00'),
    rebate(5, '0.33'),
    line(6, { kind: 'rebate', amount: '1.00', at: at(-20) }),
  ]
  server.answer(walletStatement, ({ kind, cursor = '0' }) => {
    if (kind !== undefined) return { items: lines.filter((one) => one.kind === kind), next: null }
    const from = Number(cursor)
    return {
      items: lines.slice(from, from + 4),
      next: from + 4 < lines.length ? String(from + 4) : null,
    }
  })
  const user = await openApp(paths.statement())
  const day = await screen.findByRole('button', { name: /^3 rebates.*21\.40/ })
  const list = within(screen.getByRole('list', { name: 'Wallet statement' }))
  // a day with one rebate has its line
  const rebates = () => list.queryAllByRole('link', { name: 'Rebate' }).length
  expect(rebates()).toBe(1)
  await user.click(day)
  expect(rebates()).toBe(4)
  await user.click(screen.getByRole('radio', { name: 'Rebate' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /rebates/ })).toBeNull())
  expect(rebates()).toBe(4)
})

test('a search goes into the address and hides the sums, which are those of all lines', async () => {
  const user = await openApp(paths.statement())
  expect(await screen.findAllByRole('button', { name: 'By type' })).toHaveLength(2)
  await user.type(screen.getByRole('searchbox', { name: 'Search the statement' }), 'phone{Enter}')
  await waitFor(() => expect(asked()).toMatchObject({ search: 'phone' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'By type' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findAllByRole('button', { name: 'By type' })).toHaveLength(2)
})

test('the sums by type lead to the lines of a type in that month', async () => {
  const user = await openApp(paths.statement())
  await user.click((await screen.findAllByRole('button', { name: 'By type' }))[0]!)
  const sheet = within(await screen.findByRole('dialog', { name: 'November 2026 by type' }))
  await user.click(sheet.getByRole('button', { name: /^Withdrawal/ }))
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'withdrawal', month: '2026-11' }))
})

test('the file has what the page shows', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const user = await openApp(paths.statement())
  await user.click(await screen.findByRole('radio', { name: 'Top-up' }))
  await user.click(screen.getByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(server.inputs(statementFile).at(-1)).toEqual({ kind: 'recharge' })
  const link = click.mock.contexts[0] as HTMLAnchorElement
  expect([link.getAttribute('href'), link.download]).toEqual(['/api/download?ticket=x', ''])
  click.mockRestore()
})
