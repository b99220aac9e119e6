/**
 * The operator's accounts that members pay to. Two operators add or disable one. A row never changes: a changed account is a new
 * row with the same code, and recharges keep the row that they showed.
 */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import {
  RECEIVING_LINES,
  RECHARGE_FORMS,
  RECHARGE_KINDS,
  type TransferKind,
  type TransferLine,
} from '@fairlot/contract/kinds/recharge-ways'
import type { Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { latinDigits } from '@fairlot/contract/typed-text'
import { Refusal } from '../../../platform/refusal.ts'
import { isEmail, isTaxId, isUpiId } from '../payout/payout-details.ts'
import * as queries from './receiving-accounts.queries.ts'
import type { ReceivingLines, ReceivingRow } from './receiving-accounts.queries.ts'

export type ReceivingDeps = {
  readonly random: Random
  readonly moneyMode: MoneyMode
  /** ISO code of the wallet's currency */
  readonly currency: string
}

export type GivenAccount = {
  code: string
  kind: TransferKind
  label: string
  lines: { readonly [line in TransferLine]?: string | undefined }
}

/** The only currency of a scheme. */
const SCHEME_CURRENCY: Partial<Record<TransferKind, string>> = { upi: 'INR', pix: 'BRL' }

/** Ids of methods that are no transfers. */
const TAKEN: readonly string[] = RECHARGE_KINDS.filter((kind) => RECHARGE_FORMS[kind] !== 'transfer')

const PRINTABLE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{2,80}$/u
const PIX_RANDOM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PIX_PHONE = /^\+55\d{10,11}$/

const RULES: Record<TransferLine, { isValid(text: string): boolean; fault: string }> = {
  holder: { isValid: (text) => PRINTABLE.test(text), fault: 'INVALID' },
  bank: { isValid: (text) => PRINTABLE.test(text), fault: 'INVALID' },
  wallet: { isValid: (text) => PRINTABLE.test(text), fault: 'INVALID' },
  bankCode: { isValid: (text) => /^[A-Z0-9]{3,15}$/.test(text), fault: 'INVALID' },
  number: { isValid: (text) => /^\+?[A-Z0-9]{5,34}$/.test(text), fault: 'ACCOUNT_NUMBER' },
  upi: { isValid: isUpiId, fault: 'UPI_FORMAT' },
  pix: {
    isValid: (text) => isTaxId(text) || isEmail(text) || PIX_RANDOM.test(text) || PIX_PHONE.test(text),
    fault: 'INVALID',
  },
}

function normal(line: TransferLine, text: string): string {
  const isName = line === 'holder' || line === 'bank' || line === 'wallet'
  const plain = (isName ? text : latinDigits(text)).normalize('NFC').replace(/\s+/g, ' ').trim()
  if (line === 'bankCode' || line === 'number') return plain.replace(/[\s.\-/]/g, '').toUpperCase()
  if (line !== 'pix') return plain
  return plain.includes('@') || PIX_RANDOM.test(plain.toLowerCase())
    ? plain.toLowerCase()
    : plain.replace(/[\s.\-/()]/g, '')
}

/**
 * The lines of an account as they are shown: those of its kind, in normal form.
 * @throws Refusal INPUT_INVALID with a fault for each line; RECEIVING_CURRENCY when the scheme has another currency, with real money
 */
export function readAccount(
  { moneyMode, currency }: Pick<ReceivingDeps, 'moneyMode' | 'currency'>,
  { code, kind, lines }: Pick<GivenAccount, 'code' | 'kind' | 'lines'>,
): ReceivingLines {
  const scheme = SCHEME_CURRENCY[kind]
  if (moneyMode === 'real' && scheme !== undefined && scheme !== currency)
    throw new Refusal('RECEIVING_CURRENCY', { values: { currency: scheme } })
  const read: ReceivingLines = {}
  const fields: Record<string, string> = TAKEN.includes(code) ? { code: 'INVALID' } : {}
  const own: readonly TransferLine[] = RECEIVING_LINES[kind]
  for (const line of Object.keys(lines) as TransferLine[])
    if (!own.includes(line) && lines[line] !== undefined) fields[`lines.${line}`] = 'UNKNOWN_FIELD'
  for (const line of own) {
    const text = normal(line, lines[line] ?? '')
    if (text !== '' && RULES[line].isValid(text)) read[line] = text
    else if (text !== '') fields[`lines.${line}`] = RULES[line].fault
    else if (line !== 'bankCode') fields[`lines.${line}`] = 'REQUIRED'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return read
}

/**
 * Offers an account; one with the same code is disabled. Rows for one account of the bank have one origin, also under several codes, so
 * that a transaction in its statement counts once.
 * @returns its row, and the id of the one that it replaces
 */
export async function addAccount(
  { random, currency }: Pick<ReceivingDeps, 'random' | 'currency'>,
  tx: Tx,
  { code, kind, label, lines }: GivenAccount & { lines: ReceivingLines },
  nowMs: number,
): Promise<{ accountId: string; replaced: string | null }> {
  const earlier = await queries.sameAccount(tx, { code, kind, lines, currency })
  const replaced = await queries.disableAccount(tx, code)
  const accountId = uuidv7(nowMs, random)
  const origin = earlier ?? accountId
  await queries.insertAccount(tx, { account_id: accountId, origin, code, kind, label, lines, currency })
  return { accountId, replaced }
}

/** Stops offering an account; recharges that show it keep it. @throws Refusal NO_SUCH_DATA */
export async function disableAccount(tx: Tx, code: string): Promise<string> {
  const id = await queries.disableAccount(tx, code)
  if (id === null) throw new Refusal('NO_SUCH_DATA')
  return id
}

/** The account of a code, also when it is no longer offered. @throws Refusal NO_SUCH_DATA */
export async function requireAccount(
  db: Parameters<typeof queries.accountByCode>[0],
  code: string,
): Promise<ReceivingRow> {
  const row = await queries.accountByCode(db, code)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}
