/** Registration, log in, and password reset. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { addressKey } from '../../platform/http/client-address.ts'
import type { Limiter } from '../../platform/http/rate.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { isCommon } from './common-passwords.ts'
import * as queries from './members.queries.ts'
import { newInvitationCode, newNickname } from './names.ts'
import type { Passwords } from './passwords.ts'
import { numbersOf, readPhone, requirePhone, subscriberNumber } from './phone.ts'
import type { PhoneExclusions } from './phone-exclusions.ts'
import type { OpenedSession, SessionBook } from './sessions.ts'
import { endAllSessions } from './sessions.queries.ts'
import { ADULT_AGE, COUNTRIES, INVITATION_REQUIRED } from './identity.settings.ts'
import type { SmsCodes } from './sms/sms-codes.ts'

/** Rules of the installation for registration. */
export type IdentityRules = {
  /** version of the terms in force, to which a new member agrees */
  terms(): string
}

/** Called for each new member in the transaction that creates it. */
export type OnRegistered = (tx: Tx, member: { memberId: string; inviterId: string | null }) => Promise<void>

/** Called in the transaction of a registration or log in that names the device, with the member locked. */
export type OnDevice = (tx: Tx, memberId: string, device: string) => Promise<void>

/** Where a call comes from. */
export type Origin = {
  address: string
  userAgent: string
  /** whether rate limits apply */
  guarded: boolean
}

export type MembersDeps = {
  db: Db
  clock: Clock
  random: Random
  codes: SmsCodes
  passwords: Passwords
  sessions: SessionBook
  limiter: Limiter
  rules: IdentityRules
  settings: Values
  exclusions: PhoneExclusions
  /** key under which failed log ins are counted */
  accountHash(account: string): Buffer
  onRegistered: readonly OnRegistered[]
  onDevice?: OnDevice | undefined
  /** @throws Refusal FROZEN when operators stopped what a member can change */
  requireFree?: ((tx: Tx, memberId: string) => Promise<void>) | undefined
}

type Register = ParsedInput<Endpoints['register']>
type Login = ParsedInput<Endpoints['login']>
type LoginByCode = ParsedInput<Endpoints['loginByCode']>
type ResetPassword = ParsedInput<Endpoints['resetPassword']>

export type Members = {
  /** These throw a Refusal with a code that the endpoint declares. */
  register(input: Register, origin: Origin): Promise<OpenedSession>
  login(input: Login, origin: Origin): Promise<OpenedSession>
  loginByCode(input: LoginByCode, origin: Origin): Promise<OpenedSession>
  resetPassword(input: ResetPassword): Promise<{ endedSessions: number }>
}

/** Tries to find an unused invitation code. A code of six characters is rarely taken. */
const INVITATION_TRIES = 5

export function createMembers(deps: MembersDeps): Members {
  const { db, codes, passwords, sessions, rules, settings, accountHash } = deps

  /** Opens a session in the transaction of `work`; undefined when `work` finds no member. */
  async function opening(
    { userAgent }: Origin,
    device: string | undefined,
    work: (tx: Tx) => Promise<string | undefined>,
  ): Promise<OpenedSession | undefined> {
    const opened = await db.tx(async (tx) => {
      const memberId = await work(tx)
      if (memberId === undefined) return undefined
      const session = await sessions.open(tx, memberId, userAgent)
      if (session && device !== undefined) await deps.onDevice?.(tx, memberId, device)
      return session
    })
    if (opened) sessions.cache.forget(opened.ended)
    return opened?.session
  }

  /**
   * The member of an account, if the password is right. The attempt counts as failed until a session is opened.
   * @throws Refusal LOGIN_DELAYED, LOGIN_FAILED
   */
  async function withPassword({ key, names }: EnteredAccount, password: string) {
    const hash = accountHash(key)
    const member = await passwords.inTurn(async () => {
      if (!(await queries.chargeLogin(db, hash))) {
        throw new Refusal('LOGIN_DELAYED', { retryAfter: await queries.loginWait(db, hash) })
      }
      const found = await queries.credentials(db, names)
      if (!(await passwords.verify(found, password)) || !found) return undefined
      const rebound = found.password_bound ? undefined : await passwords.hash(found.id, password)
      return { ...found, hash, rebound }
    })
    if (member === undefined) throw new Refusal('LOGIN_FAILED')
    return member
  }

  /** Opens a session while the checked password is still the member's. @returns undefined when it is another one */
  function openWith(
    member: Awaited<ReturnType<typeof withPassword>>,
    input: Pick<Parameters<Members['login']>[0], 'device'>,
    origin: Origin,
  ) {
    return opening(origin, input.device, async (tx) => {
      // a reset may have set a new password meanwhile and ended all sessions
      if (!(await queries.lockPassword(tx, member.id, member.password_hash))) return undefined
      if (member.rebound !== undefined) await queries.bindPassword(tx, member.id, member.rebound)
      await queries.clearLoginFailures(tx, member.hash)
      return member.id
    })
  }

  return {
    async register(input, origin) {
      const phone = requirePhone(input.phone, settings.get(COUNTRIES))
      if (input.terms !== rules.terms()) throw fieldRefusal('terms', 'TERMS_REQUIRED')
      if (isCommon(input.password)) throw new Refusal('PASSWORD_COMMON', PASSWORD_COMMON)
      const inviterId = await inviterOf(deps, input.invitationCode ?? '')
      await codes.check(phone, 'register', input.code)
      // after the code, so that only the owner of the phone learns that it is registered
      if (await queries.isPhoneTaken(db, numbersOf(phone))) throw phoneTaken()
      // after the check above: an exclusion can only be added while an account has the phone
      if (await deps.exclusions.isExcluded(db, phone)) throw phoneExcluded()
      const memberId = uuidv7(deps.clock.now(), deps.random)
      const passwordHash = await passwords.inTurn(() => passwords.hash(memberId, input.password))
      const session = await opening(origin, input.device, async (tx) => {
        await codes.use(tx, phone, 'register', input.code)
        return addMember(deps, tx, {
          memberId,
          phone,
          passwordHash,
          inviterId,
          termsVersion: input.terms,
          declaredAge: settings.get(ADULT_AGE),
        })
      })
      if (!session) throw new Error('the new member was not found')
      return session
    },

    async login(input, origin) {
      const account = readAccount(input.account)
      if (origin.guarded) {
        takeCall(deps.limiter, 'loginAddress', addressKey(origin.address))
        takeCall(deps.limiter, 'loginAccount', account.key)
      }
      const member = await withPassword(account, input.password)
      const session =
        (await openWith(member, input, origin)) ??
        // a log in beside this one has bound the password to the account meanwhile, which changed its hash
        (member.rebound === undefined
          ? undefined
          : await openWith(await withPassword(account, input.password), input, origin))
      if (!session) throw new Refusal('LOGIN_FAILED')
      return session
    },

    async loginByCode(input, origin) {
      const phone = requirePhone(input.phone, [])
      await codes.check(phone, 'login', input.code)
      const session = await opening(origin, input.device, async (tx) => {
        await codes.use(tx, phone, 'login', input.code)
        return (await queries.memberByPhone(tx, readAccount(input.phone).names))?.id
      })
      if (!session) throw wrongCode()
      return session
    },

    async resetPassword(input) {
      const phone = requirePhone(input.phone, [])
      if (isCommon(input.password)) throw new Refusal('PASSWORD_COMMON', PASSWORD_COMMON)
      await codes.check(phone, 'reset', input.code)
      const member = await queries.memberByPhone(db, readAccount(input.phone).names)
      // a phone without a member takes the same time
      const passwordHash = await passwords.inTurn(() => passwords.hash(member?.id ?? '', input.password))
      const ended = await db.tx(async (tx) => {
        await codes.use(tx, phone, 'reset', input.code)
        if (member === undefined) return undefined
        const { id: memberId, phone: own } = member
        await deps.requireFree?.(tx, memberId)
        if (!(await queries.setPassword(tx, { phone: own, memberId, passwordHash }))) return undefined
        await queries.clearLoginFailures(tx, accountHash(phone))
        return endAllSessions(tx, memberId)
      })
      if (!ended) throw wrongCode()
      sessions.cache.forget(ended)
      return { endedSessions: ended.length }
    },
  }
}

const PASSWORD_COMMON = { fields: { password: 'PASSWORD_COMMON' } }

function fieldRefusal(field: string, rule: string): Refusal {
  return new Refusal('INPUT_INVALID', { fields: { [field]: rule } })
}

function phoneTaken(): Refusal {
  return new Refusal('PHONE_TAKEN', { fields: { phone: 'PHONE_TAKEN' } })
}

function phoneExcluded(): Refusal {
  return new Refusal('PHONE_EXCLUDED', { fields: { phone: 'PHONE_EXCLUDED' } })
}

function wrongCode(): Refusal {
  return new Refusal('CODE_WRONG', { fields: { code: 'CODE_WRONG' } })
}

/** `names`: in the form of the directory, E.164 or a user name in lower case, the likelier first; `key`: what attempts are counted by. */
type EnteredAccount = { key: string; names: readonly string[] }

function readAccount(entered: string): EnteredAccount {
  const trimmed = entered.trim()
  const phone = readPhone(trimmed)
  if (phone) return { key: subscriberNumber(phone.number), names: numbersOf(phone.number) }
  return { key: trimmed.toLowerCase(), names: [trimmed.toLowerCase()] }
}

/** Hashes account names for the count of failed log ins. @param secret 32 bytes, hex */
export function accountHasher(secret: string): (account: string) => Buffer {
  const key = Buffer.from(secret, 'hex')
  return (account) => createHmac('sha256', key).update(`login-account\n${account}`).digest()
}

function takeCall(limiter: Limiter, rate: 'loginAddress' | 'loginAccount', key: string): void {
  const retryAfter = limiter.take(rate, key)
  if (retryAfter > 0) throw new Refusal('TOO_MANY_CALLS', { retryAfter })
}

async function inviterOf({ db, settings }: MembersDeps, entered: string): Promise<string | null> {
  if (entered === '') {
    if (!settings.get(INVITATION_REQUIRED)) return null
    throw new Refusal('INVITATION_REQUIRED', { fields: { invitationCode: 'INVITATION_REQUIRED' } })
  }
  const inviterId = await queries.memberByInvitation(db, entered.toUpperCase())
  if (inviterId === undefined) {
    throw new Refusal('INVITATION_UNKNOWN', { fields: { invitationCode: 'INVITATION_UNKNOWN' } })
  }
  return inviterId
}

type NewMember = {
  /** to which the hash of the password is bound; without it there is no password */
  memberId?: string | undefined
  phone: string
  passwordHash: string
  nickname?: string | undefined
  inviterId: string | null
  termsVersion: string
  declaredAge: number
}

/** Creates a member and calls `onRegistered`. @throws Refusal PHONE_TAKEN */
export async function addMember(
  { clock, random, onRegistered }: Pick<MembersDeps, 'clock' | 'random' | 'onRegistered'>,
  tx: Tx,
  {
    memberId = uuidv7(clock.now(), random),
    phone,
    passwordHash,
    nickname = newNickname(random),
    inviterId,
    termsVersion,
    declaredAge,
  }: NewMember,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    // a savepoint, so that a taken invitation code does not end the transaction
    await tx.query('savepoint member')
    try {
      const invitationCode = newInvitationCode(random)
      await queries.insertMember(tx, {
        memberId,
        phone,
        nickname,
        passwordHash,
        invitationCode,
        inviterId,
        termsVersion,
        declaredAge,
        country: readPhone(phone)?.country ?? null,
      })
      break
    } catch (error) {
      const violated = error instanceof pg.DatabaseError ? error.constraint : undefined
      if (violated === 'member_phone') throw phoneTaken()
      if (violated !== 'member_invitation_code' || attempt === INVITATION_TRIES) throw error
      await tx.query('rollback to savepoint member')
    }
  }
  for (const react of onRegistered) await react(tx, { memberId, inviterId })
  return memberId
}
