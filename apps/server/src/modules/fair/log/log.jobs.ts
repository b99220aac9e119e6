/** Looks after the log: appends what was left behind, signs a checkpoint each minute, shows it to the witnesses. */
import type { Db } from '../../../platform/db.ts'
import type { LogWriter } from './log-writer.ts'
import type { Witnesses } from './witnesses.ts'

export type LogKeeper = {
  /** Appends and signs what is due now. Calls that come together share one run. */
  runDue(): Promise<void>
  /** Looks by itself each second. */
  start(): void
  /** Stops looking and waits for what is under way. */
  stop(): Promise<void>
}

export type LogKeeperOptions = {
  db: Db
  writer: LogWriter
  witnesses: Witnesses
  /** done once, when the server has started */
  first?: () => Promise<unknown>
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

const LOOK_MS = 1_000

export function createLogKeeper({ db, writer, witnesses, first, log }: LogKeeperOptions): LogKeeper {
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isFirst = true

  async function run(): Promise<void> {
    await writer.flush(db)
    if (!timer || !isFirst) return
    await first?.()
    isFirst = false
  }
  const runDue = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  /** The keeper's own look: it has nobody to throw to. Witnesses never keep the log waiting. */
  function look() {
    runDue()
      .then(() => witnesses.push())
      .catch((error: unknown) => log.error({ err: error }, 'the log could not be written'))
  }
  return {
    runDue,
    start() {
      timer ??= setInterval(look, LOOK_MS)
      look()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await running?.catch(() => undefined)
      await witnesses.stop()
    },
  }
}
