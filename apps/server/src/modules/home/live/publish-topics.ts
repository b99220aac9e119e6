/** The topics of live updates, and the reads that publish their current state: one statement for each kind of topic. */
import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import { issueVersion } from '@fairlot/contract/endpoints/stream'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Clock } from '../../../platform/clock.ts'
import { memberTopic } from '../../../platform/stream/stream.ts'
import { walletStates } from '../../ledger/index.ts'
import { noticeVersions } from '../../mall/index.ts'
import { recordVersions } from '../../wallet/index.ts'
import type { LiveOptions } from './live-updates.ts'

export const issueTopic = (number: string) => `issue:${number}`
export const gameTopic = (game: string) => `game:${game}`
export const FINANCE = 'finance:'
export const EVENT = 'event:'
export const ISSUE = issueTopic('')
const GAME = gameTopic('')
const BETS = memberTopic('bets', '')
const UNITS = memberTopic('units', '')
const TASKS = memberTopic('tasks', '')
const BALANCE = memberTopic('balance', '')
const RECORDS = memberTopic('records', '')
const NOTICES = memberTopic('notices', '')
const PRIZES = memberTopic('prizes', '')
const VOUCHERS = memberTopic('vouchers', '')
const TEAM = memberTopic('team', '')

type PublisherOptions = Pick<
  LiveOptions,
  'db' | 'bus' | 'mall' | 'betting' | 'finance' | 'growth' | 'identityChecks'
> & {
  versions: Versions
}

/** Reads the current state of topics, one statement per kind, and publishes it; listeners that have this version drop it. */
export function createPublisher({
  db,
  bus,
  mall,
  betting,
  finance,
  growth,
  identityChecks,
  versions,
}: PublisherOptions): (topics: readonly string[]) => Promise<void> {
  async function publishIssues(numbers: string[]) {
    if (numbers.length === 0) return
    for (const progress of await mall.progress(numbers)) {
      bus.publish(issueTopic(progress.issue), { version: issueVersion(progress), data: progress })
    }
  }

  async function publishBalances(members: string[]) {
    if (members.length === 0) return
    for (const { member, version, balance } of await walletStates(db, members)) {
      bus.publish(memberTopic('balance', member), { version, data: { balance: formatMoney(balance) } })
    }
  }

  async function publishRecords(members: string[]) {
    if (members.length === 0) return
    const checks = new Map(
      (await identityChecks.versions(members)).map(({ member, version }) => [member, version]),
    )
    for (const { member, version } of await recordVersions(db, members)) {
      bus.publish(memberTopic('records', member), { version: version + (checks.get(member) ?? 0), data: {} })
    }
  }

  async function publishNotices(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await noticeVersions(db, members)) {
      bus.publish(memberTopic('notices', member), { version, data: {} })
    }
  }

  async function publishPrizes(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await mall.prizeVersions(members)) {
      bus.publish(memberTopic('prizes', member), { version, data: {} })
    }
  }

  async function publishVouchers(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await mall.voucherVersions(members)) {
      bus.publish(memberTopic('vouchers', member), { version, data: {} })
    }
  }

  async function publishGames(games: string[]) {
    const known = GAMES.filter((game) => games.includes(game))
    if (known.length === 0) return
    for (const { version, ...state } of await betting.states(known)) {
      bus.publish(gameTopic(state.game), { version, data: state })
    }
  }

  async function publishBets(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await betting.betVersions(members)) {
      bus.publish(memberTopic('bets', member), { version, data: {} })
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

  async function publishUnits(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await finance.unitVersions(members)) {
      bus.publish(memberTopic('units', member), { version, data: {} })
    }
  }

  async function publishTasks(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await growth.loyalty.versions(members)) {
      bus.publish(memberTopic('tasks', member), { version, data: {} })
    }
  }

  async function publishTeams(members: string[]) {
    if (members.length === 0) return
    for (const { member, version } of await growth.referral.versions(members)) {
      bus.publish(memberTopic('team', member), { version, data: {} })
    }
  }

  return async (topics) => {
    const below = (prefix: string) =>
      topics.flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []))
    await Promise.all([
      publishIssues(below(ISSUE)),
      publishBalances(below(BALANCE)),
      publishRecords(below(RECORDS)),
      publishNotices(below(NOTICES)),
      publishPrizes(below(PRIZES)),
      publishVouchers(below(VOUCHERS)),
      publishGames(below(GAME)),
      publishBets(below(BETS)),
      publishFinance(below(FINANCE)),
      publishUnits(below(UNITS)),
      publishTasks(below(TASKS)),
      publishEvents(below(EVENT)),
      publishTeams(below(TEAM)),
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
