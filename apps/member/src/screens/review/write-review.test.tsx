// @vitest-environment happy-dom
import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { upload } from '@fairlot/contract/media/upload'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { cardWith, ISSUE } from '../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { prizeWith } from '../../testing/prizes.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])
const files = (count: number) =>
  Array.from({ length: count }, (_, at) => new File([JPEG], `${at}.jpg`, { type: 'image/jpeg' }))

const received = (): Output<typeof orderDetail> => ({
  order: {
    order: ORDER,
    number: `${ISSUE}-12`,
    status: 'received',
    card: cardWith({ status: 'drawn', sold: 100, mine: 3 }),
    first: 1_000_040,
    quantity: 3,
    amount: '75.00',
    discount: null,
    at: 1_763_900_000_000,
    prizes: [],
  },
  code: 1_000_042,
  tag: null,
  witnesses: null,
  prize: prizeWith({ status: 'received', canReview: true }),
  timeline: [],
  serverTime: 1_763_990_000_000,
})

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }))
  let count = 10
  server.answer(upload, () => ({
    id: `018f0000-0000-7000-8000-0000000000${(count += 1)}`,
    width: 1200,
    height: 800,
    bytes: 90_000,
  }))
  server.answer(orderDetail, received)
})

test('the request for a picture goes away with the first one, and pictures beyond nine are not dropped in silence', async () => {
  const user = await openApp(paths.writeReview(ORDER), { width: PHONE_PX })
  await user.click(await screen.findByRole('button', { name: 'Send review' }))
  expect(screen.getByText('Please add at least one picture.')).toBeTruthy()
  const left = 'A review has up to 9 pictures. The rest were left out.'

  await user.upload(screen.getByLabelText('Add pictures'), files(2))
  expect(screen.queryByText('Please add at least one picture.')).toBeNull()
  expect(screen.queryByText(left)).toBeNull()
  // what else is missing is still said
  expect(screen.getByText('Please enter a title.')).toBeTruthy()

  await user.upload(screen.getByLabelText('Add pictures'), files(8))
  await screen.findByText(/^9 of 9/)
  expect(screen.getByText(left)).toBeTruthy()
  await waitFor(() => expect(server.inputs(upload)).toHaveLength(9))
  await user.click(screen.getByRole('button', { name: 'Picture 1: remove the picture' }))
  expect(screen.queryByText(left)).toBeNull()
})
