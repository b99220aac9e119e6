/** What operators change about their own accounts: set it up, change the password. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { clearLoginFailures, type Passwords } from '../../identity/index.ts'
import * as queries from '../staff/operators.queries.ts'
import { accountEntry, type CredentialChecks } from './credentials.ts'
import { endSessions } from './operator-sessions.queries.ts'
import type { Me, OperatorSessionStore } from './operator-sessions.ts'
import { refuseWeakPassword, weakPassword } from './password-strength.ts'
import type { SecondFactor } from './totp.ts'

export type OwnAccountDeps = {
  db: Db
  audit: Audit
  passwords: Passwords
  factor: SecondFactor
  credentials: CredentialChecks
  sessions: OperatorSessionStore
}

export type OwnAccount = {
  /**
   * Creates a secret for the second factor, the same one each time within a session.
   * @throws Refusal ALREADY_SET_UP, PASSWORD_COMMON
   */
  setupBegin(
    call: OperatorCall,
    input: ParsedInput<Endpoints['operatorSetupBegin']>,
  ): Promise<{ secret: string; uri: string }>
  /**
   * Sets password and second factor. The session becomes a full one with a new token; other sessions end.
   * @throws Refusal ALREADY_SET_UP, CODE_WRONG, PASSWORD_COMMON
   */
  setup(
    call: OperatorCall,
    input: ParsedInput<Endpoints['operatorSetup']>,
  ): Promise<{ token: string; me: Me }>
  /** Other sessions of the operator end. @throws Refusal LOGIN_FAILED, LOGIN_DELAYED, PASSWORD_COMMON */
  changePassword(
    call: OperatorCall,
    input: ParsedInput<Endpoints['operatorPasswordChange']>,
  ): Promise<{ endedSessions: number }>
}

export function createOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { db, audit, passwords, factor, credentials, sessions } = deps

  /** The operator who handed over the one-time password knows it. @throws Refusal PASSWORD_COMMON */
  async function refuseOneTimePassword(account: queries.Credentials, password: string): Promise<void> {
    const isSame = await passwords.inTurn(() =>
      passwords.verify({ id: account.operator_id, ...account }, password),
    )
    if (isSame) throw weakPassword()
  }

  return {
    async setupBegin(call, { password }) {
      const { operatorId: id, sessionId, name, stage } = call.operator
      if (stage === 'full') throw new Refusal('ALREADY_SET_UP')
      if (password !== undefined) {
        refuseWeakPassword(password, name)
        await refuseOneTimePassword(await queries.credentialsById(db, id), password)
      }
      // A cancelled setup leaves one entry in the authenticator app, which the next one of this session uses. Another session
      // gets another secret: a person who knows the one-time password must not know the second factor of its owner.
      const { secret, uri, sealed } = factor.make({ id, name }, sessionId)
      if (!(await db.tx((tx) => queries.beginFactor(tx, id, sealed)))) throw new Refusal('ALREADY_SET_UP')
      return { secret, uri }
    },

    async setup(call, { password, code }) {
      const { operatorId, sessionId, name, stage } = call.operator
      if (stage === 'full') throw new Refusal('ALREADY_SET_UP')
      refuseWeakPassword(password, name)
      const account = await queries.credentialsById(db, operatorId)
      const step = credentials.stepOf(account, code)
      if (step === undefined) throw new Refusal('CODE_WRONG', { fields: { code: 'CODE_WRONG' } })
      await refuseOneTimePassword(account, password)
      const passwordHash = await passwords.inTurn(() => passwords.hash(operatorId, password))
      return db.tx(async (tx) => {
        if (!(await queries.setUp(tx, account, { passwordHash, step }))) throw new Refusal('ALREADY_SET_UP')
        await endSessions(tx, operatorId, sessionId)
        const token = await sessions.promote(tx, sessionId)
        await audit.write(tx, actorOf(call), accountEntry(account, 'staff.setup'))
        return { token, me: await sessions.me(tx, sessionId) }
      })
    },

    async changePassword(call, { current, code, password }) {
      const { operatorId, sessionId, name } = call.operator
      refuseWeakPassword(password, name)
      const checked = await credentials.checkPassword(name, current)
      const { account, isCorrect } = checked
      const step =
        account && isCorrect && account.one_time === null ? credentials.stepOf(account, code) : undefined
      if (!account || step === undefined) {
        // the entry names the operator of the session, unlike that of a failed login
        await credentials.recordRefusal(checked, actorOf(call))
        throw new Refusal('LOGIN_FAILED')
      }
      const passwordHash = await passwords.inTurn(() => passwords.hash(operatorId, password))
      return db.tx(async (tx) => {
        if (!(await queries.takeStep(tx, account, step))) throw new Refusal('LOGIN_FAILED')
        await queries.setPassword(tx, operatorId, passwordHash)
        await clearLoginFailures(tx, checked.accountHash)
        await audit.write(tx, actorOf(call), accountEntry(account, 'staff.password'))
        return { endedSessions: await endSessions(tx, operatorId, sessionId) }
      })
    },
  }
}
