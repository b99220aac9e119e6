import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tronAddress } from '../tron-address.ts'
import { createTronNode, LIST_LIMIT, NodeFault, type TronNode } from './tron-node.ts'
import {
  PAYER,
  PLAYED_CONTRACT,
  playedChain,
  playedNode,
  type Behaviour,
  type PlayedChain,
  type PlayedNode,
} from '../../../testing/played/played-chain.ts'

const TO = tronAddress(new Uint8Array(20).fill(0x21))
const ELSE = tronAddress(new Uint8Array(20).fill(0x22))
const START = Date.UTC(2026, 0, 1)
const never = new AbortController().signal

let chain: PlayedChain
let played: PlayedNode
let node: TronNode
beforeAll(async () => {
  played = await playedNode(() => chain)
  node = createTronNode({ url: played.url, contract: PLAYED_CONTRACT, patienceMs: 10_000 })
})
beforeEach(() => {
  chain = playedChain(START)
  played.behave(null)
})
afterAll(() => played.close())

const json =
  (answer: unknown): Behaviour =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

describe('a node', () => {
  test('tells the newest block', async () => {
    chain.mine(3)
    expect(await node.head(never)).toBe(60_000_003)
  })

  test('lists the transactions to an address, oldest first and each once', async () => {
    const first = chain.pay([
      { to: TO, units: 1n },
      { to: TO, units: 2n },
    ])
    chain.pay({ to: ELSE, units: 9n })
    const second = chain.pay({ to: TO, units: 3n })
    const { transactions, isFull } = await node.listTo(TO, 0, never)
    expect(transactions.map(({ txId }) => txId)).toEqual([first, second])
    expect(isFull).toBe(false)
    const rest = await node.listTo(TO, transactions[1]!.atMs, never)
    expect(rest.transactions.map(({ txId }) => txId)).toEqual([second])
  })

  test('lists page by page, and a block of many transfers to its end', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ to: TO, units: 1n }))
    const together = (transactions: number) =>
      chain.payTogether(Array.from({ length: transactions }, () => many(10)))
    const [first, second] = [together(130), together(30)]
    chain.pay({ to: TO, units: 1n })
    const all = await node.listTo(TO, START + 3_000, never)
    // 1,300 transfers of the first block, and of the second what the last page has
    expect(all.transactions.map(({ txId }) => txId)).toEqual([...first, ...second.slice(0, 10)])
    expect(all.isFull).toBe(true)
    const rest = await node.listTo(TO, all.transactions.at(-1)!.atMs, never)
    expect(rest.transactions).toHaveLength(31)
    expect(rest.isFull).toBe(false)
  })

  test('a list that repeats its page ends', async () => {
    const row = { transaction_id: 'ab'.repeat(32), block_timestamp: START }
    const page = (fingerprint: string) => ({
      success: true,
      data: Array.from({ length: LIST_LIMIT }, () => row),
      meta: { fingerprint },
    })
    played.behave(json(page('same')))
    expect(await node.listTo(TO, START, never)).toMatchObject({ isFull: true })
    let pages = 0
    played.behave((call, response) => json(page(String(pages++)))(call, response))
    await expect(node.listTo(TO, START, never)).rejects.toThrow('the list of one block does not end')
  })

  test('a page with fewer rows than asked for is not the last one while it names another', async () => {
    const ids = Array.from({ length: 25 }, (_, n) => n.toString(16).padStart(64, '0'))
    const pages = [ids.slice(0, 20), [], ids.slice(20)]
    let asked = 0
    played.behave((call, response) => {
      const data = pages[asked++]!.map((id, n) => ({ transaction_id: id, block_timestamp: START + n }))
      const meta = asked < pages.length ? { fingerprint: `page ${asked}` } : {}
      json({ success: true, data, meta })(call, response)
    })
    const list = await node.listTo(TO, START, never)
    expect(list.transactions.map(({ txId }) => txId)).toEqual(ids)
    expect(list.isFull).toBe(false)
  })

  test('pages without rows that always name another one end', async () => {
    let asked = 0
    played.behave((call, response) =>
      json({ success: true, data: [], meta: { fingerprint: `page ${asked++}` } })(call, response),
    )
    expect(await node.listTo(TO, START, never)).toEqual({ transactions: [], isFull: true })
    expect(asked).toBe(5)
  })

  test('tells the transfers of a transaction, of the token only', async () => {
    const id = chain.pay([
      { to: ELSE, units: 7n, contract: ELSE },
      { to: TO, units: 1_234_567n },
      { to: ELSE, units: 5n },
    ])
    expect(await node.transaction(id, never)).toEqual({
      txId: id,
      block: 60_000_001,
      atMs: START + 3_000,
      transfers: [
        { logIndex: 1, from: PAYER, to: TO, units: 1_234_567n },
        { logIndex: 2, from: PAYER, to: ELSE, units: 5n },
      ],
    })
  })

  test('tells no transfer of a transaction that failed', async () => {
    const id = chain.pay({ to: TO, units: 5n }, { failed: true })
    expect((await node.transaction(id, never))?.transfers).toEqual([])
  })

  test('does not know a transaction whose block was reorganised, and knows it again in a later block', async () => {
    const id = chain.pay({ to: TO, units: 5n })
    const again = chain.reorganise(1)
    expect(await node.transaction(id, never)).toBeNull()
    again()
    expect((await node.transaction(id, never))?.block).toBe(60_000_003)
  })

  test('accepts the address of a contract with the prefix of the network', async () => {
    const id = chain.pay({ to: TO, units: 5n })
    played.behave(({ answer }, response) => {
      const record = answer as { log: { address: string }[] }
      json({ ...record, log: record.log.map((log) => ({ ...log, address: `41${log.address}` })) })(
        { path: '', answer },
        response,
      )
    })
    expect((await node.transaction(id, never))?.transfers).toHaveLength(1)
  })
})

const FAILURES: Record<string, Behaviour> = {
  'answers 500': (_, response) => void response.writeHead(500).end('{}'),
  'answers 429': (_, response) => void response.writeHead(429).end('{}'),
  'answers garbage': (_, response) => void response.end('<html>'),
  'answers nothing': (_, response) => void response.end(),
  'answers null': json(null),
  'answers a list': json([]),
  'answers an error': json({ Error: 'class java.lang.NullPointerException' }),
  'answers more than is read': (_, response) => void response.end(`"${'x'.repeat(2_100_000)}"`),
  'sends one elsewhere': (_, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'closes the connection': (_, response) => void response.destroy(),
  'does not answer in time': () => undefined,
  'begins and does not end': (_, response) => void response.writeHead(200).write('{"id":'),
}

test.each(Object.entries(FAILURES))('a node that %s gives no answer', async (_, behaviour) => {
  const id = chain.pay({ to: TO, units: 5n })
  played.behave(behaviour)
  const hasty = createTronNode({ url: played.url, contract: PLAYED_CONTRACT, patienceMs: 300 })
  await expect(hasty.head(never)).rejects.toThrow()
  await expect(hasty.listTo(TO, 0, never)).rejects.toThrow()
  await expect(hasty.transaction(id, never)).rejects.toThrow()
})

const record = (id: string) =>
  chain.answer('/wallet/gettransactioninfobyid', new URLSearchParams(), { value: id })
const without = (one: Loose, left: string) =>
  Object.fromEntries(Object.entries(one).filter(([key]) => key !== left))
type Loose = Record<string, unknown> & { log: Record<string, unknown>[]; receipt: Record<string, unknown> }

test.each<[string, (one: Loose) => unknown]>([
  ['is about another transaction', (one) => ({ ...one, id: 'ab'.repeat(32) })],
  ['has no block', (one) => without(one, 'blockNumber')],
  ['has a block that is a text', (one) => ({ ...one, blockNumber: '60000001' })],
  ['has a negative block', (one) => ({ ...one, blockNumber: -1 })],
  ['has a block beyond whole numbers', (one) => ({ ...one, blockNumber: 1e300 })],
  ['has no receipt', (one) => without(one, 'receipt')],
  ['has an event without a contract', (one) => ({ ...one, log: [{ topics: [], data: '' }] })],
  ['has an amount of odd length', (one) => ({ ...one, log: [{ ...one.log[0], data: 'abc' }] })],
  ['has an amount of 2^256 - 1', (one) => ({ ...one, log: [{ ...one.log[0], data: 'ff'.repeat(32) }] })],
  [
    'has five topics',
    (one) => ({ ...one, log: [{ ...one.log[0], topics: Array(5).fill('ab'.repeat(32)) }] }),
  ],
])('a record that %s is refused', async (_, change) => {
  const id = chain.pay({ to: TO, units: 5n })
  played.behave(json(change(record(id) as Loose)))
  await expect(node.transaction(id, never)).rejects.toThrow(NodeFault)
})

test.each<[string, (one: Loose) => unknown]>([
  ['is of another token', (one) => ({ ...one, log: [{ ...one.log[0], address: 'ab'.repeat(20) }] })],
  [
    'is another event',
    (one) => ({ ...one, log: [{ ...one.log[0], topics: Array(3).fill('ab'.repeat(32)) }] }),
  ],
  ['has no amount', (one) => ({ ...one, log: [{ ...one.log[0], data: '' }] })],
  [
    'has no receiver',
    (one) => ({ ...one, log: [{ ...one.log[0], topics: (one.log[0]!['topics'] as string[]).slice(0, 2) }] }),
  ],
  ['has no result', (one) => ({ ...one, receipt: {} })],
  ['was reverted', (one) => ({ ...one, receipt: { result: 'REVERT' } })],
  ['says FAILED beside a receipt that says SUCCESS', (one) => ({ ...one, result: 'FAILED' })],
  ['has no events', (one) => without(one, 'log')],
])('a record whose event %s has no transfer', async (_, change) => {
  const id = chain.pay({ to: TO, units: 5n })
  played.behave(json(change(record(id) as Loose)))
  expect((await node.transaction(id, never))?.transfers).toEqual([])
})

test('a list that is longer than asked for is refused', async () => {
  const row = { transaction_id: 'ab'.repeat(32), block_timestamp: START }
  played.behave(json({ success: true, data: Array.from({ length: LIST_LIMIT + 1 }, () => row) }))
  await expect(node.listTo(TO, 0, never)).rejects.toThrow(NodeFault)
})

test('any answer gives a result in its form or no answer', async () => {
  const id = chain.pay({ to: TO, units: 5n })
  const real = record(id) as Loose
  const keys = fc.constantFrom('id', 'blockNumber', 'blockTimeStamp', 'receipt', 'log', 'result')
  const changed = fc.tuple(keys, fc.jsonValue()).map(([key, value]) => ({ ...real, [key]: value }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), changed), async (answer) => {
      played.behave(json(answer))
      const told = await node.transaction(id, never).catch((error: unknown) => {
        expect(error).toBeInstanceOf(NodeFault)
        return null
      })
      if (!told) return
      expect(told.txId).toBe(id)
      expect(Number.isSafeInteger(told.block) && told.block >= 0).toBe(true)
      for (const { units } of told.transfers) expect(units >= 0n && units <= 500_000_000_000_000n).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('an aborted call ends', async () => {
  played.behave(() => undefined)
  const stop = new AbortController()
  const asked = node.head(stop.signal)
  stop.abort()
  await expect(asked).rejects.toThrow()
})
