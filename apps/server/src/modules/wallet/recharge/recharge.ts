/** Recharges: opens them, reads their state, applies payment companies' notices, and expires unpaid ones. */
import { createHash } from 'node:crypto'
import type { Language, OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import type { RechargeState } from '@fairlot/contract/recharge-life'
import { MINUTE_MS } from '../../../platform/durations.ts'
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
import { checkTransition, decideNotice, rechargeNumber, type NoticeOutcome } from './recharge.rules.ts'
import { walletSettings } from '../wallet.settings.ts'

/** The log that the wallet writes to. */
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
  /** payment companies by the kind of recharge method that they serve; other methods are not offered */
  readonly providers: ReadonlyMap<string, PaymentProvider>
  /** why a member may not open a recharge now; null: the member may */
  readonly barred?: ((member: Caller) => Refusal | null) | undefined
  /** called after the commit that credits a member; live updates use it */
  readonly onCredited?: ((memberId: string) => void) | undefined
  /** whether a member's account is closed; called while the member's wallet is locked */
  readonly isClosed?: ((tx: Tx, memberId: string) => Promise<boolean>) | undefined
}

export type OpenInput = { method: string; amount: string; requestId: string }

const EXPIRE_CHUNK = 500

/**
 * Opens a recharge and its payment at the company.
 *
 * A repeated call with the same request id and input returns the same recharge. A crash between the commit and the
 * company's answer leaves a recharge without a payment page; the next call that opens or reads it opens the page.
 *
 * @throws Refusal METHOD_UNAVAILABLE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, REQUEST_ID_REUSED, TOO_MANY_OPEN,
 *   EXCLUDED, ACCOUNT_CLOSING, DEPOSIT_LIMIT, TIME_LIMIT, and `barred`
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
  if (earlier) return ensurePayment(deps, requireSameInput(earlier, inputHash))

  if (barred) throw barred
  const recharging = walletSettings(deps.settings)
  const shown = (minor: bigint) => (language: Language) => displayAmount(minor, deps.currency, language)
  const methods = await queries.rechargeMethods(db, [...deps.providers.keys()])
  const method = methods.find((one) => one.method === input.method)
  const provider = method && deps.providers.get(method.kind)
  if (!method || !provider) throw new Refusal('METHOD_UNAVAILABLE')
  if (amount < recharging.minimum) {
    throw new Refusal('AMOUNT_TOO_SMALL', {
      values: { amount: shown(recharging.minimum) },
    })
  }
  if (amount > recharging.maximum) {
    throw new Refusal('AMOUNT_TOO_LARGE', {
      values: { amount: shown(recharging.maximum) },
    })
  }

  const opened = await db.tx(async (tx) => {
    const now = await queries.lockRecharges(tx, memberId)
    const meanwhile = await queries.rechargeByRequest(tx, memberId, input.requestId)
    if (meanwhile) return requireSameInput(meanwhile, inputHash)
    await lockWallets(tx, [memberId])
    await countRecharge(tx, memberId, amount, shown)
    const open = await queries.countOpenRecharges(tx, memberId)
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
    return requireFound(await queries.rechargeById(tx, memberId, id))
  })
  return ensurePayment(deps, opened)
}

function requireSameInput(recharge: RechargeRow, inputHash: Buffer): RechargeRow {
  if (!recharge.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
  return recharge
}

function requireFound(recharge: RechargeRow | undefined): RechargeRow {
  if (!recharge) throw new Refusal('NO_SUCH_DATA')
  return recharge
}

/** Opens the payment of a recharge that has none yet and can still be paid. @returns the recharge with its payment page */
async function ensurePayment(deps: RechargeDeps, recharge: RechargeRow): Promise<RechargeRow> {
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
  return requireFound(await queries.rechargeById(deps.db, recharge.member_id, recharge.recharge_id))
}

/** @throws Refusal NO_SUCH_DATA when the member has no such recharge */
export async function rechargeStatus(deps: RechargeDeps, memberId: string, id: string): Promise<RechargeRow> {
  return ensurePayment(deps, requireFound(await queries.rechargeById(deps.db, memberId, id)))
}

/** `reused`: the company used the event id for another payment; nothing changes. */
export type NoticeResult = NoticeOutcome | 'repeated' | 'reused' | 'unknown'

/**
 * Applies a notice whose signature was verified. One transaction stores the notice and its effects, under the recharge's
 * lock; its event id makes repetitions harmless. Repeated and reordered notices are normal.
 */
export async function takeNotice(
  deps: RechargeDeps,
  provider: PaymentProvider,
  notice: Notice,
): Promise<NoticeResult> {
  const applied = await deps.db.tx((tx) => applyNotice(deps, tx, provider.name, notice))
  const { number, result, credited, closed } = applied
  const fields = {
    provider: provider.name,
    event: notice.eventId,
    payment: notice.paymentId,
    recharge: number,
  }
  if (result === 'mismatch') {
    const received = `${formatMoney(notice.amount)} ${notice.currency}`
    deps.log.error({ ...fields, alarm: 'amount_mismatch', received }, 'a payment differs from its recharge')
  } else if (result === 'reused') {
    deps.log.error({ ...fields, alarm: 'event_reused' }, 'a notice has the event id of another payment')
  } else if (result === 'unknown') {
    deps.log.warn(fields, 'a notice names an unknown payment')
  } else {
    deps.log.info({ ...fields, result }, 'a notice was accepted')
  }
  if (closed) {
    // the money belongs to the payer: it stays in the wallet until an operator pays it back
    deps.log.error({ ...fields, alarm: 'paid_after_closing' }, 'a payment arrived for a closed account')
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
  if (await queries.isNoticeKnown(tx, provider, notice)) return { result: 'repeated', number }
  const { outcome, next } = decideNotice(recharge, notice)
  if (!(await queries.insertEvent(tx, provider, notice, outcome))) return { result: 'reused', number }
  if (next) {
    checkTransition(recharge.state, next.state)
    await queries.finishRecharge(tx, recharge, { reason: null, ...next })
    await updateDepositLimits(tx, recharge, next.state)
    if (next.state === 'success') {
      await credit(tx, recharge)
      const member = recharge.member_id
      return { result: outcome, number, credited: member, closed: (await isClosed?.(tx, member)) ?? false }
    }
  }
  return { result: outcome, number }
}

/** Ends the recharge's reservation on the deposit limits. Lock order: first the recharge, then the wallet. */
async function updateDepositLimits(
  tx: Tx,
  { member_id: member, amount, state }: queries.LockedRecharge,
  next: RechargeState,
): Promise<void> {
  await lockWallets(tx, [member])
  const paid = state === 'failed' ? 'late' : 'paid'
  await countRechargeEnds(tx, [{ member, end: next === 'success' ? paid : 'failed', amount }])
}

/** Posting "recharge" in docs/LEDGER.md. The ledger's key (book, ref, kind) prevents a second credit. */
async function credit(tx: Tx, recharge: queries.LockedRecharge): Promise<void> {
  await transfer(tx, {
    ref: recharge.recharge_id,
    kind: 'recharge',
    from: { house: 'cash' },
    to: { member: recharge.member_id },
    amount: recharge.amount,
  })
}

/** Ends all recharges whose time to pay is over, in chunks. @returns their number */
export async function expireRecharges(db: Db): Promise<number> {
  let ended = 0
  for (;;) {
    const some = await db.tx(async (tx) => {
      const gone = await queries.expireChunk(tx, EXPIRE_CHUNK)
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

/** The wire form of a recharge. */
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
