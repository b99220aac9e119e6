import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { latestRoundAt } from '@fairlot/fairness/beacon'
import type { Db } from '../../../platform/db.ts'
import { testClock } from '../../../testing/clock.ts'
import { createBeacons } from '../../fair/index.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { HANG_MS } from '../../../testing/hang.ts'
import {
  buyShares,
  drawAll,
  drawMall,
  openTestIssue,
  sellOut,
  verifyIssue,
  type DrawMall,
} from './draws.fixture.ts'
import { createDraws } from './draws.jobs.ts'
import { drawIssue } from './draw.ts'
import { openIssue } from '../issues/open-issue.ts'
import { WINNING_TIER } from '../issues/tiers.ts'
import { sealIssue } from './seal.ts'
import { settleChunk } from './settlement.ts'

let world: DrawMall

beforeAll(async () => {
  world = await drawMall()
})
afterAll(async () => {
  await world.mall.close()
})

const one = async <Row>(sql: string, values: unknown[]) => (await world.mall.db.query<Row>(sql, values))[0]!
const statusOf = async (issueId: string) =>
  (await one<{ status: string }>('select status from issue where issue_id = $1', [issueId])).status

describe('a draw verifies', () => {
  const cases = (['all', 'before-final'] as const).flatMap((timesCounted) =>
    (['plain', 'salt', 'beacon'] as const).map((grade) => ({ timesCounted, grade })),
  )
  test.each(cases)('timesCounted $timesCounted, grade $grade', async ({ timesCounted, grade }) => {
    const { issueId, number } = await openTestIssue(world, { shares: 12, timesCounted, grade })
    const members = await sellOut(world, number, 12, 3)
    await drawAll(world)
    expect(world.errors).toEqual([])
    expect(await statusOf(issueId)).toBe('drawn')
    expect(await verifyIssue(world, number)).toMatchObject({
      ok: true,
      verdict: 'verified',
      badge: grade === 'beacon' ? 'beacon-local' : grade,
    })
    const draw = await one<{ code: number; member_id: string; purchase_id: string }>(
      'select code, member_id, purchase_id from issue_draw where issue_id = $1',
      [issueId],
    )
    expect(members).toContain(draw.member_id)
    const results = await world.mall.db.query<{ result: string; purchase_id: string; first_code: number }>(
      'select result, purchase_id, position as first_code from purchase where subject_id = $1 and settled',
      [issueId],
    )
    expect(results).toHaveLength(4)
    for (const { result, purchase_id, first_code } of results) {
      expect(result).toBe(draw.code >= first_code && draw.code < first_code + 3 ? 'won' : 'not_won')
      expect(result === 'won').toBe(purchase_id === draw.purchase_id)
    }
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

test('keeps the recycling amount in escrow, sets rewards aside and transfers the rest to the house', async () => {
  const { issueId, number } = await openTestIssue(world, {
    shares: 10,
    marketPrice: 33_333n,
    recyclePercent: 80,
  })
  await sellOut(world, number, 10)
  const balance = async (name: string) =>
    (await one<{ balance: bigint }>(`select balance from house_account where name = $1`, [name])).balance
  const before = { sales: await balance('sales'), marketing: await balance('marketing') }
  const rewards = 2_000n + 2_250n
  await drawAll(world)
  const { pool } = await one<{ pool: bigint }>('select pool from issue where issue_id = $1', [issueId])
  expect(pool).toBe(26_666n)
  expect((await balance('sales')) - before.sales).toBe(100_000n - 26_666n - rewards)
  expect((await balance('marketing')) - before.marketing).toBe(rewards)
  const [prize] = await world.mall.db.query(
    'select p.tier, p.value, p.status, p.member_id = d.member_id as winner, p.won_at = d.drawn_at as at from prize p join issue_draw d using (issue_id) where issue_id = $1',
    [issueId],
  )
  expect(prize).toEqual({ tier: WINNING_TIER, value: 33_333n, status: 'won', winner: true, at: true })
})

/** The loop of a second process, which shares only the database with the first. */
const secondProcess = () => createDraws({ ...world.options })

describe('exactly once', () => {
  test('concurrent seals, draws and settlements give one seal, one draw and one settlement', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 20 })
    await sellOut(world, number, 20)
    const sealed = await Promise.all([1, 2, 3].map(() => sealIssue(world.options, issueId)))
    expect(sealed.filter(Boolean)).toHaveLength(1)
    expect(await drawIssue(world.options, issueId)).toBe('waiting')
    await world.mall.database.advanceClock(40_000)
    const drawn = await Promise.all([1, 2, 3].map(() => drawIssue(world.options, issueId)))
    expect(drawn.toSorted()).toEqual(['drawn', 'nothing', 'nothing'])
    await Promise.all([1, 2, 3].map(() => settleChunk(world.mall.db, issueId, 7)))
    await Promise.all([world.draws.runDue(), secondProcess().runDue()])
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('two concurrent loops take several issues to their draws once each', async () => {
    const other = secondProcess()
    const issues = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        openTestIssue(world, { shares: 6, grade: n % 2 ? 'salt' : 'beacon', maxIssues: 2 }),
      ),
    )
    for (const { number } of issues) await sellOut(world, number, 6)
    await Promise.all([world.draws.runDue(), other.runDue(), world.draws.runDue()])
    await world.mall.database.advanceClock(40_000)
    await Promise.all([other.runDue(), world.draws.runDue()])
    for (const { issueId, number, code } of issues) {
      expect(await statusOf(issueId)).toBe('drawn')
      expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
      expect(await one('select issued from product where code = $1', [code])).toEqual({ issued: 2 })
    }
    expect(world.errors).toEqual([])
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('continues after a stop at sale, seal, draw or in the settlement', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 30 })
    const members = await sellOut(world, number, 30)
    expect(await drawIssue(world.options, issueId)).toBe('nothing')
    expect(await sealIssue(world.options, issueId)).toBe(true)
    expect(await sealIssue(world.options, issueId)).toBe(false)
    await world.mall.database.advanceClock(40_000)
    expect(await drawIssue(world.options, issueId)).toBe('drawn')
    expect(await settleChunk(world.mall.db, issueId, 8)).toBe(true)
    const open = async () =>
      (
        await one<{ open: number }>(
          'select sum(open_orders)::int as open from wallet where member_id = any($1)',
          [members],
        )
      ).open
    expect(await open()).toBe(22)
    await secondProcess().runDue()
    expect(await open()).toBe(0)
    expect(
      await one(
        'select through_seq, finished_at is not null as done from issue_settlement where issue_id = $1',
        [issueId],
      ),
    ).toEqual({
      through_seq: 30,
      done: true,
    })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('settles 5,000 orders once each, although the settlement is killed repeatedly', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 5_000, grade: 'salt' })
    const members = await testMembers(world.mall, 100, 10_000n * 50n)
    for (let order = 0; order < 50; order++) await buyShares(world, number, members)
    await sealIssue(world.options, issueId)
    await drawIssue(world.options, issueId)
    const killer = killedAfter(world, 3)
    for (let tries = 0; tries < 50; tries++) {
      const more = await settleChunk(killer, issueId, 700).catch(() => true)
      if (!more) break
    }
    expect(
      await one(
        `select count(*) filter (where settled)::int as settled, count(*) filter (where result = 'won')::int as won
         from purchase where subject_id = $1`,
        [issueId],
      ),
    ).toEqual({ settled: 5_000, won: 1 })
    expect(await one('select count(*)::int as prizes from prize where issue_id = $1', [issueId])).toEqual({
      prizes: 1,
    })
    await world.options.writer.flush(world.mall.db)
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

/** A database that cuts the connection at the end of every transaction except each `every`th. */
function killedAfter({ mall }: DrawMall, every: number): Db {
  let transactions = 0
  return {
    ...mall.db,
    tx: (work) =>
      mall.db.tx(async (tx) => {
        const result = await work(tx)
        if (++transactions % every !== 0) await tx.query('select pg_terminate_backend(pg_backend_pid())')
        return result
      }),
  }
}

test('settles no order of a chunk while one of them is undecided', async () => {
  const { issueId, number } = await openTestIssue(world, { shares: 3, grade: 'salt' })
  await sellOut(world, number, 3)
  await sealIssue(world.options, issueId)
  await drawIssue(world.options, issueId)
  const [held] = await world.mall.owner.query<{ purchase_id: string; first_code: number }>(
    `update purchase set state = 'held' where purchase_id = (
       select purchase_id from issue_sale where issue_id = $1 and seq = 2) returning purchase_id, position as first_code`,
    [issueId],
  )
  await expect(settleChunk(world.mall.db, issueId)).rejects.toThrow('2 of 3 purchases could be settled')
  const settled = async () =>
    (
      await one<{ n: number }>('select count(*)::int as n from purchase where subject_id = $1 and settled', [
        issueId,
      ])
    ).n
  expect(await settled()).toBe(0)
  await world.mall.owner.query(`update purchase set state = 'done' where purchase_id = $1`, [
    held!.purchase_id,
  ])
  expect(await settleChunk(world.mall.db, issueId)).toBe(false)
  expect(await settled()).toBe(3)
  expect(await breaches(world.mall.db)).toEqual([])
})

test('runs due steps between start and stop only', async () => {
  const draws = secondProcess()
  draws.start()
  const first = await openTestIssue(world, { shares: 2, grade: 'salt' })
  await sellOut(world, first.number, 2)
  await vi.waitFor(async () => expect(await statusOf(first.issueId)).toBe('drawn'), HANG_MS)
  await draws.stop()
  const second = await openTestIssue(world, { shares: 2, grade: 'salt' })
  await sellOut(world, second.number, 2)
  draws.wake()
  await draws.runDue()
  expect(await statusOf(second.issueId)).toBe('sold_out')
  await world.draws.runDue()
  expect(await statusOf(second.issueId)).toBe('drawn')
})

describe('the next issue', () => {
  test('opens once at the sell-out, with a new salt', async () => {
    const { issueId, number, code } = await openTestIssue(world, { shares: 4 })
    await sellOut(world, number, 4)
    await Promise.all([world.draws.runDue(), openIssue(world.options, code), openIssue(world.options, code)])
    const issues = await world.mall.db.query<{ number: string; status: string; commitment: string }>(
      'select t.number, i.status, t.commitment from issue_terms t join issue i using (issue_id) where code = $1 order by sequence',
      [code],
    )
    expect(issues.map(({ number: n, status }) => [n, status])).toEqual([
      [`${code}-0001`, 'sold_out'],
      [`${code}-0002`, 'selling'],
    ])
    expect(issues[0]!.commitment).not.toBe(issues[1]!.commitment)
    expect(await one('select sum(sold)::int as sold from issue where issue_id = $1', [issueId])).toEqual({
      sold: 4,
    })
  })

  test('does not open above the number of issues or while the product is paused', async () => {
    const last = await openTestIssue(world, { shares: 2, maxIssues: 1 })
    const paused = await openTestIssue(world, { shares: 2 })
    await sellOut(world, last.number, 2)
    await sellOut(world, paused.number, 2)
    await world.mall.db.query(`update product set state = 'paused' where code = $1`, [paused.code])
    await world.draws.runDue()
    expect(await openIssue(world.options, last.code)).toBeNull()
    expect(await openIssue(world.options, paused.code)).toBeNull()
    expect(await openIssue(world.options, 'NOSUCH')).toBeNull()
    await world.mall.db.query(`update product set state = 'active' where code = $1`, [paused.code])
    await secondProcess().runDue()
    expect(await openIssue(world.options, paused.code)).toMatchObject({
      number: `${paused.code}-0002`,
      opened: false,
    })
  })
})

describe('an inconsistent issue is not drawn', () => {
  test('logs an error for an issue whose sum of times is wrong, and draws the others', async () => {
    const broken = await openTestIssue(world, { shares: 3 })
    const sound = await openTestIssue(world, { shares: 3, grade: 'salt' })
    await sellOut(world, broken.number, 3)
    await sellOut(world, sound.number, 3)
    const clock = testClock(Date.now())
    const draws = createDraws({ ...world.options, clock })
    await world.mall.owner.query('update issue set time_sum = time_sum + 1 where issue_id = $1', [
      broken.issueId,
    ])
    await draws.runDue()
    expect(world.errors.splice(0)).toEqual([
      `issue ${broken.number} cannot be sealed: the sum of times is not the one that the sale counted`,
    ])
    expect(await statusOf(sound.issueId)).toBe('drawn')
    await world.mall.owner.query('update issue set time_sum = time_sum - 1 where issue_id = $1', [
      broken.issueId,
    ])
    await draws.runDue()
    expect(await sealed(broken.issueId)).toBe(false)
    clock.advance(1_000)
    await draws.runDue()
    expect(await sealed(broken.issueId)).toBe(true)
  })

  test('refuses an issue with a missing order or another salt', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 3 })
    await sellOut(world, number, 3)
    const [cut] = await world.mall.owner.query<{ row: object }>(
      'delete from issue_sale s where issue_id = $1 and seq = 2 returning to_jsonb(s) as row',
      [issueId],
    )
    await expect(sealIssue(world.options, issueId)).rejects.toThrow('2 orders are stored, 3 were sold')
    await world.mall.owner.query(
      'insert into issue_sale select * from jsonb_populate_record(null::issue_sale, $1)',
      [JSON.stringify(cut!.row)],
    )
    const { sealed: foreign } = world.options.salts.make(number)
    const [own] = await world.mall.owner.query<{ salt: Uint8Array }>(
      'select salt from issue_secret where issue_id = $1',
      [issueId],
    )
    const store = (salt: Uint8Array) =>
      world.mall.owner.query('update issue_secret set salt = $2 where issue_id = $1', [issueId, salt])
    await store(foreign.bytes)
    await expect(sealIssue(world.options, issueId)).rejects.toThrow('does not match the commitment')
    await store(own!.salt)
    expect(await sealIssue(world.options, issueId)).toBe(true)
  })

  test('waits for a beacon round that is not published, and refuses the signature of another round', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 2 })
    await sellOut(world, number, 2)
    await sealIssue(world.options, issueId)
    await world.mall.database.advanceClock(40_000)
    const { current } = world.options.beacons
    const answering = (signature: () => Promise<string | null>) => ({
      ...world.options,
      beacons: createBeacons({ ...current, signature }),
    })
    expect(
      await drawIssue(
        answering(async () => null),
        issueId,
      ),
    ).toBe('waiting')
    const [seal] = await world.mall.db.query<{ round: bigint }>(
      'select round from issue_seal where issue_id = $1',
      [issueId],
    )
    const early = await current.signature(Number(seal!.round) - 1)
    await expect(
      drawIssue(
        answering(async () => early),
        issueId,
      ),
    ).rejects.toThrow("is not the beacon's")
    expect(await drawIssue(world.options, issueId)).toBe('drawn')
  })

  test('the local beacon does not sign a round before its time', async () => {
    const { current } = world.options.beacons
    const latest = latestRoundAt(await world.now(), current.chain)
    expect(await current.signature(latest)).toMatch(/^[0-9a-f]{96}$/)
    expect(await current.signature(latest + 10)).toBeNull()
  })
})

const sealed = async (issueId: string) =>
  (await world.mall.db.query('select 1 from issue_seal where issue_id = $1', [issueId])).length > 0

test('the database role of the server cannot change or delete terms, seals, draws and orders', async () => {
  const attempts = [
    `update issue_terms set price = 1`,
    `delete from issue_terms`,
    `update issue_seal set sum = 1`,
    `update issue_draw set code = 1000001`,
    `delete from issue_draw`,
    `update issue_secret set salt = ''`,
    `update issue_sale set ordered_ms = 1`,
    `truncate issue_draw`,
    `update issue_terms set demo = true`,
    `update issue_terms set witnesses = null`,
    `update issue_running set hash = sha256(hash)`,
    `delete from issue_running`,
  ]
  for (const sql of attempts) await expect(world.mall.db.query(sql), sql).rejects.toThrow(/permission denied/)
  // a scheduled issue gets the rules of its opening
  await openTestIssue(world, { shares: 2, grade: 'salt' })
  const rules = 'update issue set log_rules = 3 where opened_at is not null'
  await expect(world.mall.db.query(rules)).rejects.toThrow('issue_rules: this change is not allowed')
})
