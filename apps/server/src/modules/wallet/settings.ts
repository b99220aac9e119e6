import type { Executor, Statement } from '../../platform/db.ts'

/** The wallet's settings, in minor units, minutes and seconds; every recharge keeps what it was opened under. */
export type WalletSettings = {
  readonly steps: readonly bigint[]
  readonly minimum: bigint
  readonly maximum: bigint
  readonly expiryMinutes: number
  readonly maxOpen: number
  readonly sandboxDelaySeconds: number
}

type Row = {
  steps: string[]
  recharge_minimum: bigint
  recharge_maximum: bigint
  recharge_expiry_minutes: number
  recharge_max_open: number
  sandbox_delay_seconds: number
}

const READ: Statement = {
  name: 'wallet.settings',
  text: `
    select recharge_steps::text[] as steps, recharge_minimum, recharge_maximum, recharge_expiry_minutes,
      recharge_max_open, sandbox_delay_seconds
    from wallet_setting`,
}

export async function walletSettings(db: Executor): Promise<WalletSettings> {
  const [row] = await db.query<Row>(READ)
  if (!row) throw new Error('the database has no wallet settings')
  return {
    steps: row.steps.map(BigInt),
    minimum: row.recharge_minimum,
    maximum: row.recharge_maximum,
    expiryMinutes: row.recharge_expiry_minutes,
    maxOpen: row.recharge_max_open,
    sandboxDelaySeconds: row.sandbox_delay_seconds,
  }
}
