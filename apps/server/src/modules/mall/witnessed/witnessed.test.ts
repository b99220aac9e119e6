import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyIssue } from '../draws/draws.fixture.ts'
import {
  auditWholeLog,
  sealState,
  soldOutIssue,
  witnessedMall,
  type PlayedWitness,
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
