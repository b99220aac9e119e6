/**
 * What an audit takes over from an entry that breaks a rule and stands in its log already. A server that goes on with such a
 * log judges the entries that follow; they may rest on what the broken one said.
 */
import { entrySubject, type LogEntry } from '../entries.ts'
import { timesOf } from '../games/periods.ts'
import { readChainTerms, readPeriod, readRoundSeal } from '../proof/round.ts'
import { readInteger, ReadError } from '../read.ts'
import { usefulNotes } from './checkpoint-rules.ts'
import type { AuditFrame, GameState } from './types.ts'

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
    if (fields['t'] === 'round-seal') return advanceChain(frame, fields)
    return {}
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return {}
  }
}

function addChain(frame: AuditFrame, entry: Fields): Partial<AuditFrame> {
  const { t: _, ...fields } = entry
  const terms = readChainTerms(fields)
  const { game, chain, head } = terms
  if (frame.chains.includes(chain)) return {}
  const known: GameState = frame.games[game] ?? { chains: [], lastPeriod: '', lastEnds: 0 }
  const chains = [...known.chains, { index: frame.size, terms, used: 0, last: head }]
  return {
    games: { ...frame.games, [game]: { ...known, chains } },
    chains: [...frame.chains, chain, head],
  }
}

function advanceChain(frame: AuditFrame, fields: Fields): Partial<AuditFrame> {
  const { t: _, game, period: stated, chain, index, at: _at, ...rest } = fields
  const state = typeof game === 'string' ? frame.games[game] : undefined
  const which = state?.chains.findIndex(({ terms }) => terms.chain === chain) ?? -1
  const used = state?.chains[which]
  if (!state || !used) return {}
  const { secret } = readRoundSeal(rest)
  const period = readPeriod(stated, 'period')
  const chains = state.chains
    .slice(which)
    .with(0, { ...used, used: readInteger(index, 'index', 1), last: secret })
  const lastEnds = timesOf(used.terms, period)?.endsAt ?? state.lastEnds
  const next: GameState = {
    chains,
    lastPeriod: period > state.lastPeriod ? period : state.lastPeriod,
    lastEnds: Math.max(state.lastEnds, lastEnds),
  }
  return { games: { ...frame.games, [used.terms.game]: next } }
}
