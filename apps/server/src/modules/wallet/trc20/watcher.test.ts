import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { tronAddress } from '../tron-address.ts'
import type { Person } from '../wallet.fixture.ts'
import { expireRecharges } from '../recharge/recharge.ts'
import { playedChain } from '../../../testing/played/played-chain.ts'
import { cryptoOf, testTrc20, type TestTrc20 } from './trc20.fixture.ts'

/** 1 USDT is worth 2.5, so 500.00 is 200 USDT. */
const AMOUNT = '500.00'
const UNITS = 200_000_000n
const NEEDED = 20
const STRANGER = tronAddress(new Uint8Array(20).fill(0x33))

let usdt: TestTrc20
let person: Person
beforeAll(async () => {
  usdt = await testTrc20()
})
beforeEach(async () => {
  person = await usdt.wallet.person()
  // far above the chain of the test before, whose transfers are lost with it
  usdt.chain = playedChain(Date.now(), usdt.chain.head() + 1_000)
})
afterEach(async () => {
  usdt.nodes[0]!.behave(null)
  usdt.nodes[0]!.fallBehind(null)
  // the chain of each test ends with it
  await usdt.wallet.owner.query('update trc20_address set look_at = null')
  await usdt.wallet.database.setClockOffset(0)
  expect(await usdt.wallet.breaches()).toEqual([])
})
afterAll(() => usdt.close())

const later = async (ms: number) => usdt.wallet.database.advanceClock(ms)
const alarms = () =>
  usdt.wallet.logged.filter(({ level }) => level === 'error').map(({ fields }) => fields['alarm'])

describe('a recharge in USDT', () => {
  test('is offered with its rate, and asks for an exact amount to an address of its own', async () => {
    const first = await usdt.open(person, AMOUNT)
    const second = await usdt.open(person, '100.01')
    expect(first.recharge).toMatchObject({
      kind: 'trc20',
      status: 'processing',
      credited: null,
      payUrl: null,
    })
    expect(cryptoOf(first.recharge)).toEqual({
      kind: 'crypto',
      address: first.address,
      asset: 'USDT',
      network: 'TRC-20',
      units: '200.000000',
      received: '0.000000',
      rate: '2.50',
      qr: first.address,
      confirmations: null,
    })
    expect(cryptoOf(second.recharge).units).toBe('40.004000')
    expect(second.address).not.toBe(first.address)
  })

  test('keeps its rate when the setting changes', async () => {
    const before = await usdt.open(person, AMOUNT)
    await usdt.setRate('5')
    const after = await usdt.open(person, AMOUNT)
    await usdt.setRate('2.5')
    expect(cryptoOf(await usdt.status(person, before.id))).toMatchObject({
      rate: '2.50',
      units: '200.000000',
    })
    expect(cryptoOf(await usdt.status(person, after.id))).toMatchObject({ rate: '5.00', units: '100.000000' })
  })

  test('is not offered at the rate 0', async () => {
    await usdt.setRate('0')
    await expect(usdt.open(person, AMOUNT)).rejects.toMatchObject({ code: 'METHOD_UNAVAILABLE' })
    await usdt.setRate('2.5')
  })
})

describe('a payment', () => {
  test('of the exact amount shows its confirmations, and is credited with the last one', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    usdt.chain.mine(7)
    await usdt.look()
    expect(cryptoOf(await usdt.status(person, id)).confirmations).toEqual({ seen: 7, needed: NEEDED })
    usdt.chain.mine(12)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    usdt.chain.mine(1)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
    expect(await usdt.status(person, id)).toMatchObject({
      status: 'success',
      credited: AMOUNT,
      instructions: null,
    })
  })

  test('of less is credited at once, and the recharge waits for the rest', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, 150_000_000n)
    await usdt.look()
    const waiting = await usdt.status(person, id)
    expect(waiting).toMatchObject({ status: 'processing', credited: '375.00' })
    expect(cryptoOf(waiting)).toMatchObject({ units: '200.000000', received: '150.000000' })
    usdt.pay(address, 50_000_000n)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
  })

  test('of less ends as a success with what arrived when the time to pay ends', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, 1_000_000n)
    await usdt.look()
    await later(31 * MINUTE_MS)
    await expireRecharges(usdt.wallet.db)
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: '2.50' })
  })

  test('of more is credited with what arrived, and so is every later one', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, 200_000_001n)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
    usdt.pay(address, 3_000_000n)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: '507.50' })
    expect(await usdt.wallet.balance(person)).toBe(5_075_000n)
  })

  test('in several transfers of one transaction is credited once for each', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay([
      { to: address, units: 120_000_000n },
      { to: STRANGER, units: 5n },
      { to: address, units: 80_000_000n },
    ])
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
  })

  test('that arrives after the recharge expired is credited late, for 30 days', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    await later(31 * MINUTE_MS)
    await expireRecharges(usdt.wallet.db)
    expect(await usdt.status(person, id)).toMatchObject({ status: 'failed', reason: 'expired' })
    await later(29 * DAY_MS)
    usdt.pay(address, UNITS)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
  })

  test('that waits for its confirmations keeps the recharge open beyond its time', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    await usdt.look()
    await later(31 * MINUTE_MS)
    await expireRecharges(usdt.wallet.db)
    expect(await usdt.status(person, id)).toMatchObject({ status: 'processing' })
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', reason: null })
  })

  test('that is worth less than the smallest amount of the wallet credits nothing', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, 39n)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    usdt.pay(address, 40n)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(1n)
    expect(await usdt.status(person, id)).toMatchObject({ status: 'processing', credited: '0.0001' })
  })

  test.each([
    ['of another token', { contract: STRANGER }, {}],
    ['that failed', {}, { failed: true }],
  ])('%s is not credited', async (_, payment, how) => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS, ...payment }, how)
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'processing', credited: null })
  })
})

test('what an address received before its recharge, for another installation with the same key, is not credited', async () => {
  usdt.chain = playedChain(Date.now() - 2 * DAY_MS, usdt.chain.head())
  usdt.pay(await usdt.nextAddress(), UNITS)
  const { id } = await usdt.open(person, AMOUNT)
  await usdt.look()
  expect(await usdt.status(person, id)).toMatchObject({ status: 'processing', credited: null })
})

describe('a reorganisation', () => {
  test('before the confirmations takes the payment back, which is credited once it is on the chain again', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    usdt.chain.mine(5)
    await usdt.look()
    const again = usdt.chain.reorganise(6)
    await usdt.look()
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(cryptoOf(await usdt.status(person, id)).confirmations).toBeNull()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    again()
    usdt.chain.mine(NEEDED - 1)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    usdt.chain.mine(1)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
  })

  test('after the credit raises an alarm once, takes nothing back, and ends when the payment returns', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    await usdt.look()
    const again = usdt.chain.reorganise(NEEDED + 1)
    const before = alarms().length
    await usdt.look()
    await usdt.look()
    expect(alarms().slice(before)).toEqual(['trc20_lost'])
    expect(await usdt.lostNow()).toBe(1n)
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
    again()
    await usdt.look()
    expect(await usdt.lostNow()).toBe(0n)
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
  })
})

describe('the watcher', () => {
  test('credits once, however often and by however many watchers an address is looked at', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => usdt.open(person, AMOUNT)))
    for (const { address } of opened)
      usdt.chain.pay([
        { to: address, units: UNITS / 2n },
        { to: address, units: UNITS / 2n },
      ])
    usdt.chain.mine(NEEDED)
    const watchers = [usdt.watcher(), usdt.watcher(), usdt.watcher()]
    for (let round = 0; round < 3; round++) await Promise.all(watchers.map((one) => usdt.look(one)))
    expect(await usdt.wallet.balance(person)).toBe(8n * 5_000_000n)
  })

  test('credits once when two looks at one address run at the same time', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    await Promise.all(Array.from({ length: 6 }, () => usdt.lookUnclaimed(usdt.watcher(), address)))
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
  })

  test('goes on where a watcher stopped', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.pay(address, UNITS)
    usdt.nodes[0]!.behave(({ path, answer }, response) => {
      if (path === '/wallet/gettransactioninfobyid') return void response.destroy()
      response.end(JSON.stringify(answer))
    })
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    usdt.nodes[0]!.behave(null)
    await later(MINUTE_MS)
    await usdt.look()
    expect(await usdt.wallet.balance(person)).toBe(5_000_000n)
  })

  test('looks at nothing without a node, and the delay is reported', async () => {
    await usdt.open(person, AMOUNT)
    usdt.nodes[0]!.behave((_, response) => void response.writeHead(503).end())
    expect(await usdt.look()).toBeUndefined()
    await later(11 * MINUTE_MS)
    expect(await usdt.lateNow()).toBe(1n)
  })

  test('looks at an open address every 15 seconds, later ones less often, and after 30 days no more', async () => {
    const { id } = await usdt.open(person, AMOUNT)
    const next = async () => {
      await usdt.look()
      return usdt.nextLookMs(id)
    }
    expect(await next()).toBe(15_000)
    await later(31 * MINUTE_MS)
    await expireRecharges(usdt.wallet.db)
    expect(await next()).toBe(MINUTE_MS)
    await later(HOUR_MS)
    expect(await next()).toBe(HOUR_MS)
    await later(2 * DAY_MS)
    expect(await next()).toBe(DAY_MS)
    await later(28 * DAY_MS)
    expect(await next()).toBeNull()
  })

  test('reads a long list of small payments to its end', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    // 260 transfers; an answer lists 200
    for (let n = 0; n < 26; n++)
      usdt.chain.pay(Array.from({ length: 10 }, () => ({ to: address, units: 1n })))
    usdt.pay(address, UNITS)
    for (let look = 0; look < 2; look++) await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
  })

  test('reads all transfers of a block, although an answer does not list them all', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    const many = Array.from({ length: 205 }, () => ({ to: address, units: 1n }))
    usdt.chain.payTogether([many, [{ to: address, units: UNITS }]])
    usdt.chain.mine(NEEDED)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
  })

  const recordsRead = async () => {
    usdt.nodes[0]!.asked.length = 0
    await usdt.look()
    return usdt.nodes[0]!.asked.filter((path) => path.endsWith('gettransactioninfobyid')).length
  }

  test('reads a payment before the transactions of others that a node lists with it, and those once', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    const foreign = Array.from({ length: 70 }, () => usdt.chain.pay({ to: STRANGER, units: 1n }))
    for (const txId of foreign) usdt.chain.listAlso(address, txId)
    usdt.chain.mine(NEEDED)
    expect(await recordsRead()).toBe(50)
    usdt.pay(address, UNITS)
    await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
    expect(await recordsRead()).toBe(0)
  })

  test('reads an old payment although a node lists many newer transactions that no block has', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    usdt.chain.pay({ to: address, units: UNITS })
    for (let n = 0; n < 120; n++) usdt.chain.listAlso(address)
    for (let look = 0; look < 3; look++) await usdt.look()
    expect(cryptoOf(await usdt.status(person, id)).confirmations).toEqual({ seen: 0, needed: NEEDED })
    usdt.chain.mine(NEEDED)
    for (let look = 0; look < 3; look++) await usdt.look()
    expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
  })

  test('reports a node that lists a part of a block and no way to the rest', async () => {
    const { address } = await usdt.open(person, AMOUNT)
    usdt.chain.payTogether([Array.from({ length: 201 }, () => ({ to: address, units: 1n }))])
    usdt.chain.mine(NEEDED)
    usdt.nodes[0]!.behave(({ answer }, response) => {
      const { meta: _, ...rest } = answer as { meta?: unknown }
      response.end(JSON.stringify(rest))
    })
    const before = alarms().length
    for (let look = 0; look < 2; look++) await usdt.look()
    expect(alarms().slice(before)).toEqual(['trc20_list'])
  })

  test('does not look at an address that was planted, and shows it to nobody', async () => {
    const { id, address } = await usdt.open(person, AMOUNT)
    const plant = 'update trc20_address set index = index + $2 where recharge_id = $1'
    await usdt.wallet.owner.query(plant, [id, 1_000])
    usdt.pay(address, UNITS)
    const before = alarms().length
    await usdt.look()
    expect(alarms().slice(before)).toEqual(['trc20_address'])
    expect((await usdt.status(person, id)).instructions).toBeNull()
    expect(await usdt.wallet.balance(person)).toBe(0n)
    await usdt.wallet.owner.query(plant, [id, -1_000])
  })
})
