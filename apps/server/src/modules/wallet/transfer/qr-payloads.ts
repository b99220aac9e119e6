/** Texts of QR codes that banking apps read: PIX (BR Code), UPI, and EPC for transfers in euros. */
import type { TransferKind, TransferLine } from '@fairlot/contract/kinds/recharge-ways'

/** ISO 4217 numbers, which a BR Code contains. */
const CURRENCY_NUMBERS: Readonly<Record<string, string>> = {
  BDT: '050',
  BRL: '986',
  CNY: '156',
  EUR: '978',
  IDR: '360',
  INR: '356',
  USD: '840',
  VND: '704',
}

export type PaidTo = {
  readonly kind: TransferKind
  readonly lines: Readonly<Partial<Record<TransferLine, string>>>
  /** ISO code */
  readonly currency: string
}
export type Payable = {
  /** decimal text with two decimals */
  readonly amount: string
  readonly reference: string
}

/** The text of the QR code of a transfer; null where the scheme has none. */
export function qrOf({ kind, lines, currency }: PaidTo, payable: Payable): string | null {
  const holder = lines.holder ?? ''
  if (kind === 'pix' && lines.pix !== undefined) {
    const number = CURRENCY_NUMBERS[currency]
    return number === undefined ? null : brCode({ key: lines.pix, holder, currency: number, ...payable })
  }
  if (kind === 'upi' && lines.upi !== undefined) return upiUri(lines.upi, holder, currency, payable)
  const iban = lines.number ?? ''
  if (kind === 'bank' && currency === 'EUR' && IBAN.test(iban))
    return epc(iban, holder, lines.bankCode ?? '', payable)
  return null
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** `upi://pay` as NPCI's linking specification has it; `tn` is what statements show. */
function upiUri(address: string, holder: string, currency: string, { amount, reference }: Payable): string {
  const fields = [
    ['pa', address],
    ['pn', holder],
    ['am', amount],
    ['tr', reference],
    ['tn', reference],
    ['cu', currency],
  ] as const
  return `upi://pay?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** A field of a BR Code: id, length, value. */
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** Latin letters without accents, as BR Codes take them. */
function latin(text: string, length: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
  return plain.slice(0, length).trim() || 'FAIRLOT'
}

export type BrCode = { key: string; holder: string; currency: string } & Payable

/** A static BR Code with amount and txid (Banco Central do Brasil, «Manual de Padrões para Iniciação do Pix»). */
export function brCode({ key, holder, currency, amount, reference }: BrCode): string {
  return withCrc(
    field('00', '01') +
      field('26', field('00', 'br.gov.bcb.pix') + field('01', key)) +
      field('52', '0000') +
      field('53', currency) +
      field('54', amount) +
      field('58', 'BR') +
      field('59', latin(holder, 25)) +
      field('60', 'BRASIL') +
      field('62', field('05', reference)),
  )
}

/** Appends the CRC-16 (polynomial 0x1021, initial value 0xFFFF) of the whole text, the head of its own field included. */
export function withCrc(text: string): string {
  const covered = `${text}6304`
  let crc = 0xffff
  for (const byte of Buffer.from(covered, 'latin1')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return covered + crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The European Payments Council's QR code for a transfer (EPC069-12, version 002). */
function epc(iban: string, holder: string, bic: string, { amount, reference }: Payable): string {
  return ['BCD', '002', '1', 'SCT', bic, holder.slice(0, 70), iban, `EUR${amount}`, '', '', reference].join(
    '\n',
  )
}
