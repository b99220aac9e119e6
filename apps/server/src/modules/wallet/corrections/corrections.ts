/**
 * Two operators correct the money of one member: they credit it from an account of the house, take such a credit back, or book that
 * a bank took a recharge back. Nothing of it counts as recharged, played or spent.
 */
import type { EarningAccount } from '@fairlot/contract/kinds/house-moves'
import type { CreditingAccount, CreditReason } from '@fairlot/contract/kinds/corrections'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  balances,
  forgetPlay,
  houseAvailable,
  lockMove,
  lockWallets,
  moveHouse,
  moveIdOf,
  refuseRealMoney,
  transfer,
  unplayed,
} from '../../ledger/index.ts'
import { addReturned, lockReturn, returnRows } from '../back/recharge-return.queries.ts'
import * as queries from './corrections.queries.ts'
import type { CorrectedBy, CorrectionRow } from './corrections.queries.ts'

export type CorrectionDeps = {
  /** whether a member's account is closed: it gets nothing any more */
  isClosed?: ((tx: Tx, memberId: string) => Promise<boolean>) | undefined
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** called after the commit that changes a member's balance */
  onCredited?: ((memberId: string) => void) | undefined
}

export type Credit = {
  memberId: string
  id: string
  account: CreditingAccount
  amount: bigint
  reason: CreditReason
  by: CorrectedBy
}
export type Reversal = { memberId: string; id: string; reverses: string; amount: bigint; by: CorrectedBy }
export type Chargeback = {
  /** number of the recharge */
  number: string
  account: EarningAccount
  amount: bigint
  reference: string
  /** why, for the house's books */
  reason: string
  by: CorrectedBy
}
/** Minor units. `most`: what the bank has not taken back; `isReturning`: a withdrawal returns a part of the recharge now. */
export type Chargeable = { memberId: string; most: bigint; taken: bigint; isReturning: boolean }
/** Minor units. `taken`: from the member's wallet; the house bears the rest. */
export type Charged = { memberId: string; taken: bigint; borne: bigint }

export type CorrectionDesk = {
  /** @throws Refusal NO_SUCH_DATA for a closed or unknown account, HOUSE_BOUND when the account of the house has less */
  credit(tx: Tx, credit: Credit): Promise<void>
  /** @throws Refusal NO_SUCH_DATA, CHANGED_MEANWHILE when it was taken back before, or the wallet has less */
  reverse(tx: Tx, reversal: Reversal): Promise<void>
  /** @throws Refusal NO_SUCH_DATA, CHANGED_MEANWHILE when the recharge brought less, HOUSE_BOUND when the house cannot bear it */
  chargeBack(tx: Tx, chargeback: Chargeback): Promise<Charged>
  /** What a chargeback would take from the member now, without a lock. @throws Refusal NO_SUCH_DATA */
  chargeable(db: Executor, number: string): Promise<Chargeable>
  list(db: Executor, memberId: string): Promise<CorrectionRow[]>
  /** @throws Refusal NO_SUCH_DATA */
  find(db: Executor, memberId: string, id: string): Promise<CorrectionRow>
  moved(memberId: string): void
}

export function correctionDesk(deps: CorrectionDeps): CorrectionDesk {
  return {
    credit: (tx, credit) => creditMember(deps, tx, credit),
    reverse: (tx, reversal) => reverseCredit(tx, reversal),
    chargeBack: (tx, chargeback) => chargeBack(deps, tx, chargeback),
    async chargeable(db, number) {
      const found = await queries.rechargeToCharge(db, number)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const most = found.credited - found.charged
      const { taken, isReturning } = await takeable(db, found.member_id, found.recharge_id)
      return { memberId: found.member_id, most, taken: taken < most ? taken : most, isReturning }
    },
    list: queries.correctionsOf,
    find: findCorrection,
    moved: (memberId) => deps.onCredited?.(memberId),
  }
}

async function findCorrection(db: Executor, memberId: string, id: string): Promise<CorrectionRow> {
  const found = await queries.correctionById(db, memberId, id)
  if (!found) throw new Refusal('NO_SUCH_DATA')
  return found
}

async function creditMember(
  { isClosed, display }: CorrectionDeps,
  tx: Tx,
  { memberId, id, account, amount, reason, by }: Credit,
): Promise<void> {
  if (by === null) await refuseRealMoney(tx)
  await lockWallets(tx, [memberId])
  if (await isClosed?.(tx, memberId)) throw new Refusal('NO_SUCH_DATA')
  await queries.insertCorrection(tx, { memberId, id, kind: 'credit', account, amount, reason, by })
  const free = await houseAvailable(tx, account)
  if (free < amount) throw new Refusal('HOUSE_BOUND', { values: { free: display(free) } })
  await transfer(tx, {
    ref: id,
    kind: 'correction',
    from: { house: account },
    to: { member: memberId },
    amount,
  })
}

/** The line has the name of the credit, so that a credit is taken back once. */
async function reverseCredit(tx: Tx, { memberId, id, reverses, amount, by }: Reversal): Promise<void> {
  if (by === null) await refuseRealMoney(tx)
  await lockWallets(tx, [memberId])
  const credit = await findCorrection(tx, memberId, reverses)
  if (credit.kind !== 'credit') throw new Refusal('NO_SUCH_DATA')
  const { balance } = await balances(tx, memberId)
  if (credit.reversed || amount > credit.amount || amount > balance) throw new Refusal('CHANGED_MEANWHILE')
  const { account } = credit
  await queries.insertCorrection(tx, { memberId, id, kind: 'reversal', account, amount, reverses, by })
  await transfer(tx, {
    ref: reverses,
    kind: 'correction_back',
    from: { member: memberId },
    to: { house: account },
    amount,
  })
}

/** `taken`: what of a recharge can go back to its source now: not played, and in the wallet. The house bears the rest. */
async function takeable(
  db: Executor,
  memberId: string,
  rechargeId: string,
): Promise<{ taken: bigint; notPlayed: bigint; isReturning: boolean }> {
  const [row] = await returnRows(db, memberId, await unplayed(db, memberId), rechargeId)
  const { balance } = await balances(db, memberId)
  const notPlayed = row?.not_played ?? 0n
  const isReturning = (row?.open ?? null) !== null
  if (!row || isReturning) return { taken: 0n, notPlayed, isReturning }
  return { taken: row.unplayed < balance ? row.unplayed : balance, notPlayed, isReturning }
}

/** All code locks the recharge, then the wallet, then accounts of the house. */
async function chargeBack({ display }: CorrectionDeps, tx: Tx, chargeback: Chargeback): Promise<Charged> {
  const { number, account, amount, reference, reason, by } = chargeback
  if (by === null) await refuseRealMoney(tx)
  const known = await queries.rechargeToCharge(tx, number)
  if (!known) throw new Refusal('NO_SUCH_DATA')
  const { member_id: memberId, recharge_id: rechargeId } = known
  await lockReturn(tx, memberId, rechargeId, 0n)
  await lockWallets(tx, [memberId])
  const recharge = (await queries.rechargeToCharge(tx, number))!
  if (amount > recharge.credited - recharge.charged) throw new Refusal('CHANGED_MEANWHILE')
  const { taken: most, notPlayed } = await takeable(tx, memberId, rechargeId)
  const taken = most < amount ? most : amount
  const left = recharge.credited - recharge.returned
  const counted = left < amount ? left : amount
  const required = await lockReturn(tx, memberId, rechargeId, counted)
  await addReturned(tx, memberId, rechargeId, counted)
  await forgetPlay(tx, memberId, { required: required!.before - required!.after, unplayed: notPlayed })
  const move = { kind: 'chargeback', account, direction: 'out', amount, reference, reason } as const
  const id = moveIdOf(move)
  await queries.insertCorrection(tx, {
    memberId,
    id,
    kind: 'chargeback',
    account,
    amount: taken,
    chargeback: { rechargeId, charged: amount, counted },
    by,
  })
  const free = (await lockMove(tx, move)) + taken
  if (free < amount) throw new Refusal('HOUSE_BOUND', { values: { free: display(free) } })
  if (taken > 0n)
    await transfer(tx, {
      ref: id,
      kind: 'charged_back',
      from: { member: memberId },
      to: { house: account },
      amount: taken,
    })
  await moveHouse(tx, by === null ? move : { ...move, by })
  return { memberId, taken, borne: amount - taken }
}
