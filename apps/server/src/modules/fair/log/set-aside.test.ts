/** An entry that the log cannot take does not stop the log. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fairChecks } from '../fair.checks.ts'
import { audited, enqueue, references, stored, testLog, SEED, type TestLog } from './log.fixture.ts'
import { createLogWriter, type LogWriter, type SetAside } from './log-writer.ts'
import { oldestWaitingMs } from './log.reads.ts'

let log: TestLog
let writer: LogWriter
let reported: SetAside[]
beforeEach(async () => {
  log = await testLog()
  reported = []
  writer = createLogWriter({
    deployment: log.writer.deployment,
    seed: SEED,
    onSetAside: (entry) => reported.push(entry),
  })
})
afterEach(() => log.close())

const plant = (entry: object, count = 1) =>
  log.owner.query('insert into log_pending (entry) select $1::jsonb from generate_series(1, $2)', [
    JSON.stringify(entry),
    count,
  ])
const breaches = async () => {
  const found: string[] = []
  for (const { title, sql } of fairChecks) {
    const [row] = await log.db.query<{ breaches: bigint; figure: string }>(sql)
    if (row!.breaches !== 0n) found.push(`${title}: ${row!.figure}`)
  }
  return found
}
const funding = { t: 'funding', account: 'subsidy', amount: '1', reference: 'r', at: 1 }

test.each([
  ['an unknown kind', { t: 'nonsense', at: 1 }],
  ['a time that is no integer', { ...funding, at: 1.5 }],
  ['a number that has no exact form', { ...funding, at: 1e300 }],
  ['a missing field', { t: 'funding', account: 'subsidy', at: 1 }],
  ['a field too many', { ...funding, note: 'x' }],
  ['an amount that is a number', { ...funding, amount: 1 }],
  ['a draw without its code', { t: 'issue-draw', issue: 'PHONE-0001', at: 1 }],
  ['a draw of no issue', { t: 'issue-draw', issue: 7, round: 1, beacon: '', entropy: '', code: 1, at: 1 }],
  ['a seal, which is never queued', { t: 'issue-seal', issue: 'PHONE-0001', at: 1 }],
])('the log goes on past %s', async (_kind, bad) => {
  const before = await enqueue(log, 2)
  await plant(bad)
  const after = await enqueue(log, 2)
  await writer.flush(log.db, { checkpoint: true })
  const { entries, checkpoints } = await stored(log.db)
  expect(references(entries)).toEqual(references([...before, ...after].map((one) => JSON.stringify(one))))
  expect(checkpoints).toHaveLength(1)
  await audited(log)
  expect(reported).toEqual([{ id: expect.any(BigInt), kind: bad.t, why: expect.stringMatching(/\w/) }])
  const kept = await log.db.query<{ entry: object; why: string }>('select entry, why from log_unpublished')
  expect(kept).toEqual([{ entry: bad, why: reported[0]!.why }])
  expect(await breaches()).toEqual([
    expect.stringMatching(/^no entry was set aside because the log cannot take it: .*\): \w/),
  ])
})

test('a whole chunk of such entries does not stop a seal', async () => {
  await plant({ t: 'nonsense', at: 1 }, 1_200)
  const [good] = await enqueue(log, 1)
  await log.db.tx((tx) => writer.lock(tx))
  expect(references((await stored(log.db)).entries)).toEqual([good!.reference])
  expect(reported).toHaveLength(1_200)
})

test('the age of the oldest entry that waits is known', async () => {
  expect(await oldestWaitingMs(log.db)).toBe(0)
  await plant({ ...funding, at: Date.now() - 600_000 })
  expect(await oldestWaitingMs(log.db)).toBeGreaterThan(590_000)
  await writer.flush(log.db)
  expect(await oldestWaitingMs(log.db)).toBe(0)
})
