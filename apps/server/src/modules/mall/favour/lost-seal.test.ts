/** Issues of a lost log: one whose seal a witness signed in time is drawn by this seal, in the members' favour, and one without is refunded. */
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { inclusionParts } from '@fairlot/fairness/log-tree'
import { formatKey } from '@fairlot/fairness/note'
import { cosign } from '@fairlot/fairness/witness'
import type { Tx } from '../../../platform/db.ts'
import { sealIssue } from '../draws/seal.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beyondWon } from '@fairlot/fairness/favour'
import { breaches } from '../../../testing/mall.ts'
import { statementsOf } from '../../../testing/migration-statements.ts'
import { verifiedByBoth } from '../../../testing/both-verifiers.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { checkKeptSeals, fetchKeptLines, fetchKeptSeals } from '../../fair/standing/lost-seals.ts'
import { askForStates } from '../../fair/standing/witnessed-states.ts'
import { latestCheckpoint, pathsOf } from '../../fair/log/log.reads.ts'
import { keepLine } from '../../fair/witnesses/cosignatures.ts'
import { checkLogRules } from '../../fair/log-rules.checks.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'
import { mallChecks } from '../mall.checks.ts'
import { sealState, settleServer, soldOutIssue } from '../witnessed/witnessed.fixture.ts'
import { vouchingOf } from '../witnessed/witness-view.ts'
import { createTerms } from '../issues/issue-terms.ts'
import { wishChecks } from '../wishes/wishes.checks.ts'
import { vouchedMall, type VouchedMall } from '../witnessed/vouched.fixture.ts'
import { expectedAmounts } from './favour.fixture.ts'
import { auditedNow, loseLog } from './lost-log.fixture.ts'

let world: VouchedMall
beforeEach(async () => {
  world = await vouchedMall()
})
afterEach(() => world.close())

const CHECKS = [...mallChecks, ...mallLogChecks]

/** What both verifiers say of the document that the server answers. */
async function shownOf(number: string) {
  return verifiedByBoth(await world.proofs.of(number), world.options.writer.publicKey)
}

/** How many notices of each kind members have of an issue. */
async function toldOf(issueId: string) {
  const rows = await world.mall.db.query<{ kind: string; notices: number }>(
    'select kind, count(*)::int as notices from member_notice where issue_id = $1 group by kind',
    [issueId],
  )
  return Object.fromEntries(rows.map(({ kind, notices }) => [kind, notices]))
}

test('a sealed issue that one witness signed in time is drawn by its seal after the loss, in favour and once', async () => {
  const { db, owner } = world.mall
  const { issueId, number } = await soldOutIssue(world)
  await world.refuseNews('bob', 'carol', 'dave')
  await world.settle()
  const [seal] = await db.query<{ digest: string }>('select digest from issue_seal where issue_id = $1', [
    issueId,
  ])
  // the copy of the database has the seal and not the line, which alice keeps
  await world.advance(70_000)
  await owner.query('delete from log_cosignature')
  await fetchKeptLines(db, world.options.beacons, world.askWitnesses)
  expect(await loseLog(world)).toEqual([number])
  // a second loss before the draw changes nothing
  expect(await loseLog(world)).toEqual([number])
  const other = world.another()
  try {
    await Promise.all([world.settle(), settleServer(other)])
    await Promise.all([world.settle(), settleServer(other)])
  } finally {
    await other.draws.stop()
    await other.askWitnesses.stop()
  }
  const expected = [...(await expectedAmounts(db, issueId)).values()]
  const orders = expected.filter(({ amount, won }) => amount > won).length
  expect((await auditedNow(world)).counts).toMatchObject({
    drawn: 1,
    favours: 1,
    favoursStated: 1,
    refunded: 0,
  })
  expect(await world.entryOf(number, 'issue-draw')).toMatchObject({ favour: true, lines: [] })
  // the document follows both losses: only alice signed, so how it ended is not confirmed
  const shown = await shownOf(number)
  expect(shown).toMatchObject({ verdict: 'unconfirmed', steps: { loss: 'passed', favour: 'passed' } })
  expect(shown.summary).toContain('1 of the 3 needed witnesses had signed the seal in time')
  await owner.query('update log set known_root = sha256($1) where number = 2', ['another history'])
  expect(await shownOf(number)).toMatchObject({ verdict: 'sealed' })
  await owner.query(
    `update log set known_root = decode(e.bytes::jsonb ->> 'root', 'hex') from log_entry e where number = 2 and e.log = 2 and e.index = 0`,
  )
  expect(await world.entryOf(number, 'issue-favour')).toMatchObject({
    orders,
    amount: String(beyondWon(expected)),
  })
  expect(await db.query('select digest from issue_seal where issue_id = $1', [issueId])).toEqual([seal])
  expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
  expect(await toldOf(issueId)).toEqual({ lost_favour: orders })
  const drawAt = (await sealState(world, issueId)).roundMs
  const terms = (await createTerms(db).byNumber(number))!
  const view = await vouchingOf(db, terms, { drawAt })
  expect(view).toMatchObject({ vouching: { favour: true, afterLoss: true } })
  expect(view.witnesses!.filter(({ signedAt }) => signedAt !== null).map(({ name }) => name)).toEqual([
    'alice',
  ])
  const { writer } = world.options
  expect(await checkLogRules(db, writer)).toMatchObject({ breaches: 0 })
  expect(await breaches(db)).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])

  const kept =
    'what is drawn by the seal of a lost log has the line of a named witness over it, made in time, and is drawn in favour'
  expect(await planted(owner, CHECKS, `delete from log_cosignature`)).toContain(kept)
  expect(await planted(owner, CHECKS, `update issue_draw set favour = false, after_loss = false`)).toEqual([
    'refused: issue_favour_draw',
  ])
  const said = 'every notice of an issue says what happened to it, and what members save and wait for exists'
  const guessed = await planted(owner, [...CHECKS, ...wishChecks], `update issue_draw set after_loss = false`)
  expect(guessed).toEqual(expect.arrayContaining([kept, said]))
  // as a release before this one wrote it
  await owner.query('update issue_draw set after_loss = false')
  await owner.query(`update member_notice set kind = 'favour' where kind = 'lost_favour'`)
  const upgrade = ['update issue_draw set after_loss', `update member_notice set kind = 'lost_favour'`]
  for (const text of await statementsOf('0107_after_loss.sql', upgrade)) await owner.query(text)
  expect(await failing(db, [...CHECKS, ...wishChecks])).toEqual([])
  expect(await planted(owner, CHECKS, `delete from lost_seal`)).toContain(
    'every issue that is refunded because a log was lost is named by the log that continues it, and of those only one with a witnessed seal is drawn',
  )
  expect(await planted(db, CHECKS, `delete from lost_seal`)).toEqual([
    'refused: permission denied for table lost_seal',
  ])
})

test('a sealed issue that no witness signed in time is refunded after the loss, and never drawn', async () => {
  const { db } = world.mall
  const { issueId, number } = await soldOutIssue(world)
  await world.refuseNews('alice', 'bob', 'carol', 'dave')
  await world.settle()
  expect(await loseLog(world)).toEqual([number])
  await world.passRound(issueId)
  await world.settle()
  expect((await auditedNow(world)).counts).toMatchObject({ drawn: 0, refunded: 1, refundedLost: 1 })
  expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])
})

/** What a witness keeps of the seal of an issue that was made and published, and that the database then lost. */
async function lostStretch(issueId: string, number: string) {
  const { db } = world.mall
  let stretch = { entry: '', note: '', index: 0, inclusion: [] as string[] }
  const undone = new Error('the disk burnt')
  const losing = {
    ...db,
    tx: <T>(work: (tx: Tx) => Promise<T>) =>
      db.tx(async (tx) => {
        const result = await work(tx)
        const [made] = await tx.query<typeof stretch & { log: number }>(
          `select e.bytes as entry, c.note, e.index::float8 as index, e.log from log_entry e join log_checkpoint c on c.log = e.log and c.size = e.index + 1
           where e.subject = $1 and e.kind = 'issue-seal'`,
          [number],
        )
        if (!made) return result
        const { entry, note, index, log } = made
        const [inclusion] = await pathsOf(tx, [inclusionParts(index, index + 1)], log)
        stretch = { entry, note, index, inclusion: inclusion! }
        throw undone
      }),
  }
  await expect(sealIssue({ ...world.options, db: losing }, issueId)).rejects.toBe(undone)
  return stretch
}

test.each([
  ['is drawn by it when the orders of the copy give this seal', 'same'],
  ['is refunded when the orders of the copy give another one', 'digest'],
  ['is refunded when the witness signed late', 'late'],
] as const)('an issue whose seal only its witness keeps %s', async (_, what) => {
  const { db } = world.mall
  const { issueId, number } = await soldOutIssue(world)
  const { key, signsWith } = world.witness('alice')
  // the copy has a line over the opening
  const opened = (await latestCheckpoint(db))!
  const openedAt = Math.floor((await world.now()) / 1_000)
  await keepLine(db, {
    ...opened,
    witness: key.name,
    line: cosign(signsWith, key.name, opened.note, openedAt),
    seconds: openedAt,
    oldSize: null,
  })
  const { entry, note, ...path } = await lostStretch(issueId, number)
  const seconds = Math.floor((await world.now()) / 1_000) + (what === 'late' ? 120 : 0)
  const line = cosign(signsWith, key.name, note, seconds)
  const digest = /"digest":"[0-9a-f]{64}"/
  const kept = {
    ...path,
    entry: what === 'digest' ? entry.replace(digest, `"digest":"${'ab'.repeat(32)}"`) : entry,
    note: `${note}${line}\n`,
    signedMs: seconds * 1_000,
  }
  await fetchKeptSeals(db, { keptSeals: () => Promise.resolve(new Map([[formatKey(key), kept]])) })
  const { size, root } = parseCheckpoint(note)!
  const newest = { size, root, note: kept.note }
  await askForStates(db, {
    newest: (log) => Promise.resolve(new Map([[formatKey(key), log === 1 ? newest : ('nothing' as const)]])),
  })
  expect(await loseLog(world)).toEqual([number])
  await world.advance(70_000)
  await world.settle()
  await world.settle()
  const counts = what === 'same' ? { drawn: 1, favours: 1, favoursStated: 1 } : { refundedLost: 1, drawn: 0 }
  expect((await auditedNow(world)).counts).toMatchObject(counts)
  const [seal] = await db.query<{ digest: string }>('select digest from issue_seal where issue_id = $1', [
    issueId,
  ])
  if (what === 'same') {
    const shown = await shownOf(number)
    expect(shown, shown.why ?? '').toMatchObject({ steps: { checkpoint: 'passed', loss: 'passed' } })
    expect(shown.summary).toContain('it is shown as a witness kept it')
  }
  expect(await checkKeptSeals(db, world.options.writer)).toMatchObject({ breaches: 0 })
  expect(seal?.digest).toBe(what === 'same' ? (JSON.parse(entry) as { digest: string }).digest : undefined)
  expect(await breaches(db)).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])
})
