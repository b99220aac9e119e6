/** Issues that opened before the log had its present rules: they end under the old ones, and their documents say so. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationsDirectory } from '../../../platform/schema/migrate.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { createLogWriter, fairChecks } from '../../fair/index.ts'
import { drawAll, drawMall, openTestIssue, sellOut, type DrawMall } from '../draws/draws.fixture.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'

let world: DrawMall
beforeEach(async () => {
  world = await drawMall()
  // the doctor's checks compare the log with the database's deployment id
  const [row] = await world.mall.db.query<{ id: string }>('select id from deployment')
  Object.assign(world.options.writer, createLogWriter({ deployment: row!.id, seed: '5c'.repeat(32) }))
})
afterEach(() => world.mall.close())

async function breaches(): Promise<string[]> {
  const found: string[] = []
  for (const { title, sql } of [...fairChecks, ...mallLogChecks]) {
    const [row] = await world.mall.db.query<{ breaches: bigint; figure: string }>(sql)
    if (row!.breaches !== 0n) found.push(`${title} (${row!.figure})`)
  }
  return found
}

/** Makes every issue one that opened under the old rules, and empties the log. */
async function backToOldRules({ owner }: DrawMall['mall']): Promise<void> {
  await owner.query('truncate log_cosignature, log_checkpoint, log_entry, log_node, log_pending, receipt')
  // as migration 0094 does, which counts the checkpoints that it finds
  await owner.query(`select recount_history('log_checkpoint')`)
  await owner.query('update issue set log_rules = 1')
}

/** What an entry says under the rules of version 1. */
function oldFields(said: Record<string, unknown>): Record<string, unknown> {
  const later = [
    'attempt',
    'recyclePercent',
    'value',
    'maxPerMember',
    'minVip',
    'deadline',
    'mode',
    'demo',
    'witnesses',
  ]
  return Object.fromEntries(Object.entries(said).filter(([field]) => !later.includes(field)))
}

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
  type Said = { subject: string; kind: string; said: Record<string, unknown> }
  const READ = `select subject, kind, bytes::jsonb as said from log_entry where subject is not null order by subject, kind`
  const before = await db.query<Said>(READ)
  await backToOldRules(world.mall)
  // the migration ran before the columns had their present names, and before entries had rules
  const backfill = text
    .slice(text.indexOf('insert into log_pending'))
    .replaceAll('t.reading', 't.times_counted')
  await owner.query(backfill)
  await owner.query('update log_pending set rules = 1')
  const { writer } = world.options
  await writer.begin(db)
  await writer.flush(db, { checkpoint: true })
  const after = await db.query<Said>(READ)
  // the migration dates a draw by its row, the writer by the time at which it appends the entry
  const content = ({ said }: Said) => ({ ...oldFields(said), at: null })
  expect(after.map(content)).toEqual(before.map(content))
  const kinds = await db.query<{ kind: string }>('select kind from log_entry order by index')
  expect(kinds.at(-1)).toEqual({ kind: 'log-begin' })
  expect(await audited({ db, writer })).toMatchObject({ size: before.length + 1, begun: true })
  const times = await db.query<{ at: bigint }>(
    `select (bytes::jsonb ->> 'at')::int8 as at from log_entry order by index`,
  )
  expect(times).toEqual(times.toSorted((a, b) => Number(a.at - b.at)))
  expect(await breaches()).toEqual([])
  // with a beacon, a proof has its log only when the seal was published before the round
  for (const [grade, number] of Object.entries(numbers)) {
    const proof = await world.proofs.of(number)
    expect(proof.version).toBe('fairlot-proof/1')
    expect(verifyProof(proof).verdict).toBe(grade === 'beacon' ? 'arithmetic' : 'verified')
  }
})

test('an issue that opened under the old rules is sealed and drawn under them, also after the beginning', async () => {
  const { db } = world.mall
  const { writer } = world.options
  const { number } = await openTestIssue(world, { shares: 3, maxIssues: 1 })
  const [opening] = await db.query<{ said: Record<string, unknown> }>(
    `select bytes::jsonb as said from log_entry where subject = $1`,
    [number],
  )
  await backToOldRules(world.mall)
  await world.mall.owner.query(`insert into log_pending (entry, rules) values ($1, 1)`, [
    oldFields(opening!.said),
  ])
  await writer.begin(db)
  await writer.flush(db, { checkpoint: true })
  const later = await openTestIssue(world, { shares: 3, maxIssues: 1 })
  for (const issue of [number, later.number]) await sellOut(world, issue, 3)
  await world.draws.runDue()
  // version 1 has no document of a sealed issue
  await expect(world.proofs.of(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })
  await drawAll(world)
  const [old, present] = [await world.proofs.of(number), await world.proofs.of(later.number)]
  expect([old.version, present.version]).toEqual(['fairlot-proof/1', 'fairlot-proof/2'])
  expect(old.seal).not.toHaveProperty('attempt')
  for (const proof of [old, present])
    expect(verifyProof(proof, { publicKey: writer.publicKey })).toMatchObject({ verdict: 'verified' })
  expect(verifyProof(old).summary).toContain('version 1')
  expect(await audited({ db, writer })).toMatchObject({ begun: true })
})
