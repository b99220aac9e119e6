import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cosign } from '@fairlot/fairness/witness'
import { keepLine } from '../witnesses/cosignatures.ts'
import { exportLog } from './export.ts'
import { latestCheckpoint } from './log.reads.ts'
import { enqueue, testLog, type TestLog } from './log.fixture.ts'
import { announceVerifier, readVerifier } from '../verifier.ts'
import { fairFiles } from '../fair.routes.ts'

const VERIFY = path.resolve(import.meta.dirname, '../../../../../../packages/fairness/cli/verify.ts')

let log: TestLog
let folder: string
beforeEach(async () => {
  log = await testLog()
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-export-'))
})
afterEach(async () => {
  await log.close()
  rmSync(folder, { recursive: true })
})

/** The verifier's exit status and output for the exported folder. */
function verified(...options: string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFY, '--log', folder, ...options], {
    encoding: 'utf8',
  })
  return { status, out: stdout + stderr }
}

test('an exported log verifies by itself, and no longer once it is altered', async () => {
  for (let i = 0; i < 4; i++) {
    await enqueue(log, 5)
    await log.writer.flush(log.db, { checkpoint: true })
  }
  await enqueue(log, 2)
  await log.writer.flush(log.db)
  // the last two entries have no checkpoint yet
  expect(await exportLog(log.db, folder, log.writer)).toEqual({ entries: 21, checkpoints: 4 })
  expect(verified()).toMatchObject({ status: 0, out: expect.stringContaining('21 entries, 4 checkpoints') })
  expect(verified('--key', log.writer.publicKey).out).toContain('the key that was given')
  expect(verified('--key', '00'.repeat(32))).toMatchObject({ status: 1 })

  const file = path.join(folder, 'entries/00000000.jsonl')
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').slice(0, -1)
  const altered = (change: string[], problem: string) => {
    writeFileSync(file, change.map((line) => `${line}\n`).join(''))
    expect(verified()).toMatchObject({ status: 1, out: expect.stringContaining(problem) })
  }
  altered(lines.with(3, lines[3]!.replace('10000', '10001')), 'the checkpoint of size 6 has another head')
  altered(lines.with(6, lines[7]!).with(7, lines[6]!), 'the checkpoint of size 11 has another head')
  altered(lines.slice(0, 18), 'it was cut')
  altered([...lines, lines[4]!], 'the log ends at 21 entries')
  altered(lines.toSpliced(12, 1), 'the checkpoint of size 16 has another head')
  writeFileSync(file, text)
  rmSync(path.join(folder, 'log.json'))
  expect(verified()).toMatchObject({ status: 2 })
})

test('a witness that signs one checkpoint again and again is exported with its first line, also beside another key of its name', async () => {
  await enqueue(log, 3)
  await log.writer.flush(log.db, { checkpoint: true })
  const { size, note, timeMs } = (await latestCheckpoint(log.db))!
  const lines = ['41', '42'].map((byte) =>
    Array.from({ length: 40 }, (_, i) => {
      const seconds = Math.floor(timeMs / 1_000) + i
      return { seconds, line: cosign(byte.repeat(32), 'w1', note, seconds) }
    }),
  )
  // the two keys do not sign in one second
  lines[1]!.forEach((one) => Object.assign(one, { seconds: one.seconds + 100 }))
  for (const { seconds, line } of lines.flat())
    await keepLine(log.db, { log: 1, size, witness: 'w1', line, seconds, oldSize: null })
  await exportLog(log.db, folder, log.writer)
  const [shown] = readFileSync(path.join(folder, 'checkpoints.jsonl'), 'utf8').trim().split('\n')
  expect((JSON.parse(shown!) as { cosignatures: string[] }).cosignatures).toEqual(
    lines.map(([first]) => first!.line),
  )
  expect(verified()).toMatchObject({ status: 0 })
})

test('an export replaces an earlier one in the same folder, and an empty log can be exported', async () => {
  expect(await exportLog(log.db, folder, log.writer)).toEqual({ entries: 0, checkpoints: 0 })
  expect(verified()).toMatchObject({ status: 0, out: expect.stringContaining('0 entries, 0 checkpoints') })
  await enqueue(log, 3)
  await log.writer.flush(log.db, { checkpoint: true })
  writeFileSync(path.join(folder, 'entries/00000001.jsonl'), 'an entry of a longer log\n')
  writeFileSync(path.join(folder, 'entries/00000000.jsonl.draft'), 'a stopped export\n')
  expect(await exportLog(log.db, folder, log.writer)).toEqual({ entries: 4, checkpoints: 1 })
  expect(verified('--key', log.writer.publicKey)).toMatchObject({ status: 0 })
})

test('appends the served verifier to the log once per version', async () => {
  const file = path.join(folder, 'verifier.mjs')
  expect(readVerifier(file, '1.0.0')).toBeNull()
  writeFileSync(file, 'first')
  const first = readVerifier(file, '1.0.0')!
  writeFileSync(file, 'second')
  const second = readVerifier(file, '1.0.1')!
  const announce = (verifier: typeof first) => announceVerifier(log.db, log.writer, verifier)
  expect([await announce(first), await announce(first)]).toEqual([true, false])
  expect(await Promise.all([1, 2, 3].map(() => announce(second)))).toContain(true)
  expect(await announce(first)).toBe(true)
  const entries = await log.db.query<{ sha256: string; version: string }>(
    `select bytes::jsonb ->> 'sha256' as sha256, bytes::jsonb ->> 'version' as version from log_entry where kind = 'verifier' order by index`,
  )
  const logged = ({ sha256, version }: typeof first) => ({ sha256, version })
  expect(entries).toEqual([first, second, first].map(logged))

  const route = fairFiles({ db: log.db, verifier: second }).find(({ path: at }) =>
    at.endsWith('verifier.mjs'),
  )!
  const asked = {
    path: '',
    rest: '',
    query: new URLSearchParams(),
    body: Buffer.alloc(0),
    address: '',
    requestId: '',
  }
  const answer = await route.handle({ ...asked, headers: {} })
  expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('javascript') })
  expect(String(answer.body)).toBe('second')
})
