/**
 * The index of a wallet statement: every line under its kind and topic, and the sums of each month. It derives from the
 * ledger. A call that filters, searches or sums adds the lines written since the last such call; a job does it for long
 * backlogs, so that no member waits. The statements that move money do not write it: a line under a third index would cost
 * every purchase of every member, also of those who never filter.
 *
 * The lines of a wallet are numbered without gaps under its lock, so a reader that sees a line sees all earlier ones.
 */
import type { Db, Executor } from '../../../platform/db.ts'
import {
  appendLines,
  indexStanding,
  lockHead,
  membersBehind,
  nextSubjects,
} from './statement-index.queries.ts'

/** Lines added in one transaction: about a tenth of a second. */
const CHUNK = 5_000
/** The job begins with this many missing lines; fewer are added by the call that needs them. */
const BACKLOG = 5_000
/** Members of one run of the job. */
const MEMBERS = 100

/** What purchases were of, as their seller groups them, by subject: the product of an issue. */
export type TopicsOf = (
  db: Executor,
  seller: string,
  subjects: readonly string[],
) => Promise<ReadonlyMap<string, string>>

export type IndexDeps = {
  readonly db: Db
  /** minutes east of UTC of the business time zone, in which a month begins and ends */
  readonly utcOffsetMinutes: number
  readonly topicsOf: TopicsOf
}

/** A topic as the index names it. */
export const topicKey = (seller: string, topic: string): string => `${seller}:${topic}`

/** Adds the member's missing lines, in chunks. */
export async function bringUpToDate(
  deps: IndexDeps,
  memberId: string,
  { chunk = CHUNK, signal }: { chunk?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { lines, through } = await indexStanding(deps.db, memberId)
  for (let last = through; last < lines && signal?.aborted !== true;) {
    const before = last
    last = await addChunk(deps, memberId, chunk)
    if (last <= before) return
  }
}

function addChunk({ db, utcOffsetMinutes, topicsOf }: IndexDeps, memberId: string, chunk: number) {
  return db.tx(async (tx) => {
    const through = await lockHead(tx, memberId)
    const bySeller = Map.groupBy(await nextSubjects(tx, memberId, through, chunk), ({ seller }) => seller)
    const topics = new Map<string, string>()
    for (const [seller, bought] of bySeller) {
      const found = await topicsOf(
        tx,
        seller,
        bought.map(({ subject }) => subject),
      )
      for (const [subject, topic] of found) topics.set(subject, topicKey(seller, topic))
    }
    return appendLines(tx, memberId, through, chunk, utcOffsetMinutes, topics)
  })
}

/** Adds the missing lines of members with a long backlog. @returns the number of these members */
export async function shortenBacklogs(deps: IndexDeps, signal: AbortSignal): Promise<number> {
  const members = await membersBehind(deps.db, BACKLOG, MEMBERS)
  for (const memberId of members) {
    if (signal.aborted) break
    await bringUpToDate(deps, memberId, { signal })
  }
  return members.length
}
