/** What operators see of text messages, and the test message whose code proves that messages of the gateway arrive. */
import { createHmac } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import * as z from 'zod/mini'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { SMS_PER_DAY, SMS_ROUTES } from '../identity.settings.ts'
import { readPhone } from '../phone.ts'
import { gatewayName } from './sms-gateway.ts'
import * as queries from './sms-desk.queries.ts'
import { codeLimit } from './sms-codes.ts'
import type { SmsSending } from './sms-sending.ts'
import { createSeal } from './sms.ts'

export type SmsDesk = {
  show(): Promise<Output<Endpoints['smsShow']>>
  /** Sends a test message. A repeated id sends nothing. @throws Refusal INPUT_INVALID, CODE_LIMIT, UNAVAILABLE */
  test(
    tx: Tx,
    operatorId: string,
    test: { id: string; phone: string },
  ): Promise<{ id: string; validUntil: number }>
  /**
   * Confirms the newest test of this gateway. `confirmedAt` null: the code is wrong, which counts, so the caller commits.
   * @throws Refusal CODE_EXPIRED
   */
  confirm(tx: Tx, operatorId: string, code: string): Promise<{ id: string; confirmedAt: number | null }>
}

/** When a test message of the gateway arrived for the last time, in Unix milliseconds; null: never. */
export const smsProvenAt = (db: Executor, url: string): Promise<number | null> =>
  queries.provenAt(db, gatewayName(url))

const TEST_JOB = defineJob({
  name: 'identity.sms-test',
  data: z.object({ phone: z.string(), sealed: z.string(), validUntilMs: z.int() }),
  attempts: 7,
})

const RULES = { validSeconds: 15 * 60, perHour: 10 }
const HOUR_SECONDS = 3_600

export type SmsDeskDeps = {
  db: Db
  jobs: Jobs
  random: Random
  settings: Values
  /** key of the stored hashes, 32 bytes hex */
  secret: string
  sending: SmsSending
  /** undefined: the inbox of the sandbox */
  url: string | undefined
}

/** Creates the desk and registers the job that sends test messages. */
export function createSmsDesk(deps: SmsDeskDeps): SmsDesk {
  const { db, jobs, random, settings, secret, sending, url } = deps
  const gateway = gatewayName(url)
  const seal = createSeal(secret, random)
  const hashOf = (id: string, code: string) =>
    createHmac('sha256', Buffer.from(secret, 'hex')).update(`sms-test\n${id}\n${code}`).digest()

  jobs.handle(TEST_JOB, async (run) => {
    const { phone, sealed, validUntilMs } = run.data
    const text = `Fairlot: the test code is ${seal.open(sealed)}.`
    const message = { phone, text, kind: 'test', what: 'test', group: null, validUntilMs } as const
    await sending.send(run, TEST_JOB, message)
  })

  return {
    async show() {
      const [failed, today, test] = await Promise.all([
        queries.newestFailed(db),
        queries.countedToday(db),
        queries.newestTest(db, gateway),
      ])
      return {
        gateway: url === undefined ? null : new URL(url).host,
        routes: [...settings.get(SMS_ROUTES)],
        cap: settings.get(SMS_PER_DAY),
        today,
        test: test ? testView(test) : null,
        failed: failed.map(({ sms_id, kind, what, calling_code, fault, status, tries, failed_ms }) => ({
          id: sms_id,
          kind,
          what,
          callingCode: calling_code,
          fault,
          status,
          tries,
          at: Number(failed_ms),
        })),
      }
    },

    async test(tx, operatorId, { id, phone: entered }) {
      const phone = readPhone(entered)?.number
      if (phone === undefined) throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_FORMAT' } })
      if (!sending.provider) throw new Refusal('UNAVAILABLE')
      if (!sending.isServed(phone)) throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_COUNTRY' } })
      const code = String(random.below(1_000_000)).padStart(6, '0')
      const test = { id, gateway, codeHash: hashOf(id, code), operatorId }
      const validUntilMs = await queries.insertTest(tx, test, RULES)
      if (validUntilMs === undefined) {
        const made = await queries.testById(tx, id)
        if (!made) throw codeLimit(HOUR_SECONDS)
        return { id, validUntil: Number(made.valid_until) }
      }
      await jobs.send(tx, TEST_JOB, { phone, sealed: seal.close(code), validUntilMs })
      return { id, validUntil: validUntilMs }
    },

    async confirm(tx, operatorId, code) {
      const id = (await queries.newestTest(tx, gateway))?.test_id
      const test = id !== undefined && { id, codeHash: hashOf(id, code), operatorId }
      const confirmedAt = test ? await queries.tryTest(tx, test) : undefined
      if (id === undefined || confirmedAt === undefined)
        throw new Refusal('CODE_EXPIRED', { fields: { code: 'CODE_EXPIRED' } })
      return { id, confirmedAt }
    },
  }
}

const testView = ({ test_id, sent_ms, valid_until, confirmed_ms }: queries.TestRow) => ({
  id: test_id,
  sentAt: Number(sent_ms),
  validUntil: Number(valid_until),
  confirmedAt: confirmed_ms === null ? null : Number(confirmed_ms),
})
