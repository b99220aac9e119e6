import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FUNDED, loggedIn, refuse, testDesk } from '../../operate.fixture.ts'

const TERMS = {
  unitPrice: '100.00',
  minUnits: 1,
  maxUnits: 50,
  units: 1_000,
  termHours: 720,
  termUnit: 'days',
  dailyRatePpm: 500,
  payout: 'at_maturity',
  needsTrc20: false,
  saleFrom: Date.UTC(2026, 11, 1),
  saleUntil: Date.UTC(2027, 0, 1),
}
const TEXTS = [{ language: 'en-us', name: 'Save 30', funding: 'From the *sales* of the mall.' }]
const SHOWN = {
  code: 'SAVE30',
  sale: 'selling',
  demo: false,
  createdAt: 0,
  closedAt: null,
  terms: { ...TERMS, earlyExit: true },
  changeable: false,
  texts: TEXTS,
  left: 990,
  orders: 4,
  openOrders: 3,
  members: 2,
  principal: '1000.00',
  custody: '1000.00',
  reserve: '2000.00',
  liability: '15.00',
  rebates: '20.00',
  free: '1965.00',
  paid: '5.00',
}
const requested = (action: string, params: object) => ({
  ...FUNDED,
  approval: { ...FUNDED.approval, action, params: { code: 'SAVE30', ...params } },
})

const desk = async (person = false) => {
  const made = await loggedIn(testDesk(person))
  made.answers['/operator/financeproducts'] = () => ({ items: [SHOWN] })
  return made
}
type Made = Awaited<ReturnType<typeof desk>>
const heard = (made: Made, call: string) => made.heard.find((one) => one.path === `/operator/${call}`)?.input

/** A file with terms; times may be texts. */
function fileIn(made: Made, content: unknown): string {
  const file = path.join(made.folder, 'finance.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('lists the products with reserve, liability and what is free', async () => {
  const { out, status } = await (await desk()).run('finance')
  expect(status).toBe(0)
  for (const text of ['SAVE30', 'selling', '30 days', '0.05 %', '2,000.00', '15.00', '20.00', '1,965.00'])
    expect(out).toContain(text)
})

test('shows the terms, the money and the texts of one product', async () => {
  const made = await desk()
  const { out } = await made.run('finance', 'show', 'SAVE30')
  for (const text of [
    'fixed: the sale has begun',
    '1 to 50',
    'paid at maturity',
    '4 of 2 members, 3 open',
    'From the *sales*',
  ])
    expect(out).toContain(text)
  const unknown = await made.run('finance', 'show', 'NONE')
  expect([unknown.status, unknown.notes]).toEqual([
    1,
    expect.stringContaining('There is no finance product NONE.'),
  ])
})

test('checks a file without saving it, with times as text', async () => {
  const made = await desk()
  made.answers['/operator/financecheck'] = () => ({
    isNew: true,
    unitInterest: '1.50',
    interest: '1500.00',
    unitRebates: '2.00',
    rebates: '2000.00',
    principal: '100000.00',
    free: '0.00',
    covered: 0,
    missing: '3500.00',
  })
  const file = fileIn(made, {
    ...TERMS,
    saleFrom: '2026-12-01T00:00:00Z',
    saleUntil: '2027-01-01T00:00:00Z',
    texts: TEXTS,
  })
  const { out, status } = await made.run('finance', 'check', 'SAVE30', '--file', file)
  expect(status).toBe(0)
  for (const text of ['This would be a new product.', '1.50', '2,000.00', '3,500.00'])
    expect(out).toContain(text)
  expect(heard(made, 'financecheck')).toEqual({ code: 'SAVE30', ...TERMS, texts: TEXTS })
  expect(heard(made, 'financesave')).toBeUndefined()
})

test.each([
  ['missing', undefined, 'cannot be read'],
  ['no JSON', '{', 'is not JSON'],
  ['a list', '[]', 'is not a JSON object'],
])('says what is wrong with a file that is %s', async (_, content, why) => {
  const made = await desk()
  const file = content === undefined ? path.join(made.folder, 'none.json') : fileIn(made, content)
  const { status, notes } = await made.run('finance', 'check', 'SAVE30', '--file', file)
  expect([status, notes]).toEqual([1, expect.stringContaining(why)])
})

test('requests to save, to fund and to defund, each with a request id of its own', async () => {
  const made = await desk()
  const money = { amount: '500.00', reference: 'B-7' }
  made.answers['/operator/financesave'] = () => requested('finance.save', { unitPrice: '100.00' })
  made.answers['/operator/financefund'] = () => requested('finance.fund', money)
  made.answers['/operator/financedefund'] = () => requested('finance.defund', money)
  const file = fileIn(made, { ...TERMS, texts: TEXTS })
  const reason = ['--reason', 'for the winter']
  const runs = [
    await made.run('finance', 'save', 'SAVE30', '--file', file, ...reason),
    await made.run('finance', 'fund', 'SAVE30', '500.00', '--reference', 'B-7', ...reason),
    await made.run('finance', 'defund', 'SAVE30', '500.00', '--reference', 'B-7', ...reason),
  ]
  for (const { status, out } of runs) {
    expect(status).toBe(0)
    expect(out).toContain('Another operator must approve it.')
  }
  const ids = ['financesave', 'financefund', 'financedefund'].map((call) => heard(made, call)!['requestId'])
  expect(new Set(ids).size).toBe(3)
  expect(heard(made, 'financedefund')).toMatchObject({ code: 'SAVE30', ...money, reason: 'for the winter' })
})

test('prints how much of the reserve is free when more is asked for', async () => {
  const made = await desk()
  const message = 'Only ₫1,985 of the reserve is free. The rest is kept for the interest of open units.'
  made.answers['/operator/financedefund'] = () => refuse({ code: 'RESERVE_BOUND', message })
  const { status, notes } = await made.run(
    'finance',
    'defund',
    'SAVE30',
    '2000',
    '--reference',
    'B',
    '--reason',
    'too much',
  )
  expect(status).not.toBe(0)
  expect(notes).toContain('₫1,985')
})

test('asks before it ends a sale for good, and only then', async () => {
  const made = await desk(true)
  made.answers['/operator/financeclose'] = () => ({ ...SHOWN, sale: 'ended', closedAt: 1 })
  made.typed.push('n')
  const cancelled = await made.run('finance', 'close', 'SAVE30', '--reason', 'enough')
  expect(cancelled.notes).toContain('The sale continues.')
  expect(heard(made, 'financeclose')).toBeUndefined()
  expect(made.questions.at(-1)).toContain('990 units are left, 3 orders are open')
  const { out } = await made.run('finance', 'close', 'SAVE30', '--reason', 'enough', '--yes')
  expect(out).toContain('The sale of SAVE30 has ended.')
  expect(heard(made, 'financeclose')).toEqual({ code: 'SAVE30', reason: 'enough' })
})
