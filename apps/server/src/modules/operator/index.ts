/** The people behind the desk and what they do. Nobody imports it but the composition root. The only door to this module. */
import type { Role } from '@fairlot/contract/operator-roles'
import { createAudit } from '../../platform/audit.ts'
import type { OperatorSessions } from '../../platform/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import type { Limiter } from '../../platform/rate.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Settings } from '../../platform/settings.ts'
import { createPasswords, NO_PASSWORD } from '../identity/index.ts'
import { createApprovals, type Approvals } from './approvals.ts'
import { auditRoutes } from './audit.ts'
import { createInvitations, type FirstOwner } from './invitations.ts'
import { createLogin } from './login.ts'
import { registerOperatorJobs } from './operator.jobs.ts'
import { approvalRoutes, ownRoutes, type OwnRoutes } from './operator.routes.ts'
import * as queries from './operators.queries.ts'
import { createOperatorSessions, type OpenedOperatorSession } from './sessions.ts'
import { ordered } from './staff.ts'
import { staffRoutes, type StaffRoutes } from './staff.routes.ts'
import { createSecondFactor } from './totp.ts'

export type { Approvals } from './approvals.ts'
export { createInvitations, type FirstOwner } from './invitations.ts'
export { GO_LIVE_SETTINGS } from './go-live.settings.ts'
export { goLiveChecks, installationOf, readyModules, type GoLiveCheck, type Installation } from './go-live.ts'
export { operatorChecks } from './reconcile.ts'
export { OPERATOR_SETTINGS } from './settings.ts'
export { createOperatorWork, type OperatorWork } from './work.ts'

export type OperatorsDeps = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  limiter: Limiter
  tuning: Settings
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
  /**
   * Opens a full session of an operator of this name, made where there is none and with these roles from now on, past
   * the log in: for tests.
   */
  openSession(
    name: string,
    roles: readonly Role[],
  ): Promise<Omit<OpenedOperatorSession, 'sessionId'> & { operatorId: string }>
}

/** Wires the module; registers its jobs. */
export function createOperators(deps: OperatorsDeps): Operators {
  const { db, clock, random, jobs, secrets } = deps
  const audit = createAudit(deps)
  const passwords = createPasswords(secrets.passwordPepper)
  const factor = createSecondFactor(secrets.operatorTotp, random)
  const sessions = createOperatorSessions({ db, clock, random, signMaster: secrets.signMaster })
  const invitations = createInvitations({ ...deps, audit, passwords })
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

    openSession: (name, roles) =>
      db.tx(async (tx) => {
        const found = await queries.operatorByName(tx, name)
        const operatorId = found?.operator_id ?? uuidv7(clock.now(), random)
        if (found) await queries.setRoles(tx, operatorId, ordered(roles))
        else {
          const person = { operatorId, name, fullName: name, roles: ordered(roles), createdBy: null }
          await queries.insertOperator(tx, { ...person, passwordHash: NO_PASSWORD, hours: 1 })
          await queries.beginFactor(tx, operatorId, factor.make({ id: operatorId, name }).sealed)
          const account = await queries.credentialsById(tx, operatorId)
          await queries.setUp(tx, account, { passwordHash: NO_PASSWORD, step: 0 })
        }
        const { token, signKey } = await sessions.open(tx, { operatorId, stage: 'full', userAgent: '' })
        return { operatorId, token, signKey }
      }),
  }
}
