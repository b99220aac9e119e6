/** Prize-share events of version 3, also with played witnesses, for tests. */
import { randomUUID } from 'node:crypto'
import { auditLog } from '@fairlot/fairness/audit'
import { formatKey } from '@fairlot/fairness/note'
import type { FinishedAudit, VerifyOptions } from '@fairlot/fairness/verify'
import { verifyEvent } from '@fairlot/fairness/verify/event'
import type { TestClock } from '../../../testing/clock.ts'
import { createLogWriter, latestCheckpoint, localBeacon } from '../../fair/index.ts'
import { fundHouse, houseAccounts } from '../../ledger/index.ts'
import {
  makeWell,
  releaseWitnessed,
  startWitnesses,
  type Alarm,
  type PlayedWitness,
} from '../../fair/witnesses/played-witnesses.fixture.ts'
import { eventWorld, type EventWorld } from './events.fixture.ts'
import { createEventsLoop, type EventsLoopOptions } from './steps/events.jobs.ts'

/** The public key of the beacon of `eventWorld`. */
const BEACON_KEY = localBeacon('11'.repeat(32), () => Promise.resolve(0)).chain.publicKey

export function eventWorld3(overrides: Partial<EventsLoopOptions> = {}): Promise<EventWorld> {
  const writer = createLogWriter({
    deployment: 'test',
    seed: '5c'.repeat(32),
    rules: 3,
    localBeacon: BEACON_KEY,
  })
  return eventWorld({ writer, ...overrides })
}

/** Audits the whole log with all lines of witnesses, for the verification of a document with it. @throws AuditBreach */
export async function auditedLog(world: EventWorld): Promise<FinishedAudit> {
  await world.audit()
  const { db, options } = world
  const { publicKey } = options.writer
  const entries = (await db.query<{ bytes: string }>('select bytes from log_entry order by log, index')).map(
    ({ bytes }) => bytes,
  )
  const checkpoints = await db.query<{ note: string; cosignatures: string[] }>(
    `select note, array(select line from log_cosignature s where s.size = c.size) as cosignatures from log_checkpoint c order by size`,
  )
  const audit = auditLog({ deployment: 'test', publicKey, entries, checkpoints })
  const find = (subject: string) =>
    audit.find(subject).map(({ index }) => ({ index, bytes: entries[index]! }))
  return { deployment: 'test', publicKey, find, rootAt: audit.rootAt }
}

/** Verifies the proof of an event as a client receives it, with the audited log. */
export async function verified3(world: EventWorld, number: string, options: VerifyOptions = {}) {
  const log = await auditedLog(world)
  const document: unknown = JSON.parse(JSON.stringify(await world.proof(number)))
  const { verdict, failed, steps } = verifyEvent(document, { publicKey: log.publicKey, log, ...options })
  const why = steps.find(({ step }) => step === failed)?.detail
  return { verdict, ...(failed !== undefined && { failed, why }) }
}

export const GUARANTEE = 5_000_0000n

export type WitnessedEvents = EventWorld & {
  clock: TestClock
  witnesses: readonly PlayedWitness[]
  alarms: Alarm[]
  /** Runs the due steps and waits for the answers of the witnesses, until nothing more follows from them. */
  settle(): Promise<void>
  /** Takes a closed event to its seal while its witnesses sign, and changes them at this moment. */
  sealThen(change: () => void): Promise<void>
  /** A witness signs no checkpoint that is larger than the newest one. */
  refuseNewFrom(witness: PlayedWitness): Promise<void>
  /** All witnesses behave well again, and two operators have released the stop. */
  heal(): Promise<void>
  guarantee(): Promise<{ balance: bigint; available: bigint }>
  fundGuarantee(amount: bigint): Promise<void>
}

/**
 * Witnessed events with witnesses of these names. The one called `AUDITING` is the program of the repository, which audits the log before
 * it signs.
 */
export async function witnessedEvents(
  names: readonly string[],
  { guarantee = GUARANTEE }: { guarantee?: bigint } = {},
): Promise<WitnessedEvents> {
  const world = await eventWorld3()
  const { db } = world.options
  const started = await startWitnesses(world, names)
  const { clock, witnesses, alarms, log } = started
  const askWitnesses = started.ask()
  Object.assign(world.options, {
    clock,
    askWitnesses,
    witnesses: askWitnesses.noteKeys,
    witnessPatienceMs: () => 60_000,
    log,
  })
  const loop = createEventsLoop(world.options)
  const fundGuarantee = (amount: bigint) =>
    db.tx(async (tx) => {
      await fundHouse(tx, { account: 'guarantee', amount, reference: randomUUID() })
    })
  if (guarantee > 0n) await fundGuarantee(guarantee)
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await loop.runDue()
      await askWitnesses.push()
      await askWitnesses.settled()
    }
  }
  const { close, open } = world
  return Object.assign(world, {
    clock,
    witnesses,
    alarms,
    settle,
    async sealThen(change: () => void) {
      for (
        let turn = 0;
        turn < 3 && askWitnesses.signing(witnesses.map(({ key }) => formatKey(key))) === 0;
        turn++
      ) {
        await loop.runDue()
        await askWitnesses.settled()
      }
      change()
      await loop.runDue()
      await askWitnesses.settled()
    },
    async refuseNewFrom(witness: PlayedWitness) {
      const { size } = (await latestCheckpoint(db))!
      witness.refuses = (shown) => (shown > size ? 'it is asked to' : null)
    },
    async heal() {
      for (const witness of witnesses) makeWell(witness)
      await releaseWitnessed(db, world.owner)
      alarms.length = world.errors.length = 0
    },
    fundGuarantee,
    loop: { ...loop, runDue: settle },
    async pass(ms: number) {
      // answers to pings count for a while by this clock
      clock.advance(Math.max(0, ms))
      await world.database.advanceClock(ms)
    },
    open: (given: Parameters<EventWorld['open']>[0] = {}) => open({ grade: 'witnessed', ...given }),
    async guarantee() {
      const found = (await houseAccounts(db)).find(({ name }) => name === 'guarantee')!
      return { balance: found.balance, available: found.available }
    },
    async close() {
      await askWitnesses.stop()
      await loop.stop()
      await started.close()
      await close()
    },
  })
}
