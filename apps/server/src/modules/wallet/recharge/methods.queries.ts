/** Statements of the methods of recharge. */
import type { RechargeField, RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'

export type MethodRow = {
  method: string
  kind: RechargeKind
  required_fields: RechargeField[]
  optional_fields: RechargeField[]
  delay_from: number
  delay_to: number
}

const METHODS: Statement = {
  name: 'recharge.methods',
  text: `
    select method, kind, required_fields, optional_fields, delay_from, delay_to
    from recharge_method where enabled and kind = any($1::text[]) order by position`,
}

/** The enabled recharge methods of the given kinds, in their order. */
export function rechargeMethods(db: Executor, kinds: readonly string[]) {
  return db.query<MethodRow>(METHODS, [kinds])
}

/** A method with its switch, as operators see it. */
export type DeskMethod = MethodRow & { enabled: boolean }

const DESK_METHODS =
  'select method, kind, enabled, required_fields, optional_fields, delay_from, delay_to from recharge_method'
const ALL_METHODS: Statement = { name: 'recharge.all_methods', text: `${DESK_METHODS} order by position` }
const LOCK_METHOD: Statement = {
  name: 'recharge.lock_method',
  text: `${DESK_METHODS} where method = $1 for update`,
}
const UPDATE_METHOD: Statement = {
  name: 'recharge.update_method',
  text: `update recharge_method set required_fields = $2, optional_fields = $3, delay_from = $4, delay_to = $5 where method = $1`,
}

export function allMethods(db: Executor): Promise<DeskMethod[]> {
  return db.query<DeskMethod>(ALL_METHODS)
}

export async function lockMethod(tx: Tx, method: string): Promise<DeskMethod | undefined> {
  return (await tx.query<DeskMethod>(LOCK_METHOD, [method]))[0]
}

/** @param change minutes from and to */
export async function updateMethod(
  tx: Tx,
  change: {
    method: string
    required: readonly RechargeField[]
    optional: readonly RechargeField[]
    delayFrom: number
    delayTo: number
  },
): Promise<void> {
  const { method, required, optional, delayFrom, delayTo } = change
  await tx.query(UPDATE_METHOD, [method, required, optional, delayFrom, delayTo])
}
