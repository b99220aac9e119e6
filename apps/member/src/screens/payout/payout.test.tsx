// @vitest-environment happy-dom
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { payoutDelete, payoutFirst, payoutList, payoutSave } from '@fairlot/contract/endpoints/payout'
import { PAYOUT_FORMS, PAYOUT_KINDS } from '@fairlot/contract/life/payout-life'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { paths } from '../../paths.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { Refusal } from '../../testing/fake-server.ts'

setUpApp()

const HOUR_MS = 3_600_000
const UPI_ID = '018f0000-0000-7000-8000-0000000000a1'
const BANK_ID = '018f0000-0000-7000-8000-0000000000a2'

const accountWith = (more: Partial<PayoutAccount> = {}): PayoutAccount => ({
  id: UPI_ID,
  kind: 'upi',
  label: null,
  masked: 'ash••••@okbank',
  holder: 'Asha Rao',
  state: 'usable',
  usableFrom: 0,
  first: true,
  refused: null,
  createdAt: 0,
  ...more,
})

const bank = (more: Partial<PayoutAccount> = {}) =>
  accountWith({ id: BANK_ID, kind: 'bank', label: 'City Bank', masked: '•••• 4417', first: false, ...more })

const listOf = (...items: PayoutAccount[]): Output<typeof payoutList> => ({
  items,
  kinds: PAYOUT_KINDS.map((kind) => ({ kind, fields: [...PAYOUT_FORMS[kind]] })),
  restHours: 24,
  maximum: 10,
})

async function openForm(...params: Parameters<typeof paths.payoutForm>) {
  server.answer(payoutList, () => listOf(accountWith()))
  server.answer(sendVerify, () => ({ resendAfter: 60, validFor: 300 }))
  server.serve('/sandbox/inbox.json', () => ({ items: [] }))
  const user = await openApp(paths.payoutForm(...params), { width: PHONE_PX })
  await screen.findByRole('button', { name: 'Save account' })
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const save = () => user.click(screen.getByRole('button', { name: 'Save account' }))
  return { user, field, save }
}

test('shows each account with its state, and makes another one the first', async () => {
  const rests = bank({ state: 'rests', usableFrom: Date.now() + 20.5 * HOUR_MS })
  server.answer(payoutList, () => listOf(accountWith(), rests))
  server.answer(payoutFirst, () => rests)
  const user = await openApp(paths.payouts(), { width: PHONE_PX })
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['UPI', 'City Bank'])
  expect(within(cards[0]!).getByText('Ready')).toBeTruthy()
  expect(within(cards[0]!).getByText('Default')).toBeTruthy()
  expect(within(cards[1]!).getByText(/^Ready in 21\sh$/)).toBeTruthy()
  await user.click(within(cards[1]!).getByRole('button', { name: 'Make default' }))
  await screen.findByText('This is now your default account')
  expect(server.inputs(payoutFirst)).toEqual([{ id: BANK_ID }])
})

test('says why an account was refused, and leads to its correction', async () => {
  server.answer(payoutList, () => listOf(bank({ state: 'refused', refused: 'Name differs', first: true })))
  const user = await openApp(paths.payouts(), { width: PHONE_PX })
  await screen.findByText('A payment to this account came back: Name differs')
  expect(screen.queryByRole('button', { name: 'Make default' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Correct' }))
  await screen.findByText(/^You replace City Bank •••• 4417\./)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Account holder' }).value).toBe('Asha Rao')
})

test('shows the errors of the server beside their fields and keeps what was typed', async () => {
  const { user, field, save } = await openForm({ kind: 'upi' })
  await user.type(field('UPI ID'), 'asha')
  await user.type(field('Account holder'), 'Asha-Rao')
  await user.type(field('Verification code'), '123456')
  server.answer(payoutSave, () => {
    throw new Refusal('INPUT_INVALID', {}, { fields: { number: 'Not a UPI id.', holder: 'Not a name.' } })
  })
  await save()
  await waitFor(() => expect(field('UPI ID').getAttribute('aria-invalid')).toBe('true'))
  const noteOf = (name: string) =>
    document.querySelector(`[id="${field(name).getAttribute('aria-describedby')}"]`)?.textContent
  expect(noteOf('UPI ID')).toBe('Not a UPI id.')
  expect(noteOf('Account holder')).toBe('Not a name.')
  expect(['UPI ID', 'Account holder', 'Verification code'].map((name) => field(name).value)).toEqual([
    'asha',
    'Asha-Rao',
    '123456',
  ])
})

test('keeps what was typed when another kind is chosen, and names what is missing', async () => {
  const { user, field, save } = await openForm()
  await user.type(field('Account holder'), 'Asha Rao')
  await user.type(field('Account number'), '501001234567')
  await user.click(screen.getByRole('radio', { name: 'E-wallet' }))
  await waitFor(() => expect(field('Wallet number').value).toBe('501001234567'))
  expect(field('Account holder').value).toBe('Asha Rao')
  await save()
  await waitFor(() => expect(field('E-wallet').getAttribute('aria-invalid')).toBe('true'))
  expect(server.inputs(payoutSave)).toEqual([])
})

test('asks before a form with entries is left, and stays when the member wants to', async () => {
  const { user, field } = await openForm()
  await user.type(field('Account holder'), 'Asha Rao')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(field('Account holder').value).toBe('Asha Rao')
})

test('fills in the code of the sandbox, saves the account and returns to the page that asked for it', async () => {
  const { user, field, save } = await openForm({ kind: 'upi', next: '/pages/payment/payment' })
  server.serve('/sandbox/inbox.json', () => ({
    items: [
      { phone: '+8801999999999', code: '999999', sentAt: Date.now() },
      { phone: '+88017123678', code: '246810', sentAt: Date.now() },
    ],
  }))
  await user.type(field('UPI ID'), 'asha@okbank')
  await user.type(field('Account holder'), 'Asha Rao')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: 'Fill in 246810' }))
  server.answer(payoutSave, () => accountWith({ state: 'rests' }))
  await save()
  await screen.findByText('The account is saved')
  await screen.findByRole('heading', { name: 'Payout accounts' })
  expect(server.inputs(payoutSave)).toEqual([
    {
      kind: 'upi',
      number: 'asha@okbank',
      holder: 'Asha Rao',
      code: '246810',
      requestId: expect.any(String) as string,
    },
  ])
  expect(server.inputs(sendVerify)).toEqual([{ purpose: 'payout' }])
})

test('deletes an account with a code, and says when a withdrawal still goes to it', async () => {
  server.answer(payoutList, () => listOf(accountWith()))
  server.refuse(payoutDelete, 'PAYOUT_IN_USE')
  const user = await openApp(paths.payouts(), { width: PHONE_PX })
  await user.click(await screen.findByRole('button', { name: 'Change or delete UPI ash••••@okbank' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the account' }))
  const sheet = await screen.findByRole('dialog', { name: 'Delete this account?' })
  await user.type(within(sheet).getByRole('textbox', { name: 'Verification code' }), '123456')
  await user.click(within(sheet).getByRole('button', { name: 'Delete' }))
  expect(
    (await within(sheet).findByText('A withdrawal to this account is still open.')).closest('[role=alert]'),
  ).toBeTruthy()
  server.answer(payoutDelete, () => ({}))
  await user.click(within(sheet).getByRole('button', { name: 'Delete' }))
  await screen.findByText('The account is deleted')
  expect(server.inputs(payoutDelete)[1]).toEqual({ id: UPI_ID, code: '123456' })
})

test('an account to replace that does not exist is one page that says so', async () => {
  server.answer(payoutList, () => listOf(accountWith()))
  await openApp(paths.payoutForm({ id: BANK_ID }), { width: PHONE_PX })
  await screen.findByRole('heading', { name: 'Nothing here', level: 1 })
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Save account' })).toBeNull()
})

test('asks what a PIX key is, and sends the answer with it', async () => {
  const { user, field, save } = await openForm({ kind: 'pix' })
  await user.type(field('CPF'), '11990000002')
  await user.click(screen.getByRole('radio', { name: 'Phone' }))
  await waitFor(() => expect(field('Phone').value).toBe('11990000002'))
  await user.type(field('Account holder'), "Joana D'Arc")
  await user.type(field('Verification code'), '123456')
  server.answer(payoutSave, () => accountWith({ kind: 'pix' }))
  await save()
  await waitFor(() => expect(server.inputs(payoutSave)).toHaveLength(1))
  expect(server.inputs(payoutSave)[0]).toMatchObject({ kind: 'pix', pixKey: 'phone', number: '11990000002' })
})
