/** Forged transfers: each is planted in a transaction that is rolled back, and a named check finds it or the schema refuses it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { paidMembers } from '../../../testing/fuzz-world.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { makeReceiving, openTransfer, packed, statementOf } from '../../../testing/made/transfers.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
  const operator = await makeOperator(server, ['finance'])
  const account = await makeReceiving({ db: server.db, wallet: server.context.wallet })
  const [member] = await paidMembers(server, 1, '200.00')
  const opened = await openTransfer(member!, account)
  const open = await openTransfer(member!, account)
  await member!.client.call(ENDPOINTS.rechargeProof, { id: open.id, reference: 'UTR 1' })
  await operator.client.call(ENDPOINTS.statementImport, {
    account,
    name: 'test.csv',
    content: packed(
      statementOf([
        { amount: '500.00', text: opened.reference },
        { amount: '3.00', text: 'rent' },
      ]),
    ),
    requestId: randomUUID(),
  })
  expect(await planted(server.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const changed = (rows: string) => `no row of ${rows} was changed or removed`
const LINES = 'every line of a statement either waits or has ended, and its statement counts it'
const CREDITS =
  'every credit of a recharge by transfer follows from one line of a statement and is its amount'
const NOTICES = 'every stored notice of a transfer says what the line of the statement says'
const ACCOUNTS =
  'every recharge by transfer shows an account of its kind that was offered then, and has a reference'
const PROOFS = 'every recharge knows when its newest proof was sent'
const paid = `(select line_id from bank_statement_match where outcome = 'matched')`

test.each([
  [
    'owner',
    'another amount of a line',
    `update bank_statement_line set amount = 9000000 where line_id = ${paid}`,
    [changed('the lines of statements'), CREDITS, NOTICES],
  ],
  [
    'owner',
    'another text of a line',
    `update bank_statement_line set text = 'x' where line_id = ${paid}`,
    [changed('the lines of statements'), NOTICES],
  ],
  [
    'owner',
    'a match that is gone',
    `delete from bank_statement_match`,
    [changed('what became of the lines of statements'), LINES, CREDITS],
  ],
  [
    'owner',
    'a match with another recharge',
    `update bank_statement_match m set recharge_id = r.recharge_id from recharge r where r.proof_at is not null`,
    [changed('what became of the lines of statements'), CREDITS],
  ],
  [
    'app',
    'an account that repeats the lines of another one',
    `with twin as (select gen_random_uuid() as id)
    insert into receiving_account (account_id, origin, code, kind, label, lines, currency, created_at)
    select id, id, 'twin', kind, label, lines, currency, created_at from receiving_account, twin`,
    ['the rows for one account of the bank have one origin, so that a transaction counts once'],
  ],
  ['app', 'a line that waits no longer', `delete from bank_statement_open`, [LINES]],
  [
    'app',
    'a line of no statement',
    `insert into bank_statement_line (line_id, account_id, statement_id, row, booked_on, amount, currency, text, text_hash, occurrence, at)
    select gen_random_uuid(), account_id, statement_id, 9, booked_on, 7, currency, text, text_hash, 9, at from bank_statement_line limit 1`,
    [LINES],
  ],
  [
    'app',
    'a match without a credit',
    `with o as (delete from bank_statement_open returning line_id)
    insert into bank_statement_match (line_id, outcome, member_id, recharge_id, confirmed_by, at)
    select o.line_id, 'matched', r.member_id, r.recharge_id, gen_random_uuid(), business_now() from o, recharge r where r.proof_at is not null`,
    [CREDITS],
  ],
  [
    'app',
    'a second end of a line',
    `insert into bank_statement_match (line_id, outcome, operator_id, note, at)
    select line_id, 'dismissed', gen_random_uuid(), 'x', business_now() from bank_statement_match`,
    ['refused: bank_statement_match_pkey'],
  ],
  [
    'app',
    'a match that is changed',
    `update bank_statement_match set note = 'x'`,
    ['refused: permission denied for table bank_statement_match'],
  ],
  [
    'app',
    'a line that is changed',
    `update bank_statement_line set amount = 1`,
    ['refused: permission denied for table bank_statement_line'],
  ],
  [
    'app',
    'an account that is changed',
    `update receiving_account set lines = '{}'`,
    ['refused: permission denied for table receiving_account'],
  ],
  [
    'app',
    'a disabled account that is offered again',
    `update receiving_account set disabled_at = now(); update receiving_account set disabled_at = null`,
    ['refused: receiving_account_life'],
  ],
  ['owner', 'an account of another kind', `update receiving_account set kind = 'upi'`, [ACCOUNTS]],
  [
    'app',
    'a credit that becomes smaller',
    `update recharge set credited = 1 where credited is not null`,
    ['refused: recharge_life'],
  ],
  [
    'app',
    'a credit without money',
    `update recharge set credited = credited + 1 where receiving_account is not null and credited is not null`,
    ['every credit of a recharge follows from one notice of the payment company'],
  ],
  [
    'app',
    'a payer who is replaced',
    `update recharge set payer = '\\x00' where receiving_account is not null`,
    ['refused: recharge_life'],
  ],
  [
    'app',
    'another time of a proof',
    `update recharge set proof_at = proof_at - interval '1 hour' where proof_at is not null`,
    [PROOFS],
  ],
  [
    'owner',
    'a proof that is gone',
    `delete from recharge_proof`,
    [changed('the proofs of transfers'), PROOFS],
  ],
  [
    'owner',
    'a statement that is gone from the history',
    `update bank_statement set lines = 99`,
    [changed('the imported statements')],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const found = await planted(role === 'app' ? server.db : server.owner, CHECKS, sql)
  expect(found).toEqual(expect.arrayContaining([...titles]))
})
