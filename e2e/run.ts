/**
 * Runs the browser journeys and crash rounds: `node scripts/run.js e2e/run.ts [part of a file name …]`. Its last line is
 * `N passed, N failed`. CHROMIUM names the browser; without it one is looked for, and installed where there is none.
 * Unlike `npm test` it takes pictures of the screens.
 */
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { buildMemberApp } from '../scripts/build.ts'
import { findChromium } from '../scripts/chromium.ts'
import { runRepeating, runVitest, type Explained } from '../scripts/vitest.ts'
import { sweepScratch } from './support/scratch.ts'

export type JourneyOptions = {
  /** the program of the browser */
  chromium: string
  /** parts of names of the files to run; all without one */
  files?: readonly string[]
  /** takes a picture of every state of the screens, for people */
  pictures?: boolean
  /** lets axe look at a part of the states only (turn.ts); at all without it */
  turn?: number
  /** runs the files that failed once more, alone; the second run decides */
  repeats?: boolean
}

/**
 * Runs the journeys on the built member app, and removes the data of their servers afterwards.
 */
export async function runJourneys({
  chromium,
  files = [],
  pictures = false,
  turn,
  repeats = false,
}: JourneyOptions): Promise<Explained> {
  await sweepScratch()
  try {
    const options = {
      name: 'browser journeys',
      args: ['--config', path.join(import.meta.dirname, 'vitest.config.ts'), ...files],
      // The data directories carry the process number of this run.
      env: {
        CHROMIUM: chromium,
        E2E_RUN: String(process.pid),
        ...(pictures ? { E2E_PICTURES: 'on' } : {}),
        ...(turn === undefined ? {} : { E2E_TURN: String(turn) }),
      },
    }
    if (!repeats) return await runVitest(options)
    return await runRepeating({
      ...options,
      directory: import.meta.dirname,
      between: () => sweepScratch(process.pid),
    })
  } finally {
    await sweepScratch(process.pid)
  }
}

if (import.meta.main) {
  const { positionals } = commandLine({
    usage: `Usage: node scripts/run.js e2e/run.ts [<part of a file's name>…]

Runs the browser journeys, or those of some files.`,
    positionals: [0, 100],
  })
  await buildMemberApp()
  const { passed, failed } = await runJourneys({
    chromium: await findChromium(),
    files: positionals,
    pictures: true,
  })
  process.exitCode = failed === 0 ? 0 : 1
  console.log(`${passed} passed, ${failed} failed`)
}
