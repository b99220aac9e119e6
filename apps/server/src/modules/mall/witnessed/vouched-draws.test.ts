/** Draws of witnessed issues of version 3: with a quorum, or in the members' favour. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { breaches } from '../../../testing/mall.ts'
import { witnessHold } from '../../fair/index.ts'
import { audited, dyingAt } from '../../fair/log/log.fixture.ts'
import { drawIssue } from '../draws/draw.ts'
import { verifyIssue } from '../draws/draws.fixture.ts'
import { issuesThatAwaitWitnesses } from './waiting-issues.ts'
import { sealState, settleServer, soldOutIssue } from './witnessed.fixture.ts'
import { vouchedMall, type VouchedMall } from './vouched.fixture.ts'

const PATIENCE_MS = 15 * MINUTE_MS

let world: VouchedMall
beforeAll(async () => {
  world = await vouchedMall()
})
afterAll(() => world.close())
beforeEach(() => world.heal())

type Draw = { lines: string[]; favour?: true }
const drawOf = (number: string) => world.entryOf<Draw>(number, 'issue-draw')
/** Names of the witnesses whose lines a draw carries. */
const signersOf = (draw: Draw | undefined) =>
  (draw?.lines.join('').match(/^— \w+/gm) ?? [])
    .map((line) => line.slice(2))
    .filter((name) => name !== 'fairlot')
    .toSorted()
const subjectOfHold = async () => (await witnessHold(world.mall.db))?.subject ?? null
const stateOf = async (issueId: string) => {
  const { status, attempt, signers } = await sealState(world, issueId)
  return { status, attempt, signers }
}

/** Reads the exported log as an outsider. */
async function auditedCounts() {
  await world.options.writer.flush(world.mall.db, { checkpoint: true })
  return (await audited(world.options)).counts
}
async function expectSound() {
  expect(world.errors).toEqual([])
  expect(await breaches(world.mall.db)).toEqual([])
}

test('the lines of a quorum draw the issue and free its bond; the proof names them', async () => {
  world.witness('dave').mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  expect(await stateOf(issueId)).toEqual({
    status: 'sold_out',
    attempt: 1,
    signers: ['alice', 'bob', 'carol'],
  })
  expect(await world.bondOf(issueId)).toMatchObject({ isFree: false })
  await world.passRound(issueId)
  expect(await stateOf(issueId)).toMatchObject({ status: 'drawn' })
  const draw = await drawOf(number)
  expect([signersOf(draw), draw?.favour]).toEqual([['alice', 'bob', 'carol'], undefined])
  expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
  expect(await subjectOfHold()).toBeNull()
  expect(await auditedCounts()).toMatchObject({ favours: 0, furtherAttempts: 0 })
  expect(await verifyIssue(world, number)).toMatchObject({ ok: true, badge: 'witnessed-local' })
  await expectSound()
})

/** An issue whose seal two of the four witnesses sign; the other two signed a ping just before. */
async function shortOfQuorum(mode: 'refuse' | 'down' | 'slow' | 'forgetful' = 'refuse') {
  const issue = await soldOutIssue(world)
  await world.refuseNews('carol', 'dave')
  await world.settle()
  expect(await stateOf(issue.issueId)).toEqual({ status: 'sold_out', attempt: 1, signers: ['alice', 'bob'] })
  for (const name of ['carol', 'dave'] as const) {
    if (mode === 'refuse') continue
    world.witness(name).refuses = null
    world.witness(name).mode = mode
  }
  return issue
}

describe('one line less than the quorum', () => {
  test('holds all witnessed seals when the round has passed, and after the patience the draw is in favour', async () => {
    const { issueId, number } = await shortOfQuorum('down')
    const other = await soldOutIssue(world)
    world.witness('carol').mode = 'down'
    await world.passRound(issueId)
    expect(await stateOf(issueId)).toMatchObject({ status: 'sold_out' })
    expect(await subjectOfHold()).toBe(number)
    expect(await issuesThatAwaitWitnesses(world.mall.db)).toMatchObject([
      { issue: number, attempt: 1, why: 'it is sealed, and 2 of the 3 needed witnesses have signed in time' },
      { issue: other.number, attempt: 0, why: 'a hold after failed witnesses is not released' },
    ])
    await world.advance(PATIENCE_MS - 10_000)
    await world.settle()
    expect(await stateOf(issueId)).toMatchObject({ status: 'sold_out' })
    expect(world.alarms.map(({ fields }) => fields['why'] ?? null)).toContain(
      'too few of its witnesses signed its seal in time',
    )
    await world.advance(20_000)
    await world.settle()
    expect(await stateOf(issueId)).toMatchObject({ status: 'drawn' })
    const draw = await drawOf(number)
    expect([signersOf(draw), draw?.favour]).toEqual([['alice', 'bob'], true])
    // the members are paid
    expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
    expect((await auditedCounts()).favours).toBeGreaterThan(0)

    // the next seal follows the release only
    await world.advance(60_000)
    await world.settle()
    expect(await stateOf(other.issueId)).toMatchObject({ attempt: null })
    await world.heal()
    await world.settle()
    expect(await stateOf(other.issueId)).toMatchObject({ attempt: 1 })
    await world.passRound(other.issueId)
    expect(await stateOf(other.issueId)).toMatchObject({ status: 'drawn' })
    expect(await subjectOfHold()).toBeNull()
    await expectSound()
  })

  test('is in favour at once when the others say that they have not signed', async () => {
    const { issueId, number } = await shortOfQuorum()
    await world.passRound(issueId)
    expect(await stateOf(issueId)).toMatchObject({ status: 'drawn' })
    expect(await drawOf(number)).toMatchObject({ favour: true })
    expect(await subjectOfHold()).toBe(number)
    expect(await world.entryOf(number, 'issue-favour')).toMatchObject({ orders: 3, amount: '30000' })
    // two of the four sign its end
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'unconfirmed' })
    await world.heal()
    await world.options.writer.flush(world.mall.db, { checkpoint: true })
    await world.advance(10 * MINUTE_MS)
    await world.askWitnesses.push({ atOnce: true })
    await world.askWitnesses.settled()
    expect(await verifyIssue(world, number)).toMatchObject({ ok: true, verdict: 'verified' })
    await expectSound()
  })

  test('stays one less with a line that is dated five seconds before the round', async () => {
    const { issueId, number } = await shortOfQuorum()
    const { roundMs } = await sealState(world, issueId)
    world.witness('carol').refuses = null
    world.witness('carol').dates = () => roundMs / 1_000 - 5
    await world.advance(2_000)
    await world.askWitnesses.push({ atOnce: true })
    await world.passRound(issueId)
    await world.advance(PATIENCE_MS)
    await world.settle()
    const draw = await drawOf(number)
    expect([signersOf(draw), draw?.favour]).toEqual([['alice', 'bob'], true])
    await auditedCounts()
  })

  test('becomes a quorum with a line that is dated a second earlier', async () => {
    const { issueId, number } = await shortOfQuorum()
    const { roundMs } = await sealState(world, issueId)
    world.witness('carol').refuses = null
    world.witness('carol').dates = () => roundMs / 1_000 - 6
    await world.advance(2_000)
    await world.askWitnesses.push({ atOnce: true })
    await world.passRound(issueId)
    const draw = await drawOf(number)
    expect([signersOf(draw), draw?.favour]).toEqual([['alice', 'bob', 'carol'], undefined])
    await auditedCounts()
  })

  test('becomes a quorum with a line whose answer was lost and that the witness kept', async () => {
    const { issueId, number } = await shortOfQuorum('forgetful')
    // only carol has signed: whose line comes first does not matter
    world.witness('dave').mode = 'down'
    await world.advance(2_000)
    await world.askWitnesses.push({ atOnce: true })
    expect(await stateOf(issueId)).toMatchObject({ signers: ['alice', 'bob'] })
    await world.passRound(issueId, 0)
    expect(await subjectOfHold()).toBe(number)
    world.witness('carol').mode = 'well'
    await world.advance(6_000)
    await world.settle()
    const draw = await drawOf(number)
    expect([signersOf(draw), draw?.favour]).toEqual([['alice', 'bob', 'carol'], undefined])
    expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
    // the stop stays until operators release it
    expect(await subjectOfHold()).toBe(number)
    await expectSound()
  })

  test('does not hold again when operators release the stop while the draw waits', async () => {
    const { issueId } = await shortOfQuorum('down')
    await world.passRound(issueId)
    await world.release()
    await world.advance(10_000)
    await world.settle()
    expect(await stateOf(issueId)).toMatchObject({ status: 'sold_out' })
    expect(await subjectOfHold()).toBeNull()
    await world.advance(PATIENCE_MS)
    await world.settle()
    expect(await stateOf(issueId)).toMatchObject({ status: 'drawn' })
    expect(await subjectOfHold()).toBeNull()
    await expectSound()
  })

  test('waits for the whole patience after a restart, in which nobody had asked the witnesses', async () => {
    const { issueId, number } = await shortOfQuorum('down')
    const { roundMs } = await sealState(world, issueId)
    await world.advance(roundMs - (await world.now()) + PATIENCE_MS + 60_000)
    const restarted = world.another()
    await settleServer(restarted)
    expect(await stateOf(issueId)).toMatchObject({ status: 'sold_out' })
    expect(await subjectOfHold()).toBe(number)
    await world.advance(PATIENCE_MS)
    await settleServer(restarted)
    expect(await drawOf(number)).toMatchObject({ favour: true })
  })

  test('waits while the clock is not believed, and a quorum does not', async () => {
    const server = world.another({
      clockWatch: { look: () => Promise.resolve({ reason: 'clock' } as never) },
    })
    const { issueId } = await shortOfQuorum()
    const { roundMs } = await sealState(world, issueId)
    await world.advance(roundMs - (await world.now()) + 1_000)
    await settleServer(server)
    expect(await stateOf(issueId)).toMatchObject({ status: 'sold_out' })
    expect(await subjectOfHold()).toBeNull()
    await world.settle()
    await world.heal()
    const { issueId: signed } = await soldOutIssue(world)
    await world.settle()
    const { roundMs: next } = await sealState(world, signed)
    await world.advance(next - (await world.now()) + 1_000)
    await settleServer(server)
    expect(await stateOf(signed)).toMatchObject({ status: 'drawn' })
  })
})

test('many servers at once make one seal, one stop and one draw in favour', async () => {
  const servers = Array.from({ length: 3 }, () => world.another())
  const { issueId, number } = await soldOutIssue(world)
  await world.refuseNews('carol', 'dave')
  await Promise.all(servers.map(settleServer))
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  await Promise.all(servers.map(settleServer))
  expect(await stateOf(issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  const [entries] = await world.mall.db.query<{ kinds: string[] }>(
    'select array_agg(kind order by index) as kinds from log_entry where subject = $1',
    [number],
  )
  expect(entries!.kinds.filter((kind) => kind !== 'issue-favour')).toEqual([
    'issue-open',
    'issue-seal',
    'issue-draw',
  ])
  const holds = await world.mall.db.query('select 1 from witness_hold where subject = $1', [number])
  expect(holds).toHaveLength(1)
  await expectSound()
})

test('a server that dies at any statement of seal and draw leaves a life that another one completes', async () => {
  for (let statement = 1; ; statement += 5) {
    const { issueId, number } = await soldOutIssue(world)
    const own = createDb(world.mall.database.appUrl, { max: 2 })
    const dying = dyingAt(own, statement, statement % 2 === 0 ? 'before' : 'after')
    const server = world.another({ db: dying, askWitnesses: world.askWitnesses })
    await settleServer(server)
    const early = await sealState(world, issueId)
    if (early.attempt !== null) {
      await world.advance(early.roundMs - (await world.now()) + 1_000)
      await settleServer(server)
    }
    const died = dying.died()
    await own.close()
    await world.settle()
    if ((await sealState(world, issueId)).status !== 'drawn') await world.passRound(issueId)
    expect(await stateOf(issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
    expect((await drawOf(number))?.favour).toBeUndefined()
    expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
    if (!died) break
  }
  await auditedCounts()
  expect(await breaches(world.mall.db)).toEqual([])
}, 240_000)

describe('the schema refuses', () => {
  test('a draw of version 3 that names a witness, and favour where it cannot be', async () => {
    const { issueId } = await shortOfQuorum()
    const draw = (changes: string) =>
      world.mall.owner.query(
        `insert into issue_draw (issue_id, code, member_id, purchase_id, seq, drawn_at, attempt, witness, favour)
         select issue_id, first_code, member_id, purchase_id, seq, now(), ${changes} from issue_sale where issue_id = $1 and seq = 1`,
        [issueId],
      )
    await expect(draw(`1, 'alice', false`)).rejects.toThrow('before version 3')
    await expect(draw('2, null, false')).rejects.toThrow('the last attempt')
    await expect(
      world.mall.owner.query(
        `insert into issue_seal_attempt (issue_id, attempt, sealed_ms, round, previous_round)
         select issue_id, 2, sealed_ms + 1, round + 9, round from issue_seal where issue_id = $1`,
        [issueId],
      ),
    ).rejects.toThrow('none of version 3')
    await world.passRound(issueId)
    // a draw for which nobody vouches waits
    const { issueId: alone } = await soldOutIssue(world)
    await world.heal()
    await world.settle()
    expect(await drawIssue(world.options, alone)).toBe('waiting')
    await world.passRound(alone)
  })
})
