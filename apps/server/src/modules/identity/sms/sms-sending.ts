/** Passes a message to the provider, within the limit per day, and records what was given up, without its number and text. */
import type { Db, Executor, Statement } from '../../../platform/db.ts'
import type { Run } from '../../../platform/jobs/jobs.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { SMS_PER_DAY, SMS_ROUTES } from '../identity.settings.ts'
import { countSms } from './sms-codes.queries.ts'
import { callingCode, routeOf } from './sms-routes.ts'
import { SmsFault, type SmsKind, type SmsProvider } from './sms.ts'

/** Whose limit per day a message counts for: codes for anybody, codes of members who are logged in, notices. */
export type SmsGroup = 'all' | 'session' | 'notice'

export type SmsLog = { error(fields: object, message: string): void }

export type OutgoingSms = {
  phone: string
  text: string
  kind: SmsKind
  /** the purpose of the code, or the name of the notice */
  what: string
  /** null: it counts for no limit */
  group: SmsGroup | null
  /** after this time the message is of no use; Unix milliseconds */
  validUntilMs: number | null
}

export type SmsSending = {
  /** undefined: no message can be sent */
  readonly provider: SmsProvider | undefined
  /** Whether messages go to the country of a number. */
  isServed(phone: string): boolean
  /** Says once for each hour that newcomers with numbers of a block get no codes. @param leftS seconds until they do */
  blockIsFull(block: string, leftS: number): void
  /**
   * Sends one message of a job. It records a message that it gives up: one that the gateway refuses, that goes to a country
   * which is not served, or that is above the limit of the day, and after the last try.
   *
   * @throws SmsFault the job is to try again
   */
  send(
    run: Pick<Run<unknown>, 'jobId' | 'attempt'>,
    job: { readonly attempts: number },
    message: OutgoingSms,
  ): Promise<void>
}

/** More full blocks at once say nothing new. */
const MOST_BLOCKS = 1_000

const RECORD: Statement = {
  name: 'sms_failed_record',
  text: `
    insert into sms_failed (sms_id, kind, what, calling_code, fault, status, tries, failed_at)
    select $1, $2, $3, $4, $5, $6, $7, at from business_clock on conflict (sms_id) do nothing`,
}

export function createSmsSending(deps: {
  db: Db
  settings: Values
  log: SmsLog
  provider: SmsProvider | undefined
}): SmsSending {
  const { db, settings, log, provider } = deps
  /** blocks of which the log has said that they are full, until when (Unix milliseconds) */
  const fullBlocks = new Map<string, number>()

  async function pass(jobId: string, attempt: number, message: OutgoingSms): Promise<void> {
    const { phone, text, kind, group, validUntilMs } = message
    const served = routeOf(settings.get(SMS_ROUTES), phone)
    if (!served) throw new SmsFault('country', null)
    // each message counts once, however often it is tried
    if (group !== null && attempt === 1 && !(await hasRoomToday(db, { settings, log }, group)))
      throw new SmsFault('cap', null)
    if (!provider) throw new SmsFault('unanswered', null)
    await provider.send({ id: jobId, phone, text, kind, route: served.route, validUntilMs })
  }

  return {
    provider,
    blockIsFull(block, leftS) {
      const now = Date.now()
      for (const [known, until] of fullBlocks) if (until <= now) fullBlocks.delete(known)
      if (fullBlocks.has(block) || fullBlocks.size >= MOST_BLOCKS) return
      fullBlocks.set(block, now + leftS * 1_000)
      log.error(
        { alarm: 'sms_block', block, minutes: Math.ceil(leftS / 60) },
        'the codes of an hour for a block of numbers are used up, maybe by strangers: no newcomer of it can register until then',
      )
    },
    isServed: (phone) => routeOf(settings.get(SMS_ROUTES), phone) !== undefined,
    async send({ jobId, attempt }, job, message) {
      try {
        await pass(jobId, attempt, message)
      } catch (error) {
        if (!(error instanceof SmsFault)) throw error
        const { fault, status } = error
        if (fault === 'unanswered' && attempt < job.attempts) throw error
        const { kind, what, phone } = message
        const failed = [jobId, kind, what, callingCode(phone), fault, status, attempt]
        await db.query(RECORD, failed)
        log.error(
          { alarm: 'sms', message: jobId, kind, what, fault, status, tries: attempt },
          'a text message was given up',
        )
      }
    },
  }
}

/** Counts a message that is about to be sent. A request for a number of nobody sends nothing, so it does not count. */
async function hasRoomToday(
  db: Executor,
  { settings, log }: { settings: Values; log: SmsLog },
  group: SmsGroup,
): Promise<boolean> {
  const [day] = await countSms(db, [{ scope: 'all', subject: group, unit: 'day' }])
  const sent = day?.sent ?? 0
  const cap = settings.get(SMS_PER_DAY)
  // the count is exact, so one server says it once a day
  if (sent === cap)
    log.error(
      { alarm: 'sms_cap', group, cap },
      'the limit of text messages per day (identity.smsPerDay) is reached: further ones of this group are refused until midnight UTC',
    )
  return sent <= cap
}
