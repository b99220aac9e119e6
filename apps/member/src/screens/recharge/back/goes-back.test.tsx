// @vitest-environment happy-dom
import { closeState } from '@fairlot/contract/endpoints/guard'
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { rechargeReturn, rechargeReturns } from '@fairlot/contract/endpoints/recharge-return'
import { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { withdrawStatus } from '@fairlot/contract/endpoints/withdrawal'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { Refusal } from '../../../testing/fake-server.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'
import type { Returnable } from './use-return.ts'

setUpApp()

const ID = '018f0000-0000-7000-8000-0000000000c1'
const WITHDRAWAL = '018f0000-0000-7000-8000-0000000000b1'
const NUMBER = 'R7Q2M4X9K1T8Z'

const itemOf = (more: Partial<Returnable> = {}): Returnable => ({
  recharge: ID,
  number: NUMBER,
  kind: 'sandbox',
  name: null,
  credited: '500.00',
  returned: '0.00',
  returnable: '350.00',
  to: { kind: 'sandbox', label: null, masked: NUMBER },
  open: null,
  ...more,
})

const recharge: Output<typeof rechargeStatus> = {
  id: ID,
  number: NUMBER,
  amount: '500.00',
  credited: '500.00',
  method: 'sandbox',
  kind: 'sandbox',
  name: null,
  status: 'success',
  reason: null,
  payUrl: null,
  instructions: null,
  payer: [],
  proof: null,
  proofUntil: null,
  createdAt: 0,
  expiresAt: 1,
  finishedAt: 1,
  timeline: [{ state: 'success', reason: null, at: 1 }],
}

const closing: Output<typeof closeState> = {
  status: 'closing',
  requestedAt: 0,
  waitsFor: { orders: 0, prizes: 0, recharges: 0, withdrawals: 1, balance: '350.00', frozen: false },
  balanceReturns: true,
  phoneWait: { hours: 0, exclusion: null },
}

const withdrawal: Output<typeof withdrawStatus> = {
  id: WITHDRAWAL,
  number: 'W123456789ABC',
  amount: '350.00',
  fee: '0.00',
  net: '350.00',
  status: 'processing',
  stage: 'waiting',
  reason: null,
  note: null,
  account: { kind: 'sandbox', label: null, masked: NUMBER },
  recharge: { id: ID, number: NUMBER },
  reference: null,
  returnable: true,
  createdAt: 0,
  finishedAt: null,
  timeline: [{ step: 'processing', reason: null, at: 0 }],
}

beforeEach(() => {
  server.answer(sendVerify, () => ({ resendAfter: 60, validFor: 300 }))
  server.serve('/sandbox/inbox.json', () => ({ items: [] }))
  server.answer(withdrawStatus, () => withdrawal)
  server.answer(rechargeStatus, () => recharge)
})

/** Opens the page of the recharge; `null`: all of it is played through. */
async function open(item: Returnable | null) {
  server.answer(rechargeReturns, () => ({ items: item === null ? [] : [item] }))
  return openApp(paths.payform(ID), { width: PHONE_PX })
}

test('what is not played through goes back with a code, and its page follows', async () => {
  const sent: unknown[] = []
  server.answer(rechargeReturn, (input) => {
    sent.push(input)
    if (input.code !== '123456') throw new Refusal('CODE_WRONG')
    return withdrawal
  })
  const user = await open(itemOf())
  expect(await screen.findByText(/You have not played through ₫350.00 of this top-up/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send it back' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Send a top-up back' }))
  expect(sheet.getByText(/your deposit limit still counts the top-up/)).toBeTruthy()
  const amount = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  expect(amount.value).toBe('350.00')
  const act = () => user.click(sheet.getByRole('button', { name: 'Send back' }))

  await user.clear(amount)
  await user.type(amount, '350.01')
  await act()
  expect(await sheet.findByText('You can send back ₫350.00 of this top-up now.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(amount)
  await user.type(amount, '350')
  const code = sheet.getByRole('textbox', { name: /code/i })
  await user.type(code, '654321')
  await act()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(amount.value).toBe('350')
  await user.clear(code)
  await user.type(code, '123456')
  await act()
  expect(await screen.findByText('Back to', { selector: 'dt' })).toBeTruthy()
  expect(sent[1]).toMatchObject({ id: ID, amount: '350', code: '123456' })
  expect(screen.getByRole('link', { name: NUMBER }).getAttribute('href')).toContain(ID)
})

test('a part on its way back is linked, and a missing address says what to add', async () => {
  await open(itemOf({ returnable: '0.00', open: WITHDRAWAL }))
  const link = await screen.findByRole('link', { name: 'See progress' })
  expect(link.getAttribute('href')).toContain(WITHDRAWAL)
  expect(screen.queryByRole('button', { name: 'Send it back' })).toBeNull()
})

test('USDT without an address of the member asks for a TRC-20 account', async () => {
  await open(itemOf({ kind: 'trc20', returnable: '0.00', to: null }))
  const link = await screen.findByRole('link', { name: 'Add a payout account' })
  expect(link.getAttribute('href')).toContain('trc20')
})

test('a recharge that is played through shows nothing of it', async () => {
  await open(null)
  expect(await screen.findByText(NUMBER)).toBeTruthy()
  expect(screen.queryByText(/go back/)).toBeNull()
})

test('an account that closes lists what can go back, each linked to its recharge', async () => {
  server.answer(rechargeReturns, () => ({
    items: [itemOf(), itemOf({ recharge: WITHDRAWAL, returnable: '0.00' })],
  }))
  server.answer(closeState, () => closing)
  await openApp(paths.closing(), { width: PHONE_PX })
  const section = within(await screen.findByRole('region', { name: 'Top-ups that can go back' }))
  const links = section.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining(ID)])
})
