/**
 * What the approver of a change must see and the request does not say: every value that takes effect, what it replaces, the money, and
 * what the server knows for or against it. It is computed at each reading, by the functions of the act itself, and it decides nothing:
 * the act checks everything again.
 */
import type { Code } from '@fairlot/contract/flags'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { houseAccounts } from '../../ledger/index.ts'
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'

export type ShownOutlook = NonNullable<Output<Endpoints['approvalShow']>['outlook']>
export type Fact = ShownOutlook['facts'][number]

/** Fields by name, as text. Amounts are as on the wire. */
export type Fields = Record<string, string>

export type Outlook = {
  /** every field that takes effect; left out: what the request names is all */
  effect?: Fields
  /** what these fields are now; a field that is left out is new */
  before?: Fields
  /** what it moves, or can cost */
  money?: Fields
  facts?: readonly Fact[]
  /** whose data it shows; each reading is in the audit log */
  members?: readonly string[]
  /** why the act would be refused now */
  refused?: Code | null
}

/** @param warns whether the approver should look at it first */
export const fact = (name: string, value: string, warns = false): Fact => ({ name, value, warns })

export const warningsFirst = (facts: readonly Fact[]): Fact[] =>
  facts.toSorted((a, b) => Number(b.warns) - Number(a.warns))

/** The refusal that a check throws; null: it throws none. */
export async function refusalOf(check: () => Promise<unknown>): Promise<Code | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** @param named the fields of the request, which are all that takes effect where the outlook names none */
export async function shownOutlook(
  named: Fields,
  look: () => Promise<Outlook>,
): Promise<{ outlook: ShownOutlook; members: readonly string[] }> {
  let found: Outlook = {}
  try {
    found = await look()
  } catch (error) {
    // the terms no longer fit what the installation allows: there is nothing to show beside the refusal
    if (!(error instanceof Refusal)) throw error
    found = { refused: error.code }
  }
  const { effect = named, before = {}, money = {}, facts = [], refused = null, members = [] } = found
  return { outlook: { effect, before, money, facts: warningsFirst(facts), refused }, members }
}

/** The balance of an account of the house, and what of it can be paid now, in minor units. */
export async function houseAccount(
  db: Executor,
  account: HouseAccount,
): Promise<{ balance: bigint; available: bigint }> {
  const found = (await houseAccounts(db)).find(({ name }) => name === account)
  if (!found) throw new Error(`there is no house account ${account}`)
  return found
}

/** A payment out of an account of the house: the balance before and after. Warns when it cannot pay. */
export async function paidFrom(
  db: Executor,
  account: HouseAccount,
  amount: bigint,
): Promise<{ money: Fields; facts: Fact[] }> {
  const { balance, available } = await houseAccount(db, account)
  return {
    money: { [`${account} now`]: formatMoney(balance), [`${account} after`]: formatMoney(balance - amount) },
    facts: available < amount ? [fact(account, `can pay only ${formatMoney(available)}`, true)] : [],
  }
}

/** `3 h`, `12 d`: the time since a moment, rounded down. Below an hour it says minutes. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
