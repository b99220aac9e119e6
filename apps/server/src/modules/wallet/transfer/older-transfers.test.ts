/** Transfers of an older schema keep what is known about them. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDb } from '../../../platform/db.ts'
import {
  ensureDeployment,
  migrate,
  migrationsDirectory,
  readMigrations,
} from '../../../platform/schema/migrate.ts'
import { emptyDatabase } from '../../../testing/database.ts'
import { transferChecks } from './transfer.checks.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [MEMBER, RECHARGE, STATEMENT, OPERATOR] = [uuid(1), uuid(2), uuid(3), uuid(4)]
/** Two rows for one account under two codes, and one for another account. */
const [FIRST, TWIN, OTHER] = [uuid(11), uuid(12), uuid(13)]
/** Two lines with one text and an id each, one without an id; the first two credited the recharge. */
const [LINE_A, LINE_B, LINE_C] = [uuid(21), uuid(22), uuid(23)]
const HASH = `decode(repeat('ab', 32), 'hex')`

const OLDER = `
  insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at, adult_declared_at, created_at)
  values ('${MEMBER}', '+8801712345678', 'Asha', '$argon2id$x', 'ABCDEF', '5', now(), now(), now());
  insert into receiving_account (account_id, origin, code, kind, label, lines, currency, created_at) values
    ('${FIRST}', '${FIRST}', 'one', 'bank', 'One', '{"bank": "A", "holder": "A", "number": "111111"}', 'VND', now() - interval '3 days'),
    ('${TWIN}', '${TWIN}', 'two', 'bank', 'Two', '{"bank": "B", "holder": "B", "number": "111111"}', 'VND', now() - interval '2 days'),
    ('${OTHER}', '${OTHER}', 'three', 'bank', 'Three', '{"bank": "A", "holder": "A", "number": "222222"}', 'VND', now() - interval '2 days');
  insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, state, payment_id,
    created_at, expires_at, finished_at, play_percent, kind, credited, receiving_account, returned)
  values ('${MEMBER}', '${RECHARGE}', 'R000000000001', '${RECHARGE}', ${HASH}, 'bank', 'manual', 3000000, 'VND', 'success', 'FL000000A',
    now() - interval '2 days', now() + interval '1 day', now() - interval '1 day', 100, 'bank', 5000000, '${FIRST}', 1000000);
  insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
  values ('manual', 'FL000000A', '${MEMBER}', '${RECHARGE}', now());
  insert into bank_statement (statement_id, account_id, source, hash, name, operator_id, lines, new_lines, debits, skipped, at)
  values ('${STATEMENT}', '${FIRST}', 'file', ${HASH}, 'old.csv', '${OPERATOR}', 3, 3, 0, 0, now() - interval '1 day');
  insert into bank_statement_line (line_id, account_id, statement_id, row, booked_on, amount, currency, text, transaction_id, text_hash,
    occurrence, at)
  select line.id::uuid, '${FIRST}', '${STATEMENT}', line.row, '2026-11-20', line.amount, 'VND', 'x', line.transaction, ${HASH},
    line.occurrence, now() - interval '1 day'
  from (values ('${LINE_A}', 2, 3000000, 'A', 0), ('${LINE_B}', 3, 2000000, 'B', 1), ('${LINE_C}', 4, 2000000, null, 2))
    line(id, row, amount, transaction, occurrence);
  insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
  select 'manual', line_id, 'FL000000A', 'succeeded', amount, 'VND', outcome, '{}', now()
  from (values ('${LINE_A}', 3000000, 'credited'), ('${LINE_B}', 2000000, 'credited_more')) event(line_id, amount, outcome);
  insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at) values
    ('${MEMBER}', '${RECHARGE}', 1, '${RECHARGE}', 3000000, 'manual', '${LINE_A}', now() - interval '20 hours'),
    ('${MEMBER}', '${RECHARGE}', 2, '${uuid(31)}', 2000000, 'manual', '${LINE_B}', now() - interval '10 hours');
  insert into bank_statement_match (line_id, outcome, member_id, recharge_id, operator_id, note, at) values
    ('${LINE_A}', 'matched', '${MEMBER}', '${RECHARGE}', null, null, now() - interval '20 hours'),
    ('${LINE_B}', 'matched', '${MEMBER}', '${RECHARGE}', '${uuid(5)}', 'by hand', now() - interval '10 hours');
  insert into bank_statement_open (line_id, account_id, at) values ('${LINE_C}', '${FIRST}', now());
  insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, masked, created_at,
    usable_from, first_at, deleted_at, source_of)
  values ('${MEMBER}', '${uuid(41)}', '${uuid(41)}', ${HASH}, 'bank', 'x', 'k', ${HASH}, 'R000000000001', now(), now(), now(), now(),
    '${RECHARGE}');
  insert into withdrawal (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate, approvals_needed,
    created_at, recharge_id)
  values ('${MEMBER}', '${uuid(42)}', 'W000000000001', '${uuid(42)}', ${HASH}, '${uuid(41)}', 1000000, 0, 0, 1, now() - interval '15 hours',
    '${RECHARGE}')`

test('an older database knows its credits, accounts and lines after the migration', async () => {
  const database = await emptyDatabase()
  const older = await mkdtemp(path.join(tmpdir(), 'fairlot-older-'))
  const owner = createDb(database.ownerUrl, { max: 1 })
  try {
    for (const { name, version } of await readMigrations())
      if (version < 34) await copyFile(path.join(migrationsDirectory, name), path.join(older, name))
    await migrate(database.ownerUrl, older)
    await owner.tx(async (tx) => {
      for (const statement of OLDER.split(/;\n/)) await tx.query(statement)
    })
    await migrate(database.ownerUrl)
    await ensureDeployment(database.ownerUrl, 'sandbox')

    // the return was opened before the second transfer came
    expect(await owner.query('select credit_seq from withdrawal')).toEqual([{ credit_seq: 1 }])
    const origins = await owner.query('select code, origin from receiving_account order by code')
    expect(origins).toEqual([
      { code: 'one', origin: FIRST },
      { code: 'three', origin: OTHER },
      { code: 'two', origin: FIRST },
    ])
    const known = await owner.query('select line_id, occurrence from bank_statement_line order by line_id')
    expect(known).toEqual([
      { line_id: LINE_A, occurrence: 0 },
      { line_id: LINE_B, occurrence: 0 },
      { line_id: LINE_C, occurrence: 2 },
    ])
    const answered = await owner.query(
      'select alone_of, amount from matched_alone m join bank_statement_match on alone_of = m.operator_id order by amount',
    )
    expect(answered).toEqual([
      { alone_of: uuid(5), amount: 2_000_000n },
      { alone_of: OPERATOR, amount: 3_000_000n },
    ])
    const found: string[] = []
    for (const { title, sql } of transferChecks) {
      const [row] = await owner.query<{ breaches: bigint }>(sql)
      if (row!.breaches > 0n) found.push(title)
    }
    // the planted notices have no text
    expect(found).toEqual(['every stored notice of a transfer says what the line of the statement says'])
  } finally {
    await owner.close()
    await database.drop()
    await rm(older, { recursive: true })
  }
})
