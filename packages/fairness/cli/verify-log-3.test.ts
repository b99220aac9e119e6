/** What the verifier prints about an exported log of version 3. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin3, hashOf, vouchedBy, witnessesOf } from '../src/testing/played-lines.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { hasPython, NOT_RUN, runPython } from '../src/testing/python.fixture.ts'
import { writeExport } from './export.fixture.ts'

const PROGRAM = fileURLToPath(new URL('verify.ts', import.meta.url))
const W = witnessesOf(3)
let base = ''
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'fairlot-log-3-'))
})
afterAll(() => rmSync(base, { recursive: true }))

function run(name: string, log: PlayedLog): { status: number | null; out: string } {
  const folder = join(base, name)
  writeExport(folder, log)
  const args = [PROGRAM, '--log', folder, '--key', log.publicKey]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, out: stdout }
}

test('prints refunds by their reason, and draws in favour with the state of their amounts', () => {
  const log = begin3(new PlayedLog())
  const game = new PlayedGame3(log, vouchedBy(W))
  game.publish({}, W)
  game.play()
  new PlayedIssue3(log, vouchedBy(W)).play(W)
  new PlayedIssue3(log, { issue: 'M3-0002', ...vouchedBy(W) }).play(W.slice(1))
  new PlayedIssue3(log, { issue: 'M3-0003', ...vouchedBy(W) }).open().sell().seal().draw()
  new PlayedIssue3(log, { issue: 'P3-0001', mode: 'pk' }).open().sell([5]).refund('pk')
  for (const witness of W) log.cosign(witness)
  const { status, out } = run('good', log)
  expect(status).toBe(0)
  expect(out).toContain(
    '  Issues: 4 opened, 3 sealed, 3 drawn, 1 refunded.\n  Refunds by their reason: duel left 1.\n',
  )
  expect(out).toContain(
    'too few witnesses signed in time: 2 draws; the amounts of 1 are stated, of 0 more than',
  )
  // the audit has verified the signatures
  expect(out).not.toContain('as the house states them')
  expect(out).toContain('  Games: 1 chains, 1 rounds sealed, 1 decided, 0 void.\n')
})

test('names the rule and the entry of a log whose beacon value was made up', () => {
  const log = begin3(new PlayedLog())
  new PlayedIssue3(log)
    .open()
    .sell()
    .seal()
    .draw({ signature: hashOf('x') + hashOf('y').slice(0, 32) })
  const { status, out } = run('made-up', log)
  expect([status, out]).toEqual([1, expect.stringContaining('✗ rule draw, entry 4: ')])
})

test('exits with status 4 while fewer than a quorum of the witnesses have signed a favour, a refund or a void', () => {
  const log = begin3(new PlayedLog())
  new PlayedIssue3(log, vouchedBy(W)).play(W)
  new PlayedIssue3(log, { issue: 'M3-0002', ...vouchedBy(W) }).play(W.slice(1))
  const unsold = new PlayedIssue3(log, { issue: 'M3-0003', ...vouchedBy(W) }).open().sell([2])
  const event = new PlayedEvent3(log, vouchedBy(W)).open().join([])
  event.void()
  log.cosign(W[0]!)
  log.now = unsold.terms.deadline
  unsold.refund('deadline')
  // an issue that names no witnesses needs none
  const other = new PlayedIssue3(log, { issue: 'M3-0004' }).open().sell([2])
  log.now = other.terms.deadline
  other.refund('deadline')
  log.cosign(W[1]!)
  const unconfirmed = run('unconfirmed', log)
  expect(unconfirmed.status).toBe(4)
  const lines = openIn(unconfirmed.out)
  const told = (signed: number, what: string) =>
    expect.stringMatching(
      new RegExp(`^… entry \\d+: ${signed} of the 3 needed witnesses have confirmed the ${what}\\.$`),
    )
  expect(lines).toEqual([
    told(2, 'favour of issue M3-0002'),
    told(2, 'void of event PS3-0001'),
    told(1, 'refund of issue M3-0003'),
  ])
  expect(unconfirmed.out).toContain('Not confirmed: another history may exist')
  if (hasPython) {
    const theirs = runPython(base, '--log', join(base, 'unconfirmed'))
    expect([theirs.status, openIn(theirs.out)]).toEqual([4, lines])
  } else console.warn(`confirmations in Python: ${NOT_RUN}`)
  for (const witness of [W[0]!, W[2]!]) log.cosign(witness)
  expect(run('confirmed', log).status).toBe(0)
})

const openIn = (out: string): string[] => out.split('\n').filter((line) => line.startsWith('… '))
