/** The entries of version 3 about the log as a whole: its beginning, dead beacons, solvency, and the day of a statement. */
import { readVouching } from '../../proof/version-3/terms.ts'
import { readHash } from '../../proof/fields.ts'
import { startOfDate } from '../../games/periods.ts'
import { readHex, readInteger, readObject, refuse } from '../../read.ts'
import { passTime } from '../log-rules.ts'
import { checkSolvency, type RawEntry } from '../read-entry.ts'
import { type AuditFrame, breach, reading } from '../types.ts'

/** Applies `log-rules`: what opens from here on is of version 3. */
export function beginRules(frame: AuditFrame, { fields, at }: RawEntry): Partial<AuditFrame> {
  const { size: index, begin } = frame
  if (!begin) return breach('rules', index, 'states the rules of a log that has not begun')
  if (frame.rules) breach('rules', index, 'states the rules of the log a second time')
  const localBeacon = reading('rules', index, () => {
    const entry = readObject(fields, 'the entry', ['t', 'version', 'localBeacon', 'at'])
    readInteger(entry['version'], 'version', 3, 3)
    return entry['localBeacon'] === null ? null : readHex(entry['localBeacon'], 'localBeacon', 96)
  })
  if (localBeacon !== null && begin.mode === 'real')
    breach('rules', index, 'names a local beacon, but the log is one of real money')
  const rules = { index, at, localBeacon }
  if (index !== begin.index + 1) return { ...passTime(frame, at), rules }
  // The times of the demo world, which can follow, lie before the beginning; so the rules beside it do not end it.
  if (at < begin.at) breach('time', index, `goes back in time: from ${begin.at} to ${at}`)
  return begin.demo ? { rules } : { rules, lastAt: at }
}

/** Applies `beacon-dead`. */
export function loseBeacon(frame: AuditFrame, { fields, at }: RawEntry): Partial<AuditFrame> {
  const { size: index, dead } = frame
  const { chain, lastRound } = reading('format', index, () => {
    const entry = readObject(fields, 'the entry', ['t', 'chain', 'lastRound', 'at'])
    return {
      chain: readHash(entry['chain'], 'chain'),
      lastRound: readInteger(entry['lastRound'], 'lastRound', 1),
    }
  })
  if (!frame.rules) breach('rules', index, 'is of version 3, which has not begun')
  if (Object.hasOwn(dead, chain)) breach('rules', index, `declares beacon ${chain} dead a second time`)
  return { dead: { ...dead, [chain]: { lastRound, at } } }
}

/** Checks `solvency` of version 3, which names the witnesses of its checkpoint. @throws ReadError */
export function checkSolvency3(fields: Readonly<Record<string, unknown>>): void {
  const { witnesses, quorum, ...rest } = fields
  for (const name of ['witnesses', 'quorum'] as const)
    if (!Object.hasOwn(fields, name)) refuse('the entry', `lacks the field "${name}"`)
  checkSolvency(rest)
  readVouching({ witnesses, quorum }, (name) => name, witnesses !== null)
}

/** The earliest time at which a day is over in some time zone: 14 hours before it ends in UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000
const DAY_MS = 86_400_000

/** A day that a statement is about is over. @param day `2026-11-22` */
export function checkDayOver(day: string, at: number, index: number): void {
  const start = startOfDate(day)
  if (start === null) return breach('format', index, `is about ${day}, which is no day`)
  if (at < start + DAY_MS - FIRST_ZONE_MS) breach('time', index, `is about ${day}, which is not over`)
}
