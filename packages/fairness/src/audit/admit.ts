/**
 * What an audit takes over from an entry that breaks a rule and stands in its log already. A server that goes on with such a
 * log judges the entries that follow; they may rest on what the broken one said.
 */
import { entrySubject, type LogEntry } from '../entries.ts'
import { timesOf } from '../games/periods.ts'
import { readChainTerms, readPeriod, readRoundSeal } from '../proof/round.ts'
import { readChainTerms3 } from '../proof/version-3/terms.ts'
import { readInteger, ReadError } from '../read.ts'
import { usefulNotes } from './checkpoint-rules.ts'
import { NO_GAME } from './game-state.ts'
import type { AuditFrame, GameState, ScheduledChain } from './types.ts'

type Fields = Readonly<Record<string, unknown>>

/** The change of the frame. The entry's subject is excused, so that entries about it are not judged any more. */
export function admitted(frame: AuditFrame, bytes: string): Partial<AuditFrame> {
  const fields = fieldsOf(bytes)
  const subject = fields && subjectOf(fields)
  if (!fields || typeof subject !== 'string') return {}
  const rounds = frame.rounds.filter(({ game, period }) => `${game} ${period}` !== subject)
  const waiting = frame.waiting.filter(({ issue }) => issue !== subject)
  const rest = { rounds, waiting, fresh: frame.fresh.filter(({ issue }) => issue !== subject) }
  return {
    ...rest,
    excused: frame.excused.includes(subject) ? frame.excused : [...frame.excused, subject],
    notes: usefulNotes({ ...frame, ...rest }),
    ...chainChange(frame, fields),
  }
}

/** Whether an entry is about a subject that an admitted breach excused. A chain is not: its rounds have names of their own. */
export function isExcused({ excused }: AuditFrame, fields: Fields): boolean {
  if (excused.length === 0) return false
  const subject = subjectOf(fields)
  return typeof subject === 'string' && excused.includes(subject)
}

function fieldsOf(bytes: string): Fields | null {
  try {
    const value: unknown = JSON.parse(bytes)
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

function subjectOf(fields: Fields): unknown {
  // an entry of another shape has a subject of another type, or none
  return entrySubject(fields as unknown as LogEntry)
}

/** The chain that the entry publishes, or the index of a chain that it uses: the rounds after it rest on it. */
function chainChange(frame: AuditFrame, fields: Fields): Partial<AuditFrame> {
  try {
    if (fields['t'] === 'game-chain') return addChain(frame, fields)
    if (fields['t'] === 'round-seal') return continueChain(frame, fields)
    return {}
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return {}
  }
}

function addChain(frame: AuditFrame, entry: Fields): Partial<AuditFrame> {
  const { t: _, ...fields } = entry
  if (frame.rules) return addChain3(frame, fields)
  const terms = readChainTerms(fields)
  const { game, chain, head } = terms
  if (frame.chains.includes(chain)) return {}
  const known = frame.games[game] ?? NO_GAME
  const chains = [...known.chains, { index: frame.size, terms, used: 0, last: head }]
  return {
    games: { ...frame.games, [game]: { ...known, chains } },
    chains: [...frame.chains, chain, head],
  }
}

function addChain3(frame: AuditFrame, fields: Fields): Partial<AuditFrame> {
  const terms = readChainTerms3(fields)
  const { game, chain, head, from } = terms
  const opensAt = timesOf(terms, from)?.opensAt
  if (opensAt === undefined || frame.chains.includes(chain)) return {}
  const known = frame.games[game] ?? NO_GAME
  const added: ScheduledChain = { index: frame.size, terms, opensAt, timely: [], used: 0, last: head }
  const scheduled = [...(known.scheduled ?? []), added]
  return {
    games: { ...frame.games, [game]: { ...known, scheduled } },
    chains: [...frame.chains, chain, head],
  }
}

function continueChain(frame: AuditFrame, fields: Fields): Partial<AuditFrame> {
  const { t: _, game, period: stated, chain, index, at: _at, ...rest } = fields
  const state = typeof game === 'string' ? frame.games[game] : undefined
  if (!state) return {}
  const { secret } = readRoundSeal(rest)
  const period = readPeriod(stated, 'period')
  const found = { number: readInteger(index, 'index', 1), secret }
  const chains = usedFrom(state.chains, chain, found)
  const scheduled = usedFrom(state.scheduled ?? [], chain, found)
  const terms = (chains ?? scheduled)?.[0]?.terms
  if (!terms) return {}
  const lastEnds = timesOf(terms, period)?.endsAt ?? state.lastEnds
  const next: GameState = {
    ...state,
    ...(chains && { chains }),
    ...(scheduled && { scheduled }),
    lastPeriod: period > state.lastPeriod ? period : state.lastPeriod,
    lastEnds: Math.max(state.lastEnds, lastEnds),
  }
  return { games: { ...frame.games, [terms.game]: next } }
}

type Used = { readonly terms: { readonly chain: string }; readonly used: number; readonly last: string }

/** The chains from the one of this id on, which has revealed a secret; null when none has the id. */
function usedFrom<C extends Used>(
  chains: readonly C[],
  id: unknown,
  { number, secret }: { readonly number: number; readonly secret: string },
): C[] | null {
  const which = chains.findIndex(({ terms }) => terms.chain === id)
  return which < 0 ? null : chains.slice(which).with(0, { ...chains[which]!, used: number, last: secret })
}
