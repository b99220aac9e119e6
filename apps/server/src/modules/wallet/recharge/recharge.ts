/** Recharges: opening one, what became of it, and what a payment company's notice does to it. */
import { createHash } from 'node:crypto'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import type { RechargeState } from '@fairlot/contract/recharge-life'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { countRecharge, countRechargeEnds, lockWallets, transfer } from '../../ledger/index.ts'
import { displayAmount, type Currency } from '../display.ts'
import type { Notice, PaymentProvider } from './provider.ts'
import * as queries from './recharge.queries.ts'
import type { RechargeRow } from './recharge.queries.ts'
import { checkStep, decide, rechargeNumber, type NoticeOutcome } from './recharge.rules.ts'
import { walletSettings } from '../wallet.settings.ts'

/** The part of a log that the wallet writes to. */
export type WalletLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type RechargeDeps = {
  readonly db: Db
  readonly random: Random
  readonly settings: Values
  readonly log: WalletLog
  readonly currency: Currency
  /** by the kind of method that they serve; what is not here is not offered */
  readonly providers: ReadonlyMap<string, PaymentProvider>
  /** why a member may pay nothing in now, because nothing is sold to them; null: they may */
  readonly barred?: ((member: Caller) => Refusal | null) | undefined
  /** told after the commit that credited a member: live updates */
  readonly onCredited?: ((memberId: string) => void) | undefined
  /** whether a member's account is closed; the wallet is locked */
  readonly isClosed?: ((tx: Tx, memberId: string) => Promise<boolean>) | undefined
}

export type OpenInput = { method: string; amount: string; requestId: string }

const MINUTE_MS = 60_000
const EXPIRE_CHUNK = 500

/**
 * Opens a recharge and its payment at the company.
 *
 * The same request id with the same input answers the same recharge; between the commit and the company's answer a
 * crash leaves a recharge without a page, which the next try or look completes.
 *
 * @throws Refusal METHOD_UNAVAILABLE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, REQUEST_ID_REUSED, TOO_MANY_OPEN,
 *   EXCLUDED, ACCOUNT_CLOSING, DEPOSIT_LIMIT, TIME_LIMIT, and what `barred` says
 */
export async function openRecharge(
  deps: RechargeDeps,
  memberId: string,
  input: OpenInput,
  barred: Refusal | null = null,
): Promise<RechargeRow> {
  const { db } = deps
  const amount = parseMoney(input.amount)
  const inputHash = createHash('sha256')
    .update(JSON.stringify([input.method, amount.toString()]))
    .digest()
  const earlier = await queries.rechargeByRequest(db, memberId, input.requestId)
  if (earlier) return withPayment(deps, sameInput(earlier, inputHash))

  if (barred) throw barred
  const recharging = walletSettings(deps.settings)
  const methods = await queries.rechargeMethods(db, [...deps.providers.keys()])
  const method = methods.find((one) => one.method === input.method)
  const provider = method && deps.providers.get(method.kind)
  if (!method || !provider) throw new Refusal('METHOD_UNAVAILABLE')
  if (amount < recharging.minimum) {
    throw new Refusal('AMOUNT_TOO_SMALL', {
      values: { amount: displayAmount(recharging.minimum, deps.currency) },
    })
  }
  if (amount > recharging.maximum) {
    throw new Refusal('AMOUNT_TOO_LARGE', {
      values: { amount: displayAmount(recharging.maximum, deps.currency) },
    })
  }

  const opened = await db.tx(async (tx) => {
    const now = await queries.lockOpening(tx, memberId)
    const meanwhile = await queries.rechargeByRequest(tx, memberId, input.requestId)
    if (meanwhile) return sameInput(meanwhile, inputHash)
    await lockWallets(tx, [memberId])
    await countRecharge(tx, memberId, amount, (minor) => displayAmount(minor, deps.currency))
    const open = await queries.countOpen(tx, memberId)
    if (open >= recharging.maxOpen) throw new Refusal('TOO_MANY_OPEN', { values: { count: open } })
    const id = uuidv7(now, deps.random)
    await queries.insertRecharge(tx, {
      memberId,
      id,
      number: rechargeNumber(id),
      requestId: input.requestId,
      inputHash,
      method: method.method,
      provider: method.kind,
      amount,
      currency: deps.currency.code,
      createdAtMs: now,
      expiresAtMs: now + recharging.expiryMinutes * MINUTE_MS,
    })
    return existing(await queries.rechargeById(tx, memberId, id))
  })
  return withPayment(deps, opened)
}

function sameInput(recharge: RechargeRow, inputHash: Buffer): RechargeRow {
  if (!recharge.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
  return recharge
}

function existing(recharge: RechargeRow | undefined): RechargeRow {
  if (!recharge) throw new Refusal('NO_SUCH_DATA')
  return recharge
}

/** The recharge with its payment page; opens the payment where that is still to be done. */
async function withPayment(deps: RechargeDeps, recharge: RechargeRow): Promise<RechargeRow> {
  const provider = deps.providers.get(recharge.provider)
  if (!provider || !recharge.payable || recharge.pay_url !== null) return recharge
  const payment = await provider.openPayment({
    reference: recharge.recharge_id,
    amount: recharge.amount,
    currency: recharge.currency,
    returnUrl: `/#/pages/payform/payform?id=${recharge.recharge_id}`,
    expiresAtMs: Number(recharge.expires_ms),
  })
  await queries.setPayment(deps.db, recharge, payment)
  return existing(await queries.rechargeById(deps.db, recharge.member_id, recharge.recharge_id))
}

/** @throws Refusal NO_SUCH_DATA when the member has no such recharge */
export async function rechargeStatus(deps: RechargeDeps, memberId: string, id: string): Promise<RechargeRow> {
  return withPayment(deps, existing(await queries.rechargeById(deps.db, memberId, id)))
}

export type NoticeResult = NoticeOutcome | 'repeated' | 'unknown'

/**
 * Takes a notice whose signature has been checked: once by its event id, under the recharge's lock, and in one
 * transaction with what it leads to. Repeated and reordered notices are ordinary.
 */
export async function takeNotice(
  deps: RechargeDeps,
  provider: PaymentProvider,
  notice: Notice,
): Promise<NoticeResult> {
  const taken = await deps.db.tx((tx) => applyNotice(deps, tx, provider.name, notice))
  const { number, result, credited, closed } = taken
  const fields = {
    provider: provider.name,
    event: notice.eventId,
    payment: notice.paymentId,
    recharge: number,
  }
  if (result === 'mismatch') {
    const received = `${formatMoney(notice.amount)} ${notice.currency}`
    deps.log.error({ ...fields, alarm: 'amount_mismatch', received }, 'a payment is not what was asked for')
  } else if (result === 'unknown') {
    deps.log.warn(fields, 'a notice names a payment that is not ours')
  } else {
    deps.log.info({ ...fields, result }, 'a notice was taken')
  }
  if (closed) {
    // the money is its payer's: it stays in their wallet, where the books and the doctor show it, until it is paid back
    deps.log.error({ ...fields, alarm: 'paid_after_closing' }, 'a payment came in for a closed account')
  }
  if (credited !== undefined) deps.onCredited?.(credited)
  return result
}

async function applyNotice(
  { isClosed }: Pick<RechargeDeps, 'isClosed'>,
  tx: Tx,
  provider: string,
  notice: Notice,
): Promise<{ result: NoticeResult; number?: string; credited?: string; closed?: boolean }> {
  const recharge = await queries.lockByPayment(tx, provider, notice.paymentId)
  if (!recharge) return { result: 'unknown' }
  const { number } = recharge
  if (await queries.eventSeen(tx, provider, notice)) return { result: 'repeated', number }
  const { outcome, next } = decide(recharge, notice)
  await queries.insertEvent(tx, provider, notice, outcome)
  if (next) {
    checkStep(recharge.state, next.state)
    await queries.finishRecharge(tx, recharge, { reason: null, ...next })
    await endOnLimits(tx, recharge, next.state)
    if (next.state === 'success') {
      await credit(tx, recharge)
      const member = recharge.member_id
      return { result: outcome, number, credited: member, closed: (await isClosed?.(tx, member)) ?? false }
    }
  }
  return { result: outcome, number }
}

/** After the recharge's own lock the wallet's: in this order everywhere. */
async function endOnLimits(
  tx: Tx,
  { member_id: member, amount, state }: queries.LockedRecharge,
  next: RechargeState,
): Promise<void> {
  await lockWallets(tx, [member])
  const paid = state === 'failed' ? 'late' : 'paid'
  await countRechargeEnds(tx, [{ member, end: next === 'success' ? paid : 'failed', amount }])
}

/** docs/LEDGER.md, "recharge". The ledger's key (book, ref, kind) makes a second credit impossible. */
async function credit(tx: Tx, recharge: queries.LockedRecharge): Promise<void> {
  await transfer(tx, {
    ref: recharge.recharge_id,
    kind: 'recharge',
    from: { house: 'cash' },
    to: { member: recharge.member_id },
    amount: recharge.amount,
  })
}

/** Ends the recharges that were not paid in time, in chunks. @returns how many */
export async function expireRecharges(db: Db): Promise<number> {
  let ended = 0
  for (;;) {
    const some = await db.tx(async (tx) => {
      const gone = await queries.expireSome(tx, EXPIRE_CHUNK)
      await lockWallets(
        tx,
        gone.map(({ member }) => member),
      )
      await countRechargeEnds(
        tx,
        gone.map((one) => ({ ...one, end: 'failed' as const })),
      )
      return gone.length
    })
    ended += some
    if (some < EXPIRE_CHUNK) return ended
  }
}

/** What the wire shows of a recharge. */
export function rechargeView(deps: RechargeDeps, row: RechargeRow, language: OfferedLanguage) {
  const provider = deps.providers.get(row.provider)
  return {
    id: row.recharge_id,
    number: row.number,
    amount: formatMoney(row.amount),
    method: row.method,
    status: row.state,
    reason: row.reason,
    payUrl: provider && row.payable && row.pay_url !== null ? provider.pageUrl(row.pay_url, language) : null,
    createdAt: Number(row.created_ms),
    expiresAt: Number(row.expires_ms),
    finishedAt: row.finished_ms === null ? null : Number(row.finished_ms),
    timeline: row.timeline,
  }
}
