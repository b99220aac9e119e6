import { expect, test } from 'vitest'
import { type AuditState, auditLog, createAuditor } from '../audit.ts'
import type { PlayedLog } from '../testing/played-log.ts'
import { audited, log, verdict } from './audit.fixture.ts'

const DAY = 86_400_000
const stated = (play: (l: PlayedLog) => void) => {
  const l = log(play)
  l.sign()
  return auditLog(l).reserves
}

test('a reserve is never below what the house owes, and nothing is owed without principal', () => {
  const one = (changes: Record<string, string>) => verdict(log((l) => l.reserve('SAVE30', changes)))
  expect(one({ reserve: '600000' })).toBe('sound')
  expect(one({ reserve: '599999' })).toEqual(['reserve', 1])
  expect(one({ custody: '0' })).toEqual(['reserve', 1])
  expect(one({ custody: '0', liability: '0' })).toBe('sound')
})

test('a product is stated at most once on a UTC day, each product for itself', () => {
  expect(verdict(log((l) => (l.reserve('A'), l.reserve('B'), (l.now += DAY), l.reserve('B'))))).toBe('sound')
  expect(verdict(log((l) => (l.reserve('A'), l.reserve('B'), l.reserve('A'))))).toEqual(['time', 3])
})

test('days without a statement are counted while a product has custody, up to the day before the last entry', () => {
  const day = (l: PlayedLog, days: number) => (l.now += days * DAY)
  expect(stated((l) => l.funding())).toEqual({ products: 0, statements: 0, missingDays: 0 })
  const control = (l: PlayedLog) => (l.reserve('A'), day(l, 1), l.reserve('A'), day(l, 1), l.funding())
  expect(stated(control)).toEqual({ products: 1, statements: 2, missingDays: 0 })
  const skipped = (l: PlayedLog) => (l.reserve('A'), day(l, 3), l.reserve('A'), l.reserve('B'))
  expect(stated(skipped)).toEqual({ products: 2, statements: 3, missingDays: 2 })
  const silent = (l: PlayedLog) => (l.reserve('A'), day(l, 4), l.funding())
  expect(stated(silent)).toEqual({ products: 1, statements: 1, missingDays: 3 })
  const ended = (l: PlayedLog) => (
    l.reserve('A', { custody: '0', liability: '0' }),
    day(l, 9),
    l.reserve('A')
  )
  expect(stated(ended)).toEqual({ products: 1, statements: 2, missingDays: 0 })
})

test('the audit continues from a state that was stored before the log stated reserves', () => {
  const l = log((one) => one.funding())
  const before = createAuditor(l)
  for (const entry of l.entries) before.entry(entry)
  const { reserves: _, ...rest } = before.state()
  const { reserves: _1, reserveDaysMissing: _2, ...counts } = rest.counts
  const stored = { ...rest, counts } as AuditState
  const auditor = createAuditor(l, stored)
  l.reserve('SAVE30')
  auditor.entry(l.entries.at(-1)!)
  expect(auditor.reserves()).toEqual({ products: 1, statements: 1, missingDays: 0 })
  l.sign()
  expect(audited(l).counts.reserves).toBe(1)
})
