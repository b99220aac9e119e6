/**
 * Live updates: turns the announcements that modules make after their commits into events for the listening clients.
 *
 * A purchase only marks its issue and its buyer. Once per interval, the server reads the marked topics that have listeners,
 * in one statement for all members and one for each other kind of topic, so that a busy sale costs no more than a slow one.
 */
import type { Bus } from '../../../platform/stream/bus.ts'
import { createCoalescer, type Timers } from '../../../platform/stream/bus-coalescer.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Executor } from '../../../platform/db.ts'
import {
  createStreams,
  memberTopic,
  type Streams,
  type StreamLimits,
} from '../../../platform/stream/stream.ts'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Finance } from '../../finance/index.ts'
import type { Growth } from '../../growth/index.ts'
import type { Betting } from '../../games/index.ts'
import type { Identity } from '../../identity/index.ts'
import type { IssueChange, Mall } from '../../mall/index.ts'
import {
  createPublisher,
  createVersions,
  issueTopic,
  gameTopic,
  FINANCE,
  EVENT,
  ISSUE,
} from './publish-topics.ts'

/** Minimum milliseconds between two events of a topic. */
export const EVERY_MS = 250
/** Milliseconds between two reads of all topics with listeners, because other servers and jobs change state without announcing it here. */
const SWEEP_MS = 4_000
/** Heartbeats between two checks for sessions that another server ended. */
const BEATS_PER_LOOK = 2

export type LiveOptions = {
  db: Executor
  bus: Bus
  clock: Clock
  timers: Timers
  mall: Pick<Mall, 'progress' | 'numberOf'>
  betting: Pick<Betting, 'states'>
  finance: Pick<Finance, 'states'>
  growth: { events: Pick<Growth['events'], 'states'> }
  identity: Pick<Identity, 'livingSessions' | 'sessions'>
  log: { warn(fields: object, message: string): void }
  limits?: Partial<StreamLimits>
  /** milliseconds between two reads of all topics with listeners */
  sweepMs?: number
}

export type Live = {
  /** the open connections */
  readonly streams: Streams
  /** The topics without made-up issues: a topic that does not exist would be read again and again. */
  existing(topics: readonly string[]): Promise<string[]>
  /** After the commit of a purchase. */
  bought(purchase: { member: string; issue: string }): void
  /** After a commit that changed a member's balance, recharges, withdrawals or identity check. */
  walletChanged(memberId: string): void
  /** After the commit of a member's new notice. */
  noticed(memberId: string): void
  /** After a step of a member's prize, which can pay its recycling value, or a reminder of it. */
  prizeChanged(memberId: string): void
  /** After a commit that changed vouchers of a member. */
  vouchersChanged(memberId: string): void
  /** After a commit that changed tasks or refunds of lost orders of these members; `isPaid`: their wallets too. */
  tasksChanged(memberIds: readonly string[], isPaid: boolean): void
  /** After a commit that changed the teams or rebates of these members. */
  teamsChanged(memberIds: readonly string[]): void
  /** After the commit of bets of these members: taken, settled or returned. */
  betsChanged(game: GameId, memberIds: readonly string[]): void
  /** After a commit that changed a finance product, or orders of these members. */
  financeChanged(code: string, memberIds: readonly string[]): void
  /** After a member joined a prize-share event, or after a step of it, which credited these members. */
  eventChanged(number: string, memberIds: readonly string[]): void
  /** After a commit that told these members of VIP levels that they reached. */
  levelsChanged(memberIds: readonly string[]): void
  /** After a text of the house was published: every member that listens to notices is told. */
  textsChanged(): void
  /** After a step of a round. */
  roundChanged(game: GameId): void
  /** After a step of an issue's life. */
  issueChanged(change: IssueChange): void
  /** Ends all connections, and waits for a read in progress. */
  close(): Promise<void>
}

export function createLive(options: LiveOptions): Live {
  const { bus, timers, mall, finance, growth, identity, log, sweepMs = SWEEP_MS } = options
  const versions = createVersions(options.clock)
  const warn = (error: unknown) => log.warn({ err: error }, 'a live update failed')

  const changes = createCoalescer({
    everyMs: EVERY_MS,
    timers,
    wanted: (topic) => bus.wanted(topic),
    flush: createPublisher({ ...options, versions }),
    onError: warn,
  })

  async function publishChange({ issueId, step }: IssueChange) {
    const issue = await mall.numberOf(issueId)
    if (issue === undefined) return
    changes.touch(issueTopic(issue))
    if (step === 'sold_out') return
    bus.publish('draws', { version: versions.next('draws'), data: { issue, step } })
  }

  async function endEndedSessions(sessionIds: readonly string[]) {
    const living = await identity.livingSessions(sessionIds)
    streams.endSessions(sessionIds.filter((id) => !living.has(id)))
  }

  let cancelSweep: (() => void) | undefined
  function sweepLater() {
    cancelSweep ??= timers.after(sweepMs, () => {
      cancelSweep = undefined
      changes.review(streams.topics())
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
      if (++beats % BEATS_PER_LOOK === 0) endEndedSessions(streams.sessions()).catch(warn)
    },
    ...(options.limits && { limits: options.limits }),
  })
  identity.sessions.watch((ids) => {
    const here = new Set(streams.sessions())
    const concerned = ids.filter((id) => here.has(id))
    if (concerned.length > 0) endEndedSessions(concerned).catch(warn)
  })

  return {
    streams,
    async existing(topics) {
      const below = (prefix: string) =>
        topics.flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []))
      const [numbers, codes, events] = [below(ISSUE), below(FINANCE), below(EVENT)]
      const issues = numbers.length === 0 ? [] : await mall.progress(numbers)
      const products = codes.length === 0 ? [] : await finance.states(codes)
      const prizes = events.length === 0 ? [] : await growth.events.states(events)
      const known = new Set([
        ...issues.map(({ issue }) => issueTopic(issue)),
        ...products.map(({ code }) => FINANCE + code),
        ...prizes.map(({ event }) => EVENT + event),
      ])
      return topics.filter(
        (topic) => ![ISSUE, FINANCE, EVENT].some((prefix) => topic.startsWith(prefix)) || known.has(topic),
      )
    },
    bought({ member, issue }) {
      changes.touch(issueTopic(issue))
      changes.touch(memberTopic('balance', member))
    },
    walletChanged(memberId) {
      changes.touch(memberTopic('balance', memberId))
      changes.touch(memberTopic('records', memberId))
    },
    noticed(memberId) {
      changes.touch(memberTopic('notices', memberId))
    },
    prizeChanged(memberId) {
      changes.touch(memberTopic('balance', memberId))
      changes.touch(memberTopic('prizes', memberId))
      changes.touch(memberTopic('notices', memberId))
    },
    vouchersChanged(memberId) {
      changes.touch(memberTopic('vouchers', memberId))
    },
    tasksChanged(memberIds, isPaid) {
      for (const memberId of memberIds) {
        changes.touch(memberTopic('tasks', memberId))
        if (isPaid) changes.touch(memberTopic('balance', memberId))
      }
    },
    teamsChanged(memberIds) {
      for (const memberId of memberIds) changes.touch(memberTopic('team', memberId))
    },
    betsChanged(game, memberIds) {
      changes.touch(gameTopic(game))
      for (const memberId of memberIds) {
        changes.touch(memberTopic('balance', memberId))
        changes.touch(memberTopic('bets', memberId))
      }
    },
    financeChanged(code, memberIds) {
      changes.touch(FINANCE + code)
      for (const memberId of memberIds) {
        changes.touch(memberTopic('balance', memberId))
        changes.touch(memberTopic('units', memberId))
      }
    },
    eventChanged(number, memberIds) {
      changes.touch(EVENT + number)
      for (const memberId of memberIds) {
        changes.touch(memberTopic('balance', memberId))
        changes.touch(memberTopic('notices', memberId))
      }
    },
    levelsChanged(memberIds) {
      for (const memberId of memberIds) changes.touch(memberTopic('notices', memberId))
    },
    textsChanged() {
      const toNotices = memberTopic('notices', '')
      for (const topic of streams.topics()) if (topic.startsWith(toNotices)) changes.touch(topic)
    },
    roundChanged(game) {
      changes.touch(gameTopic(game))
    },
    issueChanged(change) {
      if (change.step !== 'settled') {
        versions.next('home')
        changes.touch('home')
      }
      publishChange(change).catch(warn)
    },
    async close() {
      streams.close()
      cancelSweep?.()
      await changes.stop()
    },
  }
}
