/**
 * Composes the rooms of growth. Each room has a `create…` of its own and adds its routes here; what it needs from modules above it
 * comes as a closure of the options.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { createEvents, type Events, type EventsOptions } from './events/events.ts'
import { createLoyalty, type Loyalty, type LoyaltyOptions } from './loyalty/loyalty.ts'
import type { RewardsOf } from '../wallet/index.ts'
import { rewardsOf } from './reward-lines.ts'
import { createReferral, type Referral, type ReferralOptions } from './referral/referral.ts'

export type GrowthOptions = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  settings: Values
  /** minutes east of UTC of the business time zone */
  utcOffsetMinutes: number
  /** URL under which members reach the server */
  publicUrl?: string | undefined
  /** whether the module `referral` is on, and whom it serves */
  referralGate: ReferralOptions['referralGate']
  /** called after a commit that changed what these members see of their teams */
  onTeams(members: readonly string[]): void
  /** called after the commit that paid rebates to these members */
  onPaid(members: readonly string[]): void
  /** what the events need besides */
  events: Omit<EventsOptions, 'db' | 'clock' | 'clockWatch' | 'random' | 'settings' | 'utcOffsetMinutes'>
} & Pick<LoyaltyOptions, 'clockWatch' | 'isHalted' | 'onRefunds' | 'onClaim'>

export type Growth = {
  referral: Referral
  loyalty: Loyalty
  events: Events
  /** What lines of rewards in a member's wallet statement were for. */
  rewardsOf: RewardsOf
  routes: Referral['routes'] & Loyalty['routes'] & Events['routes']
}

/** Creates the module and registers its jobs. Call it before `jobs.start()`. */
export function createGrowth(options: GrowthOptions): Growth {
  const referral = createReferral(options)
  const loyalty = createLoyalty(options)
  const events = createEvents({ ...options, ...options.events })
  return {
    referral,
    loyalty,
    events,
    rewardsOf: (memberId, lines, language) => rewardsOf(options.db, memberId, lines, language),
    routes: { ...referral.routes, ...loyalty.routes, ...events.routes },
  }
}
