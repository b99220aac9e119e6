/** The identity check of members: what they state and show, who decides, and what the rules of money ask. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { IdentityState } from '@fairlot/contract/life/identity-life'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor, Tx } from '../../platform/db.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import { createSealing } from '../../platform/sealing.ts'
import { identityCheckJobs } from './identity-check.jobs.ts'
import { identityHook } from './identity.hooks.ts'
import { identitySettingsOf } from './identity-check.settings.ts'
import {
  checkView,
  formsOf,
  namesOf,
  sendAgain,
  stateOf,
  stateOfMember,
  submitCheck,
  type IdentityCheckDeps,
} from './identity-check.ts'
import { httpProvider } from './http-provider.ts'
import { MANUAL } from './provider.ts'
import * as queries from './identity-check.queries.ts'
import { identityRing } from './identity-details.ts'
import { endForClosing } from './review.ts'
import { createIdentityDesk, type IdentityDesk } from './identity-desk.ts'
import { identityCheckLiveness as waitingLiveness } from './waiting-checks.ts'
import { retentionLiveness } from './identity-check.checks.ts'

export { CHECK_VERSIONS } from './identity-check.queries.ts'
export { compareHolder, isOtherPerson } from './holder-match.ts'
export { identityCheckCopy } from './identity-check.copy.ts'
export { checkIdentityDetails } from './identity-details.checks.ts'
export { identityCheckChecks } from './identity-check.checks.ts'
export { identityCheckSettings } from './identity-check.settings.ts'
export type { IdentityDesk } from './identity-desk.ts'
export type { Reviewer } from './identity-check.queries.ts'
export type { LineRow } from './waiting-checks.ts'
export { MANUAL } from './provider.ts'

export const identityCheckLiveness = [...waitingLiveness, retentionLiveness]

/** How a company is connected. */
export type IdentityCompany = { url: string; secret: Uint8Array; fetch?: typeof fetch }

/** What the rule of withdrawals says about a member. Minor units. */
export type IdentityUse = { threshold: bigint; used: bigint }

export type IdentityCheckOptions = Omit<IdentityCheckDeps, 'sealing' | 'fingerprintKey' | 'provider'> & {
  /** encrypts what members state; 32 bytes, outside of the database */
  readonly key: Uint8Array
  /** undefined: two operators decide */
  readonly company: IdentityCompany | undefined
  readonly log: { warn(fields: object, message: string): void }
  /** whether a member's account is closed */
  readonly isClosed: (tx: Tx, memberId: string) => Promise<boolean>
  /** the threshold of withdrawals, and what the member has withdrawn */
  readonly withdrawn: (db: Executor, memberId: string) => Promise<IdentityUse>
}

export type IdentityChecks = {
  readonly handlers: Handlers<Endpoints, 'identityState' | 'identitySubmit' | 'identityAgain'>
  readonly plainRoutes: readonly PlainRoute[]
  /** what operators do */
  readonly desk: IdentityDesk
  /** who decides: the value of the setting `module.<name>.ageProvider` that fits */
  readonly decidedBy: 'manual' | 'http'
  /** begins a check, as the call does. @throws Refusal */
  submit(memberId: string, input: ParsedInput<Endpoints['identitySubmit']>): Promise<void>
  /** whether a check of the member was ever approved: the age is proven, also when the document has ended since */
  wasApproved(db: Executor, memberId: string): Promise<boolean>
  /** where a member stands */
  state(db: Executor, memberId: string): Promise<IdentityState>
  /** the names of members with an approved check */
  names(db: Executor, memberIds: readonly string[]): Promise<Map<string, string>>
  /** call it in the transaction that closes an account */
  end(tx: Tx, memberId: string): Promise<void>
}

const USUAL_HOURS = 2
const LONGEST_WORKING_DAYS = 2

/** Creates the identity check and registers its jobs. Call it before `jobs.start()`. */
export function createIdentityChecks(options: IdentityCheckOptions): IdentityChecks {
  const { company, clock, random } = options
  const provider = company && httpProvider({ ...company, clock })
  const deps: IdentityCheckDeps & Pick<IdentityCheckOptions, 'log' | 'isClosed'> = {
    ...options,
    sealing: createSealing(identityRing(options.key), random),
    fingerprintKey: options.key,
    provider,
  }
  identityCheckJobs(deps)
  const decidedBy = provider?.name ?? MANUAL
  return {
    handlers: memberHandlers(deps, options, decidedBy),
    plainRoutes: provider ? [identityHook(deps, provider)] : [],
    desk: createIdentityDesk(deps),
    decidedBy,
    submit: async (memberId, input) => {
      await submitCheck(deps, memberId, input)
    },
    wasApproved: (executor, memberId) => wasApproved(executor, memberId),
    state: (executor, memberId) => stateOfMember(deps, executor, memberId),
    names: (executor, memberIds) => namesOf(deps, executor, memberIds),
    end: (tx, memberId) => endForClosing(deps, tx, memberId),
  }
}

async function wasApproved(db: Executor, memberId: string): Promise<boolean> {
  return (await queries.approvedChecks(db, [memberId])).length > 0
}

/** Whether a withdrawal needs an approved check first. @param amount minor units, of the withdrawal */
export function isNeeded(state: IdentityState, { threshold, used }: IdentityUse, amount: bigint): boolean {
  return state !== 'approved' && used + amount >= threshold
}

function memberHandlers(
  deps: IdentityCheckDeps,
  { withdrawn }: Pick<IdentityCheckOptions, 'withdrawn'>,
  reviewedBy: 'manual' | 'http',
): IdentityChecks['handlers'] {
  const { db, settings, moneyMode } = deps
  return {
    async identityState({ member: { memberId } }) {
      const { minimumAge, proofOfAddress, retentionDays } = identitySettingsOf(settings, moneyMode)
      const { today } = await queries.todayOf(db, deps.utcOffsetMinutes)
      const row = await queries.newestCheck(db, memberId)
      const state = stateOf(row, today)
      const { threshold, used } = await withdrawn(db, memberId)
      return {
        standing: {
          state,
          threshold: formatMoney(threshold),
          used: formatMoney(used),
          needed: isNeeded(state, { threshold, used }, 1n),
        },
        beforeRecharge: moneyMode === 'real' && !(await wasApproved(db, memberId)),
        forms: formsOf(proofOfAddress),
        minimumAge,
        retentionDays,
        reviewedBy,
        usualHours: USUAL_HOURS,
        longestWorkingDays: LONGEST_WORKING_DAYS,
        check: row ? checkView(deps, row) : null,
      }
    },
    async identitySubmit({ member, input }) {
      return checkView(deps, await submitCheck(deps, member.memberId, input))
    },
    async identityAgain({ member, input }) {
      return checkView(deps, await sendAgain(deps, member.memberId, input))
    },
  }
}
