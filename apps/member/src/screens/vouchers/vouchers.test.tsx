// @vitest-environment happy-dom
import { vouchers } from '@fairlot/contract/endpoints/mall/vouchers'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { voucherWith } from '../../testing/quotes.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'
const USED = voucherWith({ id: '018f0000-0000-7000-8000-0000000000d2', state: 'used', order: ORDER })
const EXPIRED = voucherWith({
  id: '018f0000-0000-7000-8000-0000000000d3',
  amount: '7.00',
  state: 'expired',
})
const BACK = voucherWith({ returned: ORDER })

test('shows what a voucher is worth, from which total and until when, and that it came back', async () => {
  server.answer(vouchers, () => ({ items: [BACK], next: null }))
  await openApp(paths.vouchers(), { width: PHONE_PX })
  await screen.findByRole('heading', { name: '₫5.00 off' })
  expect(screen.getByText(/^For an order of ₫10\.00 or more, until .*2030/)).toBeTruthy()
  expect(screen.getByText('Back from a refunded order')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to the order' })).toBeNull()
})

test('shows the used and expired ones apart, with the order of a used one', async () => {
  server.answer(vouchers, ({ which }) => ({ items: which === 'ended' ? [USED, EXPIRED] : [], next: null }))
  const user = await openApp(paths.vouchers(), { width: PHONE_PX })
  await screen.findByText('No vouchers at the moment')
  await user.click(screen.getByRole('radio', { name: 'Used and expired' }))
  await screen.findByRole('heading', { name: '₫7.00 off' })
  expect(screen.getByText('Used')).toBeTruthy()
  expect(screen.getByText('Expired')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the order' }).getAttribute('href')).toContain(ORDER)
})
