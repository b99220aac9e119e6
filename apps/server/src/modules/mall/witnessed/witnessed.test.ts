import { type PlayedWitness } from '../../fair/witnesses/played-witnesses.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { failing } from '../../../testing/planted.ts'
import { createBeacons } from '../../fair/index.ts'
import { createCards } from '../catalogue/cards.ts'
import { progressOf } from '../catalogue/progress.ts'
import { verifyIssue } from '../draws/draws.fixture.ts'
import { createTerms } from '../issues/issue-terms.ts'
import { issuesThatAwaitWitnesses } from './waiting-issues.ts'
import { vouchingOf } from './witness-view.ts'
import { lateWitnessesCheck, witnessedChecks } from './witnessed.checks.ts'
import {
  auditWholeLog,
  sealState,
  settleServer,
  soldOutIssue,
  witnessedMall,
  type WitnessedMall,
} from './witnessed.fixture.ts'

let world: WitnessedMall
let alice: PlayedWitness
beforeAll(async () => {
  world = await witnessedMall('alice')
  alice = world.witnesses['alice']!
})
afterAll(() => world.close())
beforeEach(() => {
  alice.mode = 'well'
  alice.dates = (seconds) => seconds
  alice.refuses = null
  world.alarms.length = world.errors.length = 0
})

/** Moves to the round of the last attempt and past it, and runs what is due. */
async function passRound(issueId: string, moreMs = 1_000): Promise<void> {
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + moreMs)
  await world.settle()
}

/** An issue that was sealed while the witness answered pings and failed to sign. */
async function sealedAlone(mode: PlayedWitness['mode']) {
  alice.mode = mode
  const issue = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issue.issueId)).toMatchObject({ attempt: 1, signers: [] })
  return issue
}

test('an issue is sealed, signed by its witness and drawn, and its proof verifies', async () => {
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({
    status: 'sold_out',
    attempt: 1,
    signers: ['alice'],
  })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  expect(await verifyIssue(world, number)).toMatchObject({ ok: true, badge: 'witnessed-local' })
  await auditWholeLog(world)
  expect(world.errors).toEqual([])
  expect(world.alarms).toEqual([])
})

test('a witness does not sign again when it is shown the same seal twice', async () => {
  const before = alice.shown.length
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  await world.settle()
  expect(alice.shown.length - before).toBeLessThan(4)
  await passRound(issueId)
  expect((await sealState(world, issueId)).status).toBe('drawn')
})

test('members see the witnesses, the attempt, and that a draw waits', async () => {
  alice.mode = 'deaf'
  const { issueId, number } = await soldOutIssue(world)
  const { db, beacons } = world.options
  const terms = createTerms(db)
  const cards = createCards({
    db,
    beacons,
    names: () => Promise.resolve(new Map()),
    defaultLanguage: 'en-us',
  })
  const look = async () => {
    const [card] = await cards.byIds([issueId], { memberId: null, language: 'en-us' })
    const { badge, attempt, awaitsWitness } = card!
    const [witness] = (await vouchingOf(db, (await terms.byNumber(number))!, { drawAt: null })).witnesses!
    return { badge, attempt, awaitsWitness, name: witness!.name, signedAt: witness!.signedAt }
  }
  const shown = { badge: 'witnessed-local', name: 'alice', signedAt: null }
  expect(await look()).toEqual({ ...shown, attempt: 0, awaitsWitness: true })
  await world.settle()
  expect(await look()).toEqual({ ...shown, attempt: 1, awaitsWitness: false })
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  expect(await look()).toEqual({ ...shown, attempt: 1, awaitsWitness: true })
  expect(await progressOf({ db, beacons }, [number])).toMatchObject([{ attempt: 1 }])
  alice.mode = 'well'
  await world.advance(6_000)
  await world.settle()
  expect(await look()).toMatchObject({ attempt: 2, awaitsWitness: false, signedAt: expect.any(Number) })
  await passRound(issueId)
  expect(await look()).toMatchObject({ attempt: 2, awaitsWitness: false, signedAt: expect.any(Number) })
})

test('the doctor finds an issue that waits for long, and a signature that no stored line supports', async () => {
  const { owner } = world.mall
  const lateIssues = async () =>
    (await owner.query<{ breaches: bigint }>(lateWitnessesCheck.sql))[0]!.breaches
  const found = () => failing(owner, witnessedChecks)
  expect(await found()).toEqual([])
  alice.mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  expect(await lateIssues()).toBe(0n)
  expect(await issuesThatAwaitWitnesses(world.options.db)).toMatchObject([
    { issue: number, attempt: 0, why: 'no witness answers' },
  ])
  await world.advance(61 * MINUTE_MS)
  expect(await lateIssues()).toBe(1n)
  alice.mode = 'well'
  await world.settle()
  expect(await lateIssues()).toBe(0n)
  expect(await issuesThatAwaitWitnesses(world.options.db)).toEqual([])
  await passRound(issueId)
  expect(await found()).toEqual([])
  await owner.query(`update issue_cosignature set signed_ms = signed_ms - 1000 where issue_id = $1`, [
    issueId,
  ])
  expect(await found()).toEqual([
    'every signature that a draw may rest on is a stored line over a checkpoint that covers the attempt, in time and of a named witness',
  ])
  await owner.query(`update issue_cosignature set signed_ms = signed_ms + 1000 where issue_id = $1`, [
    issueId,
  ])
})

test('nothing is sealed while a round of the beacon lies ahead of the clock', async () => {
  const { issueId } = await soldOutIssue(world)
  const { current } = world.options.beacons
  let isClockBehind = true
  const beacons = createBeacons({ ...current, isClockBehind: () => Promise.resolve(isClockBehind) })
  const server = world.another({ beacons })
  await settleServer(server)
  expect(await sealState(world, issueId)).toMatchObject({ attempt: null })
  isClockBehind = false
  await settleServer(server)
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1 })
  await passRound(issueId)
})

test('the seal waits while no witness answers', async () => {
  alice.mode = 'down'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  await world.advance(20_000)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: null })
  expect(world.alarms).toMatchObject([
    { message: 'an issue waits for its witnesses', fields: { alarm: 'witness', why: 'no witness answers' } },
  ])
  alice.mode = 'well'
  await world.advance(1_000)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: ['alice'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn' })
})

test('a witness that dates its signature a second before the round makes the seal final', async () => {
  const { issueId } = await sealedAlone('deaf')
  const { roundMs } = await sealState(world, issueId)
  alice.dates = () => roundMs / 1_000 - 1
  alice.mode = 'well'
  await world.advance(2_000)
  await world.askWitnesses.push()
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: ['alice'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  await auditWholeLog(world)
})

test('a witness that dates its signature at the round does not make the seal final', async () => {
  const { issueId, number } = await sealedAlone('deaf')
  const { roundMs } = await sealState(world, issueId)
  alice.mode = 'well'
  alice.dates = () => roundMs / 1_000
  await world.advance(2_000)
  await world.askWitnesses.push()
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: [] })
  alice.dates = (seconds) => seconds
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({
    status: 'sold_out',
    attempt: 2,
    signers: ['alice'],
  })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  expect(await verifyIssue(world, number)).toMatchObject({ ok: true })
  await auditWholeLog(world)
})

describe('a witness that is there at the seal and fails then', () => {
  test('delays the next attempt until it answers, and says then that it has not signed', async () => {
    const { issueId } = await sealedAlone('deaf')
    await passRound(issueId, 60_000)
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 1 })
    alice.mode = 'well'
    await world.advance(6_000)
    await world.settle()
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['alice'] })
    await passRound(issueId)
    expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
    await auditWholeLog(world)
  })

  test('whose answer was lost gives the line that it keeps, and there is no second attempt', async () => {
    const { issueId } = await sealedAlone('forgetful')
    const { roundMs } = await sealState(world, issueId)
    alice.mode = 'down'
    await world.advance(roundMs - (await world.now()) + 30_000)
    await world.settle()
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: [] })
    alice.mode = 'well'
    await world.advance(6_000)
    await world.settle()
    expect(await sealState(world, issueId)).toMatchObject({
      status: 'drawn',
      attempt: 1,
      signers: ['alice'],
    })
    await auditWholeLog(world)
  })

  test('makes several attempts, and the one that is signed counts', async () => {
    const { issueId, number } = await sealedAlone('deaf')
    alice.mode = 'well'
    // its clock is two minutes ahead
    alice.dates = (seconds) => seconds + 120
    await passRound(issueId)
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: [] })
    await passRound(issueId)
    // the pause before the next attempt grows
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: [] })
    await world.advance(30_000)
    await world.settle()
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 3, signers: [] })
    alice.dates = (seconds) => seconds
    await passRound(issueId, 61_000)
    expect(await sealState(world, issueId)).toMatchObject({ attempt: 4, signers: ['alice'] })
    await passRound(issueId)
    expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 4 })
    expect(await verifyIssue(world, number)).toMatchObject({ ok: true })
    await auditWholeLog(world)
  })
})
