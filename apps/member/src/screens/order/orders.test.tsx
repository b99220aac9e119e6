// @vitest-environment happy-dom
import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { addressList } from '@fairlot/contract/endpoints/address'
import { account } from '@fairlot/contract/endpoints/home'
import { orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Refusal } from '../../testing/fake-server.ts'
import { cardWith } from '../../testing/issues.ts'
import { prizeWith } from '../../testing/prizes.ts'
import { accountOf, openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

type Group = Output<typeof orderIssues>['items'][number]
type Line = Group['items'][number]

const idOf = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const line = (n: number, issue: string, more: Partial<Line> = {}): Line => ({
  order: idOf(n),
  number: `${issue}-${n}`,
  status: 'awaiting_draw',
  first: 1_000_000 + n,
  quantity: 1,
  amount: '25.00',
  discount: null,
  at: Date.now() - n * 60_000,
  prizes: [],
  ...more,
})

const cardOf = (code: string, title: string, more: Partial<Group['card']> = {}) =>
  cardWith({
    issue: `${code}-0001`,
    product: { code, title, category: 'phones', art: 'phone', tile: 'sea', image: null, demo: false },
    ...more,
  })

const WINNER = { code: 1_000_009, name: 'Rahima', quantity: 1, mine: true }
const GROUPS: Group[] = [
  {
    card: cardOf('W1', 'A won watch', { status: 'drawn', drawnAt: 1, winner: WINNER }),
    status: 'won',
    orders: 1,
    shares: 1,
    amount: '25.00',
    items: [line(9, 'W1-0001', { status: 'won' })],
  },
  {
    card: cardOf('P1', 'A phone', { mine: 3 }),
    status: 'awaiting_draw',
    orders: 2,
    shares: 3,
    amount: '75.00',
    items: [line(2, 'P1-0001', { quantity: 2, amount: '50.00' }), line(1, 'P1-0001')],
  },
]

const detailOf = (order: string): Output<typeof orderDetail> => {
  const group = GROUPS.find(({ items }) => items.some((one) => one.order === order))!
  const one = group.items.find((item) => item.order === order)!
  return {
    order: { ...one, card: group.card },
    code: group.card.winner?.code ?? null,
    tag: null,
    witnesses: null,
    prize: group.status === 'won' ? prizeWith() : null,
    timeline: [],
    serverTime: Date.now(),
  }
}

beforeEach(() => {
  server.answer(addressList, () => ({ items: [], maximum: 20 }))
  server.answer(account, () => accountOf({ orders: { awaiting: 1, pending: 1, to_receive: 0, received: 0 } }))
  server.answer(orderIssues, ({ tab }) => ({
    items: tab === 'pending' ? GROUPS.slice(0, 1) : GROUPS,
    next: null,
  }))
  server.answer(orderList, ({ issue }) => {
    const group = GROUPS.find(({ card }) => card.issue === issue)!
    return { items: group.items.map((one) => ({ ...one, card: group.card })), next: null }
  })
  server.answer(orderDetail, ({ order }) => detailOf(order))
  server.answer(fairReceipt, () => {
    throw new Refusal('PENDING')
  })
})

const pane = async () => within(await screen.findByRole('region', { name: 'Order' }))

test('on a phone the whole card of an issue is the only link of it, and leads to the newest order', async () => {
  const user = await openApp(paths.orders(), { width: PHONE_PX })
  await screen.findByRole('heading', { name: 'A phone' })
  const list = within(screen.getByRole('list', { name: 'My orders' }))
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'A won watch',
    'A phone',
  ])
  expect(list.getByText(/3 shares · /)).toBeTruthy()
  const links = list.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
    'See my prize: A won watch',
    'A phone',
  ])
  expect(links[0]!.getAttribute('href')).toContain(idOf(9))
  expect(list.queryAllByRole('button')).toEqual([])
  // the other orders of the issue are on the page of the newest
  await user.click(list.getByRole('link', { name: 'A phone' }))
  const own = within(await screen.findByRole('list', { name: 'Your orders in this issue' }))
  expect(own.getByText('1000002–1000003')).toBeTruthy()
  await user.click(own.getByRole('link', { name: /P1-0001-1/ }))
  await screen.findByRole('heading', { name: 'Order' })
  expect(await screen.findByText('Order number')).toBeTruthy()
})

test('a wide window opens the first order beside the list, and the arrow keys choose another', async () => {
  const user = await openApp(paths.orders())
  expect(await (await pane()).findByText('You won', { selector: 'h2' })).toBeTruthy()
  const [first, second] = within(screen.getByRole('group', { name: 'My orders' }))
    .getAllByRole('link')
    .filter((link) => 'entry' in link.dataset)
  expect(first!.hasAttribute('aria-current')).toBe(true)
  first!.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(second!.hasAttribute('aria-current')).toBe(true))
  expect(document.activeElement).toBe(second)
  expect(await (await pane()).findByRole('heading', { name: 'The issue is still selling' })).toBeTruthy()
  // the end of the list
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  // from the detail, Escape goes back to the chosen entry
  const link = (await pane()).getByRole('link', { name: 'See progress' })
  link.focus()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(second)
})

test('the address names the order that is open, also one that is not the newest of its issue', async () => {
  await openApp(paths.orders(undefined, idOf(1)))
  const detail = await pane()
  const own = within(await detail.findByRole('list', { name: 'Your orders in this issue' }))
  const current = own.getAllByRole('link').filter((one) => one.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('P1-0001-1')])
})

test('the tabs count issues, and a tab keeps to its state', async () => {
  const user = await openApp(paths.orders())
  await user.click(await screen.findByRole('tab', { name: 'Pending 1' }))
  await waitFor(() => expect(server.inputs(orderIssues).at(-1)).toMatchObject({ tab: 'pending' }))
  await waitFor(() => expect(screen.queryByText('A phone')).toBeNull())
  expect((await pane()).getByText('You won', { selector: 'h2' })).toBeTruthy()
})
