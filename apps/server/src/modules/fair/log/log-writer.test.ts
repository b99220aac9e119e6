import { verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import type { LogEntry } from '@fairlot/fairness/entries'
import { leafHash, treeRoot, verifyConsistency, verifyInclusion } from '@fairlot/fairness/log'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db, Tx } from '../../../platform/db.ts'
import {
  audited,
  dyingAt,
  enqueue,
  references,
  stored,
  testEntry,
  testLog,
  type TestLog,
} from './log.fixture.ts'
import { createLogWriter } from './log-writer.ts'
import { consistencyOf, inclusionOf, latestCheckpoint, rootOf } from './log.reads.ts'
import { checkCheckpoints, fairChecks } from '../fair.checks.ts'
import { mallLogChecks } from '../../mall/draws/mall-log.checks.ts'

const kinds = (entries: readonly string[]) => entries.map((text) => (JSON.parse(text) as LogEntry).t)

let log: TestLog
beforeEach(async () => {
  log = await testLog()
})
afterEach(() => log.close())

/** Titles of the doctor's checks that find a breach. */
async function breaches(): Promise<string[]> {
  const found: string[] = []
  for (const { title, sql } of [...fairChecks, ...mallLogChecks]) {
    const [row] = await log.db.query<{ breaches: bigint }>(sql)
    if (row!.breaches !== 0n) found.push(title)
  }
  return found
}

describe('the writer', () => {
  test('appends enqueued entries in order and signs a checkpoint over them', async () => {
    const { db, writer } = log
    const first = await enqueue(log, 3)
    await expect(
      db.tx(async (tx) => {
        await writer.enqueue(tx, testEntry())
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await writer.flush(db)).toBe(3)
    const second = await enqueue(log, 2)
    expect(await writer.flush(db, { checkpoint: true })).toBe(2)
    expect(await writer.flush(db, { checkpoint: true })).toBe(0)
    const { entries, checkpoints } = await stored(db)
    expect(kinds(entries)).toEqual(['log-begin', ...Array<string>(5).fill('funding')])
    expect(references(entries)).toEqual(
      references([...first, ...second].map((entry) => JSON.stringify(entry))),
    )
    const latest = verifyCheckpoint(checkpoints.at(-1)!, writer.publicKey, writer.deployment)
    expect(latest).toMatchObject({ size: 6, root: treeRoot(entries.map(leafHash)) })
    expect(await audited(log)).toMatchObject({ size: 6, begun: true })
    expect(await breaches()).toEqual([])
  })

  test('signs once per minute with new entries, and not without', async () => {
    const { db, writer, database } = log
    const sizes = async () => (await stored(db)).checkpoints.map((note) => Number(note.split('\n')[1]))
    const atSecond = (second: number) =>
      log.owner.query(
        `update clock_offset set offset_ms = offset_ms
           + (60 + $1::int - extract(second from business_now())::int) * 1000`,
        [second],
      )
    await atSecond(5)
    await enqueue(log, 1)
    await writer.flush(db)
    await enqueue(log, 1)
    await writer.flush(db)
    expect(await sizes()).toEqual([2])
    await database.advanceClock(60_000)
    await writer.flush(db)
    await writer.flush(db)
    expect(await sizes()).toEqual([2, 3])
    await database.advanceClock(180_000)
    await writer.flush(db)
    expect(await sizes()).toEqual([2, 3])
    // a draw is signed at once, because members request its proof
    await enqueue(log, 1)
    await writer.flush(db)
    const house = new PlayedLog(writer.deployment)
    const made = () => JSON.parse(house.entries.at(-1)!) as LogEntry
    const [row] = await db.query<{ now: bigint }>(
      'select (extract(epoch from business_now()) * 1000)::bigint as now',
    )
    house.now = Number(row!.now) + 1_000
    house.open('X-0001', { grade: 'plain' })
    await db.tx((tx) => writer.publish(tx, [made()]))
    house.seal('X-0001')
    await db.tx((tx) => writer.publish(tx, [made()]))
    await enqueue(log, 1)
    await writer.flush(db)
    expect(await sizes()).toEqual([2, 3, 4, 5, 6])
    house.draw('X-0001')
    await db.tx((tx) => writer.append(tx, made() as Extract<LogEntry, { t: 'issue-draw' }>))
    await writer.flush(db)
    expect(await sizes()).toEqual([2, 3, 4, 5, 6, 8])
  })

  test('recovers when it was stopped before or after any statement', async () => {
    const { db, writer } = log
    await writer.begin(db)
    const expected: string[] = []
    const logged = async () => references((await stored(db)).entries)
    let deaths = 0
    for (const when of ['before', 'after'] as const) {
      for (let statement = 1; ; statement++) {
        expected.push(...(await enqueue(log, 3)).map(({ reference }) => reference))
        const dying = dyingAt(db, statement, when)
        const outcome = writer.flush(dying, { checkpoint: true }).catch((error: unknown) => error)
        if (!((await outcome) instanceof Error)) break
        expect(dying.died()).toBe(true)
        deaths++
        // an interrupted step has written nothing and lost nothing
        expect(await logged()).toEqual(expected.slice(0, -3))
        await writer.flush(db, { checkpoint: true })
        expect(await logged()).toEqual(expected)
      }
    }
    expect(deaths).toBeGreaterThan(12)
    expect(await audited(log)).toMatchObject({ size: 1 + expected.length })
    expect(await breaches()).toEqual([])
  })

  test('appends without gaps when many processes write', async () => {
    const { db, writer } = log
    const work = Array.from({ length: 8 }, async (_, i) => {
      const made: string[] = []
      for (let round = 0; round < 12; round++) {
        const entries = await enqueue(log, 1 + ((i + round) % 4))
        made.push(...entries.map(({ reference }) => reference))
        if (round % 3 === i % 3) await writer.flush(db, { checkpoint: round % 2 === 0 })
        if (round % 5 === i % 5) {
          const own = testEntry()
          made.push(own.reference)
          await db.tx((tx) => writer.publish(tx, [own]))
        }
      }
      return made
    })
    const left = (await Promise.all(work)).flat()
    await writer.flush(db, { checkpoint: true })
    const { entries } = await stored(db)
    expect(references(entries).toSorted()).toEqual(left.toSorted())
    expect(await audited(log)).toMatchObject({ size: 1 + left.length })
    expect(await breaches()).toEqual([])
  })

  test('a transaction without the lock cannot append', async () => {
    const { db, writer } = log
    await enqueue(log, 2)
    await writer.flush(db)
    const fork = (previous: string, index: number) =>
      db.query(
        `insert into log_entry (log, index, kind, bytes, leaf, previous, head, appended_at)
         select 1, $2, 'funding', b, l, p, sha256('\\x02'::bytea || p || l), business_now()
         from (select b, sha256('\\x00'::bytea || convert_to(b, 'UTF8')) as l, decode($1, 'hex') as p
               from (values ('{"t":"funding"}')) v(b)) x`,
        [previous, index],
      )
    const [first] = await db.query<{ previous: string; head: string }>(
      `select encode(previous, 'hex') as previous, encode(head, 'hex') as head from log_entry where index = 0`,
    )
    await expect(fork(first!.head, 3)).rejects.toThrow('log_entry_previous')
    await expect(fork(first!.previous, 0)).rejects.toThrow('log_entry')
  })

  test('appends a backlog of several steps completely and signs it at its end', async () => {
    const { db, writer } = log
    for (let i = 0; i < 3; i++) await enqueue(log, 900)
    expect(await writer.flush(db)).toBe(2_700)
    expect(await audited(log)).toMatchObject({ size: 2_701 })
    expect((await stored(db)).checkpoints).toHaveLength(1)
  })
})

test('the app role can neither change nor delete published data', async () => {
  const { db, writer } = log
  await enqueue(log, 2)
  await writer.flush(db)
  const tables = ['log_entry', 'log_node', 'log_checkpoint', 'log_cosignature', 'receipt']
  const attempts = tables.flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `update ${table} set ${table === 'receipt' ? "content = ''" : table === 'log_cosignature' ? "line = ''" : table === 'log_checkpoint' ? "note = ''" : table === 'log_node' ? "hash = ''" : "bytes = '{}'"}`,
    `alter table ${table} disable trigger all`,
  ])
  for (const sql of [...attempts, 'truncate log_pending', 'update log_pending set entry = entry'])
    await expect(db.query(sql), sql).rejects.toThrow(/permission denied|must be owner/)
})

describe('the doctor finds manipulations by the database owner', () => {
  beforeEach(async () => {
    for (let i = 0; i < 5; i++) {
      await enqueue(log, 3)
      await log.writer.flush(log.db, { checkpoint: true })
    }
  })
  /** Recomputes everything that depends on an entry, as an attacker could. The signed checkpoints stay. */
  const rechain = async (change: (entries: string[]) => string[]) => {
    const { entries } = await stored(log.db)
    await log.owner.query('truncate log_cosignature, log_entry, log_node')
    const [, ...queued] = entries
    const later = change(queued).map((text) => JSON.parse(text) as ReturnType<typeof testEntry>)
    const notes = await log.owner.query<{ size: bigint }>(
      'create temp table kept as select * from log_checkpoint; ',
    )
    expect(notes).toEqual([])
    await log.owner.query('delete from log_checkpoint')
    await log.db.tx((tx) => log.writer.enqueue(tx, ...later))
    await log.writer.flush(log.db)
    await log.owner.query('delete from log_checkpoint')
    await log.owner.query('insert into log_checkpoint select * from kept')
  }
  const swapped = (entries: string[], i: number) =>
    entries.map((entry, at) => (at === i ? entries[i + 1]! : at === i + 1 ? entries[i]! : entry))

  test.each([
    ['an entry altered', (entries: string[]) => entries.with(4, entries[4]!.replace('10000', '20000'))],
    ['an entry left out', (entries: string[]) => entries.toSpliced(4, 1)],
    ['an entry put in', (entries: string[]) => entries.toSpliced(4, 0, entries[0]!.replace('1', '2'))],
    ['two entries in another order', (entries: string[]) => swapped(entries, 7)],
    ['the end cut off', (entries: string[]) => entries.slice(0, -2)],
  ])('%s', async (_, change) => {
    expect(await breaches()).toEqual([])
    await rechain(change)
    expect(await breaches()).toContain('every checkpoint covers entries that are there, and names their head')
    await expect(audited(log)).rejects.toThrow(/checkpoint/)
  })

  test('a checkpoint with another root or key', async () => {
    const { db, owner, writer } = log
    expect(await checkCheckpoints(db, writer)).toMatchObject({ breaches: 0, figure: '5 checkpoints' })
    expect(await checkCheckpoints(db, { ...writer, publicKey: '00'.repeat(32) })).toMatchObject({
      breaches: 5,
    })
    const other = createLogWriter({ deployment: writer.deployment, seed: '66'.repeat(32) })
    await owner.query('delete from log_checkpoint where size = 16')
    await other.flush(db, { checkpoint: true })
    // the tally has the checkpoint that is gone; the other one fits the log, apart from its signature
    expect(await breaches()).toEqual(['no row of the checkpoints was changed or removed'])
    expect(await checkCheckpoints(db, writer)).toMatchObject({ breaches: 1, figure: 'of size 16' })
  })

  test('a replaced or missing subtree', async () => {
    const title = "the log's tree has every complete subtree, each the hash of its two halves"
    await log.owner.query(`update log_node set hash = sha256('x') where level = 2 and position = 1`)
    expect(await breaches()).toEqual([title])
    await log.owner.query('delete from log_node where level = 2 and position = 1')
    expect(await breaches()).toEqual([title])
    await expect(inclusionOf(log.db, 0, 16)).rejects.toThrow('lacks subtree 2/1')
  })
})

/** Rows of the log's tables that this connection has read since the last report. */
const READ = `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows, coalesce(sum(seq_scan), 0)::int as scans
  from pg_stat_xact_user_tables where relname like 'log\\_%'`

async function rowsRead<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<{ result: T; rows: number }> {
  const read = async (tx: Tx) => (await tx.query<{ rows: number; scans: number }>(READ))[0]!
  return db.tx(async (tx) => {
    const before = await read(tx)
    const result = await work(tx)
    const after = await read(tx)
    expect(after.scans).toBe(before.scans)
    return { result, rows: after.rows - before.rows }
  })
}

test('reads a few dozen rows for a proof in a long log', async () => {
  const { db, writer } = log
  const made: string[] = []
  for (let i = 0; i < rounds(20, 2); i++) await enqueue(log, 5_000)
  await writer.flush(db, { checkpoint: true })
  made.push(...(await stored(db)).entries)
  const size = made.length
  const leaves = made.map(leafHash)
  const newRoot = treeRoot(leaves)
  expect(await latestCheckpoint(db)).toMatchObject({ size, root: newRoot })
  const half = 2 ** Math.floor(Math.log2(size - 1))
  for (const index of [0, 1, half - 1, half, half + 1_234, size - 1]) {
    const inclusion = await rowsRead(db, (tx) => inclusionOf(tx, index, size))
    const leaf = leaves[index]!
    expect(verifyInclusion({ leaf, index, size, path: inclusion.result, root: newRoot })).toBe(true)
    expect(inclusion.rows).toBeLessThan(40)
    const consistency = await rowsRead(db, (tx) => consistencyOf(tx, index + 1, size))
    const [oldSize, oldRoot, path] = [index + 1, await rootOf(db, index + 1), consistency.result]
    expect(verifyConsistency({ oldSize, oldRoot, newSize: size, newRoot, path })).toBe(true)
    expect(consistency.rows).toBeLessThan(40)
  }
  const root = await rowsRead(db, (tx) => rootOf(tx, size - 1))
  expect(root.result).toBe(treeRoot(leaves.slice(0, -1)))
  expect(root.rows).toBeLessThan(30)
})
