/** The ways in that are open to members, for the go-live check: it runs without the server. */
import type { Executor } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { offeredAccounts } from '../transfer/receiving-accounts.queries.ts'
import { trc20Settings } from '../trc20/trc20.settings.ts'

/** @param trc20 whether recharges in USDT are configured @returns codes of receiving accounts, and `trc20` */
export async function offeredMethods(
  db: Executor,
  { values, currency, trc20 }: { values: Values; currency: string; trc20: boolean },
): Promise<string[]> {
  const accounts = (await offeredAccounts(db, currency)).map(({ code }) => code)
  return trc20 && trc20Settings(values).rate > 0n ? [...accounts, 'trc20'] : accounts
}
