/** The ways to recharge, as operators change them. Recharges that are open keep what they showed and asked. */
import type { PayerField, RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import * as queries from './methods.queries.ts'
import type { DeskMethod } from './methods.queries.ts'

/** What each kind can ask for: a payment company asks the payer itself, and only USDT has an address to go back to. */
const ASKABLE: Record<RechargeKind, readonly PayerField[]> = {
  sandbox: [],
  bank: ['name', 'email', 'taxId'],
  upi: ['name', 'email', 'taxId'],
  ewallet: ['name', 'email', 'taxId'],
  pix: ['name', 'email', 'taxId'],
  trc20: ['trc20'],
}

/** Minutes from and to. */
export type MethodChange = {
  method: string
  required: readonly PayerField[]
  optional: readonly PayerField[]
  delayFrom: number
  delayTo: number
}

export function listMethods(db: Executor): Promise<DeskMethod[]> {
  return queries.allMethods(db)
}

/** Locks the method and checks a change. @throws Refusal NO_SUCH_DATA; INPUT_INVALID with a fault for each wrong field */
export async function checkMethod(tx: Tx, change: MethodChange): Promise<DeskMethod> {
  const row = await queries.lockMethod(tx, change.method)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  const fields: Record<string, string> = {}
  const wrong = (asked: readonly PayerField[]) =>
    new Set(asked).size < asked.length || asked.some((field) => !ASKABLE[row.kind].includes(field))
  if (wrong(change.required)) fields['required'] = 'INVALID'
  if (wrong([...change.optional, ...change.required])) fields['optional'] = 'INVALID'
  if (change.delayTo < change.delayFrom) fields['delayTo'] = 'INVALID'
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return row
}

/** Changes a method. @returns what it was. @throws Refusal as `checkMethod` */
export async function changeMethod(tx: Tx, change: MethodChange): Promise<MethodChange> {
  const before = await checkMethod(tx, change)
  await queries.updateMethod(tx, change)
  const payer = (fields: DeskMethod['required_fields']) => fields.filter((field) => field !== 'code')
  return {
    method: before.method,
    required: payer(before.required_fields),
    optional: payer(before.optional_fields),
    delayFrom: before.delay_from,
    delayTo: before.delay_to,
  }
}
