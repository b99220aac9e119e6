import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '../testing/evidence-store.ts'
import { createKeeper, KEPT_PATHS } from './kept-answers.ts'
import type { Keeper } from './kept-answers.ts'

const HOUR_MS = 3_600_000
const ORDERS = ['/order/list', { tab: 'all' }, 'en-us']

let values: Map<string, unknown>
let now: number

beforeEach(() => {
  values = new Map()
  now = 1_000 * HOUR_MS
})

/** One start of the app on this device. */
type Start = { member?: string | null; build?: string; refuses?: { read?: boolean; write?: boolean } }

function start({ member = 'ann', build = 'b1', refuses = {} }: Start = {}): {
  client: QueryClient
  keeper: Keeper
} {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  const store = memoryStore(values, refuses)
  const keeper = createKeeper({ client, store, build, member: () => member, now: () => now })
  return { client, keeper }
}

const show = (client: QueryClient, key: unknown[], data: unknown) =>
  client.setQueryData(key, data, { updatedAt: now })

describe('kept answers', () => {
  test('are there at the next start, with the time when they arrived', async () => {
    const first = start()
    show(first.client, [...ORDERS, 'ann'], ['an order'])
    await first.keeper.save()
    now += HOUR_MS
    const { client, keeper } = start()
    await keeper.restore()
    expect(client.getQueryData([...ORDERS, 'ann'])).toEqual(['an order'])
    expect(client.getQueryState([...ORDERS, 'ann'])?.dataUpdatedAt).toBe(now - HOUR_MS)
  })

  test('never replace an answer that has already arrived', async () => {
    const first = start()
    show(first.client, [...ORDERS, 'ann'], 'old')
    await first.keeper.save()
    const { client, keeper } = start()
    show(client, [...ORDERS, 'ann'], 'new')
    await keeper.restore()
    expect(client.getQueryData([...ORDERS, 'ann'])).toBe('new')
  })

  test('stay when a later start opens other pages', async () => {
    const first = start()
    show(first.client, [...ORDERS, 'ann'], 'orders')
    await first.keeper.save()
    const second = start()
    show(second.client, ['/index/useraccount', {}, 'en-us', 'ann'], 'account')
    await second.keeper.save()
    const { client, keeper } = start()
    await keeper.restore()
    expect(client.getQueryCache().getAll()).toHaveLength(2)
  })

  test('belong to one member', async () => {
    const first = start()
    show(first.client, [...ORDERS, 'ann'], 'of ann')
    show(first.client, [...ORDERS, 'bob'], 'of bob')
    await first.keeper.save()
    for (const member of ['bob', null]) {
      const { client, keeper } = start({ member })
      await keeper.restore()
      expect(client.getQueryCache().getAll()).toEqual([])
    }
  })

  test('are gone after they were cleared', async () => {
    const { client, keeper } = start()
    show(client, [...ORDERS, 'ann'], 'orders')
    await keeper.save()
    await keeper.clear()
    expect(values.size).toBe(0)
  })

  test('are only those of the same build, and not older than three days', async () => {
    const first = start()
    show(first.client, [...ORDERS, 'ann'], 'orders')
    await first.keeper.save()
    const other = start({ build: 'b2' })
    await other.keeper.restore()
    expect(other.client.getQueryCache().getAll()).toEqual([])
    now += 73 * HOUR_MS
    const late = start()
    await late.keeper.restore()
    expect(late.client.getQueryCache().getAll()).toEqual([])
  })

  test('are bounded in number, size and pages', async () => {
    const { client, keeper } = start()
    for (let n = 0; n < 80; n++) show(client, ['/goods/detail', { issue: `A-${n}` }, 'en-us', 'ann'], 'x')
    await keeper.save()
    const kept = () => (values.get('member:ann') as { answers: { data: unknown }[] }).answers
    expect(kept()).toHaveLength(60)
    now += 1
    for (let n = 0; n < 8; n++)
      show(client, ['/goods/detail', { issue: `B-${n}` }, 'en-us', 'ann'], 'x'.repeat(300_000))
    await keeper.save()
    expect(JSON.stringify(kept()).length).toBeLessThan(1_100_000)
    now += 1
    show(client, ['pages', ...ORDERS, 'ann'], { pages: [1, 2, 3, 4], pageParams: [null, 'a', 'b', 'c'] })
    await keeper.save()
    expect(kept()[0]).toMatchObject({ data: { pages: [1, 2], pageParams: [null, 'a'] } })
  })

  test('contain no sessions, payment addresses or proofs', async () => {
    const { client, keeper } = start()
    for (const path of ['/user/sessions', '/user/rechargestatus', '/user/rechargelog', '/goods/proof'])
      show(client, [path, {}, 'en-us', 'ann'], 'secret')
    await keeper.save()
    expect(JSON.stringify([...values.values()])).not.toContain('secret')
  })

  test('a device that keeps nothing breaks nothing', async () => {
    const { client, keeper } = start({ refuses: { read: true, write: true } })
    show(client, [...ORDERS, 'ann'], 'orders')
    await keeper.save()
    await keeper.restore()
    expect(client.getQueryData([...ORDERS, 'ann'])).toBe('orders')
  })
})

test('only answers of reading endpoints of members and visitors are kept', () => {
  const known = new Map(Object.values(ENDPOINTS).map((endpoint) => [endpoint.path as string, endpoint]))
  for (const path of KEPT_PATHS) {
    const endpoint = known.get(path)
    expect(endpoint, path).toBeDefined()
    expect(endpoint, path).not.toMatchObject({ money: true })
    expect(['anyone', 'optional', 'member'], path).toContain(endpoint!.auth)
  }
})
