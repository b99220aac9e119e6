/**
 * Withdrawals: a member applies, operators approve, export and pay. From the application to the end the money is in the
 * withdrawal's own book: it is paid once, or it goes back to the wallet whole.
 */
import { createHash } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { IdentityState } from '@fairlot/contract/life/identity-life'
import type { Language } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { zoneText } from '../../../platform/zone-text.ts'
import {
  balances,
  barredNow,
  defineBook,
  lockWallets,
  playThrough,
  requireMoneyFree,
  requirePlayAgain,
  transfer,
  type PlayThrough,
} from '../../ledger/index.ts'
import { vipLevelOf } from '../../identity/index.ts'
import { isNeeded, isOtherPerson } from '../../identity-check/index.ts'
import { displayAmount, type Currency } from '../display.ts'
import { openDetails, type MemberCodes } from '../payout/payout.ts'
import { payoutAccounts, type PayoutRow } from '../payout/payout.queries.ts'
import { walletSettings, type WalletSettings } from '../wallet.settings.ts'
import { addReturned, lockReturn } from '../back/recharge-return.queries.ts'
import { checkCodeOrFind } from '../same-request.ts'
import * as queries from './withdrawal.queries.ts'
import {
  checkStep,
  clockText,
  feeOf,
  windowAt,
  withdrawableOf,
  withdrawalNumber,
} from './withdrawal.rules.ts'

/** What a withdrawal holds until it ends. */
export const HOLDS = defineBook({
  name: 'withdrawal',
  table: 'withdrawal_hold',
  key: 'withdrawal_id',
  balance: 'held',
  account: 'held',
})

/** What withdrawals ask about the identity check. */
export type WithdrawalIdentity = {
  state(db: Executor, memberId: string): Promise<IdentityState>
  /** the names of members with an approved check */
  names(db: Executor, memberIds: readonly string[]): Promise<Map<string, string>>
}

export type WithdrawalDeps = {
  readonly db: Db
  readonly random: Random
  readonly settings: Values
  readonly currency: Currency
  readonly utcOffsetMinutes: number
  readonly codes: MemberCodes
  /** whether a module on which money can be played through serves the member */
  readonly canPlay: (member: Caller) => boolean
  /** opens the details of payout accounts */
  readonly sealing: Sealing
  readonly identity: WithdrawalIdentity
  /** called after the commit that changes a wallet */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

export type Waiver = Output<Endpoints['withdrawInfo']>['waived']
export type WithdrawalView = Output<Endpoints['withdraw']>
type Input = ParsedInput<Endpoints['withdraw']>

/** What a member could withdraw at a moment. */
export type Standing = {
  balance: bigint
  play: PlayThrough
  waived: Waiver
  withdrawable: bigint
  closing: boolean
}

/** Reads what a member can withdraw. It decides only under the lock of the member's wallet. */
export async function standingOf(
  { canPlay }: Pick<WithdrawalDeps, 'canPlay'>,
  db: Executor,
  member: Caller,
): Promise<Standing> {
  const { memberId } = member
  const { balance } = await balances(db, memberId)
  const play = await playThrough(db, memberId)
  const barred = await barredNow(db, memberId)
  const closing = barred?.closing === true
  const waived = closing ? 'closing' : canPlay(member) ? null : 'module_off'
  const withdrawable = withdrawableOf(balance, waived === null ? play.left : 0n)
  return { balance, play, waived, withdrawable, closing }
}

/** Hundredths of a percent, for a VIP level. */
export const feeRateOf = ({ withdrawalFees }: WalletSettings, level: number): number =>
  withdrawalFees[level] ?? withdrawalFees[0] ?? 0

/** The fee of a VIP level, in hundredths of a percent. */
export const withdrawalFeeAt = (values: Values, level: number): number =>
  feeRateOf(walletSettings(values), level)

/** The wire form of a withdrawal. */
export function withdrawalView(row: queries.WithdrawalRow): WithdrawalView {
  return {
    id: row.withdrawal_id,
    number: row.number,
    amount: formatMoney(row.amount),
    fee: formatMoney(row.fee),
    net: formatMoney(row.amount - row.fee),
    status: row.state,
    stage: row.stage,
    reason: row.reason,
    note: row.note,
    account: { kind: row.kind, label: row.label, masked: row.masked },
    recharge:
      row.recharge_id === null || row.recharge_number === null
        ? null
        : { id: row.recharge_id, number: row.recharge_number },
    reference: row.reference,
    returnable: row.stage === 'waiting',
    createdAt: Number(row.created_ms),
    finishedAt: row.finished_ms === null ? null : Number(row.finished_ms),
    timeline: row.timeline,
  }
}

export function requireFound(row: queries.WithdrawalRow | undefined): queries.WithdrawalRow {
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

/** @throws Refusal REQUEST_ID_REUSED */
export function requireSame(row: queries.WithdrawalRow, inputHash: Buffer): queries.WithdrawalRow {
  if (!row.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
  return row
}

/**
 * Applies for a withdrawal: the money leaves the wallet at once. A repeated call with the same request id answers the same
 * withdrawal, whatever has happened to it since.
 * @throws Refusal as the endpoint declares
 */
export async function applyForWithdrawal(
  deps: WithdrawalDeps,
  member: Caller,
  input: Input,
): Promise<queries.WithdrawalRow> {
  const { db, codes } = deps
  const { memberId } = member
  const amount = parseMoney(input.amount)
  const inputHash = createHash('sha256')
    .update(JSON.stringify([amount.toString(), input.account ?? null]))
    .digest()
  const findEarlier = () => queries.withdrawalByRequest(db, memberId, input.requestId)
  const earlier = await findEarlier()
  if (earlier) return requireSame(earlier, inputHash)

  const phone = await codes.phoneOf(memberId)
  const parallel = await checkCodeOrFind(() => codes.check(phone, 'withdraw', input.code), findEarlier)
  if (parallel) return requireSame(parallel, inputHash)
  const applied = await db.tx(async (tx) => {
    const now = await queries.lockApplications(tx, memberId)
    const meanwhile = await queries.withdrawalByRequest(tx, memberId, input.requestId)
    if (meanwhile) return requireSame(meanwhile, inputHash)
    await lockWallets(tx, [memberId])
    const settings = walletSettings(deps.settings)
    const account = chosenAccount(await payoutAccounts(tx, memberId), input.account, now)
    await checkApplication(deps, tx, member, { amount, now, settings })
    await checkIdentity(deps, tx, memberId, { amount, account, settings })
    await codes.use(tx, phone, 'withdraw', input.code)
    return openWithdrawal(deps, tx, {
      memberId,
      id: uuidv7(now, deps.random),
      requestId: input.requestId,
      inputHash,
      accountId: account.account_id,
      amount,
    })
  })
  deps.onMoved?.(memberId)
  return applied
}

type Opened = Pick<
  queries.NewWithdrawal,
  'memberId' | 'id' | 'requestId' | 'inputHash' | 'accountId' | 'amount' | 'back'
>

/** Writes a withdrawal that was checked, and moves its money; the demo world and tests also call it. @throws Refusal MONEY_HELD */
export async function openWithdrawal(
  deps: Pick<WithdrawalDeps, 'settings'>,
  tx: Tx,
  opened: Opened,
): Promise<queries.WithdrawalRow> {
  const { memberId, id, amount } = opened
  await lockWallets(tx, [memberId])
  await requireMoneyFree(tx, memberId)
  const settings = walletSettings(deps.settings)
  const feeRate = opened.back ? 0 : feeRateOf(settings, await vipLevelOf(tx, deps.settings, memberId))
  await queries.insertWithdrawal(tx, {
    ...opened,
    number: withdrawalNumber(id),
    fee: feeOf(amount, feeRate),
    feeRate,
    approvalsNeeded: amount >= settings.twoApproversFrom ? 2 : 1,
  })
  await transfer(tx, {
    ref: id,
    kind: 'withdrawal',
    from: { member: memberId },
    to: { book: HOLDS, key: id },
    amount,
  })
  return requireFound(await queries.withdrawalById(tx, memberId, id))
}

/** The named account, or the first usable one. @throws Refusal PAYOUT_MISSING, PAYOUT_RESTS, NO_SUCH_DATA */
function chosenAccount(accounts: readonly PayoutRow[], id: string | undefined, now: number): PayoutRow {
  const usable = accounts.filter(({ refused }) => refused === null)
  if (id !== undefined && !accounts.some((one) => one.account_id === id)) throw new Refusal('NO_SUCH_DATA')
  const chosen =
    id === undefined
      ? (usable.find(({ resting }) => !resting) ?? usable[0])
      : usable.find((one) => one.account_id === id)
  if (!chosen) throw new Refusal('PAYOUT_MISSING')
  if (chosen.resting) {
    const hours = Math.max(1, Math.ceil((Number(chosen.usable_ms) - now) / HOUR_MS))
    throw new Refusal('PAYOUT_RESTS', { values: { hours } })
  }
  return chosen
}

/**
 * @throws Refusal WITHDRAWAL_TOO_SMALL, OUTSIDE_HOURS, TOO_MANY_WITHDRAWALS, WITHDRAWABLE_INSUFFICIENT
 */
async function checkApplication(
  deps: WithdrawalDeps,
  tx: Tx,
  member: Caller,
  { amount, now, settings }: { amount: bigint; now: number; settings: WalletSettings },
): Promise<void> {
  const shown = (minor: bigint) => (language: Language) => displayAmount(minor, deps.currency, language)
  const { withdrawable, closing } = await standingOf(deps, tx, member)
  // an account that closes pays out all that it has
  const isLast = closing && amount === withdrawable
  if (amount < settings.withdrawalMinimum && !isLast)
    throw new Refusal('WITHDRAWAL_TOO_SMALL', { values: { amount: shown(settings.withdrawalMinimum) } })
  const { withdrawalOpens: opens, withdrawalCloses: closes } = settings
  if (!windowAt({ opens, closes, utcOffsetMinutes: deps.utcOffsetMinutes }, now).open)
    throw new Refusal('OUTSIDE_HOURS', {
      values: { from: clockText(opens), until: clockText(closes), zone: zoneText(deps.utcOffsetMinutes) },
    })
  const open = await queries.countOpenWithdrawals(tx, member.memberId)
  if (open >= settings.withdrawalMaxOpen)
    throw new Refusal('TOO_MANY_WITHDRAWALS', { values: { count: open } })
  if (amount > withdrawable)
    throw new Refusal('WITHDRAWABLE_INSUFFICIENT', { values: { amount: shown(withdrawable) } })
}

/** @throws Refusal IDENTITY_REQUIRED, HOLDER_DIFFERS */
async function checkIdentity(
  deps: WithdrawalDeps,
  tx: Tx,
  memberId: string,
  { amount, account, settings }: { amount: bigint; account: PayoutRow; settings: WalletSettings },
): Promise<void> {
  const { identity } = deps
  const threshold = settings.identityFrom
  const used = await queries.withdrawnLately(tx, memberId)
  if (isNeeded(await identity.state(tx, memberId), { threshold, used }, amount)) {
    const values = { amount: (language: Language) => displayAmount(threshold, deps.currency, language) }
    throw new Refusal('IDENTITY_REQUIRED', { values })
  }
  const name = (await identity.names(tx, [memberId])).get(memberId) ?? null
  const { holder } = openDetails(deps, memberId, account)
  if (isOtherPerson(holder, name)) throw new Refusal('HOLDER_DIFFERS')
}

/**
 * Takes a withdrawal back that no operator has approved. Repeating the call changes nothing.
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_APPROVED
 */
export async function returnWithdrawal(
  deps: WithdrawalDeps,
  memberId: string,
  id: string,
): Promise<queries.WithdrawalRow> {
  const returned = await deps.db.tx(async (tx) => {
    const row = requireFound(await queries.lockWithdrawal(tx, memberId, id))
    if (row.state === 'returned') return row
    if (row.stage !== 'waiting') throw new Refusal('WITHDRAWAL_APPROVED')
    await giveBack(tx, row, { step: 'returned', operatorId: null })
    return requireFound(await queries.withdrawalById(tx, memberId, id))
  })
  deps.onMoved?.(memberId)
  return returned
}

/** Ends a locked withdrawal without a payment: the whole amount goes back to the wallet. */
export async function giveBack(
  tx: Tx,
  row: queries.WithdrawalRow,
  next: queries.NextStep & { step: 'failed' | 'returned' },
): Promise<void> {
  checkStep(row.stage === 'waiting' ? 'processing' : (row.stage ?? row.state), next.step)
  await staysPlayed(tx, row)
  await transfer(tx, {
    ref: row.withdrawal_id,
    kind: 'withdrawal_back',
    from: { book: HOLDS, key: row.withdrawal_id },
    to: { member: row.member_id },
    amount: row.amount,
  })
  await queries.advanceWithdrawal(tx, row, next)
}

/** A recharge that does not go back after all is to be played through again. Locks the recharge, then the wallet. */
async function staysPlayed(tx: Tx, row: queries.WithdrawalRow): Promise<void> {
  const { recharge_id: id, member_id: memberId, amount, waived } = row
  if (id === null) return
  const required = await lockReturn(tx, memberId, id, -amount)
  if (!required) throw new Error(`the recharge ${id} of withdrawal ${row.number} is not there`)
  await lockWallets(tx, [memberId])
  await addReturned(tx, memberId, id, -amount)
  await requirePlayAgain(tx, memberId, { amount: required.after - required.before, waived })
}
