/** Members: accounts, sessions, SMS codes. The only entry point of this module. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { fromHex } from '@fairlot/fairness/bytes'
import type { Sessions } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import type { PlainRoute } from '../../platform/http/http-handler.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import type { Limiter } from '../../platform/http/rate.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createSealing } from '../../platform/sealing.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { createAccess, type Access } from './access/access.ts'
import { createAccounts, type Accounts } from './accounts.ts'
import { addressRing, createAddresses, type Addresses } from './addresses/addresses.ts'
import { registerTidy } from './identity.jobs.ts'
import { identityRoutes, type IdentityRoutes } from './identity.routes.ts'
import {
  accountHasher,
  addMember,
  createMembers,
  type IdentityRules,
  type OnDevice,
  type OnRegistered,
} from './members.ts'
import { memberById, memberNicknames } from './members.queries.ts'
import { publicName } from '@fairlot/contract/public-name'
import { createPasswords, NO_PASSWORD } from './passwords.ts'
import { createPhoneExclusions, type PhoneExclusions } from './phone-exclusions.ts'
import { inboxRoutes } from './sms/sandbox-inbox.ts'
import { createSessionBook, type OpenedSession } from './sessions.ts'
import { ADULT_AGE } from './identity.settings.ts'
import { sandboxSms, type SmsProvider } from './sms/sms.ts'
import { createSmsCodes, type SmsCodes } from './sms/sms-codes.ts'
import { createSmsDesk, type SmsDesk } from './sms/sms-desk.ts'
import { httpSms, type SmsGateway } from './sms/sms-gateway.ts'
import { createSmsSending, type SmsLog } from './sms/sms-sending.ts'
import { createSmsNotices, type SmsNotices } from './sms/sms-notices.ts'

export { identityCopy } from './identity.copy.ts'
export { identityChecks } from './identity.checks.ts'
export type { Access } from './access/access.ts'
export type { Accounts } from './accounts.ts'
export { checkAddresses } from './addresses/addresses.checks.ts'
export {
  addressLines,
  addressRing,
  openAddressCopy,
  type Address,
  type Addresses,
} from './addresses/addresses.ts'
export { eraseAddresses } from './addresses/addresses.queries.ts'
export type { IdentityRules, OnRegistered } from './members.ts'
export type { PhoneExclusions } from './phone-exclusions.ts'
export type { OpenedSession } from './sessions.ts'
export type { SmsProvider } from './sms/sms.ts'
export type { SmsGateway } from './sms/sms-gateway.ts'
export { smsProvenAt, type SmsDesk } from './sms/sms-desk.ts'
export { smsLiveness } from './sms/sms.checks.ts'
export { phoneLiveness } from './identity.checks.ts'
export type { SmsCodes } from './sms/sms-codes.ts'
export type { SmsNotices } from './sms/sms-notices.ts'
export { maskedPhone, numbersOf, readDialled, type ReadPhone } from './phone.ts'
export { MEMBER_PHONES } from './members.queries.ts'
// shared with the log in of operators
export { isCommon } from './common-passwords.ts'
export { chargeLogin, clearLoginFailures, keepLoginFailures, loginWait } from './members.queries.ts'
export { deviceName } from './names.ts'
export { createPasswords, NO_PASSWORD, type Passwords } from './passwords.ts'
export {
  HIGHEST_REBATE_NOW,
  HIGHEST_REBATE_SETTINGS,
  highestRewards,
  REBATE_MIN_DAYS,
  rebateRates,
  VIP_RULE,
  VIP_SETTINGS,
  vipLevels,
  type RewardRates,
} from './vip.settings.ts'
export { countSpend, vipLevelOf, vipSpendOf, type LevelWatch, type Reached } from './vip.ts'
export { ADULT_AGE, COUNTRIES, IDENTITY_SETTINGS, INVITATION_REQUIRED } from './identity.settings.ts'

/** A member as other modules see it. */
export type Member = {
  id: string
  /** complete number in E.164; show only `maskedPhone` of it */
  phone: string
  username: string | null
  nickname: string
  invitationCode: string
  /** Unix milliseconds */
  memberSince: number
}

export type IdentityDeps = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  limiter: Limiter
  secrets: Pick<Secrets, 'signMaster' | 'smsHash' | 'passwordPepper' | 'addressEncryption'>
  moneyMode: MoneyMode
  settings: Values
  realityMinutes(): number
  defaultLanguage: OfferedLanguage
  rules: IdentityRules
  /** sends text messages in place of the gateway and the inbox, for tests */
  sms: SmsProvider | undefined
  /** sends text messages; without it a sandbox shows them in its inbox */
  smsGateway?: SmsGateway | undefined
  log: SmsLog
  /** called for each new member in the transaction that creates it */
  onRegistered: readonly OnRegistered[]
  /** called in the transaction of a registration or log in that names the device */
  onDevice?: OnDevice | undefined
  /** called before a new password is set. @throws Refusal FROZEN */
  requireFree?: ((tx: Tx, memberId: string) => Promise<void>) | undefined
}

export type Identity = {
  /** look-up of sessions by token, for the envelope */
  readonly sessions: Sessions
  readonly routes: IdentityRoutes & Addresses['routes']
  readonly plainRoutes: readonly PlainRoute[]
  /** Names of members as others see them. The result omits unknown ids. */
  names(memberIds: readonly string[]): Promise<Map<string, { publicName: string }>>
  /** undefined when the member does not exist or the account is closed */
  member(at: Executor, memberId: string): Promise<Member | undefined>
  readonly accounts: Accounts
  /** what operators see of log-ins and text messages */
  readonly access: Access
  /** delivery addresses */
  readonly addresses: Addresses
  /** SMS codes, for other modules */
  readonly codes: SmsCodes
  /** what operators see of text messages, and test messages */
  readonly smsDesk: SmsDesk
  /** text messages that tell members about a change */
  readonly notices: SmsNotices
  /** phone numbers that may not register; module guard adds them */
  readonly exclusions: PhoneExclusions
  /**
   * Creates a member without SMS code and password rules, for the demo world and tests.
   * @param password null: the member can only log in by code
   * @param nickname random by default
   */
  enrol(member: {
    phone: string
    password: string | null
    nickname?: string
    inviterId?: string
  }): Promise<string>
  /** Filters session ids: returns the active ones. */
  livingSessions(sessionIds: readonly string[]): Promise<Set<string>>
  /** Records that the member acknowledged the reality check. @returns Unix milliseconds; undefined: no such session */
  acknowledgeReality(sessionId: string): Promise<number | undefined>
  /** Start of a session's current uninterrupted use. @returns Unix milliseconds; undefined: no such session */
  activeSince(sessionId: string): Promise<number | undefined>
  /** Opens a session without log in, for tests and benchmarks. */
  openSession(memberId: string): Promise<OpenedSession>
}

/** Creates the module and registers its jobs. */
export function createIdentity(deps: IdentityDeps): Identity {
  const { db, random, clock, jobs, limiter, secrets, rules, settings } = deps
  const isSandbox = deps.moneyMode === 'sandbox'
  const { smsGateway } = deps
  const gateway = smsGateway && httpSms(smsGateway, clock)
  const provider = deps.sms ?? gateway ?? (isSandbox ? sandboxSms(db) : undefined)
  const passwords = createPasswords(secrets.passwordPepper)
  const sessions = createSessionBook({
    db,
    clock,
    random,
    settings,
    signMaster: secrets.signMaster,
    realityMinutes: deps.realityMinutes,
  })
  const sending = createSmsSending({ db, settings, log: deps.log, provider })
  const codes = createSmsCodes({ db, jobs, random, settings, secret: secrets.smsHash, sending })
  const accountHash = accountHasher(secrets.smsHash)
  const exclusions = createPhoneExclusions(secrets.passwordPepper)
  const members = createMembers({
    db,
    clock,
    random,
    codes,
    passwords,
    sessions,
    limiter,
    rules,
    settings,
    exclusions,
    accountHash,
    onRegistered: deps.onRegistered,
    onDevice: deps.onDevice,
    requireFree: deps.requireFree,
  })
  registerTidy(db, jobs)
  const ring = addressRing(fromHex(secrets.addressEncryption, 32))
  const addresses = createAddresses({ db, sealing: createSealing(ring, random) })

  return {
    sessions: sessions.cache,
    routes: {
      ...identityRoutes({ db, members, codes, sessions, settings, trustLoopback: isSandbox }),
      ...addresses.routes,
    },
    addresses,
    accounts: createAccounts(accountHash),
    access: createAccess(db, accountHash, (ids) => sessions.cache.forget(ids)),
    codes,
    smsDesk: createSmsDesk({
      db,
      jobs,
      random,
      settings,
      secret: secrets.smsHash,
      sending,
      url: smsGateway?.url,
    }),
    notices: createSmsNotices(jobs, sending),
    exclusions,
    plainRoutes: isSandbox ? inboxRoutes(db, deps.defaultLanguage) : [],

    async names(memberIds) {
      if (memberIds.length === 0) return new Map()
      const rows = await memberNicknames(db, [...new Set(memberIds)])
      return new Map(rows.map(({ member_id, nickname }) => [member_id, { publicName: publicName(nickname) }]))
    },

    async member(at, memberId) {
      const row = await memberById(at, memberId)
      if (row?.phone == null) return undefined
      return {
        id: row.member_id,
        phone: row.phone,
        username: row.username,
        nickname: row.nickname,
        invitationCode: row.invitation_code,
        memberSince: Number(row.created_ms),
      }
    },

    async enrol({ phone, password, nickname, inviterId }) {
      const memberId = uuidv7(deps.clock.now(), deps.random)
      const passwordHash =
        password === null ? NO_PASSWORD : await passwords.inTurn(() => passwords.hash(memberId, password))
      return db.tx((tx) =>
        addMember(deps, tx, {
          memberId,
          phone,
          passwordHash,
          nickname,
          inviterId: inviterId ?? null,
          termsVersion: rules.terms(),
          declaredAge: settings.get(ADULT_AGE),
        }),
      )
    },

    async livingSessions(sessionIds) {
      return new Set(sessionIds.length > 0 ? await sessions.whichLive(sessionIds) : [])
    },

    acknowledgeReality: (sessionId) => sessions.acknowledgeReality(sessionId),
    activeSince: (sessionId) => sessions.activeSince(sessionId),

    async openSession(memberId) {
      const opened = await db.tx((tx) => sessions.open(tx, memberId, ''))
      if (!opened) throw new Refusal('NO_SUCH_DATA')
      sessions.cache.forget(opened.ended)
      return opened.session
    },
  }
}
