/**
 * Payout accounts: a member's own accounts that withdrawals go to. A new one rests before money goes to it, so that somebody
 * who takes over a phone cannot pay out at once. A change makes a new account in the place of the old one.
 *
 * Every change holds the lock of the member's wallet, as withdrawals do.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Opening, Sealed, SealKey, Sealing } from '../../../platform/sealing.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { lockWallets, requireNotFrozen } from '../../ledger/index.ts'
import { walletSettings } from '../wallet.settings.ts'
import { maskNumber, readDetails, type PayoutDetails } from './payout-details.ts'
import { checkCodeOrFind } from '../same-request.ts'
import * as queries from './payout.queries.ts'

/** What a member confirms with an SMS code. */
type StepUp = 'recharge' | 'payout' | 'withdraw'

export type MemberCodes = {
  /** The phone of a member. @throws Refusal SESSION_ENDED when the account is closed */
  phoneOf(memberId: string): Promise<string>
  check(phone: string, purpose: StepUp, code: string): Promise<void>
  use(tx: Tx, phone: string, purpose: StepUp, code: string): Promise<void>
}

export type PayoutDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly settings: Values
  readonly sealing: Sealing
  /** key of the fingerprints, 32 bytes */
  readonly fingerprintKey: Uint8Array
  readonly codes: MemberCodes
  /** called in the transaction that adds an account */
  readonly onSaved?: ((tx: Tx, memberId: string) => Promise<void>) | undefined
  /** tells the member by SMS, in the transaction that adds the account */
  readonly tell: (
    tx: Tx,
    notice: { phone: string; language: OfferedLanguage; masked: string },
  ) => Promise<void>
  /** whether an open withdrawal goes to the account */
  readonly isInUse: (tx: Tx, memberId: string, accountId: string) => Promise<boolean>
}

export type PayoutAccount = Output<Endpoints['payoutSave']>
type SaveInput = ParsedInput<Endpoints['payoutSave']>

/** @param key of the secrets, 32 bytes; it also seals what members say about payers */
export const payoutRing = (key: Uint8Array): readonly SealKey[] => [{ id: 'payout-1', key }]

const subjectOf = (memberId: string, accountId: string) => `payout/${memberId}/${accountId}`

/** Equal for equal numbers of one kind; says nothing about the number without the key. */
export function fingerprintOf(
  key: Uint8Array,
  kind: WithdrawalTarget,
  { bankCode, number }: PayoutDetails,
): Buffer {
  return createHmac('sha256', key)
    .update(`fairlot/payout/1\0${kind}\0${bankCode ?? ''}\0${number}`)
    .digest()
}

/** The details of an account, encrypted. */
export function sealDetails(
  sealing: Sealing,
  memberId: string,
  accountId: string,
  details: PayoutDetails,
): Sealed {
  return sealing.seal(subjectOf(memberId, accountId), Buffer.from(JSON.stringify(details)))
}

/** The details of an account, decrypted. Operators who pay need them; members see them masked. */
export function openDetails(
  { sealing }: { sealing: Opening },
  memberId: string,
  row: Pick<queries.PayoutRow, 'account_id' | 'sealed' | 'key_id'>,
): PayoutDetails {
  const bytes = sealing.open(subjectOf(memberId, row.account_id), { bytes: row.sealed, keyId: row.key_id })
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as PayoutDetails
}

/** The wire form of an account. */
export function payoutView(
  deps: Pick<PayoutDeps, 'sealing'>,
  memberId: string,
  row: queries.PayoutRow,
): PayoutAccount {
  return {
    id: row.account_id,
    kind: row.kind,
    label: row.label,
    masked: row.masked,
    holder: openDetails(deps, memberId, row).holder ?? null,
    state: row.refused !== null ? 'refused' : row.resting ? 'rests' : 'usable',
    usableFrom: Number(row.usable_ms),
    first: row.first,
    refused: row.refused,
    createdAt: Number(row.created_ms),
  }
}

async function found(deps: PayoutDeps, db: Tx | Db, memberId: string, id: string): Promise<PayoutAccount> {
  const row = await queries.payoutAccount(db, memberId, id)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return payoutView(deps, memberId, row)
}

/**
 * An address that members pay to is the house's, and the contract of the token that it takes is nobody's, in a sandbox the token of a
 * test network: what goes there reaches no member.
 * @throws Refusal INPUT_INVALID
 */
export async function refuseHouseAddress(
  db: Executor,
  kind: PayoutKind,
  { number = '' }: PayoutDetails,
  field = 'number',
): Promise<void> {
  if (kind === 'trc20' && (await queries.isHouseAddress(db, number)))
    throw new Refusal('INPUT_INVALID', { fields: { [field]: 'TRC20_FORMAT' } })
}

/**
 * Adds an account, or replaces one. A repeated call with the same request id answers the same account.
 * @throws Refusal INPUT_INVALID, REQUEST_ID_REUSED, CODE_WRONG, CODE_EXPIRED, FROZEN, PAYOUT_EXCLUDED, TOO_MANY_ACCOUNTS, NO_SUCH_DATA
 */
export async function savePayout(
  deps: PayoutDeps,
  memberId: string,
  input: SaveInput,
  language: OfferedLanguage,
): Promise<PayoutAccount> {
  const { db, codes, settings } = deps
  const { id: replaces = null, kind, code, requestId, pixKey, ...given } = input
  const details = readDetails(kind, given, pixKey)
  const inputHash = createHash('sha256')
    .update(JSON.stringify([replaces, kind, details]))
    .digest()
  const findEarlier = () => queries.payoutByRequest(db, memberId, requestId)
  const earlier = await findEarlier()
  if (earlier) return found(deps, db, memberId, requireSame(earlier, inputHash))

  const phone = await codes.phoneOf(memberId)
  const parallel = await checkCodeOrFind(() => codes.check(phone, 'payout', code), findEarlier)
  if (parallel) return found(deps, db, memberId, requireSame(parallel, inputHash))
  const { payoutRestHours, maxPayoutAccounts } = walletSettings(settings)
  const fingerprint = fingerprintOf(deps.fingerprintKey, kind, details)
  return db.tx(async (tx) => {
    await lockWallets(tx, [memberId])
    const meanwhile = await queries.payoutByRequest(tx, memberId, requestId)
    if (meanwhile) return found(deps, tx, memberId, requireSame(meanwhile, inputHash))
    await requireNotFrozen(tx, memberId)
    if (await queries.isOfExcluded(tx, fingerprint, memberId)) throw new Refusal('PAYOUT_EXCLUDED')
    await refuseHouseAddress(tx, kind, details)
    const accounts = await queries.payoutAccounts(tx, memberId)
    if (replaces !== null) {
      const old = accounts.find((one) => one.account_id === replaces)
      if (!old || old.kind !== kind) throw new Refusal('NO_SUCH_DATA')
    } else if (accounts.length >= maxPayoutAccounts) {
      throw new Refusal('TOO_MANY_ACCOUNTS', { values: { count: maxPayoutAccounts } })
    }
    await codes.use(tx, phone, 'payout', code)
    const id = await addPayout(deps, tx, {
      memberId,
      kind,
      details,
      requestId,
      inputHash,
      replaces,
      restHours: payoutRestHours,
    })
    if (replaces !== null) await queries.deletePayout(tx, memberId, replaces)
    const account = await found(deps, tx, memberId, id)
    await deps.tell(tx, { phone, language, masked: account.masked })
    return account
  })
}

/** An account whose details were read and whose member proved the phone. */
export type AddedPayout = {
  memberId: string
  kind: PayoutKind
  details: PayoutDetails
  requestId: string
  inputHash: Buffer
  replaces: string | null
  restHours: number
}

/** Writes a new account; the demo world and tests also call it. @returns its id */
export async function addPayout(
  {
    clock,
    random,
    sealing,
    fingerprintKey,
    onSaved,
  }: Pick<PayoutDeps, 'clock' | 'random' | 'sealing' | 'fingerprintKey' | 'onSaved'>,
  tx: Tx,
  { details, ...added }: AddedPayout,
): Promise<string> {
  const id = uuidv7(clock.now(), random)
  const { memberId, kind } = added
  const sealed = sealDetails(sealing, memberId, id, details)
  await queries.insertPayout(tx, {
    ...added,
    id,
    sealed: sealed.bytes,
    keyId: sealed.keyId,
    fingerprint: fingerprintOf(fingerprintKey, kind, details),
    label: details.bankName ?? null,
    masked: maskNumber(kind, details.number!),
  })
  await onSaved?.(tx, memberId)
  return id
}

function requireSame(earlier: { account_id: string; input_hash: Buffer }, inputHash: Buffer): string {
  if (!earlier.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
  return earlier.account_id
}

/** Makes an account the one that is used first. @throws Refusal NO_SUCH_DATA, FROZEN */
export function choosePayoutFirst(deps: PayoutDeps, memberId: string, id: string): Promise<PayoutAccount> {
  return deps.db.tx(async (tx) => {
    await lockWallets(tx, [memberId])
    await requireNotFrozen(tx, memberId)
    await queries.choosePayout(tx, memberId, id)
    return found(deps, tx, memberId, id)
  })
}

/**
 * Deletes an account. Deleting a deleted one changes nothing.
 * @throws Refusal NO_SUCH_DATA, CODE_WRONG, CODE_EXPIRED, FROZEN, PAYOUT_IN_USE
 */
export async function removePayout(
  deps: PayoutDeps,
  memberId: string,
  id: string,
  code: string,
): Promise<void> {
  const { db, codes } = deps
  if (!(await queries.payoutAccount(db, memberId, id))) {
    if (await queries.wasPayout(db, memberId, id)) return
    throw new Refusal('NO_SUCH_DATA')
  }
  const phone = await codes.phoneOf(memberId)
  await codes.check(phone, 'payout', code)
  await db.tx(async (tx) => {
    await lockWallets(tx, [memberId])
    if (!(await queries.payoutAccount(tx, memberId, id))) return
    await requireNotFrozen(tx, memberId)
    if (await deps.isInUse(tx, memberId, id)) throw new Refusal('PAYOUT_IN_USE')
    await codes.use(tx, phone, 'payout', code)
    await queries.deletePayout(tx, memberId, id)
  })
}
