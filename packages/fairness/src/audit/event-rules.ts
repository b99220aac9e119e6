/** The rules of a prize-share event's opening, draw and void. Its seal and its attempts follow the rules of an issue. */
import { drawWinners } from '../events.ts'
import { MAX_PARTICIPANTS, readEventTerms, readWinners } from '../proof/event.ts'
import { readHash, U32 } from '../proof/fields.ts'
import { readDecimal, readInteger, readObject } from '../read.ts'
import { checkDemo, checkEntropy, checkTimely, liveOf, type Place, readDrawnRound } from './issue-rules.ts'
import type { RawEntry } from './read-entry.ts'
import { type AuditFrame, breach, type IssueRecord, type LiveIssue, reading } from './types.ts'

export function openEvent(
  known: IssueRecord | undefined,
  entry: RawEntry,
  { index, what }: Place,
  { begin, lost }: Pick<AuditFrame, 'begin' | 'lost'>,
): IssueRecord {
  if (!begin) return breach('begin', index, 'is about an event, but the log has not begun')
  if (known) breach('open', index, `opens ${what} a second time`)
  if (lost?.includes(what)) breach('continues', index, `opens ${what}, which the lost log opened`)
  const { t: _, ...fields } = entry.fields
  const terms = reading('open', index, () => readEventTerms(fields))
  checkDemo(terms.demo, entry.at, begin.at, index)
  const { at, grade, delay, commitment, witnesses, winners, pool, deadline } = terms
  const live: LiveIssue = {
    version: 2,
    at,
    shares: MAX_PARTICIPANTS,
    reading: 'all',
    grade,
    delay,
    commitment,
    witnesses,
    attempts: [],
    seal: null,
    event: { winners, pool, deadline },
  }
  return { open: index, seals: [], live }
}

const DRAW = ['t', 'event', 'round', 'beacon', 'entropy', 'winners', 'at'] as const

export function drawEvent(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index, what } = place
  const { record, live, event } = liveEvent(known, 'draw', place)
  const { seal, grade } = live
  if (!seal) return breach('draw', index, `draws ${what} before its seal`)
  const stated = reading('format', index, () => {
    const draw = readObject(entry.fields, 'the draw', DRAW)
    return {
      ...readDrawnRound(draw, grade),
      entropy: readHash(draw['entropy'], 'entropy'),
      winners: readWinners(draw['winners'], 'winners', event.winners),
    }
  })
  const entropy = checkEntropy(live, seal, stated, entry.at, place)!
  const winners = drawWinners(entropy, seal.orders, event.winners).join(', ')
  if (stated.winners.join(', ') !== winners)
    breach('draw', index, `states the winners ${stated.winners.join(', ')}, the formula gives ${winners}`)
  checkTimely(live, place)
  return { ...record, draw: index, live: null }
}

const VOID = ['t', 'event', 'participants', 'pool', 'at'] as const

/** @param lost whether the lost log opened the event; then this log has no opening */
export function voidEvent(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  lost: boolean,
): IssueRecord {
  const { index, what } = place
  const stated = reading('format', index, () => {
    const fields = readObject(entry.fields, 'the void', VOID)
    return {
      participants: readInteger(fields['participants'], 'participants', 0, U32),
      pool: readDecimal(fields['pool'], 'pool'),
    }
  })
  if (!known && lost) return { open: null, seals: [], void: index, live: null }
  const { record, live, event } = liveEvent(known, 'void', place)
  if (live.seal) breach('void', index, `ends ${what} after its seal`)
  if (entry.at < event.deadline) breach('void', index, `ends ${what} before its deadline`)
  if (stated.participants !== 0)
    breach('void', index, `ends ${what}, which has ${stated.participants} participants`)
  if (stated.pool !== event.pool) breach('void', index, `states another pool than the opening of ${what}`)
  return { ...record, void: index, live: null }
}

/** The event of an entry that must follow its opening and precede draw and void. */
export function liveEvent(known: IssueRecord | undefined, rule: 'draw' | 'void', place: Place) {
  const { record, live } = liveOf(known, rule, place)
  if (!live.event) throw new Error(`the record of ${place.what} is not that of an event`)
  return { record, live, event: live.event }
}
