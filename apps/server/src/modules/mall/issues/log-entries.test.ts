import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planted } from '../../../testing/planted.ts'
import { dyingAt } from '../../fair/log/log.fixture.ts'
import { createLogWriter, fairChecks } from '../../fair/index.ts'
import { fundHouse } from '../../ledger/index.ts'
import { drawIssue } from '../draws/draw.ts'
import { drawAll, drawMall, openTestIssue, sellOut, type DrawMall } from '../draws/draws.fixture.ts'
import { sealIssue } from '../draws/seal.ts'
import { homeChecks } from '../../home/home.checks.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'

let world: DrawMall
beforeAll(async () => {
  world = await drawMall()
  // the doctor's checks compare the log with the database's deployment id
  const [row] = await world.mall.db.query<{ id: string }>('select id from deployment')
  Object.assign(world.options.writer, createLogWriter({ deployment: row!.id, seed: '5c'.repeat(32) }))
})
afterAll(() => world.mall.close())

const fundingChecks = homeChecks.filter(({ title }) => title.includes('house funding'))

async function breaches(): Promise<string[]> {
  const found: string[] = []
  for (const { title, sql } of [...fairChecks, ...mallLogChecks, ...fundingChecks]) {
    const [row] = await world.mall.db.query<{ breaches: bigint; figure: string }>(sql)
    if (row!.breaches !== 0n) found.push(`${title} (${row!.figure})`)
  }
  return found
}
const kindsOf = async (number: string) =>
  (
    await world.mall.db.query<{ kind: string }>(
      'select kind from log_entry where subject = $1 order by index',
      [number],
    )
  ).map(({ kind }) => kind)

describe('a draw in the log', () => {
  test.each(['plain', 'salt', 'beacon'] as const)(
    'grade %s: the proof with its log verifies',
    async (grade) => {
      const { number } = await openTestIssue(world, { shares: 6, grade })
      await sellOut(world, number, 6)
      await drawAll(world)
      expect(await kindsOf(number)).toEqual(['issue-open', 'issue-seal', 'issue-draw'])
      const proof = await world.proofs.of(number)
      const { publicKey } = world.options.writer
      expect(verifyProof(structuredClone(proof), { publicKey })).toMatchObject({ verdict: 'verified' })
      // the proof does not change when the log grows
      await openTestIssue(world, { shares: 2 })
      await world.options.writer.flush(world.mall.db, { checkpoint: true })
      expect(await world.proofs.of(number)).toEqual(proof)
      expect(world.errors).toEqual([])
      expect(await breaches()).toEqual([])
    },
  )

  test('a checkpoint covers the seal before the beacon round is published', async () => {
    const { number } = await openTestIssue(world, { shares: 2 })
    await sellOut(world, number, 2)
    await drawAll(world)
    const { seal, log } = await world.proofs.of(number)
    const signed = parseCheckpoint(log!.sealCheckpoint!)!
    const { chain } = world.options.beacons.current
    expect(signed.timeMs).toBeLessThan(roundTimeMs(seal.round!, chain) - 25_000)
  })
})

describe('a seal exists exactly when it is published', () => {
  test('also when the server stops before or after any statement of seal or draw', async () => {
    const { db } = world.mall
    let stops = 0
    for (const when of ['before', 'after'] as const) {
      for (let statement = 1, whole = false; !whole; statement++) {
        const { issueId, number } = await openTestIssue(world, { shares: 2, maxIssues: 1 })
        await sellOut(world, number, 2)
        // appends the pending opening first, so that the counted statements are those of the seal
        await world.options.writer.flush(db)
        const dying = dyingAt(db, statement, when)
        const sealed = await sealIssue({ ...world.options, db: dying }, issueId).catch(() => false)
        expect(await kindsOf(number)).toEqual(sealed ? ['issue-open', 'issue-seal'] : ['issue-open'])
        expect(await breaches()).toEqual([])
        if (!sealed) expect(await sealIssue(world.options, issueId)).toBe(true)
        await world.mall.database.advanceClock(40_000)
        const drawn = await drawIssue({ ...world.options, db: dyingAt(db, statement, when) }, issueId).catch(
          () => 'stopped',
        )
        await world.options.writer.flush(db)
        expect(await kindsOf(number)).toHaveLength(drawn === 'drawn' ? 3 : 2)
        if (drawn !== 'drawn') expect(await drawIssue(world.options, issueId)).toBe('drawn')
        await world.options.writer.flush(db)
        const { publicKey } = world.options.writer
        expect(verifyProof(await world.proofs.of(number), { publicKey })).toMatchObject({
          verdict: 'verified',
        })
        whole = sealed && drawn === 'drawn'
        if (!whole) stops++
      }
    }
    expect(stops).toBeGreaterThan(20)
    expect(await breaches()).toEqual([])
  })

  test('the draw waits until a checkpoint covers the seal', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 2, grade: 'salt' })
    await sellOut(world, number, 2)
    await sealIssue(world.options, issueId)
    const { writer } = world.options
    const uncovered = { ...writer, covers: async () => false }
    expect(await drawIssue({ ...world.options, writer: uncovered }, issueId)).toBe('waiting')
    expect(await drawIssue(world.options, issueId)).toBe('drawn')
  })

  test('an issue is not sealed when the checkpoint would be later than the beacon round', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 2 })
    await sellOut(world, number, 2)
    const { writer, beacons } = world.options
    const late = {
      ...writer,
      async publish(...args: Parameters<typeof writer.publish>) {
        const checkpoint = await writer.publish(...args)
        return { ...checkpoint, timeMs: checkpoint.timeMs + 40_000 }
      },
    }
    await expect(sealIssue({ ...world.options, writer: late }, issueId)).rejects.toThrow('was not published')
    expect(await kindsOf(number)).toEqual(['issue-open'])
    expect(await sealIssue({ ...world.options, beacons }, issueId)).toBe(true)
  })
})

describe('the doctor finds an entry that is missing or differs from the event', () => {
  const changed = expect.stringContaining('every opening and seal is in the log as it happened')
  const funded = expect.stringContaining('every house funding is in the log as it was stated')
  const waiting = expect.stringContaining('no opening or seal waits to be appended')

  test('terms of an open issue that were changed', async () => {
    const { owner } = world.mall
    const { issueId } = await openTestIssue(world, { shares: 2 })
    expect(await breaches()).toEqual([])
    for (const change of [
      'prize_value = 9999',
      'recycle_percent = 1',
      'max_per_member = 1',
      'min_vip = 1',
      'demo = true',
      `grade = 'witnessed', witnesses = array['w']`,
    ]) {
      await owner.query(
        `create temporary table kept as select * from issue_terms where issue_id = '${issueId}'`,
      )
      await owner.query(`update issue_terms set ${change} where issue_id = $1`, [issueId])
      expect(await breaches(), change).toEqual([changed])
      const columns = 'prize_value, recycle_percent, max_per_member, min_vip, demo, grade, witnesses'
      await owner.query(
        `update issue_terms t set (${columns}) = (select ${columns} from kept) where issue_id = $1`,
        [issueId],
      )
      await owner.query('drop table kept')
    }
    for (const [change, undo] of [
      ['closes_ms = closes_ms + 1', 'closes_ms = closes_ms - 1'],
      ['log_rules = 1', 'log_rules = 2'],
      [`opened_at = opened_at - interval '1 ms'`, `opened_at = opened_at + interval '1 ms'`],
    ]) {
      await owner.query(`update issue set ${change} where issue_id = $1`, [issueId])
      expect(await breaches(), change).toEqual([changed])
      await owner.query(`update issue set ${undo} where issue_id = $1`, [issueId])
    }
    expect(await breaches()).toEqual([])
  })

  test('an opening or a seal that waits, as if it could be published later', async () => {
    const { db, owner } = world.mall
    const entry = { t: 'issue-seal', issue: 'X-0001', at: 1 }
    await db.query('insert into log_pending (entry) values ($1)', [entry])
    expect(await breaches()).toEqual([waiting])
    await owner.query('delete from log_pending')
    expect(await breaches()).toEqual([])
  })

  test('a log that has begun for another deployment', async () => {
    const { owner } = world.mall
    await owner.query(`update deployment set id = id || 'x'`)
    expect(await breaches()).toContainEqual(expect.stringContaining('each log begins once'))
    await owner.query(`update deployment set id = left(id, -1)`)
    expect(await breaches()).toEqual([])
  })

  test('an entry that is filed under another issue', async () => {
    const { owner } = world.mall
    const { number } = await openTestIssue(world, { shares: 2 })
    await owner.query('update log_entry set subject = null where subject = $1', [number])
    expect(await breaches()).toContainEqual(expect.stringContaining('every entry is filed under its kind'))
    await owner.query(`update log_entry set subject = $1 where bytes::jsonb ->> 'issue' = $1`, [number])
    expect(await breaches()).toEqual([])
  })

  test('a funding whose entry is missing or states another amount', async () => {
    const { db } = world.mall
    const funding = { account: 'marketing', amount: 70_000n, reference: 'BANK 70' } as const
    expect(await db.tx((tx) => fundHouse(tx, funding))).not.toBeNull()
    expect(await breaches()).toEqual([funded])
    const entry = { t: 'funding', account: 'marketing', reference: 'BANK 70', at: 1 } as const
    await db.tx((tx) => world.options.writer.enqueue(tx, { ...entry, amount: '70001' }))
    expect(await breaches()).toEqual([funded])
    await db.tx((tx) => world.options.writer.enqueue(tx, { ...entry, amount: '70000' }))
    expect(await breaches()).toEqual([])
    await world.options.writer.flush(db)
    expect(await breaches()).toEqual([])
  })

  test('a seal that no checkpoint covers, while other entries are pending', async () => {
    const { db, owner } = world.mall
    const { number } = await openTestIssue(world, { shares: 2 })
    await sellOut(world, number, 2)
    await drawAll(world)
    const entry = { t: 'funding', account: 'marketing', amount: '1', reference: 'BANK 71', at: 1 } as const
    await db.tx((tx) => world.options.writer.enqueue(tx, entry))
    expect(await breaches()).toEqual([])
    const found = await planted(owner, [...fairChecks, ...mallLogChecks], 'delete from log_checkpoint')
    expect(found).toEqual(
      expect.arrayContaining([
        'no issue is sealed without a checkpoint that covers its seal',
        'no row of the checkpoints was changed or removed',
      ]),
    )
    expect(await breaches()).toEqual([])
  })
})

test('the doctor reports a clock offset in a deployment with real money', async () => {
  const { database, owner } = world.mall
  await database.setClockOffset(-60_000)
  expect(await breaches()).toEqual([])
  await owner.query(`update deployment set money_mode = 'real'`)
  expect(await breaches()).toEqual([
    expect.stringContaining('each log begins once'),
    expect.stringContaining('with real money business time'),
  ])
  await database.setClockOffset(0)
  await owner.query(`update deployment set money_mode = 'sandbox'`)
  expect(await breaches()).toEqual([])
})
