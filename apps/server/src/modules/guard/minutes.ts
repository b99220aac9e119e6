/**
 * Counts the minutes in which members use the app, for those who have limited their time: a minute in which a call of theirs
 * arrived. Marked in memory, so that a call pays nothing for it, and written down every few seconds.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { countMinutes, lockWallets, timeLimited, type MinuteOfUse } from '../ledger/index.ts'

const MINUTE_MS = 60_000
const FLUSH_MS = 10_000
/** Members in one transaction, and in one look-up. */
const CHUNK = 1_000
/** Marks that wait while the database is away; what comes on top is not counted. */
const MOST_WAITING = 200_000

export type Minutes = {
  /** Notes that a member is there now. Never throws, never waits. */
  seen(memberId: string): void
  /** Writes down what was seen. @throws what the database throws; nothing is lost then */
  flush(): Promise<void>
  /** Flushes by itself from now on. */
  start(): void
  /** Stops that, and flushes once more. */
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
  let waiting: MinuteOfUse[] = []
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
    const taken = waiting
    waiting = []
    try {
      while (taken.length > 0) {
        await write(taken.slice(0, CHUNK))
        taken.splice(0, CHUNK)
      }
    } finally {
      if (taken.length > 0) waiting = [...taken, ...waiting].slice(0, MOST_WAITING)
    }
  }

  /** One after the other, whoever asks. */
  function flush(): Promise<void> {
    const next = flushing.then(flushOnce)
    flushing = next.catch(() => undefined)
    return next
  }

  const flushOrWarn = () =>
    flush().catch((error: unknown) =>
      log.warn({ err: error }, 'minutes of use could not be counted; they are tried again'),
    )

  return {
    seen(member) {
      const now = Math.floor(clock.now() / MINUTE_MS)
      if (now !== minute) {
        minute = now
        marked = new Set()
      }
      if (marked.has(member) || waiting.length >= MOST_WAITING) return
      marked.add(member)
      waiting.push({ member, at: now * MINUTE_MS })
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
