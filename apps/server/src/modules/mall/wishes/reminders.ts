/**
 * Tells members what they asked to be told about issues. A purchase that leaves ten shares and the steps of an issue wake it,
 * and a scheduled job finds what a stopped process left. Each reminder becomes one stored notice, and so does each new issue of
 * a saved product.
 */
import type { Db } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { tellDue, tellOpenings } from './wishes.queries.ts'

/** Reminders of one statement. */
const CHUNK = 500
/** A purchase that leaves this many shares of an issue wakes the reminders. */
export const FEW_LEFT = 10

const TELL_ALL = defineSchedule({ name: 'mall.tell-reminders', schedule: { everyMs: MINUTE_MS } })

export type Reminders = {
  /** Something happened to an issue that members may wait for. Never throws, never waits. */
  wake(issueId: string): void
  /** Waits for the work under way. */
  settled(): Promise<void>
}

export type RemindersOptions = {
  db: Db
  jobs: Jobs
  log: { error(fields: object, message: string): void }
  /** called after the commit, for live updates */
  onNotice?: ((memberId: string) => void) | undefined
}

export function createReminders({ db, jobs, log, onNotice }: RemindersOptions): Reminders {
  const woken = new Set<string>()
  let running: Promise<void> | null = null

  /** @param issueIds null: all issues */
  async function tell(issueIds: readonly string[] | null, signal?: AbortSignal): Promise<void> {
    for (const tellSome of [tellDue, tellOpenings])
      for (let full = true; full && !signal?.aborted;) {
        const { reminders, members } = await tellSome(db, issueIds, CHUNK)
        for (const member of members) onNotice?.(member)
        full = reminders === CHUNK
      }
  }

  async function tellWoken(): Promise<void> {
    while (woken.size > 0) {
      const issueIds = [...woken]
      woken.clear()
      await tell(issueIds)
    }
  }

  jobs.handle(TELL_ALL, ({ signal }) => tell(null, signal))

  return {
    wake(issueId) {
      woken.add(issueId)
      running ??= tellWoken()
        .catch((error: unknown) => log.error({ err: error }, 'reminders wait for the scheduled job'))
        .finally(() => {
          running = null
        })
    },
    async settled() {
      await running
    },
  }
}
