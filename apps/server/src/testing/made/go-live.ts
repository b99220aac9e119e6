/** What going live needs and a test does not do itself: a test message that arrived, a relay that answered, a restore drill. */
import { randomUUID } from 'node:crypto'
import { QUICKNET } from '@fairlot/fairness/beacon'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { ROUND_1000 } from '../../modules/fair/beacon/drand.fixture.ts'
import { gatewayName } from '../../modules/identity/sms/sms-gateway.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Db } from '../../platform/db.ts'
import { readDrill, signDrill } from '../../platform/installation/drill-record.ts'

/** A test message of a gateway that an operator has confirmed. @param owner connected as the owner of the schema */
export async function provenSms(owner: Db, url: string): Promise<void> {
  const id = randomUUID()
  await owner.query(
    `insert into sms_test (test_id, gateway, code_hash, operator_id, sent_at, expires_at, confirmed_by, confirmed_at)
     select $1, $2, sha256('made'), o.operator_id, at, at + interval '15 minutes', o.operator_id, at
     from business_clock, (select operator_id from operator order by operator_id limit 1) o`,
    [id, gatewayName(url)],
  )
  await owner.query(
    `insert into audit (audit_id, at, operator_id, action, subject)
     select gen_random_uuid(), sent_at, operator_id, action, 'sms:' || test_id
     from sms_test, unnest(array['sms.test', 'sms.confirm']) action where test_id = $1`,
    [id],
  )
}

/** What the house must have stated, as settings. */
export const STATED = {
  'company.name': 'Example Mall Ltd',
  'company.address': '1 Example Street',
  'company.law': 'Malta',
}

/** A round that a relay gave now: an old one, whose signature is known. */
export async function answeredRelay(owner: Db): Promise<void> {
  await owner.query(
    `insert into beacon_round (chain, round, signature, source, received_at)
     select $1, 1000, decode($2, 'hex'), 'relay', at from business_clock on conflict do nothing`,
    [QUICKNET.hash, ROUND_1000],
  )
}

/** The record of a drill, as the restore program writes it. */
export async function drillRecordOf(db: Db, logSeed: string, daysAgo = 0): Promise<string> {
  const [deployment] = await db.query<{ id: string }>('select id from deployment')
  const madeAt = Date.now() - daysAgo * DAY_MS
  const facts = { deployment: deployment!.id, release: '0.0.0', backupAt: madeAt - 1_000, madeAt, log: null }
  return signDrill(logSeed, facts)
}

/** A recorded drill. @param owner connected as the owner of the schema */
export async function recordedDrill(owner: Db, logSeed: string, daysAgo = 0): Promise<void> {
  const { facts, text, signature } = readDrill(
    publicKeyOf(logSeed),
    await drillRecordOf(owner, logSeed, daysAgo),
  )!
  await owner.query(
    `insert into restore_drill (signature, record, made_at, backup_at, operator_id, recorded_at)
     select decode($1, 'hex'), $2, to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0), operator_id, at
     from business_clock, (select operator_id from operator order by operator_id limit 1) o`,
    [signature, text, facts.madeAt, facts.backupAt],
  )
}
