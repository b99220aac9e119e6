/** SQL of what operators see of text messages, and of the test messages. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { SmsGroup } from './sms-sending.ts'
import type { SMS_FAULTS, SmsKind } from './sms.ts'

const FAILED: Statement = {
  name: 'sms_failed_newest',
  text: `
    select sms_id, kind, what, calling_code, fault, status, tries, ${MS('failed_at')} as failed_ms
    from sms_failed order by failed_at desc, sms_id desc limit 50`,
}

export type FailedRow = {
  sms_id: string
  kind: SmsKind
  what: string
  calling_code: string
  fault: (typeof SMS_FAULTS)[number]
  status: number | null
  tries: number
  failed_ms: bigint
}

export const newestFailed = (db: Executor): Promise<FailedRow[]> => db.query<FailedRow>(FAILED)

const TODAY: Statement = {
  name: 'sms_count_today',
  text: `
    select subject as group, sent from sms_count cross join business_clock
    where scope = 'all' and window_start = date_trunc('day', at, 'UTC') order by subject`,
}

export const countedToday = (db: Executor): Promise<{ group: SmsGroup; sent: number }[]> => db.query(TODAY)

const OPEN_TEST: Statement = {
  name: 'sms_test_open',
  text: `
    insert into sms_test (test_id, gateway, code_hash, operator_id, sent_at, expires_at)
    select $1, $2, $3, $4, at, at + make_interval(secs => $5) from business_clock
    where (select count(*) from sms_test where sent_at > at - interval '1 hour') < $6
    on conflict (test_id) do nothing
    returning ${MS('expires_at')} as valid_until`,
}

export type NewTest = { id: string; gateway: Buffer; codeHash: Buffer; operatorId: string }

/** @returns when the code ends, in Unix milliseconds; undefined: the test exists, or there were too many within an hour */
export async function insertTest(
  tx: Tx,
  test: NewTest,
  rules: { validSeconds: number; perHour: number },
): Promise<number | undefined> {
  const values = [test.id, test.gateway, test.codeHash, test.operatorId, rules.validSeconds, rules.perHour]
  const [row] = await tx.query<{ valid_until: bigint }>(OPEN_TEST, values)
  return row && Number(row.valid_until)
}

const TEST = `select test_id, ${MS('sent_at')} as sent_ms, ${MS('expires_at')} as valid_until, ${MS('confirmed_at')} as confirmed_ms
  from sms_test`

export type TestRow = { test_id: string; sent_ms: bigint; valid_until: bigint; confirmed_ms: bigint | null }

const NEWEST_TEST: Statement = {
  name: 'sms_test_newest',
  text: `${TEST} where gateway = $1 order by sent_at desc limit 1`,
}
export const newestTest = async (db: Executor, gateway: Buffer): Promise<TestRow | undefined> =>
  (await db.query<TestRow>(NEWEST_TEST, [gateway]))[0]

const TEST_BY_ID: Statement = { name: 'sms_test_by_id', text: `${TEST} where test_id = $1` }
export const testById = async (db: Executor, id: string): Promise<TestRow | undefined> =>
  (await db.query<TestRow>(TEST_BY_ID, [id]))[0]

const PROVEN: Statement = {
  name: 'sms_test_proven',
  text: `
    select ${MS('max(confirmed_at)')} as confirmed_ms from sms_test where gateway = $1 and confirmed_at is not null`,
}

/** When a test of this gateway was confirmed last, in Unix milliseconds; null: never. */
export async function provenAt(db: Executor, gateway: Buffer): Promise<number | null> {
  const [row] = await db.query<{ confirmed_ms: bigint | null }>(PROVEN, [gateway])
  return row?.confirmed_ms == null ? null : Number(row.confirmed_ms)
}

const TRY_TEST: Statement = {
  name: 'sms_test_try',
  text: `
    update sms_test t set tries = t.tries + case when code_hash = $2 then 0 else 1 end,
      confirmed_by = case when code_hash = $2 then $3::uuid end,
      confirmed_at = case when code_hash = $2 then at end
    from business_clock
    where test_id = $1 and confirmed_at is null and tries < 5 and expires_at > at
    returning ${MS('t.confirmed_at')} as confirmed_ms`,
}

/** Tries a code. @returns when it was confirmed; null: the code is wrong; undefined: no code of the test is valid any more */
export async function tryTest(
  db: Executor,
  test: { id: string; codeHash: Buffer; operatorId: string },
): Promise<number | null | undefined> {
  const [row] = await db.query<{ confirmed_ms: bigint | null }>(TRY_TEST, [
    test.id,
    test.codeHash,
    test.operatorId,
  ])
  return row && (row.confirmed_ms === null ? null : Number(row.confirmed_ms))
}
