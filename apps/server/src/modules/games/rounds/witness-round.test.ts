import { logKey } from '@fairlot/fairness/checkpoint'
import { auditLog } from '@fairlot/fairness/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createWitnesses, type Witnesses } from '../../fair/index.ts'
import {
  AUDITING,
  auditingWitness,
  serveLog,
  type PlayedWitness,
} from '../../fair/witnesses/played-witnesses.fixture.ts'
import { failing } from '../../../testing/planted.ts'
import { finish, firstRound, roundWorld, verifyTheRound, type RoundWorld } from './rounds.fixture.ts'
import { roundChecks } from './checks/rounds.checks.ts'
import type { Rounds } from './rounds.jobs.ts'

let world: RoundWorld
let watch: PlayedWitness
let askWitnesses: Witnesses
let rounds: Rounds
let house: Awaited<ReturnType<typeof serveLog>>

/** Runs the due steps and waits for the answers of the witness, until nothing more follows from them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await rounds.runDue()
    await askWitnesses.push()
    await askWitnesses.settled()
  }
}

async function goTo(ms: number): Promise<void> {
  await world.pass(ms - (await world.now()))
  await settle()
}

beforeAll(async () => {
  world = await roundWorld(['lucky-5m'])
  const { db, writer, beacons, log } = world.options
  house = await serveLog(world)
  // the program of the repository, which audits the log before it signs
  watch = await auditingWitness(AUDITING, logKey(writer.deployment, writer.publicKey), world.now, house.url)
  const { deployment, publicKey } = writer
  const { key, url } = watch
  askWitnesses = createWitnesses({
    db,
    clock: systemClock,
    deployment,
    publicKey,
    beacons,
    log,
    witnesses: [{ key, url }],
  })
  rounds = world.another({ askWitnesses, witnesses: askWitnesses.noteKeys, witnessPatienceMs: () => 60_000 })
  world.rounds.runDue = () => settle()
})
afterAll(async () => {
  await askWitnesses.stop()
  await rounds.stop()
  await watch.close()
  await house.close()
  await world.close()
})

async function auditWithLines() {
  const { db, options } = world
  await options.writer.flush(db, { checkpoint: true })
  const entries = await db.query<{ bytes: string }>('select bytes from log_entry order by index')
  const notes = await db.query<{ size: bigint; note: string }>(
    'select size, note from log_checkpoint order by size',
  )
  const lines = await db.query<{ size: bigint; line: string }>(
    'select size, line from log_cosignature order by size, witness, signed_at',
  )
  return auditLog({
    deployment: options.writer.deployment,
    publicKey: options.writer.publicKey,
    entries: entries.map(({ bytes }) => bytes),
    checkpoints: notes.map(({ size, note }) => ({
      note,
      cosignatures: lines.filter((one) => one.size === size).map(({ line }) => line),
    })),
  }).counts
}

describe('with witnesses', () => {
  test('a round whose seal a witness signed in time gets its result, and its proof shows the signature', async () => {
    const round = await firstRound(world, 'lucky-5m')
    const member = await world.member()
    await world.bets.place(world.db, round, member, [1])
    await finish(world, round)
    await settle()
    expect((await world.read('lucky-5m'))[0]).toMatchObject({ status: 'settled', bets: 1 })
    expect(await verifyTheRound(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await auditWithLines()).toMatchObject({ roundsDecided: 1, roundsVoid: 0 })
    expect(await failing(world.db, roundChecks)).toEqual([])
  })

  test('a round whose seal no witness signed in time is void, every stake returns, and the witness goes on signing', async () => {
    await goTo((await world.current('lucky-5m')).endsMs + 100)
    const round = await world.current('lucky-5m')
    const member = await world.member()
    await world.bets.place(world.db, round, member, [1])
    // it answers pings and signs nothing
    watch.mode = 'deaf'
    await goTo(round.closesMs + 50)
    expect(await world.current('lucky-5m')).toMatchObject({ status: 'sealed' })
    await goTo(round.closesMs + 12_000)
    expect(await world.current('lucky-5m')).toMatchObject({ status: 'sealed', outcome: null })
    watch.mode = 'well'
    await goTo(round.closesMs + 100_000)
    const ended = (await world.read('lucky-5m')).find(({ roundId }) => roundId === round.roundId)
    expect(ended).toMatchObject({ status: 'void', ended: true, pool: 0n })
    const [wallet] = await world.db.query<{ balance: bigint }>(
      'select balance from wallet where member_id = $1',
      [member],
    )
    expect(wallet?.balance).toBe(1_000_0000n)
    expect(await verifyTheRound(world, round)).toMatchObject({ verdict: 'verified' })
    expect(await auditWithLines()).toMatchObject({ roundsDecided: 1, roundsVoid: 1 })
    const next = await world.current('lucky-5m')
    await finish(world, next)
    await settle()
    expect((await world.read('lucky-5m')).at(-1)).toMatchObject({ status: 'settled' })
    expect(world.errors).toEqual([])
  })

  test('without a witness that answers, a round waits for its seal until its end and is void then', async () => {
    await goTo((await world.current('lucky-5m')).endsMs + 100)
    const round = await world.current('lucky-5m')
    watch.mode = 'down'
    // answers to earlier pings do not count any more
    await askWitnesses.settled()
    const alone = world.another({ witnesses: askWitnesses.noteKeys })
    await world.pass(round.closesMs + 50 - (await world.now()))
    await alone.runDue()
    expect(await world.current('lucky-5m')).toMatchObject({ status: 'closed' })
    await world.pass(round.endsMs + 50 - (await world.now()))
    await alone.runDue()
    const ended = (await world.read('lucky-5m')).find(({ roundId }) => roundId === round.roundId)
    expect(ended).toMatchObject({ status: 'void', ended: true })
  })
})
