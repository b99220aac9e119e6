/** Maintains the log: appends enqueued entries, signs a checkpoint per minute, and shows it to the witnesses. */
import type { Db } from '../../../platform/db.ts'
import { standingName } from '../standing/standing.ts'
import { endOfLog } from './log.reads.ts'
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
  witnesses: Pick<Witnesses, 'push' | 'sizes' | 'readReports' | 'stop'>
  /** called once after the start of the server */
  first?: () => Promise<unknown>
  log: WitnessesOptions['log']
}

const LOOK_MS = 1_000

export function createLogKeeper({ db, writer, witnesses, first, log }: LogKeeperOptions): LogKeeper {
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  let isAsked = false
  let asking: Promise<void> | null = null
  let reading: Promise<void> | null = null

  /** Asks the witnesses for their sizes before anything is signed. */
  async function ask(): Promise<void> {
    const { log: number } = await endOfLog(db)
    for (const [witness, size] of await witnesses.sizes()) {
      if (size !== null) writer.standing.heard(witness, { log: writer.nameOf(number), size, fork: false })
    }
    isAsked = true
    writer.standing.started()
  }

  async function run(): Promise<void> {
    if ((await writer.standing.check(db)) !== 'ok') return
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
    asking ??= (isAsked ? Promise.resolve() : ask()).finally(() => {
      asking = null
    })
    asking
      .then(async () => {
        // stopped in the meantime
        if (!timer) return
        await runDue()
        await witnesses.push()
        // reads are slow and nothing waits for them
        if (timer && standingName(await writer.standing.check(db)) !== 'drill')
          reading ??= witnesses.readReports().finally(() => {
            reading = null
          })
      })
      .catch((error: unknown) => log.error({ err: error }, 'the log could not be written'))
  }
  return {
    runDue,
    start() {
      if (!isAsked) writer.standing.starting()
      timer ??= setInterval(look, LOOK_MS)
      look()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await running?.catch(() => undefined)
      await witnesses.stop()
      await asking?.catch(() => undefined)
      await reading
    },
  }
}
