/** The rules of the log as a whole: its beginning, its continuation after a loss, and the order of times. */
import { type RawEntry, readBegin, readContinues } from './read-entry.ts'
import { type AuditFrame, breach, reading } from './types.ts'

/** Applies `log-begin`. @param deployment the log's name */
export function beginLog(
  frame: AuditFrame,
  { fields, at }: RawEntry,
  deployment: string,
): Partial<AuditFrame> {
  const index = frame.size
  if (frame.begin) breach('begin', index, 'begins the log a second time')
  const stated = reading('begin', index, () => readBegin(fields))
  if (stated.deployment !== deployment)
    breach('begin', index, `begins the log of ${stated.deployment}, not of ${deployment}`)
  if (frame.lost && at < frame.lastAt) breach('time', index, 'goes back in time')
  // Only a new log of a sandbox is filled with the demo world, whose entries lie before this time.
  const demo = stated.mode === 'sandbox' && index === 0
  return { begin: { index, at, mode: stated.mode, demo }, lastAt: demo ? 0 : at }
}

/** Applies `log-continues`, which only the first entry of a log may be. */
export function continueLog(
  frame: AuditFrame,
  { fields, at }: RawEntry,
  deployment: string,
): Partial<AuditFrame> {
  const index = frame.size
  if (index !== 0) breach('begin', index, 'continues another log, but is not the first entry')
  const stated = reading('begin', index, () => readContinues(fields))
  const before = previousName(deployment)
  if (stated.deployment !== before)
    breach('begin', index, `continues ${stated.deployment}, but ${deployment} follows ${before ?? 'no log'}`)
  const { lost } = stated
  if (lost.some((issue, i) => i > 0 && lost[i - 1]! >= issue))
    breach('continues', index, 'does not list the lost issues in ascending order')
  return { lost, lastAt: at }
}

/** The name of the log before: `<id>.2` follows `<id>`, `<id>.3` follows `<id>.2` … Null when the name has no number. */
export function previousName(deployment: string): string | null {
  const [, id, digits] = /^(.+)\.([2-9]|[1-9][0-9]{1,8})$/.exec(deployment) ?? []
  if (id === undefined || digits === undefined) return null
  return digits === '2' ? id : `${id}.${Number(digits) - 1}`
}

/** Checks that times do not go back, and returns what the entry's time changes. Under the old rules nothing is checked. */
export function passTime(frame: AuditFrame, at: number): Partial<AuditFrame> {
  const { begin, lastAt, size } = frame
  if (!begin) {
    if (frame.lost) breach('begin', size, 'follows log-continues, but does not begin the log')
    return {}
  }
  if (at < lastAt) breach('time', size, `goes back in time: from ${lastAt} to ${at}`)
  return begin.demo && at >= begin.at ? { lastAt: at, begin: { ...begin, demo: false } } : { lastAt: at }
}
