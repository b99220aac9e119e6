/** Runs the server in this process: its output, its signals, its end. `main.ts` loads this after it has read the variables. */
import { bannerLines } from './banner.ts'
import { sayHalt } from './modules/fair/index.ts'
import type { Config } from './platform/installation/config.ts'
import { createLog, type Logger } from './platform/log/log.ts'
import { createLogFile } from './platform/log/log-file.ts'
import { ERASE_LINE, noProgress, printedProgress } from './progress.ts'
import { startServer, type RunningServer } from './start.ts'
import { terminalLine } from './terminal-log.ts'

/** Ctrl-C arrives twice, from the terminal and through npm. A later signal asks to stop at once. */
const sameSignalMs = 1_500

/** Whether the lines for a person go to a terminal. */
const live = process.stderr.isTTY

const say = (text: string): void => void process.stderr.write(text)

/** A line in the middle of a step of the start. */
function sayLine(line: string | null): void {
  if (line !== null) say(`${live ? ERASE_LINE : ''}${line}`)
}

// the reader of a pipe may close it, and the server goes on
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

async function stop(server: RunningServer, log: Logger, code: number): Promise<never> {
  try {
    await server.stop()
    log.info({}, 'stopped')
    process.exit(code)
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly')
    process.exit(1)
  }
}

/** The log of this process: JSON lines into the file, and what standard output gets. */
function openLog(config: Config, pretty: boolean) {
  const file = createLogFile((error) => say(`  ! the log file cannot be written: ${error.message}\n`))
  const log = createLog(config.logLevel, {
    write(line) {
      file.write(line)
      if (!pretty) process.stdout.write(line)
      else sayLine(terminalLine(line))
    },
  })
  return { log, file }
}

function announce(server: RunningServer, config: Config, logFile: string | undefined): void {
  const sandbox = server.deployment.moneyMode === 'sandbox'
  const { writer, standing } = server.context.fair
  const now = standing.now()
  const halted = typeof now === 'string' ? null : sayHalt(now)
  const parts = { ...server, sandbox, publicKey: writer.publicKey, logFile, halted }
  say(bannerLines(parts, config).join('\n'))
}

/** @throws an error whose message says why the server did not start */
export async function serve(config: Config): Promise<void> {
  const pretty = config.log === undefined ? process.stdout.isTTY : config.log === 'pretty'
  const { log, file } = openLog(config, pretty)
  let logFile: string | undefined
  const starting = startServer(config, log, {
    progress: pretty ? printedProgress(say, { live }) : noProgress,
    onDataDirectory: (dataDir) => {
      logFile = file.open(dataDir)
    },
  })
  let signalledAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signalledAt !== undefined) {
        // PostgreSQL keeps running; the next start adopts it.
        if (performance.now() - signalledAt > sameSignalMs) process.exit(130)
        return
      }
      signalledAt = performance.now()
      log.info({ signal }, 'stopping')
      starting.then((server) => stop(server, log, 0)).catch(() => undefined)
    })
  }
  const server = await starting
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; stopping')
    void stop(server, log, 1)
  })
  // the one-time password is shown only now, also when the start was interrupted
  if (signalledAt === undefined || server.firstOwner !== null) announce(server, config, logFile)
}
