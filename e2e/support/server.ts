/** A server process on a scratch data directory. Journeys start it, kill it and start it again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { placeCluster } from '@fairlot/server/platform/postgres/place'
import { copyDemoWorld } from './demo-world.ts'
import { frontPort } from './front-port.ts'
import { until } from './until.ts'
import { newDataDirectory, postmasterOf, removeDataDirectory } from './scratch.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A limit for a start that hangs: shorter than that of a hook. Making the demo world takes 10 seconds of a quiet machine. */
const START_MS = 270_000

export type ServerProcess = {
  /** The same at every start; the server listens on another port behind it. */
  readonly url: string
  readonly dataDir: string
  /** Starts the process; resolves when the server says that it is ready. */
  start(): Promise<void>
  /** Kills the server process. Its PostgreSQL stays behind, as after a crash. */
  kill(): Promise<void>
  /** Kills PostgreSQL under the running server: the postmaster alone, or every process. */
  killPostgres(whom: 'postmaster' | 'all'): Promise<void>
  /** Waits until the server says that it can serve. */
  recovered(): Promise<void>
  /** Asks the server to stop, and waits until it has. */
  stop(): Promise<void>
  /** Stops, and removes the data. */
  dispose(): Promise<void>
  /** Runs the doctor on the data of this server; answers its exit status and output. */
  doctor(): Promise<{ code: number | null; output: string }>
  /** Log lines of level error since the last start. */
  errors(): string[]
  /** The output since the last start, at most the last 20,000 characters. */
  said(): string
}

export type ServerOptions = {
  /** begins with a copy of the demo world that the journeys of a run share */
  demo?: boolean
  /** read at each start */
  env?: Record<string, string>
}

/** A server that is not started yet. */
export async function serverProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = await newDataDirectory()
  const front = await frontPort()
  const { url } = front
  const env = () => ({
    ...process.env,
    PORT: '0',
    DEMO: options.demo ? 'on' : 'off',
    LOG_LEVEL: 'warn',
    ...options.env,
  })
  let isEmpty = true
  let child: ChildProcess | undefined
  let killedPostmaster: number | undefined
  let said = ''
  let errors: string[] = []

  function run(script: string, heard: (text: string) => void, at = dataDir): ChildProcess {
    const started = spawn(process.execPath, [path.join(root, script)], {
      cwd: root,
      env: { ...env(), DATA_DIR: at },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => heard(chunk.toString()))
    }
    return started
  }

  async function makeDemo(at: string) {
    let text = ''
    const maker = run('apps/server/src/main.ts', (more) => (text += more), at)
    await ready(maker, () => text)
    const gone = exited(maker)
    maker.kill('SIGTERM')
    await gone
  }

  async function start() {
    if (isEmpty && options.demo) await copyDemoWorld(dataDir, makeDemo)
    isEmpty = false
    said = ''
    child = run('apps/server/src/main.ts', (text) => {
      said = (said + text).slice(-20_000)
    })
    errors = []
    const started = child
    started.once('exit', (code, signal) => {
      if (child === started) console.error(`the server ended by itself (${code ?? signal}):\n${said}`)
    })
    const log = createInterface({ input: child.stdout! })
    log.on('line', (line) => {
      if (line.startsWith('{"level":"error"') || line.startsWith('{"level":"fatal"')) errors.push(line)
    })
    front.target = await ready(child, () => said)
  }

  async function end(signal: NodeJS.Signals) {
    const running = child
    child = undefined
    front.target = undefined
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
        // Processes outlive their postmaster for a moment and may still answer.
        const postmaster = await postmasterOf(clusterDir)
        if (postmaster === undefined || postmaster === killedPostmaster) return false
        return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200
      }
      await until('the server is ready again', isReady)
    },
    stop: () => end('SIGTERM'),
    async dispose() {
      await end('SIGTERM')
      await front.close()
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

/** Answers the URL that the server prints when it is ready; rejects when the process ends before. */
async function ready(child: ChildProcess, said: () => string): Promise<string> {
  const opened = new Promise<string>((resolve, reject) => {
    const hang = () => reject(new Error(`the server was not ready in time:\n${said()}`))
    const limit = setTimeout(hang, START_MS)
    limit.unref()
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const url = /Fairlot is ready:?\s+(http\S+)/.exec(line)?.[1]
      if (url === undefined) return
      clearTimeout(limit)
      resolve(url)
    })
    void exited(child).then((code) => {
      clearTimeout(limit)
      reject(new Error(`the server ended with ${code} before it was ready:\n${said()}`))
    })
  })
  return opened
}

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('close', (code) => resolve(code))
  })
}

/** The other processes of PostgreSQL. On a system without /proc there are none here; they end when they notice that the postmaster is gone. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // The process has ended in between.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
