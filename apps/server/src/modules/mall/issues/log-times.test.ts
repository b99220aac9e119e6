/** The times of the log do not go back after its beginning, whatever the clock does. */
import type { LogEntry } from '@fairlot/fairness/entries'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogWriter } from '../../fair/index.ts'
import { audited, stored } from '../../fair/log/log.fixture.ts'
import { drawIssue } from '../draws/draw.ts'
import { drawMall, openTestIssue, sellOut, verifyIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { sealIssue } from '../draws/seal.ts'

let world: DrawMall
beforeEach(async () => {
  world = await drawMall()
})
afterEach(() => world.mall.close())

const HOUR_MS = 3_600_000

async function logged(): Promise<{ entries: LogEntry[]; signedMs: number[] }> {
  const { entries, checkpoints } = await stored(world.mall.db)
  return {
    entries: entries.map((text) => JSON.parse(text) as LogEntry),
    signedMs: checkpoints.map((note) => parseCheckpoint(note)!.timeMs),
  }
}
const ascending = (times: readonly number[]) => expect(times).toEqual(times.toSorted((a, b) => a - b))

test('entries and checkpoints keep their order when the clock goes back and forth', async () => {
  const { db, database } = world.mall
  const { writer } = world.options
  await writer.begin(db)
  const move = [0, HOUR_MS, -2 * HOUR_MS, 90_000, -60_000, 3 * HOUR_MS]
  for (const ms of move) {
    await database.advanceClock(ms)
    const { issueId, number } = await openTestIssue(world, { shares: 2, maxIssues: 1 })
    await sellOut(world, number, 2)
    await database.advanceClock(-1_000)
    await sealIssue(world.options, issueId)
    await writer.flush(db)
  }
  await database.advanceClock(HOUR_MS)
  await world.draws.runDue()
  const { entries, signedMs } = await logged()
  expect(entries.filter(({ t }) => t === 'issue-draw')).toHaveLength(move.length)
  ascending(entries.map(({ at }) => at))
  ascending(signedMs)
  expect(await audited({ db, writer })).toMatchObject({ counts: { opened: move.length, drawn: move.length } })
  for (const entry of entries)
    if (entry.t === 'issue-open')
      expect(await verifyIssue(world, entry.issue)).toMatchObject({ verdict: 'verified' })
})

/** A server of an earlier release, whose draws wait in the queue: an update can find some. */
const queueing = () => {
  const { writer } = world.options
  return { ...world.options, writer: { ...writer, append: writer.enqueue } }
}

test('an entry that waited is dated when it is appended', async () => {
  const { db, database } = world.mall
  const { writer } = world.options
  const { issueId, number } = await openTestIssue(world, { shares: 2, maxIssues: 1 })
  await sellOut(world, number, 2)
  await sealIssue(world.options, issueId)
  await database.advanceClock(40_000)
  expect(await drawIssue(queueing(), issueId)).toBe('drawn')
  await database.advanceClock(HOUR_MS)
  // another opening takes the waiting draw along, before itself
  const other = await openTestIssue(world, { shares: 2, maxIssues: 1 })
  const { entries } = await logged()
  const [draw, opening] = entries.slice(-2)
  expect([draw!.t, opening!.t]).toEqual(['issue-draw', 'issue-open'])
  expect(opening).toMatchObject({ issue: other.number })
  const [{ drawnAt }] = (await db.query<{ drawnAt: Date }>(
    'select drawn_at as "drawnAt" from issue_draw',
  )) as [{ drawnAt: Date }]
  expect(draw!.at - drawnAt.getTime()).toBeGreaterThanOrEqual(HOUR_MS)
  ascending(entries.map(({ at }) => at))
  await writer.flush(db, { checkpoint: true })
  expect(await audited({ db, writer })).toMatchObject({ begun: true })
})

test('a draw is not dated before its round, when the clock goes back before it is appended', async () => {
  const { db, database } = world.mall
  const { writer } = world.options
  const { issueId, number } = await openTestIssue(world, { shares: 2, maxIssues: 1 })
  await sellOut(world, number, 2)
  await sealIssue(world.options, issueId)
  await database.advanceClock(40_000)
  expect(await drawIssue(queueing(), issueId)).toBe('drawn')
  await database.advanceClock(-40_000)
  await writer.flush(db)
  const { entries } = await logged()
  const round = (await world.proofs.of(number)).seal.round!
  expect(entries.at(-1)).toMatchObject({
    t: 'issue-draw',
    at: roundTimeMs(round, world.options.beacons.current.chain),
  })
  expect(await audited({ db, writer })).toMatchObject({ counts: { drawn: 1 } })
})

test('the writer refuses an opening or a seal that is dated before the end of the log', async () => {
  const { db } = world.mall
  const { writer } = world.options
  await openTestIssue(world, { shares: 2 })
  const [opening] = (await logged()).entries.filter(({ t }) => t === 'issue-open')
  const { at } = opening!
  await expect(
    db.tx((tx) => writer.publish(tx, [{ ...opening!, issue: 'X-0001', at: at - 1 } as LogEntry])),
  ).rejects.toThrow('dated before the end of the log')
})

test('an issue of a sandbox that opens before the beginning belongs to the demo world', async () => {
  const { db, database } = world.mall
  const { writer } = world.options
  await writer.begin(db)
  await database.setClockOffset(-24 * HOUR_MS)
  await openTestIssue(world, { shares: 2, maxIssues: 1 })
  await database.setClockOffset(0)
  await openTestIssue(world, { shares: 2, maxIssues: 1 })
  const { entries, signedMs } = await logged()
  expect(entries.map(({ t, ...entry }) => [t, 'demo' in entry && entry.demo])).toEqual([
    ['log-begin', false],
    ['issue-open', true],
    ['issue-open', false],
  ])
  ascending(signedMs)
  expect(await audited({ db, writer })).toMatchObject({ counts: { opened: 2 } })
})

test('with real money nothing is dated before the beginning', async () => {
  const { db, database } = world.mall
  const { deployment } = world.options.writer
  const writer = createLogWriter({ deployment, seed: '5c'.repeat(32), mode: 'real' })
  await writer.begin(db)
  await database.setClockOffset(-24 * HOUR_MS)
  await openTestIssue({ ...world, options: { ...world.options, writer } }, { shares: 2, maxIssues: 1 })
  const { entries } = await logged()
  const [begin, opening] = entries
  expect(begin).toMatchObject({ t: 'log-begin', mode: 'real' })
  expect(opening).toMatchObject({ t: 'issue-open', at: begin!.at, demo: false })
  expect(await audited({ db, writer })).toMatchObject({ counts: { opened: 1 } })
})
