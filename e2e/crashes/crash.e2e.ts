/**
 * kill -9 during a sale: every acknowledged purchase is there, every unanswered purchase has exactly one effect, and every
 * invariant holds. The same rounds on a database that loses commits fail.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyProof } from '@fairlot/fairness/verify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import {
  attempt,
  lost,
  ordersOf,
  settle,
  startLoad,
  type Acknowledged,
  type Buyer,
  type Load,
} from '../support/load.ts'
import { seed, seeded } from '../support/seeded.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const BUYERS = 24
const BALANCE = '100000.00'
const SHARES = 40_000
const ROUNDS = rounds(5, 3)
/** A database that loses commits must lose a purchase within so many rounds; otherwise the rounds prove nothing. */
const ROUNDS_TO_LOSE = 4

let server: ServerProcess
let stage: Backstage
let buyers: Buyer[]
const moment = seeded(seed)

beforeAll(async () => {
  console.log(`crash rounds: E2E_SEED=${seed}`)
  server = await serverProcess()
  await server.start()
  stage = await backstage(server)
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => stage.member({ balance: BALANCE })))
})
afterAll(async () => {
  await stage?.close()
  await server?.dispose()
})

/** Lets the buyers buy for a random time, and then calls `happen`. */
async function interrupted(issue: string, happen: () => Promise<void>): Promise<Load> {
  const load = startLoad(buyers, issue)
  await until('a purchase is acknowledged', async () => load.acknowledged.length > 0)
  await delay(moment(50, 700))
  const before = load.acknowledged.length
  await happen()
  await load.stop()
  expect(before).toBeGreaterThan(0)
  return load
}

/** A retry with the same request id decides each unknown purchase; a second retry gets the same answer. */
async function settled(load: Load): Promise<Acknowledged[]> {
  return Promise.all(
    load.open.map(async (open) => {
      const first = await settle(open)
      const again = await settle(open)
      expect(again).toEqual(first)
      if (!('receipt' in first)) throw new Error(`an unknown purchase was refused: ${first.refused}`)
      return { ...open, receipt: first.receipt }
    }),
  )
}

/** Each buyer has exactly the orders and the balance that the server's answers add up to. */
async function expectOneEffectEach(all: readonly Acknowledged[]): Promise<void> {
  expect(await lost(all)).toEqual([])
  for (const buyer of buyers) {
    const own = all.filter((one) => one.buyer === buyer)
    expect([...(await ordersOf(buyer)).keys()].toSorted()).toEqual(
      own.map(({ receipt }) => receipt.order).toSorted(),
    )
    const spent = own.reduce((sum, { receipt }) => sum + parseMoney(receipt.amount), 0n)
    const { balance } = await buyer.client.call(ENDPOINTS.account, {})
    expect(parseMoney(balance)).toBe(parseMoney(BALANCE) - spent)
  }
}

async function expectSound(): Promise<void> {
  const { code, output } = await server.doctor()
  expect(output).toContain('sound')
  expect(code, output).toBe(0)
}

describe('kill -9 during a sale', () => {
  const all: Acknowledged[] = []
  let issue: string

  beforeAll(async () => {
    issue = await stage.sell({ code: 'CRASH', shares: SHARES, grade: 'salt' })
  })

  async function checked(load: Load): Promise<void> {
    expect(load.refused).toEqual([])
    all.push(...load.acknowledged, ...(await settled(load)))
    await expectOneEffectEach(all)
    // A retry gets the same answer as before the crash.
    for (const { receipt, ...sent } of load.acknowledged.slice(-BUYERS)) {
      expect(await attempt(sent)).toEqual({ receipt })
    }
    await expectSound()
  }

  test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))('of the server, round %i', async () => {
    const load = await interrupted(issue, () => server.kill())
    await server.start()
    await checked(load)
  })

  test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))('of PostgreSQL, round %i', async (round) => {
    const load = await interrupted(issue, () => server.killPostgres(round % 2 ? 'all' : 'postmaster'))
    await server.recovered()
    await checked(load)
  })

  test('sells the rest of the issue and draws it', async () => {
    const bought = all.reduce((sum, { quantity }) => sum + quantity, 0)
    const each = Math.floor((SHARES - bought) / BUYERS)
    const rest = SHARES - bought - each * BUYERS
    const shopping = buyers.map(async (buyer, n) => {
      const last = { buyer, issue, quantity: each + (n === 0 ? rest : 0), requestId: crypto.randomUUID() }
      const told = await settle(last)
      if (!('receipt' in told)) throw new Error(`refused: ${told.refused}`)
      all.push({ ...last, receipt: told.receipt })
    })
    await Promise.all(shopping)
    const { client } = buyers[0]!
    await until('the issue is drawn', async () => {
      const { card } = await client.call(ENDPOINTS.goodsDetail, { issue })
      expect(card.sold).toBe(SHARES)
      return card.status === 'drawn'
    })
    const proof = await client.call(ENDPOINTS.proof, { issue })
    const { ok, failed } = verifyProof(proof)
    expect({ ok, failed }).toMatchObject({ ok: true })
    await expectOneEffectEach(all)
    await expectSound()
  })
})

describe('a database that loses commits', () => {
  /** From now on PostgreSQL acknowledges commits of the server's role up to ten seconds before they are on disk. */
  async function forget(): Promise<void> {
    const superuser = new pg.Client({ connectionString: stage.superuserUrl })
    await superuser.connect()
    try {
      await superuser.query(`alter system set wal_writer_delay = '10s'`)
      await superuser.query(`alter system set wal_writer_flush_after = '1GB'`)
      await superuser.query('alter system set bgwriter_lru_maxpages = 0')
      await superuser.query('alter role fairlot_app set synchronous_commit = off')
      await superuser.query('select pg_reload_conf()')
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fairlot_app'`,
      )
    } finally {
      await superuser.end()
    }
    await server.recovered()
  }

  test('is found within a few rounds', async () => {
    const issue = await stage.sell({ code: 'FORGET', shares: 100_000, grade: 'salt' })
    await forget()
    let missing: Acknowledged[] = []
    for (let round = 1; round <= ROUNDS_TO_LOSE && missing.length === 0; round++) {
      const load = await interrupted(issue, () => server.killPostgres('all'))
      await server.recovered()
      missing = await lost(load.acknowledged)
      console.log(`round ${round}: ${missing.length} of ${load.acknowledged.length} purchases were forgotten`)
    }
    expect(missing.length).toBeGreaterThan(0)
  })
})
