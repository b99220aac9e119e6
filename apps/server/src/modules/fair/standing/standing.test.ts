import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fairChecks } from '../fair.checks.ts'
import { enqueue, SEED, testLog, type TestLog } from '../log/log.fixture.ts'
import { createLogWriter, type LogWriter } from '../log/log-writer.ts'
import { latestCheckpoint } from '../log/log.reads.ts'
import { HIGH_WATER_FILE, highWaterFile, type HighWater, type HighWaterStore } from './high-water.ts'
import { createStanding, LogHalted, sayHalt } from './standing.ts'

let log: TestLog
let folder: string
const logged: object[] = []

beforeEach(async () => {
  log = await testLog()
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-mark-'))
  logged.length = 0
})
afterEach(async () => {
  await log.close()
  rmSync(folder, { recursive: true })
})

/** The log as a server with this mark writes it. */
function server(store: HighWaterStore = highWaterFile(folder)): LogWriter {
  const { deployment } = log.writer
  const note = (fields: object) => void logged.push(fields)
  const standing = createStanding({ deployment, highWater: store, log: { info: note, error: note } })
  return createLogWriter({ deployment, seed: SEED, standing })
}

async function grow(writer: LogWriter, count: number): Promise<void> {
  await enqueue({ ...log, writer }, count)
  await writer.flush(log.db, { checkpoint: true })
}

const file = () => path.join(folder, HIGH_WATER_FILE)
const marked = () => JSON.parse(readFileSync(file(), 'utf8')) as HighWater
const sizeOf = async () => (await latestCheckpoint(log.db))?.size ?? 0

/** Deletes the log and writes a shorter history, as a restored copy has it. */
async function restore(counts: readonly number[]): Promise<void> {
  await log.owner.query('truncate log_cosignature, log_checkpoint, log_entry, log_node')
  for (const count of counts) await grow(log.writer, count)
}

describe('the high-water mark', () => {
  test('follows the newest checkpoint, in a file that only its owner can read', async () => {
    const writer = server()
    await grow(writer, 3)
    const latest = await latestCheckpoint(log.db)
    expect(marked()).toEqual({
      version: 1,
      deployment: writer.deployment,
      size: latest!.size,
      root: latest!.root,
      time: latest!.timeMs,
    })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    await grow(writer, 2)
    expect(marked().size).toBe(await sizeOf())
    // the draft of the last write is gone
    expect(readdirSync(folder)).toEqual([HIGH_WATER_FILE])
  })

  test('is never lowered by simultaneous writes', async () => {
    const disk = highWaterFile(folder)
    const sizes: number[] = []
    const writer = server({
      read: disk.read,
      write(mark) {
        sizes.push(mark.size)
        return disk.write(mark)
      },
    })
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await grow(writer, 1)
        await writer.standing.keep(log.db)
      }),
    )
    expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b))
    expect(marked().size).toBe(await sizeOf())
  })

  test('is written at the first start after an upgrade', async () => {
    await grow(log.writer, 4)
    const writer = server()
    expect(await writer.standing.check(log.db)).toBe('ok')
    await writer.flush(log.db)
    expect(marked().size).toBe(await sizeOf())
  })

  test('lags behind after a crash between the commit of a checkpoint and its write, which is harmless', async () => {
    const disk = highWaterFile(folder)
    let isFull = false
    const writer = server({
      read: disk.read,
      write: (mark) => (isFull ? Promise.reject(new Error('no space left')) : disk.write(mark)),
    })
    await grow(writer, 2)
    const before = marked().size
    isFull = true
    await expect(grow(writer, 2)).rejects.toThrow('no space left')
    expect([marked().size, await sizeOf()]).toEqual([before, before + 2])
    const next = server()
    expect(await next.standing.check(log.db)).toBe('ok')
    await next.flush(log.db)
    expect(marked().size).toBe(before + 2)
  })

  test('two servers on one database each keep their own', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'fairlot-mark-'))
    const first = server()
    await grow(first, 2)
    // the operator copies the data directory's files for the second server
    writeFileSync(path.join(other, HIGH_WATER_FILE), readFileSync(file()))
    const second = server(highWaterFile(other))
    await grow(second, 2)
    await grow(first, 1)
    expect([await first.standing.check(log.db), await second.standing.check(log.db)]).toEqual(['ok', 'ok'])
    expect(marked().size).toBe(await sizeOf())
    rmSync(other, { recursive: true })
  })
})

describe('a log that does not extend the mark', () => {
  const cases: [string, number[], string][] = [
    ['is shorter', [2], 'behind'],
    ['was written another way', [9, 9], 'other'],
  ]
  test.each(cases)('halts the server when it %s', async (_, counts, reason) => {
    const writer = server()
    await grow(writer, 5)
    const mark = marked()
    await restore(counts)
    const size = await sizeOf()
    const restored = server()
    expect(await restored.standing.check(log.db)).toMatchObject({
      reason,
      known: { log: writer.deployment, size: mark.size, root: mark.root },
      own: { size },
    })
    await grow(restored, 1)
    await expect(
      log.db.tx((tx) =>
        restored.publish(tx, [{ t: 'funding', account: 'subsidy', amount: '1', reference: 'r', at: 0 }]),
      ),
    ).rejects.toThrow(LogHalted)
    // nothing was appended or signed, and the mark is as it was
    expect([await sizeOf(), marked()]).toEqual([size, mark])
    const [waiting] = await log.db.query<{ n: bigint }>('select count(*) as n from log_pending')
    expect(waiting!.n).toBe(1n)
    expect(logged.filter((fields) => 'alarm' in fields)).toEqual([
      expect.objectContaining({ alarm: 'log_halted', reason }),
    ])
  })

  test('halts the server when the file is gone or damaged, until the operator puts it back', async () => {
    const writer = server()
    await grow(writer, 3)
    const content = readFileSync(file(), 'utf8')
    rmSync(file())
    expect(await writer.standing.check(log.db)).toMatchObject({ reason: 'missing' })
    await grow(writer, 1)
    for (const [text, reason] of [
      ['', 'unreadable'],
      ['{"version":1}', 'unreadable'],
      [content.replace(writer.deployment, 'elsewhere'), 'foreign'],
    ] as const) {
      writeFileSync(file(), text)
      const halt = await writer.standing.check(log.db)
      expect(halt).toMatchObject({ reason })
      if (typeof halt !== 'string') expect(sayHalt(halt)).toContain('high-water.json')
    }
    const size = await sizeOf()
    writeFileSync(file(), content)
    await writer.flush(log.db, { checkpoint: true })
    expect(await sizeOf()).toBe(size + 1)
    expect(marked().size).toBe(size + 1)
  })

  test('halts the server when a witness has signed more, or another log', async () => {
    const writer = server()
    await grow(writer, 3)
    const { standing, deployment } = writer
    const size = await sizeOf()
    standing.heard('w1', { log: deployment, size, fork: false })
    expect(await standing.check(log.db)).toBe('ok')
    standing.heard('w1', { log: deployment, size: size + 1, fork: false })
    expect(await standing.check(log.db)).toMatchObject({ reason: 'witness', known: { size: size + 1 } })
    standing.heard('w1', { log: `${deployment}.2`, size: 500, fork: true })
    expect(await standing.check(log.db)).toBe('ok')
    standing.heard('w2', { log: deployment, size: 1, fork: true })
    expect(await standing.check(log.db)).toMatchObject({ reason: 'witness', witness: 'w2' })
    standing.heard('w2', null)
    expect(await standing.check(log.db)).toBe('ok')
  })

  test('waits with signatures until the witnesses have been asked', async () => {
    const writer = server()
    writer.standing.starting()
    await grow(writer, 3)
    expect(await sizeOf()).toBe(0)
    writer.standing.started()
    await writer.flush(log.db, { checkpoint: true })
    expect(await sizeOf()).toBe(4)
  })
})

test.each([
  [
    'an altered entry of the new log',
    `update log_entry set bytes = replace(bytes, '"size":5', '"size":4') where kind = 'log-continues'`,
    'numbered',
  ],
  [
    'another root of the lost log',
    `update log set known_root = sha256('other') where number = 2`,
    'begins with the state',
  ],
  ['another size of the lost log', `update log set known_size = 9 where number = 2`, 'begins with the state'],
  [
    'a log without a beginning',
    `insert into log (number, continues, known_size, known_root, started_at) values (3, 2, 1, sha256('x'), now())`,
    'begins with the state',
  ],
  [
    'an entry that was added to the lost log',
    `update log_entry set appended_at = now() + interval '1 day' where log = 1 and index = 1`,
    'nothing is appended',
  ],
  [
    'a checkpoint of another head',
    `update log_checkpoint set head = sha256('x') where log = 2`,
    'every checkpoint',
  ],
  ['a lost tree', `delete from log_node where log = 1`, "the log's tree"],
])('the doctor finds %s', async (_, corruption, title) => {
  const writer = server()
  await grow(writer, 4)
  const known = (await latestCheckpoint(log.db))!
  await log.owner.query(
    `insert into log (number, continues, known_size, known_root, started_at) values (2, 1, $1, decode($2, 'hex'), now())`,
    [known.size, known.root],
  )
  await log.db.tx(async (tx) => {
    await writer.hold(tx)
    await writer.beginAfter(tx, 2, { number: 1, size: known.size, root: known.root, lost: [] })
  })
  await grow(writer, 3)
  const breaches = async () => {
    const found: string[] = []
    for (const check of fairChecks) {
      const [row] = await log.owner.query<{ breaches: bigint }>(check.sql)
      if (row!.breaches > 0n) found.push(check.title)
    }
    return found
  }
  expect(await breaches()).toEqual([])
  await log.owner.query(
    `alter table log_entry drop constraint log_entry_leaf, drop constraint log_entry_head`,
  )
  await log.owner.query(corruption)
  expect((await breaches()).join()).toContain(title)
})
