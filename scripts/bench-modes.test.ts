/** Every mode of the benchmark runs to its end at its smallest size. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { HANG_MS } from './hang.ts'
import { root } from './process.ts'

const MODES = [
  'purchases',
  'hot',
  'vouchers',
  'solvency',
  'live',
  'statement',
  'import',
  'search',
  'games',
  'bets',
  'finance',
  'refunds',
  'rebates',
  'team',
]

async function bench(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.js', 'bench/src/main.ts', ...args], { cwd: root })
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  await closed
  return { status: child.exitCode, stdout, stderr }
}

test.each(MODES)(
  'the mode %s ends at its tiny size',
  async (mode) => {
    const { status, stdout, stderr } = await bench('--tiny', ...(mode === 'purchases' ? [] : [`--${mode}`]))
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).not.toBe('')
  },
  HANG_MS,
)

test.each([['--count=1e3'], ['--seconds=0'], ['--hot', '--live']])(
  '%s is refused before anything starts',
  async (...args) => {
    const { status, stderr } = await bench(...args)
    expect(status).toBe(2)
    expect(stderr).toContain('Usage: npm run bench')
  },
  HANG_MS,
)
