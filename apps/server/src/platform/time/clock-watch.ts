/**
 * Whether business time can be believed. A clock that is ahead for seconds would end issues, recharges and exclusions, and
 * nobody could undo it. So the server compares business time, which is the database's clock, with a monotonic clock:
 *
 * - What time alone ends uses `settled_clock`: the business time of a look that a later look, some minutes away by the
 *   monotonic clock, has confirmed.
 * - When business time goes away from the monotonic clock by more than a bound, forwards or back, the settled time stands
 *   still, and issues are neither opened nor sealed nor refunded, until the clock has agreed again for the whole distance or
 *   operators have said that it is right (`clock.accept`).
 *
 * The state is in the database, so it holds for all servers and after a restart. A server that starts again before the next
 * boot of its machine compares with its last look; after a boot it begins with its first one.
 */
import { MINUTE_MS, SECOND_MS } from '../durations.ts'
import type { Db } from '../db.ts'
import type { Monotonic } from './monotonic.ts'
import type { Values } from '../settings/settings.ts'
import { CLOCK_CONFIRM_MINUTES, CLOCK_MAX_JUMP_SECONDS } from './clock.settings.ts'
import * as queries from './clock-watch.queries.ts'

type Write = (fields: object, message: string) => void

export type ClockHalt = {
  /** business time when the halt began, Unix milliseconds */
  sinceMs: number
  /** how far business time went away from the monotonic clock; negative: back */
  jumpMs: number
}

export type ClockWatch = {
  /** As of the last look; null: time may end things. */
  halt(): ClockHalt | null
  /** Looks at both clocks now. Logs an alarm when the acts are halted. Concurrent calls share one look. */
  look(): Promise<ClockHalt | null>
  /** Looks again every LOOK_EVERY_MS. */
  start(): void
  stop(): Promise<void>
}

export type ClockWatchOptions = {
  db: Db
  /** without it nothing is watched, and business time counts: tests drive it, and the demo world is seeded in it */
  monotonic?: Monotonic | undefined
  settings: Values
  log: Record<'info' | 'warn' | 'error', Write>
}

type Look = { mono: number; business: number }

const LOOK_EVERY_MS = 5 * SECOND_MS
/** The settled time and the last look are written when they are older than this. */
const WRITE_EVERY_MS = 10 * SECOND_MS

const UNWATCHED: ClockWatch = {
  halt: () => null,
  look: () => Promise.resolve(null),
  start: () => undefined,
  stop: () => Promise.resolve(),
}

export function createClockWatch(options: ClockWatchOptions): ClockWatch {
  const { monotonic, log } = options
  if (!monotonic) return UNWATCHED
  const observer = createObserver({ ...options, monotonic })
  let halted: ClockHalt | null = null
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<ClockHalt | null> | undefined

  async function lookOnce() {
    halted = await observer.observe()
    return halted
  }

  function look() {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  function lookInBackground() {
    look().catch((error: unknown) => log.warn({ err: error }, 'the clocks could not be compared'))
  }

  return {
    halt: () => halted,
    look,
    start() {
      timer ??= setInterval(lookInBackground, LOOK_EVERY_MS)
      lookInBackground()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await looking?.catch(() => undefined)
    },
  }
}

/** Compares the two clocks and writes what follows. */
function createObserver({ db, monotonic, settings, log }: ClockWatchOptions & { monotonic: Monotonic }) {
  const { machine } = monotonic
  let generation: number | undefined
  /** looks that agree, the oldest first: one that is the distance away or more, and those since */
  let looks: Look[] = []
  /** monotonic time since which the clock of a halt agrees again */
  let agreesSince: number | null = null
  let keptAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<{ row: queries.ClockRow; now: Look; isExact: boolean }> {
    const before = monotonic.nowMs()
    const row = await queries.readClock(db, machine)
    const after = monotonic.nowMs()
    const now = { mono: (before + after) / 2, business: Number(row.business) }
    return { row, now, isExact: after - before < maxJumpMs() / 2 }
  }

  const maxJumpMs = () => settings.get(CLOCK_MAX_JUMP_SECONDS) * SECOND_MS
  const distanceMs = () => settings.get(CLOCK_CONFIRM_MINUTES) * MINUTE_MS

  /** The first look of a process continues the last one of its machine, and of a generation begins. */
  function begin(row: queries.ClockRow, now: Look): void {
    generation = row.generation
    agreesSince = null
    const last = row.mono === null ? null : { mono: Number(row.mono), business: Number(row.seen) }
    looks = last && last.mono <= now.mono ? [last] : []
  }

  async function halt(row: queries.ClockRow, jumpMs: number): Promise<ClockHalt> {
    const isFirst = await queries.haltClock(db, { machine, jumpMs, generation: row.generation })
    if (isFirst) log.error({ alarm: 'clock', jumpMs }, `${sayJump(jumpMs)}: nothing is ended by time`)
    return { sinceMs: Number(row.business), jumpMs }
  }

  /** While a halt lasts, the looks before it stay the measure. */
  async function agreesAgain(row: queries.ClockRow, now: Look): Promise<boolean> {
    if (row.haltedBy !== machine) return false
    agreesSince ??= now.mono
    if (now.mono - agreesSince < distanceMs()) return false
    if (await queries.resumeClock(db, machine, row.generation))
      log.info({ alarm: 'clock' }, 'business time agrees with the monotonic clock again')
    return true
  }

  async function remember(row: queries.ClockRow, now: Look): Promise<void> {
    looks.push(now)
    while (looks[1] && now.mono - looks[1].mono >= distanceMs()) looks.shift()
    const first = looks[0]!
    const settled = row.settled === null ? null : Number(row.settled)
    const confirmed =
      now.mono - first.mono >= distanceMs()
        ? first.business
        : settled === null
          ? now.business - distanceMs()
          : null
    if (confirmed !== null && confirmed - (settled ?? 0) >= WRITE_EVERY_MS)
      await queries.settleClock(db, confirmed, row.generation)
    if (now.mono - keptAt < WRITE_EVERY_MS) return
    keptAt = now.mono
    await queries.keepLook(db, {
      machine,
      generation: row.generation,
      monoMs: now.mono,
      businessMs: now.business,
    })
  }

  return {
    /** @returns null: time may end things */
    async observe(): Promise<ClockHalt | null> {
      const { row, now, isExact } = await read()
      if (row.driven) return null
      if (generation !== row.generation) begin(row, now)
      const current =
        row.haltedAt === null ? null : { sinceMs: Number(row.haltedAt), jumpMs: Number(row.jump) }
      if (!isExact) return current
      const measure = looks[0] ?? now
      const jumpMs = Math.round(now.business - measure.business - (now.mono - measure.mono))
      if (Math.abs(jumpMs) > maxJumpMs()) {
        agreesSince = null
        return current ?? (await halt(row, jumpMs))
      }
      if (current && !(await agreesAgain(row, now))) return current
      if (current) looks = looks.slice(0, 1)
      await remember(row, now)
      return null
    },
  }
}

/** A jump as operators read it. */
export function sayJump(jumpMs: number): string {
  const seconds = Math.round(Math.abs(jumpMs) / SECOND_MS)
  return `business time jumped ${seconds} seconds ${jumpMs < 0 ? 'back' : 'ahead'} of the time that passed`
}
