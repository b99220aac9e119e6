import { describe, expect, test } from 'vitest'
import { auditLog, AuditBreach } from '../audit.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { fits } from '../testing/json-schema.fixture.ts'
import { PlayedEvent } from '../testing/played-events.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { PlayedGame } from '../testing/played-rounds.ts'
import { DOCUMENT_SCHEMAS } from './documents.ts'
import { ENTRY_SCHEMAS } from './entries.ts'

const W1 = playedWitness('w1')
type Entry = { readonly [field: string]: Json }

/** A log with an entry of each kind. */
function playLog(): PlayedLog {
  const honest = new PlayedLog('shop.2')
  honest.append({
    t: 'log-continues',
    deployment: 'shop',
    size: 9,
    root: 'ab'.repeat(32),
    lost: ['M0-0001', 'event PS-0001', 'king-2m 20250615-0001'],
    at: honest.now,
  })
  honest.begin()
  honest.append({ t: 'verifier', version: '1.5.0', sha256: 'ab'.repeat(32), at: honest.now })
  honest.funding()
  honest.withdrawals('2026-11-22')
  honest.solvency()
  honest.reserve('SAVE30')
  honest.refund('M0-0001')
  honest.life('M1-0002', { grade: 'beacon' })
  honest.life('M1-0003', { grade: 'plain' })
  const game = new PlayedGame(honest)
  game.publish()
  game.play()
  game.void(game.open())
  new PlayedGame(honest, { game: 'king-2m', grade: 'witnessed', witnesses: [W1.key] }).publish()
  new PlayedEvent(honest, { event: 'PS-0002' }).play()
  new PlayedEvent(honest, { event: 'PS-0003', grade: 'salt' }).play()
  new PlayedEvent(honest, { event: 'PS-0004' }).open().join([]).void()
  // the last one, because its draw has no witness in a log without checkpoints
  honest.life('M1-0001', { grade: 'witnessed', witnesses: [W1.key] }, [W1])
  return honest
}

/** A log of these entries, without checkpoints. */
function logOf(entries: readonly Entry[]): PlayedLog {
  const log = new PlayedLog('shop.2')
  for (const entry of entries) log.append(entry)
  log.now = honest.now
  return log
}

const honest = playLog()

/** The rule that an auditor names first, without checkpoints: `uncovered` and `witness` mean that the entries are readable. */
function ruleOf(log: PlayedLog): string {
  try {
    auditLog(log)
    return 'sound'
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return `${error.rule} ${error.index}`
  }
}

const fitsEntry = (entry: Entry): boolean => fits(DOCUMENT_SCHEMAS['LogEntry']!, entry, DOCUMENT_SCHEMAS)

describe('the schema of an entry', () => {
  const entries = honest.entries.map((text) => JSON.parse(text) as Entry)

  test('fits every entry of a log, by its kind and the rules of its version', () => {
    const old = new PlayedLog()
    old.openOld('M1-0001', 'salt')
    old.sealOld('M1-0001')
    const all = [...entries, ...old.entries.map((text) => JSON.parse(text) as Entry)]
    const used = new Set<string>()
    for (const entry of all) {
      expect(fitsEntry(entry), canonicalJson(entry)).toBe(true)
      for (const [name, schema] of Object.entries(ENTRY_SCHEMAS)) {
        if (fits(schema, entry, DOCUMENT_SCHEMAS)) used.add(name)
      }
    }
    expect([...used].toSorted()).toEqual(Object.keys(ENTRY_SCHEMAS).toSorted())
  })

  test('refuses what an auditor cannot read: missing, unknown and mistyped fields', () => {
    const readable = new Set(['uncovered', 'witness'])
    expect(readable).toContain(ruleOf(logOf(entries)).split(' ')[0])
    entries.forEach((entry, place) => {
      const shapes: Entry[] = [{ ...entry, more: 1 }]
      for (const [field, value] of Object.entries(entry)) {
        const { [field]: _, ...without } = entry
        shapes.push({ ...entry, [field]: typeof value === 'number' || value === null ? 'x' : 7 })
        // a seal without its attempt is one under the rules of version 1
        if (field !== 'attempt') shapes.push(without)
      }
      for (const shape of shapes) {
        const rule = ruleOf(logOf(entries.with(place, shape)))
        expect([fitsEntry(shape), rule.endsWith(` ${place}`)], canonicalJson(shape)).toEqual([false, true])
      }
    })
  })
})
