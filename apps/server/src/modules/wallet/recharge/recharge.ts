/** Recharges: opens them, reads their state, and expires unpaid ones. */
import { createHash } from 'node:crypto'
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import { parseMoney } from '@fairlot/contract/money/money'
import type { RechargeField, RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { countRecharge, countRechargeEnds, lockWallets } from '../../ledger/index.ts'
import { displayAmount, type Currency } from '../display.ts'
import { refuseHouseAddress, type MemberCodes } from '../payout/payout.ts'
import { walletSettings, type WalletSettings } from '../wallet.settings.ts'
import { endsOfOpen } from './credits.ts'
import { readPayer, sealPayer, type Payer } from './payer.ts'
import type { PaymentProvider } from './provider.ts'
import { checkCodeOrFind } from '../same-request.ts'
import { rechargeMethods } from './methods.queries.ts'
import * as queries from './recharge.queries.ts'
import type { RechargeRow } from './recharge.queries.ts'
import { rechargeNumber } from './recharge.rules.ts'
import type { DirectWay, Offer } from './ways.ts'

/** Whether no money moves by itself now, because the log is halted. */
export type MoneyHalt = { readonly isHalted?: (() => Promise<boolean>) | undefined }

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
  /** ways in without a payment company, by kind */
  readonly direct: ReadonlyMap<RechargeKind, DirectWay>
  /** encrypts what members say about the payer */
  readonly sealing: Sealing
  /** phone and SMS codes of members */
  readonly codes: MemberCodes
  /** why a member may not open a recharge now; null: the member may */
  readonly barred?: ((member: Caller) => Refusal | null | Promise<Refusal | null>) | undefined
  /** called after the commit that credits a member; live updates use it */
  readonly onCredited?: ((memberId: string) => void) | undefined
  /** whether a member's account is closed; called while the member's wallet is locked */
  readonly isClosed?: ((tx: Tx, memberId: string) => Promise<boolean>) | undefined
  /** called in the transaction that credits a recharge, after the money, under the lock of the wallet */
  readonly onCredit?: ((tx: Tx, memberId: string) => Promise<void>) | undefined
}

export type OpenInput = ParsedInput<Endpoints['openRecharge']>

/** A method that members can choose, with what it asks for. */
export type Method = Offer & {
  /** name of the row of `recharge_method` */
  readonly method: string
  readonly fields: readonly { field: RechargeField; required: boolean }[]
  readonly expiryMinutes: number
  readonly delay: { fromMinutes: number; toMinutes: number }
  readonly way: DirectWay | null
}

const EXPIRE_CHUNK = 500

/** The methods that members can choose now, in their order. */
export async function offeredMethods(deps: RechargeDeps): Promise<Method[]> {
  const { db, providers, direct } = deps
  const { expiryMinutes, rechargeCode } = walletSettings(deps.settings)
  const rows = await rechargeMethods(db, [...providers.keys(), ...direct.keys()])
  const offers = new Map<DirectWay, readonly Offer[]>()
  for (const way of new Set(direct.values())) offers.set(way, await way.offers(db))
  return rows.flatMap((row): Method[] => {
    const way = direct.get(row.kind) ?? null
    const asked: { field: RechargeField; required: boolean }[] = [
      ...row.required_fields.map((field) => ({ field, required: true })),
      ...row.optional_fields.map((field) => ({ field, required: false })),
    ]
    const common = {
      kind: row.kind,
      method: row.method,
      delay: { fromMinutes: row.delay_from, toMinutes: row.delay_to },
      way,
    }
    if (!way) return [{ ...common, id: row.method, name: null, rate: null, fields: asked, expiryMinutes }]
    const fields = rechargeCode ? [...asked, { field: 'code' as const, required: true }] : asked
    const own = offers.get(way)!.filter(({ kind }) => kind === row.kind)
    return own.map((offer) => ({ ...common, ...offer, fields, expiryMinutes: way.expiryMinutes() }))
  })
}

/** Equal for equal inputs. An input without a payer has the hash that it had before there were payers. */
function hashOf({ method, payer = {} }: OpenInput, amount: bigint): Buffer {
  const given = Object.entries(payer)
    .filter(([, text]) => text !== undefined && text.trim() !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = [method, amount.toString(), ...(given.length > 0 ? [given] : [])]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * Opens a recharge, and its payment at the company or what it is paid to.
 *
 * A repeated call with the same request id and input returns the same recharge. A crash between the commit and the
 * company's answer leaves a recharge without a payment page; the next call that opens or reads it opens the page.
 *
 * @throws Refusal METHOD_UNAVAILABLE, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, INPUT_INVALID, CODE_WRONG, CODE_EXPIRED,
 *   REQUEST_ID_REUSED, TOO_MANY_OPEN, EXCLUDED, ACCOUNT_CLOSING, DEPOSIT_LIMIT, TIME_LIMIT, and `barred`
 */
export async function openRecharge(
  deps: RechargeDeps,
  memberId: string,
  input: OpenInput,
  barred: Refusal | null = null,
): Promise<RechargeRow> {
  const { db } = deps
  const amount = parseMoney(input.amount)
  const inputHash = hashOf(input, amount)
  const findEarlier = () => queries.rechargeByRequest(db, memberId, input.requestId)
  const earlier = await findEarlier()
  if (earlier) return ensurePayment(deps, requireSameInput(earlier, inputHash))

  if (barred) throw barred
  const recharging = walletSettings(deps.settings)
  const method = (await offeredMethods(deps)).find((one) => one.id === input.method)
  if (!method) throw new Refusal('METHOD_UNAVAILABLE')
  requireAmount(deps, recharging, amount)
  const payer = readPayer(method.fields, input.payer)
  if (payer.trc20 !== undefined) await refuseHouseAddress(db, 'trc20', { number: payer.trc20 }, 'payer.trc20')
  const phone = await phoneOfCode(deps, memberId, method, input.code)
  if (phone !== null) {
    const parallel = await checkCodeOrFind(
      () => deps.codes.check(phone, 'recharge', input.code!),
      findEarlier,
    )
    if (parallel) return ensurePayment(deps, requireSameInput(parallel, inputHash))
  }

  const opened = await db.tx(async (tx) => {
    const now = await queries.lockRecharges(tx, memberId)
    const meanwhile = await queries.rechargeByRequest(tx, memberId, input.requestId)
    if (meanwhile) return requireSameInput(meanwhile, inputHash)
    await lockWallets(tx, [memberId])
    await countRecharge(tx, memberId, amount, shownIn(deps))
    const open = await queries.countOpenRecharges(tx, memberId)
    if (open >= recharging.maxOpen) throw new Refusal('TOO_MANY_OPEN', { values: { count: open } })
    if (phone !== null) await deps.codes.use(tx, phone, 'recharge', input.code!)
    const { requestId } = input
    const opening = { memberId, amount, requestId, inputHash, playPercent: recharging.playPercent, now }
    const id = await insertOpening(deps, tx, method, payer, opening)
    return requireFound(await queries.rechargeById(tx, memberId, id))
  })
  return ensurePayment(deps, opened)
}

/** Shows amounts in the language of a message. */
function shownIn(deps: Pick<RechargeDeps, 'currency'>) {
  return (minor: bigint) => (language: Language) => displayAmount(minor, deps.currency, language)
}

/** @throws Refusal AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE */
function requireAmount(deps: RechargeDeps, { minimum, maximum }: WalletSettings, amount: bigint): void {
  const shown = shownIn(deps)
  if (amount < minimum) throw new Refusal('AMOUNT_TOO_SMALL', { values: { amount: shown(minimum) } })
  if (amount > maximum) throw new Refusal('AMOUNT_TOO_LARGE', { values: { amount: shown(maximum) } })
}

/**
 * The phone that the SMS code of a recharge was sent to; null: the method asks for no code. The code is used when the recharge
 * is opened.
 * @throws Refusal INPUT_INVALID with the field `code`
 */
async function phoneOfCode(
  { codes }: RechargeDeps,
  memberId: string,
  { fields }: Method,
  code: string | undefined,
): Promise<string | null> {
  if (!fields.some(({ field }) => field === 'code')) return null
  if (code === undefined) throw new Refusal('INPUT_INVALID', { fields: { code: 'REQUIRED' } })
  return codes.phoneOf(memberId)
}

/** Writes a new recharge. @returns its id */
async function insertOpening(
  deps: RechargeDeps,
  tx: Tx,
  method: Method,
  payer: Payer,
  opening: {
    memberId: string
    amount: bigint
    requestId: string
    inputHash: Buffer
    playPercent: number
    now: number
  },
): Promise<string> {
  const { memberId, now, ...rest } = opening
  const id = uuidv7(now, deps.random)
  const expiresAtMs = now + method.expiryMinutes * MINUTE_MS
  const currency = deps.currency.code
  const { way } = method
  const offered = {
    memberId,
    id,
    offer: method,
    amount: rest.amount,
    currency,
    createdAtMs: now,
    expiresAtMs,
  }
  const allocated = way ? await way.allocate(tx, offered) : null
  await queries.insertRecharge(tx, {
    ...rest,
    memberId,
    id,
    number: rechargeNumber(id),
    method: method.method,
    kind: method.kind,
    provider: way?.provider ?? method.kind,
    currency,
    createdAtMs: now,
    expiresAtMs,
    paymentId: allocated?.paymentId ?? null,
    receivingAccount: allocated?.receivingAccount ?? null,
    payer: sealPayer(deps.sealing, memberId, id, payer),
  })
  if (way?.opened && allocated) await way.opened(tx, offered, allocated)
  return id
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
        gone.flatMap(({ member, amount, credited }) => endsOfOpen(member, amount, credited)),
      )
      return gone.length
    })
    ended += some
    if (some < EXPIRE_CHUNK) return ended
  }
}
