/** Runs the programs of the checks and of the tests. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { HANG_MS } from './hang.ts'

export const root = path.resolve(import.meta.dirname, '..')

/** A program that writes nothing for this long hangs. The tests have shorter limits, so that they can say which of them hangs. */
const SILENCE_MS = 3 * HANG_MS
/** What a program takes to clean up after SIGTERM. */
const CLEAN_UP_MS = 60_000

const running = new Set<ChildProcess>()
// A signal to the test run goes to the programs that it started; each of them cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 15_000).unref()
  })
}

export type Outcome = { ok: boolean; output: string }

export type RunOptions = {
  /** also writes the output to this process's output while the program runs */
  echo?: boolean
  env?: Record<string, string>
  /** the program is ended after so much time without output */
  silenceMs?: number
}

/** Calls `end` once when no `sign` of life was given for a while. The limit starts again at every sign. */
export function watch(limitMs: number, end: () => void): { sign: () => void; stop: () => void } {
  let timer = setTimeout(end, limitMs)
  const stop = () => clearTimeout(timer)
  const sign = () => {
    stop()
    timer = setTimeout(end, limitMs)
  }
  return { sign, stop }
}

function start(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const script = /\.[jt]s$/.test(command)
  return spawn(
    script ? process.execPath : path.join(root, 'node_modules/.bin', command),
    script ? [command, ...args] : args,
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  )
}

/**
 * Runs a program of node_modules/.bin, or a script of this repository with the Node of this process. A program that hangs is
 * ended; the last line of its output says so.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { echo = false, env, silenceMs = SILENCE_MS }: RunOptions = {},
): Promise<Outcome> {
  const child = start(command, args, env)
  running.add(child)
  let output = ''
  const hear = (text: string) => {
    output += text
    if (echo) process.stdout.write(text)
  }
  let killing: NodeJS.Timeout | undefined
  const silence = watch(silenceMs, () => {
    hear(`\n${command} wrote nothing for ${Math.round(silenceMs / 1_000)} s and was ended.\n`)
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), CLEAN_UP_MS)
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      silence.sign()
      hear(text)
    })
  }
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      hear(`${error.message}\n`)
      resolve(1)
    })
    child.on('close', (status, signal) => {
      if (signal !== null) hear(`\n${command} ended with ${signal}.\n`)
      resolve(status)
    })
    // Programs that a killed one leaves may hold its output open.
    child.on('exit', () => {
      if (killing) resolve(null)
    })
  })
  silence.stop()
  clearTimeout(killing)
  running.delete(child)
  return { ok: code === 0 && killing === undefined, output }
}
