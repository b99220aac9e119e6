/**
 * Recharged money that is not played through goes back to what it came from, without a fee. It is a withdrawal with a fixed target:
 * operators approve it, and it is paid, fails, or is taken back as every other one. Hours, minimum, identity check and exclusion do
 * not apply to it: a member can always get this money back.
 */
import { createHash } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { balances, lockWallets, unplayed, unrequirePlay } from '../../ledger/index.ts'
import { displayAmount, type Currency } from '../display.ts'
import { fingerprintOf, sealDetails, type MemberCodes } from '../payout/payout.ts'
import { maskNumber, type PayoutDetails } from '../payout/payout-details.ts'
import { payoutAccounts } from '../payout/payout.queries.ts'
import { openPayer } from '../recharge/payer.ts'
import type { PaymentProvider } from '../recharge/provider.ts'
import { openWithdrawal, requireFound, requireSame } from '../withdrawal/withdrawal.ts'
import {
  lockApplications,
  withdrawalByRequest,
  type WithdrawalRow,
} from '../withdrawal/withdrawal.queries.ts'
import * as queries from './recharge-return.queries.ts'
import type { ReturnRow } from './recharge-return.queries.ts'

export type ReturnDeps = {
  readonly db: Db
  readonly random: Random
  readonly settings: Values
  readonly currency: Currency
  readonly codes: MemberCodes
  /** encrypts targets, and what members say about payers */
  readonly sealing: Sealing
  readonly fingerprintKey: Uint8Array
  readonly providers: ReadonlyMap<string, PaymentProvider>
  /** called after the commit that changes a wallet */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

type Item = Output<Endpoints['rechargeReturns']>['items'][number]
type Input = ParsedInput<Endpoints['rechargeReturn']>

/** What the money goes to. `accountId`: a payout account that the member has already */
type Target = { kind: WithdrawalTarget; label: string | null; masked: string } & (
  | { accountId: string }
  | { details: PayoutDetails }
)

/**
 * What a recharge came from: the payment at the company, one transfer by the bank's id of it, or the address that the member gave and
 * all of the USDT came from. Other USDT goes to a usable TRC-20 account of the member: the chain alone does not say whose an address
 * is, and an address that nothing came from would be a withdrawal without its checks.
 */
async function targetOf(
  deps: Pick<ReturnDeps, 'sealing'>,
  db: Executor,
  row: ReturnRow,
): Promise<Target | null> {
  const { kind, name: label, number, payment_id: paymentId } = row
  const payer = openPayer(deps.sealing, row)
  if (kind !== 'trc20') {
    const details: PayoutDetails = { number: row.transfer ?? paymentId ?? number }
    if (label !== null) details.bankName = label
    // what the member said about the payer is true of one transfer at most
    if (row.is_shared) return { kind, label, masked: number, details }
    if (payer.name !== undefined) details.holder = payer.name
    if (payer.taxId !== undefined) details.bankCode = payer.taxId
    if (payer.email !== undefined) details.email = payer.email
    return { kind, label, masked: number, details }
  }
  if (payer.trc20 !== undefined && row.senders.every((sender) => sender === payer.trc20)) {
    const masked = maskNumber('trc20', payer.trc20)
    return { kind, label: null, masked, details: { number: payer.trc20 } }
  }
  const accounts = await payoutAccounts(db, row.member_id)
  const own = accounts.find((one) => one.kind === 'trc20' && one.refused === null && !one.resting)
  return own ? { kind, label: own.label, masked: own.masked, accountId: own.account_id } : null
}

async function itemOf(deps: ReturnDeps, db: Executor, row: ReturnRow, balance: bigint): Promise<Item> {
  const target = await targetOf(deps, db, row)
  return {
    recharge: row.recharge_id,
    number: row.number,
    kind: row.kind,
    name: row.name,
    credited: formatMoney(row.credited),
    returned: formatMoney(row.returned),
    returnable: formatMoney(target === null ? 0n : returnable(row, balance)),
    to: target && { kind: target.kind, label: target.label, masked: target.masked },
    open: row.open,
  }
}

/** A recharge goes back in one part at a time. */
function returnable({ unplayed: most, open }: ReturnRow, balance: bigint): bigint {
  if (open !== null) return 0n
  return most < balance ? most : balance
}

/** What of the member's recharges can go back. @throws Refusal NO_SUCH_DATA */
export async function listReturns(
  deps: ReturnDeps,
  memberId: string,
  id?: string,
): Promise<{ items: Item[] }> {
  const { db } = deps
  if (id !== undefined && !(await queries.hasRecharge(db, memberId, id))) throw new Refusal('NO_SUCH_DATA')
  const [{ balance }, left] = await Promise.all([balances(db, memberId), unplayed(db, memberId)])
  const rows = await queries.returnRows(db, memberId, left, id)
  const items = await Promise.all(rows.map((row) => itemOf(deps, db, row, balance)))
  return {
    items: items.filter((item) => id !== undefined || item.open !== null || /[1-9]/.test(item.returnable)),
  }
}

/**
 * Sends recharged money back: it leaves the wallet at once. A repeated call with the same request id answers the same withdrawal.
 * @throws Refusal as the endpoint declares
 */
export async function returnRecharge(
  deps: ReturnDeps,
  memberId: string,
  input: Input,
): Promise<WithdrawalRow> {
  const { db, codes } = deps
  const amount = parseMoney(input.amount)
  const inputHash = createHash('sha256')
    .update(JSON.stringify(['return', amount.toString(), input.id]))
    .digest()
  const earlier = await withdrawalByRequest(db, memberId, input.requestId)
  if (earlier) return requireSame(earlier, inputHash)
  if (!(await queries.hasRecharge(db, memberId, input.id))) throw new Refusal('NO_SUCH_DATA')
  const phone = await codes.phoneOf(memberId)
  await codes.check(phone, 'withdraw', input.code)
  const applied = await db.tx(async (tx) => {
    const now = await lockApplications(tx, memberId)
    const meanwhile = await withdrawalByRequest(tx, memberId, input.requestId)
    if (meanwhile) return requireSame(meanwhile, inputHash)
    const required = await queries.lockReturn(tx, memberId, input.id, amount)
    if (!required) throw new Refusal('NO_SUCH_DATA')
    await lockWallets(tx, [memberId])
    const { row, target } = await requireReturnable(deps, tx, memberId, { id: input.id, amount })
    await codes.use(tx, phone, 'withdraw', input.code)
    const id = uuidv7(now, deps.random)
    const accountId = await accountOf(deps, tx, row, target, now)
    await queries.addReturned(tx, memberId, input.id, amount)
    const waived = await unrequirePlay(tx, memberId, required.before - required.after)
    const refundProvider = deps.providers.get(row.provider)?.refund ? row.provider : null
    const back = { rechargeId: input.id, creditSeq: row.credit_seq, waived, refundProvider }
    const { requestId } = input
    return openWithdrawal(deps, tx, { memberId, id, requestId, inputHash, accountId, amount, back })
  })
  deps.onMoved?.(memberId)
  return requireFound(applied)
}

/** Under the locks of the recharge and the wallet. @throws Refusal RETURN_TOO_LARGE */
async function requireReturnable(
  deps: ReturnDeps,
  tx: Tx,
  memberId: string,
  { id, amount }: { id: string; amount: bigint },
): Promise<{ row: ReturnRow; target: Target }> {
  const { balance } = await balances(tx, memberId)
  const [row] = await queries.returnRows(tx, memberId, await unplayed(tx, memberId), id)
  const target = row ? await targetOf(deps, tx, row) : null
  const most = row && target ? returnable(row, balance) : 0n
  if (row && target && amount <= most) return { row, target }
  const shown = (language: Language) => displayAmount(most, deps.currency, language)
  throw new Refusal('RETURN_TOO_LARGE', { values: { amount: shown } })
}

/** The account that the withdrawal names. A source is written once for each withdrawal, and no other one can go there. */
async function accountOf(
  deps: Pick<ReturnDeps, 'random' | 'sealing' | 'fingerprintKey'>,
  tx: Tx,
  { member_id: memberId, recharge_id: rechargeId, kind }: ReturnRow,
  target: Target,
  now: number,
): Promise<string> {
  if ('accountId' in target) return target.accountId
  const { details, label, masked } = target
  const id = uuidv7(now, deps.random)
  const sealed = sealDetails(deps.sealing, memberId, id, details)
  const fingerprint = fingerprintOf(deps.fingerprintKey, target.kind, details)
  const { bytes, keyId } = sealed
  await queries.insertSource(tx, {
    memberId,
    id,
    rechargeId,
    kind,
    sealed: bytes,
    keyId,
    fingerprint,
    label,
    masked,
  })
  return id
}
