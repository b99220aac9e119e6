/** The people behind the desk and what they do. Nobody imports it but the composition root. The only door to this module. */
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
import { auditRoutes } from './audit/audit.ts'
import { createInvitations, type FirstOwner } from './staff/invitations.ts'
import { createLogin } from './sign-in/login.ts'
import { registerOperatorJobs } from './operator.jobs.ts'
import { approvalRoutes, ownRoutes, type OwnRoutes } from './operator.routes.ts'
import { createOperatorSessions } from './sign-in/sessions.ts'
import { staffRoutes, type StaffRoutes } from './staff/staff.routes.ts'
import { createSecondFactor } from './sign-in/totp.ts'

export type { Approvals } from './approvals/approvals.ts'
export { createInvitations, type FirstOwner } from './staff/invitations.ts'
export { GO_LIVE_SETTINGS } from './settings/go-live.settings.ts'
export {
  goLiveChecks,
  installationOf,
  readyModules,
  type GoLiveCheck,
  type Installation,
} from './settings/go-live.ts'
export { operatorChecks } from './operator.checks.ts'
export { OPERATOR_SETTINGS } from './operator.settings.ts'
export { createOperatorWork, type OperatorWork } from './back-office.ts'

export type OperatorsDeps = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  limiter: Limiter
  settings: Settings
  secrets: Pick<Secrets, 'signMaster' | 'smsHash' | 'passwordPepper' | 'operatorTotp'>
  moneyMode: 'sandbox' | 'real'
}

export type Operators = {
  /** the look-up of the protocol */
  readonly sessions: OperatorSessions
  readonly routes: OwnRoutes &
    StaffRoutes &
    ReturnType<typeof approvalRoutes> &
    ReturnType<typeof auditRoutes>
  /** the two-person rule, for whoever has changes that take it */
  readonly approvals: Approvals
  /** Makes the first owner where there is no operator; what it answers is shown once and kept nowhere. */
  ensureFirstOwner(): Promise<FirstOwner | null>
}

/** Wires the module; registers its jobs. */
export function createOperators(deps: OperatorsDeps): Operators {
  const { db, clock, random, jobs, secrets } = deps
  const audit = createAudit(deps)
  const passwords = createPasswords(secrets.passwordPepper)
  const factor = createSecondFactor(secrets.operatorTotp, random)
  const sessions = createOperatorSessions({ db, clock, random, signMaster: secrets.signMaster })
  const invitations = createInvitations({ ...deps, audit, passwords, secret: secrets.smsHash })
  const approvals = createApprovals({ ...deps, audit })
  const login = createLogin({ ...deps, audit, passwords, factor, sessions, secret: secrets.smsHash })
  registerOperatorJobs(db, jobs, approvals)

  return {
    sessions,
    routes: {
      ...ownRoutes({ db, audit, login, sessions, trustLoopback: deps.moneyMode === 'sandbox' }),
      ...staffRoutes({ db, audit, approvals, invitations }),
      ...approvalRoutes(approvals),
      ...auditRoutes({ db }),
    },
    approvals,
    ensureFirstOwner: invitations.ensureFirstOwner,
  }
}
