/** Signed receipts of orders, bets and participants of events. A member keeps the receipt and can compare it with the proof after the draw. */
import { concat, fromHex, isHex, label, toHex, utf8 } from './bytes.ts'
import { canonicalJson, type Json } from './canonical.ts'
import { FIRST_CODE } from './draw.ts'
import { publicKeyOf, signBytes, verifyBytes } from './signatures/ed25519.ts'
import { readEventId } from './proof/event.ts'
import {
  ReadError,
  readDecimal,
  readHex,
  readInteger,
  readList,
  readObject,
  readText,
  readWord,
  refuse,
} from './read.ts'

type Common = {
  readonly t: 'receipt'
  /** id of the order, of the bet, or of what the member joined an event with */
  readonly id: string
  /** the member tag (tag.ts) in the rows of the issue, round or event */
  readonly tag: string
  /** Unix milliseconds */
  readonly ms: number
  /** the paid amount: decimal string, 1/10,000 units */
  readonly amount: string
  /** size and root (hex) of the log when the receipt was signed */
  readonly logSize: number
  readonly logRoot: string
}

/** A receipt of an order that was signed before receipts had a running hash. */
export type OrderReceipt1 = Common & {
  readonly kind: 'order'
  readonly issue: string
  readonly first: number
  readonly quantity: number
}

export type OrderReceipt = OrderReceipt1 & {
  /** the number of the order's row in the issue, from 1 on */
  readonly seq: number
  /** running hash over the rows 1 to `seq` (running.ts), hex: no order can be put before this one later */
  readonly running: string
}

export type BetReceipt = Common & {
  readonly kind: 'bet'
  readonly game: string
  readonly period: string
  readonly picks: readonly string[]
}

/** A receipt of taking part in a prize-share event, which costs nothing. */
export type EventReceipt = Common & {
  readonly kind: 'event'
  readonly event: string
  /** 1000000 and the number of the participant's row */
  readonly first: number
  readonly quantity: 1
  readonly amount: '0'
}

/** What a receipt of version 3 says beside: of what opened after the log's entry `log-rules`. */
type Bound = {
  readonly t: 'receipt/3'
  /** the number of the row, from 1 on */
  readonly seq: number
  /** id of the purchase, which follows from what the member's device chose (purchase-id.ts); the row has its claim */
  readonly order: string
  /** hash of the content (content.ts); null for a bet */
  readonly content: string | null
}
/** `running`: over the rows of 40 bytes (claimed-rows.ts), hex */
type Ordered = { readonly running: string; readonly content: string }
export type OrderReceipt3 = Omit<OrderReceipt, 't'> & Bound & Ordered
export type BetReceipt3 = Omit<BetReceipt, 't'> & Bound & { readonly content: null }
export type EventReceipt3 = Omit<EventReceipt, 't'> & Bound & Ordered
export type Receipt3 = OrderReceipt3 | BetReceipt3 | EventReceipt3

export type Receipt = OrderReceipt | OrderReceipt1 | BetReceipt | EventReceipt | Receipt3

/** A receipt as members receive it: `receipt` is canonical JSON; signature (64 bytes) and key (32 bytes) are hex. */
export type SignedReceipt = {
  readonly receipt: string
  readonly signature: string
  readonly publicKey: string
}

/** Signs "fairlot/receipt/1\0" ‖ canonical JSON with Ed25519. @param secretKey 32 bytes hex */
export function signReceipt(secretKey: string, receipt: Receipt): SignedReceipt {
  const text = canonicalJson(receipt satisfies Json)
  return {
    receipt: text,
    signature: toHex(signBytes(secretKey, messageOf(text))),
    publicKey: publicKeyOf(secretKey),
  }
}

/** True when the key signed exactly this text. @param publicKey 32 bytes hex; by default the key in the receipt */
export function verifyReceipt(receipt: SignedReceipt, publicKey: string = receipt.publicKey): boolean {
  if (receipt.publicKey !== publicKey || !isHex(receipt.signature, 64)) return false
  return verifyBytes(publicKey, messageOf(receipt.receipt), fromHex(receipt.signature))
}

function messageOf(text: string): Uint8Array {
  return concat(label('fairlot/receipt/1'), utf8(text))
}

const COMMON = ['t', 'kind', 'id', 'tag', 'ms', 'amount', 'logSize', 'logRoot'] as const
const ORDER = [...COMMON, 'issue', 'first', 'quantity'] as const
const RUNNING = ['seq', 'running'] as const
const BET = [...COMMON, 'game', 'period', 'picks'] as const
const EVENT = [...COMMON, 'event', 'first', 'quantity'] as const
const BOUND = ['seq', 'order', 'content'] as const
const FIELDS = { order: ORDER, bet: BET, event: EVENT } as const
const FIELDS_3 = {
  order: [...ORDER, ...BOUND, 'running'],
  bet: [...BET, ...BOUND],
  event: [...EVENT, ...BOUND, 'running'],
} as const
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NAME = /^[\x21-\x7e]{1,64}$/
const U32 = 0xffffffff

/**
 * Reads a parsed JSON value as a signed receipt. Refuses unknown and missing fields and a text that is not canonical.
 * Does not check the signature: see {@link verifyReceipt}.
 * @throws ReadError that names the field
 */
export function readReceipt(value: unknown): { signed: SignedReceipt; receipt: Receipt } {
  const outer = readObject(value, 'the receipt', ['receipt', 'signature', 'publicKey'])
  const text = readText(outer.receipt, 'receipt', /^.{2,65536}$/su, 'the text of a receipt')
  const signed: SignedReceipt = {
    receipt: text,
    signature: readHex(outer.signature, 'signature', 64),
    publicKey: readHex(outer.publicKey, 'publicKey', 32),
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new ReadError('receipt is not JSON', { cause: error })
  }
  const receipt = readContent(content)
  if (canonicalJson(receipt satisfies Json) !== text) refuse('receipt', 'is not in canonical form')
  return { signed, receipt }
}

const ALL = [...ORDER, ...RUNNING, ...BET, ...EVENT, ...BOUND]

function readContent(value: unknown): Receipt {
  const named = readObject(value, 'receipt', ['t', 'kind'], ALL)
  const kind = readWord(named.kind, 'receipt.kind', ['order', 'bet', 'event'])
  if (named.t === 'receipt/3') return readBound(readObject(value, 'receipt', FIELDS_3[kind]), kind)
  const running = kind === 'order' && RUNNING.some((field) => Object.hasOwn(named, field))
  const content = readObject(value, 'receipt', running ? [...ORDER, ...RUNNING] : FIELDS[kind])
  const common: Common = {
    t: readWord(content.t, 'receipt.t', ['receipt']),
    ...readCommon(content),
  }
  if (kind === 'bet') return { ...common, kind, ...readBet(content) }
  if (kind === 'event') return { ...common, kind, ...readEvent(content) }
  const sold: OrderReceipt1 = { ...common, kind, ...readOrder(content) }
  if (!running) return sold
  return { ...sold, seq: readSeq(content), running: readHex(content.running, 'receipt.running', 32) }
}

/** Reads a receipt of version 3, whose fields are checked. */
function readBound(content: Record<string, unknown>, kind: 'order' | 'bet' | 'event'): Receipt3 {
  const common = readCommon(content)
  // a device compares the id with its request, and the row has the claim of the order: with two ids a row would be shown to two members
  if (content['order'] !== common.id) refuse('receipt.order', 'is not receipt.id')
  const bound = { t: 'receipt/3' as const, ...common, seq: readSeq(content), order: common.id }
  if (kind === 'bet') {
    if (content['content'] !== null) refuse('receipt.content', 'is not null')
    return { ...bound, kind, ...readBet(content), content: null }
  }
  const ordered = {
    ...bound,
    content: readHex(content['content'], 'receipt.content', 32),
    running: readHex(content['running'], 'receipt.running', 32),
  }
  return kind === 'event'
    ? { ...ordered, kind, ...readEvent(content) }
    : { ...ordered, kind, ...readOrder(content) }
}

const readSeq = (content: Record<string, unknown>): number =>
  readInteger(content['seq'], 'receipt.seq', 1, U32)

function readCommon(content: Record<string, unknown>): Omit<Common, 't'> {
  return {
    id: readText(content['id'], 'receipt.id', UUID, 'a lower-case UUID'),
    tag: readHex(content['tag'], 'receipt.tag', 8),
    ms: readInteger(content['ms'], 'receipt.ms', 0),
    amount: readDecimal(content['amount'], 'receipt.amount'),
    logSize: readInteger(content['logSize'], 'receipt.logSize', 0),
    logRoot: readHex(content['logRoot'], 'receipt.logRoot', 32),
  }
}

function readOrder(content: Record<string, unknown>): Pick<OrderReceipt1, 'issue' | 'first' | 'quantity'> {
  return {
    issue: readText(content['issue'], 'receipt.issue', NAME, 'an issue number'),
    first: readInteger(content['first'], 'receipt.first', 1, U32),
    quantity: readInteger(content['quantity'], 'receipt.quantity', 1, U32),
  }
}

function readBet(content: Record<string, unknown>): Pick<BetReceipt, 'game' | 'period' | 'picks'> {
  return {
    game: readText(content['game'], 'receipt.game', NAME, 'a game'),
    period: readText(content['period'], 'receipt.period', NAME, 'a period'),
    picks: readList(content['picks'], 'receipt.picks', 1, 1000).map((pick, i) =>
      readText(pick, `receipt.picks[${i}]`, /^.{1,200}$/su, 'a pick'),
    ),
  }
}

function readEvent(
  content: Record<string, unknown>,
): Pick<EventReceipt, 'event' | 'first' | 'quantity' | 'amount'> {
  if (content['amount'] !== '0') refuse('receipt.amount', 'is not 0')
  readInteger(content['quantity'], 'receipt.quantity', 1, 1)
  return {
    event: readEventId(content['event'], 'receipt.event'),
    first: readInteger(content['first'], 'receipt.first', FIRST_CODE, U32),
    quantity: 1,
    amount: '0',
  }
}
