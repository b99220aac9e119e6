/** The server process, which `npm start` runs. */
import { DEMO_LOGINS } from './demo/people.ts'
import { sayHalt } from './modules/fair/index.ts'
import { readConfig, type Config } from './platform/config.ts'
import { createLog, type Logger } from './platform/log.ts'
import { startServer, type RunningServer } from './start.ts'

/** Ctrl-C arrives twice, from the terminal and through npm. A later signal asks to stop at once. */
const sameSignalMs = 1_500

/** The URL that the operators' command line uses by default. */
const COMMAND_LINE_URL = 'http://127.0.0.1:8080'

function announce(server: RunningServer, config: Config): void {
  const { deployment, firstOwner } = server
  const standing = server.context.fair.standing.now()
  const sandbox = deployment.moneyMode === 'sandbox'
  const lines = [
    '',
    `Fairlot is ready: ${server.url}`,
    ...(config.publicUrl === undefined ? [] : [`  public URL:     ${config.publicUrl}`]),
    `  money:          ${sandbox ? 'sandbox (play money only)' : 'real'}`,
    ...(typeof standing === 'string' ? [] : [`  halted:         the log is halted: ${sayHalt(standing)}`]),
    `  log key:        ${server.context.fair.writer.publicKey} (verifies every draw; see docs/FAIRNESS.md)`,
    ...(sandbox ? [`  SMS codes:      ${server.url}/sandbox/inbox`] : []),
    ...(server.demo
      ? DEMO_LOGINS.map(({ phone, password }) => `  demo log in:    ${phone}  password ${password}`)
      : []),
    `  data:           ${config.dataDir}`,
    ...(server.clusterDir === undefined || server.clusterDir.startsWith(config.dataDir)
      ? []
      : [`  database:       ${server.clusterDir} (its user cannot enter the data directory)`]),
    '  stop:           Ctrl-C',
    '',
    ...(firstOwner === null
      ? []
      : [
          `First operator:   ${firstOwner.name}  one-time password ${firstOwner.oneTimePassword}`,
          '  This password is shown only once and is valid for 7 days. Log in and choose your own:',
          `  npm run operator -- login ${firstOwner.name}${server.url === COMMAND_LINE_URL ? '' : ` --url ${server.url}`}`,
          '',
        ]),
  ]
  process.stderr.write(lines.join('\n'))
}

/** The message of an error, without its stack. */
function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

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

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const starting = startServer(config, log)
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
  if (signalledAt === undefined) announce(server, config)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`\nFairlot did not start. ${sentence(error)}\n\n`)
  if (process.env['LOG_LEVEL'] === 'debug' || process.env['LOG_LEVEL'] === 'trace') console.error(error)
  process.exit(1)
}
