// @vitest-environment happy-dom
import { kinds } from '@fairlot/contract/endpoints/home'
import { goodsFilters, goodsList, goodsSuggest } from '@fairlot/contract/endpoints/mall/goods'
import { streamTicket } from '@fairlot/contract/endpoints/stream'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { cardWith } from '../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'
import { setViewport } from '../../testing/viewport.ts'

setUpApp()

const CATEGORIES = [
  { id: 'audio', title: 'Audio', tile: 'iris' },
  { id: 'home', title: 'Home things', tile: 'rose' },
]

beforeEach(() => {
  setViewport(390)
  server.answer(kinds, () => ({ categories: CATEGORIES, modes: ['goods' as const] }))
  server.answer(goodsList, () => ({ items: [cardWith()], next: null }))
  server.answer(goodsFilters, () => ({
    total: 12,
    categories: CATEGORIES.map((category, n) => ({ ...category, count: n + 4 })),
    prices: [
      { above: '0.00', upTo: '5.00', count: 3 },
      { above: '5.00', upTo: null, count: 9 },
    ],
    sizes: [
      { above: 0, upTo: 100, count: 2 },
      { above: 100, upTo: null, count: 10 },
    ],
    mine: 1,
    favourites: 2,
    search: null,
  }))
})

const asked = () => server.inputs(goodsList).at(-1)
const removable = () =>
  screen.queryAllByRole('button', { name: /^Remove filter/ }).map(({ textContent }) => textContent)

describe('below 1024 px', () => {
  test('the filters are in a sheet, apply at once, and can be removed one by one', async () => {
    const user = await openApp(paths.mall({ category: 'audio' }))
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(
      (await sheet.findAllByRole('checkbox')).map((box) => box.getAttribute('aria-describedby')),
    ).toHaveLength(6)
    await user.click(sheet.getByRole('checkbox', { name: 'More than ₫5' }))
    await user.click(sheet.getByRole('checkbox', { name: 'Up to 100' }))
    await user.click(sheet.getByRole('checkbox', { name: 'Only where I hold shares' }))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        category: 'audio',
        prices: [{ above: '5', upTo: null }],
        sizes: [{ above: 0, upTo: 100 }],
        mine: true,
      }),
    )
    await user.click(sheet.getByRole('button', { name: 'Show 12 issues' }))
    expect(removable()).toEqual(['More than ₫5', 'Shares: Up to 100', 'Only where I hold shares'])
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Shares: Up to 100' }))
    await waitFor(() => expect(asked()).not.toHaveProperty('sizes'))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(removable()).toEqual([]))
  })

  test('an address opens with its filters, and the sorting is a menu', async () => {
    const user = await openApp(paths.mall({ price: '0-5,5-', sort: 'price' }))
    await waitFor(() => expect(removable()).toEqual(['Up to ₫5', 'More than ₫5']))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        sort: 'price',
        prices: [
          { above: '0', upTo: '5' },
          { above: '5', upTo: null },
        ],
      }),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest')
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'newest' }))
  })

  test('drawn issues have no filters of price and size', async () => {
    await openApp(paths.mall({ status: 'drawn', price: '0-5', mine: '1' }))
    await waitFor(() => expect(asked()).toEqual({ status: 'drawn', mode: 'goods', sort: 'closing' }))
    expect(screen.queryByRole('button', { name: 'Filters' })).toBe(null)
    expect(removable()).toEqual([])
  })

  test('a visitor without an account is not asked for own shares', async () => {
    useSession.getState().end()
    const user = await openApp(paths.mall())
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    await screen.findByRole('checkbox', { name: 'Up to ₫5' })
    expect(screen.queryByRole('checkbox', { name: /I hold/ })).toBe(null)
  })

  test('pages without a match are passed over until one has an issue', async () => {
    server.answer(goodsList, ({ cursor }) =>
      cursor === undefined
        ? { items: [], next: 'b' }
        : { items: cursor === 'b' ? [] : [cardWith()], next: cursor === 'b' ? 'c' : null },
    )
    await openApp(paths.mall({ status: 'drawn', search: 'rare' }))
    await screen.findByRole('list', { name: 'Drawn' })
    expect(server.inputs(goodsList).map(({ cursor }) => cursor)).toEqual([undefined, 'b', 'c'])
  })
})

test('from 1024 px the filters stand beside the grid with the categories and their counts', async () => {
  setViewport(1440)
  const user = await openApp(paths.mall())
  const rail = within(await screen.findByRole('complementary', { name: 'Filters' }))
  expect((await rail.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'All products9',
    'Audio4',
    'Home things5',
  ])
  await screen.findByText(/^12 open issues/)
  await user.click(rail.getByRole('button', { name: /Home things/ }))
  await waitFor(() => expect(asked()).toMatchObject({ category: 'home' }))
  await user.click(rail.getByRole('checkbox', { name: 'Up to ₫5' }))
  await waitFor(() =>
    expect(asked()).toMatchObject({ category: 'home', prices: [{ above: '0', upTo: '5' }] }),
  )
})

test('an empty list listens for the next issue, a list with items does not', async () => {
  server.lose(streamTicket)
  // the frame of the page may ask for topics of its own
  const topicsAsked = () => server.inputs(streamTicket).flatMap(({ topics }) => topics)
  await openApp(paths.mall())
  await screen.findByRole('list', { name: 'On sale' })
  expect(topicsAsked()).not.toContain('draws')
  server.answer(goodsList, () => ({ items: [], next: null }))
  await openApp(paths.mall({ mode: 'pk' }))
  await screen.findByText('Nothing on sale here')
  await waitFor(() => expect(topicsAsked()).toContain('draws'))
})

test('a suggestion of a Double PK names the price of its seat, and a correction ends as the language does', async () => {
  const place = { first: 1_000_001, quantity: 50, name: null, mine: false }
  const seats = { price: '1200.00', places: [place, { ...place, first: 1_000_051 }] }
  server.answer(goodsSuggest, () => ({
    text: 'aria',
    corrected: true,
    unknown: [],
    some: false,
    more: false,
    items: [cardWith({ mode: 'pk', shares: 100, sold: 0, price: '24.00', seats })],
    categories: [],
    selling: 1,
    drawn: 0,
  }))
  const user = await openApp(paths.mall())
  await user.type(await screen.findByRole('searchbox'), 'arya')
  const line = within((await screen.findByText('per seat')).closest('a')!)
  expect([line.queryByText('₫1,200'), line.queryByText('2 seats free')]).not.toContain(null)
  expect(screen.getByText('aria').closest('p')!.textContent).toMatch(/^Showing results for aria\. Search/)
})

test('a suggestion shows the picture of its product', async () => {
  const { product } = cardWith()
  server.answer(goodsSuggest, () => ({
    text: 'phone',
    corrected: false,
    unknown: [],
    some: false,
    more: false,
    items: [cardWith({ product: { ...product, title: 'A phone with a picture', image: 'ab'.repeat(16) } })],
    categories: [],
    selling: 1,
    drawn: 0,
  }))
  const user = await openApp(paths.mall())
  await user.type(await screen.findByRole('searchbox'), 'phone')
  const line = (await screen.findByText('A phone with a picture')).closest('a')!
  expect(line.querySelector('img')!.getAttribute('src')).toContain(`/media/${'ab'.repeat(16)}`)
})

test('a card of the VIP zone names the least level', async () => {
  server.answer(goodsList, () => ({ items: [cardWith({ minVip: 2, mine: 0 })], next: null }))
  await openApp(paths.mall({ mode: 'vip' }))
  const card = await screen.findByRole('article')
  expect(within(card).getByText('VIP 2')).toBeTruthy()
})
