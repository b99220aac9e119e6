// @vitest-environment happy-dom
import { taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import { account } from '@fairlot/contract/endpoints/home'
import { buy, confirmOrder } from '@fairlot/contract/endpoints/mall/orders'
import { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { vipWith } from '../../../testing/growth.ts'
import { cardWith, ISSUE } from '../../../testing/issues.ts'
import { accountOf, openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'
import { quoteWith } from '../../../testing/quotes.ts'

setUpApp()

const card = cardWith({ minVip: 2 })
const open = async () => await openApp(paths.vipConfirm(ISSUE, 3), { width: PHONE_PX })
const pay = async () => await screen.findByRole('button', { name: 'Pay ₫75.00' })

beforeEach(() => {
  server.answer(confirmOrder, () => quoteWith({ card }))
  server.answer(taskMember, () => vipWith())
  server.answer(rechargeMethods, () => ({ items: [] }))
})

describe('a member below the level', () => {
  test('sees which level is needed and the way to the VIP levels, and nothing to pay', async () => {
    server.answer(confirmOrder, () => quoteWith({ card, refusal: 'VIP_REQUIRED' }))
    await open()
    await screen.findByText('For members from VIP 2')
    expect(screen.getByText('Your VIP level is too low for this product.')).toBeTruthy()
    const rules = screen.getByRole('link', { name: 'How VIP levels work' })
    expect(rules.getAttribute('href')).toContain('/pages/task/member')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

test('flag 1006 in answer to the purchase shows its message and leads to the VIP levels', async () => {
  const user = await open()
  const button = await pay()
  server.refuse(buy, 'VIP_REQUIRED', { level: 2 })
  await user.click(button)
  await screen.findByText('You need VIP 2 for this.')
  await screen.findByRole('heading', { name: 'VIP levels' })
})

test('flag 1007 in answer to the purchase leads to the choice of a method for the missing amount', async () => {
  server.answer(account, () => accountOf({ balance: '50.00' }))
  server.answer(confirmOrder, () => quoteWith({ card, balance: '50.00', refusal: 'PAYMENT_REQUIRED' }))
  const user = await open()
  const button = await pay()
  server.refuse(buy, 'PAYMENT_REQUIRED')
  await user.click(button)
  await screen.findByText('Your balance does not cover this order. Choose how to pay.')
  await screen.findByRole('heading', { name: 'Choose how to pay' })
  expect(screen.getByText(/^Your wallet is ₫25/)).toBeTruthy()
})
