/** Exclusions and closing on the wallet's row, where every purchase and recharge meets them under the wallet's lock. */
import { Refusal } from '../../../platform/refusal.ts'
import { frozenRefusal } from './wallet-freeze.ts'
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
    select closing, case when excluded_until > settled.at then ${MS('excluded_until')} end as until_ms,
      case when frozen_until > now.at then ceil(extract(epoch from frozen_until - now.at))::bigint end as frozen_seconds
    from wallet, settled_clock settled, business_clock now
    where member_id = $1 and (closing or excluded_until > settled.at or frozen_until > now.at)`,
}

/** `until`: the end of the exclusion, Unix milliseconds; null: there is none. `frozenSeconds`: until operators' freeze ends */
export type Barred = { closing: boolean; until: number | null; frozenSeconds: number | null }

/** Why a member's wallet buys nothing and receives no recharge now; null: it does both. */
export async function barredNow(db: Executor, member: string): Promise<Barred | null> {
  const [row] = await db.query<{ closing: boolean; until_ms: bigint | null; frozen_seconds: bigint | null }>(
    BARRED,
    [member],
  )
  const whole = (value: bigint | null) => (value === null ? null : Number(value))
  return row
    ? { closing: row.closing, until: whole(row.until_ms), frozenSeconds: whole(row.frozen_seconds) }
    : null
}

/** @throws Refusal ACCOUNT_CLOSING, EXCLUDED, FROZEN when a member's wallet buys nothing now */
export async function requireFree(db: Executor, member: string): Promise<void> {
  const barred = await barredNow(db, member)
  if (barred === null) return
  if (barred.closing) throw new Refusal('ACCOUNT_CLOSING')
  if (barred.until !== null || barred.frozenSeconds === null) throw new Refusal('EXCLUDED')
  throw frozenRefusal(barred.frozenSeconds)
}
