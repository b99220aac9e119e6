/** The strict readers of version 3's seals and of what its draws state in common. Errors name the field. */
import { type Grade, hasBeacon } from '../../draw.ts'
import { MAX_LEFT_OUT } from '../../events.ts'
import { readHex, readInteger, readList, readObject, readText, refuse } from '../../read.ts'
import type { EventGrade } from '../event-types.ts'
import { COMMON_SEAL, present, readCommonSeal, readHash, readNote, readRound, U32 } from '../fields.ts'
import { MAX_WITNESSES } from '../version-2.ts'
import type { DrawnRound3, EventSeal3, IssueSeal3, IssueTerms3, LeftOut } from './types.ts'

export const ISSUE_SEAL_3 = [...COMMON_SEAL, 'shares', 'freeEntries'] as const

/** Reads the fields of an issue's seal; the opening is not compared. @throws ReadError that names the field */
export function readSealFields3(value: unknown, grade: Grade, place = 'seal'): IssueSeal3 {
  const fields = readObject(value, place, ISSUE_SEAL_3)
  return {
    ...readCommonSeal(fields, place, grade),
    shares: readInteger(fields['shares'], `${place}.shares`, 1, U32),
    freeEntries: readInteger(fields['freeEntries'], `${place}.freeEntries`, 0, U32),
  }
}

/**
 * Reads the seal of an issue, and compares the number of its shares with the opening.
 * @throws ReadError that names the field
 */
export function readIssueSeal3(
  value: unknown,
  {
    grade,
    shares,
    closes,
    minimum,
    free,
  }: Pick<IssueTerms3, 'grade' | 'shares' | 'closes' | 'minimum' | 'free'>,
  place = 'seal',
): IssueSeal3 {
  const seal = readSealFields3(value, grade, place)
  const at = (field: string): string => `${place}.${field}`
  const sold = readInteger(seal.shares, at('shares'), minimum ?? shares, shares)
  if (seal.orders > sold) refuse(at('orders'), 'is more than the sold shares')
  if (closes !== null && sold < shares && seal.sealedAt < closes)
    refuse(at('sealedAt'), 'is before the sale closes, and shares are left')
  const most = Math.min(free, seal.orders)
  readInteger(seal.freeEntries, at('freeEntries'), 0, most)
  return seal
}

/** Reads the seal of an event; the opening is not compared. @throws ReadError that names the field */
export function readEventSeal3(value: unknown, grade: EventGrade, place = 'seal'): EventSeal3 {
  const fields = readObject(value, place, COMMON_SEAL, ['out'])
  const common = readCommonSeal(fields, place, grade)
  const seal = { ...common, salt: readHash(common.salt, `${place}.salt`) }
  const { out } = readLeftOut(fields, place, seal.orders)
  if (out === undefined) return seal
  return out.length < seal.orders ? { ...seal, out } : refuse(`${place}.out`, 'leaves nobody')
}

/** Reads who is left out of so many participants; the caller has checked which fields the object has. */
export function readLeftOut(fields: Record<string, unknown>, place: string, participants: number): LeftOut {
  if (!Object.hasOwn(fields, 'out')) return {}
  let least = 1
  const out = readList(fields['out'], `${place}.out`, 1, MAX_LEFT_OUT).map((item, i) => {
    const seq = readInteger(item, `${place}.out[${i}]`, least, participants)
    least = seq + 1
    return seq
  })
  return { out }
}

export const DRAWN_ROUND_3 = ['round', 'beacon', 'signature', 'lines'] as const

/** Reads what the draws of issues and events have in common; the caller has checked which fields the object has. */
export function readDrawnRound3(draw: Record<string, unknown>, grade: Grade): DrawnRound3 {
  const wanted = hasBeacon(grade)
  const drawn = {
    round: present(wanted, draw['round'], 'round', grade, readRound),
    beacon: present(wanted, draw['beacon'], 'beacon', grade, readHash),
    signature: present(wanted, draw['signature'], 'signature', grade, (v, at) => readHex(v, at, 48)),
    lines: present(grade === 'witnessed', draw['lines'], 'lines', grade, readNotes),
  }
  if (!Object.hasOwn(draw, 'favour')) return drawn
  if (grade !== 'witnessed') refuse('favour', `is present in grade ${grade}`)
  return draw['favour'] === true ? { ...drawn, favour: true } : refuse('favour', 'is not true')
}

/** Reads a list of signed notes with lines of witnesses. Each has one line at least, so there are no more than witnesses. */
export function readNotes(value: unknown, place: string): string[] {
  return readList(value, place, 0, MAX_WITNESSES).map((note, i) => readNote(note, `${place}[${i}]`))
}

/** Reads a member's claim in a row: 8 bytes. */
export function readClaim(value: unknown, place: string): string {
  return readText(value, place, /^[0-9a-f]{16}$/, '16 lower-case hex digits')
}
