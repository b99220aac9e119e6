import { describe, expect, test } from 'vitest'
import { auditLog, AuditBreach } from '../audit.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { fits } from '../testing/json-schema.fixture.ts'
import { PlayedEvent } from '../testing/played-events.ts'
import { PlayedEvent3 } from '../testing/played-event-3.ts'
import { PlayedGame3 } from '../testing/played-game-3.ts'
import { PlayedIssue3 } from '../testing/played-issue-3.ts'
import { begin3, vouchedBy, witnessesOf } from '../testing/played-lines.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { PlayedGame } from '../testing/played-rounds.ts'
import { DOCUMENT_SCHEMAS } from './documents.ts'
import { ENTRY_SCHEMAS } from './entries.ts'
import { ENTRY_SCHEMAS_3 } from './version-3.ts'

const W1 = playedWitness('w1')
const W = witnessesOf(3)
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

/** A log of version 3 with an entry of each kind that version 3 adds or changes. */
function playLog3(): PlayedLog {
  const log = begin3(new PlayedLog('shop.2'))
  log.append({ t: 'beacon-dead', chain: 'ab'.repeat(32), lastRound: 5, at: log.now })
  log.solvency({ witnesses: null, quorum: null })
  new PlayedIssue3(log).play()
  new PlayedIssue3(log, { issue: 'M3-0002', grade: 'plain' }).play()
  const closes = log.now + 60_000
  new PlayedIssue3(log, { issue: 'M3-0003', closes }).open().sell([3]).close().refund('minimum')
  new PlayedEvent3(log, { grade: 'salt' }).play()
  new PlayedEvent3(log, { event: 'PS3-0002' }).play()
  const recheck = { recheck: true } as const
  new PlayedEvent3(log, { event: 'PS3-0004', grade: 'salt', ...recheck })
    .open()
    .join()
    .leave(2, 4)
    .seal()
    .draw()
  new PlayedEvent3(log, { event: 'PS3-0005', ...recheck }).open().join([1, 1]).leave(1, 2).void()
  const game = new PlayedGame3(log)
  game.publish()
  game.play()
  new PlayedGame3(log, { game: 'king-2m', roundMs: 120_000, ...vouchedBy(W) }).publish()
  new PlayedIssue3(log, { issue: 'M3-0004', ...vouchedBy(W, 2, W.slice(0, 1)) }).play()
  new PlayedEvent3(log, { event: 'PS3-0003', ...vouchedBy(W) }).play()
  return log
}

/** A log of these entries, without checkpoints. */
function logOf(entries: readonly Entry[]): PlayedLog {
  const log = new PlayedLog('shop.2')
  for (const entry of entries) log.append(entry)
  log.now = honest.now
  return log
}

const honest = playLog()
const honest3 = playLog3()

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
  const entries3 = honest3.entries.map((text) => JSON.parse(text) as Entry)

  test('fits every entry of a log, by its kind and the rules of its version', () => {
    const old = new PlayedLog()
    old.openOld('M1-0001', 'salt')
    old.sealOld('M1-0001')
    const all = [...entries, ...entries3, ...old.entries.map((text) => JSON.parse(text) as Entry)]
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

  test('refuses the same in version 3', () => {
    const logOf3 = (list: readonly Entry[]): PlayedLog => {
      const log = new PlayedLog('shop.2')
      for (const entry of list) log.append(entry)
      return log
    }
    expect(ruleOf(logOf3(entries3)).split(' ')[0]).toBe('uncovered')
    entries3.forEach((entry, place) => {
      const shapes: Entry[] = [{ ...entry, more: 1 }]
      for (const [field, value] of Object.entries(entry)) {
        const { [field]: _, ...without } = entry
        shapes.push({ ...entry, [field]: typeof value === 'number' || value === null ? 'x' : 7 })
        if (!['favour', 'out', 'recheck'].includes(field)) shapes.push(without)
      }
      for (const shape of shapes) {
        // an entry that lacks what version 3 adds is one of version 2, which only its place forbids
        const rule = ruleOf(logOf3(entries3.with(place, shape)))
        expect(
          [fitsEntry(shape) && !isOlder(shape), rule.endsWith(` ${place}`)],
          canonicalJson(shape),
        ).toEqual([false, true])
      }
    })
  })
})

/** Whether an entry has the form of version 2. */
function isOlder(entry: Entry): boolean {
  const names = Object.keys(ENTRY_SCHEMAS_3)
  return !names.some((name) => fits(ENTRY_SCHEMAS[name]!, entry, DOCUMENT_SCHEMAS))
}
