/** Operators and audit entries that were planted or changed: a named check finds them, or the schema refuses them. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '../../testing/factories.ts'
import { planted } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { because, freshCode, logIn, PASSWORD, rescue, setUp, signedIn } from './operator.fixture.ts'
import { operatorChecks } from './operator.checks.ts'

let server: TestServer
const values: Record<string, string> = {}

beforeAll(async () => {
  server = await testServer()
  const asha = await signedIn(server, 'asha', 'owner')
  const operator = { name: 'bela', fullName: 'Bela', roles: ['support' as const], ...because() }
  const { oneTimePassword } = await asha.client.call(ENDPOINTS.staffCreate, operator)
  const bela = await setUp(server, 'bela', oneTimePassword!)
  await logIn(server, { name: 'bela', password: PASSWORD, code: await freshCode(server, bela.secret) })
  const { memberId } = await makeMember(server)
  Object.assign(values, { asha: asha.id, bela: bela.id, member: memberId })
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const ROLES = 'every operator was created, and has the roles, as the audit log says'
const STAFF = 'with real money, every change of staff after the second owner had two owners'
const AUDIT = 'no row of the audit log was changed or removed'
const roles = `update operator set roles = '{owner}' where operator_id = ':bela'`
const stranger = `
  insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'stranger', 'Stranger', '{owner}', '$argon2id$none', business_now() + interval '1 day',
    business_now())`
const entry = (action: string, subject: string, more = '') => `
  insert into audit (audit_id, at, operator_id, action, subject, after)
  values (gen_random_uuid(), business_now(), ${more || 'null'}, '${action}', 'staff:${subject}', '{"roles": ["owner"]}')`
/** Entries of operators name a session of theirs. */
const session = (who: string) =>
  `(select session_id from operator_session where operator_id = '${who}' limit 1)`
const STRANGER = '00000000-0000-7000-8000-000000000001'
const real = `update deployment set money_mode = 'real'`
/** The second owner that turns the two-person rule on, an hour before. */
const secondOwner = `${roles}; ${entry('staff.roles', ':bela', `':asha'`)}; ${entry('staff.setup', ':asha', `':asha'`)};
  update audit set at = at - interval '1 hour'`

const VOUCHERS =
  'every voucher is the gift of a task, or was requested by one operator and approved by another, as it is'
const PRODUCTS = 'every product has the terms that one operator requested last, and another approved'
const EVENTS = 'every prize-share event was requested by one operator and approved by another, with its terms'
const RESERVES =
  'every funding of a reserve was requested by one operator, approved by another, and booked as approved'
const RECEIVING =
  'every account that members pay to was requested by one operator and approved by another, with its lines'
const WITHDRAWALS =
  'every approval of a withdrawal is in the audit log, by the operator and at the time of its step'
const voucher = (approval: string) => `
  insert into voucher (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state, approval_id)
  values (':member', gen_random_uuid(), 50000, 50000, business_now(), business_now() + interval '1 day', 'open', ${approval})`
/** A product as the demo world makes it: without a request. */
const product = `
  insert into category (category, "position", tile) values ('made-up', 99, 'sun');
  insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, created_at)
  values ('MADEUP', 'made-up', 'goods', 'kettle', 'sun', 1000000, 20000, 60, 'beacon', business_now())`
const productEntry = (after: string) => `
  insert into audit (audit_id, at, operator_id, session_id, action, subject, after)
  values (gen_random_uuid(), business_now(), ':asha', ${session(':asha')}, 'product.create', 'product:MADEUP', '${after}')`
const event = (by: string) => `
  insert into event (event_id, number, sequence, pool, winners, friends, top_up, opens_ms, deadline_ms, grade, utc_offset, commitment,
    demo, requested_by, approved_by, approval_id, created_at)
  values (gen_random_uuid(), 'E-0001', 1, 50000, 1, 1, 10000, 1, 2, 'salt', 0, repeat('a', 64), false, ${by}, business_now())`
const reserve = `
  with p as (
    insert into finance_product (product_id, reserve_id, code, unit_price, min_units, max_units, total_units, term_hours, term_unit,
      daily_rate, payout, wants_trc20, early_exit, sale_from, sale_until, demo, created_at)
    values (gen_random_uuid(), gen_random_uuid(), 'F', 1000000, 1, 9, 9, 24, 'hours', 100, 'daily', false, false, now(),
      now() + interval '1 day', false, now()) returning product_id)
  insert into finance_funding (product_id, funding_id, kind, amount, reference, requested_by, approved_by, approval_id, funded_at)
  select product_id, gen_random_uuid(), 'fund', 50000, 'x', ':asha', ':bela', gen_random_uuid(), business_now() from p`
const approvedWithdrawal = `
  insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, label, masked, created_at, usable_from, first_at)
  values (':member', ':asha', gen_random_uuid(), sha256('x'), 'bank', sha256('x'), 'x', sha256('x'), 'x', 'x', now(), now(), now());
  insert into withdrawal (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate, approvals_needed, created_at)
  values (':member', ':bela', 'W000000000001', gen_random_uuid(), sha256('x'), ':asha', 50000, 0, 0, 1, now());
  insert into withdrawal_step (member_id, withdrawal_id, seq, state, operator_id, at, account_id)
  values (':member', ':bela', 1, 'approved', ':asha', now(), ':asha')`
const receiving = `
  insert into receiving_account (account_id, origin, code, kind, label, lines, currency, created_at)
  values (':bela', ':bela', 'bank-1', 'bank', 'Bank', '{"number": "1"}', 'VND', now())`
const added = `
  insert into audit (audit_id, at, operator_id, session_id, action, subject, after)
  values (gen_random_uuid(), now(), ':asha', ${session(':asha')}, 'receiving.add',
    'receiving:bank-1', '{"id": ":bela", "code": "bank-1", "kind": "bank", "label": "Bank", "lines": {"number": "2"}}')`

test.each([
  ['app', 'wider roles', roles, ['refused: operator_audited']],
  ['owner', 'wider roles', roles, [ROLES]],
  ['app', 'an operator', stranger, ['refused: operator_audited']],
  ['owner', 'an operator', stranger, [ROLES]],
  ['owner', 'an operator with an entry', `${real}; ${stranger}; ${entry('staff.create', STRANGER)}`, [STAFF]],
  [
    'owner',
    'an operator whom one of two owners created alone',
    `${real}; ${secondOwner}; ${stranger}; ${entry('staff.create', STRANGER, `':asha'`)}`,
    [STAFF],
  ],
  ['owner', 'a voucher that nobody granted', `${real}; ${voucher('null')}`, [VOUCHERS]],
  ['app', 'a voucher of an approval that is not there', voucher('gen_random_uuid()'), [VOUCHERS]],
  ['owner', 'a product that nobody created', `${real}; ${product}`, [PRODUCTS]],
  [
    'app',
    'a product with another price than its request',
    `${product}; ${productEntry('{"code": "MADEUP", "sharePrice": "1.00", "shares": 60}')}`,
    [PRODUCTS],
  ],
  [
    'app',
    'a product with another grade than its last terms',
    `${product}; ${productEntry('{"code": "MADEUP", "sharePrice": "2.00", "shares": 60}')};
      insert into audit (audit_id, at, operator_id, session_id, action, subject, after)
      values (gen_random_uuid(), business_now() + interval '1 s', ':asha', ${session(':asha')}, 'product.terms', 'product:MADEUP',
        '{"sharePrice": "2.00", "shares": 60, "grade": "witnessed", "maxSubsidy": "0.00"}')`,
    [PRODUCTS],
  ],
  ['owner', 'an event that nobody opened', `${real}; ${event('null, null, null')}`, [EVENTS]],
  [
    'app',
    'an event of an approval that is not there',
    event(`':asha', ':bela', gen_random_uuid()`),
    [EVENTS],
  ],
  ['app', 'a funding of a reserve that nobody approved', reserve, [RESERVES]],
  ['owner', 'an account for payments that nobody added', `${real}; ${receiving}`, [RECEIVING]],
  ['app', 'an account for payments with other lines', `${receiving}; ${added}`, [RECEIVING]],
  ['owner', 'an approved withdrawal that nobody approved', `${real}; ${approvedWithdrawal}`, [WITHDRAWALS]],
  [
    'app',
    'an entry of the audit log in the name of an operator',
    entry('staff.roles', ':bela', `':asha'`),
    ['refused: audit_session'],
  ],
  ...(
    [
      ['a password of an operator', `password_hash = '$argon2id$another'`],
      ['a second factor', `totp_secret = sha256('x')`],
      ['a one-time password', `one_time_until = business_now() + interval '1 day'`],
      ['a disabled operator', `status = 'disabled'`],
    ] as const
  ).map(
    ([what, change]) =>
      [
        'app',
        what,
        `update operator set ${change} where operator_id = ':bela'`,
        ['refused: operator_access_audited'],
      ] as const,
  ),
  [
    'app',
    'a session of an operator',
    `insert into operator_session (session_id, operator_id, token_hash, stage, device, created_at, seen_at, expires_at)
       values (gen_random_uuid(), ':bela', sha256('x'), 'full', '', business_now(), business_now(), business_now() + interval '8 hours')`,
    ['refused: operator_session_audited'],
  ],
  [
    'owner',
    'a session of an operator that does not end',
    `update operator_session set expires_at = expires_at + interval '1 day'`,
    ['refused: operator_session_lifetime'],
  ],
  [
    'app',
    'a password of an operator that is not bound to the account',
    `update operator set password_bound = false`,
    ['refused: operator_password_bound'],
  ],
  [
    'owner',
    'an approval of a withdrawal in the name of another operator',
    `${approvedWithdrawal}; insert into audit (audit_id, at, operator_id, session_id, action, subject)
      values (gen_random_uuid(), now(), ':bela', ${session(':bela')}, 'withdrawal.approve', 'withdrawal:W000000000001')`,
    [WITHDRAWALS],
  ],
  [
    'owner',
    'entries of the audit log that are gone',
    `delete from audit where action = 'session.login'`,
    [AUDIT],
  ],
  [
    'owner',
    'an entry of the audit log that says something else',
    `update audit set operator_id = null where action = 'staff.create'`,
    [AUDIT],
  ],
  [
    'app',
    'an entry of the audit log that is gone',
    'delete from audit',
    ['refused: permission denied for table audit'],
  ],
  [
    'app',
    'a tally that fits',
    'update history_tally set rows = 0',
    ['refused: permission denied for table history_tally'],
  ],
  [
    'app',
    'a code that works again',
    `update operator set totp_step = 0 where operator_id = ':bela'`,
    ['refused: operator_totp_step'],
  ],
  [
    'owner',
    'a code that works again',
    `update operator set totp_step = 0 where operator_id = ':bela'`,
    ['no second factor of an operator has gone back behind its last login'],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const plant = sql.replaceAll(/:([a-z]+)/g, (word, name: string) => values[name] ?? word)
  const found = await planted(role === 'app' ? server.db : server.owner, operatorChecks, plant)
  expect(found).toEqual(expect.arrayContaining([...titles]))
})

test('finds a login with a one-time password sound, before the second factor is set and after a reset of it', async () => {
  const asha = await signedIn(server, 'asha', 'owner')
  const operator = { name: 'chitra', fullName: 'Chitra', roles: ['support' as const], ...because() }
  const { oneTimePassword } = await asha.client.call(ENDPOINTS.staffCreate, operator)
  const begun = await logIn(server, { name: 'chitra', password: oneTimePassword! })
  await begun.call(ENDPOINTS.operatorSetupBegin, {})
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])

  await setUp(server, 'chitra', oneTimePassword!)
  await server.database.advanceClock(600_000)
  const again = await rescue(server, 'chitra')
  await logIn(server, { name: 'chitra', password: again!.oneTimePassword })
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])
})
