/** Growth: referral, rewards for loyalty, prize-share events. Other modules import only this file. */
export { allEvents, eventForOperators } from './events/events-desk.ts'
export { eventBook } from './events/event-book.ts'
export { OWNED_PRIZES } from './events/event-prizes.ts'
export { eventReceipt } from './events/proof/event-receipt.ts'
export { createEventRunning, type EventRunning } from './events/proof/event-running.ts'
export type { Events } from './events/events.ts'
export type { NewEvent } from './events/steps/open-event.ts'
export {
  checkEventDraws,
  checkEventReceipts,
  checkEventSalts,
  checkEventTags,
} from './events/proof/event-draws.checks.ts'
export { eventChecks, eventPostings } from './events/events.checks.ts'
export { eventCopy } from './events/events.copy.ts'
export { eventLiveness } from './events/events-liveness.checks.ts'
export { EVENT_FRIENDS, EVENT_SETTINGS, EVENT_TOP_UP } from './events/events.settings.ts'
export { loyaltyChecks, loyaltyPostings } from './loyalty/loyalty.checks.ts'
export { areTasksOn, LOYALTY_RULES, LOYALTY_SETTINGS } from './loyalty/loyalty.settings.ts'
export { loyaltyCopy } from './loyalty/loyalty.copy.ts'
export { endRefunds } from './loyalty/refunds/pay-refunds.ts'
export { endRebates } from './referral/rebates/pay-rebates.ts'
export { refundLiveness } from './loyalty/refunds/refunds.checks.ts'
export { createGrowth, type Growth } from './growth.ts'
export { joinTeams } from './referral/teams/relations.ts'
export { rebateLiveness, referralChecks, referralPostings } from './referral/referral.checks.ts'
export { eraseDevices } from './referral/same-person/devices.ts'
export { decideRelation, isFlagOpen } from './referral/same-person/decide-relation.ts'
export { relationFlags } from './referral/same-person/flag-list.ts'
export { flagLiveness } from './referral/same-person/flags.checks.ts'
export { watchDevices } from './referral/same-person/signals.jobs.ts'
export { referralCopy } from './referral/referral.copy.ts'
export { REBATE_MIN_DAYS, REFERRAL_SETTINGS } from './referral/referral.settings.ts'
