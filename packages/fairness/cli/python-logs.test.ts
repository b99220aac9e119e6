/** The audit in Python names the same rule and the same entry as this package, on logs of events with one altered value. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditBreach, auditLog } from '../src/audit.ts'
import { canonicalJson, type Json } from '../src/canonical.ts'
import { parseCheckpoint } from '../src/checkpoint.ts'
import { changed, others, places } from '../src/testing/mutations.ts'
import { PlayedEvent } from '../src/testing/played-events.ts'
import { PlayedLog, playedWitness } from '../src/testing/played-log.ts'
import { hasPython, NOT_RUN, verifyInPython } from '../src/testing/python.fixture.ts'
import { type Dice, dice } from '../src/testing/random-proofs.ts'
import { rounds } from '../src/testing/rounds.fixture.ts'
import { writeExport } from './export.fixture.ts'

const SEED = 20_261_125
const WITNESSES = ['w1.example', 'w2.example'].map(playedWitness)
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-logs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A log with an event of each grade, one that nobody joined, and one that is sealed again. */
function honestLog(): PlayedLog {
  const log = new PlayedLog('shop')
  const witnesses = WITNESSES.map(({ key }) => key)
  log.begin()
  new PlayedEvent(log, { grade: 'witnessed', witnesses }).open().join().seal().seal({}, WITNESSES).draw()
  new PlayedEvent(log, { event: 'PS-0002', grade: 'salt', winners: 7 }).play()
  new PlayedEvent(log, { event: 'PS-0003' }).open().join([]).void()
  new PlayedEvent(log, { event: 'PS-0004' }).open().join([5, 5]).seal()
  return log
}

/** The log with another value in one of its entries; house and witnesses sign what they signed before. */
function alteredLog(roll: Dice, honest: PlayedLog): { log: PlayedLog; what: string } {
  const at = roll(honest.size)
  const entry: unknown = JSON.parse(honest.entries[at]!)
  const all = places(entry)
  const { path, value } = all[roll(all.length)]!
  const values = [...others(value), undefined, 0, '0', null]
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
      if (cosignatures.length > 0) for (const witness of WITNESSES) log.cosign(witness, seconds)
    }
  })
  return { log, what: `entry ${at}, ${path.join('.')}: ${text}` }
}

function breachOf(log: PlayedLog): [rule: string, index: number | undefined] {
  try {
    auditLog(log)
    return ['verified', undefined]
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return [error.rule, error.index]
  }
}

test('both audits agree on altered logs of events', () => {
  const roll = dice(SEED)
  const honest = honestLog()
  expect(breachOf(honest)).toEqual(['verified', undefined])
  const cases = Array.from({ length: rounds(400, 40) }, (_, n) => {
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
