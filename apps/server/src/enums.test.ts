/** The lists of the contract are the same as those of the database's check constraints. */
import { APPROVAL_STATES } from '@fairlot/contract/operator/approvals'
import { EXCLUSION_KINDS, LIMIT_KINDS, LIMIT_PERIODS } from '@fairlot/contract/kinds/guard-kinds'
import { HOUSE_ACCOUNTS } from '@fairlot/contract/kinds/house-accounts'
import { HOUSE_MOVES } from '@fairlot/contract/kinds/house-moves'
import { MEMBER_STATUSES } from '@fairlot/contract/life/member-status'
import { MONEY_MODES } from '@fairlot/contract/money/money-mode'
import { OPERATOR_STATUSES, ROLES, SESSION_STAGES } from '@fairlot/contract/operator/operator-roles'
import { RECHARGE_REASONS, RECHARGE_STATES } from '@fairlot/contract/life/recharge-life'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from './platform/db.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.ownerUrl, { max: 1 })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

test.each<[constraint: string, list: readonly string[]]>([
  ['approval_state', APPROVAL_STATES],
  ['deployment_money_mode_check', MONEY_MODES],
  ['exclusion_kind', EXCLUSION_KINDS],
  ['house_move_kind', HOUSE_MOVES],
  ['limit_counter_kind', LIMIT_KINDS],
  ['limit_counter_period', LIMIT_PERIODS],
  ['member_status', MEMBER_STATUSES],
  ['operator_roles', ROLES],
  ['operator_session_stage', SESSION_STAGES],
  ['pending_increase_kind', LIMIT_KINDS],
  ['pending_increase_period', LIMIT_PERIODS],
  // the constraint also names the state `failed`
  ['recharge_reason', ['failed', ...RECHARGE_REASONS]],
  ['recharge_state', RECHARGE_STATES],
  // `invited` is an active operator with a one-time password
  ['operator_status', OPERATOR_STATUSES.filter((status) => status !== 'invited')],
])('%s allows the values of the contract', async (constraint, list) => {
  const [row] = await db.query<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  )
  const allowed = [...row!.definition.matchAll(/'(\w+)'::text/g)].map(([, value]) => value)
  expect(new Set(allowed)).toEqual(new Set(list))
})

test('house_account has the accounts of the contract', async () => {
  const rows = await db.query<{ name: string }>('select name from house_account')
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(HOUSE_ACCOUNTS))
})
