/** SQL of operators. */
import type { OperatorStatus, Role } from '@fairlot/contract/operator/operator-roles'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** The operator is not disabled, and has set a password and a second factor. */
const CAN_LOG_IN = `status = 'active' and one_time_until is null`

export type OperatorRow = {
  operator_id: string
  name: string
  full_name: string
  roles: Role[]
  status: OperatorStatus
  created_ms: bigint
  seen_ms: bigint | null
}

const SELECT = `
  select o.operator_id, o.name, o.full_name, o.roles, ${MS('o.created_at')} as created_ms,
    case when o.status = 'active' and o.one_time_until is not null then 'invited' else o.status end as status,
    ${MS(`(select max(s.seen_at) from operator_session s where s.operator_id = o.operator_id)`)} as seen_ms
  from operator o`

const LIST: Statement = { name: 'operator.list', text: `${SELECT} order by o.name` }

export function listOperators(db: Executor): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(LIST)
}

const BY_ID: Statement = { name: 'operator.by_id', text: `${SELECT} where o.operator_id = $1` }

export async function operatorById(db: Executor, operatorId: string): Promise<OperatorRow | undefined> {
  return (await db.query<OperatorRow>(BY_ID, [operatorId]))[0]
}

const BY_NAME: Statement = { name: 'operator.by_name', text: `${SELECT} where o.name = $1` }

export async function operatorByName(db: Executor, name: string): Promise<OperatorRow | undefined> {
  return (await db.query<OperatorRow>(BY_NAME, [name]))[0]
}

const ANY: Statement = { name: 'operator.any', text: 'select 1 from operator limit 1' }

export async function anyOperator(tx: Tx): Promise<boolean> {
  return (await tx.query(ANY)).length > 0
}

const CAN_LOG_IN_LIST: Statement = {
  name: 'operator.can_log_in',
  text: `select name, roles from operator where ${CAN_LOG_IN} order by name`,
}

export function operatorsWhoCanLogIn(db: Executor): Promise<{ name: string; roles: Role[] }[]> {
  return db.query<{ name: string; roles: Role[] }>(CAN_LOG_IN_LIST)
}

const OWNERS: Statement = {
  name: 'operator.owners',
  text: `select operator_id from operator where 'owner' = any(roles) and ${CAN_LOG_IN}`,
}

/** The ids of owners who can log in. */
export async function ownersWhoCanLogIn(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ operator_id: string }>(OWNERS)
  return rows.map(({ operator_id }) => operator_id)
}

/** The operator has set up the account at least once, also if it was reset or disabled since. */
const EVER_SET_UP = `(o.one_time_until is null
  or exists (select from audit where subject = 'staff:' || o.operator_id and action = 'staff.setup'))`

const OWNERS_EVER: Statement = {
  name: 'operator.owners_ever',
  text: `select o.operator_id from operator o where 'owner' = any(o.roles) and ${EVER_SET_UP}`,
}

/** The ids of owners who have ever set up their accounts, including owners who were reset or disabled since. */
export async function ownersEverSetUp(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ operator_id: string }>(OWNERS_EVER)
  return rows.map(({ operator_id }) => operator_id)
}

const WAS_SET_UP: Statement = {
  name: 'operator.was_set_up',
  text: `select 1 from operator o where o.operator_id = $1 and ${EVER_SET_UP}`,
}

/** Whether the operator has ever set a password and a second factor. */
export async function wasEverSetUp(tx: Tx, operatorId: string): Promise<boolean> {
  return (await tx.query(WAS_SET_UP, [operatorId])).length > 0
}

const INSERT: Statement = {
  name: 'operator.insert',
  text: `
    insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at, created_by)
    select $1, $2, $3, $4, $5, at + make_interval(hours => $6), at, $7 from business_clock`,
}

export type NewOperator = {
  operatorId: string
  name: string
  fullName: string
  roles: readonly Role[]
  passwordHash: string
  /** how long the one-time password is valid */
  hours: number
  /** null: the server itself */
  createdBy: string | null
}

export async function insertOperator(tx: Tx, operator: NewOperator): Promise<void> {
  const { operatorId, name, fullName, roles, passwordHash, hours, createdBy } = operator
  await tx.query(INSERT, [operatorId, name, fullName, roles, passwordHash, hours, createdBy])
}

const SET_ROLES: Statement = {
  name: 'operator.set_roles',
  text: `update operator set roles = $2 where operator_id = $1`,
}

export async function setRoles(tx: Tx, operatorId: string, roles: readonly Role[]): Promise<void> {
  await tx.query(SET_ROLES, [operatorId, roles])
}

const DISABLE: Statement = {
  name: 'operator.disable',
  text: `update operator set status = 'disabled' where operator_id = $1`,
}

export async function disableOperator(tx: Tx, operatorId: string): Promise<void> {
  await tx.query(DISABLE, [operatorId])
}

const RESET: Statement = {
  name: 'operator.reset',
  text: `
    update operator set status = 'active', password_hash = $2, password_bound = true, totp_secret = null,
      one_time_until = business_now() + make_interval(hours => $3)
    where operator_id = $1
    returning name`,
}

/**
 * Replaces an operator's password and second factor with a one-time password, and enables the account.
 * @returns the operator's name
 * @throws Error when there is no such operator
 */
export async function resetOperator(
  tx: Tx,
  operatorId: string,
  passwordHash: string,
  hours: number,
): Promise<string> {
  const [row] = await tx.query<{ name: string }>(RESET, [operatorId, passwordHash, hours])
  if (!row) throw new Error(`there is no operator ${operatorId}`)
  return row.name
}

export type Credentials = {
  operator_id: string
  name: string
  status: 'active' | 'disabled'
  password_hash: string
  password_bound: boolean
  /** whether a one-time password is valid now; null: the password is not a one-time password */
  one_time: boolean | null
  totp_secret: Buffer | null
  now_ms: bigint
}

const CREDENTIALS = `
  select operator_id, name, status, password_hash, password_bound, one_time_until > at as one_time, totp_secret, ${MS('at')} as now_ms
  from operator, business_clock`
const CREDENTIALS_BY_NAME: Statement = {
  name: 'operator.credentials_by_name',
  text: `${CREDENTIALS} where name = $1`,
}
const CREDENTIALS_BY_ID: Statement = {
  name: 'operator.credentials_by_id',
  text: `${CREDENTIALS} where operator_id = $1`,
}

export async function credentialsByName(db: Executor, name: string): Promise<Credentials | undefined> {
  return (await db.query<Credentials>(CREDENTIALS_BY_NAME, [name]))[0]
}

/** @throws Error when there is no such operator */
export async function credentialsById(db: Executor, operatorId: string): Promise<Credentials> {
  const [row] = await db.query<Credentials>(CREDENTIALS_BY_ID, [operatorId])
  if (!row) throw new Error(`there is no operator ${operatorId}`)
  return row
}

const TAKE_STEP: Statement = {
  name: 'operator.take_step',
  text: `
    update operator set totp_step = $3
    where operator_id = $1 and password_hash = $2 and totp_step < $3 and ${CAN_LOG_IN}
    returning 1`,
}

/**
 * Marks the code of a step as used. Of parallel calls, one succeeds.
 * @returns false when this or a later step was used before, or the password was replaced
 */
export async function takeStep(
  tx: Tx,
  { operator_id, password_hash }: Credentials,
  step: number,
): Promise<boolean> {
  return (await tx.query(TAKE_STEP, [operator_id, password_hash, step])).length > 0
}

const LOCK_ONE_TIME: Statement = {
  name: 'operator.lock_one_time',
  text: `
    select 1 from operator
    where operator_id = $1 and password_hash = $2 and status = 'active' and one_time_until > business_now()
    for no key update`,
}

/** Locks the row of an operator with a one-time password. @returns false when the password is no longer valid */
export async function lockOneTime(tx: Tx, { operator_id, password_hash }: Credentials): Promise<boolean> {
  return (await tx.query(LOCK_ONE_TIME, [operator_id, password_hash])).length > 0
}

const BEGIN_FACTOR: Statement = {
  name: 'operator.begin_factor',
  text: `
    update operator set totp_secret = $2
    where operator_id = $1 and status = 'active' and one_time_until is not null
    returning 1`,
}

/** Stores a secret that the operator has not confirmed yet. @returns false when the account is set up already */
export async function beginFactor(tx: Tx, operatorId: string, sealed: Buffer): Promise<boolean> {
  return (await tx.query(BEGIN_FACTOR, [operatorId, sealed])).length > 0
}

const SET_UP: Statement = {
  name: 'operator.set_up',
  text: `
    update operator set password_hash = $4, password_bound = true, one_time_until = null, totp_step = greatest(totp_step, $5)
    where operator_id = $1 and password_hash = $2 and totp_secret = $3 and status = 'active'
      and one_time_until is not null
    returning 1`,
}

/** Sets the operator's own password and confirms the second factor. @returns false when another call replaced either */
export async function setUp(
  tx: Tx,
  { operator_id, password_hash, totp_secret }: Credentials,
  next: { passwordHash: string; step: number },
): Promise<boolean> {
  const values = [operator_id, password_hash, totp_secret, next.passwordHash, next.step]
  return (await tx.query(SET_UP, values)).length > 0
}

const SET_PASSWORD: Statement = {
  name: 'operator.set_password',
  text: `update operator set password_hash = $2, password_bound = true where operator_id = $1`,
}

export async function setPassword(tx: Tx, operatorId: string, passwordHash: string): Promise<void> {
  await tx.query(SET_PASSWORD, [operatorId, passwordHash])
}
