/**
 * Random sequences of blocks, payments, reorganisations, looks and restarts of the watcher, against a model that knows only
 * which payments are on the chain: in the end each of them is credited once, and nothing else is.
 */
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYER } from '../../../testing/played/played-chain.ts'
import type { Person } from '../wallet.fixture.ts'
import { testTrc20, type TestTrc20 } from './trc20.fixture.ts'
import { worthOf } from './usdt.ts'
import type { WatcherDeps } from './watcher.ts'

const NEEDED = 20
/** 1 USDT is worth 2.5. */
const RATE = 25_000n

let usdt: TestTrc20
let person: Person
beforeAll(async () => {
  usdt = await testTrc20({ nodes: 2 })
  person = await usdt.wallet.person()
})
afterAll(() => usdt.close())

type Act =
  | { do: 'pay'; to: number[]; units: bigint }
  | { do: 'foreign'; to: number }
  | { do: 'mine'; blocks: number }
  | { do: 'reorganise'; blocks: number }
  | { do: 'again' | 'restart' | 'two' | 'look' | 'failing' | 'expire' }

const units = fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(1n, 300_000_000n))
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      to: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
      units,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('foreign'), to: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mine'), blocks: fc.integer({ min: 1, max: 25 }) }) },
  // less deep than the confirmations: what is credited stays on the chain
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reorganise'), blocks: fc.integer({ min: 1, max: NEEDED - 1 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('again', 'restart', 'two', 'look', 'look', 'failing', 'expire'),
    }),
  },
) as fc.Arbitrary<Act>

type Payment = { txId: string; units: bigint }
type World = { addresses: string[]; payments: Payment[]; lost: (() => void)[]; watcher: WatcherDeps }

async function run(world: World, step: Act): Promise<void> {
  const { addresses } = world
  switch (step.do) {
    case 'pay': {
      const txId = usdt.chain.pay(step.to.map((which) => ({ to: addresses[which]!, units: step.units })))
      for (const _ of step.to) world.payments.push({ txId, units: step.units })
      return
    }
    case 'foreign': {
      // a node lists the transactions of others, and one that no block has
      const txId = usdt.chain.pay({ to: PAYER, units: 5n })
      usdt.chain.listAlso(addresses[step.to]!, txId)
      usdt.chain.listAlso(addresses[step.to]!)
      return
    }
    case 'mine':
      return usdt.chain.mine(step.blocks)
    case 'reorganise':
      world.lost.push(usdt.chain.reorganise(step.blocks))
      return
    case 'again':
      return world.lost.pop()?.()
    case 'restart':
      world.watcher = usdt.watcher()
      return
    case 'two':
      await Promise.all([world.watcher, usdt.watcher()].map((one) => usdt.look(one)))
      return
    case 'failing': {
      let asked = 0
      usdt.nodes[0]!.behave(({ answer }, response) => {
        if (++asked % 3 === 0) return void response.destroy()
        response.end(JSON.stringify(answer))
      })
      await usdt.look(world.watcher)
      usdt.nodes[0]!.behave(null)
      return
    }
    case 'expire':
      await usdt.expire(addresses[0]!)
      return
    case 'look':
      await usdt.look(world.watcher)
  }
}

const isOnChain = (txId: string) =>
  Object.keys(
    usdt.chain.answer('/wallet/gettransactioninfobyid', new URLSearchParams(), { value: txId }) as object,
  ).length > 0

/** What entered and left all books is the same. */
const CLEARING = `select coalesce(sum(case credit when 'clearing' then amount else -amount end), 0)::text as clearing
  from ledger where 'clearing' in (debit, credit)`

test('any sequence credits each payment that is on the chain once', async () => {
  let expected = 0n
  const property = fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (steps) => {
    // the blocks of the last sequence are too deep to be reorganised
    usdt.chain.mine(NEEDED)
    const opened = await Promise.all(
      ['100.00', '250.00', '500.00'].map((amount) => usdt.open(person, amount)),
    )
    const world: World = {
      addresses: opened.map(({ address }) => address),
      payments: [],
      lost: [],
      watcher: usdt.watcher(),
    }
    for (const step of steps) await run(world, step)
    usdt.chain.mine(NEEDED)
    await usdt.look(world.watcher)
    for (const { txId, units: paid } of world.payments) if (isOnChain(txId)) expected += worthOf(paid, RATE)
    expect(await usdt.wallet.balance(person)).toBe(expected)
    expect(await usdt.wallet.db.query(CLEARING)).toEqual([{ clearing: '0' }])
    // the recharges of this sequence end here
    for (const address of world.addresses) await usdt.expire(address)
    await usdt.wallet.owner.query('update trc20_address set look_at = null')
  })
  await fc.assert(property, { numRuns: rounds(500, 20) })
  expect(await usdt.lostNow()).toBe(0n)
  expect(await usdt.wallet.breaches()).toEqual([])
}, 2_000_000)
