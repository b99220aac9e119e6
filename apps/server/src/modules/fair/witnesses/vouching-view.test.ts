import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { firstHead, leafHash, nextHead } from '@fairlot/fairness/log'
import { parseKey } from '@fairlot/fairness/note'
import { PlayedIssue3 } from '@fairlot/fairness/testing/played-issue-3'
import type { PlayedLog } from '@fairlot/fairness/testing/played-log'
import {
  sampleFavour3,
  sampleIssue3,
  newLog3,
  VOUCHED,
  WITNESSES_3,
} from '@fairlot/fairness/testing/samples-3'
import { cosignedSeconds } from '@fairlot/fairness/witness'
import { afterEach, expect, test } from 'vitest'
import { testLog, type TestLog } from '../log/log.fixture.ts'
import { namedWitnesses, vouchingView, type VouchedSubject } from './vouching-view.ts'
import type { VouchingColumns } from './vouching.ts'

const [W1, W2, W3] = WITNESSES_3
const KEYS = WITNESSES_3.map(({ key }) => key)
const TERMS: VouchingColumns = { witnesses: KEYS, ownWitnesses: [W1.key], quorum: 2 }

let log: TestLog
afterEach(() => log.close())

/** Stores a played log as the deployment's own. */
async function store({ entries, checkpoints, deployment }: PlayedLog): Promise<void> {
  log = await testLog()
  const { owner } = log
  await owner.query(`insert into log (number, started_at) values (1, now()) on conflict do nothing`)
  let head = firstHead(deployment)
  for (const [index, bytes] of entries.entries()) {
    const entry = JSON.parse(bytes) as { t: string; issue?: string }
    const [leaf, previous] = [leafHash(bytes), head]
    head = nextHead(previous, leaf)
    await owner.query(
      `insert into log_entry (log, index, kind, subject, bytes, leaf, previous, head, appended_at)
       values (1, $1, $2, $3, $4, decode($5, 'hex'), decode($6, 'hex'), decode($7, 'hex'), now())`,
      [index, entry.t, entry.issue ?? null, bytes, leaf, previous, head],
    )
  }
  for (const [i, { note, cosignatures }] of checkpoints.entries()) {
    const { size, root, head: signed, timeMs } = parseCheckpoint(note)!
    await owner.query(
      `insert into log_checkpoint (log, size, root, head, time_ms, note, number)
       values (1, $1, decode($2, 'hex'), decode($3, 'hex'), $4, $5, $6)`,
      [size, root, signed, timeMs, note, i + 1],
    )
    for (const line of cosignatures) {
      const witness = KEYS.find((key) => cosignedSeconds(line, parseKey(key)!) !== null)!
      await owner.query(
        `insert into log_cosignature (log, size, witness, line, signed_at) values (1, $1, $2, $3, to_timestamp($4))`,
        [size, parseKey(witness)!.name, line, cosignedSeconds(line, parseKey(witness)!)],
      )
    }
  }
}

/** What members see of a played issue. */
async function viewOf(issue: PlayedIssue3) {
  await store(issue.log)
  const subject: VouchedSubject = {
    of: 'issue',
    name: issue.terms.issue,
    roundMs: issue.sealed && issue.knownMs,
    favour: issue.drawn && issue.drawn.isFavour,
  }
  const view = await vouchingView(log.db, TERMS, subject)
  const states = view?.witnesses.map(({ name, signedAt, lateAt, own }) => [
    name,
    signedAt === null ? (lateAt === null ? 'silent' : 'late') : 'in time',
    own,
  ])
  return { states, vouching: view?.vouching }
}

test('an open issue names its witnesses, and the house’s own', async () => {
  expect(await viewOf(new PlayedIssue3(newLog3(), VOUCHED).open())).toEqual({
    states: [
      ['w1', 'silent', true],
      ['w2', 'silent', false],
      ['w3', 'silent', false],
    ],
    vouching: { quorum: 2, together: 1, favour: null, confirmations: null },
  })
})

test('a draw with its quorum tells who signed and who was silent, and needs no confirmation', async () => {
  const { states, vouching } = await viewOf(sampleIssue3(VOUCHED, [W2, W3]))
  expect(states).toEqual([
    ['w1', 'silent', true],
    ['w2', 'in time', false],
    ['w3', 'in time', false],
  ])
  expect(vouching).toMatchObject({ favour: false, confirmations: null })
})

test('of a favour, a line after the limit is late, and those over the ending are counted', async () => {
  const { states, vouching } = await viewOf(sampleFavour3([W1]))
  expect(states).toEqual([
    ['w1', 'late', true],
    ['w2', 'in time', false],
    ['w3', 'silent', false],
  ])
  expect(vouching).toEqual({ quorum: 2, together: 1, favour: true, confirmations: 1 })
})

test('terms without a quorum have no vouching', async () => {
  log = await testLog()
  const old: VouchingColumns = { witnesses: KEYS, ownWitnesses: null, quorum: null }
  const subject = { of: 'issue', name: 'M1-0001', roundMs: null, favour: null } as const
  expect(await vouchingView(log.db, old, subject)).toBeNull()
  expect(namedWitnesses(old).every(({ own }) => own === false)).toBe(true)
})
