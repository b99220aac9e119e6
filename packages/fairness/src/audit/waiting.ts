/** What an auditor says about the seals that wait for their rounds, and about the entries of a subject. */
import { describeSubject, roundName } from '../entries.ts'
import { roundMs } from './issue-rules.ts'
import type { FoundEntry, IssueRecord, LiveRound } from './types.ts'

/** The last attempt of a seal with a beacon round whose issue or event is not drawn, or the seal of a round without a result. */
export type WaitingSeal = {
  /** issue number, or name of a round or of an event */
  readonly issue: string
  /** what it is, for messages: `issue …`, `round …` or `event …` */
  readonly what: string
  readonly witnessed: boolean
  readonly attempt: number
  readonly index: number
  /** index of the first attempt */
  readonly firstIndex: number
  /** when its round is published, Unix milliseconds */
  readonly roundMs: number
  /** note verifier keys of the named witnesses; empty unless the grade is `witnessed` */
  readonly witnesses: readonly string[]
  /** those of them whose signature in time is known */
  readonly timely: readonly string[]
}

export function waitingSeal(issue: string, { live, seals }: IssueRecord): WaitingSeal {
  const last = live?.attempts.at(-1)
  const what = describeSubject(issue)
  if (!live || !last || last.round === null) throw new Error(`${what} does not wait for a round`)
  return {
    issue,
    what,
    witnessed: live.grade === 'witnessed',
    attempt: live.attempts.length,
    index: last.index,
    firstIndex: seals[0]!,
    roundMs: roundMs(last.round),
    witnesses: live.witnesses ?? [],
    timely: last.timely,
  }
}

export function waitingRound({ game, period, index, round, witnesses, timely }: LiveRound): WaitingSeal {
  const issue = roundName(game, period)
  return {
    issue,
    what: describeSubject(issue),
    witnessed: witnesses !== null,
    attempt: 1,
    index,
    firstIndex: index,
    roundMs: roundMs(round),
    witnesses: witnesses ?? [],
    timely,
  }
}

export function entriesOf(record: IssueRecord | undefined, subject: string): FoundEntry[] {
  if (!record) return []
  const of = subject.includes(' ') ? 'event' : 'issue'
  const found: FoundEntry[] = record.open === null ? [] : [{ index: record.open, kind: `${of}-open` }]
  for (const index of record.seals) found.push({ index, kind: `${of}-seal` })
  if (record.draw !== undefined) found.push({ index: record.draw, kind: `${of}-draw` })
  if (record.refund !== undefined) found.push({ index: record.refund, kind: 'issue-refund' })
  if (record.void !== undefined) found.push({ index: record.void, kind: 'event-void' })
  return found
}
