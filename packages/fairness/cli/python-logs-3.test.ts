/** The audit in Python names the same rule and the same entry as this package, on logs of version 3 with one altered value. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditBreach, auditLog } from '../src/audit.ts'
import { canonicalJson, type Json } from '../src/canonical.ts'
import { parseCheckpoint } from '../src/checkpoint.ts'
import { changed, others, places } from '../src/testing/mutations.ts'
import { begin3, LOCAL_CHAIN, vouchedBy, witnessesOf } from '../src/testing/played-lines.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { hasPython, NOT_RUN, verifyInPython } from '../src/testing/python.fixture.ts'
import { type Dice, dice } from '../src/testing/random-proofs.ts'
import { rounds } from '../src/testing/rounds.fixture.ts'
import { fastVerify } from './fast-ed25519.ts'
import { writeExport } from './export.fixture.ts'

const SEED = 20_261_127
const W = witnessesOf(3)
const K = vouchedBy(W, 2, W.slice(0, 1))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-logs-3-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A log with a life of each kind: drawn, in favour, refunded, void, by date, and a game. */
function honestLog(): PlayedLog {
  const log = begin3(new PlayedLog('shop'))
  const game = new PlayedGame3(log, K)
  game.publish({}, W)
  game.play()
  new PlayedIssue3(log, { ...K, free: 2 }).play(W)
  new PlayedIssue3(log, { issue: 'M3-0002', ...K, mode: 'cash' }).play(W.slice(2))
  const dated = new PlayedIssue3(log, { issue: 'M3-0003', closes: log.now + 3_600_000 })
  dated.open().sell([3, 3]).close().seal().draw()
  const unsold = new PlayedIssue3(log, { issue: 'M3-0004', closes: log.now + 3_600_000 })
  unsold.open().sell([3]).close().refund('minimum')
  new PlayedEvent3(log, K).play(W.slice(1))
  new PlayedEvent3(log, { event: 'PS3-0002', ...K, pool: '1001' }).play()
  new PlayedEvent3(log, { event: 'PS3-0003' }).open().join([]).void()
  log.append({ t: 'beacon-dead', chain: LOCAL_CHAIN.hash, lastRound: 5, at: log.now })
  log.solvency({ witnesses: K.witnesses, quorum: 2 })
  log.withdrawals('2025-06-14')
  game.seal(game.open())
  return log
}

/** The log with another value in one of its entries; house and witnesses sign what they signed before. */
function alteredLog(roll: Dice, honest: PlayedLog): { log: PlayedLog; what: string } {
  const at = roll(honest.size)
  const entry: unknown = JSON.parse(honest.entries[at]!)
  const all = places(entry)
  const { path, value } = all[roll(all.length)]!
  const values = [...others(value), undefined, 0, '0', null, true]
  const other = changed(entry, path, values[roll(values.length)]) as { [field: string]: Json }
  const text = canonicalJson(JSON.parse(JSON.stringify(other)) as Json)
  const log = new PlayedLog(honest.deployment)
  honest.entries.forEach((bytes, i) => {
    log.append(i === at ? text : bytes)
    for (const { note, cosignatures } of honest.checkpoints) {
      const signed = parseCheckpoint(note)!
      if (signed.size !== i + 1) continue
      log.sign({ timeMs: signed.timeMs })
      const seconds = Math.floor(signed.timeMs / 1000)
      const by = W.filter(({ name }) => cosignatures.some((line) => line.startsWith(`— ${name} `)))
      for (const witness of by) log.cosign(witness, seconds)
    }
  })
  return { log, what: `entry ${at}, ${path.join('.')}: ${text}` }
}

function breachOf(log: PlayedLog): [rule: string, index: number | undefined] {
  try {
    const { deployment, publicKey, entries, checkpoints } = log
    auditLog({ deployment, publicKey, entries, checkpoints, verify: fastVerify() })
    return ['verified', undefined]
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return [error.rule, error.index]
  }
}

test('both audits agree on altered logs of version 3', () => {
  const roll = dice(SEED)
  const honest = honestLog()
  expect(breachOf(honest)).toEqual(['verified', undefined])
  const cases = Array.from({ length: rounds(400, 60) }, (_, n) => {
    const { log, what } = alteredLog(roll, honest)
    writeExport(join(folder, String(n)), log)
    return { what, ours: breachOf(log) }
  })
  expect(new Set(cases.map(({ ours }) => ours[0])).size).toBeGreaterThan(4)
  if (!hasPython) return console.warn(`the audit in Python: ${NOT_RUN}`)
  const theirs = verifyInPython(cases.map((_, n) => ({ log: join(folder, String(n)) })))
  cases.forEach(({ what, ours }, n) => {
    const { verdict, failed, index } = theirs[n]!
    expect([failed ?? verdict, index], what).toEqual(ours)
  })
})
