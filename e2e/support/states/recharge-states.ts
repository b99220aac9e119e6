/** The states of the ways in: the choice of a method, the form, transfers, USDT, and the records. */
import { randomBytes, randomUUID } from 'node:crypto'
import { answerWith, at, type Data, type State } from './state.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WAYS = '#/pages/payment/chooseway'
const FORM = '#/pages/payment/recharge'
const USDT = '#/pages/payment/nrecharge'
const PAYFORM = '#/pages/payform/payform'
const RECORDS = '#/pages/payment/payrecord'
const ID = '018f0000-0000-7000-8000-0000000000c1'

const method = (kind: string, more: Data = {}): Data => ({
  id: kind,
  kind,
  name: null,
  minimum: '100.00',
  maximum: '50000.00',
  steps: ['100.00', '200.00', '500.00', '1000.00', '5000.00', '10000.00'],
  expiryMinutes: 72 * 60,
  playThroughPercent: 100,
  fields: [],
  rate: null,
  delay: { fromMinutes: 10, toMinutes: 30 },
  ...more,
})
const asks = (field: string, required = true) => ({ field, required })
const METHODS = [
  method('sandbox', { expiryMinutes: 30 }),
  method('bank', { id: 'dbb', name: 'Dutch-Bangla Bank', fields: [asks('name')] }),
  method('upi', { fields: [asks('name')] }),
  method('ewallet', { id: 'bkash', name: 'bKash', fields: [asks('name'), asks('email', false)] }),
  method('pix', { fields: [asks('name'), asks('taxId')] }),
  method('trc20', { rate: '122.89', fields: [asks('trc20', false)], expiryMinutes: 30 }),
]
const methods = answerWith('/user/rechargemethods', { items: METHODS })

const recharge = (more: Data = {}): Data => ({
  id: ID,
  number: `R${randomBytes(6).toString('hex').toUpperCase()}`,
  amount: '1000.00',
  credited: null,
  method: 'dbb',
  kind: 'bank',
  name: 'Dutch-Bangla Bank',
  status: 'processing',
  reason: null,
  payUrl: null,
  instructions: null,
  payer: [{ field: 'name', masked: 'N••••• J••••' }],
  proof: null,
  proofUntil: null,
  createdAt: Date.now() - 20 * MINUTE_MS,
  expiresAt: Date.now() + 71 * HOUR_MS,
  finishedAt: null,
  timeline: [{ state: 'processing', reason: null, at: Date.now() - 20 * MINUTE_MS }],
  ...more,
})
const transfer = (lines: readonly (readonly [string, string])[], qr: string | null = null): Data => ({
  kind: 'transfer',
  lines: lines.map(([label, value]) => ({ label, value })),
  reference: 'FL7K2M9Q',
  qr,
})
const BANK = transfer([
  ['holder', 'Fairlot Play Money Ltd'],
  ['bank', 'Dutch-Bangla Bank'],
  ['bankCode', 'DBBL0000000'],
  ['number', '000 1020 304050'],
])
const OPEN = recharge({ instructions: BANK, proofUntil: Date.now() + 33 * DAY_MS })
const PROVEN = recharge({
  instructions: BANK,
  proofUntil: Date.now() + 33 * DAY_MS,
  proof: { reference: 'TXN-20261122-004417', slip: true, at: Date.now() - 4 * MINUTE_MS },
})
const UPI = recharge({
  method: 'upi',
  kind: 'upi',
  name: null,
  instructions: transfer(
    [
      ['holder', 'Fairlot Play Money'],
      ['upi', 'fairlot@playbank'],
    ],
    'upi://pay?pa=fairlot@playbank&pn=Fairlot&am=1000.00&tr=FL7K2M9Q&cu=INR',
  ),
})
const PIX = recharge({
  method: 'pix',
  kind: 'pix',
  name: null,
  payer: [
    { field: 'name', masked: 'N••••• J••••' },
    { field: 'taxId', masked: '•••• 2100' },
  ],
  instructions: transfer(
    [
      ['holder', 'Fairlot Dinheiro de Brincadeira'],
      ['pix', '00000000-0000-4000-8000-000000000000'],
    ],
    '00020126580014br.gov.bcb.pix013600000000-0000-4000-8000-00000000000052040000530398654071000.005802BR5907Fairlot6009SAO PAULO62120508FL7K2M9Q6304ABCD',
  ),
})
const ended = (reason: string, more: Data = {}): Data =>
  recharge({
    status: 'failed',
    reason,
    finishedAt: Date.now() - HOUR_MS,
    expiresAt: Date.now() - HOUR_MS,
    timeline: [
      { state: 'processing', reason: null, at: Date.now() - 73 * HOUR_MS },
      { state: 'failed', reason, at: Date.now() - HOUR_MS },
    ],
    ...more,
  })
const NOT_FOUND = ended('not_found', {
  proofUntil: Date.now() + 29 * DAY_MS,
  timeline: [
    { state: 'processing', reason: null, at: Date.now() - 73 * HOUR_MS },
    { state: 'failed', reason: 'expired', at: Date.now() - HOUR_MS },
    { state: 'failed', reason: 'not_found', at: Date.now() - 30 * MINUTE_MS },
  ],
})
const OTHER_AMOUNT = recharge({
  status: 'success',
  credited: '980.00',
  finishedAt: Date.now() - MINUTE_MS,
  timeline: [
    { state: 'processing', reason: null, at: Date.now() - 3 * HOUR_MS },
    { state: 'success', reason: null, at: Date.now() - MINUTE_MS },
  ],
})
const usdt = (instructions: Data = {}, more: Data = {}): Data =>
  recharge({
    method: 'trc20',
    kind: 'trc20',
    name: null,
    payer: [],
    expiresAt: Date.now() + 28 * MINUTE_MS + 41_000,
    createdAt: Date.now() - MINUTE_MS,
    instructions: {
      kind: 'crypto',
      address: 'TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d',
      asset: 'USDT',
      network: 'TRC-20',
      units: '8.137359',
      received: '0.000000',
      rate: '122.89',
      qr: 'TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d',
      confirmations: null,
      ...instructions,
    },
    ...more,
  })
const USDT_ENDED = ended('expired', { method: 'trc20', kind: 'trc20', name: null, payer: [] })

const shown =
  (one: Data): NonNullable<State['before']> =>
  async (page, language) => {
    await answerWith('/user/rechargestatus', one)(page, language)
    await answerWith('/user/rechargelog', { items: [one], next: null })(page, language)
  }
const withdrawal = (): Data => ({
  id: randomUUID(),
  number: 'W7Q2M4X9K1T8Z',
  amount: '2000.00',
  fee: '100.00',
  net: '1900.00',
  status: 'returned',
  stage: null,
  reason: null,
  note: null,
  account: { kind: 'bank', label: 'Dutch-Bangla Bank', masked: '•••• 4417' },
  recharge: null,
  reference: null,
  returnable: false,
  createdAt: Date.now() - 30 * DAY_MS,
  finishedAt: Date.now() - 29 * DAY_MS,
  timeline: [],
})
const ALL = [OPEN, { ...OTHER_AMOUNT, id: randomUUID() }, { ...NOT_FOUND, id: randomUUID() }]
const records: NonNullable<State['before']> = async (page, language) => {
  await answerWith('/user/rechargestatus', PROVEN)(page, language)
  await answerWith('/user/rechargelog', { items: ALL, next: null })(page, language)
  await answerWith('/user/withdrawlog', { items: [withdrawal()], next: null })(page, language)
}
const formOf = (kind: string, amount = '1000') => ({
  before: methods,
  act: async (page: Parameters<NonNullable<State['before']>>[0]) => {
    await page.locator('input[inputmode=decimal]').fill(amount)
    await page.locator(`input[type=radio][value="${kind}"]`).check()
  },
})
const TICKET = { shows: '.ticket' }

export const RECHARGE_STATES: readonly State[] = [
  at('ways-to-pay', 'member', `${WAYS}?type=1&need=120&amount=120`, { before: methods, shows: 'main li a' }),
  at('ways', 'member', WAYS, { before: methods, shows: 'main li a' }),
  at('ways-account', 'member', `${WAYS}?type=3`, { shows: 'main li a' }),
  at('ways-closed', 'member', WAYS, { before: answerWith('/user/rechargemethods', { items: [] }) }),
  at('recharge-bank', 'member', FORM, formOf('dbb')),
  at('recharge-pix-wrong', 'member', `${FORM}?method=pix`, {
    ...formOf('pix'),
    act: async (page) => {
      await formOf('pix').act(page)
      await page.locator('button[form=recharge]').click()
    },
    shows: '[aria-invalid=true]',
  }),
  at('recharge-usdt', 'member', USDT, formOf('trc20')),
  at('transfer-bank', 'member', `${PAYFORM}?id=${ID}`, { before: shown(OPEN), ...TICKET }),
  at('transfer-upi', 'member', `${PAYFORM}?id=${ID}`, { before: shown(UPI), shows: 'svg[role=img]' }),
  at('transfer-pix', 'member', `${PAYFORM}?id=${ID}`, { before: shown(PIX), shows: 'svg[role=img]' }),
  at('transfer-nothing-given', 'member', `${PAYFORM}?id=${ID}`, {
    before: shown(OPEN),
    act: (page) => page.locator('button[form=transfer-proof]').click(),
    shows: '[aria-invalid=true]',
  }),
  at('transfer-proven', 'member', `${PAYFORM}?id=${ID}`, { before: shown(PROVEN), ...TICKET }),
  at('transfer-expired', 'member', `${PAYFORM}?id=${ID}`, {
    before: shown(ended('expired', { proofUntil: Date.now() + 29 * DAY_MS })),
    shows: 'form',
  }),
  at('transfer-not-found', 'member', `${PAYFORM}?id=${ID}`, { before: shown(NOT_FOUND), shows: 'form' }),
  at('transfer-other-amount', 'member', `${PAYFORM}?id=${ID}`, { before: shown(OTHER_AMOUNT), shows: 'h2' }),
  at('usdt', 'member', `${USDT}?id=${ID}`, { before: shown(usdt()), shows: 'svg[role=img]' }),
  at('usdt-looking', 'member', `${USDT}?id=${ID}`, {
    before: shown(usdt()),
    act: (page) => page.locator('button.bg-gold').click(),
    shows: '[role=status] .bg-brand-soft',
  }),
  at('usdt-seen', 'member', `${USDT}?id=${ID}`, {
    before: shown(usdt({ confirmations: { seen: 7, needed: 20 } })),
    shows: 'svg[role=img]',
  }),
  at('usdt-less', 'member', `${USDT}?id=${ID}`, {
    before: shown(usdt({ received: '5.000000', confirmations: { seen: 20, needed: 20 } })),
    shows: 'svg[role=img]',
  }),
  at('usdt-ended', 'member', `${USDT}?id=${ID}`, { before: shown(USDT_ENDED), ...TICKET }),
  at('payment-records', 'member', '#/pages/payment/recordlist', { before: records, shows: 'main li a' }),
  at('recharges', 'member', `${RECORDS}?id=${ID}`, { before: records, shows: 'h2' }),
  at('recharges-empty', 'newcomer', RECORDS, {
    before: answerWith('/user/rechargelog', { items: [], next: null }),
  }),
  at('recharge-unknown', 'member', `${RECORDS}?id=${randomUUID()}`),
]
