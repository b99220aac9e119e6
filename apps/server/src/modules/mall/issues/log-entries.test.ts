import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsDirectory } from '../../../platform/migrate.ts'
import { audited, dyingAt, stored } from '../../fair/log/log.fixture.ts'
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
      expect(verifyProof(structuredClone(proof), { publicKey })).toMatchObject({ ok: true, complete: true })
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
    const signed = parseCheckpoint(log!.sealCheckpoint)!
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
        expect(verifyProof(await world.proofs.of(number), { publicKey })).toMatchObject({ complete: true })
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

test('the migration adds the entries of old issues in order, and old proofs show when they were added', async () => {
  const { db, owner } = world.mall
  const numbers: Record<string, string> = {}
  for (const grade of ['plain', 'salt', 'beacon'] as const) {
    const { number } = await openTestIssue(world, { shares: 3, grade, maxIssues: 1 })
    numbers[grade] = number
    await sellOut(world, number, 3)
  }
  await drawAll(world)
  const text = await readFile(path.join(migrationsDirectory, '0007_log.sql'), 'utf8')
  const before = await db.query<{ subject: string; kind: string; said: Record<string, unknown> }>(
    'select subject, kind, bytes::jsonb as said from log_entry order by subject, kind',
  )
  await owner.query('truncate log_cosignature, log_checkpoint, log_entry, log_node, log_pending')
  // the migration ran before the column had its present name
  const backfill = text
    .slice(text.indexOf('insert into log_pending'))
    .replaceAll('t.reading', 't.times_counted')
  await owner.query(backfill)
  const { writer } = world.options
  const appended = await writer.flush(db)
  expect(appended).toBe(before.length)
  const after = await db.query<(typeof before)[number]>(
    'select subject, kind, bytes::jsonb as said from log_entry order by subject, kind',
  )
  expect(after).toEqual(before)
  const { entries } = await stored(db)
  expect(await audited({ db, writer })).toMatchObject({ size: before.length })
  const times = entries.map((entry) => (JSON.parse(entry) as { at: number }).at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(await breaches()).toEqual([])
  // with a beacon, a proof is complete only when the seal was published before the round
  for (const [grade, number] of Object.entries(numbers)) {
    const proof = await world.proofs.of(number)
    expect(verifyProof(proof)).toMatchObject({ ok: true, complete: grade !== 'beacon' })
  }
})

describe('the doctor finds an entry that is missing or differs from the event', () => {
  const CHANGED = 'every opening, seal and draw is in the log as it happened, or waits to be appended'
  const changed = expect.stringContaining(CHANGED)
  const funded = expect.stringContaining('every house funding is in the log as it was stated')

  test('an opening that is deleted before it is published, or whose entry was changed', async () => {
    const { db, owner } = world.mall
    await world.options.writer.flush(db)
    expect(await breaches()).toEqual([])
    await openTestIssue(world, { shares: 2 })
    const [{ entry }] = (await db.query<{ entry: { t: string } }>('select entry from log_pending')) as [
      { entry: { t: string } },
    ]
    expect(entry.t).toBe('issue-open')
    const put = (instead: object) => owner.query('update log_pending set entry = $1', [instead])
    for (const change of [{ prizes: ['1'] }, { bands: [[0, 1]] }, { note: 'x' }, { shares: 3 }]) {
      await put({ ...entry, ...change })
      expect(await breaches()).toEqual([changed])
    }
    await db.query('delete from log_pending')
    expect(await breaches()).toEqual([changed])
    await db.query('insert into log_pending (entry) values ($1)', [entry])
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
    await openTestIssue(world, { shares: 2 })
    expect(await db.query('select from log_pending')).not.toEqual([])
    await owner.query('create temporary table kept as select * from log_checkpoint')
    await owner.query('delete from log_checkpoint')
    const title = 'no issue is sealed without a checkpoint that covers its seal'
    expect(await breaches()).toContainEqual(expect.stringContaining(title))
    await owner.query('insert into log_checkpoint select * from kept')
    await owner.query('drop table kept')
    expect(await breaches()).toEqual([])
  })
})

test('the doctor reports a clock offset in a deployment with real money', async () => {
  const { database, owner } = world.mall
  await database.setClockOffset(-60_000)
  expect(await breaches()).toEqual([])
  await owner.query(`update deployment set money_mode = 'real'`)
  expect(await breaches()).toEqual([expect.stringContaining('with real money business time')])
  await database.setClockOffset(0)
  expect(await breaches()).toEqual([])
  await owner.query(`update deployment set money_mode = 'sandbox'`)
})
