// @vitest-environment happy-dom
import { addressList, addressSave } from '@fairlot/contract/endpoints/address'
import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import {
  orderAddress,
  orderDispute,
  orderReceive,
  orderRecycle,
} from '@fairlot/contract/endpoints/mall/prizes'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import type { Address } from '../../../parts/address/address-lines.tsx'
import { paths } from '../../../paths.ts'
import { Refusal } from '../../../testing/fake-server.ts'
import { cardWith, ISSUE } from '../../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'
import { addressWith, prizeWith } from '../../../testing/prizes.ts'
import type { Prize } from './delivery.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'
const DAY_MS = 86_400_000
const HOME = addressWith()
const OFFICE = addressWith({
  id: '018f0000-0000-7000-8000-0000000000b2',
  name: 'Rahima at work',
  street: 'Tower 3',
  isDefault: false,
})
const SHIPMENT = {
  carrier: 'Pathao Courier',
  tracking: 'PTH 8841 2207 315',
  url: 'https://carrier.example/PTH88412207315',
  shippedAt: Date.now() - 5 * DAY_MS,
  deliveredAt: null,
}
const AT_HOME = { name: 'Rahima Khatun', phone: '+8801711111142', lines: ['House 14, Road 7', 'Dhaka 1205'] }

let prize: Prize
let addresses: Address[]

const detail = (): Output<typeof orderDetail> => ({
  order: {
    order: ORDER,
    number: `${ISSUE}-12`,
    status: prize.status,
    card: cardWith({
      status: 'drawn',
      sold: 100,
      mine: 3,
      drawnAt: Date.now() - 3_600_000,
      winner: { code: 1_000_042, name: 'Rahima', quantity: 3, mine: true },
    }),
    first: 1_000_040,
    quantity: 3,
    amount: '75.00',
    discount: null,
    at: Date.now() - DAY_MS,
    prizes: [],
  },
  code: 1_000_042,
  tag: null,
  witnesses: null,
  prize,
  timeline: [],
  serverTime: Date.now(),
})

beforeEach(() => {
  prize = prizeWith()
  addresses = [HOME, OFFICE]
  server.answer(orderDetail, detail)
  server.answer(orderList, () => ({ items: [], next: null }))
  server.answer(orderIssues, () => ({ items: [], next: null }))
  server.answer(addressList, () => ({ items: addresses, maximum: 20 }))
  server.answer(fairReceipt, () => {
    throw new Refusal('NO_SUCH_DATA')
  })
})

const open = async (heading: string | RegExp = 'How would you like it?') => {
  const user = await openApp(paths.order(ORDER), { width: PHONE_PX })
  await screen.findByText(heading)
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const dialog = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
  return { user, press, dialog }
}

test('a win is sent to the default address after a question, which says that the cash is then gone', async () => {
  const { user, press, dialog } = await open()
  expect(screen.getByText(/^Delivery takes 1 to 2\smonths; cash is the quick way\./)).toBeTruthy()
  await screen.findByText('Rahima Khatun')
  await press('Send it to this address')
  const question = await dialog('Send it to this address?')
  expect(question.getByText(/₫1,600 in cash is then no longer possible/)).toBeTruthy()
  server.answer(orderAddress, () => {
    prize = prizeWith({ status: 'address_confirmed', address: AT_HOME })
    return prize
  })
  await user.click(question.getByRole('button', { name: 'Send it' }))
  expect(await screen.findByText('To be sent')).toBeTruthy()
  expect(server.inputs(orderAddress)).toEqual([{ order: ORDER, address: HOME.id }])
  expect(screen.getByText('House 14, Road 7')).toBeTruthy()
})

test('another address is chosen in a sheet', async () => {
  const { user, press, dialog } = await open()
  await press('Change')
  await user.click(await screen.findByRole('radio', { name: /Rahima at work/ }))
  await press('Use this address')
  await press('Send it to this address')
  const question = await dialog('Send it to this address?')
  expect(question.getByText('Rahima at work')).toBeTruthy()
})

test('without an address the step leads to the form, which returns with the new one chosen', async () => {
  addresses = []
  const { user } = await open()
  await user.click(await screen.findByRole('link', { name: 'Add an address' }))
  const field = (name: string) => screen.findByRole('textbox', { name })
  const values = {
    'Recipient’s full name': 'Nusrat Jahan',
    'Recipient’s phone number': '+8801711111143',
    'Postal code': '4000',
    'Province or state': 'Chattogram',
    City: 'Chattogram',
    'District or area': 'Agrabad',
    'Street, house, building': 'House 2',
  }
  for (const [name, value] of Object.entries(values)) await user.type(await field(name), value)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Country' }), 'Bangladesh')
  server.answer(addressSave, (input) => {
    addresses = [OFFICE, input]
    return { items: addresses, maximum: 20 }
  })
  await user.click(screen.getByRole('button', { name: 'Save address' }))
  await screen.findByText('How would you like it?')
  expect(await screen.findByText('Nusrat Jahan')).toBeTruthy()
  expect(screen.queryByText('Rahima at work')).toBeNull()
})

test('cash is confirmed twice, the second time with a box, and pays what was shown', async () => {
  const { user, press, dialog } = await open()
  await user.click(screen.getByRole('radio', { name: /Take ₫1,600 in cash/ }))
  expect(screen.getByText('80% of its value, at once. Cannot be undone.')).toBeTruthy()
  await press('Take ₫1,600 in cash')
  await user.click((await dialog('Take ₫1,600.00 instead?')).getByRole('button', { name: 'Continue' }))
  const second = await dialog('Give up the prize?')
  const act = second.getByRole('button', { name: 'Take ₫1,600.00' })
  await user.click(act)
  expect(server.inputs(orderRecycle)).toEqual([])
  await user.click(second.getByRole('checkbox', { name: 'I give up the prize and take ₫1,600.00.' }))
  server.answer(orderRecycle, () => {
    prize = prizeWith({ status: 'recycled' })
    return prize
  })
  await user.click(second.getByRole('button', { name: 'Take ₫1,600.00' }))
  expect(await screen.findByText('Paid into your wallet')).toBeTruthy()
  expect(server.inputs(orderRecycle)).toEqual([
    { order: ORDER, amount: '1600.00', requestId: expect.any(String) as unknown },
  ])
})

test('an amount that has changed is read again and nothing is paid', async () => {
  const { user, press, dialog } = await open()
  await user.click(screen.getByRole('radio', { name: /Take ₫1,600 in cash/ }))
  await press('Take ₫1,600 in cash')
  await user.click((await dialog('Take ₫1,600.00 instead?')).getByRole('button', { name: 'Continue' }))
  const second = await dialog('Give up the prize?')
  await user.click(second.getByRole('checkbox'))
  server.answer(orderRecycle, () => {
    prize = prizeWith({ recycleAmount: '1500.00' })
    throw new Refusal('AMOUNT_CHANGED')
  })
  await user.click(second.getByRole('button', { name: 'Take ₫1,600.00' }))
  expect(await screen.findByRole('radio', { name: /Take ₫1,500 in cash/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a prize that cannot be recycled has only the delivery', async () => {
  prize = prizeWith({ recycleAmount: '0.00', recycleUntil: null })
  await open()
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

test('a parcel shows carrier, number, link and history, and its receipt is confirmed', async () => {
  const receiveBy = Date.now() + 70 * DAY_MS
  prize = prizeWith({
    status: 'in_delivery',
    address: AT_HOME,
    addressFixed: true,
    shipment: SHIPMENT,
    receiveBy,
    timeline: [
      { state: 'won', at: Date.now() - 9 * DAY_MS, note: null },
      { state: 'address_confirmed', at: Date.now() - 8 * DAY_MS, note: null },
      { state: 'in_delivery', at: SHIPMENT.shippedAt, note: null },
    ],
  })
  const { user, press, dialog } = await open('PTH 8841 2207 315')
  expect(screen.getByText('day 9 of 30 to 60')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Track the parcel at Pathao Courier' })
  expect(link.getAttribute('href')).toBe(SHIPMENT.url)
  const history = within(screen.getByRole('list', { name: 'Your prize’s journey' }))
  expect(history.getAllByRole('listitem').map((one) => one.querySelector('p span')?.textContent)).toEqual([
    'Handed to the carrier',
    'Address confirmed',
    'You won',
  ])
  expect(screen.getByText(/it counts as received on/)).toBeTruthy()
  await press('It has arrived')
  server.answer(orderReceive, () => {
    prize = { ...prize, status: 'received', receiveBy: null, completeBy: Date.now() + 7 * DAY_MS }
    return prize
  })
  await user.click((await dialog('Has it arrived?')).getByRole('button', { name: 'It has arrived' }))
  expect(await screen.findByText(/You can report a problem until/)).toBeTruthy()
})

test('a problem needs a text, and the answer of the operator is shown', async () => {
  prize = prizeWith({ status: 'in_delivery', address: AT_HOME, addressFixed: true, shipment: SHIPMENT })
  const { user, press } = await open('PTH 8841 2207 315')
  await press('Report a problem')
  const send = await screen.findByRole('button', { name: 'Send' })
  await user.click(send)
  expect(await screen.findByText('Please say what is wrong.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'The box was empty.')
  const disputed = { state: 'disputed' as const, at: Date.now() - 2_000, note: 'The box was empty.' }
  server.answer(orderDispute, () => {
    prize = {
      ...prize,
      status: 'disputed',
      disputeNote: disputed.note,
      timeline: [...prize.timeline, disputed],
    }
    return prize
  })
  await user.click(send)
  expect(await screen.findByRole('heading', { name: 'You reported a problem' })).toBeTruthy()
  expect(server.inputs(orderDispute)).toEqual([{ order: ORDER, text: 'The box was empty.' }])
  const sentAgain = {
    state: 'address_confirmed' as const,
    at: Date.now() - 1_000,
    note: 'We send it once more.',
  }
  server.answer(orderReceive, () => {
    throw new Refusal('ORDER_STEP')
  })
  prize = { ...prize, status: 'address_confirmed', shipment: null, timeline: [...prize.timeline, sentAgain] }
  // the state has changed meanwhile: a step that is refused shows the new one
  await press('It has arrived')
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'It has arrived' }),
  )
  expect(await screen.findByRole('heading', { name: 'The operator’s answer' })).toBeTruthy()
  expect(screen.getAllByText('We send it once more.').length).toBeGreaterThan(0)
})
