/** Logging in, setting up, and changing the own password. */
import { createHmac } from 'node:crypto'
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Actor, Audit } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { addressKey, type Limiter } from '../../../platform/http/rate.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  chargeLogin,
  clearLoginFailures,
  isCommon,
  keepLoginFailures,
  loginWait,
  type Passwords,
} from '../../identity/index.ts'
import { actorOf, type OperatorCall } from '../audit/audit.ts'
import * as queries from '../staff/operators.queries.ts'
import { endSessions } from './operator-sessions.queries.ts'
import type { Me, OpenedOperatorSession, OperatorSessionBook } from './sessions.ts'
import type { SecondFactor } from './totp.ts'

/** Where a log in comes from. */
export type Origin = {
  address: string
  userAgent: string
  /** whether the limits that guard against strangers apply */
  guarded: boolean
}

export type LoginDeps = {
  db: Db
  audit: Audit
  limiter: Limiter
  passwords: Passwords
  factor: SecondFactor
  sessions: OperatorSessionBook
  /** key of the hashes that stand for account names, 32 bytes hex */
  secret: string
}

export type Login = {
  /** @throws Refusal LOGIN_FAILED, LOGIN_DELAYED */
  login(
    input: ParsedInput<Endpoints['operatorLogin']>,
    origin: Origin,
  ): Promise<OpenedOperatorSession & { me: Me }>
  /** A fresh secret for the second factor. @throws Refusal ALREADY_SET_UP */
  setupBegin(call: OperatorCall): Promise<{ secret: string; uri: string }>
  /** Ends setting up: the session is a full one from now on, under another token. */
  setup(
    call: OperatorCall,
    input: ParsedInput<Endpoints['operatorSetup']>,
  ): Promise<{ token: string; me: Me }>
  /** @throws Refusal LOGIN_FAILED, LOGIN_DELAYED, PASSWORD_COMMON */
  changePassword(
    call: OperatorCall,
    input: ParsedInput<Endpoints['operatorPasswordChange']>,
  ): Promise<{ endedSessions: number }>
}

/** What a log in has proved. */
type Proof = { stage: 'setup' } | { stage: 'full'; step: number }

export function createLogin(deps: LoginDeps): Login {
  const { db, audit, passwords, factor, sessions } = deps
  const accountHash = accountHasher(deps.secret)

  /** The account with its password checked; a try counts as failed until somebody clears it. */
  async function tried(name: string, password: string) {
    const hash = accountHash(name)
    return passwords.inTurn(async () => {
      if (!(await chargeLogin(db, hash)))
        throw new Refusal('LOGIN_DELAYED', { retryAfter: await loginWait(db, hash) })
      const account = await queries.credentialsByName(db, name)
      const fits = await passwords.verify(account?.password_hash, password)
      return { hash, account, fits: fits && account?.status === 'active' }
    })
  }

  function proofOf(account: queries.Credentials, code: string | undefined): Proof | undefined {
    if (account.one_time !== null) return account.one_time ? { stage: 'setup' } : undefined
    const step = code === undefined ? undefined : stepOf(account, code)
    return step === undefined ? undefined : { stage: 'full', step }
  }

  function stepOf({ operator_id, totp_secret, now_ms }: queries.Credentials, code: string) {
    return totp_secret === null ? undefined : factor.stepOf(operator_id, totp_secret, code, Number(now_ms))
  }

  /** Writes down that a known account was refused; one that is unknown takes as long. */
  const refused = (hash: Buffer, account: queries.Credentials | undefined, actor: Actor) =>
    db.tx((tx) =>
      account ? audit.write(tx, actor, entryOf(account, 'session.refused')) : keepLoginFailures(tx, hash),
    )

  return {
    async login({ name, password, code }, { address, userAgent, guarded }) {
      if (guarded) {
        takeCall(deps.limiter, 'loginAddress', addressKey(address))
        takeCall(deps.limiter, 'loginAccount', `operator:${name}`)
      }
      const { hash, account, fits } = await tried(name, password)
      const proof = account && fits ? proofOf(account, code) : undefined
      const opened =
        account &&
        proof &&
        (await db.tx(async (tx) => {
          if (!(await holds(tx, account, proof))) return undefined
          await clearLoginFailures(tx, hash)
          const operatorId = account.operator_id
          const session = await sessions.open(tx, { operatorId, stage: proof.stage, userAgent })
          const actor = { operatorId, sessionId: session.sessionId, address }
          const after = { stage: proof.stage }
          await audit.write(tx, actor, { ...entryOf(account, 'session.login'), after })
          return { ...session, me: await sessions.me(tx, session.sessionId) }
        }))
      if (opened) return opened
      await refused(hash, account, { operatorId: null, sessionId: null, address })
      throw new Refusal('LOGIN_FAILED')
    },

    async setupBegin(call) {
      const { operatorId: id, name, stage } = call.operator
      if (stage === 'full') throw new Refusal('ALREADY_SET_UP')
      const { secret, uri, sealed } = factor.make({ id, name })
      if (!(await db.tx((tx) => queries.beginFactor(tx, id, sealed)))) throw new Refusal('ALREADY_SET_UP')
      return { secret, uri }
    },

    async setup(call, { password, code }) {
      const { operatorId, sessionId, name, stage } = call.operator
      if (stage === 'full') throw new Refusal('ALREADY_SET_UP')
      refuseWeak(password, name)
      const account = await queries.credentialsById(db, operatorId)
      const step = stepOf(account, code)
      if (step === undefined) throw new Refusal('CODE_WRONG', { fields: { code: 'CODE_WRONG' } })
      const passwordHash = await passwords.inTurn(async () => {
        // whoever handed the one-time password over knows it
        if (await passwords.verify(account.password_hash, password)) throw weak()
        return passwords.hash(password)
      })
      return db.tx(async (tx) => {
        if (!(await queries.setUp(tx, account, { passwordHash, step }))) throw new Refusal('ALREADY_SET_UP')
        await endSessions(tx, operatorId, sessionId)
        const token = await sessions.fulfil(tx, sessionId)
        await audit.write(tx, actorOf(call), entryOf(account, 'staff.setup'))
        return { token, me: await sessions.me(tx, sessionId) }
      })
    },

    async changePassword(call, { current, code, password }) {
      const { operatorId, sessionId, name } = call.operator
      refuseWeak(password, name)
      const { hash, account, fits } = await tried(name, current)
      const step = account && fits && account.one_time === null ? stepOf(account, code) : undefined
      if (!account || step === undefined) {
        // by somebody who is in: whose session it was is known
        await refused(hash, account, actorOf(call))
        throw new Refusal('LOGIN_FAILED')
      }
      const passwordHash = await passwords.inTurn(() => passwords.hash(password))
      return db.tx(async (tx) => {
        if (!(await queries.takeStep(tx, account, step))) throw new Refusal('LOGIN_FAILED')
        await queries.setPassword(tx, operatorId, passwordHash)
        await clearLoginFailures(tx, hash)
        await audit.write(tx, actorOf(call), entryOf(account, 'staff.password'))
        return { endedSessions: await endSessions(tx, operatorId, sessionId) }
      })
    },
  }
}

/** Takes what was proved, in the transaction that opens the session: meanwhile it may have been used or replaced. */
function holds(tx: Tx, account: queries.Credentials, proof: Proof): Promise<boolean> {
  return proof.stage === 'setup'
    ? queries.lockOneTime(tx, account)
    : queries.takeStep(tx, account, proof.step)
}

function entryOf({ operator_id }: queries.Credentials, action: string) {
  return { action, subject: `staff:${operator_id}` }
}

const weak = () => new Refusal('PASSWORD_COMMON', { fields: { password: 'PASSWORD_COMMON' } })

/** How many different characters a password must have, of its 15 or more. */
const LEAST_DIFFERENT = 6

/** @throws Refusal PASSWORD_COMMON */
function refuseWeak(password: string, name: string): void {
  const lower = password.toLowerCase()
  // something short, said twice: `password12password12`
  const unit = /^(.+?)\1+$/.exec(lower)?.[1] ?? lower
  const different = new Set(lower).size
  if (isCommon(password) || unit.length < 8 || different < LEAST_DIFFERENT || isCommon(unit)) throw weak()
  if (lower.replaceAll(name, '').length < 8) throw weak()
}

/**
 * What stands for operators' names in the count of failed log ins.
 * @param secret key, 32 bytes hex
 */
export function accountHasher(secret: string): (name: string) => Buffer {
  const key = Buffer.from(secret, 'hex')
  return (name) => createHmac('sha256', key).update(`operator-account\n${name}`).digest()
}

function takeCall(limiter: Limiter, rate: 'loginAddress' | 'loginAccount', key: string): void {
  const retryAfter = limiter.take(rate, key)
  if (retryAfter > 0) throw new Refusal('TOO_MANY_CALLS', { retryAfter })
}
