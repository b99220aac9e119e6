/** Events of grade witnessed: a witness that audits the log signs the seal, or the event is sealed again. */
import { logKey } from '@fairlot/fairness/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../../platform/clock.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import { createWitnesses, type Witnesses } from '../../../fair/index.ts'
import {
  AUDITING,
  auditingWitness,
  serveLog,
  type PlayedWitness,
} from '../../../fair/witnesses/played-witnesses.fixture.ts'
import { createEventsLoop, type EventsLoop } from './events.jobs.ts'
import { eventWorld, type EventWorld } from '../events.fixture.ts'
import { makeEvent } from './open-event.ts'
import type { EventProof } from '@fairlot/fairness/proof'
import { proofOfEvent } from '../proof/event-proof.ts'

let world: EventWorld
let watch: PlayedWitness
let askWitnesses: Witnesses
let loop: EventsLoop
let options: EventWorld['options']
let house: Awaited<ReturnType<typeof serveLog>>

/** Runs the due steps and waits for the answers of the witness, until nothing more follows from them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await loop.runDue()
    await askWitnesses.push()
    await askWitnesses.settled()
  }
}
async function pass(ms: number): Promise<void> {
  await world.pass(ms)
  await settle()
}

beforeAll(async () => {
  world = await eventWorld()
  const { db, writer, beacons, log } = world.options
  house = await serveLog(world)
  // the program of the repository, which audits the log before it signs
  watch = await auditingWitness(AUDITING, logKey(writer.deployment, writer.publicKey), world.now, house.url)
  const { deployment, publicKey } = writer
  const { key, url } = watch
  const witnesses = [{ key, url }]
  askWitnesses = createWitnesses({ db, clock: systemClock, deployment, publicKey, beacons, log, witnesses })
  options = {
    ...world.options,
    askWitnesses,
    witnesses: askWitnesses.noteKeys,
    witnessPatienceMs: () => 60_000,
  }
  loop = createEventsLoop(options)
})
afterAll(async () => {
  await askWitnesses.stop()
  await loop.stop()
  await watch.close()
  await house.close()
  await world.close()
})

async function opened(): Promise<string> {
  const deadlineMs = (await world.now()) + DAY_MS
  const terms = { pool: 100_0000n, winners: 1, friends: 1, topUp: 1n, opensMs: null, deadlineMs }
  const titles = [{ language: 'en-us' as const, title: 'Witnessed' }]
  const event = await world.db.tx((tx) => makeEvent(tx, options, { ...terms, titles, grade: 'witnessed' }))
  for (const member of await world.entitled(3)) await world.join(member, event.number)
  return event.number
}

test('a signature in time lets the event be drawn, and its proof shows the line', async () => {
  const number = await opened()
  await settle()
  await pass(DAY_MS + 1_000)
  await pass(40_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn', grade: 'witnessed' })
  await world.options.writer.flush(world.db, { checkpoint: true })
  const proof = (await proofOfEvent(options, number)) as EventProof
  expect(proof.seal).toMatchObject({ attempt: 1 })
  expect(proof.log!.cosignatures).toHaveLength(1)
  expect(await world.broken()).toEqual([])
})

test('a seal that no witness signed in time is replaced by the next attempt, with the same participants and salt', async () => {
  const number = await opened()
  await settle()
  // it answers pings and signs nothing
  watch.mode = 'deaf'
  await pass(DAY_MS + 1_000)
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  await pass(40_000)
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  watch.mode = 'well'
  await pass(70_000)
  await pass(40_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn' })
  await world.options.writer.flush(world.db, { checkpoint: true })
  const proof = (await proofOfEvent(options, number)) as EventProof
  expect(proof.seal!.attempt).toBeGreaterThan(1)
  expect(proof.log!.entries).toHaveLength(proof.seal!.attempt + 2)
  expect(await world.broken()).toEqual([])
  expect(world.errors).toEqual([])
})
