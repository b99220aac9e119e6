import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { beside } from '../../../testing/beside.ts'
import { breaches, testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { shareSeller } from '../../mall/sales/share-seller.ts'
import type { Purchase } from '../../mall/sales/buy.ts'
import { createBatcher, QueueFull } from './batcher.ts'
import { balances } from '../wallets.ts'
import { purchaseKeys } from './purchase-keys.ts'
import { createLane, type Lane } from './lane.ts'
import type { PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import { runBatch } from './runner.ts'
import { oneLane } from './statements.ts'

const UNIT = 10_000n
const APPLICATION = 'fairlot-shares'
let mall: TestMall

beforeAll(async () => {
  mall = await testMall()
})
afterAll(() => mall.close())

/** Kills every connection of the hot path. @returns how many there were */
async function killLanes(): Promise<number> {
  const killed = await mall.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [APPLICATION],
  )
  return killed.length
}

function item(member: string, subject: string, change: Partial<PurchaseRequest> = {}): PurchaseRequest {
  return {
    ...purchaseKeys(member, randomUUID()),
    subject,
    quantity: 1,
    amount: UNIT,
    maxPerMember: 0,
    ...change,
  }
}

describe('connections that die', () => {
  test('killed repeatedly under 64 buyers: every purchase is answered and stored once', async () => {
    const buyers = await testMembers(mall, 64, 100n * UNIT)
    const issues = [
      await testIssue(mall, { shares: 2_000, price: UNIT }),
      await testIssue(mall, { shares: 150, price: UNIT }),
    ]
    const acknowledged: Purchase[] = []
    const refused: string[] = []
    const kills: Promise<number>[] = []
    let answered = 0
    let nextKill = 5

    /** Kills at random moments of the work, never by the clock. */
    function maybeKill() {
      if (++answered < nextKill) return
      nextKill += 20 + Math.floor(Math.random() * 40)
      kills.push(killLanes())
    }
    async function buy(member: string, n: number) {
      for (let turn = 0; turn < 15; turn++) {
        const issue = issues[(n + turn) % 5 === 0 ? 1 : 0]!
        try {
          const request = { member, issue: issue.number, quantity: 1 + (n % 2), requestId: randomUUID() }
          acknowledged.push(await mall.sales.buy(request))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refused.push(error.code)
        }
        maybeKill()
      }
    }
    await Promise.all(buyers.map(buy))

    const killed = (await Promise.all(kills)).reduce((sum, count) => sum + count, 0)
    expect(killed).toBeGreaterThan(10)
    expect(acknowledged.length + refused.length).toBe(64 * 15)
    expect(refused.filter((code) => code !== 'SOLD_OUT' && code !== 'NOT_ENOUGH_SHARES')).toEqual([])
    const rows = await mall.db.query<{ id: string; position: number }>(
      `select purchase_id as id, position from purchase where state = 'done' and member_id = any($1)`,
      [buyers],
    )
    expect(new Map(rows.map((row) => [row.id, row.position]))).toEqual(
      new Map(acknowledged.map((purchase) => [purchase.order, purchase.firstCode])),
    )
    expect(acknowledged.every((purchase) => purchase.decided)).toBe(true)
    expect(await breaches(mall.db)).toEqual([])
  })

  test('killed between two purchases: the next purchase connects again', async () => {
    const [member = ''] = await testMembers(mall, 1, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    await mall.seller.buy(item(member, issue.issueId))
    await killLanes()
    expect(await mall.seller.buy(item(member, issue.issueId))).toMatchObject({ outcome: 'done' })
  })

  test('killed just before the commit: nothing is stored; just after it: the retry finds the purchase', async () => {
    const [member = ''] = await testMembers(mall, 1, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    const lane = createLane(mall.database.appUrl, 'fairlot-test')
    const purchase = oneLane(shareSeller)
    for (const when of ['before', 'after'] as const) {
      let attempts = 0
      const wanted = item(member, issue.issueId)
      const results = await runBatch(
        spied(lane, async (client, commit) => {
          if (++attempts > 1) return commit()
          const committed = when === 'after' ? await commit() : null
          await mall.db.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot-test'`,
          )
          // the connection dies before the answer to the commit arrives
          return committed ? client.query('select 1') : commit()
        }),
        [wanted],
        purchase,
      )
      expect(results.get(wanted.id)).toMatchObject({ outcome: 'done' })
      expect(attempts).toBe(2)
    }
    await lane.close()
    expect((await balances(mall.db, member)).balance).toBe(8n * UNIT)
    expect(await breaches(mall.db)).toEqual([])
  })
})

/** A lane whose commits go through `onCommit`. */
function spied(
  lane: Lane,
  onCommit: (client: pg.Client, commit: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>,
): Lane {
  return {
    close: () => lane.close(),
    use: (work) =>
      lane.use((client) => {
        const query = ((...call: Parameters<pg.Client['query']>) =>
          (call[0] as unknown) === 'commit'
            ? onCommit(client, () => client.query('commit'))
            : client.query(...call)) as pg.Client['query']
        return work(
          new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) }),
        )
      }),
  }
}

describe('failures that pass', () => {
  beforeEach(async () => {
    await mall.owner.query('drop trigger if exists fault on issue_sale')
    await mall.owner.query('drop sequence if exists faults')
    await mall.owner.query('create sequence faults')
    await mall.owner.query('grant usage on sequence faults to fairlot_app')
  })
  afterAll(() => mall.owner.query('drop trigger if exists fault on issue_sale'))

  test.each([
    ['serialization failure', '40001'],
    ['deadlock', '40P01'],
    ['lock time-out', '55P03'],
    ['statement time-out', '57014'],
    ['read-only after a switchover', '25006'],
    ['shutdown', '57P01'],
    ['internal error', 'XX000'],
  ])('%s is tried again with the same ids', async (_, code) => {
    // a sequence is not rolled back, so the third try succeeds
    await mall.owner.query(
      `create or replace function fault() returns trigger language plpgsql as $$ begin
         if nextval('faults') <= 2 then raise exception 'injected' using errcode = '${code}'; end if;
         return null; end $$`,
    )
    await mall.owner.query(
      'create trigger fault before insert on issue_sale for each statement execute function fault()',
    )
    const members = await testMembers(mall, 5, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    const results = await Promise.all(members.map((member) => mall.seller.buy(item(member, issue.issueId))))
    expect(results.map((result) => result.outcome)).toEqual(members.map(() => 'done'))
    const [tries] = await mall.owner.query<{ last_value: bigint }>('select last_value from faults')
    expect(tries?.last_value).toBeGreaterThanOrEqual(3n)
    await mall.owner.query('drop trigger fault on issue_sale')
    expect(await breaches(mall.db)).toEqual([])
  })

  test('both sides of a real deadlock complete', async () => {
    const [member = ''] = await testMembers(mall, 1, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    let buying: Promise<PurchaseRequest> | undefined
    let bought = false
    // locks in the wrong order, which the pools of the tests refuse: first the issue, then the wallet that the purchase holds while it waits
    const against = createDb(mall.database.appUrl)
    await against.tx(async (tx) => {
      await tx.query('select 1 from issue where issue_id = $1 for update', [issue.issueId])
      buying ??= beside(() => mall.seller.buy(item(member, issue.issueId))).finally(() => (bought = true))
      // PostgreSQL ends one of the two; if it ends this transaction, the retry may find the purchase stored
      for (let waiting = 0; waiting === 0 && !bought;) {
        const [row] = await beside(() =>
          mall.db.query<{ count: bigint }>(
            `select count(*) as count from pg_stat_activity
             where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
            [APPLICATION],
          ),
        )
        waiting = Number(row?.count)
      }
      await tx.query('select 1 from wallet where member_id = $1 for update', [member])
    })
    await against.close()
    expect(await buying).toMatchObject({ outcome: 'done' })
    expect(await breaches(mall.db)).toEqual([])
  })

  test('a commit answered by ROLLBACK counts as a failure and is retried', async () => {
    const members = await testMembers(mall, 3, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    const lane = createLane(mall.database.appUrl, 'fairlot-test')
    let commits = 0
    const items = members.map((member) => item(member, issue.issueId))
    const results = await runBatch(
      spied(lane, (client, commit) => (++commits === 1 ? client.query('rollback') : commit())),
      items,
      oneLane(shareSeller),
    )
    await lane.close()
    expect(commits).toBe(2)
    expect([...results.values()]).toEqual(items.map(() => expect.objectContaining({ outcome: 'done' })))
    expect(await breaches(mall.db)).toEqual([])
  })
})

describe('items that cannot be written', () => {
  test.each([
    ['a quantity that the schema refuses', { quantity: 0 }, '23514'],
    ['an amount beyond what a column holds', { amount: 2n ** 63n }, '22003'],
    ['an id that is none', { subject: 'no uuid' }, undefined],
  ])('%s is rejected alone, the others of its batch go through', async (_, change, code) => {
    const members = await testMembers(mall, 40, 10n * UNIT)
    const issue = await testIssue(mall, { shares: 100, price: UNIT })
    const results = await Promise.allSettled(
      members.map((member, n) => mall.seller.buy(item(member, issue.issueId, n === 17 ? change : {}))),
    )
    const rejected = results.filter((result) => result.status === 'rejected')
    expect(results[17]).toBe(rejected[0])
    expect(rejected).toHaveLength(1)
    if (code === undefined) expect(rejected[0]?.reason).toBeInstanceOf(RangeError)
    else expect(rejected[0]?.reason).toMatchObject({ code })
    const outcomes = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.outcome] : [],
    )
    expect(outcomes).toEqual(Array.from({ length: 39 }, () => 'done'))
    expect(await breaches(mall.db)).toEqual([])
  })
})

const answersOf = (items: readonly PurchaseRequest[]) =>
  new Map<string, PurchaseAnswer>(
    items.map((one) => [
      one.id,
      { ...one, outcome: 'done', position: 1, reason: null, data: null, owned: 0, limit: null, room: null },
    ]),
  )

describe('the queue', () => {
  test('refuses purchases beyond its length, and answers all that it accepted', async () => {
    const gate = Promise.withResolvers<void>()
    const sizes: number[] = []
    const lane = async (items: readonly PurchaseRequest[]) => {
      await gate.promise
      sizes.push(items.length)
      return answersOf(items)
    }
    const batcher = createBatcher([lane, lane])
    const taken = Array.from({ length: 20_000 }, () => batcher.submit(item(randomUUID(), randomUUID())))
    await expect(batcher.submit(item(randomUUID(), randomUUID()))).rejects.toBeInstanceOf(QueueFull)
    gate.resolve()
    expect(await Promise.all(taken)).toHaveLength(20_000)
    await batcher.idle()
    expect(Math.max(...sizes)).toBe(256)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
  })

  test('has one purchase of a member in flight at a time; a failed batch rejects only its own purchases', async () => {
    const underWay = new Set<string>()
    const lane = async (items: readonly PurchaseRequest[]) => {
      for (const { member } of items) {
        if (underWay.has(member)) throw new Error('twice at once')
        underWay.add(member)
      }
      await new Promise(setImmediate)
      for (const { member } of items) underWay.delete(member)
      if (items.some((one) => one.subject === 'broken')) throw new Error('broken')
      return answersOf(items)
    }
    const batcher = createBatcher([lane, lane])
    const all = Array.from({ length: 3_000 }, (_, n) => batcher.submit(item(`member ${n % 70}`, 'whole')))
    expect(await Promise.all(all)).toHaveLength(3_000)
    await expect(batcher.submit(item('one', 'broken'))).rejects.toThrow('broken')
    expect(await batcher.submit(item('one', 'whole'))).toMatchObject({ member: 'one' })
    await batcher.idle()
  })
})
