/** The house and a corrupt witness against an honest one, which is the program of the repository. */
import { verifyProof } from '@fairlot/fairness/verify'
import { AUDITING, type PlayedWitness } from '../../fair/witnesses/played-witnesses.fixture.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  auditWholeLog,
  sealState,
  soldOutIssue,
  witnessedMall,
  type WitnessedMall,
} from './witnessed.fixture.ts'

let world: WitnessedMall
let watch: PlayedWitness
let mallory: PlayedWitness
beforeEach(async () => {
  world = await witnessedMall('mallory', AUDITING)
  watch = world.witnesses[AUDITING]!
  mallory = world.witnesses['mallory']!
})
afterEach(() => world.close())

async function passRound(issueId: string): Promise<void> {
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  await world.settle()
}

const refusals = async () =>
  (await (await fetch(`${watch.url}/refusal`)).json()) as { rule: string; reason: string }[]

/** The proof as a member checks it who asks for the honest witness. */
const askedFor = async (number: string, witness: PlayedWitness) => {
  const { ok, failed } = verifyProof(await world.proofs.of(number), { witness: witness.key })
  return { ok, failed }
}

test('the honest witness audits, signs in time, and a draw follows', async () => {
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  expect((await sealState(world, issueId)).signers.toSorted()).toEqual(['mallory', AUDITING])
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  expect(await askedFor(number, watch)).toMatchObject({ ok: true })
  expect(await refusals()).toEqual([])
  await auditWholeLog(world)
})

test('a house that shows the seal to a corrupt witness only is found out by the honest one', async () => {
  watch.mode = 'deaf'
  mallory.mode = 'deaf'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  const { roundMs } = await sealState(world, issueId)
  // the round is known now; the house shows the seal to the honest witness only after it
  await world.advance(roundMs - (await world.now()) + 2_000)
  watch.mode = 'well'
  await world.askWitnesses.push({ atOnce: true })
  expect(await refusals()).toMatchObject([{ rule: 'late' }])
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: [] })
  // the house likes the result, and the corrupt witness dates its signature back
  mallory.mode = 'well'
  mallory.dates = () => roundMs / 1_000 - 5
  await world.askWitnesses.push({ atOnce: true })
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1, signers: ['mallory'] })
  expect(await askedFor(number, mallory)).toMatchObject({ ok: true })
  expect(await askedFor(number, watch)).toMatchObject({ ok: false, failed: 'witnesses' })
})

test('after one signature of an honest witness every other seal is refused', async () => {
  const { owner } = world.mall
  mallory.mode = 'down'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ signers: [AUDITING] })
  const { roundMs } = await sealState(world, issueId)
  // the owner of the database removes the line, and the house keeps the honest witness away while it seals again
  await owner.query('delete from issue_cosignature')
  await owner.query('delete from log_cosignature')
  watch.mode = 'down'
  mallory.mode = 'well'
  await world.advance(roundMs - (await world.now()) + 16 * 60_000)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['mallory'] })
  watch.mode = 'well'
  await world.askWitnesses.push({ atOnce: true })
  expect(await refusals()).toMatchObject([{ rule: 'attempt' }])
  expect(world.alarms.map(({ fields }) => fields['refusal'])).toContainEqual(
    expect.stringContaining('signed attempt 1 in time'),
  )
})

test('the honest witness signs the next attempt after a void one, and the draw follows', async () => {
  mallory.mode = 'down'
  watch.mode = 'deaf'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: [] })
  watch.mode = 'well'
  await world.advance(16 * 60_000)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: [AUDITING] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  expect(await askedFor(number, watch)).toMatchObject({ ok: true })
  await auditWholeLog(world)
})
