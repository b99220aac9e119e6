/** Rounds in zones of any kind verify on a machine without rules of zones, or their verdict says that it lacks them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { periodAt } from '../src/games/periods.ts'
import { roundProof3 } from '../src/testing/documents-3.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import { BETS } from '../src/testing/played-rounds.ts'
import { hasPython, NOT_RUN } from '../src/testing/python.fixture.ts'
import { newLog3 } from '../src/testing/samples-3.ts'
import { verifyAnyProof } from '../src/verify/any.ts'
import { writeExport } from './export.fixture.ts'

const PROGRAM = fileURLToPath(new URL('verify.ts', import.meta.url))
const PYTHON = fileURLToPath(new URL('../python/verify.py', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-zones-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A game in a zone, with one decided round. */
function played(zone: string): { game: PlayedGame3; document: unknown } {
  const log = newLog3()
  const lengths = { zone, roundMs: 60_000, cutoffMs: 10_000 }
  const game = new PlayedGame3(log, { zone, from: periodAt(lengths, log.now + 600_000).period })
  game.publish()
  const round = game.decide(game.seal(game.open(BETS.lucky)))
  return { game, document: roundProof3(game, round) }
}

function save(document: unknown): string {
  const file = join(folder, 'proof.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

/** The verifier in Python, which finds no zone data: neither the system's nor those of a package. */
function withoutZones(...args: string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync('python3', ['-B', '-S', '-X', 'utf8', PYTHON, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONTZPATH: '' },
  })
  return { status, out: stdout + stderr }
}

const FIXED = ['UTC', '+05:45', '-03:30', '+14:00', 'Etc/GMT-6', 'Etc/GMT+5'] as const

test.each(FIXED)('a round in %s verifies', (zone) => {
  const { document } = played(zone)
  expect(verifyAnyProof(document, {})).toMatchObject({ verdict: 'verified' })
})

describe.runIf(hasPython)('in Python without zone data', () => {
  test.each(FIXED)('a round in %s verifies', (zone) => {
    const { status, out } = withoutZones(save(played(zone).document))
    expect({ status, out }).toMatchObject({ status: 0 })
  })

  test('a round in a zone with rules is not called wrong', () => {
    const { game, document } = played('Asia/Dhaka')
    const { status, out } = withoutZones(save(document))
    expect(status).toBe(5)
    expect(out).toContain('no rules of the time zone Asia/Dhaka')
    expect(out).toContain('Nothing was verified')
    const log = join(folder, 'log')
    writeExport(log, game.log)
    expect(withoutZones('--log', log)).toMatchObject({ status: 5 })
  })
})

test('a zone that no machine knows has its own exit status', () => {
  const { document } = played('UTC')
  const { terms } = document as { terms: object }
  const file = save({ ...(document as object), terms: { ...terms, zone: 'Asia/Nowhere' } })
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, file], { encoding: 'utf8' })
  expect(status).toBe(5)
  expect(stdout).toContain('Nothing was verified')
})

if (!hasPython) test(`the zones in Python: ${NOT_RUN}`, () => console.warn(NOT_RUN))
