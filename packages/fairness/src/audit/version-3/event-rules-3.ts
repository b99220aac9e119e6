/** The rules of a prize-share event's opening, draw, favour and void in version 3. Its seal follows the rules of an issue. */
import { drawWinners } from '../../events.ts'
import { eventFavour } from '../../favour.ts'
import { MAX_PARTICIPANTS, readWinners } from '../../proof/event.ts'
import { readHash, U32 } from '../../proof/fields.ts'
import { DRAWN_ROUND_3, readDrawnRound3, readLeftOut } from '../../proof/version-3/seals.ts'
import { readEventTerms3 } from '../../proof/version-3/terms.ts'
import { readDecimal, readInteger, readObject } from '../../read.ts'
import { liveEvent } from '../event-rules.ts'
import { checkDemo, checkEntropy, type Place } from '../issue-rules.ts'
import type { RawEntry } from '../read-entry.ts'
import { breach, type IssueRecord, type LiveIssue, reading } from '../types.ts'
import { checkDrawn } from './beacons.ts'
import { checkPromises, type Context, keysOf, owedOf } from './issue-rules-3.ts'
import { checkLines } from './lines.ts'

const UNSEALED_MS = 7 * 86_400_000

export function openEvent3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  { index, what }: Place,
  { frame }: Context,
): IssueRecord {
  if (known) breach('open', index, `opens ${what} a second time`)
  if (frame.lost?.includes(what)) breach('continues', index, `opens ${what}, which the lost log opened`)
  const { t: _, ...fields } = entry.fields
  const terms = reading('open', index, () => readEventTerms3(fields))
  checkDemo(terms.demo, entry.at, frame.begin!.at, index)
  checkPromises(frame, terms.chain, terms, 'open')
  const { at, grade, delay, commitment, chain, quorum, winners, pool, deadline, recheck } = terms
  const live: LiveIssue = {
    version: 3,
    at,
    shares: MAX_PARTICIPANTS,
    reading: 'all',
    grade,
    delay,
    commitment,
    witnesses: keysOf(terms),
    attempts: [],
    seal: null,
    event: { winners, pool, deadline, ...(recheck && { recheck }) },
    vouching: { chain, quorum },
  }
  return { open: index, seals: [], live }
}

const DRAW = ['t', 'event', ...DRAWN_ROUND_3, 'entropy', 'winners', 'at'] as const

export function drawEvent3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  { frame, log }: Context,
): IssueRecord {
  const { index, what } = place
  const { record, live, event } = liveEvent(known, 'draw', place)
  const { seal, grade } = live
  if (!seal) return breach('draw', index, `draws ${what} before its seal`)
  const stated = reading('format', index, () => {
    const draw = readObject(entry.fields, 'the draw', DRAW, ['favour'])
    return {
      ...readDrawnRound3(draw, grade),
      entropy: readHash(draw['entropy'], 'entropy'),
      winners: readWinners(draw['winners'], 'winners', event.winners),
    }
  })
  const entropy = checkEntropy(live, seal, stated, entry.at, place)!
  const winners = drawWinners(entropy, seal.orders, event.winners, seal.out)
  if (stated.winners.join(', ') !== winners.join(', '))
    breach(
      'draw',
      index,
      `states the winners ${stated.winners.join(', ')}, the formula gives ${winners.join(', ')}`,
    )
  checkDrawn(frame, log, live, stated, index)
  checkLines(frame, log, live, stated, place)
  const others = seal.orders - (seal.out?.length ?? 0) - winners.length
  const amount = String(eventFavour(BigInt(event.pool), others))
  const owed = stated.favour && { owed: { at: entry.at, orders: others, amount } }
  return { ...record, draw: index, live: null, ...owed }
}

const FAVOUR = ['t', 'event', 'members', 'amount', 'at'] as const

/** The pool once more for those who did not win: once, after a draw in favour. */
export function favourEvent(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index, what } = place
  const stated = reading('format', index, () => {
    const favour = readObject(entry.fields, 'the favour', FAVOUR)
    return {
      members: readInteger(favour['members'], 'members', 0, U32),
      amount: readDecimal(favour['amount'], 'amount'),
    }
  })
  const { owed, record } = owedOf(known, place)
  // the pool of an event that the lost log opened is not known here
  if (owed.amount === undefined) return { ...record, favour: index }
  if (stated.members !== owed.orders)
    breach('favour', index, `states ${stated.members} members, but ${owed.orders} of ${what} did not win`)
  if (stated.amount !== owed.amount)
    breach('favour', index, `states ${stated.amount} for ${what}, its pool gives ${owed.amount}`)
  return { ...record, favour: index }
}

const VOID = ['t', 'event', 'participants', 'pool', 'at'] as const

/** @param lost whether the lost log opened the event; then this log has no opening */
export function voidEvent3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  lost: boolean,
): IssueRecord {
  const { index, what } = place
  const stated = reading('format', index, () => {
    const fields = readObject(entry.fields, 'the void', VOID, ['out'])
    const participants = readInteger(fields['participants'], 'participants', 0, U32)
    const pool = readDecimal(fields['pool'], 'pool')
    return { participants, pool, ...readLeftOut(fields, 'the void', participants) }
  })
  if (!known && lost) return { open: null, seals: [], void: index, live: null }
  const { record, live, event } = liveEvent(known, 'void', place)
  if (live.seal) breach('void', index, `ends ${what} after its seal`)
  if (entry.at < event.deadline) breach('void', index, `ends ${what} before its deadline`)
  const isUnsealed = live.grade === 'witnessed' && entry.at >= event.deadline + UNSEALED_MS
  if (stated.out && !event.recheck)
    breach('void', index, `leaves out participants of ${what}, whose opening does not allow it`)
  const staying = stated.participants - (stated.out?.length ?? 0)
  if (staying !== 0 && !isUnsealed) breach('void', index, `ends ${what}, which has ${staying} participants`)
  if (stated.pool !== event.pool) breach('void', index, `states another pool than the opening of ${what}`)
  return { ...record, void: index, live: null }
}
