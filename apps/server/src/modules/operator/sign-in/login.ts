/** Logging in with name, password and second factor, or with a one-time password. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Audit } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { Limiter } from '../../../platform/http/rate.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { clearLoginFailures } from '../../identity/index.ts'
import * as queries from '../staff/operators.queries.ts'
import { accountEntry, type CheckedPassword, type CredentialChecks } from './credentials.ts'
import type { Me, OpenedOperatorSession, OperatorSessionStore } from './operator-sessions.ts'

/** Where a login comes from. */
export type Origin = {
  address: string
  userAgent: string
  /** whether the rate limits of logins apply */
  isLimited: boolean
}

export type LoginDeps = {
  db: Db
  audit: Audit
  limiter: Limiter
  credentials: CredentialChecks
  sessions: OperatorSessionStore
}

/** @throws Refusal LOGIN_FAILED, LOGIN_DELAYED, TOO_MANY_CALLS */
export type Login = (
  input: ParsedInput<Endpoints['operatorLogin']>,
  origin: Origin,
) => Promise<OpenedOperatorSession & { me: Me }>

/** What the credentials of a login prove. */
type Proof = { stage: 'setup' } | { stage: 'full'; step: number }

export function createLogin({ db, audit, limiter, credentials, sessions }: LoginDeps): Login {
  function proofOf({ account, isCorrect }: CheckedPassword, code: string | undefined): Proof | undefined {
    if (!account || !isCorrect) return undefined
    if (account.one_time !== null) return account.one_time ? { stage: 'setup' } : undefined
    const step = code === undefined ? undefined : credentials.stepOf(account, code)
    return step === undefined ? undefined : { stage: 'full', step }
  }

  /** @returns undefined when the proof is no longer valid */
  async function openSession(
    tx: Tx,
    { accountHash, account, rebound }: CheckedPassword & { account: queries.Credentials },
    proof: Proof,
    { address, userAgent }: Origin,
  ) {
    if (!(await consumeProof(tx, account, proof))) return undefined
    await clearLoginFailures(tx, accountHash)
    const { operator_id: operatorId } = account
    if (rebound !== undefined) await queries.setPassword(tx, operatorId, rebound)
    const { stage } = proof
    const session = await sessions.open(tx, { operatorId, stage, userAgent })
    const actor = { operatorId, sessionId: session.sessionId, address }
    await audit.write(tx, actor, { ...accountEntry(account, 'session.login'), after: { stage } })
    return { ...session, me: await sessions.me(tx, session.sessionId) }
  }

  return async ({ name, password, code }, origin) => {
    if (origin.isLimited) {
      takeCall(limiter, 'loginAddress', addressKey(origin.address))
      takeCall(limiter, 'loginAccount', `operator:${name}`)
    }
    const checked = await credentials.checkPassword(name, password)
    const { account } = checked
    const proof = proofOf(checked, code)
    if (account && proof) {
      const opened = await db.tx((tx) => openSession(tx, { ...checked, account }, proof, origin))
      if (opened) return opened
    }
    await credentials.recordRefusal(checked, { operatorId: null, sessionId: null, address: origin.address })
    throw new Refusal('LOGIN_FAILED')
  }
}

/**
 * Consumes the proof in the transaction that opens the session.
 * @returns false when another login used it, or the password was replaced
 */
function consumeProof(tx: Tx, account: queries.Credentials, proof: Proof): Promise<boolean> {
  return proof.stage === 'setup'
    ? queries.lockOneTime(tx, account)
    : queries.takeStep(tx, account, proof.step)
}

/** @throws Refusal TOO_MANY_CALLS */
function takeCall(limiter: Limiter, rate: 'loginAddress' | 'loginAccount', key: string): void {
  const retryAfter = limiter.take(rate, key)
  if (retryAfter > 0) throw new Refusal('TOO_MANY_CALLS', { retryAfter })
}
