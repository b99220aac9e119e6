/** Forged recharges: each is planted in a transaction that is rolled back, and a named check finds it or the schema refuses it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { paidMembers } from '../../testing/fuzz-world.ts'
import { planted } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let poor: string

beforeAll(async () => {
  server = await testServer()
  await paidMembers(server, 1, '1000.00')
  const [other] = await paidMembers(server, 1, '200.00')
  poor = other!.memberId
  expect(await planted(server.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const TIMELINE =
  'the timeline of every recharge begins at its opening, has no gap, and ends in its state and at its time'
const PAYMENTS = "every recharge has its company's payment, and every payment its recharge"
const TEXTS = 'every stored notice of Sandbox Pay about a recharge says what its text says'
const changed = (rows: string) => `no row of ${rows} was changed or removed`
const NOTICES = 'the notices of payment companies'
const of = `where member_id = ':poor'`

/** A whole recharge with payment, notice, timeline and lines, as the server's statements write them. */
const FORGED = `
  insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, created_at, expires_at, play_percent, kind)
  select member_id, '00000000-0000-7000-8000-000000000001', 'R000000000001', gen_random_uuid(), input_hash, method, provider, 7000000,
    currency, business_now(), business_now() + interval '1 hour', 100, kind from recharge ${of};
  insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
  values ('sandbox', repeat('f', 32), ':poor', '00000000-0000-7000-8000-000000000001', business_now());
  update recharge set payment_id = repeat('f', 32), pay_url = 'x' where number = 'R000000000001';
  insert into recharge_timeline (member_id, recharge_id, seq, state, at)
  select member_id, recharge_id, 1, 'processing', created_at from recharge where number = 'R000000000001';
  insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
  select provider, 'evt_forged', payment_id, 'succeeded', amount, currency, 'credited',
    '{"id":"evt_forged","type":"payment.succeeded","payment":{"id":"' || payment_id || '","amount":"700.00","currency":"' || currency || '"}}',
    business_now() from recharge where number = 'R000000000001';
  update recharge set state = 'success', credited = amount, finished_at = business_now() where number = 'R000000000001';
  insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
  select member_id, recharge_id, 1, recharge_id, amount, provider, 'evt_forged', finished_at from recharge where number = 'R000000000001';
  insert into recharge_timeline (member_id, recharge_id, seq, state, at)
  select member_id, recharge_id, 2, 'success', finished_at from recharge where number = 'R000000000001';
  update house_account set balance = balance - 7000000 where name = 'cash';
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select book, '00000000-0000-7000-8000-000000000001', 'recharge', 'account', 'clearing', 7000000, business_now()
  from house_account where name = 'cash';
  with w as (update wallet set balance = balance + 7000000, lines = lines + 1 ${of} returning *)
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, '00000000-0000-7000-8000-000000000001', 'recharge', 'clearing', 'wallet', 7000000, lines, balance, business_now()
  from w`

test.each([
  ['app', 'a whole recharge', FORGED, ['every paid recharge of Sandbox Pay was paid there, with its amount']],
  [
    'owner',
    'another amount in a notice',
    `update provider_event set amount = 9000000`,
    [TEXTS, changed(NOTICES)],
  ],
  ['owner', 'another text of a notice', `update provider_event set body = '{}'`, [TEXTS, changed(NOTICES)]],
  [
    'owner',
    'another outcome of a notice',
    `update provider_event set outcome = 'unchanged'`,
    [changed(NOTICES), 'every credit of a recharge follows from one notice of the payment company'],
  ],
  [
    'owner',
    'a later time of a notice',
    `update provider_event set received_at = received_at + interval '1 day'`,
    [changed(NOTICES), 'every notice about a recharge says what its company sent, and credits that amount'],
  ],
  [
    'owner',
    'a payment that is given to another member',
    `update provider_payment set member_id = ':poor', recharge_id = (select recharge_id from recharge ${of}) where member_id <> ':poor'`,
    [PAYMENTS, changed('the payments at payment companies')],
  ],
  [
    'owner',
    'another time of a payment',
    `update recharge set finished_at = finished_at - interval '1 day' ${of}`,
    [TIMELINE],
  ],
  [
    'owner',
    'a timeline without its end',
    `delete from recharge_timeline ${of} and seq = 2`,
    [TIMELINE, changed('the timelines of recharges')],
  ],
  [
    'app',
    'another time of a payment',
    `update recharge set finished_at = now() ${of}`,
    ['refused: recharge_life'],
  ],
  [
    'app',
    'a paid recharge that fails',
    `update recharge set state = 'failed', reason = 'declined' ${of}`,
    ['refused: recharge_life'],
  ],
  [
    'app',
    'another payment of a recharge',
    `update recharge set payment_id = 'x' ${of}`,
    ['refused: recharge_life'],
  ],
  [
    'app',
    'a payment at the company that opens again',
    `update sandbox_payment set state = 'open', decided_at = null`,
    ['refused: sandbox_payment_life'],
  ],
  [
    'app',
    'a recharge that is paid at once',
    `insert into recharge (member_id, state) values (':poor', 'success')`,
    ['refused: permission denied for table recharge'],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const found = await planted(
    role === 'app' ? server.db : server.owner,
    CHECKS,
    sql.replaceAll(':poor', poor),
  )
  expect(found).toEqual(expect.arrayContaining([...titles]))
})
