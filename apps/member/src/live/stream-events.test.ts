import { financeList } from '@fairlot/contract/endpoints/finance'
import { gameRound, gameTrend } from '@fairlot/contract/endpoints/game'
import { account, home } from '@fairlot/contract/endpoints/home'
import { goodsDetail, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { orderDetail, orderIssues } from '@fairlot/contract/endpoints/mall/orders'
import * as stream from '@fairlot/contract/endpoints/stream'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EndpointDefinition } from '../api/api.ts'
import { listWith, productWith } from '../testing/finance.ts'
import { APPLIED_EVENTS, applyEvent, forgetVersions } from './stream-events.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  forgetVersions()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const card = (issue: string, more: object = {}) => ({
  issue,
  sold: 5,
  participants: 2,
  status: 'selling' as const,
  drawAt: null,
  attempt: 0,
  seats: null,
  product: { code: issue.split('-')[0], title: 'A title' },
  ...more,
})

const keep = (endpoint: EndpointDefinition, data: unknown, ...more: unknown[]) =>
  client.setQueryData([...more, endpoint.path, {}, 'en-us', null], data)
const kept = (endpoint: EndpointDefinition, ...more: unknown[]) =>
  client.getQueryData([...more, endpoint.path, {}, 'en-us', null])
const isStale = (endpoint: EndpointDefinition, ...more: unknown[]) =>
  client.getQueryState([...more, endpoint.path, {}, 'en-us', null])?.isInvalidated

const moved = (issue: string, state: { sold: number; status?: 'selling' | 'sold_out'; drawAt?: number }) => {
  const { sold, status = 'selling', drawAt = null } = state
  const attempt = drawAt === null ? 0 : 1
  const version = stream.issueVersion({ sold, status, attempt })
  const data = { topic: `issue:${issue}`, version, issue, sold, participants: 3, status, drawAt, attempt }
  applyEvent(client, { name: 'issue', data })
}

test('writes a sale into every kept card of the issue without a new request', () => {
  keep(goodsDetail, { card: card('M1-0001'), mine: [] })
  keep(home, { drawingNext: null, almostFull: [card('M2-0001'), card('M1-0001')], serverTime: 1 })
  keep(goodsList, { pages: [{ items: [card('M1-0001')], next: null }], pageParams: [null] }, 'pages')
  const other = (kept(home) as { almostFull: object[] }).almostFull[0]
  moved('M1-0001', { sold: 7 })
  expect(kept(goodsDetail)).toMatchObject({
    card: { sold: 7, participants: 3, product: { title: 'A title' } },
    mine: [],
  })
  expect(kept(goodsList, 'pages')).toMatchObject({ pages: [{ items: [{ sold: 7 }] }], pageParams: [null] })
  const after = kept(home) as { almostFull: { sold: number }[] }
  expect(after.almostFull.map(({ sold }) => sold)).toEqual([5, 7])
  expect(after.almostFull[0]).toBe(other)
  expect([isStale(goodsDetail), isStale(home), isStale(goodsList, 'pages')]).toEqual([false, false, false])
})

test('an outdated list stays outdated, and as old as it was, when a card in it changes', () => {
  vi.setSystemTime(1_000)
  keep(goodsList, { pages: [{ items: [card('M1-0001')], next: null }], pageParams: [null] }, 'pages')
  void client.invalidateQueries({ refetchType: 'none' })
  vi.setSystemTime(9_000)
  moved('M1-0001', { sold: 7 })
  expect(kept(goodsList, 'pages')).toMatchObject({ pages: [{ items: [{ sold: 7 }] }] })
  expect(isStale(goodsList, 'pages')).toBe(true)
  expect(client.getQueryState(['pages', goodsList.path, {}, 'en-us', null])?.dataUpdatedAt).toBe(1_000)
})

test('leaves an answer that is newer than the event unchanged', () => {
  keep(goodsDetail, { card: card('M1-0001') })
  const before = kept(goodsDetail)
  moved('M1-0001', { sold: 5 })
  moved('M1-0001', { sold: 4 })
  moved('M2-0001', { sold: 9 })
  expect(kept(goodsDetail)).toBe(before)
})

test('fetches a change of stage again, except in lists', () => {
  keep(goodsDetail, { card: card('M1-0001') })
  keep(orderDetail, { order: { card: card('M1-0001') } })
  keep(goodsList, { pages: [{ items: [card('M1-0001')] }] }, 'pages')
  moved('M1-0001', { sold: 10, status: 'sold_out' })
  expect(kept(goodsDetail)).toMatchObject({ card: { sold: 10, status: 'selling' } })
  expect([isStale(goodsDetail), isStale(orderDetail), isStale(goodsList, 'pages')]).toEqual([
    true,
    true,
    false,
  ])
})

test('fetches a table again when a seat is taken, except in lists', () => {
  const table = card('M1-0001', { seats: { price: '5.00', places: [] } })
  keep(goodsDetail, { card: table })
  keep(goodsList, { pages: [{ items: [table] }] }, 'pages')
  moved('M1-0001', { sold: 7 })
  expect(kept(goodsDetail)).toMatchObject({ card: { sold: 7 } })
  expect([isStale(goodsDetail), isStale(goodsList, 'pages')]).toEqual([true, false])
})

test('fetches home again when it changed after the last answer', () => {
  keep(home, { serverTime: 10_000 })
  applyEvent(client, { name: 'home', data: { topic: 'home', version: 9_000 } })
  vi.advanceTimersByTime(300)
  expect(isStale(home)).toBe(false)
  for (const version of [9_001, 9_002]) applyEvent(client, { name: 'home', data: { topic: 'home', version } })
  vi.advanceTimersByTime(1_500)
  expect(isStale(home)).toBe(false)
  vi.advanceTimersByTime(800)
  expect(isStale(home)).toBe(true)
  keep(home, { serverTime: 10_003 })
  vi.advanceTimersByTime(10_000)
  expect(isStale(home)).toBe(false)
})

test("fetches own orders and the product's page again after a step of a draw", () => {
  keep(goodsDetail, { card: card('M1-0001', { status: 'sold_out' }) })
  keep(orderDetail, { order: { card: card('M2-0001') } })
  const step = (issue: string | null, name: string | null, version: number) =>
    applyEvent(client, { name: 'draws', data: { topic: 'draws', version, issue, step: name } })
  step(null, null, 1)
  step('M3-0001', 'opened', 2)
  step('M1-0001', 'drawn', 3)
  expect([isStale(goodsDetail), isStale(orderDetail)]).toEqual([false, false])
  step('M2-0001', 'settled', 4)
  step('M1-0002', 'opened', 5)
  expect([isStale(goodsDetail), isStale(orderDetail)]).toEqual([true, true])
})

test('fetches own orders again after steps missed without a connection', () => {
  keep(orderDetail, { order: { card: card('M2-0001') } })
  const present = (version: number) =>
    applyEvent(client, { name: 'draws', data: { topic: 'draws', version, issue: null, step: null } })
  present(7)
  present(7)
  expect(isStale(orderDetail)).toBe(false)
  present(8)
  expect(isStale(orderDetail)).toBe(true)
})

test('a step of a draw has an empty list fetched again, and leaves lists with items and searches', () => {
  const list = (items: object[], input: object) => {
    const queryKey = ['pages', goodsList.path, input]
    client.setQueryData(queryKey, { pages: [{ items, next: null }], pageParams: [null] })
    return () => client.getQueryState(queryKey)?.isInvalidated
  }
  const empty = list([], { mode: 'pk' })
  const [full, search] = [list([card('M1-0001')], { mode: 'goods' }), list([], { search: 'lamp' })]
  const step = (name: string | null, version: number) => {
    const issue = name === null ? null : 'M2-0002'
    applyEvent(client, { name: 'draws', data: { topic: 'draws', version, issue, step: name } })
    vi.advanceTimersByTime(300)
    return [empty(), full(), search()]
  }
  expect(step('sealed', 5)).toEqual([false, false, false])
  expect(step('opened', 5)).toEqual([false, false, false])
  expect(step('opened', 6)).toEqual([true, false, false])
  const late = list([], { mode: 'cash' })
  forgetVersions()
  step(null, 6)
  expect(late()).toBe(true)
})

test('shows a new balance at once, fetches what depends on it, and ignores an older one', () => {
  keep(account, { balance: '10.00', orders: {} })
  const balance = (amount: string, version: number) =>
    applyEvent(client, { name: 'balance', data: { topic: 'balance', version, balance: amount } })
  balance('10.00', 3)
  expect(isStale(account)).toBe(false)
  balance('7.00', 4)
  expect([kept(account), isStale(account)]).toEqual([{ balance: '7.00', orders: {} }, true])
  balance('10.00', 3)
  expect(kept(account)).toMatchObject({ balance: '7.00' })
})

test('a step of a prize has the orders and home fetched again; the first event only a prize that is shown', () => {
  keep(account, { balance: '1.00' })
  keep(home, { prize: null })
  keep(orderIssues, { items: [] })
  keep(orderDetail, { prize: { status: 'won' } })
  const step = (version: number) => applyEvent(client, { name: 'prizes', data: { topic: 'prizes', version } })
  const stale = () => [account, home, orderIssues, orderDetail].map((endpoint) => isStale(endpoint))
  step(3)
  expect(stale()).toEqual([false, false, false, true])
  keep(orderDetail, { prize: { status: 'address_confirmed' } })
  step(3)
  expect(stale()).toEqual([false, false, false, false])
  step(4)
  expect(stale()).toEqual([true, true, true, true])
})

test('news of records has the answers that name the topic fetched again, and no other', () => {
  const show = (path: string, topics: readonly string[]) =>
    client
      .getQueryCache()
      .build(client, { queryKey: [path], meta: { topics } })
      .setData({ path })
  for (const [path, topics] of [
    ['/withdrawal', ['records']],
    ['/recharge', ['balance', 'records']],
    ['/orders', ['balance']],
  ] as const)
    show(path, topics)
  keep(account, { balance: '1.00' })
  const stale = () =>
    ['/withdrawal', '/recharge', '/orders'].map((path) => client.getQueryState([path])?.isInvalidated)
  const step = (version: number) =>
    applyEvent(client, { name: 'records', data: { topic: 'records', version } })
  step(4)
  expect([...stale(), isStale(account)]).toEqual([true, true, false, false])
  show('/withdrawal', ['records'])
  step(4)
  step(3)
  expect(stale()).toEqual([false, true, false])
  step(5)
  expect(stale()).toEqual([true, true, false])
})

const LUCKY = {
  game: 'lucky-1m',
  period: '20261122-0847',
  status: 'open',
  bets: 3,
  stake: '30.00',
  drawAt: null,
}
const gameMoved = (version: number, round: object, previous: object | null = null) =>
  applyEvent(client, {
    name: 'game',
    data: { topic: 'game:lucky-1m', version, game: 'lucky-1m', round, previous },
  })
/** Keeps an answer that names the topic of a game. */
const keepOfGame = (endpoint: EndpointDefinition, data: unknown) => {
  client.getQueryCache().build(client, {
    queryKey: [endpoint.path, {}, 'en-us', null],
    meta: { topics: ['game:lucky-1m'] },
  })
  keep(endpoint, data)
}

test('writes further bets into the round without a new request', () => {
  keepOfGame(gameRound, { round: LUCKY })
  gameMoved(1, LUCKY)
  vi.runAllTimers()
  keepOfGame(gameRound, { round: LUCKY })
  gameMoved(2, { ...LUCKY, bets: 4, stake: '40.00' })
  vi.runAllTimers()
  expect(kept(gameRound)).toMatchObject({ round: { bets: 4, stake: '40.00' } })
  expect(isStale(gameRound)).toBe(false)
})

test('has the answers of a game fetched again when its round goes a step further', () => {
  keepOfGame(gameRound, { round: LUCKY })
  keepOfGame(gameTrend, { results: [] })
  gameMoved(3, { ...LUCKY, status: 'settled' })
  vi.runAllTimers()
  expect([isStale(gameRound), isStale(gameTrend)]).toEqual([true, true])
})

test('ignores an event of a game that is older than what is known', () => {
  gameMoved(9, { ...LUCKY, status: 'sealed' })
  vi.runAllTimers()
  keepOfGame(gameRound, { round: LUCKY })
  gameMoved(8, { ...LUCKY, status: 'closed' })
  vi.runAllTimers()
  expect(isStale(gameRound)).toBe(false)
})

test('what is left of a finance product goes into older answers, and an older event changes nothing', () => {
  const list = listWith(productWith({ version: 7 }), productWith({ code: 'OTHER', version: 7 }))
  const key = [financeList.path, {}, 'en-us', '']
  client.setQueryData(key, list)
  const financeMoved = (version: number, left: number) => {
    const { sale, covered, members, openOrders, principal, custody, reserve, liability, rebates, paid } =
      productWith()
    const state = {
      sale,
      covered,
      members,
      openOrders,
      principal,
      custody,
      reserve,
      liability,
      rebates,
      paid,
    }
    const data = { topic: 'finance:WEEK', version, code: 'WEEK', left, ...state }
    applyEvent(client, { name: 'finance', data })
  }
  const left = () => client.getQueryData<typeof list>(key)?.items.map((product) => product.left)
  financeMoved(8, 600)
  expect(left()).toEqual([600, 620])
  financeMoved(7, 610)
  expect(left()).toEqual([600, 620])
})

test('the app listens to every event that the contract names', () => {
  const named = Object.keys(stream).flatMap((name) => /^(\w+)Event$/.exec(name)?.slice(1) ?? [])
  const ofTheConnection = ['hello', 'beat', 'bye']
  const all = named.filter((name) => !ofTheConnection.includes(name))
  expect(all.length).toBeGreaterThan(10)
  expect(APPLIED_EVENTS.toSorted()).toEqual(all.toSorted())
})
