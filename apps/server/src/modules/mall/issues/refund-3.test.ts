/** Refunds of issues of version 3: the reason that the log states, also after the loss of a log, and scheduled issues of before. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LogEntry } from '@fairlot/fairness/entries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testMembers } from '../../../testing/mall.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { createLogWriter, createRecovery } from '../../fair/index.ts'
import { fundAll } from '../favour/favour.fixture.ts'
import { checkLogRules } from '../../fair/log-rules.checks.ts'
import { migrationsDirectory } from '../../../platform/schema/migrate.ts'
import {
  buyShares,
  drawAll,
  drawMall,
  openTestIssue,
  sellOut,
  type DrawMall,
} from '../draws/draws.fixture.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'
import { sealIssue } from '../draws/seal.ts'
import { mallChecks } from '../mall.checks.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { leaveSeat } from '../sales/seats.ts'
import { expireIssue } from './expiry.ts'
import { DAY_MS } from './issue-steps.fixture.ts'
import { restateRefunds } from './log-entries.ts'
import { loseOpenIssues } from './lose-issues.ts'
import { scheduleIssue } from './open-issue.ts'
import { refundChunk } from './refund.ts'

let world: DrawMall
beforeEach(async () => {
  world = await drawMall({ rules: 3 })
})
afterEach(() => world.mall.close())

const CHECKS = [...mallChecks, ...mallLogChecks]

type Refund = Extract<LogEntry, { t: 'issue-refund' }>

/** The entries of an issue's refund in the log. */
async function refundsOf(number: string) {
  const rows = await world.mall.db.query<{ said: Refund }>(
    `select bytes::jsonb - 'at' as said from log_entry where subject = $1 and kind = 'issue-refund'`,
    [number],
  )
  return rows.map(({ said }) => said)
}

/** Sells this many shares of an issue to one member. */
async function sell(number: string, quantity: number): Promise<[member: string, order: string]> {
  const [member] = await testMembers(world.mall, 1, 10_000n * BigInt(quantity))
  const [order] = await buyShares(world, number, [member!], quantity)
  return [member!, order!]
}

async function runAndFlush(): Promise<void> {
  await world.draws.runDue()
  await world.options.writer.flush(world.mall.db, { checkpoint: true })
}

/** Ends what is open, because the log was lost, and starts the next one. */
function loseLog(): Promise<void> {
  const { db } = world.mall
  const { writer } = world.options
  return db.tx(async (tx) => {
    await writer.hold(tx)
    const ended = await loseOpenIssues(tx, world.options)
    const { restated } = await createRecovery(writer).begin(tx, ended)
    await restateRefunds(tx, writer, restated)
  })
}

test('an issue that is not sold out by its deadline is refunded for this reason', async () => {
  const { number } = await openTestIssue(world, { shares: 5, saleDays: 1, grade: 'salt', maxIssues: 1 })
  await sell(number, 2)
  await sell(number, 1)
  await world.mall.database.advanceClock(DAY_MS)
  await runAndFlush()
  expect(await refundsOf(number)).toEqual([
    { t: 'issue-refund', issue: number, orders: 2, shares: 3, amount: '30000', reason: 'deadline' },
  ])
  expect((await audited(world.options)).counts).toMatchObject({ refunded: 1, refundedDeadline: 1 })
  expect(await failing(world.mall.db, CHECKS)).toEqual([])
  await expect(world.proofs.of(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })
})

test('a Double PK whose one seat was left is refunded for this reason', async () => {
  const { db } = world.mall
  const { number } = await openTestIssue(world, { mode: 'pk', shares: 4, maxIssues: 1 })
  const [member, order] = await sell(number, 2)
  await leaveSeat({ db, settings: mallSettings(db), onLeft: () => undefined }, member, order)
  await runAndFlush()
  expect(await refundsOf(number)).toEqual([
    { t: 'issue-refund', issue: number, orders: 1, shares: 2, amount: '20000', reason: 'pk' },
  ])
  expect((await audited(world.options)).counts).toMatchObject({ refundedPk: 1 })
  expect(await failing(db, CHECKS)).toEqual([])
})

test('issues of a lost log are refunded because it was lost, also one whose refund waited or was under way', async () => {
  const { db } = world.mall
  // three of four shares have the whole prize as their even share
  await fundAll(world.mall, 100_000n, ['guarantee'])
  const issue = (more: object) => openTestIssue(world, { shares: 4, grade: 'salt', maxIssues: 1, ...more })
  const drawn = await issue({})
  await sellOut(world, drawn.number, 4)
  await drawAll(world)
  const [waiting, half] = [await issue({ saleDays: 1 }), await issue({ saleDays: 1 })]
  for (const { number } of [waiting, half]) {
    await sell(number, 1)
    await sell(number, 2)
  }
  await world.mall.database.advanceClock(DAY_MS)
  const [sealed, selling] = [await issue({}), await issue({})]
  await sellOut(world, sealed.number, 4)
  expect(await sealIssue(world.options, sealed.issueId)).toBe(true)
  await sell(selling.number, 3)
  // nothing is appended from here on
  for (const { issueId } of [waiting, half]) expect(await expireIssue(db, issueId)).toBe(true)
  expect(await refundChunk(world.options, waiting.issueId)).toBe('refunded')
  expect(await refundChunk(world.options, half.issueId, 1)).toBe('more')

  await loseLog()
  await runAndFlush()
  for (const [{ number }, orders, shares] of [
    [waiting, 2, 3],
    [half, 2, 3],
    [sealed, 4, 4],
    [selling, 1, 3],
  ] as const) {
    const amount = String(10_000 * shares)
    expect(await refundsOf(number)).toEqual([
      { t: 'issue-refund', issue: number, orders, shares, amount, reason: 'lost' },
    ])
  }
  expect(await refundsOf(drawn.number)).toEqual([])
  const reasons = await db.query(
    'select number, reason from issue_refund join issue_terms using (issue_id) order by 1',
  )
  expect(reasons).toEqual(
    [
      { number: waiting.number, reason: 'deadline' },
      { number: half.number, reason: 'deadline' },
      { number: sealed.number, reason: 'lost' },
      { number: selling.number, reason: 'lost' },
    ].toSorted((a, b) => (a.number < b.number ? -1 : 1)),
  )
  expect(await checkLogRules(db, world.options.writer)).toMatchObject({ breaches: 0 })
  expect(await db.query('select entry, why from log_unpublished where why is not null')).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])
})

test('the doctor finds a refund with another reason, and the server cannot change one', async () => {
  const { db, owner } = world.mall
  const { issueId, number } = await openTestIssue(world, {
    shares: 5,
    saleDays: 1,
    grade: 'salt',
    maxIssues: 1,
  })
  await sell(number, 2)
  await world.mall.database.advanceClock(DAY_MS)
  await runAndFlush()
  const reason = 'every refund has the reason for which its issue was not drawn'
  const logged = 'every refund of a published issue is in the log as it happened, or waits to be appended'
  const as = (name: string) => `update issue_refund set reason = '${name}'`
  expect(await planted(db, CHECKS, as('pk'))).toEqual(['refused: permission denied for table issue_refund'])
  expect(await planted(owner, CHECKS, as('bankrupt'))).toEqual(['refused: issue_refund_reason'])
  for (const name of ['pk', 'witnesses', 'minimum', 'beacon'])
    expect(await planted(owner, CHECKS, as(name))).toEqual([reason, logged])
  // the members of a lost issue would have their even share
  expect(await planted(owner, CHECKS, as('lost'))).toEqual([
    'every member of a lost issue of version 3 gets what the even share of all prizes is above the payment, and nobody else does',
    reason,
    logged,
  ])
  const entry = (what: string) =>
    `alter table log_entry drop constraint log_entry_leaf;
     update log_entry set bytes = (${what})::text where subject = '${number}' and kind = 'issue-refund'`
  expect(await planted(owner, CHECKS, entry(`bytes::jsonb || '{"shares": 3}'`))).toEqual([logged])
  expect(await planted(owner, CHECKS, entry(`bytes::jsonb - 'reason'`))).toEqual([logged])
  // the rules are those of the opening
  const rules = `update issue set log_rules = 2 where issue_id = '${issueId}'`
  expect(await planted(db, CHECKS, rules)).toEqual([expect.stringMatching(/^refused: /)])
  expect(await planted(owner, CHECKS, rules)).not.toEqual([])
})

test('an issue that was scheduled under version 2 opens under version 3, with a quorum of its witnesses', async () => {
  const { db, owner } = world.mall
  const old = createLogWriter({ deployment: 'test', seed: '5c'.repeat(32) })
  const { code } = await openTestIssue(world, { shares: 2, grade: 'salt' })
  await sellOut(world, `${code}-0001`, 2)
  const soon = (await world.now()) + 1_000
  const made = await scheduleIssue({ ...world.options, writer: old }, code, soon)
  const [before] = await db.query('select log_rules as rules from issue where issue_id = $1', [made!.issueId])
  expect(before).toEqual({ rules: 2 })
  const text = await readFile(path.join(migrationsDirectory, '0075_issues_3.sql'), 'utf8')
  await owner.query(text.slice(text.indexOf('update issue_terms')))
  await world.mall.database.advanceClock(1_000)
  await runAndFlush()
  const [after] = await db.query('select log_rules as rules, status from issue where issue_id = $1', [
    made!.issueId,
  ])
  expect(after).toEqual({ rules: 3, status: 'selling' })
  await sellOut(world, made!.number, 2)
  await drawAll(world)
  await world.options.writer.flush(db, { checkpoint: true })
  expect((await audited(world.options)).counts).toMatchObject({ opened: 3, drawn: 2 })
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])
})
