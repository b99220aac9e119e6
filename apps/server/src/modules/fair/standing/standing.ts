/**
 * Whether this server may go on writing the log. A copy of the database that is older than what this server or a witness
 * has seen could draw an issue a second time; while the log does not extend what was seen, nothing is sealed, drawn,
 * appended or signed, and no money moves. Reads go on.
 */
import type { StandingName } from '@fairlot/contract/standing'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { rootOf } from '../log/log.reads.ts'
import { logName, logNumber } from '../log/log-name.ts'
import type { HighWater, HighWaterStore } from './high-water.ts'
import { currentLog, recordMark, type CurrentLog } from './standing.queries.ts'

/**
 * - `drill`: the database was restored for a drill.
 * - `missing`: a mark was kept, and the file is gone; `unreadable`: it is not a mark; `foreign`: it is of another deployment.
 * - `behind`: the log is shorter than the mark; `other`: it is another log than the marked one.
 * - `witness`: a witness has signed more, or another log.
 */
export type HaltReason = 'drill' | 'missing' | 'unreadable' | 'foreign' | 'behind' | 'other' | 'witness'

export type Halt = {
  reason: HaltReason
  /** what was seen last: name of the log, size, and root when it is known; null when nothing is known */
  known: { log: string; size: number; root: string | null } | null
  own: { log: string; size: number } | null
  /** note verifier key of the witness that has signed more */
  witness?: string
}

/** `starting`: the witnesses have not been asked yet; nothing is signed, but members are served. */
export type Standing = 'ok' | 'starting' | Halt

/** What a witness has said: it signed `size` entries of this log, which the log does not have, or not so. */
export type WitnessClaim = { log: string; size: number; fork: boolean }

export type LogStanding = {
  /** As of the last check. */
  now(): Standing
  /** Compares the log with the mark and with what the witnesses have said. Logs an alarm when the answer changes. */
  check(db: Executor): Promise<Standing>
  /** Checks. @throws LogHalted */
  require(db: Executor): Promise<void>
  /** Checks, and raises the mark to the newest committed checkpoint. @throws LogHalted, or the error of the disk */
  keep(db: Executor): Promise<void>
  /** The mark when it is of this deployment. */
  mark(): Promise<HighWater | null>
  /** Notes what a witness has said; null: it has signed the newest checkpoint. */
  heard(witness: string, claim: WitnessClaim | null): void
  /** Nothing is signed from now on until `started`: the witnesses are being asked. */
  starting(): void
  started(): void
}

/** Thrown instead of writing the log. */
export class LogHalted extends Error {
  override name = 'LogHalted'
  readonly standing: Exclude<Standing, 'ok'>

  constructor(standing: Exclude<Standing, 'ok'>) {
    super(
      standing === 'starting'
        ? 'the witnesses have not been asked yet'
        : `the log is halted: ${sayHalt(standing)}`,
    )
    this.standing = standing
  }
}

export type StandingOptions = {
  /** id of the deployment */
  deployment: string
  /** without one nothing is compared: programs that only read, and tests */
  highWater?: HighWaterStore | undefined
  /** the database was restored for a drill */
  drill?: boolean | undefined
  log?:
    | { info(fields: object, message: string): void; error(fields: object, message: string): void }
    | undefined
}

export function createStanding({ deployment, highWater, drill = false, log }: StandingOptions): LogStanding {
  const claims = new Map<string, WitnessClaim>()
  let last: Standing = drill ? { reason: 'drill', known: null, own: null } : 'ok'
  let isStarting = false
  let writing: Promise<void> = Promise.resolve()

  async function compare(db: Executor): Promise<Standing> {
    if (!highWater && !drill && claims.size === 0) return isStarting ? 'starting' : 'ok'
    const own = await currentLog(db)
    const at = { log: logName(deployment, own.log), size: Number(own.size) }
    if (drill) return { reason: 'drill', known: null, own: at }
    const mark = (await highWater?.read()) ?? null
    const fault = highWater ? await faultOf(db, own, mark, deployment) : null
    if (fault) return { ...fault, own: at }
    for (const [witness, { log: name, size, fork }] of claims) {
      if (name === at.log && (fork || size > at.size))
        return { reason: 'witness', known: { log: name, size, root: null }, own: at, witness }
    }
    return isStarting ? 'starting' : 'ok'
  }

  async function check(db: Executor): Promise<Standing> {
    const before = last
    last = await compare(db)
    announce(log, before, last)
    return last
  }

  async function require(db: Executor): Promise<void> {
    const standing = await check(db)
    if (standing !== 'ok') throw new LogHalted(standing)
  }

  /** One write after the other: a mark is never lowered. */
  function raise(store: HighWaterStore, next: HighWater): Promise<void> {
    const write = async () => {
      const mark = await store.read()
      const isLower =
        mark !== null && mark !== 'unreadable' && rank(mark, deployment) >= rank(next, deployment)
      if (!isLower) await store.write(next)
    }
    const done = writing.then(write)
    writing = done.catch(() => undefined)
    return done
  }

  return {
    now: () => last,
    check,
    require,
    async keep(db) {
      await require(db)
      if (!highWater) return
      const own = await currentLog(db)
      const { log: number, signedSize, signedRoot, signedMs, kept } = own
      if (signedSize === null || signedRoot === null) return
      const next = {
        deployment: logName(deployment, number),
        size: Number(signedSize),
        root: signedRoot,
        time: Number(signedMs),
      }
      await raise(highWater, next)
      if (!kept) await recordMark(db, number)
    },
    async mark() {
      const mark = (await highWater?.read()) ?? null
      return mark === null || mark === 'unreadable' || logNumber(deployment, mark.deployment) === null
        ? null
        : mark
    },
    heard(witness, claim) {
      if (claim) claims.set(witness, claim)
      else claims.delete(witness)
    },
    starting() {
      isStarting = !drill
    },
    started() {
      isStarting = false
    },
  }
}

/** The order of marks: a later log is above every size of an earlier one. −1: another deployment's. */
function rank({ deployment: name, size }: HighWater, deployment: string): number {
  const number = logNumber(deployment, name)
  return number === null ? -1 : number * 2 ** 40 + size
}

/** What speaks against the log, judged by the mark; null: nothing. */
async function faultOf(
  db: Executor,
  own: CurrentLog,
  mark: HighWater | 'unreadable' | null,
  deployment: string,
): Promise<Omit<Halt, 'own'> | null> {
  const number = mark === null || mark === 'unreadable' ? null : logNumber(deployment, mark.deployment)
  if (mark === null || mark === 'unreadable' || number === null) {
    // a first start, or the first start after an upgrade: no mark of this log was kept so far
    if (!own.kept) return null
    const reason = mark === null ? 'missing' : mark === 'unreadable' ? mark : 'foreign'
    return { reason, known: null }
  }
  const known = { log: mark.deployment, size: mark.size, root: mark.root }
  if (number > own.log) return { reason: 'behind', known }
  if (number < own.log) return followsMark(own, number, mark) ? null : { reason: 'other', known }
  if (own.size < BigInt(mark.size)) return { reason: 'behind', known }
  return (await rootOf(db, mark.size, own.log)) === mark.root ? null : { reason: 'other', known }
}

/** Whether the log, which two owners started, names at least the state that this server has seen of the log before. */
function followsMark(
  { continues, knownSize, knownRoot }: CurrentLog,
  number: number,
  mark: HighWater,
): boolean {
  if (continues === null || continues < number) return false
  if (continues > number) return true
  return knownSize === BigInt(mark.size) ? knownRoot === mark.root : (knownSize ?? 0n) > BigInt(mark.size)
}

/** A standing as clients see it. */
export function standingName(standing: Standing): StandingName {
  if (typeof standing === 'string') return 'ok'
  return standing.reason === 'drill' ? 'drill' : 'halted'
}

/** A halt as operators read it. */
export function sayHalt({ reason, known, own, witness }: Halt): string {
  const have = own ? `the database holds ${own.size} entries of log ${own.log}` : 'the database was not read'
  const seen = known && `${known.size} entries of log ${known.log}`
  switch (reason) {
    case 'drill':
      return 'this database was restored for a drill (drill.json in the data directory)'
    case 'missing':
      return `high-water.json is missing from the data directory, where it was kept before; ${have}`
    case 'unreadable':
      return `high-water.json in the data directory cannot be read; ${have}`
    case 'foreign':
      return `high-water.json in the data directory belongs to another deployment; ${have}`
    case 'behind':
      return `this server has seen ${seen}, but ${have}: the database is an older copy`
    case 'other':
      return `this server has seen ${seen}, and the database holds another log than that; ${have}`
    case 'witness':
      return `the witness ${witness?.split('+')[0]} has signed ${seen} that this database does not hold; ${have}`
  }
}

const keyOf = (standing: Standing) => (typeof standing === 'string' ? 'ok' : standing.reason)

function announce(log: StandingOptions['log'], before: Standing, after: Standing): void {
  if (typeof after === 'string') {
    if (typeof before !== 'string') log?.info({ alarm: 'log_halted' }, 'the log is no longer halted')
  } else if (keyOf(before) !== keyOf(after) && after.reason !== 'drill') {
    log?.error({ alarm: 'log_halted', ...after }, `the log is halted: ${sayHalt(after)}`)
  }
}

/** The refusal of a call that needs the log to be written; null while it may be. */
export function haltRefusal(standing: LogStanding): Refusal | null {
  return typeof standing.now() === 'string' ? null : new Refusal('LOG_HALTED')
}
