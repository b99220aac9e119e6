/** The seals and chains that wait: for their beacon round, for their result, or for their witnesses. */
import { describeSubject, roundName } from '../entries.ts'
import { lineLimit, roundMs } from './issue-rules.ts'
import type { AuditFrame, IssueRecord, LiveRound, ScheduledChain } from './types.ts'
import { pendingChains } from './version-3/lines.ts'

/**
 * The last attempt of a seal with a beacon round whose issue or event is not drawn, the seal of a round without a result, or a chain
 * of version 3 that lacks lines of its witnesses.
 */
export type WaitingSeal = {
  /** issue number, name of a round or of an event, or id of a chain */
  readonly issue: string
  /** what it is, for messages: `issue …`, `round …`, `event …` or `chain …` */
  readonly what: string
  /** under the rules of which version it opened */
  readonly version: 1 | 2 | 3
  readonly witnessed: boolean
  readonly attempt: number
  readonly index: number
  /** index of the first attempt */
  readonly firstIndex: number
  /** when its round is published, or when the chain begins, Unix milliseconds */
  readonly roundMs: number
  /** a line counts when the second that it states, in milliseconds, is before this */
  readonly limitMs: number
  /** note verifier keys of the named witnesses; empty unless the grade is `witnessed` */
  readonly witnesses: readonly string[]
  /** those of them whose signature in time is known */
  readonly timely: readonly string[]
}

/** @param issues records of the issues and events that wait */
export function waitingSeals(frame: AuditFrame, issues: ReadonlyMap<string, IssueRecord>): WaitingSeal[] {
  return [
    ...frame.waiting.map(({ issue }) => waitingSeal(issue, issues.get(issue)!)),
    ...frame.rounds.map(waitingRound),
    ...pendingChains(frame.games, frame.lastAt).map(waitingChain),
  ]
}

function waitingSeal(issue: string, { live, seals }: IssueRecord): WaitingSeal {
  const last = live?.attempts.at(-1)
  const what = describeSubject(issue)
  if (!live || !last || last.round === null) throw new Error(`${what} does not wait for a round`)
  return {
    issue,
    what,
    version: live.version,
    witnessed: live.grade === 'witnessed',
    attempt: live.attempts.length,
    index: last.index,
    firstIndex: seals[0]!,
    roundMs: roundMs(last.round),
    limitMs: lineLimit(live.version, last.round),
    witnesses: live.witnesses ?? [],
    timely: last.timely,
  }
}

function waitingRound({
  game,
  period,
  index,
  round,
  witnesses,
  timely,
  beaconChain,
}: LiveRound): WaitingSeal {
  const issue = roundName(game, period)
  return {
    issue,
    what: describeSubject(issue),
    version: beaconChain === undefined ? 2 : 3,
    witnessed: witnesses !== null,
    attempt: 1,
    index,
    firstIndex: index,
    roundMs: roundMs(round),
    limitMs: roundMs(round),
    witnesses: witnesses ?? [],
    timely,
  }
}

function waitingChain({ terms, index, opensAt, timely }: ScheduledChain): WaitingSeal {
  return {
    issue: terms.chain,
    what: `chain ${terms.chain}`,
    version: 3,
    witnessed: true,
    attempt: 1,
    index,
    firstIndex: index,
    roundMs: opensAt,
    limitMs: opensAt,
    witnesses: terms.witnesses!.map(({ key }) => key),
    timely,
  }
}
