/**
 * Operators: sign-in, staff, approvals, the audit log and the back office. Other modules do not import it; the composition
 * root and the command line programs import this file only.
 */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { createAudit } from '../../platform/audit.ts'
import type { OperatorSessions } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import type { Limiter } from '../../platform/http/rate.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { createPasswords } from '../identity/index.ts'
import { createApprovals, type Approvals } from './approvals/approvals.ts'
import { approvalRoutes, type ApprovalRoutes } from './approvals/approvals.routes.ts'
import { auditRoutes } from './audit/audit-log.routes.ts'
import { createInvitations, type FirstOwner } from './staff/invitations.ts'
import { createCredentialChecks } from './sign-in/credentials.ts'
import { createLogin } from './sign-in/login.ts'
import { figuresJobs } from './figures/state-figures.ts'
import { registerOperatorJobs } from './operator.jobs.ts'
import { createOperatorSessions } from './sign-in/operator-sessions.ts'
import { createOwnAccount } from './sign-in/own-account.ts'
import { signInRoutes, type SignInRoutes } from './sign-in/sign-in.routes.ts'
import { staffRoutes, type StaffRoutes } from './staff/staff.routes.ts'
import { createSecondFactor } from './sign-in/totp.ts'

export type { Approvals } from './approvals/approvals.ts'
export { createInvitations, type FirstOwner } from './staff/invitations.ts'
export {
  goLiveChecks,
  installationOf,
  readyModules,
  stopsSales,
  type GoLiveCheck,
} from './settings/go-live.ts'
export { checkDrills } from './settings/restore-drills.ts'
export { createGoLiveWatch, type GoLiveWatch } from './settings/go-live-watch.ts'
export { figuresChecks } from './figures/figures.checks.ts'
export { operatorChecks } from './operator.checks.ts'
export { installationStatus } from './status/installation-status.ts'
export { LIVENESS, standingStill } from './status/liveness.ts'
export { OPERATOR_SETTINGS } from './operator.settings.ts'
export { createBackOffice } from './back-office.ts'

export type OperatorsDeps = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  limiter: Limiter
  settings: Settings
  secrets: Pick<Secrets, 'signMaster' | 'smsHash' | 'passwordPepper' | 'operatorTotp'>
  moneyMode: MoneyMode
  deployment: { readonly utcOffsetMinutes: number }
}

export type Operators = {
  /** finds the session of a call */
  readonly sessions: OperatorSessions
  readonly routes: SignInRoutes & StaffRoutes & ApprovalRoutes & ReturnType<typeof auditRoutes>
  /** the two-person rule */
  readonly approvals: Approvals
  /**
   * Creates the first owner if there is no operator. The one-time password is stored only as a hash.
   * @returns null when there is an operator
   */
  ensureFirstOwner(): Promise<FirstOwner | null>
}

/** Wires sign-in, staff, approvals and the audit log, and registers their jobs. */
export function createOperators(deps: OperatorsDeps): Operators {
  const { db, clock, random, jobs, secrets } = deps
  const audit = createAudit(deps)
  const passwords = createPasswords(secrets.passwordPepper)
  const factor = createSecondFactor(secrets.operatorTotp, random)
  const sessions = createOperatorSessions({ db, clock, random, signMaster: secrets.signMaster })
  const invitations = createInvitations({ ...deps, audit, passwords, secret: secrets.smsHash })
  const approvals = createApprovals({ ...deps, audit })
  const signIn = { db, audit, passwords, factor, sessions }
  const credentials = createCredentialChecks({ ...signIn, secret: secrets.smsHash })
  const login = createLogin({ ...signIn, credentials, limiter: deps.limiter })
  const account = createOwnAccount({ ...signIn, credentials })
  registerOperatorJobs(db, jobs, approvals)
  figuresJobs(jobs, { db, utcOffsetMinutes: deps.deployment.utcOffsetMinutes })

  return {
    sessions,
    routes: {
      ...signInRoutes({ db, audit, login, account, sessions, trustLoopback: deps.moneyMode === 'sandbox' }),
      ...staffRoutes({ db, audit, approvals, invitations }),
      ...approvalRoutes(approvals),
      ...auditRoutes({ db }),
    },
    approvals,
    ensureFirstOwner: invitations.ensureFirstOwner,
  }
}
