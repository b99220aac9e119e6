/** Every program that package.json or the documents name says how it is called, and does nothing that nobody asked for. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANG_MS } from './hang.ts'
import { root } from './process.ts'

/** Programs that are called by their file. */
const FILES = ['e2e/play-tron.ts', 'e2e/run.ts', 'scripts/lock.ts', 'scripts/messages.ts', 'scripts/size.ts']

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** oxfmt is no program of this repository. */
const { format: _, ...ours } = scripts
const COMMANDS = [
  ...Object.entries(ours).map(([name, command]): [string, string[]] => [
    `npm run ${name}`,
    command
      .replace(/^exec /, '')
      .split(' ')
      .slice(1),
  ]),
  ...FILES.map((file): [string, string[]] => [file, ['scripts/run.js', file]]),
]

let folder: string
let cache: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fairlot-help-'))
  cache = mkdtempSync(path.join(os.tmpdir(), 'fairlot-cache-'))
})
afterAll(() => {
  for (const made of [folder, cache]) rmSync(made, { recursive: true })
})

/** Where a program looks for an installation there is none, so one that looks fails. */
async function run(args: readonly string[], option: string) {
  const env = {
    ...process.env,
    INIT_CWD: folder,
    DATA_DIR: path.join(folder, 'data'),
    // both runs of a program, and programs with the same modules, read them once
    NODE_COMPILE_CACHE: cache,
  }
  const child = spawn(process.execPath, [...args, option], { cwd: root, env, timeout: HANG_MS })
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { status: child.exitCode, stdout, stderr }
}

test.each(COMMANDS)(
  '%s prints its usage for --help, and refuses an unknown option with 2',
  async (_name, args) => {
    const [help, unknown] = await Promise.all([run(args, '--help'), run(args, '--nonsense')])
    expect([help.status, help.stderr.match(/^ {4}at /m)]).toEqual([0, null])
    expect(help.stdout + help.stderr).toMatch(/usage|npm start/i)
    expect([unknown.status, unknown.stderr.match(/^ {4}at /m)]).toEqual([2, null])
    // commander first names what a command lacks
    expect(unknown.stderr).toMatch(/--nonsense|Required option/)
    expect(readdirSync(folder)).toEqual([])
  },
  HANG_MS,
)
