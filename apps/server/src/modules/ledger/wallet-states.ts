/** Balances of many members with how often each has changed: for live updates. */
import type { Executor } from '../../platform/db.ts'

export type WalletState = {
  member: string
  /** minor units */
  balance: bigint
  /** lines of the wallet in the ledger: grows with each change of the balance */
  version: number
}

const STATES = {
  name: 'wallet.states',
  text: `select w.member_id as member, w.balance, w.lines::int as version
    from unnest($1::uuid[]) as wanted(member_id) join wallet w using (member_id)`,
}

/** States of wallets; a member without one is left out. */
export function walletStates(db: Executor, memberIds: readonly string[]): Promise<WalletState[]> {
  return db.query<WalletState>(STATES, [memberIds])
}
