/** Rounds of games of version 3, also with played witnesses, for tests. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { audited, SEED } from '../../fair/log/log.fixture.ts'
import { localBeacon } from '../../fair/index.ts'
import { createLogWriter, type LogWriter } from '../../fair/log/log-writer.ts'
import type { VerifyOptions } from '@fairlot/fairness/verify'
import { verifyRound } from '@fairlot/fairness/verify/round'
import type { TestClock } from '../../../testing/clock.ts'
import {
  startWitnesses,
  type Alarm,
  type PlayedWitness,
} from '../../fair/witnesses/played-witnesses.fixture.ts'
import { proofOfRound } from './round-proof.ts'
import { roundWorld, type RoundRow, type RoundWorld } from './rounds.fixture.ts'
import type { RoundsOptions } from './rounds.jobs.ts'

/** The public key of the beacon of `roundWorld`. */
const BEACON_KEY = localBeacon('11'.repeat(32), () => Promise.resolve(0)).chain.publicKey

/** A writer of version 3 for the log of `roundWorld`. */
export const writer3 = (): LogWriter =>
  createLogWriter({ deployment: 'test', seed: SEED, rules: 3, localBeacon: BEACON_KEY })

/** Rounds of version 3 without witnesses. */
export function roundWorld3(
  on: readonly GameId[] = ['lucky-1m'],
  overrides: Partial<RoundsOptions> = {},
): Promise<RoundWorld> {
  return roundWorld(on, { writer: writer3(), ...overrides })
}

export type ChainRow = {
  game: GameId
  number: number
  rules: number
  length: number
  roundMs: number
  publishedMs: number
  firstMs: number | null
  from: string | null
  quorum: number | null
  signed: number
}

export function chainsOf({ db }: RoundWorld, game: GameId = 'lucky-1m'): Promise<ChainRow[]> {
  return db.query<ChainRow>(
    `select game, number, log_rules as rules, length, round_ms::float8 as "roundMs", published_ms::float8 as "publishedMs",
       first_ms::float8 as "firstMs", first_period as "from", quorum,
       (select count(*)::int from game_chain_cosignature s where s.chain_id = c.chain_id) as signed
     from game_chain c where game = $1 order by number`,
    [game],
  )
}

/** Publishes the chain of a game and goes to the next round that it decides. */
export async function firstRound3(world: RoundWorld, game: GameId = 'lucky-1m'): Promise<RoundRow> {
  await world.rounds.runDue()
  const newest = (await chainsOf(world, game)).at(-1)
  if (!newest?.firstMs) throw new Error(`${game} has no chain of version 3`)
  const { firstMs, roundMs } = newest
  const passed = Math.max(0, Math.ceil(((await world.now()) - firstMs) / roundMs))
  await world.goTo(firstMs + passed * roundMs + 100)
  return world.current(game)
}

/** The beacon round of an open round is published so long after its betting ends, at most. */
export const DECIDED_MS = 9_000

/** Takes a round of version 3 to its end. */
export async function finish3(world: RoundWorld, { closesMs }: RoundRow): Promise<void> {
  await world.goTo(closesMs + 50)
  await world.goTo(closesMs + DECIDED_MS)
}

/** Verifies the proof of a round as a client receives it. */
export async function verify3(
  { db, options }: RoundWorld,
  { game, period }: Pick<RoundRow, 'game' | 'period'>,
  more: VerifyOptions = {},
) {
  await options.writer.flush(db, { checkpoint: true })
  const document: unknown = JSON.parse(JSON.stringify(await proofOfRound(options, game, period)))
  const { verdict, failed, steps } = verifyRound(document, more)
  return { document, verdict, failed, steps, detail: steps.find(({ step }) => step === failed)?.detail }
}

/** Audits the whole log with all lines of witnesses. @returns its counts; throws what it finds wrong */
export async function audit3({ db, options }: RoundWorld) {
  await options.writer.flush(db, { checkpoint: true })
  return (await audited({ db, writer: options.writer })).counts
}

export type WitnessedRounds = RoundWorld & {
  clock: TestClock
  witnesses: PlayedWitness[]
  /** Other witnesses from now on. */
  configure(witnesses: readonly PlayedWitness[]): Promise<void>
  alarms: Alarm[]
}

/**
 * Rounds of version 3 with witnesses of these names. The one called `AUDITING` is the program of the repository, which audits the log
 * before it signs. `world.rounds` is the server that asks them.
 */
export async function witnessedRounds(
  names: readonly string[],
  on: readonly GameId[] = ['lucky-1m'],
  overrides: Partial<RoundsOptions> = {},
): Promise<WitnessedRounds> {
  const world = await roundWorld3(on, overrides)
  const started = await startWitnesses(world, names)
  const { clock, witnesses, alarms, log } = started
  const own = { rounds: world.rounds, askWitnesses: world.options.askWitnesses }
  async function configure(named: readonly PlayedWitness[]): Promise<void> {
    await own.askWitnesses.stop()
    own.askWitnesses = started.ask(named)
    Object.assign(world.options, {
      askWitnesses: own.askWitnesses,
      witnesses: own.askWitnesses.noteKeys,
      witnessPatienceMs: () => 60_000,
      log,
    })
    own.rounds = world.another()
  }
  await configure(witnesses)
  /** Runs the due steps and waits for the answers of the witnesses, until nothing more follows from them. */
  const settle = async () => {
    for (let turn = 0; turn < 4; turn++) {
      await own.rounds.runDue()
      await own.askWitnesses.push()
      await own.askWitnesses.settled()
    }
  }
  const pass = async (ms: number) => {
    // answers to pings count for a while by this clock
    clock.advance(Math.max(0, ms))
    await world.database.advanceClock(ms)
  }
  const { close } = world
  return Object.assign(world, {
    clock,
    witnesses,
    alarms,
    configure,
    rounds: { ...world.rounds, runDue: settle },
    pass,
    async goTo(ms: number) {
      await pass(ms - (await world.now()))
      await settle()
    },
    async close() {
      await own.askWitnesses.stop()
      await own.rounds.stop()
      await started.close()
      await close()
    },
  })
}
