/** The states of the way out: payout accounts, withdrawals, the piggy bank. */
import { randomBytes, randomUUID } from 'node:crypto'
import { answerWith, answers, at, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000
const PAYOUTS = '#/pages/payment/payment'
const FORM = '#/pages/payment/add'
const WITHDRAW = '#/pages/payment/withdraw'
const RECORDS = '#/pages/payment/cashrecord'
const PIGGY = '#/pages/game/transfer'
const DIALOG = { shows: '[role=dialog]' }

/** An id that only these pictures have. */
const id = (): string => randomUUID()

const account = (more: Data): Data => ({
  id: id(),
  kind: 'bank',
  label: 'Dutch-Bangla Bank',
  masked: '•••• 4417',
  holder: 'Nusrat Jahan',
  state: 'usable',
  usableFrom: Date.now() - HOUR_MS,
  first: false,
  refused: null,
  createdAt: Date.now() - 48 * HOUR_MS,
  ...more,
})
const ACCOUNTS = [
  account({ first: true }),
  account({ kind: 'ewallet', label: 'bKash', masked: '•••• 5842' }),
  account({
    kind: 'trc20',
    label: null,
    masked: 'TR7N••••Lj6t',
    holder: null,
    state: 'rests',
    usableFrom: Date.now() + 21 * HOUR_MS,
  }),
  account({
    kind: 'upi',
    label: null,
    masked: 'nus••••@okbank',
    state: 'refused',
    refused: 'The bank answered with the name “N. J. Trading”.',
  }),
]

const payouts = answers('/user/payoutlist', (data) => {
  data['items'] = ACCOUNTS
})
const info = (more: Data = {}) =>
  answers('/user/withdrawinfo', (data) => {
    const quote = data['quote'] as Data | null
    Object.assign(
      data,
      {
        balance: '12480.50',
        withdrawable: '11920.50',
        playThrough: { required: '1000.00', played: '440.00', left: '560.00' },
        waived: null,
        accounts: ACCOUNTS,
        open: 0,
        window: { opens: 600, closes: 1080, open: true, changesAt: Date.now() + HOUR_MS },
        quote: quote && { ...quote, balanceAfter: '10480.50' },
      },
      more,
    )
  })

const withdrawal = (more: Data = {}): Data => ({
  id: '018f0000-0000-7000-8000-0000000000b1',
  number: `W${randomBytes(6).toString('hex').toUpperCase()}`,
  amount: '2000.00',
  fee: '100.00',
  net: '1900.00',
  status: 'processing',
  stage: 'waiting',
  reason: null,
  note: null,
  account: { kind: 'bank', label: 'Dutch-Bangla Bank', masked: '•••• 4417' },
  recharge: null,
  reference: null,
  returnable: false,
  createdAt: Date.now() - 3 * HOUR_MS,
  finishedAt: null,
  timeline: [{ step: 'processing', reason: null, at: Date.now() - 3 * HOUR_MS }],
  ...more,
})
const WAITS = withdrawal({ returnable: true })
const PAID = withdrawal({
  status: 'success',
  stage: null,
  reference: 'DBB-20261122-0042',
  timeline: ['processing', 'first_approved', 'approved', 'exported', 'success'].map((step, index) => ({
    step,
    reason: null,
    at: Date.now() - (3 - index / 2) * HOUR_MS,
  })),
})
const FAILED = withdrawal({
  status: 'failed',
  stage: null,
  reason: 'name_differs',
  note: 'The bank answered with the name “N. J. Trading”.',
  timeline: [
    { step: 'processing', reason: null, at: Date.now() - 3 * HOUR_MS },
    { step: 'failed', reason: 'name_differs', at: Date.now() - HOUR_MS },
  ],
})

const withdrawals =
  (shown: Data): NonNullable<State['before']> =>
  async (page, language) => {
    await answerWith('/user/withdrawstatus', shown)(page, language)
    await answerWith('/user/withdrawlog', { items: [shown], next: null })(page, language)
  }
const piggy = answerWith('/user/piggy', {
  wallet: '12480.50',
  piggy: '860.25',
  movable: '560.25',
  locks: [{ id: id(), amount: '300.00', until: Date.now() + 48 * HOUR_MS }],
})
const AMOUNT = 'input[inputmode=decimal]'

export const WALLET_STATES: readonly State[] = [
  at('payouts', 'member', PAYOUTS, { before: payouts, shows: 'article' }),
  at('payouts-empty', 'newcomer', PAYOUTS),
  at('payouts-menu', 'member', PAYOUTS, {
    before: payouts,
    act: async (page) => {
      await page.locator('article button').last().click()
      await page.locator('[role=dialog] li button').click()
    },
    ...DIALOG,
  }),
  at('payout-form', 'newcomer', FORM, { shows: 'form' }),
  at('payout-form-wrong', 'newcomer', `${FORM}?kind=trc20`, {
    act: (page) => page.locator('main form button[type=submit]').click(),
    shows: '[aria-invalid=true]',
  }),
  at('withdraw', 'member', WITHDRAW, {
    before: info(),
    act: (page) => page.locator(AMOUNT).fill('2000'),
    shows: 'dl',
  }),
  at('withdraw-code', 'member', WITHDRAW, {
    before: info(),
    act: async (page) => {
      await page.locator(AMOUNT).fill('2000')
      await page.locator('button.bg-gold').click()
    },
    ...DIALOG,
  }),
  at('withdraw-how', 'member', WITHDRAW, {
    before: info(),
    act: (page) => page.locator('.ticket-yours button').click(),
    ...DIALOG,
  }),
  at('withdraw-closed', 'member', WITHDRAW, {
    before: info({ window: { opens: 600, closes: 1080, open: false, changesAt: Date.now() + HOUR_MS } }),
    shows: 'button[aria-disabled=true]',
  }),
  at('withdraw-no-account', 'newcomer', WITHDRAW),
  at('cash-out', 'newcomer', '#/pages/payment/cashOut'),
  at('withdraw-waived', 'member', WITHDRAW, {
    before: info({ waived: 'closing', withdrawable: '12480.50' }),
  }),
  at('withdrawal-waiting', 'member', `${RECORDS}?id=${String(WAITS['id'])}`, {
    before: withdrawals(WAITS),
    shows: 'h2',
  }),
  at('withdrawal-paid', 'member', `${RECORDS}?id=${String(PAID['id'])}`, {
    before: withdrawals(PAID),
    shows: 'h2',
  }),
  at('withdrawal-failed', 'member', `${RECORDS}?id=${String(FAILED['id'])}`, {
    before: withdrawals(FAILED),
    shows: 'h2',
  }),
  at('withdrawals-empty', 'newcomer', RECORDS),
  at('records', 'newcomer', '#/pages/payment/recordlist?kind=recharges'),
  at('piggy', 'member', PIGGY, {
    before: piggy,
    act: async (page) => {
      await page.locator(AMOUNT).fill('500')
      await page.locator('fieldset input[value="7d"]').check()
    },
  }),
  at('piggy-out', 'member', PIGGY, {
    before: piggy,
    act: (page) => page.locator('main button.bg-brand').first().click(),
  }),
]
