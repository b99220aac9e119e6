/** What a member says about the payer of a recharge: checked, encrypted, and shown masked. */
import { PAYER_FIELDS, type PayerField, type RechargeField } from '@fairlot/contract/kinds/recharge-ways'
import { isPersonName, latinDigits } from '@fairlot/contract/typed-text'
import { Refusal } from '../../../platform/refusal.ts'
import type { Opening, Sealed, Sealing } from '../../../platform/sealing.ts'
import { isEmail, isTaxId, maskNumber } from '../payout/payout-details.ts'
import { isOwnedAddress } from '../tron-address.ts'

export type Payer = Partial<Record<PayerField, string>>
type AskedField = { readonly field: RechargeField; readonly required: boolean }

const RULES: Record<PayerField, { isValid(text: string): boolean; fault: string }> = {
  name: { isValid: isPersonName, fault: 'HOLDER_NAME' },
  email: { isValid: isEmail, fault: 'EMAIL_FORMAT' },
  taxId: { isValid: isTaxId, fault: 'PIX_FORMAT' },
  trc20: { isValid: isOwnedAddress, fault: 'TRC20_FORMAT' },
}

function normal(field: PayerField, text: string): string {
  const plain = (field === 'taxId' ? latinDigits(text) : text).normalize('NFC').replace(/\s+/g, ' ').trim()
  return field === 'taxId' ? plain.replace(/[\s.\-/]/g, '').toUpperCase() : plain
}

/**
 * The fields that the method asks for, trimmed and in normal form; other fields are left out.
 * @throws Refusal INPUT_INVALID with a fault for each wrong or missing field
 */
export function readPayer(
  asked: readonly AskedField[],
  given: { readonly [field in PayerField]?: string | undefined } = {},
): Payer {
  const payer: Payer = {}
  const fields: Record<string, string> = {}
  for (const field of PAYER_FIELDS) {
    const wanted = asked.find((one) => one.field === field)
    if (!wanted) continue
    const text = normal(field, given[field] ?? '')
    if (text === '') {
      if (wanted.required) fields[`payer.${field}`] = 'REQUIRED'
    } else if (RULES[field].isValid(text)) payer[field] = text
    else fields[`payer.${field}`] = RULES[field].fault
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return payer
}

const subjectOf = (memberId: string, rechargeId: string) => `recharge/${memberId}/${rechargeId}`

/** Encrypts the payer of a recharge; null when nothing was said. */
export function sealPayer(
  sealing: Sealing,
  memberId: string,
  rechargeId: string,
  payer: Payer,
): Sealed | null {
  if (Object.keys(payer).length === 0) return null
  return sealing.seal(subjectOf(memberId, rechargeId), Buffer.from(JSON.stringify(payer)))
}

type SealedRow = { member_id: string; recharge_id: string; payer: Buffer | null; payer_key: string | null }

/** The payer of a recharge in the clear. Empty: nothing was said, or it was erased with the account. */
export function openPayer(sealing: Opening, row: SealedRow): Payer {
  if (row.payer === null || row.payer_key === null) return {}
  const sealed = { bytes: row.payer, keyId: row.payer_key }
  const bytes = sealing.open(subjectOf(row.member_id, row.recharge_id), sealed)
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Payer
}

const DOTS = '••••'

const MASKS: Record<PayerField, (text: string) => string> = {
  name: (text) =>
    text
      .split(' ')
      .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0x2022)}${DOTS}`)
      .join(' '),
  email: (text) => `${text.slice(0, 1)}${DOTS}${text.slice(text.lastIndexOf('@'))}`,
  taxId: (text) => maskNumber('pix', text),
  trc20: (text) => maskNumber('trc20', text),
}

/** The payer as members and operators see it, in the order of the form. */
export function maskPayer(payer: Payer): { field: PayerField; masked: string }[] {
  return PAYER_FIELDS.flatMap((field) => {
    const text = payer[field]
    return text === undefined ? [] : [{ field, masked: MASKS[field](text) }]
  })
}
