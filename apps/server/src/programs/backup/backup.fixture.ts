/** For tests of backup and restore: runs the programs as an operator does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { childEnvironment } from '../../testing/child-environment.ts'

export type Ended = { status: number | null; output: string }

type Started = { child: ChildProcess; ended: Promise<Ended> }

/** Starts a program of `programs/`. */
export function startProgramFile(
  program: 'backup' | 'restore',
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Started {
  const file = path.join(import.meta.dirname, '..', `${program}.ts`)
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, output }))
  return { child, ended }
}

/** Runs a program of `programs/` to its end. */
export const runProgramFile = (...started: Parameters<typeof startProgramFile>): Promise<Ended> =>
  startProgramFile(...started).ended

/** The folder that a backup printed. @throws Error with its output when it made none */
export function backupOf({ status, output }: Ended): string {
  const folder = /^backup: +(\S+)$/m.exec(output)?.[1]
  if (status !== 0 || folder === undefined) throw new Error(`no backup (exit status ${status}): ${output}`)
  return folder
}
