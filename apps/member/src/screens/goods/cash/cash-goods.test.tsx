// @vitest-environment happy-dom
/** The page of a cash issue: odds before buying, prizes after the draw; and where the money of an issue goes. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { setViewport } from '../../../testing/viewport.ts'

setUpApp()

const tiers = [
  { tier: 1, from: 0, to: 0, codes: 1, prize: '500.00', chance: '1' },
  { tier: 2, from: 1, to: 4, codes: 8, prize: '25.00', chance: '8' },
]
const CASH = { mode: 'cash' as const, prizeValue: '500.00', price: '10.00', tiers }
const MONEY = {
  sales: '1000.00',
  prize: '700.00',
  rebates: '20.00',
  refunds: '20.00',
  house: '260.00',
  subsidy: '0.00',
}

beforeEach(() => setViewport(390))

const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)

test('shows distance, number of codes, chance and prize of each tier before buying', async () => {
  server.answer(goodsDetail, () => issueWith(CASH, { money: MONEY }))
  await openApp(paths.goods(ISSUE))
  const table = await screen.findByRole('table', { name: 'Prizes and odds' })
  expect(rows(table).slice(1)).toEqual([
    expect.stringContaining('the code11.00%₫500'),
    expect.stringContaining('1 to 488.00%₫25'),
  ])
  expect(await screen.findByText('9 of 100 codes win')).toBeTruthy()
  expect(screen.getByText('A prize with 1 share').nextElementSibling?.textContent).toBe('9.00%')
})

test('after the draw, lists the winning codes of each tier and what the member won', async () => {
  const winner = { code: 1_000_002, name: 'Tanvir ***', quantity: 3, mine: false }
  const mine = [{ order: '018f0000-0000-7000-8000-0000000000aa', first: 1_000_005, quantity: 3, at: 1 }]
  const drawn = { ...CASH, status: 'drawn' as const, sold: 100, mine: 3, drawAt: 1, drawnAt: 1, winner }
  server.answer(goodsDetail, () => issueWith(drawn, { money: MONEY, mine }))
  await openApp(paths.goods(ISSUE))
  expect(await screen.findByRole('heading', { name: 'You won ₫50' })).toBeTruthy()
  expect(screen.getByText('Tier 2: 2 × ₫25')).toBeTruthy()
  expect(screen.queryByText(/didn’t win/)).toBeNull()
  expect(screen.getByText('The winning code is 1000002. You won ₫50.')).toBeTruthy()
  const [, , second] = rows(screen.getByRole('table', { name: 'Prizes and odds' }))
  // around the ring: four codes before the winning one
  for (const run of ['1000098–1000100', '1000001', '1000003–1000006']) expect(second).toContain(run)
})

test('says where the money of all shares goes, and what that means', async () => {
  server.answer(goodsDetail, () => issueWith(CASH, { money: MONEY }))
  await openApp(paths.goods(ISSUE))
  const where = await screen.findByRole('region', { name: 'Where your ₫10 goes' })
  expect(
    within(where)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'To the winnersall cash prizes₫70070.00%',
    'Rebates and refunds, at mostset aside for inviters and VIP members₫404.00%',
    'To the housepayment costs, delivery, people, profit₫26026.00%',
  ])
  expect(screen.getByText('On average ₫7.00 comes back for each ₫10 share.')).toBeTruthy()
  expect(screen.getByText(/^91 of 100 shares bring nothing/)).toBeTruthy()
})

test('shows amounts that add up to the sales, also where they have fractions of a cent', async () => {
  const money = { sales: '60.50', prize: '44.50', rebates: '1.20', refunds: '1.025', house: '13.775' }
  server.answer(goodsDetail, () => issueWith(CASH, { money: { ...money, subsidy: '0.00' } }))
  await openApp(paths.goods(ISSUE))
  const where = await screen.findByRole('region', { name: 'Where your ₫10 goes' })
  const lines = within(where).getAllByRole('listitem')
  expect(lines.map((line) => /₫[0-9]+(\.[0-9]{2})?/.exec(line.textContent ?? '')?.[0])).toEqual([
    '₫44.50',
    '₫2.23',
    '₫13.77',
  ])
})

test('says what the house adds when the shares do not pay for the prize', async () => {
  const money = { ...MONEY, prize: '1100.00', house: '0.00', subsidy: '140.00' }
  server.answer(goodsDetail, () => issueWith({ price: '10.00', prizeValue: '1100.00' }, { money }))
  await openApp(paths.goods(ISSUE))
  const where = await screen.findByRole('region', { name: 'Where your ₫10 goes' })
  expect(within(where).getByText('Added by the house').closest('li')?.textContent).toContain('₫140')
  expect(within(where).queryByText('To the house')).toBeNull()
  expect(screen.queryByText(/Over many draws/)).toBeNull()
})
