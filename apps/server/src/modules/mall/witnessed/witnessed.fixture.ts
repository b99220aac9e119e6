/** Issues of grade witnessed with played witnesses, which speak the real protocol over loopback and behave as a test says. */
import { auditLog } from '@fairlot/fairness/audit'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import type { Witnesses } from '../../fair/index.ts'
import {
  startWitnesses,
  type Alarm,
  type PlayedWitness,
} from '../../fair/witnesses/played-witnesses.fixture.ts'
import type { TestClock } from '../../../testing/clock.ts'
import { createDraws, type Draws, type DrawsOptions } from '../draws/draws.jobs.ts'
import { drawMall, openTestIssue, sellOut, type DrawMall } from '../draws/draws.fixture.ts'
import { createReader } from '../issues/issue-steps.fixture.ts'
import { TIMELY_LINES } from './timely-lines.queries.ts'

export type WitnessedMall = DrawMall & {
  clock: TestClock
  witnesses: Record<string, PlayedWitness>
  askWitnesses: Witnesses
  /** entries of the server's log, by level */
  alarms: Alarm[]
  /** another server on the same database */
  another(overrides?: Partial<DrawsOptions>): { draws: Draws; askWitnesses: Witnesses; options: DrawsOptions }
  /** Moves business time and the clock of pauses. */
  advance(ms: number): Promise<void>
  /** Runs the due steps and waits for the answers of the witnesses, until nothing more follows from them. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Starts a mall with these witnesses, whose issues open under the rules of version 2. */
export const witnessedMall = (...names: string[]): Promise<WitnessedMall> => witnessedMallUnder(2, names)

/** @param rules version of the log's rules under which issues open */
export async function witnessedMallUnder(rules: 2 | 3, names: readonly string[]): Promise<WitnessedMall> {
  const world = await drawMall({ rules })
  const started = await startWitnesses(world, names)
  const { clock, alarms, log } = started
  const witnesses = Object.fromEntries(names.map((name, i) => [name, started.witnesses[i]!]))
  const another: WitnessedMall['another'] = (overrides = {}) => {
    const askWitnesses = started.ask(started.witnesses, overrides.db)
    const options = {
      ...world.options,
      clock,
      log,
      askWitnesses,
      witnesses: askWitnesses.noteKeys,
      ...overrides,
    }
    return { draws: createDraws(options), askWitnesses, options }
  }
  const own = another()
  return {
    ...world,
    ...own,
    clock,
    witnesses,
    alarms,
    another,
    async advance(ms) {
      clock.advance(ms)
      await world.mall.database.advanceClock(ms)
    },
    settle: () => settleServer(own),
    async close() {
      await own.askWitnesses.stop()
      await started.close()
      await own.draws.stop()
      await world.mall.close()
    },
  }
}

/** Runs the due steps of a server and waits for the answers of the witnesses, until nothing more follows from them. */
export async function settleServer(server: { draws: Draws; askWitnesses: Witnesses }): Promise<void> {
  // ping, seal, sign, collect: four rounds, and one for what follows a void seal
  for (let round = 0; round < 6; round++) {
    await server.draws.runDue()
    // as the keeper of the log does each second
    await server.askWitnesses.push()
    await server.askWitnesses.settled()
  }
}

/** A sold-out issue of grade witnessed, before its seal. */
export async function soldOutIssue(world: WitnessedMall): Promise<{ issueId: string; number: string }> {
  const { issueId, number } = await openTestIssue(world, { grade: 'witnessed', shares: 4, maxIssues: 1 })
  await sellOut(world, number, 4)
  // answers to earlier pings do not count any more
  await world.advance(10_000)
  return { issueId, number }
}

export type SealState = {
  status: string
  /** the attempt that counts; null before the seal */
  attempt: number | null
  sealedMs: number
  /** time of its round, Unix milliseconds */
  roundMs: number
  /** names of the witnesses that signed it in time */
  signers: string[]
}

export async function sealState(world: DrawMall, issueId: string): Promise<SealState> {
  const reader = createReader(world)
  const row = await reader.one<{
    status: string
    attempt: number | null
    sealed: bigint
    round: bigint
    signers: string[]
  }>(
    `select i.status, s.attempt, s.sealed_ms as sealed, s.round,
       array(select split_part(c.witness, '+', 1) from issue_cosignature c
         where c.issue_id = s.issue_id and c.attempt = s.attempt
         union select split_part(l.key, '+', 1) from ${TIMELY_LINES('t.number', 't.witnesses', 's.round')} l
         where i.log_rules >= 3 order by 1) as signers
     from issue i join issue_terms t using (issue_id) left join issue_last_seal s using (issue_id) where i.issue_id = $1`,
    [issueId],
  )
  const { chain } = world.options.beacons.current
  return {
    status: row.status,
    attempt: row.attempt,
    sealedMs: Number(row.sealed),
    roundMs: row.round === null ? 0 : roundTimeMs(Number(row.round), chain),
    signers: row.signers,
  }
}

/** Audits the whole log with the lines of the witnesses. @throws AuditBreach */
export async function auditWholeLog(world: DrawMall): Promise<void> {
  const { db, writer } = world.options
  await writer.flush(db, { checkpoint: true })
  const entries = await db.query<{ bytes: string }>('select bytes from log_entry order by index')
  const notes = await db.query<{ size: bigint; note: string }>(
    'select size, note from log_checkpoint order by size',
  )
  const lines = await db.query<{ size: bigint; line: string }>(
    'select size, line from log_cosignature order by size, witness, signed_at',
  )
  auditLog({
    deployment: writer.deployment,
    publicKey: writer.publicKey,
    entries: entries.map(({ bytes }) => bytes),
    checkpoints: notes.map(({ size, note }) => ({
      note,
      cosignatures: lines.filter((one) => one.size === size).map(({ line }) => line),
    })),
  })
}
