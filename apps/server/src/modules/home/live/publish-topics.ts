/** The topics of live updates, and the reads that publish their current state: one statement for all topics about members, and one for each other kind. */
import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import { issueVersion } from '@fairlot/contract/endpoints/stream'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Clock } from '../../../platform/clock.ts'
import { memberTopic } from '../../../platform/stream/stream.ts'
import type { LiveOptions } from './live-updates.ts'
import { memberStates } from './member-versions.ts'

export const issueTopic = (number: string) => `issue:${number}`
export const gameTopic = (game: string) => `game:${game}`
export const FINANCE = 'finance:'
export const EVENT = 'event:'
export const ISSUE = issueTopic('')
const GAME = gameTopic('')

type PublisherOptions = Pick<LiveOptions, 'db' | 'bus' | 'mall' | 'betting' | 'finance' | 'growth'> & {
  versions: Versions
}

/** Reads the current state of topics and publishes it; listeners that have this version drop it. */
export function createPublisher({
  db,
  bus,
  mall,
  betting,
  finance,
  growth,
  versions,
}: PublisherOptions): (topics: readonly string[]) => Promise<void> {
  async function publishIssues(numbers: string[]) {
    if (numbers.length === 0) return
    for (const progress of await mall.progress(numbers)) {
      bus.publish(issueTopic(progress.issue), { version: issueVersion(progress), data: progress })
    }
  }

  async function publishMembers(below: (prefix: string) => string[]) {
    for (const { topic, member, version, balance } of await memberStates(db, (kind) =>
      below(memberTopic(kind, '')),
    )) {
      bus.publish(memberTopic(topic, member), {
        version,
        data: balance === null ? {} : { balance: formatMoney(balance) },
      })
    }
  }

  async function publishGames(games: string[]) {
    const known = GAMES.filter((game) => games.includes(game))
    if (known.length === 0) return
    for (const { version, ...state } of await betting.states(known)) {
      bus.publish(gameTopic(state.game), { version, data: state })
    }
  }

  async function publishFinance(codes: string[]) {
    if (codes.length === 0) return
    for (const { version, ...state } of await finance.states(codes)) {
      bus.publish(FINANCE + state.code, { version, data: state })
    }
  }

  async function publishEvents(numbers: string[]) {
    if (numbers.length === 0) return
    for (const { version, ...state } of await growth.events.states(numbers)) {
      bus.publish(EVENT + state.event, { version, data: state })
    }
  }

  return async (topics) => {
    const below = (prefix: string) =>
      topics.flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []))
    await Promise.all([
      publishIssues(below(ISSUE)),
      publishMembers(below),
      publishGames(below(GAME)),
      publishFinance(below(FINANCE)),
      publishEvents(below(EVENT)),
    ])
    if (topics.includes('home')) bus.publish('home', { version: versions.now('home'), data: {} })
    if (topics.includes('draws')) {
      bus.publish('draws', { version: versions.now('draws'), data: { issue: null, step: null } })
    }
  }
}

export type Versions = { now(topic: string): number; next(topic: string): number }

/** Versions of topics without a counter in the database: business time, but always higher than the version before. */
export function createVersions(clock: Clock): Versions {
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
