// @vitest-environment happy-dom
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { identityState } from '@fairlot/contract/endpoints/identity-check'
import { walletOutcome } from '@fairlot/contract/endpoints/outcome'
import {
  withdraw,
  withdrawInfo,
  withdrawLog,
  withdrawReturn,
  withdrawStatus,
} from '@fairlot/contract/endpoints/withdrawal'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Output } from '../../api/api.ts'
import { identityOf } from '../../parts/identity/identity.fixture.ts'
import { paths } from '../../paths.ts'
import { isLeft, LEFT_REQUEST, leaveCall } from '../../testing/interrupted.ts'
import { appHistory, openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { Refusal } from '../../testing/fake-server.ts'
import type { Withdrawal } from './records/withdrawal-state.ts'

setUpApp()
afterEach(() => vi.restoreAllMocks())

type Info = Output<typeof withdrawInfo>
const HOUR_MS = 3_600_000
const ACCOUNT = '018f0000-0000-7000-8000-0000000000a1'
const OTHER = '018f0000-0000-7000-8000-0000000000a2'
const ID = '018f0000-0000-7000-8000-0000000000b1'

const account = (more: Partial<Info['accounts'][number]> = {}): Info['accounts'][number] => ({
  id: ACCOUNT,
  kind: 'bank',
  label: 'City Bank',
  masked: '•••• 4417',
  holder: 'Asha Rao',
  state: 'usable',
  usableFrom: 0,
  first: true,
  refused: null,
  createdAt: 0,
  ...more,
})

const infoWith = (more: Partial<Info> = {}): Info => ({
  balance: '12480.50',
  withdrawable: '11920.50',
  playThrough: { required: '1000.00', played: '440.00', left: '560.00' },
  waived: null,
  minimum: '100.00',
  feePercent: '3',
  vipLevel: 2,
  window: { opens: 600, closes: 1080, open: true, changesAt: Date.now() + HOUR_MS },
  twoApproversFrom: '10000.00',
  accounts: [account()],
  quote: null,
  open: 0,
  identity: { state: 'approved', threshold: '5000.00', used: '0.00', needed: false },
  maxOpen: 3,
  ...more,
})

const quoteOf = (amount: string) => {
  const fee = Number(amount) * 0.03
  return {
    amount: Number(amount).toFixed(2),
    fee: fee.toFixed(2),
    net: (Number(amount) - fee).toFixed(2),
    balanceAfter: (12480.5 - Number(amount)).toFixed(2),
  }
}
/** The server's rule: whether the withdrawal of an amount needs a check. */
const identityFor = (amount: string | undefined, { identity = infoWith().identity }: Partial<Info>) => ({
  identity: {
    ...identity,
    needed:
      identity.state !== 'approved' &&
      Number(identity.used) + Number(amount ?? 0) >= Number(identity.threshold),
  },
})
const answerInfo = (more: Partial<Info> = {}) =>
  server.answer(withdrawInfo, ({ amount }) =>
    infoWith({ quote: amount === undefined ? null : quoteOf(amount), ...more, ...identityFor(amount, more) }),
  )

const withdrawalWith = (more: Partial<Withdrawal> = {}): Withdrawal => ({
  id: ID,
  number: 'W123456789ABC',
  amount: '2000.00',
  fee: '60.00',
  net: '1940.00',
  status: 'processing',
  stage: 'waiting',
  reason: null,
  note: null,
  account: { kind: 'bank', label: 'City Bank', masked: '•••• 4417' },
  recharge: null,
  reference: null,
  returnable: true,
  createdAt: 0,
  finishedAt: null,
  timeline: [{ step: 'processing', reason: null, at: 0 }],
  ...more,
})

beforeEach(() => {
  server.answer(sendVerify, () => ({ resendAfter: 60, validFor: 300 }))
  server.serve('/sandbox/inbox.json', () => ({ items: [] }))
})

async function openWithdraw(more: Partial<Info> = {}) {
  answerInfo(more)
  const user = await openApp(paths.withdraw(), { width: PHONE_PX })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const bar = () => within(screen.getByRole('region', { name: 'Withdraw' }))
  return { user, field, bar }
}

const fact = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent

async function toCode(amount = '2000') {
  const page = await openWithdraw()
  await page.user.type(page.field, amount)
  await page.user.click(page.bar().getByRole('button'))
  const sheet = within(await screen.findByRole('dialog'))
  return { ...page, sheet }
}

describe('withdrawing', () => {
  test('says what can be withdrawn, what is still to be played through, and how that works', async () => {
    const { user } = await openWithdraw()
    expect(screen.getByRole('progressbar', { name: 'Played through' }).getAttribute('aria-valuetext')).toBe(
      'Played through ₫440 of ₫1,000. ₫560 still to go',
    )
    await user.click(screen.getByRole('button', { name: 'How' }))
    expect(await screen.findByRole('dialog', { name: 'What counts as played through' })).toBeTruthy()
  })

  test('says that the play-through is waived while the account closes', async () => {
    await openWithdraw({ waived: 'closing', withdrawable: '12480.50' })
    expect(screen.getByText('Your account is closing: nothing has to be played through.')).toBeTruthy()
    expect(screen.queryByRole('progressbar', { name: 'Played through' })).toBeNull()
  })

  test('quotes the amount that is typed; a late answer for an earlier amount is never shown', async () => {
    const held = Promise.withResolvers<Info>()
    const { user, field } = await openWithdraw()
    server.answer(withdrawInfo, ({ amount }) => {
      if (amount === '100') return held.promise
      return infoWith({ quote: amount === undefined ? null : quoteOf(amount) })
    })
    await user.type(field, '100')
    await waitFor(() => expect(server.inputs(withdrawInfo)).toContainEqual({ amount: '100' }))
    expect(fact('Arrives')).toBe('–')
    await user.type(field, '0')
    await waitFor(() => expect(fact('Arrives')).toBe('₫970.00'))
    held.resolve(infoWith({ quote: quoteOf('100') }))
    await held.promise
    await waitFor(() => expect(fact('Fee at VIP 2, 3%')).toBe('−₫30.00'))
    expect(fact('Arrives')).toBe('₫970.00')
  })

  test('refuses an amount below the minimum or above what can be withdrawn, beside the field', async () => {
    const { user, field, bar } = await openWithdraw()
    await user.type(field, '99')
    await user.click(bar().getByRole('button'))
    expect(
      await screen.findByText('Minimum withdrawal amount not reached. The smallest withdrawal is ₫100.'),
    ).toBeTruthy()
    await user.clear(field)
    await user.type(field, '12000')
    await user.click(bar().getByRole('button'))
    expect(
      await screen.findByText('Withdrawable balance is insufficient. You can withdraw ₫11,920.50 now.'),
    ).toBeTruthy()
    expect(field.value).toBe('12000')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(bar().getByRole('button').textContent).toBe('Withdraw ₫11,920.50')
  })

  test('asks for the code, keeps amount and code after a wrong one, and shows the withdrawal', async () => {
    const { user, field, sheet } = await toCode()
    server.refuse(withdraw, 'CODE_WRONG', {}, { fields: { code: 'The code is wrong.' } })
    const code = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' })
    await user.type(code, '111111')
    await user.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
    expect(await sheet.findByText('The code is wrong.')).toBeTruthy()
    expect([code.value, field.value]).toEqual(['111111', '2000'])
    server.answer(withdraw, () => withdrawalWith())
    server.answer(withdrawStatus, () => withdrawalWith())
    await user.clear(code)
    await user.type(code, '222222')
    await user.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
    expect(await screen.findByRole('heading', { name: 'We have received your withdrawal' })).toBeTruthy()
    expect(server.inputs(withdraw).at(-1)).toMatchObject({ amount: '2000', account: ACCOUNT, code: '222222' })
  })

  test('that a reload interrupted leads to its record, without a second application', async () => {
    leaveCall(withdraw, { amount: '500', account: ACCOUNT, code: '123456' })
    answerInfo()
    server.answer(walletOutcome, () => ({ id: ID }))
    await openApp(paths.withdraw(), { width: PHONE_PX })
    await waitFor(() => expect(appHistory.location.href).toContain(ID))
    expect(server.inputs(walletOutcome)).toEqual([{ of: 'withdrawal', requestId: LEFT_REQUEST }])
    expect(server.inputs(withdraw)).toEqual([])
    expect(isLeft(withdraw)).toBe(false)
  })

  test('shows a refusal of the server above the form and closes the sheet', async () => {
    const { user, sheet, field } = await toCode()
    server.answer(withdraw, () => {
      throw new Refusal('OUTSIDE_HOURS', { from: '10:00', until: '18:00', zone: 'UTC' })
    })
    await user.type(sheet.getByRole('textbox', { name: 'Verification code' }), '123456')
    await user.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
    expect(await screen.findByText('Withdrawals are open daily from 10:00 to 18:00 (UTC).')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field.value).toBe('2000')
  })

  test('leads to the identity check from the amount that needs it, and keeps amount and account', async () => {
    const identity = { state: 'none', threshold: '5000.00', used: '1940.00', needed: false } as const
    server.answer(identityState, () => identityOf({ standing: identity }))
    const second = account({ id: OTHER, kind: 'upi', label: null, masked: 'nus••••@okbank' })
    const { user, field, bar } = await openWithdraw({ identity, accounts: [account(), second] })
    expect(screen.getByText('Withdrawals of less than ₫3,060 need no identity check now.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /4417/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /okbank/ }))
    await user.type(field, '3059.99')
    expect(bar().getByRole('button', { name: 'Withdraw ₫3,059.99' })).toBeTruthy()
    await user.clear(field)
    await user.type(field, '3060')
    // typing has paused
    await waitFor(() => expect(fact('Arrives')).toBe('₫2,968.20'))
    await user.click(bar().getByRole('link', { name: 'Go to the identity check' }))
    await screen.findByRole('heading', { name: 'Not needed yet' })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    expect(again.value).toBe('3060')
    expect(screen.getByRole('button', { name: /okbank/ })).toBeTruthy()
  })

  test('says that the check is in review, and takes amounts below the threshold meanwhile', async () => {
    const identity = { state: 'waiting', threshold: '5000.00', used: '1940.00', needed: false } as const
    const { user, field, bar } = await openWithdraw({ identity })
    await user.type(field, '4000')
    expect(bar().getByText(/^Your identity check is in review/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, '3000')
    await waitFor(() =>
      expect(bar().getByRole('button', { name: 'Withdraw ₫3,000.00' }).hasAttribute('aria-disabled')).toBe(
        false,
      ),
    )
  })

  test('says the hours by the clock of the member, and those of the house beside them', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-360)
    await openWithdraw()
    expect(screen.getByText(/^Open daily 16:00 to 00:00\. .* in UTC it is 10:00 to 18:00\.$/)).toBeTruthy()
  })

  test('leads to adding an account when there is none', async () => {
    const { bar } = await openWithdraw({ accounts: [] })
    expect(bar().getByRole('link', { name: 'Add a payout account' })).toBeTruthy()
  })

  test.each<[string, Partial<Info>, RegExp]>([
    [
      'outside of the hours',
      { window: { opens: 600, closes: 1080, open: false, changesAt: Date.now() + HOUR_MS } },
      /^Opens /,
    ],
    ['with too many open ones', { open: 3 }, /^You already have the maximum of 3 open withdrawals/],
    [
      'while the only account rests',
      { accounts: [account({ state: 'rests', usableFrom: Date.now() + HOUR_MS })] },
      /^You can use this account from /,
    ],
  ])('says why nothing can be withdrawn %s', async (_, more, why) => {
    const { bar } = await openWithdraw(more)
    expect(bar().getByRole('button').getAttribute('aria-disabled')).toBe('true')
    expect(bar().getByText(why)).toBeTruthy()
  })
})

describe('a withdrawal', () => {
  test('is taken back after one question, and then says where the money is', async () => {
    let state = withdrawalWith()
    server.answer(withdrawStatus, () => state)
    server.answer(withdrawLog, () => ({ items: [state], next: null }))
    server.answer(withdrawReturn, () => {
      state = withdrawalWith({ status: 'returned', stage: null, returnable: false })
      return state
    })
    const user = await openApp(paths.withdrawals(ID), { width: PHONE_PX })
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Cancel the withdrawal of ₫2,000.00?' }),
    )
    await user.click(question.getByRole('button', { name: 'Cancel withdrawal' }))
    await screen.findByText('₫2,000.00 is in your wallet again')
    await screen.findByRole('heading', { name: 'Cancelled. The money is in your wallet' })
    expect(server.inputs(withdrawReturn)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull()
  })

  test('says why it failed, what the operator wrote, and leads to the account', async () => {
    const failed = withdrawalWith({
      status: 'failed',
      stage: null,
      reason: 'name_differs',
      note: 'The bank answered with another name.',
      returnable: false,
    })
    server.answer(withdrawStatus, () => failed)
    await openApp(paths.withdrawals(ID), { width: PHONE_PX })
    expect(
      await screen.findByText('The account is in another name. Only your own name can be paid.'),
    ).toBeTruthy()
    expect(screen.getByText('The bank answered with another name.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Correct the account' })).toBeTruthy()
  })

  test('stands beside the list in a wide window, with its reference when it is paid', async () => {
    const paid = withdrawalWith({ status: 'success', stage: null, reference: 'REF-7', returnable: false })
    server.answer(withdrawStatus, () => paid)
    server.answer(withdrawLog, () => ({ items: [paid], next: null }))
    await openApp(paths.withdrawals())
    expect(await screen.findByText('REF-7')).toBeTruthy()
    expect(screen.getByText('We sent ₫1,940.00 to your account.')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Withdrawals' })).toBeTruthy()
  })
})
