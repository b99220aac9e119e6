import { afterAll, beforeAll, expect, test } from 'vitest'
import { fairFiles } from '../fair.routes.ts'
import { logFiles } from './log.files.ts'
import { enqueue, stored, testLog, type TestLog } from './log.fixture.ts'

let log: TestLog
beforeAll(async () => {
  log = await testLog()
  // the log begins with an entry of its own
  for (const count of [2, 1, 5]) {
    await enqueue(log, count)
    await log.writer.flush(log.db, { checkpoint: true })
  }
  await enqueue(log, 2)
  await log.writer.flush(log.db)
})
afterAll(() => log.close())

async function get(path: string, query: Record<string, string> = {}) {
  const { db, writer } = log
  const routes = [...fairFiles({ db, verifier: null }), ...logFiles({ db, writer })]
  const answer = await routes
    .find((route) => route.path === path)!
    .handle({
      path,
      rest: '',
      query: new URLSearchParams(query),
      headers: {},
      body: Buffer.alloc(0),
      address: '',
      requestId: '',
    })
  const body = String(answer.body)
  expect(body === '' || body.endsWith('\n')).toBe(true)
  return { ...answer, lines: body.split('\n').slice(0, -1) }
}
const ENTRIES = '/fair/log/entries'
const CHECKPOINTS = '/fair/log/checkpoints'

test('serves the bytes of the entries in pages, up to the end of the log', async () => {
  const { entries } = await stored(log.db)
  expect(entries).toHaveLength(11)
  expect((await get(ENTRIES)).lines).toEqual(entries)
  expect((await get(ENTRIES, { from: '4', limit: '3' })).lines).toEqual(entries.slice(4, 7))
  expect((await get(ENTRIES, { from: '9' })).lines).toEqual(entries.slice(9))
  expect((await get(ENTRIES, { from: '11' })).lines).toEqual([])
})

test('serves the checkpoints of more entries than a size, with the lines of the witnesses', async () => {
  const { checkpoints } = await stored(log.db)
  await log.db.query(
    "insert into log_cosignature (log, size, witness, line, signed_at) values (1, 4, 'w2', 'two', now()), (1, 4, 'w1', 'one', now())",
  )
  const all = (await get(CHECKPOINTS)).lines.map((line) => JSON.parse(line) as unknown)
  expect(all).toEqual(checkpoints.map((note, i) => ({ note, cosignatures: i === 1 ? ['one', 'two'] : [] })))
  const sizes = async (query: Record<string, string>) =>
    (await get(CHECKPOINTS, query)).lines.map((line) =>
      Number((JSON.parse(line) as { note: string }).note.split('\n')[1]),
    )
  expect(await sizes({ from: '3' })).toEqual([4, 9])
  expect(await sizes({ from: '2', limit: '1' })).toEqual([3])
  expect(await sizes({ from: '9' })).toEqual([])
})

test('a page that cannot change may be cached when the log is named; checkpoints never', async () => {
  const { deployment } = log.writer
  const caching = async (path: string, query: Record<string, string>) =>
    (await get(path, query)).headers?.['cache-control']
  expect(await caching(ENTRIES, { limit: '4', log: deployment })).toBe('public, max-age=3600')
  expect(await caching(ENTRIES, { limit: '4' })).toBeUndefined()
  expect(await caching(ENTRIES, { from: '9', limit: '4', log: deployment })).toBeUndefined()
  expect(await caching(CHECKPOINTS, { limit: '1', log: deployment })).toBeUndefined()
})

test('refuses malformed numbers, limits above 1,000, and another log', async () => {
  for (const path of [ENTRIES, CHECKPOINTS]) {
    for (const query of [
      { from: '-1' },
      { from: 'x' },
      { from: '1.5' },
      { from: '' },
      { from: '9999999999999999' },
      { limit: '0' },
      { limit: '1001' },
      { limit: '\0' },
    ] as Record<string, string>[])
      expect((await get(path, query)).status).toBe(400)
    expect((await get(path, { log: log.writer.deployment })).status).toBe(200)
    expect((await get(path, { log: 'another' })).status).toBe(404)
  }
})
