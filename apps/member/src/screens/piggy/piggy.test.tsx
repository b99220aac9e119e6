// @vitest-environment happy-dom
import { walletOutcome } from '@fairlot/contract/endpoints/outcome'
import { piggyState, piggyTransfer } from '@fairlot/contract/endpoints/piggy'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { isLeft, LEFT_REQUEST, leaveCall } from '../../testing/interrupted.ts'
import { accountOf, openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { account } from '@fairlot/contract/endpoints/home'
import type { Piggy } from './use-piggy-form.ts'

setUpApp()

const DAY_MS = 86_400_000
const piggyWith = (more: Partial<Piggy> = {}): Piggy => ({
  wallet: '1000.00',
  piggy: '860.25',
  movable: '560.25',
  locks: [{ id: '018f0000-0000-7000-8000-0000000000c1', amount: '300.00', until: Date.now() + 2 * DAY_MS }],
  ...more,
})

async function openPiggy() {
  server.answer(piggyState, () => piggyWith())
  const user = await openApp(paths.piggy(), { width: PHONE_PX })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const half = (name: string) =>
    screen.getByRole('heading', { name, level: 2 }).parentElement?.parentElement?.textContent
  const bar = within(screen.getByRole('region', { name: 'Move' }))
  return { user, field, half, bar }
}

test('shows both amounts after the move, and moves the money for the chosen lock', async () => {
  const { user, field, half, bar } = await openPiggy()
  await user.type(field, '500')
  expect(half('Wallet')).toContain('₫500.00')
  expect(half('Piggy bank')).toContain('₫1,360.25')
  await user.click(screen.getByRole('radio', { name: /^7\sdays/ }))
  expect(screen.getByText(/^₫300\.00 until /)).toBeTruthy()
  server.answer(piggyTransfer, () => piggyWith({ wallet: '500.00', piggy: '1360.25' }))
  const move = bar.getByRole('button', { name: /^Move ₫500\.00 for 7\sdays$/ })
  await user.click(move)
  const question = async () =>
    within(await screen.findByRole('alertdialog', { name: /^Lock ₫500\.00 until / }))
  await user.click((await question()).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.inputs(piggyTransfer)).toEqual([])
  await user.click(move)
  await user.click((await question()).getByRole('button', { name: /^Move ₫500\.00 for 7\sdays$/ }))
  await screen.findByText('₫500.00 is in the piggy bank')
  expect(server.inputs(piggyTransfer)).toMatchObject([{ direction: 'in', amount: '500', lock: '7d' }])
  expect(half('Piggy bank')).toContain('₫1,360.25 now')
  expect(field.value).toBe('')
})

test('an interrupted move that was made is told, and is not made twice', async () => {
  leaveCall(piggyTransfer, { direction: 'in', amount: '500', lock: '24h' })
  server.answer(walletOutcome, () => ({ id: '018f0000-0000-7000-8000-0000000000c2' }))
  await openPiggy()
  await screen.findByText('₫500.00 is in the piggy bank')
  expect(server.inputs(walletOutcome)).toEqual([{ of: 'piggy', requestId: LEFT_REQUEST }])
  expect(server.inputs(piggyTransfer)).toEqual([])
  expect(isLeft(piggyTransfer)).toBe(false)
})

test('an interrupted move that was not made says so', async () => {
  leaveCall(piggyTransfer, { direction: 'in', amount: '500', lock: '24h' })
  server.answer(walletOutcome, () => ({ id: null }))
  const { bar } = await openPiggy()
  await screen.findByText('Your move was interrupted. We are asking for its outcome.')
  await screen.findByText('Your move was interrupted. No money was moved.')
  expect(bar.getByRole('button').getAttribute('aria-busy')).not.toBe('true')
  expect(server.inputs(piggyTransfer)).toEqual([])
})

test('a lock of a day is no question', async () => {
  const { user, field, bar } = await openPiggy()
  await user.type(field, '500')
  await user.click(screen.getByRole('radio', { name: /^24\sh/ }))
  server.answer(piggyTransfer, () => piggyWith({ wallet: '500.00', piggy: '1360.25' }))
  await user.click(bar.getByRole('button', { name: /^Move ₫500\.00 for 24\sh$/ }))
  await screen.findByText('₫500.00 is in the piggy bank')
  expect(server.inputs(piggyTransfer)).toMatchObject([{ lock: '24h' }])
})

test('moves back only what no lock holds, and keeps what was typed after a refusal', async () => {
  const { user, field, bar } = await openPiggy()
  await user.click(screen.getByRole('button', { name: /^Switch direction: move money from the piggy bank/ }))
  expect(screen.queryByRole('radio', { name: /^7\sdays/ })).toBeNull()
  await user.type(field, '600')
  await user.click(bar.getByRole('button', { name: 'Move ₫600.00 back' }))
  expect(await screen.findByText('₫560.25 can be moved back now.')).toBeTruthy()
  expect(server.inputs(piggyTransfer)).toEqual([])
  await user.clear(field)
  await user.type(field, '500')
  server.refuse(piggyTransfer, 'PIGGY_LOCKED')
  await user.click(bar.getByRole('button', { name: 'Move ₫500.00 back' }))
  expect(await screen.findByText(/^This money is locked\./)).toBeTruthy()
  expect(field.value).toBe('500')
})

test('puts nothing away while the account closes', async () => {
  server.answer(account, () => accountOf({ closing: true }))
  const { bar } = await openPiggy()
  expect(await bar.findByText('Your account is closing, so nothing can be put away.')).toBeTruthy()
})
