/** A real server process on a scratch data directory: started, killed and started again by the journeys. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../..')
const START_LIMIT_MS = 110_000

export type ServerProcess = {
  readonly url: string
  readonly dataDir: string
  /** Starts the process; resolves when it says that it is ready. */
  start(): Promise<void>
  /** Ends the server process without a chance to clean up; PostgreSQL stays behind, as after a crash. */
  kill(): Promise<void>
  /** Ends PostgreSQL's postmaster the same way, under the running server. */
  killPostgres(): Promise<void>
  /** Asks the server to stop, and waits until it has. */
  stop(): Promise<void>
  /** Stops, and removes the data. */
  dispose(): Promise<void>
  /** Runs the doctor on this data; answers its exit status and what it said. */
  doctor(): Promise<{ code: number | null; output: string }>
}

export type ServerOptions = { demo?: boolean; env?: Record<string, string> }

/** A server that is not started yet. */
export async function serverProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fairlot-e2e-'))
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: options.demo ? 'on' : 'off',
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  let child: ChildProcess | undefined
  let said = ''

  function run(script: string): ChildProcess {
    return spawn(process.execPath, [path.join(root, script)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function start() {
    said = ''
    child = run('apps/server/src/main.ts')
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000)
      })
    }
    await ready(child, () => said)
  }

  async function end(signal: NodeJS.Signals) {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = exited(running)
    running.kill(signal)
    await gone
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    start,
    kill: () => end('SIGKILL'),
    async killPostgres() {
      process.kill(await postmaster(dataDir), 'SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async dispose() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    async doctor() {
      const doctor = run('apps/server/src/doctor.ts')
      let output = ''
      for (const stream of [doctor.stdout, doctor.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      }
      return { code: await exited(doctor), output }
    },
  }
}

/** Resolves at the line that says that people can come in; rejects when the process ends before. */
async function ready(child: ChildProcess, said: () => string): Promise<void> {
  const ended = exited(child).then((code) => {
    throw new Error(`the server ended with ${code} before it was ready:\n${said()}`)
  })
  const opened = new Promise<void>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`the server was not ready in time:\n${said()}`)),
      START_LIMIT_MS,
    )
    const lines = createInterface({ input: child.stderr! })
    lines.on('line', (line) => {
      if (!line.startsWith('Fairlot is ready')) return
      clearTimeout(limit)
      resolve()
    })
  })
  ended.catch(() => {
    // only a reason while nobody is ready yet
  })
  await Promise.race([opened, ended])
}

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('close', (code) => resolve(code))
  })
}

/** The postmaster's process number, from the file that it keeps in its directory. */
async function postmaster(dataDir: string): Promise<number> {
  const [first = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 1) throw new Error('no postmaster is running')
  return pid
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
