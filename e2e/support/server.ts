/** A real server process on a scratch data directory: started, killed and started again by the journeys. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { placeCluster } from '@fairlot/server/platform/postgres/place'
import { until } from './until.ts'
import { newDataDirectory, postmasterOf, removeDataDirectory } from './scratch.ts'

const root = path.resolve(import.meta.dirname, '../..')
const START_LIMIT_MS = 110_000
const RECOVERY_LIMIT_MS = 60_000

export type ServerProcess = {
  readonly url: string
  readonly dataDir: string
  /** Starts the process; resolves when it says that it is ready. */
  start(): Promise<void>
  /** Ends the server process without a chance to clean up; PostgreSQL stays behind, as after a crash. */
  kill(): Promise<void>
  /** Ends PostgreSQL the same way, under the running server: its postmaster alone, or every process of it. */
  killPostgres(whom: 'postmaster' | 'all'): Promise<void>
  /** Waits until the server says that it can serve. */
  recovered(): Promise<void>
  /** Asks the server to stop, and waits until it has. */
  stop(): Promise<void>
  /** Stops, and removes the data. */
  dispose(): Promise<void>
  /** Runs the doctor on this data; answers its exit status and what it said. */
  doctor(): Promise<{ code: number | null; output: string }>
  /** Log lines of level error since the last start. */
  errors(): string[]
  /** What it has written since the last start, for people and for the log; the end of it when it was much. */
  said(): string
}

export type ServerOptions = { demo?: boolean; env?: Record<string, string> }

/** A server that is not started yet. */
export async function serverProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = await newDataDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: options.demo ? 'on' : 'off',
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  let child: ChildProcess | undefined
  let killedPostmaster: number | undefined
  let said = ''
  let errors: string[] = []

  function run(script: string, heard: (text: string) => void): ChildProcess {
    const started = spawn(process.execPath, [path.join(root, script)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => heard(chunk.toString()))
    }
    return started
  }

  async function start() {
    said = ''
    child = run('apps/server/src/main.ts', (text) => {
      said = (said + text).slice(-20_000)
    })
    errors = []
    const log = createInterface({ input: child.stdout! })
    log.on('line', (line) => {
      if (line.startsWith('{"level":"error"') || line.startsWith('{"level":"fatal"')) errors.push(line)
    })
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
    url,
    dataDir,
    start,
    kill: () => end('SIGKILL'),
    async killPostgres(whom) {
      const { clusterDir } = await placeCluster(dataDir)
      const postmaster = await postmasterOf(clusterDir)
      if (postmaster === undefined) throw new Error('no postmaster is running')
      killedPostmaster = postmaster
      const children = whom === 'all' ? await childrenOf(postmaster) : []
      for (const pid of [postmaster, ...children]) kill(pid)
    },
    async recovered() {
      const { clusterDir } = await placeCluster(dataDir)
      const isReady = async () => {
        // processes that outlive their postmaster for a moment may still answer
        const postmaster = await postmasterOf(clusterDir)
        if (postmaster === undefined || postmaster === killedPostmaster) return false
        return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200
      }
      await until('the server is ready again', isReady, RECOVERY_LIMIT_MS)
    },
    stop: () => end('SIGTERM'),
    async dispose() {
      await end('SIGTERM')
      await removeDataDirectory(dataDir)
    },
    async doctor() {
      let output = ''
      const doctor = run('apps/server/src/programs/doctor.ts', (text) => {
        output += text
      })
      return { code: await exited(doctor), output }
    },
    errors: () => errors,
    said: () => said,
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
    limit.unref()
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

/** Backends, writers and the rest; where the system does not list them, they notice the postmaster's death themselves. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // it had ended by itself in between
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * A port that nobody listens on, below those that systems hand out by themselves: an outgoing connection of somebody else
 * could take one of these before the server does.
 */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
  throw new Error('no port is free')
}
