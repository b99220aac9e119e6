/** Running the tools of the checks. */
import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const running = new Set<ReturnType<typeof spawn>>()
// A signal to the test run ends what it started; each of them cleans up by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 15_000).unref()
  })
}

export type Outcome = { ok: boolean; output: string; seconds: number }

/**
 * Runs a program of node_modules/.bin, or a script of ours with this Node.
 *
 * @param options.echo also writes what it says while it says it
 * @param options.limitMs after that it is ended and counts as failed
 */
export async function runTool(
  command: string,
  args: string[],
  options: { echo?: boolean; limitMs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const began = performance.now()
  const script = /\.[jt]s$/.test(command)
  const child = spawn(
    script ? process.execPath : path.join(root, 'node_modules/.bin', command),
    script ? [command, ...args] : args,
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  running.add(child)
  const limitMs = options.limitMs ?? 300_000
  const timer = setTimeout(() => child.kill('SIGTERM'), limitMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (options.echo) process.stdout.write(chunk)
    })
  }
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  clearTimeout(timer)
  running.delete(child)
  if (code === null) output += `\nended by a signal; the limit is ${limitMs / 1000} s`
  return { ok: code === 0, output, seconds: (performance.now() - began) / 1000 }
}
