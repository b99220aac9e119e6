/** Freezes on the wallet's row, where every purchase and withdrawal meets them under the wallet's lock. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'

const FREEZE: Statement = {
  name: 'wallet.freeze',
  text: 'update wallet set frozen_until = $2::timestamptz, money_held = $3 where member_id = $1',
}

/**
 * Freezes a wallet until a moment, or ends the freeze. The caller holds the wallet's lock, and has written the history.
 * @param until null: it is not frozen
 */
export async function freezeWallet(
  tx: Tx,
  member: string,
  until: Date | null,
  holdsMoney: boolean,
): Promise<void> {
  await tx.query(FREEZE, [member, until, holdsMoney])
}

const FROZEN: Statement = {
  name: 'wallet.frozen',
  text: `
    select ${MS('frozen_until')} as until_ms, ceil(extract(epoch from frozen_until - at))::bigint as seconds, money_held
    from wallet, business_clock where member_id = $1 and frozen_until > at`,
}

/** `until`: Unix milliseconds. `seconds`: until then. `holdsMoney`: two operators hold the member's withdrawals. */
export type Frozen = { until: number; seconds: number; holdsMoney: boolean }

/** The freeze of a member that runs now; null: there is none. */
export async function frozenNow(db: Executor, member: string): Promise<Frozen | null> {
  type Row = { until_ms: bigint; seconds: bigint; money_held: boolean }
  const [row] = await db.query<Row>(FROZEN, [member])
  return row
    ? { until: Number(row.until_ms), seconds: Number(row.seconds), holdsMoney: row.money_held }
    : null
}

const HOUR_SECONDS = 3_600

const ending = (seconds: number) => ({
  retryAfter: Math.max(1, seconds),
  values: { hours: Math.max(1, Math.ceil(seconds / HOUR_SECONDS)) },
})

/** What a frozen member is told about an act that waits for the end of the freeze. */
export const frozenRefusal = (seconds: number): Refusal => new Refusal('FROZEN', ending(seconds))

/** @throws Refusal FROZEN */
export async function requireNotFrozen(db: Executor, member: string): Promise<void> {
  const frozen = await frozenNow(db, member)
  if (frozen) throw frozenRefusal(frozen.seconds)
}

/** @throws Refusal MONEY_HELD when two operators hold the member's withdrawals */
export async function requireMoneyFree(db: Executor, member: string): Promise<void> {
  const frozen = await frozenNow(db, member)
  if (frozen?.holdsMoney === true) throw new Refusal('MONEY_HELD', ending(frozen.seconds))
}
