/**
 * Ways in without a payment company: the member pays to an account or address of the operator, and the wallet itself gives
 * the instructions. What arrives is credited with `creditArrival` (credits.ts), whatever its amount is.
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Executor, Tx } from '../../../platform/db.ts'
import type { RechargeRow } from './recharge.queries.ts'

export type Instructions = NonNullable<Output<Endpoints['rechargeStatus']>['instructions']>

/** A method as members choose it. */
export type Offer = {
  /** id on the wire: the code of a receiving account, or the kind */
  readonly id: string
  readonly kind: RechargeKind
  /** name that the operator gave it; null where the kind says it all */
  readonly name: string | null
  /** wallet units per USDT; null for other kinds */
  readonly rate: string | null
}

/** A recharge that is being opened. */
export type Opening = {
  readonly memberId: string
  readonly id: string
  readonly offer: Offer
  /** minor units */
  readonly amount: bigint
  readonly currency: string
  /** Unix milliseconds */
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** What a recharge is paid to. */
export type Allocated = {
  /** names the payment for the provider: a reference, an address; unique for the provider, never used again */
  readonly paymentId: string
  /** id of the receiving account, for transfers */
  readonly receivingAccount: string | null
}

export type DirectWay = {
  /** name in the tables of payments and notices */
  readonly provider: string
  readonly kinds: readonly RechargeKind[]
  /** What can be chosen now; empty while the way is not configured. */
  offers(db: Executor): Promise<readonly Offer[]>
  /** Minutes until an unpaid recharge expires. */
  expiryMinutes(): number
  /** Runs in the transaction that opens the recharge, before its row is written. */
  allocate(tx: Tx, opening: Opening): Promise<Allocated>
  /** Runs in the same transaction after the row is written. */
  opened?(tx: Tx, opening: Opening, allocated: Allocated): Promise<void>
  /** How to pay these recharges of the way, by id. Called for recharges that can still be paid. */
  instructions(db: Executor, rows: readonly RechargeRow[]): Promise<ReadonlyMap<string, Instructions>>
}

/** The ways by kind. @throws Error when two ways serve a kind */
export function waysByKind(ways: readonly DirectWay[]): ReadonlyMap<RechargeKind, DirectWay> {
  const byKind = new Map<RechargeKind, DirectWay>()
  for (const way of ways) {
    for (const kind of way.kinds) {
      if (byKind.has(kind)) throw new Error(`two ways in serve the kind ${kind}`)
      byKind.set(kind, way)
    }
  }
  return byKind
}
