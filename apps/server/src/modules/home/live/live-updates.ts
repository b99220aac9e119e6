/**
 * Live updates: what the modules say after their commits becomes events for those who listen.
 *
 * A purchase only marks its issue and its buyer. What is marked and listened to is read once an interval, all of it in
 * two statements, so that a busy sale costs no more than a slow one.
 */
import { issueVersion } from '@fairlot/contract/endpoints/stream'
import { formatMoney } from '@fairlot/contract/money'
import type { Bus } from '../../../platform/stream/bus.ts'
import { createCoalescer, type Timers } from '../../../platform/stream/bus-coalescer.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Executor } from '../../../platform/db.ts'
import {
  balanceTopic,
  createStreams,
  type Streams,
  type StreamLimits,
} from '../../../platform/stream/stream.ts'
import type { Identity } from '../../identity/index.ts'
import { walletStates } from '../../ledger/index.ts'
import type { IssueChange, Mall } from '../../mall/index.ts'

/** Least milliseconds between two events of a topic. */
export const EVERY_MS = 250
/** What somebody listens to is also looked at unasked: other servers and jobs change things too. Milliseconds. */
const SWEEP_MS = 4_000
/** Sessions that ended elsewhere are noticed after this many beats. */
const BEATS_PER_LOOK = 2

export type LiveOptions = {
  db: Executor
  bus: Bus
  clock: Clock
  timers: Timers
  mall: Pick<Mall, 'progress' | 'numberOf'>
  identity: Pick<Identity, 'livingSessions' | 'sessions'>
  log: { warn(fields: object, message: string): void }
  limits?: Partial<StreamLimits>
  /** milliseconds between two looks at what nobody announced */
  sweepMs?: number
}

export type Live = {
  /** the open connections */
  readonly streams: Streams
  /** After the commit of a purchase. */
  bought(purchase: { member: string; issue: string }): void
  /** After a commit that changed a member's balance. */
  balanceChanged(memberId: string): void
  /** After a step of an issue's life. */
  issueChanged(change: IssueChange): void
  /** Ends all connections, and waits for the look under way. */
  close(): Promise<void>
}

export const issueTopic = (number: string) => `issue:${number}`
const ISSUE = issueTopic('')
const BALANCE = balanceTopic('')

export function createLive(options: LiveOptions): Live {
  const { db, bus, timers, mall, identity, log, sweepMs = SWEEP_MS } = options
  const versions = createVersions(options.clock)
  const failed = (error: unknown) => log.warn({ err: error }, 'a live update could not be made')

  const changes = createCoalescer({
    everyMs: EVERY_MS,
    timers,
    wanted: (topic) => bus.wanted(topic),
    flush: createTell({ db, bus, mall, versions }),
    onError: failed,
  })

  async function tellChange({ issueId, step }: IssueChange) {
    const issue = await mall.numberOf(issueId)
    if (issue === undefined) return
    changes.touch(issueTopic(issue))
    if (step === 'sold_out') return
    bus.publish('draws', { version: versions.next('draws'), data: { issue, step } })
  }

  async function endDead(sessionIds: readonly string[]) {
    const living = await identity.livingSessions(sessionIds)
    streams.endSessions(sessionIds.filter((id) => !living.has(id)))
  }

  let cancelSweep: (() => void) | undefined
  function sweepLater() {
    cancelSweep ??= timers.after(sweepMs, () => {
      cancelSweep = undefined
      for (const topic of streams.topics()) changes.touch(topic)
      if (streams.size() > 0) sweepLater()
    })
  }

  let beats = 0
  const streams = createStreams({
    bus,
    timers,
    refresh(topics) {
      topics.forEach(changes.touch)
      sweepLater()
    },
    onBeat() {
      if (++beats % BEATS_PER_LOOK === 0) endDead(streams.sessions()).catch(failed)
    },
    ...(options.limits && { limits: options.limits }),
  })
  identity.sessions.watch((ids) => {
    const here = new Set(streams.sessions())
    const concerned = ids.filter((id) => here.has(id))
    if (concerned.length > 0) endDead(concerned).catch(failed)
  })

  return {
    streams,
    bought({ member, issue }) {
      changes.touch(issueTopic(issue))
      changes.touch(balanceTopic(member))
    },
    balanceChanged: (memberId) => changes.touch(balanceTopic(memberId)),
    issueChanged(change) {
      if (change.step !== 'settled') {
        versions.next('home')
        changes.touch('home')
      }
      tellChange(change).catch(failed)
    },
    async close() {
      streams.close()
      cancelSweep?.()
      await changes.stop()
    },
  }
}

type TellOptions = Pick<LiveOptions, 'db' | 'bus' | 'mall'> & { versions: Versions }

/** What reads the present state of topics, all of a kind in one statement, and tells it; those who know it drop it. */
function createTell({ db, bus, mall, versions }: TellOptions): (topics: readonly string[]) => Promise<void> {
  async function tellIssues(numbers: string[]) {
    if (numbers.length === 0) return
    for (const progress of await mall.progress(numbers)) {
      bus.publish(issueTopic(progress.issue), { version: issueVersion(progress), data: progress })
    }
  }

  async function tellBalances(members: string[]) {
    if (members.length === 0) return
    for (const { member, version, balance } of await walletStates(db, members)) {
      bus.publish(balanceTopic(member), { version, data: { balance: formatMoney(balance) } })
    }
  }

  return async (topics) => {
    const below = (prefix: string) =>
      topics.flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []))
    await Promise.all([tellIssues(below(ISSUE)), tellBalances(below(BALANCE))])
    if (topics.includes('home')) bus.publish('home', { version: versions.now('home'), data: {} })
    if (topics.includes('draws')) {
      bus.publish('draws', { version: versions.now('draws'), data: { issue: null, step: null } })
    }
  }
}

type Versions = { now(topic: string): number; next(topic: string): number }

/** Versions of topics that have no state of their own to count: business time, but always higher than before. */
function createVersions(clock: Clock): Versions {
  const last = new Map<string, number>()
  const started = clock.now()
  return {
    now: (topic) => last.get(topic) ?? started,
    next(topic) {
      const version = Math.max((last.get(topic) ?? started) + 1, clock.now())
      last.set(topic, version)
      return version
    },
  }
}
