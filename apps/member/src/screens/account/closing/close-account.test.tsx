// @vitest-environment happy-dom
import { closeAccount, closeKeep, closeState } from '@fairlot/contract/endpoints/guard'
import { FLAG } from '@fairlot/contract/flags'
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { MEMBER, openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { CallError } from '../../../api/api.ts'
import { react } from '../../../api/reactions.ts'
import type { Closing } from './use-closing.ts'

setUpApp()

const NOTHING_OPEN = { orders: 0, prizes: 0, recharges: 0, withdrawals: 0, balance: '0.00', frozen: false }

const stateWith = (more: Partial<Closing> = {}): Closing => ({
  status: 'active',
  requestedAt: null,
  waitsFor: NOTHING_OPEN,
  balanceReturns: true,
  phoneWait: { hours: 0, exclusion: null },
  ...more,
})
const closing = (more: Partial<Closing> = {}) =>
  stateWith({ status: 'closing', requestedAt: Date.now() - 60_000, ...more })

async function openClosing(state = stateWith()) {
  server.answer(closeState, () => state)
  const user = await openApp(paths.closing())
  await screen.findByRole('heading', { name: state.status === 'active' ? 'What happens' : /being closed/ })
  return user
}

const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' })
const submitButton = () => screen.getByRole('button', { name: 'Close account' })
const question = () => screen.findByRole('alertdialog', { name: 'Close your account?' })

describe('before closing', () => {
  test('lists what has to finish first, with the way to each', async () => {
    await openClosing(
      stateWith({
        waitsFor: { orders: 2, prizes: 1, recharges: 3, withdrawals: 0, balance: '12.50', frozen: false },
        balanceReturns: false,
      }),
    )
    const list = within(screen.getByRole('region', { name: 'Still to finish first' }))
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Orders awaiting their draw2', '/pages/order/record?tab=awaiting'],
      ['Prizes not delivered yet1', '/pages/order/record?tab=pending'],
      ['Top-ups in progress3', '/pages/payment/recharge'],
    ])
    expect(list.getByText('Balance to be paid out').parentElement?.textContent).toContain('₫12.50')
    expect(screen.getByText('Your balance must be paid out to you first.')).toBeTruthy()
  })

  test('says when nothing is open', async () => {
    await openClosing()
    expect(
      screen.getByText('Nothing is open. Your account closes within minutes of confirming.'),
    ).toBeTruthy()
    expect(screen.getByText('Any play money left goes back to the sandbox.')).toBeTruthy()
  })

  test('says when the phone number can register again', async () => {
    await openClosing(stateWith({ phoneWait: { hours: 24, exclusion: 'self_exclusion' } }))
    expect(
      screen.getByText(
        'Because you have limits, this number can register again 24 hours after closing at the earliest.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('This number cannot register again until your self-exclusion ends.')).toBeTruthy()
  })

  test('offers to try again when the state cannot be loaded', async () => {
    server.refuse(closeState, 'UNAVAILABLE')
    const user = await openApp(paths.closing())
    const alert = await screen.findByRole('alert')
    server.answer(closeState, () => stateWith())
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'What happens' })).toBeTruthy()
  })
})

describe('confirming', () => {
  beforeEach(() => {
    server.answer(sendVerify, () => ({ resendAfter: 60, validFor: 600 }))
  })

  test('sends a code, asks once more, then closes', async () => {
    const user = await openClosing()
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await screen.findByText(`Sent to ${MEMBER.phone}. The code is valid for 10 minutes.`)
    expect(server.inputs(sendVerify)).toEqual([{ purpose: 'close' }])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Resend in/ }).disabled).toBe(true)
    await user.type(codeField(), '123456')
    await user.click(submitButton())
    const dialog = within(await question())
    expect(server.inputs(closeAccount)).toEqual([])
    server.answer(closeAccount, () => closing({ waitsFor: { ...NOTHING_OPEN, orders: 1 } }))
    await user.click(dialog.getByRole('button', { name: 'Close account' }))
    const heading = await screen.findByRole('heading', { name: 'Your account is being closed' })
    expect(server.inputs(closeAccount)).toEqual([{ code: '123456' }])
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('keeps the account when the last question is declined', async () => {
    const user = await openClosing()
    await user.type(codeField(), '123456')
    await user.click(submitButton())
    await user.click(within(await question()).getByRole('button', { name: 'Keep account' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.inputs(closeAccount)).toEqual([])
    expect(codeField().value).toBe('123456')
  })

  test.each([
    ['', 'Please fill in the information completely.'],
    ['123', 'The code has 6 digits.'],
  ])('does not ask while the code is "%s"', async (code, message) => {
    const user = await openClosing()
    if (code !== '') await user.type(codeField(), code)
    await user.click(submitButton())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(codeField()))
  })

  test('shows a wrong code at its field and keeps what was typed', async () => {
    const user = await openClosing()
    server.refuse(closeAccount, 'CODE_WRONG', {}, { fields: { code: 'The code is wrong.' } })
    await user.type(codeField(), '123456')
    await user.click(submitButton())
    await user.click(within(await question()).getByRole('button', { name: 'Close account' }))
    expect(await screen.findByText('The code is wrong.')).toBeTruthy()
    expect(codeField().value).toBe('123456')
    expect(codeField().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('counts down when a code was asked for too soon', async () => {
    const user = await openClosing()
    server.refuse(sendVerify, 'CODE_TOO_SOON', { seconds: 40 }, { retryAfter: 40 })
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText('Send it after the countdown is over. Please wait 40 s.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 40\u00a0s' }).disabled).toBe(true)
  })
})

describe('while the account closes', () => {
  test('shows what is left and can be undone', async () => {
    const user = await openClosing(closing({ waitsFor: { ...NOTHING_OPEN, orders: 1 } }))
    expect(screen.getByRole('link', { name: /^Orders awaiting their draw/ })).toBeTruthy()
    server.answer(closeKeep, () => stateWith())
    server.answer(closeState, () => stateWith())
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    await screen.findByText('You have kept your account')
    expect(await screen.findByRole('heading', { name: 'What happens' })).toBeTruthy()
  })

  test('says so when only minutes are left', async () => {
    await openClosing(closing())
    expect(screen.getByText('Nothing is open any more. The account closes within minutes.')).toBeTruthy()
  })

  test('stays and says why when keeping fails', async () => {
    const user = await openClosing(closing())
    server.refuse(closeKeep, 'UNAVAILABLE')
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    await screen.findByText('This is not available at the moment. Please try again soon.')
    expect(screen.getByRole('heading', { name: 'Your account is being closed' })).toBeTruthy()
  })
})

test('the page says that the account is closed when another call hears first that the session has ended', async () => {
  await openClosing(closing())
  react(new CallError(FLAG.session, { code: 'SESSION_ENDED', message: 'Please log in again.' }), {
    kind: 'query',
  })
  expect(await screen.findByRole('heading', { name: 'Your account is closed' })).toBeTruthy()
  expect(screen.queryByText('Please log in again.')).toBeNull()
})
