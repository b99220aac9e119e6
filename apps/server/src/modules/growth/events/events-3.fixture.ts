/** Prize-share events of version 3, also with played witnesses, for tests. */
import { randomUUID } from 'node:crypto'
import { auditLog, type AuditCounts } from '@fairlot/fairness/audit'
import { inclusionParts } from '@fairlot/fairness/log-tree'
import { formatKey } from '@fairlot/fairness/note'
import type { FinishedAudit, VerifyOptions } from '@fairlot/fairness/verify'
import { verifyEvent } from '@fairlot/fairness/verify/event'
import type { Db, Tx } from '../../../platform/db.ts'
import type { TestClock } from '../../../testing/clock.ts'
import { createLogWriter, createRecovery, latestCheckpoint, localBeacon } from '../../fair/index.ts'
import { pathsOf } from '../../fair/log/log.reads.ts'
import type { Send } from '../../fair/witnesses/witness-client.ts'
import type { Witnesses } from '../../fair/witnesses/witnesses.ts'
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
import { sealEvent } from './steps/seal-event.ts'
import { loseOpenEvents } from './steps/lose-events.ts'

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

/** Audits the newest log, which begins after a loss. @throws AuditBreach */
export async function auditLast({ db, options: { writer } }: EventWorld): Promise<AuditCounts> {
  await writer.flush(db, { checkpoint: true })
  const rows = await db.query<{ log: number; bytes: string }>(
    'select log, bytes from log_entry where log = (select max(number) from log) order by index',
  )
  const notes = await db.query<{ note: string }>(
    'select note from log_checkpoint where log = $1 order by size',
    [rows[0]!.log],
  )
  return auditLog({
    deployment: writer.nameOf(rows[0]!.log),
    publicKey: writer.publicKey,
    entries: rows.map(({ bytes }) => bytes),
    checkpoints: notes.map(({ note }) => ({ note, cosignatures: [] })),
  }).counts
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

const MADE = `
  select l.bytes as entry, c.note, l.index::float8 as index, l.log from event e join log_entry l on l.subject = 'event ' || e.number and l.kind = 'event-seal'
  join log_checkpoint c on c.log = l.log and c.size = l.index + 1 where e.event_id = $1`

/** Several callers ask one connection. */
function oneByOne(tx: Tx): Pick<Tx, 'query'> {
  let last: Promise<unknown> = Promise.resolve()
  const query = (...args: Parameters<Tx['query']>) => {
    const next = last.then(() => tx.query(...args))
    last = next.catch(() => undefined)
    return next
  }
  return { query: query as Tx['query'] }
}

/** What is lost of a seal. */
export type Stretch = { entry: string; note: string; index: number; inclusion: string[] }

export type WitnessedEvents = EventWorld & {
  clock: TestClock
  witnesses: readonly PlayedWitness[]
  alarms: Alarm[]
  /** Runs the due steps and waits for the answers of the witnesses, until nothing more follows from them. */
  settle(): Promise<void>
  /**
   * Seals a closed event, shows the seal to the witnesses, and loses all of it but what they keep.
   * @returns the entry of the seal, the checkpoint over it, and the path from one to the other
   */
  loseStretch(eventId: string): Promise<Stretch>
  /** The witnesses, asked over connections that a test sees. The caller stops it. */
  askOver(send: Send): Witnesses
  /** Starts a log after a loss, as two owners do. @returns what it names as lost */
  loseLog(): Promise<readonly string[]>
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
    async loseStretch(eventId: string) {
      let stretch: Stretch = { entry: '', note: '', index: 0, inclusion: [] }
      const undone = new Error('the disk burnt')
      const sealed = async (tx: Tx, result: unknown) => {
        const [made] = await tx.query<Stretch & { log: number }>(MADE, [eventId])
        if (!made) return result
        const { index, log: number } = made
        const [inclusion] = await pathsOf(tx, [inclusionParts(index, index + 1)], number)
        stretch = { entry: made.entry, note: made.note, index, inclusion: inclusion! }
        // the house serves what it has made, until it loses it
        const one = oneByOne(tx)
        const at: Db = { ...db, ...one, tx: (work) => work(one as Tx) }
        world.options.db = at
        const asking = started.ask(witnesses, at)
        await asking.push({ atOnce: true })
        await asking.stop()
        throw undone
      }
      const losing: Db = {
        ...db,
        tx: (work) => db.tx(async (tx) => (await sealed(tx, await work(tx))) as never),
      }
      try {
        await sealEvent({ ...world.options, db: losing }, eventId)
      } catch (error) {
        if (error !== undone) throw error
      } finally {
        world.options.db = db
      }
      return stretch
    },
    askOver: (send: Send) => started.ask(witnesses, db, send),
    loseLog: () =>
      db.tx(async (tx) => {
        const { writer } = world.options
        await writer.hold(tx)
        return (await createRecovery(writer).begin(tx, await loseOpenEvents(tx, world.options))).issues
      }),
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
