/** Invitations: who invited whom, and what inviters earn. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../../platform/clock.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Random } from '../../../platform/random.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { feedSubject } from './feed/feed.queries.ts'
import { endExited } from './feed/feed-units.ts'
import { rebateJobs, runRebates, wakeRebates, type RebateDeps } from './feed/rebates.jobs.ts'
import { offerOf, type Gate } from './rebates/offer.ts'
import { signalJobs, signalled } from './same-person/signals.jobs.ts'
import { FRIEND_MARGIN, FRIEND_TOP_UP } from './referral.settings.ts'
import { referralState, teamForOperators } from './teams/desk.ts'
import { refreshFriends } from './teams/relations.ts'
import { teamRoutes } from './teams/team.routes.ts'

export type ReferralOptions = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  settings: Values
  utcOffsetMinutes: number
  publicUrl?: string | undefined
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  isHalted?: (() => Promise<boolean>) | undefined
  referralGate(): Gate
  onTeams(members: readonly string[]): void
  onPaid(members: readonly string[]): void
}

export type Referral = {
  routes: ReturnType<typeof teamRoutes>
  /** A recharge of a member was credited in this transaction, which holds the lock of the member's wallet. */
  credited(tx: Tx, memberId: string): Promise<void>
  /** In the transaction that saves a payout account. */
  payoutSaved(tx: Tx, memberId: string): Promise<void>
  /** In the transaction that settles or refunds the last order of an issue. */
  issueEnded(tx: Tx, issueId: string): Promise<void>
  /** In the transaction that settles the last bet of a round. */
  roundSettled(tx: Tx, roundId: string): Promise<void>
  /** In the transaction in which a finance order is left early. */
  orderExited(tx: Tx, productId: string, orderId: string): Promise<void>
  /** Runs the job after this transaction, which funded the marketing account. */
  wake(tx: Tx): Promise<void>
  /** Counts what is new and pays what is due, as the job does every minute. */
  run(): Promise<void>
  /** what operators see of all rebates */
  state(): Promise<Output<Endpoints['referralState']>>
  /** what operators see of a member's team; refuses with NO_SUCH_DATA */
  team(memberId: string): Promise<Output<Endpoints['memberTeam']>>
}

/** Creates the room and registers its job. */
export function createReferral(options: ReferralOptions): Referral {
  const { db, settings, jobs } = options
  const friendRule = () => ({ topUp: settings.get(FRIEND_TOP_UP), margin: settings.get(FRIEND_MARGIN) })
  const deps: RebateDeps = {
    ...options,
    offer: () => offerOf(settings, options.referralGate()),
    async look(tx, friends) {
      await refreshFriends(tx, friends, friendRule())
    },
  }
  rebateJobs(jobs, deps)
  signalJobs(options)
  return {
    routes: teamRoutes({ ...options, offer: deps.offer, rule: friendRule }),
    async credited(tx, memberId) {
      await refreshFriends(tx, [memberId], friendRule())
      await signalled(jobs, tx, memberId, 'payer')
    },
    payoutSaved: (tx, memberId) => signalled(jobs, tx, memberId, 'payout'),
    async issueEnded(tx, issueId) {
      await feedSubject(tx, issueId, 'shares')
      await wakeRebates(jobs, tx)
    },
    roundSettled: (tx, roundId) => feedSubject(tx, roundId, 'bets'),
    wake: (tx) => wakeRebates(jobs, tx),
    async orderExited(tx, productId, orderId) {
      await endExited(tx, productId, orderId)
    },
    run: () => runRebates(deps),
    state: () =>
      referralState(db, {
        on: options.referralGate().isOn,
        utcOffsetMinutes: options.utcOffsetMinutes,
      }),
    team: (memberId) => teamForOperators(db, memberId),
  }
}
