/** Two nodes: money moves when both say the same, and one is enough to read. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../wallet.fixture.ts'
import { PAYER, playedChain, type Behaviour } from '../../../testing/played/played-chain.ts'
import { cryptoOf, testTrc20, type TestTrc20 } from './trc20.fixture.ts'

const AMOUNT = '500.00'
const UNITS = 200_000_000n
const NEEDED = 20

let usdt: TestTrc20
let person: Person
beforeAll(async () => {
  usdt = await testTrc20({ nodes: 2 })
})
beforeEach(async () => {
  person = await usdt.wallet.person()
})
afterEach(async () => {
  for (const node of usdt.nodes) {
    node.behave(null)
    node.fallBehind(null)
    node.serve(null)
  }
  await usdt.wallet.owner.query('update trc20_address set look_at = null')
  expect(await usdt.wallet.breaches()).toEqual([])
})
afterAll(() => usdt.close())

const [READER, SECOND] = [0, 1] as const
const away: Behaviour = (_, response) => void response.writeHead(503).end()
const alarms = () =>
  usdt.wallet.logged.filter(({ level }) => level === 'error').map(({ fields }) => fields['alarm'])
const balance = () => usdt.wallet.balance(person)

describe('with two nodes', () => {
  test('a transfer is credited when both report it', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    await usdt.look()
    expect(await balance()).toBe(5_000_000n)
  })

  test('a transfer waits while the second one does not answer, and is shown', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    await usdt.look()
    usdt.nodes[SECOND]!.behave(away)
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await balance()).toBe(0n)
    expect(cryptoOf(await usdt.status(person, id)).confirmations).toEqual({ seen: NEEDED, needed: NEEDED })
    usdt.nodes[SECOND]!.behave(null)
    await usdt.look()
    expect(await balance()).toBe(5_000_000n)
  })

  test('a transfer waits while the second one is behind, without an alarm', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    const before = alarms().length
    usdt.nodes[SECOND]!.fallBehind(usdt.chain.head() - 1)
    await usdt.look()
    usdt.nodes[SECOND]!.fallBehind(usdt.chain.head() - NEEDED - 1)
    await usdt.look()
    expect(await balance()).toBe(0n)
    expect(alarms().length).toBe(before)
  })

  test.each([
    ['an invented transfer', UNITS, 0n],
    ['another amount', UNITS * 5n, UNITS],
  ])('%s of one of them raises an alarm and is not credited', async (_, lie, truth) => {
    const { address } = await usdt.open(person, AMOUNT)
    const own = playedChain(Date.now(), usdt.chain.head())
    own.pay({ to: address, units: lie })
    own.mine(NEEDED)
    if (truth > 0n) usdt.chain.pay({ to: address, units: truth })
    else usdt.chain.mine(1)
    usdt.chain.mine(NEEDED)
    usdt.nodes[READER]!.serve(own)
    const before = alarms().length
    await usdt.look()
    expect(await balance()).toBe(0n)
    expect(new Set(alarms().slice(before))).toEqual(new Set(['trc20_nodes']))
  })

  test('a transaction is forgotten as foreign when both report no transfer, and not when one of them hides it', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    const foreign = usdt.chain.pay({ to: PAYER, units: 1n })
    usdt.chain.listAlso(address, foreign)
    usdt.pay(address, UNITS)
    usdt.nodes[READER]!.behave(({ path, answer }, response) => {
      const shown = path.endsWith('gettransactioninfobyid') ? { ...(answer as object), log: [] } : answer
      response.end(JSON.stringify(shown))
    })
    const before = alarms().length
    await usdt.look()
    expect(await balance()).toBe(0n)
    expect(alarms().slice(before)).toEqual(['trc20_nodes'])
    usdt.nodes[READER]!.behave(null)
    usdt.nodes[READER]!.asked.length = 0
    await usdt.look()
    expect(await balance()).toBe(5_000_000n)
    // only that of the payment
    const records = usdt.nodes[READER]!.asked.filter((path) => path.endsWith('gettransactioninfobyid'))
    expect(records).toHaveLength(1)
  })

  test('a transfer is not lost because one of them lost it', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    await usdt.look()
    const empty = playedChain(Date.now(), usdt.chain.head())
    usdt.nodes[READER]!.serve(empty)
    await usdt.look()
    expect(await usdt.lostNow()).toBe(0n)
  })

  test('the second one reads while the first one is away, and money waits for both', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    usdt.nodes[READER]!.behave(away)
    await usdt.look()
    expect(cryptoOf(await usdt.status(person, id)).confirmations).toEqual({ seen: 0, needed: NEEDED })
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await balance()).toBe(0n)
    usdt.nodes[READER]!.behave(null)
    await usdt.look()
    expect(await balance()).toBe(5_000_000n)
  })

  /** A node whose lists have no more than the first transactions. */
  const listing =
    (most: number): Behaviour =>
    ({ path, answer }, response) => {
      const whole = answer as { data?: object[] }
      const shown = path.endsWith('/trc20')
        ? { ...whole, data: whole.data!.slice(0, most), meta: {} }
        : answer
      response.end(JSON.stringify(shown))
    }

  test.each([
    ['nothing', 0, READER],
    ['one of two', 1, READER],
    ['nothing', 0, SECOND],
    ['one of two', 1, SECOND],
  ])('two transfers are credited although a node lists %s, which an alarm says', async (_, most, who) => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS / 2n)
    usdt.pay(address, UNITS / 2n)
    usdt.nodes[who]!.behave(listing(most))
    const before = usdt.wallet.logged.length
    await usdt.look()
    expect(await balance()).toBe(5_000_000n)
    const reported = () => usdt.wallet.logged.slice(before).filter(({ level }) => level === 'error')
    expect(reported()).toEqual([])
    for (let look = 0; look < 3; look++) await usdt.look()
    expect(reported().map(({ fields }) => fields)).toMatchObject([
      {
        alarm: 'trc20_short_list',
        node: new URL(usdt.nodes[who]!.url).host,
        transactions: 2 - most,
      },
    ])
  })
})
