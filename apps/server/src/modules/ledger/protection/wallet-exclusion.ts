/** Exclusions and closing on the wallet's row, where every purchase and recharge meets them under the wallet's lock. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

const EXCLUDE: Statement = {
  name: 'wallet.exclude',
  text: `update wallet set excluded_until = $2::timestamptz where member_id = $1`,
}

/** Stops a member's purchases and recharges from the commit until a moment. The caller holds the wallet's lock. */
export async function excludeWallet(tx: Tx, member: string, until: Date): Promise<void> {
  await tx.query(EXCLUDE, [member, until])
}

const CLOSING: Statement = {
  name: 'wallet.closing',
  text: 'update wallet set closing = $2 where member_id = $1',
}

/** Marks a wallet whose account is being closed: it buys nothing and receives no recharge. The caller holds the wallet's lock. */
export async function markWalletClosing(tx: Tx, member: string, closing: boolean): Promise<void> {
  await tx.query(CLOSING, [member, closing])
}

const BARRED: Statement = {
  name: 'wallet.barred',
  text: `
    select closing, case when excluded_until > at then ${MS('excluded_until')} end as until_ms
    from wallet, settled_clock where member_id = $1 and (closing or excluded_until > at)`,
}

/** `until`: the end of the exclusion, Unix milliseconds; null: only closing bars the wallet */
export type Barred = { closing: boolean; until: number | null }

/** Why a member's wallet buys nothing and receives no recharge now; null: it does both. */
export async function barredNow(db: Executor, member: string): Promise<Barred | null> {
  const [row] = await db.query<{ closing: boolean; until_ms: bigint | null }>(BARRED, [member])
  return row ? { closing: row.closing, until: row.until_ms === null ? null : Number(row.until_ms) } : null
}
