/** What both programs print about a witness whom the reader trusts alone, and about seals that wait too long. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { played, WITNESSES } from '../kit/house.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { hasPython, NOT_RUN, runPython } from '../src/testing/python.fixture.ts'
import { writeExport } from './export.fixture.ts'

const PROGRAM = fileURLToPath(new URL('verify.ts', import.meta.url))
const [W1, W2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]
const named = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-pinned-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Run = { status: number | null; out: string; err: string }

/** Runs both programs, which agree on the exit status. @returns what each printed */
function both(...args: string[]): Run[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  const runs: Run[] = [{ status, out: stdout, err: stderr }]
  if (hasPython) runs.push(runPython(folder, ...args))
  else console.warn(`the program in Python: ${NOT_RUN}`)
  expect(new Set(runs.map((run) => run.status)).size).toBe(1)
  return runs
}

/** A house shows W1 the log only when it likes the result: W2 alone signed both seals in time. */
function steered(): PlayedLog {
  const log = new PlayedLog('shop')
  log.begin()
  log.life('M1-0001', named, [W1, W2])
  log.life('M1-0002', named, [W2])
  log.life('M1-0003', { grade: 'witnessed', witnesses: [W2.key] }, [W1, W2])
  log.cosign(W1)
  log.funding()
  log.sign()
  return log
}

test('every result that the witness does not vouch for is listed, and the exit status is 1', () => {
  const log = steered()
  writeExport(join(folder, 'steered'), log)
  const args = ['--log', 'steered', '--key', log.publicKey, '--witness']
  for (const { status, out } of both(...args, W1.key)) {
    expect(status).toBe(1)
    expect(out).toContain(
      '✗ entry 6: w1.example did not sign the seal of issue M1-0002 (entry 5) before its round was published.\n',
    )
    expect(out).toContain('✗ entry 9: the terms of issue M1-0003 do not name w1.example.\n')
    expect(out).not.toContain('✗ entry 3:')
    expect(out).toContain('✗ w1.example did not vouch for 2 of 3 results, refunds and voids.\n')
  }
  for (const { status, out } of both(...args, W2.key)) {
    expect(status).toBe(0)
    expect(out).toContain('✓ w2.example vouches for all 3 results, refunds and voids.\n')
  }
})

test('--up-to-date demands the newest checkpoint, beside a proof as well, and needs a log and a witness', () => {
  const { log, proof } = played({ issue: 'K1-0001', grade: 'witnessed', seed: 7 })
  log.now += 1_000
  log.sign()
  log.cosign(W1)
  writeExport(join(folder, 'signed'), log)
  log.funding()
  log.sign()
  writeExport(join(folder, 'further'), log)
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  const args = ['--witness', W1.key, '--up-to-date']
  for (const { status } of both('--log', 'signed', ...args)) expect(status).toBe(0)
  for (const more of [[], ['proof.json']]) {
    for (const { status, out } of both(...more, '--log', 'further', ...args)) {
      expect(status).toBe(1)
      expect(out).toContain('✗ w1.example has not signed the newest checkpoint')
    }
  }
  for (const { status, err } of both('--log', 'signed', '--up-to-date')) {
    expect(status).toBe(2)
    expect(err).toContain('--up-to-date needs --log and --witness')
  }
})

test('a seal that is older than a day and has no result is printed', () => {
  const log = new PlayedLog('shop')
  log.begin()
  for (const issue of ['M1-0001', 'M1-0002']) {
    log.open(issue, named)
    log.seal(issue)
    log.sign()
    log.now += 1
  }
  const day = 86_400_000
  log.now += day - 1
  log.funding()
  log.sign()
  writeExport(join(folder, 'waiting'), log)
  for (const { status, out } of both('--log', 'waiting')) {
    expect(status).toBe(0)
    expect(out).toContain('  No result for more than a day: issue M1-0001, sealed at ')
    expect(out).toContain(' (entry 2).\n')
    expect(out).not.toContain('M1-0002')
  }
})
