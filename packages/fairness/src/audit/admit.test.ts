/** An audit that goes on behind a breach, as the server does whose log has one. */
import { expect, test } from 'vitest'
import { type AuditRule, createAuditor } from '../audit.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { periodAt } from '../games/periods.ts'
import { PlayedGame3 } from '../testing/played-game-3.ts'
import { PlayedIssue3 } from '../testing/played-issue-3.ts'
import { begin3 } from '../testing/played-lines.ts'
import { PlayedLog } from '../testing/played-log.ts'
import { PlayedGame } from '../testing/played-rounds.ts'
import { verdict } from './audit.fixture.ts'

/** Audits the whole log and goes on behind each breach. @returns the rules and entries of all breaches */
function admittedBreaches(log: PlayedLog): [AuditRule, number][] {
  const auditor = createAuditor(log)
  const breaches: [AuditRule, number][] = []
  log.entries.forEach((entry, i) => {
    const found = auditor.admit(entry)
    if (found) breaches.push([found.rule, found.index])
    for (const { note } of log.checkpoints)
      if (parseCheckpoint(note)!.size === i + 1) auditor.checkpoint(note)
  })
  expect(auditor.size()).toBe(log.size)
  return breaches
}

test('after a third chain of a game, rounds of this chain are judged as those of any other', () => {
  const log = new PlayedLog()
  log.begin()
  const names = ['one', 'two', 'three'].map((name) => new PlayedGame(log, {}, name))
  for (const game of names) game.publish()
  const third = names[2]!
  third.play()
  third.play()
  log.sign()
  expect(verdict(log)).toEqual(['chain', 3])
  expect(admittedBreaches(log)).toEqual([['chain', 3]])
  const round = third.seal(third.open())
  third.log.append(log.entries.at(-1)!)
  expect(round.number).toBe(3)
  expect(admittedBreaches(log)).toEqual([
    ['chain', 3],
    ['chain', log.size - 1],
  ])
})

test('after a seal of a round that breaks a rule, the rounds behind it go on with the chain', () => {
  const log = new PlayedLog()
  log.begin()
  const game = new PlayedGame(log)
  game.publish()
  game.play()
  const broken = game.seal(game.open(), { at: log.now + 1 })
  game.decide(broken)
  game.play()
  log.sign()
  expect(admittedBreaches(log)).toEqual([['seal', broken.indexes[1]!]])
})

test('after a broken entry of an issue only the entries about this issue are not judged', () => {
  const log = new PlayedLog()
  log.begin()
  log.open('M1-0001')
  log.open('M1-0002')
  log.open('M1-0001')
  log.seal('M1-0001')
  log.refund('M1-0001')
  log.refund('M1-0002')
  log.refund('M1-0002')
  log.append('no JSON')
  expect(admittedBreaches(log)).toEqual([
    ['open', 3],
    ['refund', 7],
    ['format', 8],
  ])
})

test('after a checkpoint that comes too late for a seal, the checkpoints behind it are judged by what follows', () => {
  const log = new PlayedLog()
  log.begin()
  log.open('M1-0001', { grade: 'beacon' })
  log.seal('M1-0001')
  const auditor = createAuditor(log)
  for (const entry of log.entries) auditor.entry(entry)
  log.now = log.roundMs('M1-0001') + 1
  log.sign()
  expect(auditor.admitCheckpoint(log.checkpoints.at(-1)!.note)).toMatchObject({ rule: 'seal-late' })
  log.draw('M1-0001')
  auditor.entry(log.entries.at(-1)!)
  log.sign()
  expect(auditor.admitCheckpoint(log.checkpoints.at(-1)!.note)).toBeNull()
  expect(auditor.covered()).toBe(log.size)
})

test('goes on in version 3: with the rounds behind a broken one, and with a chain that breaks a rule', () => {
  const log = begin3(new PlayedLog())
  const game = new PlayedGame3(log, { length: 2_000 })
  game.publish()
  game.play()
  const broken = game.seal(game.open(), { digest: 'ab'.repeat(32), sealedAt: log.now })
  game.play()
  // less than 24 hours of notice
  const from = periodAt(game.terms, log.now + 120_000).period
  const next = new PlayedGame3(log, { from }, 'second')
  next.publish()
  next.play()
  const issue = new PlayedIssue3(log).open().sell().seal().draw({ code: 1_000_011 })
  issue.refund('beacon')
  log.sign()
  expect(admittedBreaches(log)).toEqual([
    ['seal', broken.indexes[1]!],
    ['chain', next.index],
    ['draw', issue.indexes[2]!],
  ])
})
