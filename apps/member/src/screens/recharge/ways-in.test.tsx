// @vitest-environment happy-dom
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import {
  openRecharge,
  rechargeLog,
  rechargeMethods,
  rechargeProof,
  rechargeStatus,
} from '@fairlot/contract/endpoints/wallet'
import { upload } from '@fairlot/contract/media/upload'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { limits } from '@fairlot/contract/endpoints/guard'
import { keepSeen } from '../../parts/recharge/last-seen.ts'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { usableWays } from '../../parts/recharge/usable-ways.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { Refusal } from '../../testing/fake-server.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import type { Recharge } from './use-recharges.ts'

setUpApp()

const ID = '018f0000-0000-7000-8000-0000000000c1'
const UPLOAD = '018f0000-0000-7000-8000-0000000000d1'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const methodOf = (kind: RechargeMethod['kind'], more: Partial<RechargeMethod> = {}): RechargeMethod => ({
  id: kind,
  kind,
  name: null,
  minimum: '100.00',
  maximum: '50000.00',
  steps: ['100.00', '500.00'],
  expiryMinutes: 30,
  playThroughPercent: 100,
  fields: [],
  rate: null,
  delay: { fromMinutes: 10, toMinutes: 30 },
  ...more,
})
const METHODS = [
  methodOf('sandbox'),
  methodOf('bank', { id: 'dbb', name: 'City Bank', fields: [{ field: 'name', required: true }] }),
  methodOf('pix', {
    fields: [
      { field: 'name', required: true },
      { field: 'taxId', required: true },
      { field: 'email', required: false },
    ],
  }),
  methodOf('trc20', { rate: '125.00', fields: [{ field: 'code', required: true }] }),
]

const rechargeOf = (more: Partial<Recharge> = {}): Recharge => ({
  id: ID,
  number: 'R7Q2M4X9K1T8Z',
  amount: '500.00',
  credited: null,
  method: 'dbb',
  kind: 'bank',
  name: 'City Bank',
  status: 'processing',
  reason: null,
  payUrl: null,
  instructions: null,
  payer: [],
  proof: null,
  proofUntil: null,
  createdAt: Date.now() - MINUTE_MS,
  expiresAt: Date.now() + 3 * DAY_MS,
  finishedAt: null,
  timeline: [{ state: 'processing', reason: null, at: Date.now() - MINUTE_MS }],
  ...more,
})
const transferOf = (more: Partial<Recharge> = {}) =>
  rechargeOf({
    instructions: {
      kind: 'transfer',
      lines: [
        { label: 'holder', value: 'Fairlot Ltd' },
        { label: 'number', value: '0001020304' },
      ],
      reference: 'FL7K2M9Q',
      qr: null,
    },
    proofUntil: Date.now() + 33 * DAY_MS,
    ...more,
  })
type Crypto = Extract<NonNullable<Recharge['instructions']>, { kind: 'crypto' }>
const usdtOf = (more: Partial<Crypto> = {}, about: Partial<Recharge> = {}) =>
  rechargeOf({
    method: 'trc20',
    kind: 'trc20',
    name: null,
    expiresAt: Date.now() + 28 * MINUTE_MS,
    instructions: {
      kind: 'crypto',
      address: 'TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d',
      asset: 'USDT',
      network: 'TRC-20',
      units: '8.137359',
      received: '0.000000',
      rate: '125.00',
      qr: 'TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d',
      confirmations: null,
      ...more,
    },
    ...about,
  })

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const noteOf = (name: string) =>
  document.querySelector(`[id="${field(name).getAttribute('aria-describedby')}"]`)?.textContent

beforeEach(() => {
  // PIX is for members with a number of Brazil.
  useSession.setState(({ session }) => ({
    session: session && { ...session, member: { ...session.member, phone: '+55119***002' } },
  }))
  server.answer(rechargeMethods, () => ({ items: METHODS }))
  server.answer(rechargeLog, () => ({ items: [], next: null }))
  server.refuse(limits, 'UNAVAILABLE')
  server.serve('/sandbox/inbox.json', () => ({ items: [] }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }))
})

async function openForm(...search: Parameters<typeof paths.recharge>) {
  const user = await openApp(paths.recharge(...search), { width: PHONE_PX })
  await screen.findByRole('textbox', { name: 'Amount' })
  const go = () => user.click(screen.getByRole('button', { name: /^(Continue with|Pay|Go to payment)/ }))
  const choose = (name: RegExp) => user.click(screen.getByRole('radio', { name }))
  return { user, go, choose }
}

test('the methods of the country of the phone come first, and what it cannot use is hidden', () => {
  const all = [...METHODS, methodOf('upi')]
  const kindsFor = (phone: string, wanted?: string) => usableWays(all, phone, wanted).map(({ kind }) => kind)
  expect(kindsFor('+55119***002')).toEqual(['pix', 'sandbox', 'bank', 'trc20'])
  expect(kindsFor('+9198***210')).toEqual(['upi', 'sandbox', 'bank', 'trc20'])
  expect(kindsFor('+88017***678')).toEqual(['sandbox', 'bank', 'trc20'])
  expect(kindsFor('+88017***678', 'pix')).toEqual(['sandbox', 'bank', 'pix', 'trc20'])
  expect(usableWays([methodOf('upi')], '+88017***678')).toHaveLength(1)
})

test('a kind whose label repeats its name has one name, and the page of a kind that is off leads to the others', async () => {
  server.answer(rechargeMethods, () => ({ items: [methodOf('pix', { name: 'PIX (play money)' })] }))
  const user = await openApp(paths.usdt(), { width: PHONE_PX })
  await screen.findByText('This way to top up is off')
  await user.click(screen.getByRole('link', { name: 'Other ways to top up' }))
  expect(await screen.findByRole('radio', { name: 'PIX' })).toBeTruthy()
})

test('after a recharge that was for nothing else, the main button leads to the product that was seen last, else to the mall', async () => {
  server.answer(rechargeStatus, () =>
    rechargeOf({ status: 'success', credited: '500.00', finishedAt: Date.now() }),
  )
  await openApp(paths.payform(ID), { width: PHONE_PX })
  const mall = await screen.findByRole('link', { name: 'To the mall' })
  expect(mall.getAttribute('href')).toContain('/pages/mall/mall')
  cleanup()
  keepSeen({ issue: 'M1-0001', title: 'A phone' })
  await openApp(paths.payform(ID), { width: PHONE_PX })
  const back = await screen.findByRole('link', { name: 'Back to A phone' })
  expect(back.getAttribute('href')).toContain('issue=M1-0001')
})

test('asks only for what the chosen method needs, and keeps what was typed for another one', async () => {
  const { user, choose } = await openForm({ method: 'sandbox' })
  expect(screen.queryByRole('textbox', { name: 'Account holder' })).toBeNull()
  await choose(/^Bank transfer · City Bank/)
  await user.type(field('Account holder'), 'Asha Rao')
  expect(screen.queryByRole('textbox', { name: 'CPF or CNPJ' })).toBeNull()
  await choose(/^PIX/)
  expect(field('Account holder').value).toBe('Asha Rao')
  expect(field('CPF or CNPJ').value).toBe('')
  expect(field('Email (optional)').value).toBe('')
})

test('names the fields that are missing, and sends nothing', async () => {
  const { user, go, choose } = await openForm()
  await user.type(field('Amount'), '500')
  await choose(/^PIX/)
  await go()
  await waitFor(() => expect(noteOf('Account holder')).toBe('Please fill in the information completely.'))
  expect(noteOf('CPF or CNPJ')).toBe('Please fill in the information completely.')
  expect(field('Email (optional)').getAttribute('aria-invalid')).toBeNull()
  expect(server.inputs(openRecharge)).toEqual([])
})

test('shows the errors of the server beside their fields, and keeps amount, method and fields', async () => {
  const { user, go, choose } = await openForm()
  await user.type(field('Amount'), '500')
  await choose(/^PIX/)
  await user.type(field('Account holder'), 'Asha Rao')
  await user.type(field('CPF or CNPJ'), '123')
  server.answer(openRecharge, () => {
    throw new Refusal('INPUT_INVALID', {}, { fields: { 'payer.taxId': 'Please enter a valid CPF or CNPJ.' } })
  })
  await go()
  await waitFor(() => expect(noteOf('CPF or CNPJ')).toBe('Please enter a valid CPF or CNPJ.'))
  await waitFor(() => expect(document.activeElement).toBe(field('CPF or CNPJ')))
  expect([field('Amount').value, field('Account holder').value, field('CPF or CNPJ').value]).toEqual([
    '500',
    'Asha Rao',
    '123',
  ])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^PIX/ }).checked).toBe(true)
})

test('opens a transfer and shows its instructions', async () => {
  server.answer(openRecharge, () => transferOf())
  server.answer(rechargeStatus, () => transferOf())
  const { user, go } = await openForm({ amount: '500', method: 'dbb' })
  await user.type(field('Account holder'), 'Asha Rao')
  await go()
  const ticket = within(await screen.findByRole('region', { name: 'Your transfer' }))
  expect(ticket.getByText('₫500.00')).toBeTruthy()
  expect(ticket.getByText('FL7K2M9Q')).toBeTruthy()
  expect(ticket.getByText('Fairlot Ltd')).toBeTruthy()
  expect(ticket.getByRole('button', { name: 'Copy Account number' })).toBeTruthy()
  expect(server.inputs(openRecharge)).toEqual([
    {
      method: 'dbb',
      amount: '500',
      payer: { name: 'Asha Rao' },
      requestId: expect.any(String) as string,
    },
  ])
})

test('asks for a code where the method needs one, and keeps the digits after a refusal', async () => {
  server.answer(sendVerify, () => ({ resendAfter: 60, validFor: 300 }))
  const { user, go } = await openForm({ amount: '1000', method: 'trc20' })
  expect(screen.getByText('About 8.00 USDT.')).toBeTruthy()
  await go()
  await waitFor(() => expect(field('Verification code').getAttribute('aria-invalid')).toBe('true'))
  expect(server.inputs(openRecharge)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.type(field('Verification code'), '123456')
  server.refuse(openRecharge, 'CODE_WRONG')
  await go()
  await waitFor(() => expect(field('Verification code').getAttribute('aria-invalid')).toBe('true'))
  expect(field('Verification code').value).toBe('123456')
  expect(server.inputs(sendVerify)).toEqual([{ purpose: 'recharge' }])
  expect(server.inputs(openRecharge)[0]?.code).toBe('123456')
})

async function openTransfer(recharge: Recharge) {
  server.answer(rechargeStatus, () => recharge)
  const user = await openApp(paths.payform(ID), { width: PHONE_PX })
  return { user, send: () => user.click(screen.getByRole('button', { name: 'I have sent it' })) }
}

test('sends the transaction number, and keeps it when the server refuses it', async () => {
  const { user, send } = await openTransfer(transferOf())
  await screen.findByRole('textbox', { name: 'Transaction number' })
  await send()
  await waitFor(() =>
    expect(noteOf('Transaction number')).toBe('Enter the transaction number or add a picture of the slip.'),
  )
  await user.type(field('Transaction number'), 'TXN*1')
  server.answer(rechargeProof, () => {
    throw new Refusal('INPUT_INVALID', {}, { fields: { reference: 'Use only letters and digits.' } })
  })
  await send()
  await waitFor(() => expect(noteOf('Transaction number')).toBe('Use only letters and digits.'))
  expect(field('Transaction number').value).toBe('TXN*1')
  const proven = transferOf({ proof: { reference: 'TXN-1', slip: false, at: Date.now() } })
  server.answer(rechargeProof, () => {
    server.answer(rechargeStatus, () => proven)
    return proven
  })
  await user.clear(field('Transaction number'))
  await user.type(field('Transaction number'), 'TXN-1')
  await send()
  await screen.findByRole('heading', { name: 'Proof sent' })
  expect(screen.getByText('TXN-1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I have sent it' })).toBeNull()
  expect(server.inputs(rechargeProof).at(-1)).toEqual({ id: ID, reference: 'TXN-1' })
})

test('sends a picture of the slip', async () => {
  server.answer(upload, () => ({ id: UPLOAD, width: 1200, height: 800, bytes: 90_000 }))
  const { user, send } = await openTransfer(transferOf())
  const slot = within(await screen.findByRole('region', { name: 'Slip' }))
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])], 'slip.jpg', { type: 'image/jpeg' })
  await user.upload(slot.getByLabelText('Slip: choose a file'), picture)
  await slot.findByText('Received')
  server.answer(rechargeProof, () => transferOf({ proof: { reference: null, slip: true, at: Date.now() } }))
  await send()
  await waitFor(() => expect(server.inputs(rechargeProof)).toEqual([{ id: ID, slip: UPLOAD }]))
})

test('a transfer that was not found can still be proven, and says until when', async () => {
  const { user } = await openTransfer(
    rechargeOf({ status: 'failed', reason: 'not_found', proofUntil: Date.UTC(2026, 11, 20, 12) }),
  )
  await screen.findByText('We could not find your transfer in our account.')
  expect(screen.getByText(/by Dec 20, 2026\./)).toBeTruthy()
  server.answer(rechargeProof, () => rechargeOf({ status: 'failed', reason: 'not_found' }))
  await user.type(field('Transaction number'), 'TXN-2')
  await user.click(screen.getByRole('button', { name: 'Send proof' }))
  await waitFor(() => expect(server.inputs(rechargeProof)).toEqual([{ id: ID, reference: 'TXN-2' }]))
})

test('says when another amount arrived than the member wanted', async () => {
  await openTransfer(rechargeOf({ status: 'success', credited: '480.00' }))
  await screen.findByText('₫480.00 arrived instead of ₫500.00. What arrived is in your wallet.')
})

test('shows the exact amount and the address of a recharge in USDT, and looks again when it was sent', async () => {
  server.answer(rechargeStatus, () => usdtOf())
  const user = await openApp(paths.usdt({ id: ID }), { width: PHONE_PX })
  await screen.findByRole('heading', { name: 'Top up with USDT' })
  const ticket = within(screen.getByRole('region', { name: 'Send exactly' }))
  expect(ticket.getByText('TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d')).toBeTruthy()
  await ticket.findByRole('img', { name: 'QR code of the address' })
  const before = server.inputs(rechargeStatus).length
  await user.click(screen.getByRole('button', { name: 'I have sent it' }))
  await screen.findByText(/^We check the network every few seconds/)
  await waitFor(() => expect(server.inputs(rechargeStatus).length).toBeGreaterThan(before))
})

test('counts the confirmations, and says what is missing of the exact amount', async () => {
  server.answer(rechargeStatus, () =>
    usdtOf({ received: '5.000000', confirmations: { seen: 7, needed: 20 } }),
  )
  await openApp(paths.usdt({ id: ID }), { width: PHONE_PX })
  await screen.findByText('7 of 20')
  expect(
    screen.getByText(/^5.000000 of 8.137359 USDT has arrived. Send the other 3.137359 USDT/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I have sent it' })).toBeNull()
})

test('shows no address after the time is over, and offers a new amount', async () => {
  server.answer(rechargeStatus, () =>
    rechargeOf({ method: 'trc20', kind: 'trc20', name: null, status: 'failed', reason: 'expired' }),
  )
  await openApp(paths.usdt({ id: ID }), { width: PHONE_PX })
  await screen.findByRole('heading', { name: 'Time is up' })
  expect(screen.queryByRole('img', { name: 'QR code of the address' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Get a new amount' })).toBeTruthy()
})

test('each kind of choice leads on with what it was given', async () => {
  await openApp(paths.chooseWay('1', { need: '120', amount: '120', next: '/' }), { width: PHONE_PX })
  await screen.findByText('Your wallet is ₫120 short. Top it up, then pay from it.')
  const bank = await screen.findByRole('link', { name: 'Bank transfer · City Bank' })
  expect(bank.getAttribute('href')).toContain('/pages/payment/recharge?')
  expect(bank.getAttribute('href')).toContain('method=dbb')
  expect(bank.getAttribute('href')).toContain('need=120')
  expect(screen.getByRole('link', { name: 'USDT, TRC-20' }).getAttribute('href')).toContain('/nrecharge?')
})

test('the kinds of payout accounts lead to their forms', async () => {
  await openApp(paths.chooseWay('3'), { width: PHONE_PX })
  const upi = await screen.findByRole('link', { name: 'UPI' })
  expect(upi.getAttribute('href')).toContain('/pages/payment/add?kind=upi')
})
