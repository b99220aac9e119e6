/** What an audited log shows of each issue, round and event: whom its terms name as witnesses, when it was sealed, how it ended. */
import type { Grade } from '../src/draw.ts'
import { lineLimit } from '../src/audit/issue-rules.ts'
import { describeSubject, entrySubject, type LogEntry } from '../src/entries.ts'
import { timesOf } from '../src/games/periods.ts'

export type Life = {
  /** `issue …`, `round …` or `event …` */
  readonly what: string
  /** null when the log has no terms of it: the log before opened it, or it is a round that no seal connects with its chain */
  readonly terms: LifeTerms | null
  /** the last attempt */
  readonly seal: LifeSeal | null
  readonly end: LifeEnd | null
}

type LifeTerms = {
  readonly version: 2 | 3
  readonly grade: Grade
  /** note verifier keys; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
  /** how many of them sign a seal, or confirm an ending; null before version 3, and unless grade is `witnessed` */
  readonly quorum: number | null
  readonly demo: boolean
  /** of a round of version 3: its chain, which is witnessed instead of each round; a line is timely before the chain begins */
  readonly chain?: Witnessable
}

/** An entry, and until when a line over it is timely, Unix milliseconds; null without a beacon. */
type Witnessable = { readonly index: number; readonly limitMs: number | null }
type LifeSeal = Witnessable & { readonly sealedAt: number }

type LifeEnd = {
  readonly index: number
  /** `favour`: a draw of version 3 that too few witnesses signed in time */
  readonly kind: 'draw' | 'result' | 'favour' | 'refund' | 'void'
  /** signed notes with timely lines, which a draw of version 3 carries and the audit has checked */
  readonly lines: readonly string[]
}

export type Lives = {
  /** Takes the next entry, which the audit has passed. */
  take(bytes: string, index: number): void
  all(): readonly Life[]
}

const NEW: Omit<Life, 'what'> = { terms: null, seal: null, end: null }

export function createLives(): Lives {
  const lives = new Map<string, Life>()
  const chains = new Map<string, LifeTerms>()

  const put = (subject: string, change: Partial<Life>): void => {
    const known = lives.get(subject) ?? { what: describeSubject(subject), ...NEW }
    lives.set(subject, { ...known, ...change })
  }

  return {
    take(bytes, index) {
      const entry = JSON.parse(bytes) as LogEntry
      const subject = entrySubject(entry)
      if (subject === null) return
      switch (entry.t) {
        case 'game-chain':
          chains.set(subject, chainOf(entry, index))
          break
        case 'issue-open':
        case 'event-open':
          put(subject, { terms: termsOf(entry) })
          break
        case 'issue-seal':
        case 'event-seal':
          put(subject, { seal: sealOf(entry, index, lives.get(subject)?.terms ?? null) })
          break
        case 'round-seal': {
          const terms = chains.get(entry.chain) ?? null
          put(subject, { terms, seal: sealOf(entry, index, terms) })
          break
        }
        default:
          put(subject, endOf(entry, index))
      }
    },
    all: () => [...lives.values()],
  }
}

type Opening = Extract<LogEntry, { t: 'issue-open' | 'event-open' | 'game-chain' }>

/** Openings of version 1 name no witnesses and are never those of the demo world. */
function termsOf(entry: Opening): LifeTerms {
  const { grade } = entry
  const demo = 'demo' in entry && entry.demo
  if ('quorum' in entry) {
    const { witnesses, quorum } = entry
    return { version: 3, grade, witnesses: witnesses?.map(({ key }) => key) ?? null, quorum, demo }
  }
  return { version: 2, grade, witnesses: 'witnesses' in entry ? entry.witnesses : null, quorum: null, demo }
}

function chainOf(entry: Extract<LogEntry, { t: 'game-chain' }>, index: number): LifeTerms {
  if (!('quorum' in entry)) return termsOf(entry)
  return { ...termsOf(entry), chain: { index, limitMs: timesOf(entry, entry.from)?.opensAt ?? null } }
}

function sealOf(
  { sealedAt, round }: { readonly sealedAt: number; readonly round: number | null },
  index: number,
  terms: LifeTerms | null,
): LifeSeal {
  return { index, sealedAt, limitMs: round === null ? null : lineLimit(terms?.version ?? 2, round) }
}

/** What ends an issue, a round or an event; nothing for an entry about one that has ended. */
function endOf(entry: LogEntry, index: number): Partial<Life> {
  switch (entry.t) {
    case 'issue-draw':
    case 'event-draw': {
      const kind = 'favour' in entry && entry.favour ? 'favour' : 'draw'
      return { end: { index, kind, lines: 'lines' in entry ? (entry.lines ?? []) : [] } }
    }
    case 'round-result':
      return { end: { index, kind: 'result', lines: [] } }
    case 'issue-refund':
      return { end: { index, kind: 'refund', lines: [] } }
    case 'round-void':
    case 'event-void':
      return { end: { index, kind: 'void', lines: [] } }
    default:
      return {}
  }
}

const DAY_MS = 86_400_000

/** What was sealed more than a day before the newest checkpoint and has no result. @param nowMs its time */
export function overdue(lives: readonly Life[], nowMs: number): Life[] {
  return lives.filter(({ seal, end }) => seal !== null && end === null && nowMs - seal.sealedAt > DAY_MS)
}
