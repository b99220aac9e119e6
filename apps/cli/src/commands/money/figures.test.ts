import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { expect, test } from 'vitest'
import { loggedIn, SYSTEM, testDesk, type TestDesk } from '../../operate.fixture.ts'

type Figures = Output<Endpoints['figures']>

const sum = { count: 3, amount: '7.00' }
const MONEY = {
  sales: { issues: 1, orders: 2, amount: '1234.50' },
  paid: sum,
  prizes: '1.00',
  recycled: '2.00',
  rebates: '0.00',
  vipRefunds: '0.00',
  tasks: '0.00',
  events: '0.00',
  vouchers: { granted: '0.00', used: '0.00', back: '0.00', expired: '0.00' },
  fees: '0.00',
  games: { bets: 0, turnover: '0.00', returned: '0.00' },
  finance: { sold: '0.00', interest: '0.00' },
  recharges: sum,
  withdrawals: { count: 0, amount: '0.00' },
  house: '-3.00',
  registered: 4,
  firstRecharges: 1,
  firstPurchases: 1,
}
const DAY = { day: '2026-11-27', ...MONEY, active: 5, rechargeSeconds: 7_500, withdrawalSeconds: null }
const FIGURES: Figures = {
  range: { from: '2026-11-27', to: '2026-11-27' },
  stated: { from: '2026-11-01', to: '2026-11-27' },
  utcOffsetMinutes: 0,
  total: MONEY,
  days: [DAY],
  products: [],
  games: [],
  balances: {
    house: [{ account: 'cash', amount: '-90.00' }],
    wallets: '80.00',
    piggyBanks: '0.00',
    withdrawals: '0.00',
    escrow: '10.00',
    stakes: '0.00',
    events: '0.00',
    custody: '0.00',
    reserves: '0.00',
  },
  expiring: [{ issue: 'M1-0002', closesAt: 1_800_000_000_000, shares: 100, sold: 7 }],
}

async function desk(figures: Partial<Figures> = {}): Promise<TestDesk> {
  const made = await loggedIn(testDesk())
  made.answers['/system'] = () => SYSTEM
  made.answers['/operator/figures'] = () => ({ ...FIGURES, ...figures })
  return made
}
const lines = (out: string) => out.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  ').trim())

test('one day shows sales, how long money took, balances and issues that expire', async () => {
  const made = await desk()
  const { status, out } = await made.run('figures', '--day', '2026-11-27')
  expect(status).toBe(0)
  expect(made.heard.find(({ path }) => path === '/operator/figures')?.input).toEqual({
    from: '2026-11-27',
    to: '2026-11-27',
  })
  expect(lines(out)).toEqual(
    expect.arrayContaining([
      'sales (drawn)  1,234.50 in 2 orders of 1 issues',
      'recharges  7.00 in 3, half within 2 h 5 min',
      'withdrawals  0.00 in 0',
      'active  5',
      'wallets  80.00',
      'cash  -90.00',
    ]),
  )
  expect(out).toContain('M1-0002')
})

test('a range has a row for each day, and products have their own', async () => {
  const days = [DAY, { ...DAY, day: '2026-11-28' }]
  const range = { from: '2026-11-27', to: '2026-11-28' }
  const { out } = await (
    await desk({ days, range })
  ).run('figures', '--from', '2026-11-27', '--to', '2026-11-28')
  expect(out).toContain('2026-11-27 to 2026-11-28')
  expect(out).toMatch(/^ *2026-11-28 +1,234\.50/m)
  const { sales, paid } = MONEY
  const product = {
    code: 'M1',
    sales,
    paid,
    prizes: '0.00',
    recycled: '0.00',
    refunded: '0.00',
    house: '5.00',
  }
  const made = await desk({ days: [], products: [product] })
  expect((await made.run('figures', '--by', 'product')).out).toMatch(/^ *M1 +1 +1,234\.50/m)
  expect(made.heard.find(({ path }) => path === '/operator/figures')?.input).toEqual({ by: 'product' })
  expect((await made.run('figures', '--by', 'week')).status).toBe(2)
})

test('a file has the names of the fields and plain amounts', async () => {
  const { out } = await (await desk()).run('figures', '--csv')
  const [head = '', row = ''] = out.split('\n')
  expect(head).toMatch(/^"day","sales\.issues","sales\.orders","sales\.amount"/)
  expect(row).toMatch(/^"2026-11-27","1","2","1234\.50"/)
  expect(row.split(',')).toHaveLength(head.split(',').length)
})

test('days that are not stated are said so, and a day and a range exclude each other', async () => {
  const made = await desk({ range: null, days: [] })
  const { status, out, notes } = await made.run('figures', '--day', '2026-11-30')
  expect([status, out]).toEqual([0, 'No figures are stated for these days.'])
  expect(notes).toContain('2026-11-01 to 2026-11-27')
  expect((await made.run('figures', '--day', '2026-11-30', '--to', '2026-11-30')).status).toBe(2)
})
