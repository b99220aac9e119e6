/**
 * SMS codes: six digits for one purpose and phone, valid once, for five minutes and five tries.
 *
 * A request for a code answers the same whether or not the phone belongs to a member: the job decides later what is sent.
 */
import { createHmac } from 'node:crypto'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Random } from '../../../platform/random.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Setting, Values } from '../../../platform/settings/settings.ts'
import { numberPrefix } from '../phone.ts'
import {
  SMS_PER_ADDRESS_HOUR,
  SMS_PER_DAY,
  SMS_PER_PHONE_DAY,
  SMS_PER_PREFIX_HOUR,
  SMS_RESEND_SECONDS,
} from '../identity.settings.ts'
import { ANONYMOUS_PURPOSES, createSeal, SMS_JOB, type PURPOSES } from './sms.ts'
import type { SmsSending } from './sms-sending.ts'
import {
  countSms,
  sentInDay,
  isWanted,
  putCode,
  resendWait,
  tryCode,
  useCode,
  type SmsScope,
} from './sms-codes.queries.ts'
import { smsText } from './sms-texts.ts'

export type Purpose = (typeof PURPOSES)[number]

/** Rules of the codes. */
export const CODE_RULES = {
  validSeconds: 5 * 60,
  maxTries: 5,
  /** the count of consecutive codes restarts when one is used, or after this long */
  forgetAfterSeconds: 3_600,
} as const

/** Maximum requests for codes per UTC hour or day; the limit of all is counted when a message is sent. */
const LIMITS: Record<RequestScope, { ceiling: Setting<number>; unit: 'hour' | 'day' }> = {
  phone: { ceiling: SMS_PER_PHONE_DAY, unit: 'day' },
  address: { ceiling: SMS_PER_ADDRESS_HOUR, unit: 'hour' },
  prefix: { ceiling: SMS_PER_PREFIX_HOUR, unit: 'hour' },
}

type RequestScope = Exclude<SmsScope, 'all'>

/** Answer to a request for a code, in seconds. */
export type CodeSent = { resendAfter: number; validFor: number }

export type SmsCodes = {
  /**
   * Stores a code and sends the job for its SMS.
   * @param guarded whether the limits per address, number block and day apply; the limit per phone always does
   * @throws Refusal CODE_TOO_SOON, CODE_LIMIT; INPUT_INVALID with the field `phone`: messages do not go to its country
   */
  request(
    target: { phone: string; purpose: Purpose },
    origin: { address: string; language: OfferedLanguage; guarded: boolean },
  ): Promise<CodeSent>
  /** Checks a code without using it; counts a wrong one. @throws Refusal CODE_WRONG, CODE_EXPIRED */
  check(phone: string, purpose: Purpose, code: string): Promise<void>
  /** Uses a code in the transaction that it authorises. @throws Refusal CODE_EXPIRED when it was used meanwhile */
  use(tx: Tx, phone: string, purpose: Purpose, code: string): Promise<void>
}

export type SmsCodesDeps = {
  db: Db
  jobs: Jobs
  random: Random
  settings: Values
  /** key of the stored hashes, 32 bytes hex */
  secret: string
  sending: SmsSending
}

/** Creates the codes and registers the job that sends them. */
export function createSmsCodes({ db, jobs, random, settings, secret, sending }: SmsCodesDeps): SmsCodes {
  const key = Buffer.from(secret, 'hex')
  const seal = createSeal(secret, random)
  const hashed = (phone: string, purpose: Purpose, code: string) => ({
    phone,
    purpose,
    codeHash: createHmac('sha256', key).update(`${purpose}\n${phone}\n${code}`).digest(),
  })

  /**
   * Key of a phone's count. Counts outlive an account by days, so they store a hash instead of the phone. Purposes that need a
   * session have a count of their own: nobody else can use up the codes of a member who is logged in.
   */
  const counted = (phone: string, purpose: Purpose) => {
    const label = ANONYMOUS_PURPOSES.has(purpose) ? 'sms-count' : 'sms-count-session'
    return createHmac('sha256', key).update(`${label}\n${phone}`).digest('hex')
  }

  jobs.handle(SMS_JOB, async (run) => {
    const { phone, purpose, language, sealed, counts, validUntilMs = null } = run.data
    const code = seal.open(sealed)
    if (!(await isWanted(db, hashed(phone, purpose, code)))) return
    const text = smsText(language, purpose, code, CODE_RULES.validSeconds / 60)
    const group = counts === false ? null : dayOf(purpose)
    await sending.send(run, SMS_JOB, { phone, text, kind: 'code', what: purpose, group, validUntilMs })
  })

  return {
    async request({ phone, purpose }, { address, language, guarded }) {
      if (!sending.provider) throw new Refusal('UNAVAILABLE')
      if (!sending.isServed(phone)) throw notServed(purpose)
      const code = String(random.below(1_000_000)).padStart(6, '0')
      return db.tx(async (tx) => {
        const spacing = settings.get(SMS_RESEND_SECONDS)
        const put = await putCode(tx, hashed(phone, purpose, code), { ...CODE_RULES, spacing })
        if (put === undefined) {
          throw new Refusal('CODE_TOO_SOON', { retryAfter: await resendWait(tx, phone, purpose) })
        }
        await checkLimits(
          tx,
          { settings, sending },
          {
            phone,
            counted: counted(phone, purpose),
            purpose,
            address,
            guarded,
          },
        )
        const sealed = seal.close(code)
        const { resendAfter, validUntilMs } = put
        await jobs.send(tx, SMS_JOB, { phone, purpose, language, sealed, counts: guarded, validUntilMs })
        return { resendAfter, validFor: CODE_RULES.validSeconds }
      })
    },

    async check(phone, purpose, code) {
      const fits = await tryCode(db, hashed(phone, purpose, code), CODE_RULES.maxTries)
      if (fits === undefined) throw refusal('CODE_EXPIRED')
      if (!fits) throw refusal('CODE_WRONG')
    },

    async use(tx, phone, purpose, code) {
      if (!(await useCode(tx, hashed(phone, purpose, code), CODE_RULES.maxTries))) {
        throw refusal('CODE_EXPIRED')
      }
    },
  }
}

function refusal(code: 'CODE_WRONG' | 'CODE_EXPIRED'): Refusal {
  return new Refusal(code, { fields: { code } })
}

/** The answer depends on the number alone, not on whether a member has it. */
function notServed(purpose: Purpose): Refusal {
  return ANONYMOUS_PURPOSES.has(purpose)
    ? new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_COUNTRY' } })
    : new Refusal('UNAVAILABLE')
}

type Asked = { phone: string; counted: string; purpose: Purpose; address: string; guarded: boolean }

/**
 * Counts a request and checks the limits. The limit per number block applies to registration only: other codes go to members'
 * phones, and an attacker who floods a block must not lock its members out. It depends on the purpose and not on whether the
 * member exists, so that the answer does not reveal that.
 *
 * @throws Refusal CODE_LIMIT
 */
async function checkLimits(
  tx: Tx,
  { settings, sending }: Pick<SmsCodesDeps, 'settings' | 'sending'>,
  { phone, counted, purpose, address, guarded }: Asked,
): Promise<void> {
  const subjects: Partial<Record<RequestScope, string>> = {
    phone: counted,
    ...(guarded ? { address: addressKey(address) } : {}),
    ...(guarded && purpose === 'register' ? { prefix: numberPrefix(phone) } : {}),
  }
  const windows = (Object.entries(subjects) as [RequestScope, string][]).map(([scope, subject]) => ({
    scope,
    subject,
    unit: LIMITS[scope].unit,
  }))
  for (const { scope, sent, window_ends } of await countSms(tx, windows)) {
    if (sent <= settings.get(LIMITS[scope].ceiling)) continue
    if (scope === 'prefix') sending.blockIsFull(numberPrefix(phone), window_ends)
    throw codeLimit(window_ends)
  }
  if (!guarded) return
  const { sent, window_ends } = await sentInDay(tx, dayOf(purpose))
  if (sent >= settings.get(SMS_PER_DAY)) throw codeLimit(window_ends)
}

/** @param leftS seconds until codes are sent again */
export const codeLimit = (leftS: number): Refusal =>
  new Refusal('CODE_LIMIT', { retryAfter: leftS, values: { minutes: Math.max(1, Math.ceil(leftS / 60)) } })

/** Whose limit per day a message counts for. Members who are logged in have one of their own, which strangers cannot use up. */
const dayOf = (purpose: Purpose) => (ANONYMOUS_PURPOSES.has(purpose) ? 'all' : 'session')
