// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { orderList } from '@fairlot/contract/endpoints/mall/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { cardWith, ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const place = (first: number) => ({ first, quantity: 50, name: null, mine: false })
const seats = { price: '1250.00', places: [place(1_000_001), place(1_000_051)] }

const order = {
  order: '018f0000-0000-7000-8000-0000000000aa',
  number: 'M1-0001-1',
  status: 'refunded' as const,
  first: 1_000_001,
  quantity: 50,
  amount: '1250.00',
  discount: null,
  at: 1,
  prizes: [],
  card: cardWith(),
}

const OWN = 'The table ended without a draw. Your seat was refunded in full.'
const OWN_SOON = 'The table ended without a draw. Your seat is being refunded in full.'
const OTHER = 'A seat stayed free, so there was no draw. The other seat was refunded in full.'
const OTHER_SOON = 'A seat stayed free, so there is no draw. The other seat is being refunded in full.'

test.each([
  ['the member of the only seat', 'refunded', true, OWN],
  ['the member of the only seat, before the refund', 'expired', true, OWN_SOON],
  ['another member', 'refunded', false, OTHER],
  ['another member, before the refund', 'expired', false, OTHER_SOON],
] as const)(
  'a Double PK that ended without a draw says to %s whose seat it is',
  async (_, status, own, text) => {
    server.answer(goodsDetail, () => issueWith({ mode: 'pk', status, seats }))
    server.answer(orderList, () => ({ items: own ? [order] : [], next: null }))
    await openApp(paths.goods(ISSUE), { width: PHONE_PX })
    await screen.findByText(text)
    const others = [OWN, OWN_SOON, OTHER, OTHER_SOON].filter((one) => one !== text)
    for (const other of others) expect(screen.queryByText(other)).toBeNull()
  },
)
