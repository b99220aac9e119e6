/** Maintains the log: appends enqueued entries, signs a checkpoint per minute, and shows it to the witnesses. */
import type { Db } from '../../../platform/db.ts'
import type { LogWriter } from './log-writer.ts'
import type { Witnesses, WitnessesOptions } from '../witnesses/witnesses.ts'

export type LogKeeper = {
  /** Appends and signs what is due now. Simultaneous calls share one run. */
  runDue(): Promise<void>
  /** Runs every second. */
  start(): void
  /** Stops and waits for the current run. */
  stop(): Promise<void>
}

export type LogKeeperOptions = {
  db: Db
  writer: LogWriter
  witnesses: Pick<Witnesses, 'push' | 'stop'>
  /** called once after the start of the server */
  first?: () => Promise<unknown>
  log: WitnessesOptions['log']
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
  /** The periodic run, which logs errors. The log never waits for witnesses. */
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
