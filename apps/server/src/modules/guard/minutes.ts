/**
 * Counts the minutes in which members with a time limit use the app: a minute counts when a call of the member arrives in
 * it. A call only marks the minute in memory; a timer writes the marks to the database every few seconds.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { countMinutes, lockWallets, timeLimited, type MinuteOfUse } from '../ledger/index.ts'

const FLUSH_MS = 10_000
/** Marks per look-up and per transaction. */
const CHUNK = 1_000
/** Marks kept while the database is unavailable; further ones are dropped. */
const MOST_UNWRITTEN = 200_000

export type Minutes = {
  /** Notes that a member uses the app now. Never throws and never waits. */
  noteUse(memberId: string): void
  /** Writes the marks. @throws the database's error; the marks are then kept */
  flush(): Promise<void>
  /** Starts the timer that flushes. */
  start(): void
  /** Stops the timer and flushes once more. */
  stop(): Promise<void>
}

export type MinutesOptions = {
  db: Db
  clock: Clock
  log: { warn(fields: object, message: string): void }
}

export function createMinutes({ db, clock, log }: MinutesOptions): Minutes {
  let minute = 0
  let marked = new Set<string>()
  let unwritten: MinuteOfUse[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  async function write(minutes: readonly MinuteOfUse[]): Promise<void> {
    const members = await timeLimited(db, [...new Set(minutes.map(({ member }) => member))])
    if (members.length === 0) return
    const limited = new Set(members)
    await db.tx(async (tx) => {
      await lockWallets(tx, members)
      await countMinutes(
        tx,
        minutes.filter(({ member }) => limited.has(member)),
      )
    })
  }

  async function flushOnce(): Promise<void> {
    const taken = unwritten
    unwritten = []
    try {
      while (taken.length > 0) {
        await write(taken.slice(0, CHUNK))
        taken.splice(0, CHUNK)
      }
    } finally {
      if (taken.length > 0) unwritten = [...taken, ...unwritten].slice(0, MOST_UNWRITTEN)
    }
  }

  /** Flushes run one after the other. */
  function flush(): Promise<void> {
    const next = flushing.then(flushOnce)
    flushing = next.catch(() => undefined)
    return next
  }

  const flushOrWarn = () =>
    flush().catch((error: unknown) =>
      log.warn({ err: error }, 'minutes of use could not be counted; the server retries'),
    )

  return {
    noteUse(member) {
      const now = Math.floor(clock.now() / MINUTE_MS)
      if (now !== minute) {
        minute = now
        marked = new Set()
      }
      if (marked.has(member) || unwritten.length >= MOST_UNWRITTEN) return
      marked.add(member)
      unwritten.push({ member, at: now * MINUTE_MS })
    },
    flush,
    start() {
      timer ??= setInterval(() => void flushOrWarn(), FLUSH_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await flushOrWarn()
    },
  }
}
