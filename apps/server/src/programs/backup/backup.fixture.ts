/** For tests of backup and restore: runs the programs as an operator does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type Ended = { status: number | null; output: string }

/** Runs a program of `programs/` to its end. */
export async function runProgramFile(
  program: 'backup' | 'restore',
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const file = path.join(import.meta.dirname, '..', `${program}.ts`)
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output }
}

/** The folder that a backup printed. @throws Error with its output when it made none */
export function backupOf({ status, output }: Ended): string {
  const folder = /^backup: +(\S+)$/m.exec(output)?.[1]
  if (status !== 0 || folder === undefined) throw new Error(`no backup (exit status ${status}): ${output}`)
  return folder
}
