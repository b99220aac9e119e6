import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../scripts/process.ts'

/** Axe looks at each state of the screens in one of so many runs of `npm test`. */
export const TURNS = 3

/** @returns the turn of a commit, 0 to TURNS - 1. Runs of one commit have the same; 0 outside of a repository */
export async function turnOfCommit(): Promise<number> {
  const head = promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root })
  return await head.then(
    ({ stdout }) => Number.parseInt(stdout.slice(0, 8), 16) % TURNS,
    () => 0,
  )
}
