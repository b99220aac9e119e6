/** Transfers in USDT of an older schema keep the rate that they were credited at. */
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
import { trc20Checks } from './trc20.checks.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [MEMBER, RECHARGE] = [uuid(1), uuid(2)]
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const HASH = `decode(repeat('ab', 32), 'hex')`
const [CREDITED, SEEN] = ['a'.repeat(64), 'b'.repeat(64)]

/** A recharge of 500 at 2.5, paid days after its time to pay, and a transfer that waits for its confirmations. */
const OLDER = `
  insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at, adult_declared_at, created_at)
  values ('${MEMBER}', '+8801712345678', 'Asha', '$argon2id$x', 'ABCDEF', '5', now(), now(), now());
  insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, state, payment_id,
    created_at, expires_at, finished_at, play_percent, kind, credited)
  values ('${MEMBER}', '${RECHARGE}', 'R000000000001', '${RECHARGE}', ${HASH}, 'trc20', 'trc20', 5000000, 'VND', 'success', '${ADDRESS}',
    now() - interval '9 days', now() - interval '8 days', now() - interval '1 day', 100, 'trc20', 5000000);
  insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
  values ('trc20', '${ADDRESS}', '${MEMBER}', '${RECHARGE}', now());
  insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
  values ('trc20', '${CREDITED}:0', '${ADDRESS}', 'succeeded', 5000000, 'VND', 'credited_late', '{}', now());
  insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
  values ('${MEMBER}', '${RECHARGE}', 1, '${RECHARGE}', 5000000, 'trc20', '${CREDITED}:0', now() - interval '1 day');
  insert into trc20_key (fingerprint, contract, next_index, bound_at) values (repeat('a', 64), '${ADDRESS}', 1, now());
  insert into trc20_address (member_id, recharge_id, index, address, rate, units, needed, created_at, listed_from_ms)
  values ('${MEMBER}', '${RECHARGE}', 0, '${ADDRESS}', 25000, 200000000, 20, now(), 0);
  insert into trc20_transfer (transaction_id, log_index, member_id, recharge_id, sender, units, block, block_at, state, worth, seen_at, ended_at)
  values ('${CREDITED}', 0, '${MEMBER}', '${RECHARGE}', '${ADDRESS}', 200000000, 9, now() - interval '1 day', 'credited', 5000000,
      now() - interval '1 day', now() - interval '1 day'),
    ('${SEEN}', 0, '${MEMBER}', '${RECHARGE}', '${ADDRESS}', 200000000, 99, now() - interval '1 hour', 'seen', null, now(), null);
  insert into trc20_transfer_step (transaction_id, log_index, seq, step, units, block, head, nodes, at)
  values ('${CREDITED}', 0, 1, 'credited', 200000000, 9, 30, 'node', now() - interval '1 day'),
    ('${SEEN}', 0, 1, 'seen', 200000000, 99, 100, 'node', now())`

test('an older database knows the rate of its transfers after the migration', async () => {
  const database = await emptyDatabase()
  const older = await mkdtemp(path.join(tmpdir(), 'fairlot-older-'))
  const owner = createDb(database.ownerUrl, { max: 1 })
  try {
    for (const { name, version } of await readMigrations())
      if (version < 98) await copyFile(path.join(migrationsDirectory, name), path.join(older, name))
    await migrate(database.ownerUrl, older)
    await owner.tx(async (tx) => {
      for (const statement of OLDER.split(/;\n/)) await tx.query(statement)
    })
    await migrate(database.ownerUrl)
    await ensureDeployment(database.ownerUrl, 'sandbox')
    const rows = await owner.query(
      `select state, rate, paid_at = block_at as paid_with_block, paid_at is null as unknown from trc20_transfer order by block`,
    )
    expect(rows).toEqual([
      { state: 'credited', rate: 25_000n, paid_with_block: null, unknown: true },
      { state: 'seen', rate: null, paid_with_block: true, unknown: false },
    ])
    for (const { title, sql } of trc20Checks)
      expect([title, (await owner.query<{ breaches: bigint }>(sql))[0]!.breaches]).toEqual([title, 0n])
  } finally {
    await owner.close()
    await database.drop()
    await rm(older, { recursive: true })
  }
})
