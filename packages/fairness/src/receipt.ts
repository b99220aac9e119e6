/** Signed receipts of orders and bets: what a member keeps and can hold against a proof later. */
import { concat, fromHex, isHex, label, toHex, utf8 } from './bytes.ts'
import { canonicalJson, type Json } from './canonical.ts'
import { publicKeyOf, signBytes, verifyBytes } from './ed25519.ts'

type Common = {
  readonly t: 'receipt'
  /** order or bet id */
  readonly id: string
  /** the member tag in the issue's or round's rows */
  readonly tag: string
  /** Unix milliseconds */
  readonly ms: number
  /** paid, decimal string, 1/10,000 units */
  readonly amount: string
  /** size and root (hex) of the log when it was signed */
  readonly logSize: number
  readonly logRoot: string
}

export type OrderReceipt = Common & {
  readonly kind: 'order'
  readonly issue: string
  readonly first: number
  readonly quantity: number
}

export type BetReceipt = Common & {
  readonly kind: 'bet'
  readonly game: string
  readonly period: string
  readonly picks: readonly string[]
}

export type Receipt = OrderReceipt | BetReceipt

/** As it travels: `receipt` is canonical JSON text, signature and key are hex. */
export type SignedReceipt = {
  readonly receipt: string
  readonly signature: string
  readonly publicKey: string
}

/** Ed25519 over "fairlot/receipt/1\0" ‖ canonical JSON. @param secretKey 32 bytes hex */
export function signReceipt(secretKey: string, receipt: Receipt): SignedReceipt {
  const text = canonicalJson(receipt satisfies Json)
  return {
    receipt: text,
    signature: toHex(signBytes(secretKey, signed(text))),
    publicKey: publicKeyOf(secretKey),
  }
}

/** True when the key (hex; the receipt's own unless another is given) signed exactly this text. */
export function verifyReceipt(receipt: SignedReceipt, publicKey: string = receipt.publicKey): boolean {
  if (receipt.publicKey !== publicKey || !isHex(receipt.signature, 64)) return false
  return verifyBytes(publicKey, signed(receipt.receipt), fromHex(receipt.signature))
}

function signed(text: string): Uint8Array {
  return concat(label('fairlot/receipt/1'), utf8(text))
}
